//! Runs a program on every backend at hand, and says which are wrong.
//!
//! ```
//! use rustassay_judge::answer::{Answer, Observation, ProgramEnd};
//! use rustassay_judge::backend::Backend;
//! use rustassay_judge::case::Case;
//! use rustassay_judge::engine::Engine;
//! use rustassay_judge::verdict::{Fault, judge};
//!
//! let text = r#"
//! #![feature(custom_mir, core_intrinsics)]
//! extern crate core;
//! use core::intrinsics::mir::*;
//!
//! fn show(x: u32) {
//!     println!("{x}");
//! }
//!
//! #[custom_mir(dialect = "runtime", phase = "initial")]
//! fn main() {
//!     mir! {
//!         type RET = ();
//!         let x: u32;
//!         {
//!             x = 41_u32 + 1_u32;
//!             Call(RET = show(x), ReturnTo(done), UnwindContinue())
//!         }
//!         done = {
//!             Return()
//!         }
//!     }
//! }
//! "#;
//! let engine = Engine::new()?;
//! let backends = [Backend::machine()]; // `sets::backends` has more, for compilers that were discovered
//!
//! let case = Case::from_text("sum.rs", text.to_owned(), None);
//! let verdict = judge(&engine, &case, &backends, 1);
//! let expected = Observation { stdout: b"42\n".to_vec(), end: ProgramEnd::Code(0) };
//! assert_eq!(verdict.answer, Answer::Must(expected));
//! assert!(verdict.findings.is_empty());
//!
//! // A program that reads what it never wrote proves nothing against a compiler.
//! let case = Case::from_text("bad.rs", text.replace("x = 41_u32 + 1_u32;", ""), None);
//! assert_eq!(judge(&engine, &case, &backends, 1).findings[0].fault, Fault::UbInTestCase);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! - [`case`]: a program, in the languages that compilers take.
//! - [`answer`]: what it must do, by the abstract machine.
//! - [`backend`], [`sets`], [`config`]: ways to run it, as data.
//! - [`llvm_set`], [`pipeline`]: ways to call another LLVM than the compiler's own.
//! - [`llvm_steps`]: the steps after rustc, if another LLVM makes the code.
//! - [`engine`]: runs it.
//! - [`evaluator`]: rustc's compile-time evaluator as a backend.
//! - [`interpreter`]: ordinary Rust on the machine.
//! - [`packer`]: many programs as modules of one crate.
//! - [`batch`]: many programs at the price of one.
//! - [`checking`]: which of many small libraries a compiler accepts, without running them.
//! - [`verdict`]: which backends are wrong.
//! - [`words`]: what happened, for people.

pub mod answer;
pub mod backend;
pub mod batch;
pub mod case;
pub mod checking;
pub mod config;
mod emulation;
pub mod engine;
pub mod evaluator;
pub mod interpreter;
pub mod llvm_set;
pub mod llvm_steps;
pub mod miri;
pub mod packer;
pub mod pipeline;
pub mod sets;
mod starvation;
pub mod verdict;
pub mod words;
