//! From a wrong result to the guilty pass of the compiler.
//!
//! [`localise`] takes a program, a backend that gets it wrong, and a predicate that recognizes the wrong
//! result. It finds the flags that matter, and the pass that turns right into wrong, with the function that
//! it ran on. rustc and LLVM number their optimization passes and can stop after N of them: if the result is
//! right after N - 1 passes and wrong after N, then N is guilty. [`difference`] shows what that pass did.
//!
//! ```no_run
//! use rustassay_bisect::{EFFORT, Suspect, localise, same_failure};
//! use rustassay_judge::answer::answer;
//! use rustassay_judge::backend::{Backend, Codegen, Executor};
//! use rustassay_judge::case::Case;
//! use rustassay_judge::engine::Engine;
//! use rustassay_toolchain::{Cache, Search, discover};
//! use std::sync::Arc;
//!
//! let compiler = discover(&Search::default(), &Cache::standard()).found.remove(0);
//! let backend = Backend {
//!     name: "O3".to_owned(),
//!     kind: Executor::Compiled(Codegen::Llvm),
//!     toolchain: Some(Arc::new(compiler)),
//!     flags: vec!["-Copt-level=3".to_owned()],
//! };
//! let case = Case::from_text("found.rs", std::fs::read_to_string("found.rs")?, None);
//! let (engine, answer) = (Engine::new()?, answer(&case));
//!
//! let trial = engine.try_case(&case, &backend, &answer);
//! let still_bad = same_failure(&trial, &answer);
//! let suspect =
//!     Suspect { engine: &engine, case: &case, backend: &backend, answer: &answer, still_bad: &still_bad };
//! let guilty = localise(&suspect, EFFORT);
//! println!("{} with {}", guilty.cause(), guilty.settings.join(" ")); // mir:GVN with -Copt-level=3
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | what | how |
//! | --- | --- |
//! | flags | drop them one by one and lower levels, until every flag is needed |
//! | MIR passes | `-Zmir-opt-bisect-limit`, pass by pass and body by body; else `-Zmir-enable-passes` |
//! | LLVM passes | `-Cllvm-args=-opt-bisect-limit`, in one codegen unit and one thread |
//! | passes of another LLVM | `-opt-bisect-limit` of `opt`, or of `llc` |
//!
//! - [`failure`]: when two results are wrong in the same way.
//! - `settings`, `search`, `passes`, `localise`: the search.
//! - `llvm`: whether `opt` or `llc` of another LLVM is guilty.
//! - `enabling`: the earlier passes that the guilty pass depends on, and when one of them is to blame.
//! - [`difference`]: MIR or LLVM IR without the pass and with it.
//! - [`toolchains`]: which compilers show the failure, and since when.

mod difference;
mod enabling;
pub mod failure;
mod llvm;
mod localise;
mod passes;
mod search;
mod settings;
pub mod toolchains;
mod trials;

pub use difference::difference;
pub use failure::same_failure;
pub use localise::{EFFORT, Suspect, is_well_without, localise, localise_in_depth};
pub use rustassay_finding::{Guilty, Layer, Pass, Shows, Stage};
pub use toolchains::{Extent, Survey, survey};
