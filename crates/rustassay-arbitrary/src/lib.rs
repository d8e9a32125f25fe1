//! Random well-formed programs, built directly from the model.
//!
//! They test and measure the code that handles programs: the printer, the reader, the checker. They use
//! everything that the model can say, and rustc accepts all of them. They are not for running: most have
//! Undefined Behavior or never end. A program is a pure function of its seed and [`ArbitraryConfig`].
//!
//! ```
//! use rustassay_arbitrary::{ArbitraryConfig, program};
//! use rustassay_mir::check::check;
//! use rustassay_mir::print::{PrintOptions, print};
//! use rustassay_mir::read::read;
//!
//! let program = program(7, &ArbitraryConfig::small());
//! assert!(check(&program).is_empty(), "rustc accepts it");
//!
//! let text = print(&program, &PrintOptions::default())?;
//! let parsed = read(&text).expect("the reader reads what the printer writes");
//! assert_eq!(parsed.program, program);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every choice is a row of a weighted table, beside the function that the row names: `TYPES` and `ADTS` in
//! `types.rs`, `RVALUES` and `STATEMENTS` in `statements.rs`, `TERMINATORS` in `terminators.rs`.

mod body;
mod calls;
mod constants;
mod facts;
mod items;
mod mistakes;
mod rng;
mod statements;
mod terminators;
mod text;
mod types;

pub use mistakes::mistaken;
pub use text::{damaged, mangled};

use rng::Rng;
use rustassay_lang::Architecture;
use rustassay_mir::model::{FnSig, Phase, Program, SurfaceFnId, Ty};

/// How large a program is, and what it may contain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArbitraryConfig {
    /// How many functions there are, apart from those that `Drop` implementations call.
    pub functions: usize,
    /// How many blocks a function has at most, cleanup blocks not counted.
    pub blocks: usize,
    /// How many statements a block has on average.
    pub statements: usize,
    /// How many structs, enums and unions there are.
    pub types: usize,
    /// How many statics there are, and as many named constants.
    pub globals: usize,
    /// Whether to use what only older releases of rustc know (`CopyForDeref`).
    pub old_constructs: bool,
    /// What it is for.
    pub target: &'static Architecture,
}

impl Default for ArbitraryConfig {
    fn default() -> ArbitraryConfig {
        ArbitraryConfig {
            functions: 6,
            blocks: 5,
            statements: 8,
            types: 8,
            globals: 4,
            old_constructs: false,
            target: Architecture::DEFAULT,
        }
    }
}

impl ArbitraryConfig {
    /// A program that a person can read at a glance.
    pub fn small() -> ArbitraryConfig {
        ArbitraryConfig {
            functions: 2,
            blocks: 2,
            statements: 4,
            types: 2,
            globals: 1,
            old_constructs: false,
            target: Architecture::DEFAULT,
        }
    }

    /// A program of about this many statements, for measurements.
    pub fn sized(statements: usize) -> ArbitraryConfig {
        // With these blocks and statements, the average function has 68 statements.
        let functions = statements.div_ceil(68).max(1);
        ArbitraryConfig {
            functions,
            blocks: 8,
            statements: 12,
            types: 8 + functions / 8,
            globals: 4 + functions / 16,
            old_constructs: false,
            target: Architecture::DEFAULT,
        }
    }
}

/// The program that belongs to the seed.
pub fn program(seed: u64, config: &ArbitraryConfig) -> Program {
    let mut draft = Draft {
        rng: Rng::new(seed),
        config: config.clone(),
        program: Program::new(config.target),
        pool: Vec::new(),
        planned: Vec::new(),
        surface: Vec::new(),
    };
    draft.add_surface();
    draft.add_types();
    draft.plan_functions();
    draft.add_globals();
    draft = draft.add_functions();
    draft.shuffle_items();
    draft.program
}

/// A program in the making.
struct Draft {
    rng: Rng,
    config: ArbitraryConfig,
    program: Program,
    /// The sized types to choose from.
    pool: Vec<Ty>,
    /// The functions that there will be: bodies and constants may refer to each before it has a body.
    planned: Vec<PlannedFn>,
    /// The functions of surface Rust that MIR may call.
    surface: Vec<SurfaceFnId>,
}

/// What is known of a function before it has a body.
#[derive(Clone)]
struct PlannedFn {
    sig: FnSig,
    phase: Phase,
    is_const: bool,
    name: String,
}
