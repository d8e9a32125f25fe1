//! Random safe Rust programs: each compiles, ends, catches its panics, and prints one checksum over much of
//! its state.
//!
//! The generator asks for a value of a type and writes an expression for it. A symbol table knows what is
//! moved, what is borrowed, and for how long. Every integer has an interval that it keeps to, so plain
//! operators stand where nothing can overflow. Every function has a cost, so every program ends soon.
//!
//! ```
//! use rustassay_gen_surface::config::Profile;
//! use rustassay_gen_surface::{ObservationForm, generate};
//!
//! let config = Profile::Tiny.config();
//! let text = generate(7, &config).text(ObservationForm::Checksum);
//! assert!(text.contains("fn main()") && !text.contains("unsafe"));
//!
//! // The same seed gives the same program.
//! assert_eq!(generate(7, &config).text(ObservationForm::Checksum), text);
//! ```
//!
//! - [`config`]: what programs are made of, all weights in one place; `config_file` reads it.
//! - [`syntax`]: the tree of a program; [`print`](mod@print): its text.
//! - [`harness`]: the code that every program brings along.
//! - [`together`]: many programs as one crate.
//! - `types`, `interval`, `scope`, `places`: what there is; `writer`: the program so far.
//! - `integers`, `values`, `expressions`, `patterns`, `matching`, `statements`, `flow`, `functions`,
//!   `definitions`: the language.
//! - `features`: what takes more than an expression or a statement.

pub mod config;
mod config_file;
mod definitions;
mod expressions;
mod features;
mod flow;
mod functions;
pub mod harness;
mod integers;
mod interval;
mod matching;
mod patterns;
mod places;
pub mod print;
mod program;
mod scope;
mod statements;
pub mod syntax;
pub mod together;
mod types;
mod values;
mod writer;

use config::{Config, Mixture};
pub use print::ObservationForm;
use rustassay_random::Random;
use syntax::Program;
use writer::Writer;

/// A program.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The program as a tree.
    pub program: Program,
    /// What it has of what takes more than an expression: by the names of [`config::Weights`], and idioms by their own.
    pub features: Vec<&'static str>,
    mixture: Mixture,
}

impl Generated {
    /// Its text.
    pub fn text(&self, form: ObservationForm) -> String {
        let items = print::print(&self.program.items, form);
        harness::text(&self.program.harness, &items, form, &self.mixture) + &items
    }
}

/// The program that belongs to a seed.
pub fn generate(seed: u64, config: &Config) -> Generated {
    let mut random = Random::new(seed);
    let mixture = config.drawn(&mut random);
    let mut writer = Writer::new(random, mixture);
    writer.main();
    writer.finished()
}
