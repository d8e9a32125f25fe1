//! Terms in an arena, and unification that can be undone.
//!
//! A term is one word. Atoms and small numbers are in the word; a compound term or a variable is an index into the store's cells.
//! Everything that changes is either written down in the trail or lies above a mark, so undoing is a few truncations.

use crate::clp::constraint::{Attributes, Constraint, NO_WATCHER, Watcher};
use crate::clp::names::{Functor, Names, Symbol};

const TAG_BITS: u32 = 3;
const REFERENCE: u32 = 0;
const ATOM: u32 = 1;
const NUMBER: u32 = 2;
const COMPOUND: u32 = 3;
/// Only in cells: a variable with constraints; the index is that of its attributes.
const CONSTRAINED: u32 = 4;

/// A term of some store.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Term(u32);

/// What a term is, after its bindings were followed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum View {
    /// A variable that nothing is known of but its constraints.
    Variable(Variable),
    /// A name.
    Atom(Symbol),
    /// A small number.
    Number(i32),
    /// A functor with arguments; the index is that of its cell.
    Compound(Functor, u32),
}

/// A variable, by its cell.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Variable(pub(crate) u32);

impl Term {
    const fn new(tag: u32, value: u32) -> Term {
        Term(value << TAG_BITS | tag)
    }

    const fn tag(self) -> u32 {
        self.0 & ((1 << TAG_BITS) - 1)
    }

    const fn value(self) -> u32 {
        self.0 >> TAG_BITS
    }

    /// A name as a term.
    pub const fn atom(symbol: Symbol) -> Term {
        Term::new(ATOM, symbol.0)
    }

    /// A number as a term: those of 29 bits fit.
    pub const fn number(value: i32) -> Term {
        Term((value as u32) << TAG_BITS | NUMBER)
    }

    /// The term as a number that [`Term::from_bits`] makes the same term of.
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    pub(crate) const fn from_bits(bits: u32) -> Term {
        Term(bits)
    }

    pub(crate) const fn compound(cell: u32) -> Term {
        Term::new(COMPOUND, cell)
    }

    pub(crate) const fn reference(cell: u32) -> Term {
        Term::new(REFERENCE, cell)
    }

    pub(crate) const fn constrained(attributes: u32) -> Term {
        Term::new(CONSTRAINED, attributes)
    }
}

/// What was there before a change.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Change {
    Cell(u32, Term),
    Attributes(u32, Attributes),
}

/// How far a store had grown, to go back to.
#[derive(Copy, Clone, Debug, Default)]
pub struct TrailMark {
    cells: u32,
    trail: u32,
    attributes: u32,
    watchers: u32,
    constraints: u32,
}

/// The arena of terms, with the constraints on its variables.
#[derive(Default, Debug)]
pub struct TermStore {
    pub(crate) cells: Vec<Term>,
    trail: Vec<Change>,
    pub(crate) attributes: Vec<Attributes>,
    pub(crate) watchers: Vec<Watcher>,
    pub(crate) constraints: Vec<Constraint>,
    pub(crate) woken: Vec<u32>,
    /// Cells and attributes from here on are newer than every mark, and need no trail.
    newest: TrailMark,
    pairs: Vec<(Term, Term)>,
}

impl TermStore {
    /// Forgets everything, but keeps the memory.
    pub fn clear(&mut self) {
        self.newest = TrailMark::default();
        self.undo(TrailMark::default());
    }

    /// How far it has grown; what exists now is written down when it changes, until the next mark.
    pub fn mark(&mut self) -> TrailMark {
        self.newest = TrailMark {
            cells: self.cells.len() as u32,
            trail: self.trail.len() as u32,
            attributes: self.attributes.len() as u32,
            watchers: self.watchers.len() as u32,
            constraints: self.constraints.len() as u32,
        };
        self.newest
    }

    /// Goes back to a mark.
    pub fn undo(&mut self, mark: TrailMark) {
        while self.trail.len() > mark.trail as usize {
            match self.trail.pop() {
                Some(Change::Cell(cell, old)) => self.cells[cell as usize] = old,
                Some(Change::Attributes(index, old)) => self.attributes[index as usize] = old,
                None => break,
            }
        }
        self.cells.truncate(mark.cells as usize);
        self.attributes.truncate(mark.attributes as usize);
        self.watchers.truncate(mark.watchers as usize);
        self.constraints.truncate(mark.constraints as usize);
        self.woken.clear();
        self.newest = mark;
    }

    /// Says which mark is the newest that will be gone back to, after younger ones were given up.
    pub(crate) fn keep_since(&mut self, mark: TrailMark) {
        self.newest = mark;
    }

