//! Programs for the typechecker, derived from typing rules.
//!
//! A [rule set](RuleSet) is a file of rules (`rules/NAME.rules`, one row in [`sets`]); `docs/rules.md` tells how to write one. From a
//! seed it makes a program that must be accepted, one that must be rejected because exactly one premise was negated, or a
//! class of programs that must share one fate.

/// Disagreements between our rules and Rust as it is that are known, each with its reason; the notation is `rustassay_judge::checking::known`'s.
pub const KNOWN: &str = include_str!("../known.toml");

pub mod clp;
mod indent;
mod set;
pub mod statistics;

pub use set::{RequiredFate, RuleSet, SHARED_ABOVE, TypesKind, TypesProgram, sets};
