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

pub use crate::token::Mistake;

use crate::names::{Functor, Names};
use crate::rules::{
    BodyId, Clause, Goal, NEVER, Named, Negation, Pattern, Piece, Predicate, PredicateId, Premise, Rewriting,
    Rules, Start, Template,
};
use crate::search::MOST_ARGUMENTS;
use crate::show::MOST_VARIABLES;
use crate::token::{Token, Word, tokens};
use std::collections::BTreeMap;

/// A file of rules.
#[derive(Copy, Clone, Debug)]
pub struct Source<'text> {
    /// What messages call it.
    pub file: &'text str,
    /// What is in it.
    pub text: &'text str,
}

/// Reads the files of a rule set, which may be its own and others that define helpers.
///
/// # Errors
/// Says where something is not in the notation, is used and not defined, or occurs only once though it has a name.
pub fn read(sources: &[Source<'_>]) -> Result<Rules, Mistake> {
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

    /// `name(arguments)`, or a name.
    fn head(&mut self) -> Result<(String, Box<[Pattern]>), Mistake> {
        let name = self.name()?;
        let arguments = if self.skip_sign("(") { self.arguments(")")? } else { Vec::new() };
        Ok((name, arguments.into()))
    }

    fn arguments(&mut self, end: &'static str) -> Result<Vec<Pattern>, Mistake> {
        let mut arguments = vec![self.term()?];
        while self.skip_sign(",") {
            arguments.push(self.term()?);
        }
        self.sign(end)?;
        Ok(arguments)
    }

    /// A term; `X : T` is a pair of that name.
    fn term(&mut self) -> Result<Pattern, Mistake> {
        let first = self.simple_term()?;
        if !self.skip_sign(":") {
            return Ok(first);
        }
        let second = self.simple_term()?;
        Ok(Pattern::Compound(self.rules.names.functor(":", 2), [first, second].into()))
    }

    fn simple_term(&mut self) -> Result<Pattern, Mistake> {
        match self.word().clone() {
            Word::Variable(name) => {
                self.take();
                Ok(self.variable(&name))
            }
            Word::Number(value) => {
                self.take();
                Ok(Pattern::Number(value))
            }
            Word::Name(_) => {
                let (name, arguments) = self.head()?;
                let names = &mut self.rules.names;
                Ok(if arguments.is_empty() {
                    Pattern::Atom(names.symbol(&name))
                } else {
                    Pattern::Compound(names.functor(&name, arguments.len()), arguments)
                })
            }
            Word::Sign("[") => {
                self.take();
                self.list()
            }
            Word::Sign("(") => {
                self.take();
                let term = self.term()?;
                self.sign(")")?;
                Ok(term)
            }
            _ => self.expected("a term"),
        }
    }

    fn list(&mut self) -> Result<Pattern, Mistake> {
        if self.skip_sign("]") {
            return Ok(Pattern::Atom(Names::NIL));
        }
        let mut items = vec![self.term()?];
        while self.skip_sign(",") {
            items.push(self.term()?);
        }
        let mut list = if self.skip_sign("|") { self.term()? } else { Pattern::Atom(Names::NIL) };
        self.sign("]")?;
        for item in items.into_iter().rev() {
            list = Pattern::Compound(Names::CONS, [item, list].into());
        }
        Ok(list)
    }

    fn variable(&mut self, name: &str) -> Pattern {
        if name != "_"
            && let Some(number) = self.variables.iter().position(|(other, _)| other == name)
        {
            self.variables[number].1 += 1;
            return Pattern::Variable(number as u32);
        }
        self.variables.push((name.to_owned(), 1));
        Pattern::Variable(self.variables.len() as u32 - 1)
    }

    /// How many variables the statement has; what is named should occur twice, or it is probably misspelt.
    fn end_of_variables(&mut self) -> Result<u32, Mistake> {
        let lonely = self.variables.iter().find(|(name, times)| *times == 1 && !name.starts_with('_'));
        if let Some((name, _)) = lonely {
            return self.wrong(format_args!(
                "`{name}` occurs only once in the statement that ends here; call it `_{name}` if that is meant"
            ));
        }
        Ok(self.variables.len() as u32)
    }

    fn empty_body(&mut self) -> BodyId {
        self.rules.bodies.push(Vec::new());
        self.rules.bodies.len() as u32 - 1
    }

    fn body(&mut self) -> Result<BodyId, Mistake> {
        let mut premises = vec![self.premise()?];
        while self.skip_sign(",") {
            premises.push(self.premise()?);
        }
        self.rules.bodies.push(premises);
        Ok(self.rules.bodies.len() as u32 - 1)
    }

    /// A goal, and the ways to negate it.
    fn premise(&mut self) -> Result<Premise, Mistake> {
        let goal = self.goal()?;
        let mut negations = Vec::new();
        while matches!(self.word(), Word::Name(name) if name == "negate") {
            self.take();
            let name = self.name()?;
            let name = format!("{}/{name}", self.label);
            let mut codes = Vec::new();
            while let Word::Variable(code) | Word::Text(code) = self.word() {
                codes.push(code.clone());
                self.take();
            }
            if codes.is_empty() {
                return self.expected("the code of an error, such as `E0308`,");
            }
            let body = if self.skip_sign("{") {
                let body = self.body()?;
                self.sign("}")?;
                body
            } else {
                let opposite = match &goal {
                    // What cannot be derived is derived after all.
                    Goal::Not(body) => Goal::Once(*body),
                    goal => {
                        let positive = vec![Premise { goal: goal.clone(), negations: Vec::new() }];
                        self.rules.bodies.push(positive);
                        Goal::Not(self.rules.bodies.len() as u32 - 1)
                    }
                };
                self.rules.bodies.push(vec![Premise { goal: opposite, negations: Vec::new() }]);
                self.rules.bodies.len() as u32 - 1
            };
            if self.rules.negations.iter().any(|other| other.name == name) {
                return self.wrong(format_args!("there is a negation `{name}` already"));
            }
            self.rules.negations.push(Negation { name, codes, body });
            negations.push(self.rules.negations.len() as u32 - 1);
        }
        Ok(Premise { goal, negations })
    }

    fn goal(&mut self) -> Result<Goal, Mistake> {
        if self.skip_sign("\\+") {
            return Ok(Goal::Not(self.group()?));
        }
        let one_way = match self.word() {
            Word::Name(name) if name == "once" => Some(Goal::Once as fn(BodyId) -> Goal),
            Word::Name(name) if name == "surely" => Some(Goal::Surely as fn(BodyId) -> Goal),
            _ => None,
        };
        if let Some(goal) = one_way
            && matches!(self.word_after(), Word::Sign("(") | Word::Name(_))
        {
            self.take();
            return Ok(goal(self.group()?));
        }
        let place = self.place();
        let term = self.term()?;
        match self.word().clone() {
            Word::Sign("=") => {
                self.take();
                Ok(Goal::Same(term, self.term()?))
            }
            Word::Sign("\\=") => {
                self.take();
                Ok(Goal::Different(term, self.term()?))
            }
            Word::Sign("=<") => {
                self.take();
                Ok(Goal::Ordered(term, 0, self.term()?))
            }
            Word::Sign("<") => {
                self.take();
                Ok(Goal::Ordered(term, 1, self.term()?))
            }
            Word::Name(name) if name == "in" => {
                self.take();
                let low = self.number()?;
                self.sign("..")?;
                Ok(Goal::Range(term, low, self.number()?))
            }
            _ => self.call(term, place),
        }
    }

    /// A goal in parentheses, or several.
    fn group(&mut self) -> Result<BodyId, Mistake> {
        if self.skip_sign("(") {
            let body = self.body()?;
            self.sign(")")?;
            // Nothing of what is only tried stays, so that a negation in it would never be seen.
            if self.rules.bodies[body as usize].iter().any(|premise| !premise.negations.is_empty()) {
                return self.wrong(format_args!("what is in `\\+`, `once` or `surely` cannot be negated"));
            }
            return Ok(body);
        }
        // What may follow, `negate`, is about the whole.
        let goal = self.goal()?;
        self.rules.bodies.push(vec![Premise { goal, negations: Vec::new() }]);
        Ok(self.rules.bodies.len() as u32 - 1)
    }

    fn call(&mut self, term: Pattern, place: String) -> Result<Goal, Mistake> {
        let (name, arguments) = match term {
            Pattern::Atom(symbol) => (self.rules.names.text(symbol).to_owned(), Vec::new()),
            Pattern::Compound(functor, arguments) => {
                (self.rules.names.name(functor).to_owned(), arguments.into_vec())
            }
            _ => {
                return Err(Mistake { message: format!("{place}: a variable or a number is not a premise") });
            }
        };
        let mut patterns = arguments.clone().into_iter();
        let mut next = || patterns.next().expect("there are as many as were counted");
        Ok(match (name.as_str(), arguments.len()) {
            ("fresh", 1) => Goal::Fresh(next()),
            ("label", 1) => Goal::Label(next()),
            ("pick" | "member", 2) => Goal::Pick(next(), next()),
            ("shuffle", 2) => Goal::Shuffle(next(), next()),
            ("add", 3) => Goal::Add(next(), next(), next()),
            _ => {
                let predicate = self.predicate(&name, arguments.len());
                self.used.entry(predicate).or_insert(place);
                Goal::Call(predicate, arguments.into())
            }
        })
    }

    fn predicate(&mut self, name: &str, arity: usize) -> PredicateId {
        let functor = self.rules.names.functor(name, arity);
        let predicates = &mut self.rules.predicates;
        *self.predicates.entry(functor).or_insert_with(|| {
            predicates.push(Predicate {
                functor,
                clauses: Vec::new(),
                positions: Box::default(),
                keys: Box::default(),
                is_ordered: false,
                height: NEVER,
                size: NEVER,
            });
            predicates.len() as u32 - 1
        })
    }

    fn template(&mut self) -> Result<(), Mistake> {
        let shape = self.term()?;
        self.sign("=")?;
        let place = self.place();
        let text = self.text()?;
        let bound = self.variables.len();
        if bound > MOST_VARIABLES {
            return Err(Mistake {
                message: format!("{place}: a template has at most {MOST_VARIABLES} variables"),
            });
        }
        let pieces = self.pieces(&text, &place)?;
        if let Some((name, _)) = self.variables.get(bound) {
            return Err(Mistake { message: format!("{place}: `{name}` is not in the shape") });
        }
        let variables = self.end_of_variables()?;
        self.rules.templates.push(Template { shape, variables, pieces });
        Ok(())
    }

    /// A template's pieces: `$X`, `$(term)`, `$[Xs|separator]`, and what is between them.
    fn pieces(&mut self, text: &str, place: &str) -> Result<Vec<Piece>, Mistake> {
        let wrong = |what: &str| Mistake { message: format!("{place}: {what}") };
        let mut pieces = Vec::new();
        let mut parts = text.split('$');
        let first = parts.next().unwrap_or_default();
        if !first.is_empty() {
            pieces.push(Piece::Text(first.to_owned()));
        }
        for part in parts {
            let rest = if let Some(after) = part.strip_prefix('(') {
                let end = closing(after).ok_or_else(|| wrong("`$(` is not closed"))?;
                let term = self.inner_term(&after[..end], place)?;
                pieces.push(Piece::Term(term));
                &after[end + 1..]
            } else if let Some(after) = part.strip_prefix('[') {
                let (list, rest) =
                    after.split_once('|').ok_or_else(|| wrong("`$[` needs a `|` before its separator"))?;
                let (separator, rest) = rest.split_once(']').ok_or_else(|| wrong("`$[` is not closed"))?;
                let list = self.inner_term(list, place)?;
                pieces.push(Piece::List(list, separator.to_owned()));
                rest
            } else {
                let end = part.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(part.len());
                if !part.starts_with(|c: char| c.is_ascii_uppercase()) {
                    return Err(wrong("after `$` comes a variable, `(` or `[`"));
                }
                let variable = self.variable(&part[..end]);
                pieces.push(Piece::Term(variable));
                &part[end..]
            };
            if !rest.is_empty() {
                pieces.push(Piece::Text(rest.to_owned()));
            }
        }
        Ok(pieces)
    }

    /// A term that stands in a text.
    fn inner_term(&mut self, text: &str, place: &str) -> Result<Pattern, Mistake> {
        let inner = tokens(place, text)?;
        let tokens = std::mem::replace(&mut self.tokens, inner);
        let at = std::mem::replace(&mut self.at, 0);
        let term = self.term();
        let is_whole = *self.word() == Word::End;
        (self.tokens, self.at) = (tokens, at);
        if is_whole { term } else { Err(Mistake { message: format!("{place}: `{text}` is not a term") }) }
    }

    fn rewriting(&mut self) -> Result<(), Mistake> {
        let name = self.name()?;
        let citation = self.text()?;
        self.sign(":")?;
        let from = self.term()?;
        self.sign("=>")?;
        let to = self.term()?;
        let body = if self.skip_sign(":-") { self.body()? } else { self.empty_body() };
        let variables = self.end_of_variables()?;
        if !matches!(from, Pattern::Compound(..)) {
            return self.wrong("a rewriting begins with a compound term");
        }
        self.rules.rewritings.push(Rewriting { name, citation, from, to, body, variables });
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

/// Where the parenthesis closes that was opened before the text.
fn closing(text: &str) -> Option<usize> {
    let mut open = 1;
    text.char_indices().find_map(|(at, letter)| {
        match letter {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        (open == 0).then_some(at)
    })
}
