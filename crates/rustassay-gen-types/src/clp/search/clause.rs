//! Clauses: which fit a goal, which of them is taken, and what it makes of the terms at hand.

use super::choice::ChoiceKind;
use super::{DONE, MOST_POSITIONS, Rest, SLACK, Solver};
use crate::clp::names::Names;
use crate::clp::rules::{
    Clause, ClauseId, Goal, Guard, Key, NEVER, Pattern, Position, PredicateId, Premise, Reach, Seen, Side,
    Wanted, WantedPart,
};
use crate::clp::term::{Term, View};

impl Solver<'_> {
    /// Whether a goal at that depth is to be solved by as little as possible.
    fn is_closing(&self, depth: u32) -> bool {
        self.limits.is_foresighted && (depth <= SLACK || self.applied.len() as u32 >= self.limits.fuel)
    }

    /// Takes one of the clauses above `start`: by weight among the smallest or all, or the first.
    pub(super) fn take_clause(&mut self, start: usize, depth: u32, next: u32) -> ClauseId {
        let clauses = &self.alternatives[start..];
        let first = clauses[0];
        let is_ordered = self.is_exhaustive || self.is_checking || self.weights[first as usize] == 0;
        if is_ordered || clauses.len() == 1 {
            return self.alternatives.remove(start);
        }
        let weights = &self.weights;
        let weight = |clause: ClauseId| weights[clause as usize];
        let taken = if self.is_closing(depth) {
            // The shortest way to the end, or to the premise that is still to be negated.
            let rules = self.rules;
            let reach = self.reach.filter(|_| !self.is_negated && !self.reaches(next));
            let length = |clause: ClauseId| match reach {
                Some(reach) => reach.clauses[clause as usize],
                None => rules.clauses[clause as usize].size,
            };
            let most = clauses.iter().map(|&clause| length(clause)).min().unwrap_or(NEVER);
            let shortest = |clause: &&ClauseId| length(**clause) <= most;
            let total: u32 = clauses.iter().filter(shortest).map(|&clause| weight(clause)).sum();
            let mut ticket = self.random.below(total as usize) as u32;
            let mut taken = 0;
            for (index, clause) in clauses.iter().enumerate().filter(|(_, clause)| shortest(clause)) {
                taken = index;
                if ticket < weight(*clause) {
                    break;
                }
                ticket -= weight(*clause);
            }
            taken
        } else {
            let total: u32 = clauses.iter().map(|&clause| weight(clause)).sum();
            let mut ticket = self.random.below(total as usize) as u32;
            let is_taken = |&clause: &ClauseId| {
                let is_taken = ticket < weight(clause);
                ticket = ticket.wrapping_sub(weight(clause));
                is_taken
            };
            clauses.iter().position(is_taken).unwrap_or(0)
        };
        self.alternatives.remove(start + taken)
    }

    /// Solves a goal by one of the clauses that fit; gives what is left to show, unless none does.
    pub(super) fn call(
        &mut self,
        id: PredicateId,
        patterns: &[Pattern],
        variables: u32,
        depth: u32,
        next: u32,
    ) -> Option<u32> {
        let rules = self.rules;
        let predicate = &rules.predicates[id as usize];
        let start = self.alternatives.len();
        // Arguments go into cells at once, where choices find them again.
        self.arguments.clear();
        for pattern in patterns {
            let term = self.instantiate(pattern, variables);
            self.arguments.push(term);
        }
        let is_foresighted = self.limits.is_foresighted;
        let is_spent =
            self.is_exhaustive && !self.is_checking && self.applied.len() as u32 >= self.limits.fuel;
        let mut keys = [Key::ANY; MOST_POSITIONS];
        let width = predicate.positions.len();
        let keys = &mut keys[..width];
        for (key, at) in keys.iter_mut().zip(&predicate.positions) {
            *key = self.key_at(self.arguments[at.argument as usize], at.part);
        }
        for (row, &clause_id) in predicate.clauses.iter().enumerate() {
            let row = &predicate.keys[row * width..(row + 1) * width];
            if !fits(row, keys) {
                continue;
            }
            let clause = &rules.clauses[clause_id as usize];
            let is_rule = clause.rule.is_some();
            if (is_rule && (depth == 0 || is_spent))
                || (is_foresighted && clause.height > depth)
                || !self.is_guarded(clause, |at| Some(self.arguments[at as usize]))
            {
                continue;
            }
            self.alternatives.push(clause_id);
        }
        if let Some(reach) = self.reach
            && !self.is_negated
            && self.alternatives[start..].iter().any(|&clause| reach.clauses[clause as usize] == NEVER)
            && !self.reaches(next)
        {
            self.retain_reaching(reach, start);
        }
        match self.alternatives.len() - start {
            0 => None,
            1 => {
                let clause = self.alternatives.pop().expect("there is one");
                self.apply(clause, depth, next)
            }
            _ => {
                let clause = self.take_clause(start, depth, next);
                let cell = self.store.cells.len() as u32;
                self.store.cells.extend_from_slice(&self.arguments);
                let kind = ChoiceKind::Clauses { arguments: cell, count: patterns.len() as u32, depth };
                self.push_choice(kind, next);
                self.choices.last_mut().expect("it was pushed").alternatives = start as u32;
                self.apply(clause, depth, next)
            }
        }
    }

    /// Drops the clauses above `start` that do not lead to what is to be negated.
    fn retain_reaching(&mut self, reach: &Reach, start: usize) {
        let mut kept = start;
        for index in start..self.alternatives.len() {
            let clause = self.alternatives[index];
            if reach.clauses[clause as usize] < NEVER {
                self.alternatives[kept] = clause;
                kept += 1;
            }
        }
        self.alternatives.truncate(kept);
        self.is_missed = kept == start;
    }

    /// Whether the premise that is to be negated may be met in what is left.
    pub(super) fn reaches(&self, mut rest: u32) -> bool {
        let Some(reach) = self.reach else { return false };
        while rest != DONE {
            let Rest { body, premise, variables, next, .. } = self.rests[rest as usize];
            let (first, end) = (premise as usize, reach.bodies[body as usize] as usize);
            let premises = self.rules.bodies[body as usize].get(first..end).unwrap_or_default();
            if premises.iter().any(|premise| self.leads(reach, premise, variables)) {
                return true;
            }
            rest = next;
        }
        self.reaches_beyond
    }

    fn leads(&self, reach: &Reach, premise: &Premise, variables: u32) -> bool {
        if self.target.is_some_and(|target| premise.negations.contains(&target.negation)) {
            return true;
        }
        let Goal::Call(id, arguments) = &premise.goal else {
            return matches!(premise.goal, Goal::Once(_) | Goal::Surely(_));
        };
        let predicate = &self.rules.predicates[*id as usize];
        let argument = |at: u32| match &arguments[at as usize] {
            Pattern::Variable(number) => Some(Term::reference(variables + number)),
            Pattern::Number(value) => Some(Term::number(*value)),
            Pattern::Atom(symbol) => Some(Term::atom(*symbol)),
            Pattern::Compound(..) | Pattern::As(..) => None,
        };
        let width = predicate.positions.len();
        let fits = |(row, &clause): (usize, &ClauseId)| {
            let row = &predicate.keys[row * width..(row + 1) * width];
            let fits_at = |(key, at): (&Key, &Position)| match &arguments[at.argument as usize] {
                Pattern::Variable(number) => {
                    key.fits(self.key_at(Term::reference(variables + number), at.part))
                }
                other => key.fits(other.key_at(at.part)),
            };
            reach.clauses[clause as usize] < NEVER
                && row.iter().zip(&predicate.positions).all(fits_at)
                && self.is_guarded(&self.rules.clauses[clause as usize], argument)
        };
        predicate.clauses.iter().enumerate().any(fits)
    }

    /// What a term, or a part of it, begins with.
    #[inline]
    fn key_at(&self, term: Term, part: Option<u32>) -> Key {
        match (part, self.store.view(term)) {
            (None, view) => key_of(view),
            (Some(part), View::Compound(functor, cell))
                if (part as usize) < self.rules.names.arity(functor) =>
            {
                key_of(self.store.view(self.store.argument(cell, part as usize)))
            }
            _ => Key::ANY,
        }
    }

    /// Whether nothing that is known of the arguments rules out a clause.
    fn is_guarded(&self, clause: &Clause, argument: impl Fn(u32) -> Option<Term>) -> bool {
        let seen = |at: u32| argument(at).map(|term| self.store.view(term));
        let value = |side: Side| match side {
            Side::Number(value) => Some(value),
            Side::Argument(at) => match seen(at) {
                Some(View::Number(value)) => Some(value),
                _ => None,
            },
        };
        clause.guards.iter().all(|guard| match guard {
            Guard::Ordered(low, offset, high) => match (value(*low), value(*high)) {
                (Some(low), Some(high)) => low + offset <= high,
                _ => true,
            },
            Guard::HasItems(at) => {
                argument(at.argument).is_none_or(|term| self.key_at(term, at.part) != Key::atom(Names::NIL))
            }
            Guard::HasItem(at, wanted) => {
                let place = |at: Position| self.part(argument(at.argument)?, at.part);
                place(*at).is_none_or(|list| self.has_item(list, wanted, place))
            }
            Guard::OneOf(at, keys) => argument(*at).is_none_or(|term| {
                let key = key_of(self.store.view(term));
                keys.iter().any(|other| other.fits(key))
            }),
        })
    }

    /// The term, or a part of it, if it is known to have one.
    fn part(&self, term: Term, part: Option<u32>) -> Option<Term> {
        let Some(part) = part else { return Some(term) };
        match self.store.view(term) {
            View::Compound(functor, cell) if (part as usize) < self.rules.names.arity(functor) => {
                Some(self.store.argument(cell, part as usize))
            }
            _ => None,
        }
    }

    /// Whether a list has an item that may be what is wanted, or is not known to its end.
    fn has_item(&self, mut list: Term, wanted: &Wanted, place: impl Fn(Position) -> Option<Term>) -> bool {
        let names = &self.rules.names;
        let may_be =
            |item: Term, at: Position| place(at).is_none_or(|term| self.store.may_unify(item, term, names));
        loop {
            let View::Compound(Names::CONS, cell) = self.store.view(list) else {
                return self.store.view(list) != View::Atom(Names::NIL);
            };
            let item = self.store.argument(cell, 0);
            let fits = match (wanted, self.store.view(item)) {
                (_, View::Variable(_)) => true,
                (Wanted::Same(at), _) => may_be(item, *at),
                (Wanted::With(functor, parts), View::Compound(other, cell)) => {
                    *functor == other
                        && parts.iter().all(|(part, wanted)| {
                            let part = self.store.argument(cell, *part as usize);
                            match wanted {
                                WantedPart::Begins(key) => key.fits(key_of(self.store.view(part))),
                                WantedPart::Same(at) => may_be(part, *at),
                            }
                        })
                }
                _ => false,
            };
            if fits {
                return true;
            }
            list = self.store.argument(cell, 1);
        }
    }

    /// Applies a clause to the arguments at hand; gives what is left to show, unless it does not fit.
    pub(super) fn apply(&mut self, id: ClauseId, depth: u32, next: u32) -> Option<u32> {
        let rules = self.rules;
        let clause = &rules.clauses[id as usize];
        let variables = self.store.variables(clause.variables);
        self.is_built = false;
        for (index, pattern) in clause.head.iter().enumerate() {
            if !self.fit(pattern, self.arguments[index], variables) {
                return None;
            }
        }
        if !self.store.propagate(&rules.names) {
            return None;
        }
        let depth = match clause.rule {
            Some(rule) => {
                self.applied.push(rule);
                depth - 1
            }
            None => depth,
        };
        if self.limits.is_foresighted && !self.looks_possible(clause, variables, depth) {
            return None;
        }
        if rules.bodies[clause.body as usize].is_empty() {
            return Some(next);
        }
        Some(self.push_rest(clause.body, 0, variables, depth, next))
    }

    /// Whether, at a glance, each premise has a clause that fits.
    fn looks_possible(&self, clause: &Clause, variables: u32, depth: u32) -> bool {
        let rules = self.rules;
        clause.glances.iter().all(|glance| {
            let predicate = &rules.predicates[glance.predicate as usize];
            let mut keys = [Key::ANY; MOST_POSITIONS];
            let width = predicate.positions.len();
            let keys = &mut keys[..width];
            for (key, seen) in keys.iter_mut().zip(&glance.keys) {
                *key = match seen {
                    Seen::Known(key) => *key,
                    Seen::Variable(number, part) => self.key_at(Term::reference(variables + number), *part),
                };
            }
            let fits = |(row, &id): (usize, &ClauseId)| {
                fits(&predicate.keys[row * width..(row + 1) * width], keys)
                    && rules.clauses[id as usize].height <= depth
            };
            predicate.clauses.iter().enumerate().any(fits) || {
                // What is to be negated need not hold.
                let premise = &rules.bodies[clause.body as usize][glance.premise as usize];
                self.target.is_some_and(|target| premise.negations.contains(&target.negation))
            }
        })
    }

    /// Makes a term fit a pattern of a clause.
    fn fit(&mut self, pattern: &Pattern, term: Term, variables: u32) -> bool {
        let names = &self.rules.names;
        match pattern {
            Pattern::Variable(number) => {
                let cell = variables + number;
                if self.store.cells[cell as usize] == Term::reference(cell) {
                    // Met for the first time: it is newer than any choice, and nothing contains it unless something was built.
                    let term = self.store.resolve(term);
                    if term == Term::reference(cell) {
                        return true;
                    }
                    if !self.is_built || matches!(self.store.view(term), View::Variable(_)) {
                        self.store.cells[cell as usize] = term;
                        return true;
                    }
                }
                self.store.unify_only(Term::reference(cell), term, names)
            }
            Pattern::Atom(symbol) => match self.store.view(term) {
                View::Atom(other) => other == *symbol,
                View::Variable(_) => self.store.unify_only(term, Term::atom(*symbol), names),
                _ => false,
            },
            Pattern::Number(value) => match self.store.view(term) {
                View::Number(other) => other == *value,
                View::Variable(_) => self.store.unify_only(term, Term::number(*value), names),
                _ => false,
            },
            Pattern::Compound(functor, patterns) => match self.store.view(term) {
                View::Compound(other, cell) => {
                    other == *functor
                        && patterns.iter().enumerate().all(|(index, pattern)| {
                            self.fit(pattern, self.store.argument(cell, index), variables)
                        })
                }
                View::Variable(_) => {
                    self.is_built = true;
                    let built = self.instantiate(pattern, variables);
                    self.store.unify_only(term, built, names)
                }
                _ => false,
            },
            Pattern::As(number, pattern) => {
                let cell = variables + number;
                match self.store.view(term) {
                    View::Variable(_) => {
                        self.is_built = true;
                        let built = self.instantiate(pattern, variables);
                        self.store.cells[cell as usize] = built;
                        self.store.unify_only(term, built, names)
                    }
                    _ => {
                        self.store.cells[cell as usize] = self.store.resolve(term);
                        self.fit(pattern, term, variables)
                    }
                }
            }
        }
    }

    /// The term that a pattern stands for, with a clause's variables.
    pub(crate) fn instantiate(&mut self, pattern: &Pattern, variables: u32) -> Term {
        match pattern {
            Pattern::Variable(number) => self.store.resolve(Term::reference(variables + number)),
            Pattern::Atom(symbol) => Term::atom(*symbol),
            Pattern::Number(value) => Term::number(*value),
            Pattern::Compound(functor, patterns) => {
                let cell = self.store.cells.len() as u32;
                self.store.push_functor(*functor);
                self.store.variables(patterns.len() as u32);
                for (index, pattern) in patterns.iter().enumerate() {
                    let argument = self.instantiate(pattern, variables);
                    self.store.cells[cell as usize + 1 + index] = argument;
                }
                Term::compound(cell)
            }
            Pattern::As(number, pattern) => {
                let built = self.instantiate(pattern, variables);
                self.store.cells[(variables + number) as usize] = built;
                built
            }
        }
    }
}

/// Whether arguments that begin so fit a clause at a glance.
#[inline]
fn fits(clause: &[Key], arguments: &[Key]) -> bool {
    clause.iter().zip(arguments).all(|(one, other)| one.fits(*other))
}

#[inline]
fn key_of(view: View) -> Key {
    match view {
        View::Variable(_) => Key::ANY,
        View::Atom(symbol) => Key::atom(symbol),
        View::Number(value) => Key::number(value),
        View::Compound(functor, _) => Key::compound(functor),
    }
}
