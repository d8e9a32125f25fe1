//! Constraints on variables that wait until enough is known: disequality, and order among numbers.
//!
//! Order is what lifetimes need: a lifetime is a number, and one that outlives another is not greater. A variable has a range;
//! `A + c =< B` narrows both ranges until nothing changes. For constraints of this form that is complete: when no range is empty, the
//! least numbers are a solution.

use crate::clp::names::Names;
use crate::clp::term::{Term, TermStore, Variable, View};

/// What is known about a variable besides its name.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Attributes {
    /// The numbers that it can be, if it must be one.
    pub range: Option<(i32, i32)>,
    /// The first of those constraints that look at it.
    pub watchers: u32,
}

/// The end of a list of watchers.
pub(crate) const NO_WATCHER: u32 = u32::MAX;

/// A constraint that looks at a variable, in a list.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Watcher {
    pub constraint: u32,
    pub next: u32,
}

/// Something that must hold.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Constraint {
    /// These are not the same.
    Different(Term, Term),
    /// The first, plus the number, is not greater than the second.
    Ordered(Term, i32, Term),
}

/// The numbers that a variable of the order can be when nothing else is said.
pub const WIDEST: (i32, i32) = (-1_000_000, 1_000_000);

/// How two terms compare, as far as is known.
enum Compared {
    Same,
    Different,
    /// It depends on these.
    Unknown(Term, Term),
}

impl TermStore {
    /// Demands that two terms are never the same; false if they are.
    pub fn differ(&mut self, one: Term, other: Term, names: &Names) -> bool {
        self.post(Constraint::Different(one, other)) && self.propagate(names)
    }

    /// Demands that `low + offset` is not greater than `high`; false if that cannot be.
    pub fn order(&mut self, low: Term, offset: i32, high: Term, names: &Names) -> bool {
        self.narrow_to(low, Some(WIDEST))
            && self.narrow_to(high, Some(WIDEST))
            && self.post(Constraint::Ordered(low, offset, high))
            && self.watch(low)
            && self.watch(high)
            && self.propagate(names)
    }

    /// Demands that a term is a number of a range; false if it cannot be.
    pub fn range(&mut self, term: Term, range: (i32, i32), names: &Names) -> bool {
        self.narrow_to(term, Some(range)) && self.propagate(names)
    }

    /// The numbers that a term can be, if it is one or must be.
    pub fn range_of(&self, term: Term) -> Option<(i32, i32)> {
        match self.view(term) {
            View::Number(value) => Some((value, value)),
            View::Variable(variable) => self.attributes[self.attributes_of(variable)? as usize].range,
            View::Atom(_) | View::Compound(..) => None,
        }
    }

    fn post(&mut self, constraint: Constraint) -> bool {
        self.woken.push(self.constraints.len() as u32);
        self.constraints.push(constraint);
        true
    }

    /// Has the constraint that was posted last look at a term, if it is a variable.
    fn watch(&mut self, term: Term) -> bool {
        self.watch_with(self.constraints.len() as u32 - 1, term);
        true
    }

    fn watch_with(&mut self, constraint: u32, term: Term) {
        let View::Variable(variable) = self.view(term) else { return };
        let index = self.attributes_for(variable);
        let attributes = self.attributes[index as usize];
        self.watchers.push(Watcher { constraint, next: attributes.watchers });
        let watchers = self.watchers.len() as u32 - 1;
        self.set_attributes(index, Attributes { watchers, ..attributes });
    }

    fn attributes_for(&mut self, variable: Variable) -> u32 {
        self.attributes_of(variable).unwrap_or_else(|| {
            let index = self.attributes.len() as u32;
            self.attributes.push(Attributes { range: None, watchers: NO_WATCHER });
            self.set_cell(variable.0, Term::constrained(index));
            index
        })
    }

    /// Narrows what a term can be, and wakes who looks at it if that changes something; false if nothing is left.
    pub(crate) fn narrow_to(&mut self, term: Term, range: Option<(i32, i32)>) -> bool {
        let Some((low, high)) = range else { return true };
        match self.view(term) {
            View::Number(value) => (low..=high).contains(&value),
            View::Atom(_) | View::Compound(..) => false,
            View::Variable(variable) => {
                let index = self.attributes_for(variable);
                let attributes = self.attributes[index as usize];
                let narrowed =
                    attributes.range.map_or((low, high), |(least, most)| (least.max(low), most.min(high)));
                if attributes.range == Some(narrowed) {
                    return true;
                }
                self.set_attributes(index, Attributes { range: Some(narrowed), ..attributes });
                self.wake(index);
                if narrowed.0 == narrowed.1 {
                    self.set_cell(variable.0, Term::number(narrowed.0));
                }
                narrowed.0 <= narrowed.1
            }
        }
    }

