//! Choices: where another way can be tried, and how the machine goes back there.

use super::{SearchStop, Solver};
use crate::clp::rules::{BodyId, NEVER};
use crate::clp::term::{Term, TrailMark};

/// Where another way can be tried.
#[derive(Copy, Clone, Debug)]
pub(super) struct Choice {
    pub mark: TrailMark,
    rests: u32,
    applied: u32,
    pub alternatives: u32,
    fresh: i32,
    met: u32,
    is_negated: bool,
    kind: ChoiceKind,
    next: u32,
}

#[derive(Copy, Clone, Debug)]
pub(super) enum ChoiceKind {
    /// Clauses of a predicate, whose arguments were put into cells.
    Clauses { arguments: u32, count: u32, depth: u32 },
    /// Terms that another may be.
    Terms { target: Term },
    /// A premise that was tried as it is, and can be negated.
    Negate { negation: u32, depth: u32, variables: u32 },
    /// A premise that was tried negated, and can be left as it is.
    Keep { body: BodyId, premise: u32, depth: u32, variables: u32 },
    /// What is below is searched to its end.
    Barrier,
}

impl Solver<'_> {
    pub(super) fn push_choice(&mut self, kind: ChoiceKind, next: u32) {
        let choice = Choice {
            mark: self.store.mark(),
            rests: self.rests.len() as u32,
            applied: self.applied.len() as u32,
            alternatives: self.alternatives.len() as u32,
            fresh: self.fresh,
            met: self.met,
            is_negated: self.is_negated,
            kind,
            next,
        };
        self.choices.push(choice);
    }

    /// Everything becomes what it was at a choice.
    pub(super) fn restore(&mut self, index: usize) {
        let choice = &self.choices[index];
        self.store.undo(choice.mark);
        self.rests.truncate(choice.rests as usize);
        self.applied.truncate(choice.applied as usize);
        self.fresh = choice.fresh;
        self.met = choice.met;
        self.is_negated = choice.is_negated;
        if index + 1 < self.choices.len() {
            self.alternatives.truncate(self.choices[index + 1].alternatives as usize);
            self.choices.truncate(index + 1);
        }
    }

    /// Goes back to the last choice above the floor, and takes another way from there.
    pub(super) fn backtrack(&mut self, floor: usize) -> Result<Option<u32>, SearchStop> {
        self.failures = self.failures.saturating_add(1);
        while self.choices.len() > floor {
            let index = self.choices.len() - 1;
            self.restore(index);
            let choice = self.choices[index];
            if self.is_missed && !self.may_lead(&choice) {
                self.alternatives.truncate(choice.alternatives as usize);
                self.pop_choice(index);
                continue;
            }
            self.is_missed = false;
            let next = match choice.kind {
                ChoiceKind::Barrier => unreachable!("barriers are floors"),
                ChoiceKind::Negate { negation, depth, variables } => {
                    self.pop_choice(index);
                    Some(self.negate(negation, variables, depth, choice.next))
                }
                ChoiceKind::Keep { body, premise, depth, variables } => {
                    self.pop_choice(index);
                    let goal = &self.rules().bodies[body as usize][premise as usize].goal;
                    self.solve(goal, variables, depth, choice.next)?
                }
                ChoiceKind::Terms { target } => {
                    let start = choice.alternatives as usize;
                    let item = self.take_term(start);
                    if self.alternatives.len() == start {
                        self.pop_choice(index);
                    }
                    self.store.unify(target, item, &self.rules().names).then_some(choice.next)
                }
                ChoiceKind::Clauses { arguments, count, depth } => {
                    let start = choice.alternatives as usize;
                    let clause = self.take_clause(start, depth, choice.next);
                    self.arguments.clear();
                    let cells = arguments as usize..(arguments + count) as usize;
                    self.arguments.extend_from_slice(&self.store.cells[cells]);
                    if self.alternatives.len() == start {
                        self.pop_choice(index);
                    }
                    self.apply(clause, depth, choice.next)
                }
            };
            if next.is_some() {
                return Ok(next);
            }
        }
        Ok(None)
    }

    /// Whether another way from a choice may lead to what is to be negated, where this one did not. Which term was picked hardly matters.
    fn may_lead(&self, choice: &Choice) -> bool {
        match choice.kind {
            ChoiceKind::Terms { .. } => self.is_exhaustive,
            ChoiceKind::Clauses { .. } => self.alternatives[choice.alternatives as usize..]
                .iter()
                .any(|&clause| self.reach.is_none_or(|reach| reach.clauses[clause as usize] < NEVER)),
            ChoiceKind::Negate { .. } | ChoiceKind::Keep { .. } | ChoiceKind::Barrier => true,
        }
    }

    fn pop_choice(&mut self, index: usize) {
        self.choices.truncate(index);
        self.keep_since_last_choice();
    }

    /// After choices were given up, what is newer than the last that is left needs no trail.
    pub(super) fn keep_since_last_choice(&mut self) {
        let mark = self.choices.last().map_or(TrailMark::default(), |choice| choice.mark);
        self.store.keep_since(mark);
    }
}
