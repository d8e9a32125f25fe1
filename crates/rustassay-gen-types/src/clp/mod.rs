//! A constraint-logic engine that derives random terms from rules.
//!
//! Typing rules are logic programs: what they accept, they can also make (Dewey, Roesch, Hardekopf: "Fuzzing the Rust typechecker
//! using CLP", ASE 2015). Rules are [read](mod@read) from a notation; a [machine](search::Solver) derives terms from them, at random from a
//! seed or all up to a size, and [templates](show) write them as text.

mod analysis;
pub mod constraint;
pub mod names;
pub mod read;
mod rewrite;
pub mod rules;
pub mod search;
pub mod show;
pub mod term;
mod token;

pub use read::{RuleFile, read};
pub use rules::Rules;
pub use search::{NegatedPremise, SearchLimits, SearchStop, Solver};
