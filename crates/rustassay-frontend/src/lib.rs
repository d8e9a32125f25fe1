//! Ordinary Rust for the abstract machine.
//!
//! rustc writes everything that is known of a crate into its metadata: bodies, types, impls, evaluated statics. This crate selects
//! impls on ground types, instantiates bodies, and lowers them to the model, one by one, as the machine's calls reach them.
//!
//! - [`Loaded`]: a program that is ready to run.
//! - `select`, `unify`, `builtin`, `normalize`, `fold`: which impl provides a trait, and what associated types stand for.
//! - `instance`, `vtables`, `shims`, `simd`, `async_closures`: what a call reaches.
//! - `supply`: what the machine asks while it runs.
//! - `types`, `bodies`, `consts`, `statics`, `intrinsics`: from the crates' terms to the model's.
//! - `spans`, `describe`, `type_names`: where code stands, and what things are called.

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
