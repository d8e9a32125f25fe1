//! What can be known of rules before they are used: how small derivations are, which clauses fit at a glance, and from where a premise is reached.

use crate::clp::names::Names;
use crate::clp::rules::{
    BodyId, Clause, Glance, Goal, Guard, Key, NEVER, Pattern, Position, Predicate, Premise, Reach, Rules,
    Seen, Side, Wanted, WantedPart,
};
use crate::clp::search::MOST_POSITIONS;

/// How many parts of an argument are looked at, at most.
const MOST_PARTS: u32 = 3;

impl Rules {
    /// Finds out everything, once all rules were read.
    pub(crate) fn analyse(&mut self) {
        self.compute_heights();
        self.index_clauses();
        self.index_templates();
        self.prepare_glances();
        self.share_terms();
        self.reaches = (0..self.negations.len() as u32).map(|negation| self.reach(negation)).collect();
    }

    /// Computes the least heights and sizes: what must be known to choose, with little left, what ends.
    fn compute_heights(&mut self) {
        loop {
            let mut is_changed = false;
            for index in 0..self.clauses.len() {
                let clause = &self.clauses[index];
                let own = u32::from(clause.rule.is_some());
                let (height, size) = self.least(clause.body);
                let (height, size) = (height.saturating_add(own), size.saturating_add(own));
                let clause = &mut self.clauses[index];
                is_changed |= height < clause.height || size < clause.size;
                (clause.height, clause.size) = (height.min(clause.height), size.min(clause.size));
            }
            for predicate in &mut self.predicates {
                let clauses = || predicate.clauses.iter().map(|&id| &self.clauses[id as usize]);
                let height = clauses().map(|clause| clause.height).min();
                let size = clauses().map(|clause| clause.size).min();
                (predicate.height, predicate.size) = (height.unwrap_or(NEVER), size.unwrap_or(NEVER));
            }
            if !is_changed {
                return;
            }
        }
    }

    /// The least height and size of derivations of a list of premises.
    fn least(&self, body: BodyId) -> (u32, u32) {
        let premises = self.bodies[body as usize].iter().map(|premise| match premise.goal {
            Goal::Call(predicate, _) => {
                let predicate = &self.predicates[predicate as usize];
                (predicate.height, predicate.size)
            }
            Goal::Once(body) | Goal::Surely(body) => self.least(body),
            _ => (0, 0),
        });
        premises.fold((0, 0), |sum: (u32, u32), one| (sum.0.max(one.0), sum.1.saturating_add(one.1)))
    }

    /// Writes down by what the clauses of each predicate can be told apart.
    fn index_clauses(&mut self) {
        let clauses = &self.clauses;
        for predicate in &mut self.predicates {
            let heads = || predicate.clauses.iter().map(|&id| &clauses[id as usize].head);
            let arguments = 0..self.names.arity(predicate.functor) as u32;
            let wholes = arguments.clone().map(|argument| Position { argument, part: None });
            let of = |argument| (0..MOST_PARTS).map(move |part| Position { argument, part: Some(part) });
            let key = |head: &[Pattern], at: Position| head[at.argument as usize].key_at(at.part);
            let is_telling = |&at: &Position| heads().any(|head| key(head, at) != Key::ANY);
            let all = wholes.chain(arguments.flat_map(of));
            predicate.positions = all.filter(is_telling).take(MOST_POSITIONS).collect();
            let positions = &predicate.positions;
            predicate.keys =
                heads().flat_map(|head| positions.iter().map(move |&at| key(head, at))).collect();
        }
    }

    /// Sorts templates by what they can fit.
    fn index_templates(&mut self) {
        let mut table = vec![Vec::new(); self.names.functors() + 1];
        let last = table.len() - 1;
        for (index, template) in self.templates.iter().enumerate() {
            match template.shape {
                Pattern::Compound(functor, _) => table[functor.0 as usize].push(index as u32),
                Pattern::Variable(_) => table.iter_mut().for_each(|list| list.push(index as u32)),
                Pattern::Atom(_) | Pattern::Number(_) | Pattern::As(..) => table[last].push(index as u32),
            }
        }
        self.templates_by_functor = table;
    }

