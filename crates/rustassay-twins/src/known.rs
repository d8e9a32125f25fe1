//! Differences that the language has: a macro by example and a procedural macro are not the same in all.
//!
//! A row does not excuse a difference because it looks familiar. Each is an experiment that has to come out: with the cause taken away
//! from one twin, the twins have to agree.

use crate::kind::TwinKind;
use crate::write::ArgumentGuard;

/// A difference that the language has.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum KnownDifference {
    /// What binds looser than its surroundings falls apart: `0..10` before `?`.
    LostGrouping,
    /// A type before `::` needs angle brackets when it is tokens, and none when it is a fragment.
    TypeAsPath,
    /// A path with generic arguments needs the turbofish in an expression when it is tokens, and none when it is a fragment.
    GenericPath,
    /// A fragment is one opaque node, and tokens are not: another macro, an attribute or a rule of the grammar looks at it.
    OpaqueFragment,
    /// `syn` does not know the argument's syntax.
    SynGrammar,
    /// The argument is not matched by the fragment specifier, and a procedural macro has none.
    NotMatched,
}

/// What is to be said of a difference.
pub struct Row {
    /// The difference.
    pub known: KnownDifference,
    /// In reports.
    pub name: &'static str,
    /// Why it is one of the language.
    pub reason: &'static str,
    /// Who says so.
    pub reference: &'static str,
}

/// All of them.
pub const ROWS: [Row; 6] = [
    Row {
        known: KnownDifference::LostGrouping,
        name: "lost-grouping",
        reason: "the parser passes over the invisible groups that a procedural macro makes; with parentheses in their place, the twins agree",
        reference: "documentation of proc_macro::Delimiter::None; rust-lang/rust#67062, #124974",
    },
    Row {
        known: KnownDifference::TypeAsPath,
        name: "type-as-path",
        reason: "`$t::f` begins with a type that was parsed already; with angle brackets around the tokens, the twins agree",
        reference: "Rust reference, \"Paths\", qualified paths; proc_macro::Delimiter::None",
    },
    Row {
        known: KnownDifference::GenericPath,
        name: "generic-path",
        reason: "a `path` fragment is parsed as in a type; with `::` before the generic arguments, the twins agree",
        reference: "Rust reference, \"Macros by example\", `path`: a TypePath style path",
    },
    Row {
        known: KnownDifference::OpaqueFragment,
        name: "opaque-fragment",
        reason: "a matched fragment is one opaque node; a macro by example that takes the same tokens as `$($t:tt)*` agrees with the procedural macro",
        reference: "Rust reference, \"Macros by example\", forwarding a matched fragment; rust-lang/rust#149260 for statements",
    },
    Row {
        known: KnownDifference::SynGrammar,
        name: "syn-grammar",
        reason: "syn refuses the argument; the procedural macro without syn agrees with the macro by example",
        reference: "syn's documentation: syntax that it does not know",
    },
    Row {
        known: KnownDifference::NotMatched,
        name: "not-matched",
        reason: "the fragment specifier does not match the argument; a macro by example that takes tokens agrees with the procedural macro",
        reference: "Rust reference, \"Macros by example\", metavariables",
    },
];

impl KnownDifference {
    /// What is to be said of it.
    pub fn row(self) -> &'static Row {
        ROWS.iter().find(|row| row.known == self).expect("every difference has a row")
    }
}

/// Experiments to explain a difference: what is put around the argument, and what it means when the twins agree then.
pub fn experiments(kind: TwinKind) -> &'static [(ArgumentGuard, KnownDifference)] {
    match kind {
        TwinKind::Expr | TwinKind::Literal | TwinKind::Pat | TwinKind::Block => {
            &[(ArgumentGuard::Parentheses, KnownDifference::LostGrouping)]
        }
        TwinKind::Ty => &[
            (ArgumentGuard::Parentheses, KnownDifference::LostGrouping),
            (ArgumentGuard::Angles, KnownDifference::TypeAsPath),
        ],
        TwinKind::Path => &[(ArgumentGuard::Turbofish, KnownDifference::GenericPath)],
        _ => &[],
    }
}
