//! From a wrong result to the guilty pass of the compiler.
//!
//! [`localise`] takes a program, a backend that gets it wrong, and a predicate that knows a wrong result when
//! it sees one. It says which of the backend's flags matter, and which pass on which function turns right
//! into wrong. Both rustc and LLVM number their optimization passes and stop after as many as they are told;
//! with N - 1 passes all is well, with N it is not, so N is guilty. [`difference`] shows what it did.
//!
//! | what | how |
//! | --- | --- |
//! | flags | left out one by one, levels lowered, until nothing can go |
//! | MIR passes | `-Zmir-opt-bisect-limit`, pass by pass and body by body; else `-Zmir-enable-passes` |
//! | LLVM passes | `-Cllvm-args=-opt-bisect-limit`, in one codegen unit and one thread |
//! | passes of another LLVM | `-opt-bisect-limit` of `opt`, or of `llc` |
//!
//! - [`failure`]: when a result is still the same wrong one.
//! - `settings`, `search`, `passes`, `localise`: how it is found.
//! - `llvm`: whether `opt` or `llc` of another LLVM is guilty.
//! - `enabling`: what the first wrong pass stands on, and when that is to blame.
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