    /// Finds the premises of each clause that can be ruled out by its arguments.
    fn prepare_glances(&mut self) {
        for index in 0..self.clauses.len() {
            let clause = &self.clauses[index];
            let premises = self.bodies[clause.body as usize].iter().enumerate();
            let glances = premises.filter_map(|(premise, asked)| {
                let Goal::Call(predicate, arguments) = &asked.goal else { return None };
                let keys = seen(&self.predicates[*predicate as usize], arguments, &clause.head);
                let is_telling = |seen: &Seen| !matches!(seen, Seen::Known(Key::ANY));
                let glance = Glance { premise: premise as u32, predicate: *predicate, keys };
                glance.keys.iter().any(is_telling).then_some(glance)
            });
            let glances = glances.collect();
            let premises = self.bodies[clause.body as usize].iter();
            let guards = premises.filter_map(|premise| guard(premise, clause)).collect();
            let clause = &mut self.clauses[index];
            (clause.glances, clause.guards) = (glances, guards);
        }
    }

    /// Has premises use terms of the heads of their clauses instead of making them again.
    fn share_terms(&mut self) {
        for index in 0..self.clauses.len() {
            let bodies = self.bodies_of(self.clauses[index].body);
            let mut used = Vec::new();
            for &body in &bodies {
                for premise in &mut self.bodies[body as usize] {
                    premise.goal.patterns().for_each(|pattern| compounds(pattern, &mut used));
                }
            }
            let clause = &mut self.clauses[index];
            let mut sharing = Sharing { known: Vec::new(), variables: &mut clause.variables };
            let head: Vec<Pattern> = clause.head.iter().map(|pattern| sharing.head(pattern, &used)).collect();
            for &body in &bodies {
                for premise in &mut self.bodies[body as usize] {
                    premise.goal.patterns().for_each(|pattern| sharing.premise(pattern));
                }
            }
            clause.head = head.into();
        }
    }

