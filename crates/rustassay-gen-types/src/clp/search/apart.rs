//! Premises that are shown apart from the rest: in one way, or not at all.

use super::choice::ChoiceKind;
use super::{DONE, SLACK, SearchStop, Solver};
use crate::clp::rules::{BodyId, Goal, Pattern};
use crate::clp::term::Term;

/// How deep rules may nest where something is only looked at.
const DEEP: u32 = 1000;

impl Solver<'_> {
    /// Shows a list of premises in one way, and gives up all others.
    pub(crate) fn once(&mut self, body: BodyId, variables: u32) -> Result<bool, SearchStop> {
        let depth = self.limits.depth + SLACK;
        self.once_before(body, variables, depth, DONE)
    }

    /// The same, for a derivation that goes on with `next`. Failures on the way do not count: what has one answer is computed, not searched for.
    pub(super) fn once_before(
        &mut self,
        body: BodyId,
        variables: u32,
        depth: u32,
        next: u32,
    ) -> Result<bool, SearchStop> {
        let barrier = self.choices.len();
        let (failures, reaches_beyond) = (self.failures, self.reaches_beyond);
        self.reaches_beyond = self.reaches(next);
        self.push_choice(ChoiceKind::Barrier, DONE);
        let rest = self.push_rest(body, 0, variables, depth, DONE);
        let is_found = self.run_from(rest, barrier + 1)?;
        if is_found {
            let alternatives = self.choices[barrier].alternatives;
            self.alternatives.truncate(alternatives as usize);
        } else {
            self.restore(barrier);
        }
        self.choices.truncate(barrier);
        (self.failures, self.reaches_beyond) = (failures, reaches_beyond);
        self.keep_since_last_choice();
        Ok(is_found)
    }

    /// Whether premises can be shown; nothing of it stays.
    pub(super) fn holds_apart(
        &mut self,
        body: BodyId,
        variables: u32,
        depth: u32,
    ) -> Result<bool, SearchStop> {
        let barrier = self.choices.len();
        let (negated, checking, failures) = (self.is_negated, self.is_checking, self.failures);
        self.push_choice(ChoiceKind::Barrier, DONE);
        (self.is_negated, self.is_checking) = (true, true);
        let rest = self.push_rest(body, 0, variables, depth.max(DEEP), DONE);
        let holds = self.run_from(rest, barrier + 1)?;
        self.restore(barrier);
        self.choices.truncate(barrier);
        (self.is_negated, self.is_checking, self.failures) = (negated, checking, failures);
        self.keep_since_last_choice();
        Ok(holds)
    }

    /// A goal with a variable that is not bound, as text.
    pub(super) fn open_goal(&mut self, body: BodyId, variables: u32) -> Option<String> {
        let rules = self.rules();
        for premise in &rules.bodies[body as usize] {
            let patterns: &[&[Pattern]] = match &premise.goal {
                Goal::Call(_, arguments) => &[arguments],
                Goal::Same(one, other) | Goal::Different(one, other) | Goal::Ordered(one, _, other) => {
                    &[std::slice::from_ref(one), std::slice::from_ref(other)]
                }
                _ => continue,
            };
            for pattern in patterns.iter().copied().flatten() {
                if !self.is_known(pattern, variables) {
                    let term = self.instantiate(pattern, variables);
                    return Some(crate::clp::show::debug(&self.store, &rules.names, term));
                }
            }
        }
        None
    }

    fn is_known(&self, pattern: &Pattern, variables: u32) -> bool {
        match pattern {
            Pattern::Variable(number) => {
                self.store.is_ground(Term::reference(variables + number), &self.rules().names)
            }
            Pattern::Atom(_) | Pattern::Number(_) => true,
            Pattern::Compound(_, patterns) => {
                patterns.iter().all(|pattern| self.is_known(pattern, variables))
            }
            Pattern::As(_, pattern) => self.is_known(pattern, variables),
        }
    }
}
