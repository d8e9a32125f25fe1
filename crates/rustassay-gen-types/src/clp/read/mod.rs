//! Reads rules from their notation.
//!
//! ```text
//! # A comment.
//! set lambda "the simply typed lambda calculus".
//! depth 6.                                # how deep named rules nest
//! fuel 30.                                # how many are applied before a derivation heads for its end
//! start E :- typing([], E, bool).         # what is made, and what must hold for it
//!
//! rule variable 2 "TaPL, T-Var":          # a name, a weight (1 if it is not given), a citation
//! typing(G, variable(X), T) :- member(bind(X, T), G).
//!
//! rule application "TaPL, T-App":
//! typing(G, apply(F, E), T) :-
//!     typing(G, F, arrow(A, T)),
//!     typing(G, E, A) negate argument E0308 { typing(G, E, B), B \= A }.
//!
//! show apply(F, E) = "$F($E)".            # how terms of this shape are written
//! rewrite bind_first "let x = e; x": E => let_in(X, E, X) :- fresh(X).
//! ```
//!
//! Names that begin small are names, big ones are variables. A clause without `rule` is a helper: it has no name, costs no fuel, and
//! is counted nowhere. `docs/rules.md` tells all of it.

mod goals;
mod templates;
mod terms;

pub use crate::clp::token::Mistake;

use crate::clp::names::Functor;
use crate::clp::rules::{Clause, NEVER, Named, Predicate, PredicateId, Rules, Start};
use crate::clp::search::MOST_ARGUMENTS;
use crate::clp::token::{Token, Word, tokens};
use std::collections::BTreeMap;

/// A file of rules.
#[derive(Copy, Clone, Debug)]
pub struct RuleFile<'text> {
    /// What messages call it.
    pub file: &'text str,
    /// What is in it.
    pub text: &'text str,
}

/// Reads the files of a rule set, which may be its own and others that define helpers.
///
/// # Errors
/// Says where something is not in the notation, is used and not defined, or occurs only once though it has a name.
pub fn read(sources: &[RuleFile<'_>]) -> Result<Rules, Mistake> {
    let mut reader = Reader {
        rules: Rules { depth: 8, fuel: 40, ..Rules::default() },
        predicates: BTreeMap::new(),
        used: BTreeMap::new(),
        ordered: Vec::new(),
        file: "",
        tokens: Vec::new(),
        at: 0,
        variables: Vec::new(),
        label: String::new(),
    };
    for source in sources {
        reader.file = source.file;
        reader.tokens = tokens(source.file, source.text)?;
        reader.at = 0;
        while *reader.word() != Word::End {
            reader.statement()?;
        }
    }
    reader.finish()
}

struct Reader<'text> {
    rules: Rules,
    predicates: BTreeMap<Functor, PredicateId>,
    /// Where each predicate is used first.
    used: BTreeMap<PredicateId, String>,
    ordered: Vec<PredicateId>,
    file: &'text str,
    tokens: Vec<Token>,
    at: usize,
    /// The variables of the current clause, with how often they occur.
    variables: Vec<(String, u32)>,
    /// What negations of the current clause are called after.
    label: String,
}

