//! Which programs are well-formed: the ones that rustc compiles.
//!
//! Every program that [`check`] accepts compiles with rustc 1.95 without an error or a crash, at every optimization level.
//! What rustc would reject is rejected here with a reason. Rules and their sources are in [`Rule`]; a program that was
//! rejected has all its violations listed, in the order of its items.
//!
//! The checker knows the model and nothing else: surface Rust, which a program carries as text, is rustc's to check.

#[cfg(test)]
mod tests;

mod adts;
mod borrows;
mod calls;
mod cfg;
mod constants;
mod items;
mod moves;
mod names;
mod places;
mod rule;
mod statements;
mod types;

pub use rule::Rule;

use crate::layout::{self, Layouts};
use crate::model::{At, BlockId, Body, FnId, Function, Items, Part, Phase, Program, Ty, Types};
use crate::print::Describe;
use crate::source::{Diagnostic, Span};

/// A rule that a program breaks, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// Where it is broken.
    pub at: At,
    /// What is wrong.
    pub message: String,
    /// What to say at that place.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Other places that have to do with it.
    pub related: Vec<(At, String)>,
}

impl Violation {
    /// The violation as a diagnostic, with `span_of` to find places in the text.
    pub fn diagnostic(&self, span_of: impl Fn(At) -> Option<Span>) -> Diagnostic {
        let mut diagnostic =
            Diagnostic::new(self.rule.name(), span_of(self.at), &*self.message).label(&*self.label);
        for (at, label) in &self.related {
            if let Some(span) = span_of(*at) {
                diagnostic = diagnostic.related(span, &**label);
            }
        }
        if let Some(note) = self.rule.note() {
            diagnostic = diagnostic.note(note);
        }
        match &self.help {
            Some(help) => diagnostic.help(&**help),
            None => diagnostic,
        }
    }
}

/// Every violation of a rule in `program`; none when rustc compiles it.
pub fn check(program: &Program) -> Vec<Violation> {
    let mut checker = Checker::new(program);
    checker.ids();
    checker.recursion();
    checker.cyclic_constants();
    // Everything below follows ids and looks into types without end.
    if checker.violations.is_empty() {
        checker.names();
        checker.adts();
        checker.globals();
        checker.functions();
    }
    checker.violations
}

/// What is wrong, before it is known where.
#[derive(Debug)]
struct Fault {
    rule: Rule,
    message: String,
    label: String,
    help: Option<String>,
}

impl Fault {
    fn new(rule: Rule, message: impl Into<String>) -> Box<Fault> {
        Box::new(Fault { rule, message: message.into(), label: String::new(), help: None })
    }

    /// Something that is in the model for compiled crates alone.
    fn not_custom_mir(what: &str) -> Box<Fault> {
        Fault::new(Rule::NotCustomMir, format!("custom MIR cannot say this: {what}"))
    }

    fn label(mut self: Box<Self>, label: impl Into<String>) -> Box<Fault> {
        self.label = label.into();
        self
    }

    fn help(mut self: Box<Self>, help: impl Into<String>) -> Box<Fault> {
        self.help = Some(help.into());
        self
    }
}

/// A program under examination.
struct Checker<'a> {
    program: &'a Program,
    items: Items<'a>,
    /// The program's types, and those that were derived on the way.
    types: Types,
    layouts: Layouts,
    features: types::Features,
    /// For each type of the program, what checking it has found.
    checked_types: Vec<types::Checked>,
    violations: Vec<Violation>,
}

/// The function whose body is examined.
#[derive(Copy, Clone)]
struct Cx<'a> {
    id: FnId,
    function: &'a Function,
    body: &'a Body,
    phase: Phase,
}

/// A statement or terminator.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Point {
    function: FnId,
    block: BlockId,
    statement: usize,
}

impl Point {
    /// All of it.
    fn whole(self) -> At {
        At::Statement(self.function, self.block, self.statement, Part::Whole)
    }

    /// One place or operand of it.
    fn part(self, position: usize) -> At {
        At::Statement(self.function, self.block, self.statement, Part::Nth(position))
    }
}

impl<'a> Checker<'a> {
    fn new(program: &'a Program) -> Checker<'a> {
        Checker {
            program,
            items: program.items(),
            types: program.types.clone(),
            layouts: Layouts::new(layout::LayoutOptions::default()),
            features: types::Features::of(program),
            checked_types: vec![types::Checked::NotYet; program.types.len()],
            violations: Vec::new(),
        }
    }

    #[allow(clippy::boxed_local, reason = "results carry faults in boxes, so that good results are small")]
    fn report(&mut self, at: At, fault: Box<Fault>) {
        let Fault { rule, message, label, help } = *fault;
        self.violations.push(Violation { rule, at, message, label, help, related: Vec::new() });
    }

    /// Reports a fault, if there is one.
    fn require<T>(&mut self, at: At, result: Result<T, Box<Fault>>) -> Option<T> {
        result.map_err(|fault| self.report(at, fault)).ok()
    }

    /// Adds another place to the last violation.
    fn relate(&mut self, at: At, label: impl Into<String>) {
        if let Some(last) = self.violations.last_mut() {
            last.related.push((at, label.into()));
        }
    }

    fn describe(&self) -> Describe<'_> {
        Describe { types: &self.types, items: self.items }
    }

    /// A type as a message names it.
    fn name(&self, ty: Ty) -> String {
        self.describe().ty(ty)
    }
}
