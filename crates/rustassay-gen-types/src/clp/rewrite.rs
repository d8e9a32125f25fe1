//! Equivalents of a term: rewritings, applied where they fit.

use crate::clp::rules::{Key, Rewriting};
use crate::clp::search::{SearchStop, Solver};
use crate::clp::term::{Term, View};

/// A place in a term: which argument, from the outside in.
type Place = Vec<u32>;

impl Solver<'_> {
    /// Applies one of the rule set's rewritings at one of the places where it fits, both at random; gives the term and the row of the
    /// rewriting, or nothing if none fits. The term that was given stays as it is.
    pub fn rewrite(&mut self, term: Term) -> Result<Option<(Term, usize)>, SearchStop> {
        let rules = self.rules();
        let mut places = Vec::new();
        self.places(term, &mut Vec::new(), &mut places);
        self.random().shuffle(&mut places);
        for (place, inner, row) in places {
            if let Some(changed) = self.apply_rewriting(&rules.rewritings[row], inner)? {
                return Ok(Some((self.replace(term, &place, changed), row)));
            }
        }
        Ok(None)
    }

    fn places(&self, term: Term, place: &mut Place, found: &mut Vec<(Place, Term, usize)>) {
        let rules = self.rules();
        let View::Compound(functor, cell) = self.store.view(term) else { return };
        for (row, rewriting) in rules.rewritings.iter().enumerate() {
            if rewriting.from.key() == Key::compound(functor) {
                found.push((place.clone(), term, row));
            }
        }
        for index in 0..rules.names.arity(functor) {
            place.push(index as u32);
            self.places(self.store.argument(cell, index), place, found);
            place.pop();
        }
    }

    fn apply_rewriting(&mut self, rewriting: &Rewriting, term: Term) -> Result<Option<Term>, SearchStop> {
        let mark = self.store.mark();
        let variables = self.store.variables(rewriting.variables);
        let from = self.instantiate(&rewriting.from, variables);
        let is_fit = self.store.unify(from, term, &self.rules().names);
        if !is_fit || !self.once(rewriting.body, variables)? {
            self.store.undo(mark);
            return Ok(None);
        }
        Ok(Some(self.instantiate(&rewriting.to, variables)))
    }

    /// The term, with another at a place.
    fn replace(&mut self, term: Term, place: &[u32], inner: Term) -> Term {
        let Some((&first, rest)) = place.split_first() else { return inner };
        let View::Compound(functor, cell) = self.store.view(term) else { return term };
        let arity = self.rules().names.arity(functor);
        let mut arguments: Vec<Term> = (0..arity).map(|index| self.store.argument(cell, index)).collect();
        arguments[first as usize] = self.replace(arguments[first as usize], rest, inner);
        self.store.build(functor, &arguments)
    }
}