impl Reader<'_> {
    fn word(&self) -> &Word {
        &self.tokens[self.at].word
    }

    fn word_after(&self) -> &Word {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].word
    }

    fn take(&mut self) -> Word {
        let word = self.word().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        word
    }

    fn place(&self) -> String {
        let Token { line, column, .. } = self.tokens[self.at];
        format!("{}:{line}:{column}", self.file)
    }

    fn wrong<T>(&self, what: impl std::fmt::Display) -> Result<T, Mistake> {
        Err(Mistake { message: format!("{}: {what}", self.place()) })
    }

    fn expected<T>(&self, what: &str) -> Result<T, Mistake> {
        self.wrong(format_args!("{what} was expected, not {}", self.word()))
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.word(), Word::Sign(found) if *found == sign)
    }

    fn skip_sign(&mut self, sign: &str) -> bool {
        let is_there = self.is_sign(sign);
        if is_there {
            self.take();
        }
        is_there
    }

    fn sign(&mut self, sign: &str) -> Result<(), Mistake> {
        if self.skip_sign(sign) { Ok(()) } else { self.expected(&format!("`{sign}`")) }
    }

    fn name(&mut self) -> Result<String, Mistake> {
        match self.word() {
            Word::Name(name) => {
                let name = name.clone();
                self.take();
                Ok(name)
            }
            _ => self.expected("a name"),
        }
    }

    fn text(&mut self) -> Result<String, Mistake> {
        match self.word() {
            Word::Text(text) => {
                let text = text.clone();
                self.take();
                Ok(text)
            }
            _ => self.expected("a text in quotes"),
        }
    }

    fn number(&mut self) -> Result<i32, Mistake> {
        match *self.word() {
            Word::Number(value) => {
                self.take();
                Ok(value)
            }
            _ => self.expected("a number"),
        }
    }

    /// Reads one statement, up to its full stop.
    fn statement(&mut self) -> Result<(), Mistake> {
        self.variables.clear();
        self.label.clear();
        let keyword = match (self.word(), self.word_after()) {
            (Word::Name(_), Word::Sign("(" | ":-" | ".")) => String::new(),
            (Word::Name(name), _) => name.clone(),
            _ => return self.expected("a statement"),
        };
        if keyword.is_empty() {
            self.clause(None, 1)?;
            return self.sign(".");
        }
        self.take();
        match keyword.as_str() {
            "set" => {
                self.rules.name = self.name()?;
                self.rules.title = self.text()?;
            }
            "shared" => self.rules.shared = self.text()?,
            "depth" => self.rules.depth = self.number()?.max(1) as u32,
            "fuel" => self.rules.fuel = self.number()?.max(1) as u32,
            "ordered" => {
                let name = self.name()?;
                self.sign(":")?;
                let arity = self.number()?.max(0) as usize;
                let predicate = self.predicate(&name, arity);
                let place = self.place();
                self.used.entry(predicate).or_insert(place);
                self.ordered.push(predicate);
            }
            "start" => self.start()?,
            "rule" => {
                let name = self.name()?;
                let weight = if let Word::Number(_) = self.word() { self.number()? } else { 1 };
                let citation = self.text()?;
                self.sign(":")?;
                if weight < 1 {
                    return self.wrong("a rule's weight is at least 1");
                }
                if self.rules.named.iter().any(|other| other.name == name) {
                    return self.wrong(format_args!("there is a rule `{name}` already"));
                }
                self.label.clone_from(&name);
                self.rules.named.push(Named { name, citation });
                self.clause(Some(self.rules.named.len() as u32 - 1), weight as u32)?;
            }
            "show" => self.template()?,
            "rewrite" => self.rewriting()?,
            other => return self.wrong(format_args!("`{other}` is not the beginning of a statement")),
        }
        self.sign(".")
    }

    fn start(&mut self) -> Result<(), Mistake> {
        let name = match (self.word(), self.word_after()) {
            (Word::Name(_), Word::Sign(":")) => {
                let name = self.name()?;
                self.sign(":")?;
                name
            }
            _ => String::new(),
        };
        let result = self.term()?;
        self.sign(":-")?;
        let body = self.body()?;
        let variables = self.end_of_variables()?;
        self.rules.starts.push((name, Start { body, result, variables }));
        Ok(())
    }

    fn clause(&mut self, rule: Option<u32>, weight: u32) -> Result<(), Mistake> {
        let place = self.place();
        let (name, head) = self.head()?;
        if self.label.is_empty() {
            self.label.clone_from(&name);
        }
        let predicate = self.predicate(&name, head.len());
        let body = if self.skip_sign(":-") { self.body()? } else { self.empty_body() };
        let variables = self.end_of_variables()?;
        if head.len() > MOST_ARGUMENTS {
            return Err(Mistake {
                message: format!("{place}: `{name}` has more than {MOST_ARGUMENTS} arguments"),
            });
        }
        let (glances, guards, height, size) = (Vec::new(), Vec::new(), NEVER, NEVER);
        let clause = Clause { rule, head, body, glances, guards, variables, weight, height, size };
        self.rules.predicates[predicate as usize].clauses.push(self.rules.clauses.len() as u32);
        self.rules.clauses.push(clause);
        Ok(())
    }

    fn finish(mut self) -> Result<Rules, Mistake> {
        for (&predicate, place) in &self.used {
            let Predicate { functor, clauses, .. } = &self.rules.predicates[predicate as usize];
            if clauses.is_empty() {
                let (name, arity) = (self.rules.names.name(*functor), self.rules.names.arity(*functor));
                return Err(Mistake {
                    message: format!("{place}: no clause concludes `{name}` with {arity} arguments"),
                });
            }
        }
        for &predicate in &self.ordered {
            let predicate = &mut self.rules.predicates[predicate as usize];
            predicate.is_ordered = true;
            for &clause in &predicate.clauses {
                self.rules.clauses[clause as usize].weight = 0;
            }
        }
        if self.rules.starts.is_empty() {
            return Err(Mistake { message: format!("{}: there is no `start`", self.file) });
        }
        self.rules.analyse();
        Ok(self.rules)
    }
}
