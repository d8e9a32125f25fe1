//! The program model of Rustassay.
//!
//! A [`Program`](model::Program) is what custom MIR can say, as typed values. It is the hub of the MIR half:
//! the generator builds it, the machine runs it, the reducer cuts it, and compilers get it as text.
//!
//! ```
//! use rustassay_mir::check::{Rule, check};
//! use rustassay_mir::layout::{LayoutOptions, Layouts};
//! use rustassay_mir::model::{Ty, TyKind};
//! use rustassay_mir::read::read;
//!
//! let text = r#"
//! #![feature(custom_mir, core_intrinsics)]
//! extern crate core;
//! use core::intrinsics::mir::*;
//!
//! #[custom_mir(dialect = "runtime", phase = "initial")]
//! pub fn add(a: u8, b: u8) -> u8 {
//!     mir! {
//!         type RET = u8;
//!         {
//!             RET = a + b;
//!             Return()
//!         }
//!     }
//! }
//! "#;
//! let mut program = read(text).expect("it is custom MIR").program;
//! assert!(check(&program).is_empty(), "rustc compiles it");
//!
//! let wrong = read(&text.replace("b: u8", "b: u32")).expect("it is custom MIR").program;
//! assert_eq!(check(&wrong)[0].rule, Rule::OperandType);
//!
//! let pair = program.types.intern(TyKind::Tuple([Ty::U8, Ty::U32].into()));
//! let mut layouts = Layouts::new(LayoutOptions::default());
//! let layout = layouts.of(&program.types, pair)?;
//! assert_eq!((layout.size, layout.align), (8, 4));
//! # Ok::<(), rustassay_mir::layout::LayoutError>(())
//! ```
//!
//! - [`check`]: which programs rustc compiles, and why not the others.
//! - [`comments`]: comments of a text, kept when its program is printed.
//! - [`layout`]: how types lie in memory, as rustc lays them out.
//! - [`model`]: the values themselves, with the typing of places, operands and rvalues.
//! - [`print`](mod@print): custom-MIR source text out, for people or for speed, for every compiler that takes it.
//! - [`read`]: custom-MIR source text in, ours or another's.
//! - [`release`]: releases of rustc, and what each of them accepts.
//! - [`source`]: positions in source text, and diagnostics that point there.
//! - [`surface`]: the same program in ordinary Rust, for bug reports.

pub mod check;
pub mod comments;
pub mod layout;
pub mod model;
pub mod print;
pub mod read;
pub mod release;
pub mod source;
pub mod surface;
