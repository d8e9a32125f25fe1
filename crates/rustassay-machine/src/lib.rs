//! An abstract machine for Rust's MIR that finds Undefined Behavior.
//!
//! [`machine::Machine`] runs a program of the model, in the spirit of Miri (POPL 2026) and as clearly as
//! MiniRust. It says what the program does, or which rule it breaks, and it can undo every step.
//!
//! ```
//! use rustassay_machine::error::{Stop, Ub};
//! use rustassay_machine::machine::{Config, Machine};
//! use rustassay_mir::read::read;
//!
//! let text = r#"
//! #![feature(custom_mir, core_intrinsics)]
//! extern crate core;
//! use core::intrinsics::mir::*;
//!
//! #[custom_mir(dialect = "runtime", phase = "initial")]
//! fn main() {
//!     mir! {
//!         type RET = ();
//!         let p: *mut u32;
//!         {
//!             p = CastTransmute::<_, *mut u32>(16_usize);
//!             *p = 1_u32;
//!             Return()
//!         }
//!     }
//! }
//! "#;
//! let parsed = read(text).expect("it is custom MIR");
//! let mut machine = Machine::new(parsed.program, Config::default());
//! let stop = machine.run_main().expect_err("a transmuted integer has no provenance");
//! let Stop::Ub(ub) = *stop else { panic!("{stop:?}") };
//! assert!(matches!(ub, Ub::Dangling { .. }));
//!
//! // The innermost place is the write through `p`.
//! let span = parsed.spans.span(machine.backtrace()[0]).expect("the statement has a place");
//! assert!(text[span.start as usize..].starts_with("*p = 1_u32"));
//! ```
//!
//! - [`memory`]: allocations, bytes, provenance, addresses.
//! - [`aliasing`]: the two models of who may access memory through which pointer.
//! - [`code`]: the dense form of bodies.
//! - [`machine`]: the state; `exec` has the rules that change it.
//! - [`journal`]: what has changed since a checkpoint.
//! - [`supply`]: functions of compiled crates, as calls reach them.
//! - [`foreign`]: what ordinary programs ask of the world outside.
//! - [`live`]: bodies that grow while they run.
//! - [`profile`]: where a program spends its steps.
//! - [`threads`]: the threads of a program.
//! - [`explore`]: every interleaving of a program with threads.
//! - [`harness`]: how programs begin, and how they print.
//! - [`error`]: Undefined Behavior, by kind.

pub mod aliasing;
pub mod code;
mod collect;
mod compile;
pub mod concurrency;
mod constants;
pub mod error;
mod evaluate;
mod exec;
pub mod explore;
pub mod foreign;
pub mod harness;
pub mod journal;
mod leaks;
pub mod live;
pub mod machine;
pub mod memory;
pub mod profile;
pub mod supply;
pub mod threads;
pub mod tracking;
mod vtables;
