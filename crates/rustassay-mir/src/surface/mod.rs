//! Custom MIR as ordinary Rust, for bug reports.
//!
//! Custom MIR is internal to rustc, and its developers ask for surface Rust that shows a bug. [`surface`] writes a
//! program again so that it does the same: it prints what the custom MIR prints, and is free of Undefined Behavior when that is.
//! Whether it still shows the bug depends on how it is written, and only trying tells: a [`Style`] is one way, and
//! [`Style::ALL`] are those worth trying.
//!
//! What the text keeps: types, statics and surface Rust as they are; functions with their signatures and attributes;
//! each local, statement and operator. What it gives up:
//! - `StorageLive` and `StorageDead`, which say when a local's memory is reused; a program without Undefined Behavior cannot tell.
//! - Moves of what is `Copy`, which are copies. A value that has a destructor is read from its memory, and never
//!   dropped but by a `Drop` terminator.
//! - In-place calls: an argument is always a copy, and a result is written when the callee has returned.
//! - `const fn`, unless surface Rust calls the function, and bounds: an index out of bounds and a division by zero, which MIR
//!   leaves undefined, panic.
//! - A panic that must end the process (`UnwindTerminate`) goes on instead, and a tail call needs stack.
//!
//! The way through: `code` takes out of a body what only MIR can say; `flow` nests its blocks; `locals` decides how each
//! local is declared; `expressions` and `intrinsics` write what is computed, `statements` what is done with it, and `functions` all of
//! it.

mod code;
mod expressions;
mod flow;
mod functions;
mod intrinsics;
mod locals;
mod statements;
#[cfg(test)]
mod tests;

use crate::model::{At, ItemId, Program};
use crate::print::{item_name, print_item};
use std::fmt;

/// How a program is written. The same program in another style is other code to a compiler.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Style {
    /// How control flow is written.
    pub flow: Flow,
    /// Where locals are declared.
    pub locals: Locals,
}

/// How control flow is written.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Flow {
    /// As people write it: `if`, `match` and `loop`, with labels where blocks meet that do not nest. Only for reducible
    /// control flow, where each loop is entered at one block.
    Structured,
    /// As `loop { match block { .. } }` over the number of the block, which can say everything.
    StateMachine,
}

/// Where locals are declared.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Locals {
    /// Where they are first assigned, if that is before every use of them; otherwise up front.
    WhereAssigned,
    /// All of them at the beginning of the function.
    UpFront,
}

impl Style {
    /// The styles that are worth trying, the most natural first.
    pub const ALL: [Style; 4] = [
        Style { flow: Flow::Structured, locals: Locals::WhereAssigned },
        Style { flow: Flow::Structured, locals: Locals::UpFront },
        Style { flow: Flow::StateMachine, locals: Locals::WhereAssigned },
        Style { flow: Flow::StateMachine, locals: Locals::UpFront },
    ];

    /// The style in a few words.
    pub const fn name(self) -> &'static str {
        match (self.flow, self.locals) {
            (Flow::Structured, Locals::WhereAssigned) => "structured",
            (Flow::Structured, Locals::UpFront) => "structured, locals up front",
            (Flow::StateMachine, Locals::WhereAssigned) => "state machine",
            (Flow::StateMachine, Locals::UpFront) => "state machine, locals up front",
        }
    }
}

/// What surface Rust, or this translation, cannot say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Untranslatable {
    /// What it is.
    pub what: String,
    /// Where the program says it.
    pub at: At,
    /// The function or other item that the place is in, by name.
    pub item: String,
}

impl Untranslatable {
    fn new(program: &Program, what: impl Into<String>, at: At) -> Untranslatable {
        Untranslatable { what: what.into(), at, item: item_name(program, at) }
    }
}

impl fmt::Display for Untranslatable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` has no form in surface Rust: it has {}", self.item, self.what)
    }
}

impl std::error::Error for Untranslatable {}

type Result<T> = std::result::Result<T, Untranslatable>;

/// Lints that are on without being asked and deny what a program may well do, and those about code that nobody would write.
const ALLOWED: &str = "unused, arithmetic_overflow, unconditional_panic, overflowing_literals, \
    invalid_reference_casting, mutable_transmutes";

/// The program in surface Rust, for a stable compiler unless the text begins with `#![feature(..)]`.
pub fn surface(program: &Program, style: &Style) -> Result<String> {
    let mut items = Vec::new();
    let mut types = program.types.clone();
    for &item in &program.order {
        let text = match item {
            ItemId::Fn(id) if program.functions.get(id).is_some() => {
                functions::function(program, &mut types, id, *style)?
            }
            ItemId::Surface(id) if program.surface.get(id).is_some_and(|item| is_for_mir(&item.text)) => {
                continue;
            }
            other => print_item(program, other),
        };
        items.push(text.trim_end().to_owned());
    }
    let mut text = attributes(program, &items);
    let mut last_was_short = false;
    for item in items {
        let is_short = !item.contains('\n');
        if !(last_was_short && is_short) {
            text.push('\n');
        }
        text.push_str(&item);
        text.push('\n');
        last_was_short = is_short;
    }
    Ok(text)
}

/// Whether surface Rust is there for custom MIR alone.
fn is_for_mir(text: &str) -> bool {
    let words: String = text.split_whitespace().collect();
    matches!(&*words, "usecore::intrinsics::mir::*;" | "usestd::intrinsics::mir::*;")
}

/// The crate's attributes, with the features that the items need and no others.
fn attributes(program: &Program, items: &[String]) -> String {
    let uses = |word: &str| items.iter().any(|item| has_word(item, word));
    let mut features: Vec<&str> = Vec::new();
    let mut others: Vec<&str> = Vec::new();
    for attr in &program.attrs {
        match attr.strip_prefix("feature(").and_then(|list| list.strip_suffix(')')) {
            Some(list) => features.extend(list.split(',').map(str::trim).filter(|name| !name.is_empty())),
            None if attr.starts_with("allow(") => {}
            None => others.push(attr),
        }
    }
    let known = ["custom_mir", "core_intrinsics", "f16", "f128", "explicit_tail_calls"];
    features.retain(|feature| !known.contains(feature));
    features.extend(["f16", "f128"].into_iter().filter(|float| uses(float)));
    let uses_intrinsics = uses("intrinsics");
    if uses_intrinsics {
        features.push("core_intrinsics");
    }
    let mut text = String::new();
    if !features.is_empty() {
        text.push_str(&format!("#![feature({})]\n", features.join(", ")));
    }
    let internal = if uses_intrinsics { "internal_features, " } else { "" };
    text.push_str(&format!("#![allow({internal}{ALLOWED})]\n"));
    for attr in others {
        text.push_str(&format!("#![{attr}]\n"));
    }
    text
}

/// Whether `word` stands in `text` with nothing of an identifier on either side. A literal's suffix counts: `1_f16`.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + word.len()..].chars().next();
        let is_suffix = before == Some('_') && text[..start - 1].ends_with(|c: char| c.is_ascii_digit());
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        (is_suffix || !before.is_some_and(is_name)) && !after.is_some_and(is_name)
    })
}