    /// A list of premises, and those in it: what is negated as failure, shown once, or shown instead.
    fn bodies_of(&self, body: BodyId) -> Vec<BodyId> {
        let mut found = vec![body];
        let mut next = 0;
        while let Some(&body) = found.get(next) {
            for premise in &self.bodies[body as usize] {
                if let Goal::Not(inner) | Goal::Once(inner) | Goal::Surely(inner) = premise.goal {
                    found.push(inner);
                }
                found.extend(premise.negations.iter().map(|&row| self.negations[row as usize].body));
            }
            next += 1;
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// From where the premise of a negation is reached.
    fn reach(&self, negation: u32) -> Reach {
        let mut reach =
            Reach { clauses: vec![NEVER; self.clauses.len()], bodies: vec![0; self.bodies.len()] };
        let mut predicates = vec![NEVER; self.predicates.len()];
        loop {
            let mut is_changed = false;
            for (id, predicate) in self.predicates.iter().enumerate() {
                for &clause in &predicate.clauses {
                    let distance = self.distance(self.clauses[clause as usize].body, negation, &predicates);
                    let distance = distance.saturating_add(1);
                    is_changed |= distance < reach.clauses[clause as usize];
                    reach.clauses[clause as usize] = distance;
                    predicates[id] = predicates[id].min(distance);
                }
            }
            if !is_changed {
                break;
            }
        }
        for (body, end) in reach.bodies.iter_mut().enumerate() {
            let leads =
                |premise: &usize| self.distance_of(body as BodyId, *premise, negation, &predicates) < NEVER;
            *end = (0..self.bodies[body].len()).rev().find(leads).map_or(0, |last| last as u32 + 1);
        }
        reach
    }

    fn distance(&self, body: BodyId, negation: u32, predicates: &[u32]) -> u32 {
        let premises = 0..self.bodies[body as usize].len();
        premises.map(|at| self.distance_of(body, at, negation, predicates)).min().unwrap_or(NEVER)
    }

    fn distance_of(&self, body: BodyId, premise: usize, negation: u32, predicates: &[u32]) -> u32 {
        let premise = &self.bodies[body as usize][premise];
        match premise.goal {
            _ if premise.negations.contains(&negation) => 0,
            Goal::Call(predicate, _) => predicates[predicate as usize],
            Goal::Once(body) | Goal::Surely(body) => self.distance(body, negation, predicates),
            _ => NEVER,
        }
    }
}

/// What the arguments of a premise begin with when the head of its clause has been made to fit.
fn seen(predicate: &Predicate, arguments: &[Pattern], head: &[Pattern]) -> Box<[Seen]> {
    let variable = |pattern: &Pattern, part| match pattern {
        Pattern::Variable(number) if head.iter().any(|pattern| pattern.mentions(*number)) => {
            Some(Seen::Variable(*number, part))
        }
        _ => None,
    };
    let see = |at: &Position| {
        let argument = &arguments[at.argument as usize];
        let seen = match (argument, at.part) {
            (Pattern::Compound(_, parts), Some(part)) => {
                parts.get(part as usize).and_then(|pattern| variable(pattern, None))
            }
            (pattern, part) => variable(pattern, part),
        };
        seen.unwrap_or_else(|| Seen::Known(argument.key_at(at.part)))
    };
    predicate.positions.iter().map(see).collect()
}

/// A premise as a guard, if it is one.
fn guard(premise: &Premise, clause: &Clause) -> Option<Guard> {
    if !premise.negations.is_empty() {
        return None;
    }
    let place = |pattern: &Pattern| clause.head.iter().position(|argument| argument == pattern);
    let argument = |pattern: &Pattern| match pattern {
        Pattern::Variable(_) => place(pattern).map(|at| at as u32),
        _ => None,
    };
    let side = |pattern: &Pattern| match pattern {
        Pattern::Number(value) => Some(Side::Number(*value)),
        other => argument(other).map(Side::Argument),
    };
    let position = |pattern: &Pattern| match pattern {
        Pattern::Variable(_) => clause.head.iter().zip(0..).find_map(|(head, argument)| match head {
            head if head == pattern => Some(Position { argument, part: None }),
            Pattern::Compound(_, parts) => {
                let part = parts.iter().position(|part| part == pattern)?;
                Some(Position { argument, part: Some(part as u32) })
            }
            _ => None,
        }),
        _ => None,
    };
    match &premise.goal {
        Goal::Ordered(low, offset, high) => Some(Guard::Ordered(side(low)?, *offset, side(high)?)),
        Goal::Pick(item, list) => match position(list) {
            Some(at) => {
                Some(wanted(item, position).map_or(Guard::HasItems(at), |item| Guard::HasItem(at, item)))
            }
            None => Some(Guard::OneOf(argument(item)?, keys_of_items(list)?)),
        },
        _ => None,
    }
}

/// What an item must be like to be this, if the arguments say something of it.
fn wanted(item: &Pattern, position: impl Fn(&Pattern) -> Option<Position>) -> Option<Wanted> {
    let Pattern::Compound(functor, parts) = item else { return position(item).map(Wanted::Same) };
    let part = |pattern: &Pattern| match pattern.key() {
        Key::ANY => position(pattern).map(WantedPart::Same),
        key => Some(WantedPart::Begins(key)),
    };
    let parts: Box<[_]> =
        parts.iter().zip(0..).filter_map(|(pattern, at)| Some((at, part(pattern)?))).collect();
    (!parts.is_empty()).then_some(Wanted::With(*functor, parts))
}

/// What the items of a list begin with, if the rule says all of them.
fn keys_of_items(mut list: &Pattern) -> Option<Box<[Key]>> {
    let mut keys = Vec::new();
    loop {
        match list {
            Pattern::Atom(Names::NIL) => return Some(keys.into()),
            Pattern::Compound(Names::CONS, parts) => {
                keys.push(parts[0].key());
                list = &parts[1];
            }
            _ => return None,
        }
    }
}

/// Gives a variable to each compound term of a clause's head that its premises put together again.
struct Sharing<'clause> {
    /// The terms of the head, with their variables.
    known: Vec<(Pattern, u32)>,
    variables: &'clause mut u32,
}

impl Sharing<'_> {
    /// The head, with variables for the terms that are used.
    fn head(&mut self, pattern: &Pattern, used: &[Pattern]) -> Pattern {
        let Pattern::Compound(functor, parts) = pattern else { return pattern.clone() };
        let parts = parts.iter().map(|part| self.head(part, used)).collect();
        let built = Pattern::Compound(*functor, parts);
        if !used.contains(pattern) {
            return built;
        }
        let number = *self.variables;
        *self.variables += 1;
        self.known.push((pattern.clone(), number));
        Pattern::As(number, Box::new(built))
    }

    /// A term of a premise, with the variables for what the head has.
    fn premise(&self, pattern: &mut Pattern) {
        if let Some((_, number)) = self.known.iter().find(|(known, _)| known == pattern) {
            *pattern = Pattern::Variable(*number);
        } else if let Pattern::Compound(_, parts) = pattern {
            parts.iter_mut().for_each(|part| self.premise(part));
        }
    }
}

/// All compound terms in a pattern, itself among them.
fn compounds(pattern: &Pattern, found: &mut Vec<Pattern>) {
    if let Pattern::Compound(_, parts) = pattern {
        found.push(pattern.clone());
        parts.iter().for_each(|part| compounds(part, found));
    }
}