    /// How many cells there are: what the memory depends on.
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    /// New variables, one after the other; the cell of the first.
    pub fn variables(&mut self, count: u32) -> u32 {
        let first = self.cells.len() as u32;
        self.cells.extend((first..first + count).map(Term::reference));
        first
    }

    /// A new variable.
    pub fn variable(&mut self) -> Term {
        Term::reference(self.variables(1))
    }

    /// A compound term.
    pub fn build(&mut self, functor: Functor, arguments: &[Term]) -> Term {
        let cell = self.cells.len() as u32;
        self.cells.push(Term(functor.0));
        self.cells.extend_from_slice(arguments);
        Term::compound(cell)
    }

    /// A list.
    pub fn list(&mut self, items: &[Term]) -> Term {
        let mut list = Term::atom(Names::NIL);
        for &item in items.iter().rev() {
            list = self.build(Names::CONS, &[item, list]);
        }
        list
    }

    pub(crate) fn functor_at(&self, cell: u32) -> Functor {
        Functor(self.cells[cell as usize].0)
    }

    pub(crate) fn push_functor(&mut self, functor: Functor) {
        self.cells.push(Term(functor.0));
    }

    /// What a compound term's cell says that its arguments are.
    pub fn argument(&self, cell: u32, index: usize) -> Term {
        self.cells[cell as usize + 1 + index]
    }

    /// What the term is.
    #[inline]
    pub fn view(&self, mut term: Term) -> View {
        loop {
            match term.tag() {
                REFERENCE => {
                    let cell = self.cells[term.value() as usize];
                    if cell == term || cell.tag() == CONSTRAINED {
                        return View::Variable(Variable(term.value()));
                    }
                    term = cell;
                }
                ATOM => return View::Atom(Symbol(term.value())),
                NUMBER => return View::Number(term.0 as i32 >> TAG_BITS),
                _ => return View::Compound(self.functor_at(term.value()), term.value()),
            }
        }
    }

    /// The term behind all bindings.
    pub fn resolve(&self, term: Term) -> Term {
        match self.view(term) {
            View::Variable(variable) => Term::reference(variable.0),
            View::Atom(symbol) => Term::atom(symbol),
            View::Number(value) => Term::number(value),
            View::Compound(_, cell) => Term::compound(cell),
        }
    }

    /// The items of a list, if it is one that ends.
    pub fn items(&self, list: Term) -> Option<Vec<Term>> {
        let mut items = Vec::new();
        self.items_into(list, &mut items).then_some(items)
    }

    /// Puts the items of a list, if it is one that ends, into a place of their own.
    pub(crate) fn items_into(&self, mut list: Term, items: &mut Vec<Term>) -> bool {
        items.clear();
        loop {
            match self.view(list) {
                View::Atom(Names::NIL) => return true,
                View::Compound(Names::CONS, cell) => {
                    items.push(self.argument(cell, 0));
                    list = self.argument(cell, 1);
                }
                _ => return false,
            }
        }
    }

    /// Whether no variable is in the term.
    pub fn is_ground(&self, term: Term, names: &Names) -> bool {
        match self.view(term) {
            View::Variable(_) => false,
            View::Atom(_) | View::Number(_) => true,
            View::Compound(functor, cell) => {
                (0..names.arity(functor)).all(|index| self.is_ground(self.argument(cell, index), names))
            }
        }
    }

    pub(crate) fn attributes_of(&self, variable: Variable) -> Option<u32> {
        let cell = self.cells[variable.0 as usize];
        (cell.tag() == CONSTRAINED).then(|| cell.value())
    }

    pub(crate) fn set_cell(&mut self, cell: u32, value: Term) {
        if cell < self.newest.cells {
            self.trail.push(Change::Cell(cell, self.cells[cell as usize]));
        }
        self.cells[cell as usize] = value;
    }

    pub(crate) fn set_attributes(&mut self, index: u32, value: Attributes) {
        if index < self.newest.attributes {
            self.trail.push(Change::Attributes(index, self.attributes[index as usize]));
        }
        self.attributes[index as usize] = value;
    }

    fn occurs(&self, variable: Variable, term: Term, names: &Names) -> bool {
        match self.view(term) {
            View::Variable(other) => other == variable,
            View::Atom(_) | View::Number(_) => false,
            View::Compound(functor, cell) => (0..names.arity(functor))
                .any(|index| self.occurs(variable, self.argument(cell, index), names)),
        }
    }

