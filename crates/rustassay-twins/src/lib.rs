//! The two macro systems of Rust as two implementations of one function.
//!
//! Take a part out of a function: the rest is the body of a macro, and the part is its argument. Written as a
//! macro by example and as a procedural macro, the two must expand to the same for every argument. The idea
//! is Rust-twins' (Yang, Gao, Liu, Li, Xue: "Rust-twins: Automatic Rust Compiler Testing through Program
//! Mutation and Dual Macros Generation", ASE 2024), where a language model writes the macros; here they are
//! equal by construction.
//!
//! ```
//! use rustassay_twins::kind::TwinKind;
//! use rustassay_twins::plan::{File, TwinOptions, plan};
//! use rustassay_twins::source::MacroFile;
//! use rustassay_twins::write::{Matcher, by_example, macro_name, syn_crate};
//!
//! let source = MacroFile {
//!     name: "double.rs".to_owned(),
//!     text: "fn double(x: u8) -> u8 { x + x }\n".to_owned(),
//!     edition: "2021".to_owned(),
//!     flags: Vec::new(),
//! };
//! let options = TwinOptions { seed: 1, pairs: 1, inputs: 2, kind: Some(TwinKind::Ty) };
//! let planned = plan(&[File::new(source)?], &options);
//! assert_eq!(planned[0].inputs[0], "u8", "the first argument gives back the function");
//!
//! let (pair, name) = (&planned[0].pair, macro_name(0));
//! let one = by_example(pair, &name, Matcher::Fragment);
//! assert!(one.starts_with("macro_rules! twin_macro_0") && one.contains(":ty"));
//! let other = syn_crate([(name, pair)]);
//! assert!(other.contains("pub fn twin_macro_0(input: TokenStream) -> TokenStream"));
//! # Ok::<(), String>(())
//! ```
//!
//! - [`source`], [`sites`]: functions, and the parts that can be taken out.
//! - [`pair`], [`write`](mod@write): the macros.
//! - [`inputs`]: the arguments that they are expanded with.
//! - [`plan`]: which pairs, from a seed.
//! - [`libraries`]: `syn` and `quote` for a compiler under test.
//! - [`compile`], [`normal`]: what a compiler makes of them, in a form that leaves out what does not count.
//! - [`by_model`]: twins that a language model wrote, if there is one.
//! - [`behave`]: what programs made of them do.
//! - [`run`], [`known`]: where they differ, and whether the language explains it.

pub mod behave;
pub mod by_model;
pub mod compile;
pub mod inputs;
pub mod kind;
pub mod known;
pub mod libraries;
pub mod normal;
pub mod pair;
pub mod plan;
pub mod run;
pub mod save;
pub mod sites;
pub mod source;
pub mod write;
