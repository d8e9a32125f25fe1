//! Twins that a language model wrote. Nobody knows whether they are equal, so a difference is a candidate, for a person to judge, and never a finding.

use crate::compile::{Bench, Call, CallFate, ExpansionForm, Macros};
use crate::kind::TwinKind;
use crate::libraries::Libraries;
use crate::plan::File;
use crate::source::Place;
use std::collections::BTreeMap;

/// A macro of both systems, as a model wrote it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The name of the macro in both.
    pub name: String,
    /// The macro by example.
    pub by_example: String,
    /// The crate of the procedural macro.
    pub procedural: String,
}

/// What came of a pair that a model wrote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Assessed {
    /// It cannot be expanded, or the two differ with the paper's default argument: why.
    Invalid(String),
    /// It was expanded with so many arguments; the twins differ with these.
    #[allow(missing_docs)]
    Compared { expansions: usize, candidates: Vec<Candidate> },
}

/// A difference, which may be the model's mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Candidate {
    pub argument: String,
    pub by_example: CallFate,
    pub procedural: CallFate,
    /// Whether the twins agree when parentheses keep the argument together: then the language explains it (`lost-grouping`).
    pub is_grouping: bool,
}

/// The kind of the only parameter of a macro by example; `None` if it has none, or several.
pub fn kind_of(by_example: &str) -> Option<TwinKind> {
    let mut kinds = by_example.match_indices('$').filter_map(|(at, _)| {
        let rest = &by_example[at + 1..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
        let specifier = rest[end..].trim_start().strip_prefix(':')?.trim_start();
        let end = specifier.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(specifier.len());
        (!specifier.starts_with(':')).then_some(&specifier[..end])
    });
    let first = kinds.next()?;
    // Newer editions have variants of some, which take less or more.
    let kind = TwinKind::from_name(first.trim_end_matches("_2021").trim_end_matches("_param"))?;
    kinds.next().is_none().then_some(kind)
}

/// Expands what a model wrote beside a function of a file, with the paper's default argument and with others.
pub fn assess(
    bench: &Bench<'_>,
    libraries: Option<&Libraries>,
    (file, function): (&File, usize),
    written: &Written,
    arguments: &[String],
) -> Result<Assessed, String> {
    let Some(kind) = kind_of(&written.by_example) else {
        return Ok(Assessed::Invalid("the macro by example has not exactly one parameter".to_owned()));
    };
    if file.parsed.functions[function].place != Place::Module {
        return Err("only functions of modules are given to a model".to_owned());
    }
    let args = libraries.map(Libraries::args).unwrap_or_default();
    let library = match bench.library(&written.procedural, &file.source.edition, &args) {
        Ok(library) => library,
        Err(why) => return Ok(Assessed::Invalid(format!("the procedural macro is not built: {why}"))),
    };
    let examples = Macros { by_example: Some(written.by_example.clone()), library: None };
    let procedural = Macros { by_example: None, library: Some(library) };
    // In modules of their own: what they declare has the names that the model chose.
    let call = |(id, argument): (usize, &String)| {
        let text = format!("mod expanded_{id} {{ use super::*; {}! {{ {argument} }} }}", written.name);
        Call { id, function, text }
    };
    let ask = |macros: &Macros, arguments: &[String]| -> Result<BTreeMap<usize, CallFate>, String> {
        let calls: Vec<Call> = arguments.iter().enumerate().map(call).collect();
        bench.ask((&file.source, &file.parsed), macros, &calls, ExpansionForm::Hir)
    };
    let default = [kind.default_input().to_owned()];
    let (own, other) = (ask(&examples, &default)?, ask(&procedural, &default)?);
    if !own[&0].agrees(&other[&0]) {
        let why = format!("with `{}`: {}; procedural: {}", default[0], own[&0].words(), other[&0].words());
        return Ok(Assessed::Invalid(why));
    }
    let (own, other) = (ask(&examples, arguments)?, ask(&procedural, arguments)?);
    let mut candidates = Vec::new();
    let differing = arguments.iter().enumerate().filter(|(id, _)| !own[id].agrees(&other[id]));
    for argument in differing.map(|(_, argument)| argument) {
        // Alone, and once more with parentheses.
        let alone = [argument.clone(), format!("({argument})")];
        let [by_example, grouped] = [0, 1].map(|at| ask(&examples, &alone[at..=at]));
        let [procedural, grouped_too] = [0, 1].map(|at| ask(&procedural, &alone[at..=at]));
        let (by_example, procedural) = (by_example?[&0].clone(), procedural?[&0].clone());
        if !by_example.agrees(&procedural) {
            let is_grouping = grouped?[&0].agrees(&grouped_too?[&0]);
            candidates.push(Candidate { argument: argument.clone(), by_example, procedural, is_grouping });
        }
    }
    Ok(Assessed::Compared { expansions: arguments.len() + 1, candidates })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_macro_by_example_says_the_kind_of_its_parameter() {
        let table = [
            ("macro_rules! m { ($x:expr) => { fn f() -> u8 { $x } }; }", Some(TwinKind::Expr)),
            ("macro_rules! m { ($x: ty) => { fn f(x: $x) -> $x { x } }; }", Some(TwinKind::Ty)),
            ("macro_rules! m { ($x:pat_param) => { fn f() { let $x = 1; } }; }", Some(TwinKind::Pat)),
            ("macro_rules! m { ($t:ty) => { fn f() -> u8 { $t::max_value() } }; }", Some(TwinKind::Ty)),
            ("macro_rules! m { ($x:expr, $y:expr) => { fn f() -> u8 { $x + $y } }; }", None),
            ("macro_rules! m { () => { fn f() {} }; }", None),
        ];
        for (text, expected) in table {
            assert_eq!(kind_of(text), expected, "{text}");
        }
    }
}
