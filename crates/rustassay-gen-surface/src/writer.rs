//! The program while it is written: what there is already, and how much is still to come.

use crate::config::{Chances, Mixture, Weights};
use crate::features::traits::TraitDef;
use crate::harness::HarnessPart;
use crate::interval::Interval;
use crate::scope::{Scope, Var, VarId};
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Ty, TyKind, Types};
use rustassay_random::Random;
use std::collections::BTreeSet;

/// A function that can be called from anywhere.
#[derive(Clone, Debug)]
pub struct FnDef {
    pub name: Name,
    pub params: Vec<(Ty, Option<Interval>)>,
    pub ret: Ty,
    /// What a call costs.
    pub cost: u64,
    /// Whether it changes what all threads see.
    pub has_effects: bool,
    /// Whether a call stands in `unsafe { .. }`.
    pub is_unsafe: bool,
}

/// A constant of the program.
#[derive(Copy, Clone, Debug)]
pub struct ConstDef {
    pub name: Name,
    pub ty: Ty,
    pub interval: Option<Interval>,
}

/// A closure in a variable.
#[derive(Clone, Debug)]
pub struct LocalClosure {
    pub var: VarId,
    pub params: Vec<Ty>,
    pub ret: Ty,
    pub kind: ClosureKind,
    pub cost: u64,
}

/// How a closure is called.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ClosureKind {
    Fn,
    Mut,
    Once,
}

/// A function or closure that is being written.
#[derive(Debug)]
pub struct Frame {
    pub scope: Scope,
    pub name: Name,
    pub ret: Ty,
    /// Whether `return` may stand in it with a value of `ret`.
    pub can_return: bool,
    /// Whether other threads may run it, so that it must not touch what they share.
    pub is_isolated: bool,
    /// Whether `.await` may stand in it.
    pub is_async: bool,
    pub has_effects: bool,
    /// How often what is written now runs at most, for each call.
    pub times: u64,
    pub cost: u64,
    /// What a call may cost at most.
    pub limit: u64,
    /// Loans of the expression that is being written.
    pub loans: Vec<(VarId, Mutability)>,
    pub closures: Vec<LocalClosure>,
    /// Statements that it may still have.
    pub left: usize,
    /// How deep blocks are nested.
    pub depth: usize,
    /// Whether nothing of what is outside may be changed.
    pub is_read_only: bool,
    /// The traits that the type parameters have, by number.
    pub bounds: Vec<usize>,
}

/// The program while it is written.
pub struct Writer {
    pub random: Random,
    pub mixture: Mixture,
    pub types: Types,
    pub items: Vec<Item>,
    /// What must stand before everything that uses it: macros.
    pub macros: Vec<Item>,
    pub functions: Vec<FnDef>,
    pub constants: Vec<ConstDef>,
    pub traits: Vec<TraitDef>,
    /// The types to choose from.
    pub pool: Vec<Ty>,
    pub frames: Vec<Frame>,
    pub harness: BTreeSet<HarnessPart>,
    /// Statements that the program may still have.
    pub left: usize,
    /// What its run may still cost.
    pub cost_left: u64,
    /// What was written so far, by the names of the weights, and idioms by their own.
    pub written: BTreeSet<&'static str>,
    next_name: u32,
    pub shared: crate::features::Shared,
}

impl Writer {
    pub fn new(random: Random, mixture: Mixture) -> Writer {
        Writer {
            left: mixture.size.statements,
            cost_left: mixture.size.cost as u64,
            random,
            mixture,
            types: Types::new(),
            items: Vec::new(),
            macros: Vec::new(),
            functions: Vec::new(),
            constants: Vec::new(),
            traits: Vec::new(),
            pool: Vec::new(),
            frames: Vec::new(),
            harness: BTreeSet::new(),
            written: BTreeSet::new(),
            next_name: 0,
            shared: Default::default(),
        }
    }

    pub fn weights(&self) -> &Weights {
        &self.mixture.weights
    }

    pub fn chances(&self) -> &Chances {
        &self.mixture.chances
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.random.chance(percent)
    }