    /// Looks at all constraints that were woken; false if one does not hold.
    pub(crate) fn propagate(&mut self, names: &Names) -> bool {
        while let Some(index) = self.woken.pop() {
            let holds = match self.constraints[index as usize] {
                Constraint::Different(one, other) => match self.compare(one, other, names) {
                    Compared::Same => false,
                    Compared::Different => true,
                    Compared::Unknown(one, other) => {
                        self.watch_with(index, one);
                        self.watch_with(index, other);
                        true
                    }
                },
                Constraint::Ordered(low, offset, high) => self.narrow_order(low, offset, high),
            };
            if !holds {
                self.woken.clear();
                return false;
            }
        }
        true
    }

    fn narrow_order(&mut self, low: Term, offset: i32, high: Term) -> bool {
        let (Some(lows), Some(highs)) = (self.range_of(low), self.range_of(high)) else { return false };
        self.narrow_to(low, Some((lows.0, highs.1 - offset)))
            && self.narrow_to(high, Some((lows.0 + offset, highs.1)))
    }

    fn compare(&self, one: Term, other: Term, names: &Names) -> Compared {
        match (self.view(one), self.view(other)) {
            (View::Compound(one, first), View::Compound(other, second)) if one == other => {
                let mut result = Compared::Same;
                for index in 0..names.arity(one) {
                    match self.compare(self.argument(first, index), self.argument(second, index), names) {
                        Compared::Same => {}
                        Compared::Different => return Compared::Different,
                        unknown if matches!(result, Compared::Same) => result = unknown,
                        Compared::Unknown(..) => {}
                    }
                }
                result
            }
            (first, second) if first == second => Compared::Same,
            (View::Variable(_), _) | (_, View::Variable(_)) => Compared::Unknown(one, other),
            _ => Compared::Different,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disequality_waits_until_it_can_be_decided() {
        let (mut store, mut names) = (TermStore::default(), Names::default());
        let f = names.functor("f", 2);
        let (x, y) = (store.variable(), store.variable());
        let one = store.build(f, &[x, Term::number(1)]);
        let other = store.build(f, &[y, Term::number(1)]);
        assert!(store.differ(one, other, &names));
        let mark = store.mark();
        assert!(!store.unify(x, y, &names));
        store.undo(mark);
        assert!(store.unify(x, Term::number(5), &names));
        assert!(!store.unify(y, Term::number(5), &names));
        store.undo(mark);
        assert!(store.unify(x, Term::number(5), &names) && store.unify(y, Term::number(6), &names));
    }

    #[test]
    fn order_narrows_both_sides_and_is_undone() {
        let (mut store, names) = (TermStore::default(), Names::default());
        let (x, y, z) = (store.variable(), store.variable(), store.variable());
        for variable in [x, y, z] {
            assert!(store.range(variable, (0, 5), &names));
        }
        assert!(store.order(x, 1, y, &names) && store.order(y, 1, z, &names));
        assert_eq!((store.range_of(x), store.range_of(z)), (Some((0, 3)), Some((2, 5))));
        let mark = store.mark();
        assert!(store.unify(z, Term::number(2), &names));
        assert_eq!((store.range_of(x), store.range_of(y)), (Some((0, 0)), Some((1, 1))));
        store.undo(mark);
        assert_eq!((store.range_of(x), store.range_of(y)), (Some((0, 3)), Some((1, 4))));
        assert!(!store.order(z, 0, x, &names), "a circle of which one step is strict");
    }

    #[test]
    fn variables_that_become_one_keep_what_both_must_be() {
        let (mut store, names) = (TermStore::default(), Names::default());
        let (x, y) = (store.variable(), store.variable());
        assert!(store.range(x, (0, 3), &names) && store.range(y, (2, 9), &names));
        assert!(store.unify(x, y, &names));
        assert_eq!(store.range_of(x), Some((2, 3)));
        assert!(!store.unify(x, Term::number(1), &names));
    }
}
