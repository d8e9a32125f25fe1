//! What must hold: bodies, premises with ways to negate them, goals.

use super::Reader;
use crate::clp::rules::{BodyId, Goal, NEVER, Negation, Pattern, Predicate, PredicateId, Premise};
use crate::clp::token::{Mistake, Word};

impl Reader<'_> {
    pub(super) fn empty_body(&mut self) -> BodyId {
        self.rules.bodies.push(Vec::new());
        self.rules.bodies.len() as u32 - 1
    }

    pub(super) fn body(&mut self) -> Result<BodyId, Mistake> {
        let mut premises = vec![self.premise()?];
        while self.skip_sign(",") {
            premises.push(self.premise()?);
        }
        self.rules.bodies.push(premises);
        Ok(self.rules.bodies.len() as u32 - 1)
    }

    /// A goal, and the ways to negate it.
    pub(super) fn premise(&mut self) -> Result<Premise, Mistake> {
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

    pub(super) fn goal(&mut self) -> Result<Goal, Mistake> {
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
    pub(super) fn group(&mut self) -> Result<BodyId, Mistake> {
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

    pub(super) fn call(&mut self, term: Pattern, place: String) -> Result<Goal, Mistake> {
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

    pub(super) fn predicate(&mut self, name: &str, arity: usize) -> PredicateId {
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
}