    pub fn coin(&mut self) -> bool {
        self.random.coin()
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound)
    }

    pub fn between(&mut self, low: usize, high: usize) -> usize {
        self.random.between(low, high)
    }

    /// A scalar type in so many of 100 cases, and any type in the others.
    pub fn scalar_or_any(&mut self, percent: usize) -> Ty {
        if self.chance(percent) { self.scalar_type() } else { self.any_type() }
    }

    /// `mut` in so many of 100 cases.
    pub fn mutability(&mut self, percent: usize) -> Mutability {
        if self.chance(percent) { Mutability::Mut } else { Mutability::Not }
    }

    /// A name that nothing else has.
    pub fn name(&mut self, word: &'static str) -> Name {
        self.next_name += 1;
        Name::Numbered(word, self.next_name)
    }

    pub fn frame(&self) -> &Frame {
        self.frames.last().expect("something is being written")
    }

    pub fn frame_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("something is being written")
    }

    pub fn scope(&mut self) -> &mut Scope {
        &mut self.frame_mut().scope
    }

    pub fn ty(&mut self, kind: TyKind) -> Ty {
        self.types.of(kind)
    }

    pub fn syntax(&self, ty: Ty) -> Type {
        self.types.syntax(ty)
    }

    pub fn kind(&self, ty: Ty) -> &TyKind {
        self.types.kind(ty)
    }

    pub fn need(&mut self, part: HarnessPart) {
        self.harness.insert(part);
    }

    /// Counts work that is done at this place, and says whether there is room for it.
    pub fn afford(&mut self, cost: u64) -> bool {
        let frame = self.frame_mut();
        let total = frame.cost.saturating_add(frame.times.saturating_mul(cost));
        if total > frame.limit {
            return false;
        }
        frame.cost = total;
        true
    }

    /// Counts work whether or not there is room for it.
    pub fn spend(&mut self, cost: u64) {
        let frame = self.frame_mut();
        frame.cost = frame.cost.saturating_add(frame.times.saturating_mul(cost));
    }

    /// Writes something that runs several times.
    pub fn repeated<T>(&mut self, times: u64, write: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.frame().times;
        self.frame_mut().times = before.saturating_mul(times.max(1));
        let result = write(self);
        self.frame_mut().times = before;
        result
    }

    /// The same inside of a loop, where what is outside cannot be moved and what is done may be done again.
    pub fn in_loop<T>(&mut self, times: u64, write: impl FnOnce(&mut Self) -> T) -> T {
        self.scope().loops += 1;
        let result = self.in_branch(|writer| writer.repeated(times, write));
        self.scope().loops -= 1;
        result
    }

    /// Writes something that may not be run at all.
    pub fn in_branch<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.scope().enter_branch();
        let result = write(self);
        let outcome = self.scope().leave_branch(mark);
        self.scope().join(&outcome);
        result
    }

    /// Writes alternatives, each as if the others were not there.
    pub fn alternatives<T>(&mut self, count: usize, mut write: impl FnMut(&mut Self, usize) -> T) -> Vec<T> {
        let mut outcomes = Vec::new();
        let mut results = Vec::new();
        for n in 0..count {
            let mark = self.scope().enter_branch();
            results.push(write(self, n));
            outcomes.push(self.scope().leave_branch(mark));
        }
        for outcome in &outcomes {
            self.scope().join(outcome);
        }
        results
    }

    /// Writes in a block of its own.
    pub fn in_block<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.scope().open_block();
        self.frame_mut().depth += 1;
        let closures = self.frame().closures.len();
        let result = write(self);
        self.frame_mut().closures.truncate(closures);
        self.frame_mut().depth -= 1;
        self.close_block();
        result
    }

    /// Ends a block, and what was lent of its variables.
    pub fn close_block(&mut self) {
        let start = self.frame().scope.block_start();
        let frame = self.frame_mut();
        let scope = &mut frame.scope;
        frame.loans.retain(|&(id, mutability)| {
            if id >= start {
                scope.give_back(id, mutability);
            }
            id < start
        });
        self.scope().close_block();
    }

    /// Declares a variable.
    pub fn declare(&mut self, name: Name, ty: Ty, is_mut: bool) -> VarId {
        self.scope().add(Var::new(name, ty, is_mut))
    }

    /// Declares a variable that keeps to an interval.
    pub fn declare_within(&mut self, name: Name, ty: Ty, is_mut: bool, interval: Option<Interval>) -> VarId {
        self.scope().add(Var { interval, ..Var::new(name, ty, is_mut) })
    }

    /// Lends a variable to the expression that is being written.
    pub fn lend(&mut self, id: VarId, mutability: Mutability) {
        self.scope().lend(id, mutability);
        self.frame_mut().loans.push((id, mutability));
    }

    /// What is lent from here on can be given back together.
    pub fn loan_mark(&self) -> usize {
        self.frame().loans.len()
    }

    /// Gives back what was lent since then, and says what it was.
    pub fn end_loans(&mut self, mark: usize) -> Vec<(VarId, Mutability)> {
        let loans = self.frame_mut().loans.split_off(mark);
        for &(id, mutability) in &loans {
            self.scope().give_back(id, mutability);
        }
        loans
    }

    /// Declares a variable that holds what was lent since then.
    pub fn declare_with_loans(&mut self, name: Name, ty: Ty, is_mut: bool, mark: usize) -> VarId {
        let loans = self.end_loans(mark);
        self.scope().add(Var { loans, ..Var::new(name, ty, is_mut) })
    }

    /// A frame for a function or closure of this name.
    pub fn new_frame(&self, name: Name, ret: Ty, limit: u64, left: usize) -> Frame {
        Frame {
            scope: Scope::default(),
            name,
            ret,
            can_return: true,
            is_isolated: self.frames.last().is_some_and(|frame| frame.is_isolated),
            is_async: false,
            has_effects: false,
            times: 1,
            cost: 0,
            limit,
            loans: Vec::new(),
            closures: Vec::new(),
            left,
            depth: 0,
            is_read_only: false,
            bounds: Vec::new(),
        }
    }

    /// `observe(&x)`, where there is something to observe with.
    pub fn observe(&mut self, what: Name, value: Expr) -> Expr {
        let function = self.frame().name;
        Expr::Observe(Label { function, what }, Box::new(value))
    }

    /// Adds an item where the program's items stand.
    pub fn add_item(&mut self, kind: ItemKind) {
        self.items.push(Item::plain(kind));
    }

    /// The type as it stands in an annotation, or nothing: then the compiler infers it.
    pub fn maybe_annotation(&mut self, ty: Ty) -> Option<Type> {
        (self.chance(self.chances().annotations) && !self.types.facts(ty).has_ref).then(|| self.syntax(ty))
    }

    /// `path::<types>` as a call's target; the arguments are said if nothing else fixes them.
    pub fn typed_path(&mut self, words: [&'static str; 2], types: Vec<Type>, typed: bool) -> Path {
        let first = name_path(words[0]);
        let first =
            if typed && self.chance(self.chances().inferred_paths) { first } else { first.of_types(types) };
        first.then(words[1])
    }
}
