//! Ordinary Rust for the abstract machine.
//!
//! rustc writes everything that it knows of a crate into the metadata: bodies, types, impls, evaluated
//! statics. This crate selects impls for concrete types, instantiates bodies, and lowers them to the model,
//! one by one, as the machine's calls reach them.
//!
//! ```no_run
//! use rustassay_frontend::{Loaded, ProgramOptions};
//! use rustassay_machine::machine::Config;
//! use rustassay_metadata::{CrateFiles, Crates};
//!
//! // The program, and a standard library with all bodies: `rustassay-overlay` makes both.
//! let files = CrateFiles {
//!     root: "libhello.rmeta".into(),
//!     overlay: vec!["overlay".into()],
//!     ..CrateFiles::default()
//! };
//! let options = ProgramOptions { args: vec!["hello".to_owned()], checks_overflow: true };
//! let crates = Crates::open(&files)?;
//! let mut program = Loaded::new(crates, Config::default(), &options).expect("it has a `main`");
//! match program.run() {
//!     Ok(ending) => println!("{ending:?}: {}", String::from_utf8_lossy(program.machine.output())),
//!     Err(stop) => println!("{stop:?}"), // Undefined Behavior, for example
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`Loaded`]: a program that is ready to run.
//! - `select`, `unify`, `builtin`, `normalize`, `fold`: which impl provides a trait, and what associated
//!   types are.
//! - `instance`, `vtables`, `shims`, `simd`, `async_closures`: what a call reaches.
//! - `supply`: answers what the machine asks while it runs.
//! - `types`, `bodies`, `consts`, `statics`, `intrinsics`: from the metadata's terms to the model's.
//! - `spans`, `describe`, `type_names`: places and names for messages.

mod async_closures;
mod bodies;
mod builtin;
mod consts;
mod context;
mod describe;
mod entry;
mod fold;
mod instance;
mod intrinsics;
mod normalize;
mod select;
mod shims;
mod simd;
mod spans;
mod statics;
mod supply;
mod type_names;
mod types;
mod unify;
mod vtables;

pub use context::FrontEnd;
pub use entry::{Loaded, ProgramOptions, RunFunction};
