//! Terms as text: by a rule set's templates, or as they are, for messages.

use crate::clp::names::Names;
use crate::clp::rules::{Pattern, Piece, Rules};
use crate::clp::term::{Term, TermStore, View};

/// A term in the notation of rules, for messages.
pub fn debug(store: &TermStore, names: &Names, term: Term) -> String {
    match store.view(term) {
        View::Variable(variable) => format!("_{}", variable.0),
        View::Atom(symbol) => names.text(symbol).to_owned(),
        View::Number(value) => value.to_string(),
        View::Compound(functor, cell) => {
            let arguments = (0..names.arity(functor)).map(|index| store.argument(cell, index));
            let arguments: Vec<String> = arguments.map(|term| debug(store, names, term)).collect();
            if functor == Names::CONS {
                return match store.items(term) {
                    Some(items) => {
                        let items: Vec<String> =
                            items.into_iter().map(|item| debug(store, names, item)).collect();
                        format!("[{}]", items.join(", "))
                    }
                    None => format!("[{} | {}]", arguments[0], arguments[1]),
                };
            }
            format!("{}({})", names.name(functor), arguments.join(", "))
        }
    }
}

/// Appends what the rule set's templates write for a term. An atom without a template is its name, a number its digits.
///
/// # Errors
/// If the term has a variable, or a compound term that no template fits.
pub fn show(rules: &Rules, store: &mut TermStore, term: Term, text: &mut String) -> Result<(), String> {
    let list = match store.view(term) {
        View::Compound(functor, _) => functor.0 as usize,
        View::Atom(_) | View::Number(_) => rules.templates_by_functor.len() - 1,
        View::Variable(_) => return Err("a variable was left without a value".to_owned()),
    };
    for &index in &rules.templates_by_functor[list] {
        let template = &rules.templates[index as usize];
        let mut bindings = [None; MOST_VARIABLES];
        if !matches(store, &template.shape, term, &mut bindings) {
            continue;
        }
        for piece in &template.pieces {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Term(pattern) => {
                    let term = build(store, pattern, &bindings);
                    show(rules, store, term, text).map_err(|error| within(rules, store, term, error))?;
                }
                Piece::List(pattern, separator) => {
                    let list = build(store, pattern, &bindings);
                    let Some(items) = store.items(list) else {
                        let list = debug(store, &rules.names, list);
                        return Err(format!("a list was expected, not `{list}`"));
                    };
                    for (index, item) in items.into_iter().enumerate() {
                        if index > 0 {
                            text.push_str(separator);
                        }
                        show(rules, store, item, text).map_err(|error| within(rules, store, item, error))?;
                    }
                }
            }
        }
        return Ok(());
    }
    match store.view(term) {
        View::Atom(symbol) => text.push_str(rules.names.text(symbol)),
        View::Number(value) => text.push_str(&value.to_string()),
        _ => return Err(format!("no template fits `{}`", debug(store, &rules.names, term))),
    }
    Ok(())
}

/// How many variables a template has at most; reading rules makes sure of it.
pub const MOST_VARIABLES: usize = 16;

type Bindings = [Option<Term>; MOST_VARIABLES];

fn within(rules: &Rules, store: &TermStore, term: Term, error: String) -> String {
    if error.contains(" in `") {
        return error;
    }
    format!("{error} in `{}`", debug(store, &rules.names, term))
}

fn matches(store: &TermStore, shape: &Pattern, term: Term, bindings: &mut Bindings) -> bool {
    match (shape, store.view(term)) {
        (Pattern::Variable(number), _) => {
            bindings[*number as usize] = Some(term);
            true
        }
        (Pattern::Atom(one), View::Atom(other)) => *one == other,
        (Pattern::Number(one), View::Number(other)) => *one == other,
        (Pattern::Compound(one, shapes), View::Compound(other, cell)) => {
            *one == other
                && shapes
                    .iter()
                    .enumerate()
                    .all(|(index, shape)| matches(store, shape, store.argument(cell, index), bindings))
        }
        _ => false,
    }
}

fn build(store: &mut TermStore, pattern: &Pattern, bindings: &Bindings) -> Term {
    match pattern {
        Pattern::Variable(number) => bindings[*number as usize].expect("templates use what they bind"),
        Pattern::Atom(symbol) => Term::atom(*symbol),
        Pattern::Number(value) => Term::number(*value),
        Pattern::Compound(functor, patterns) => {
            let arguments: Vec<Term> =
                patterns.iter().map(|pattern| build(store, pattern, bindings)).collect();
            store.build(*functor, &arguments)
        }
        Pattern::As(_, pattern) => build(store, pattern, bindings),
    }
}