    /// Binds a variable to something else; false when its constraints do not allow that at a glance. Those that must be looked at
    /// again are woken.
    fn bind(&mut self, variable: Variable, value: Term, names: &Names) -> bool {
        if value.tag() == COMPOUND && self.occurs(variable, value, names) {
            return false;
        }
        let Some(attributes) = self.attributes_of(variable) else {
            self.set_cell(variable.0, value);
            return true;
        };
        if value.tag() == REFERENCE {
            let other = Variable(value.value());
            if self.attributes_of(other).is_none() {
                self.set_cell(other.0, Term::reference(variable.0));
                return true;
            }
            self.set_cell(variable.0, value);
            self.wake(attributes);
            return self.narrow_to(value, self.attributes[attributes as usize].range);
        }
        self.set_cell(variable.0, value);
        self.wake(attributes);
        match (self.attributes[attributes as usize].range, value.tag()) {
            (None, _) => true,
            (Some(range), NUMBER) => (range.0..=range.1).contains(&(value.0 as i32 >> TAG_BITS)),
            (Some(_), _) => false,
        }
    }

    pub(crate) fn wake(&mut self, attributes: u32) {
        let mut next = self.attributes[attributes as usize].watchers;
        while next != NO_WATCHER {
            let watcher = self.watchers[next as usize];
            self.woken.push(watcher.constraint);
            next = watcher.next;
        }
    }

    /// Whether two terms can perhaps be made the same: their known parts do not differ.
    pub fn may_unify(&self, one: Term, other: Term, names: &Names) -> bool {
        match (self.view(one), self.view(other)) {
            (View::Variable(_), _) | (_, View::Variable(_)) => true,
            (View::Compound(one, first), View::Compound(other, second)) => {
                one == other
                    && (first == second
                        || (0..names.arity(one)).all(|index| {
                            self.may_unify(self.argument(first, index), self.argument(second, index), names)
                        }))
            }
            (one, other) => one == other,
        }
    }

    /// Makes two terms the same, if they can be, and all constraints hold that can be decided. What is left after a failure
    /// must be undone.
    pub fn unify(&mut self, one: Term, other: Term, names: &Names) -> bool {
        self.unify_only(one, other, names) && self.propagate(names)
    }

    /// As `unify`, but constraints that were woken are not looked at.
    pub(crate) fn unify_only(&mut self, one: Term, other: Term, names: &Names) -> bool {
        let base = self.pairs.len();
        self.pairs.push((one, other));
        while self.pairs.len() > base {
            let (one, other) = self.pairs.pop().expect("there is one above the base");
            let is_same = match (self.view(one), self.view(other)) {
                (View::Variable(one), View::Variable(other)) if one == other => true,
                // The younger is bound to the older, which lives longer.
                (View::Variable(one), View::Variable(other)) if one.0 > other.0 => {
                    self.bind(one, Term::reference(other.0), names)
                }
                (View::Variable(one), View::Variable(other)) => {
                    self.bind(other, Term::reference(one.0), names)
                }
                (View::Variable(variable), _) => self.bind(variable, self.resolve(other), names),
                (_, View::Variable(variable)) => self.bind(variable, self.resolve(one), names),
                (View::Compound(one, first), View::Compound(other, second)) if one == other => {
                    if first != second {
                        for index in (0..names.arity(one)).rev() {
                            self.pairs.push((self.argument(first, index), self.argument(second, index)));
                        }
                    }
                    true
                }
                (one, other) => one == other,
            };
            if !is_same {
                self.pairs.truncate(base);
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store() -> (TermStore, Names, Functor) {
        let mut names = Names::default();
        let f = names.functor("f", 2);
        (TermStore::default(), names, f)
    }

    #[test]
    fn unification_makes_terms_the_same_or_says_that_it_cannot() {
        let (mut store, mut names, f) = store();
        let (a, b) = (Term::atom(names.symbol("a")), Term::atom(names.symbol("b")));
        let (x, y) = (store.variable(), store.variable());
        let one = store.build(f, &[x, a]);
        let other = store.build(f, &[b, y]);
        assert!(store.unify(one, other, &names));
        assert_eq!((store.resolve(x), store.resolve(y)), (b, a));
        assert!(!store.unify(x, y, &names));
    }

    #[test]
    fn undoing_unbinds_what_was_bound_since_the_mark() {
        let (mut store, mut names, f) = store();
        let a = Term::atom(names.symbol("a"));
        let (x, y) = (store.variable(), store.variable());
        assert!(store.unify(x, a, &names));
        let mark = store.mark();
        let term = store.build(f, &[x, a]);
        assert!(store.unify(y, term, &names));
        store.undo(mark);
        assert_eq!(store.resolve(x), a);
        assert!(matches!(store.view(y), View::Variable(_)));
        assert_eq!(store.size(), 2);
    }

    #[test]
    fn no_term_contains_itself() {
        let (mut store, names, f) = store();
        let x = store.variable();
        let term = store.build(f, &[Term::number(1), x]);
        assert!(!store.unify(x, term, &names));
    }

    #[test]
    fn numbers_keep_their_sign() {
        let store = TermStore::default();
        assert_eq!(store.view(Term::number(-7)), View::Number(-7));
    }
}
