//! What can be known of rules before they are used: how small derivations are, which clauses fit at a glance, and from where a premise is reached.

use crate::rules::{BodyId, Clause, Glance, Goal, Guard, Key, NEVER, Pattern, Predicate, Premise, Reach, Rules, Seen, Side};

impl Rules {
    /// Finds out everything, once all rules were read.
    pub(crate) fn analyse(&mut self) {
        self.compute_heights();
        self.index_clauses();
        self.index_templates();
        self.prepare_glances();
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
            Goal::Once(body) => self.least(body),
            _ => (0, 0),
        });
        premises.fold((0, 0), |sum: (u32, u32), one| (sum.0.max(one.0), sum.1.saturating_add(one.1)))
    }

    /// Writes down by what the clauses of each predicate can be told apart.
    fn index_clauses(&mut self) {
        let clauses = &self.clauses;
        for predicate in &mut self.predicates {
            let heads = || predicate.clauses.iter().map(|&id| &clauses[id as usize].head);
            let arity = self.names.arity(predicate.functor);
            let is_telling = |&at: &usize| heads().any(|head| head[at].key() != Key::ANY);
            let positions: Vec<usize> = (0..arity).filter(is_telling).collect();
            predicate.keys = heads().flat_map(|head| positions.iter().map(|&at| head[at].key())).collect();
            predicate.positions = positions.into_iter().map(|at| at as u32).collect();
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
                Pattern::Atom(_) | Pattern::Number(_) => table[last].push(index as u32),
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

    /// From where the premise of a negation is reached.
    fn reach(&self, negation: u32) -> Reach {
        let mut reach = Reach {
            clauses: vec![NEVER; self.clauses.len()],
            bodies: vec![0; self.bodies.len()],
        };
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
            let leads = |premise: &usize| {
                self.distance_of(body as BodyId, *premise, negation, &predicates) < NEVER
            };
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
            Goal::Once(body) => self.distance(body, negation, predicates),
            _ => NEVER,
        }
    }
}

/// What the arguments of a premise begin with when the head of its clause has been made to fit.
fn seen(predicate: &Predicate, arguments: &[Pattern], head: &[Pattern]) -> Box<[Seen]> {
    let see = |&at: &u32| match arguments[at as usize] {
        Pattern::Variable(number) if head.iter().any(|pattern| pattern.mentions(number)) => {
            Seen::Variable(number)
        }
        ref other => Seen::Known(other.key()),
    };
    predicate.positions.iter().map(see).collect()
}

/// A premise as a guard, if it is one.
fn guard(premise: &Premise, clause: &Clause) -> Option<Guard> {
    let Goal::Ordered(low, offset, high) = &premise.goal else { return None };
    let side = |pattern: &Pattern| match pattern {
        Pattern::Number(value) => Some(Side::Number(*value)),
        variable => clause.head.iter().position(|argument| argument == variable).map(|at| Side::Argument(at as u32)),
    };
    let guard = Guard { low: side(low)?, offset: *offset, high: side(high)? };
    premise.negations.is_empty().then_some(guard)
}
