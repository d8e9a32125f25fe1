//! Programs for the type checker, derived from typing rules.
//!
//! A [rule set](RuleSet) is a file of rules (`rules/NAME.rules`, one row in [`sets`]); `docs/rules.md`
//! explains how to write one. From a seed it derives a program that compilers must accept, a program that
//! they must reject because exactly one premise is negated, or a class of programs that they must all accept
//! or all reject.
//!
//! ```
//! use rustassay_gen_types::{RequiredFate, TypesKind, sets};
//!
//! let borrows = sets().iter().find(|set| set.name() == "borrows").expect("a rule set");
//!
//! let valid = &borrows.generate(7, TypesKind::Well)[0];
//! assert_eq!(valid.fate, RequiredFate::Accept);
//!
//! let invalid = &borrows.generate(7, TypesKind::Almost)[0];
//! let RequiredFate::Reject { premise, codes } = &invalid.fate else { unreachable!() };
//! println!("{}\n// {premise} does not hold: {codes:?}", invalid.text);
//! assert!(codes.iter().all(|code| code.starts_with('E')));
//! ```

/// Disagreements between our rules and Rust as it is that are known, each with its reason; the notation is `rustassay_judge::checking::known`'s.
pub const KNOWN: &str = include_str!("../known.toml");

pub mod clp;
mod indent;
mod set;
pub mod statistics;

pub use set::{RequiredFate, RuleSet, SHARED_ABOVE, TypesKind, TypesProgram, sets};
