//! The symbol table of a function: its variables, what has become of them, and who borrows them.
//!
//! The rules are those of the borrow checker, a little stricter where that is simpler:
//! - A variable that was moved in one branch is gone in all that follows. What is outside of a loop is not moved inside of it.
//! - A variable that holds references has *loans*. They are live until it *expires*: after that it is never named again, and what it
//!   borrowed is free, wherever its scope ends (non-lexical lifetimes, RFC 2094).

use crate::interval::Interval;
use crate::syntax::{Mutability, Name};
use crate::types::Ty;

/// The number of a variable in its function.
pub type VarId = usize;

/// What has become of a variable.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum State {
    Ready,
    /// Some of its fields are gone: a bit each.
    PartlyMoved(u32),
    Moved,
    /// It is never to be named again.
    Expired,
}

impl State {
    fn or(self, other: State) -> State {
        match (self, other) {
            (State::PartlyMoved(a), State::PartlyMoved(b)) => State::PartlyMoved(a | b),
            (a, b) => a.max(b),
        }
    }
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Var {
    pub name: Name,
    pub ty: Ty,
    pub is_mut: bool,
    /// Whether its value may be moved out of it at all: not that of a captured one.
    pub is_owned: bool,
    pub state: State,
    /// How many references to it are live.
    pub shared: u32,
    pub unique: u32,
    /// What it borrows.
    pub loans: Vec<(VarId, Mutability)>,
    /// How many loops are around its declaration.
    pub loops: u32,
    /// The values that it has for as long as it lives.
    pub interval: Option<Interval>,
}

impl Var {
    pub fn new(name: Name, ty: Ty, is_mut: bool) -> Var {
        Var {
            name,
            ty,
            is_mut,
            is_owned: true,
            state: State::Ready,
            shared: 0,
            unique: 0,
            loans: Vec::new(),
            loops: 0,
            interval: None,
        }
    }

    pub fn can_read(&self) -> bool {
        self.state == State::Ready && self.unique == 0
    }

    pub fn can_write(&self) -> bool {
        self.can_read() && self.shared == 0
    }
}

/// The end of a branch: what has become of variables in it.
pub type Outcome = Vec<(VarId, State)>;

/// Where a `break` or `continue` can go.
#[derive(Clone, Debug)]
pub struct Target {
    pub label: Option<Name>,
    /// Whether it is a loop, and not a labelled block.
    pub is_loop: bool,
    /// What `break` takes with it; none if it takes nothing.
    pub value: Option<Ty>,
    /// Whether `continue` makes progress.
    pub can_continue: bool,
}

/// The variables of a function.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub vars: Vec<Var>,
    /// Where blocks begin among the variables.
    blocks: Vec<usize>,
    pub loops: u32,
    /// What changed in the branches that are open.
    trail: Vec<(VarId, State)>,
    branches: usize,
    pub targets: Vec<Target>,
}

/// So many variables are looked at for one that fits: the latest, so that what it costs does not grow with the function.
const RECENT: usize = 12;

impl Scope {
    /// The latest variables that can be read.
    pub fn recent(&self) -> impl Iterator<Item = (VarId, &Var)> {
        let start = self.vars.len().saturating_sub(RECENT);
        self.vars.iter().enumerate().skip(start).filter(|(_, var)| var.can_read())
    }

    pub fn add(&mut self, mut var: Var) -> VarId {
        var.loops = self.loops;
        let id = self.vars.len();
        for &(borrowed, mutability) in &var.loans {
            self.vars[borrowed].lend(mutability);
        }
        self.vars.push(var);
        id
    }

    pub fn open_block(&mut self) {
        self.blocks.push(self.vars.len());
    }

    /// Forgets the variables of the block, last first.
    pub fn close_block(&mut self) {
        let start = self.blocks.pop().unwrap_or(0);
        while self.vars.len() > start {
            self.release(self.vars.len() - 1);
            self.vars.pop();
        }
        self.trail.retain(|&(id, _)| id < start);
    }

    /// The first variable of the innermost block.
    pub fn block_start(&self) -> usize {
        self.blocks.last().copied().unwrap_or(0)
    }

    /// Ends what a variable borrows.
    fn release(&mut self, id: VarId) {
        for (borrowed, mutability) in std::mem::take(&mut self.vars[id].loans) {
            let var = &mut self.vars[borrowed];
            match mutability {
                Mutability::Not => var.shared -= 1,
                Mutability::Mut => var.unique -= 1,
            }
        }
    }

    /// The variable is never named again, and what it borrowed is free. Only for what the innermost block declared, and nobody borrows.
    pub fn expire(&mut self, id: VarId) {
        self.set_state(id, State::Expired);
        self.release(id);
    }

    /// Lends a variable for as long as an expression is written.
    pub fn lend(&mut self, id: VarId, mutability: Mutability) {
        self.vars[id].lend(mutability);
    }

    /// Ends such a loan.
    pub fn give_back(&mut self, id: VarId, mutability: Mutability) {
        match mutability {
            Mutability::Not => self.vars[id].shared -= 1,
            Mutability::Mut => self.vars[id].unique -= 1,
        }
    }

    pub fn set_state(&mut self, id: VarId, state: State) {
        if self.branches > 0 {
            self.trail.push((id, self.vars[id].state));
        }
        self.vars[id].state = state;
    }

    /// Whether the value of a variable may be moved out here.
    pub fn can_move(&self, id: VarId) -> bool {
        let var = &self.vars[id];
        var.is_owned && var.loops == self.loops && var.can_write()
    }

    /// Starts a branch.
    pub fn enter_branch(&mut self) -> usize {
        self.branches += 1;
        self.trail.len()
    }

    /// Ends a branch: what follows is as if it had not been, but for what is handed to `join`.
    pub fn leave_branch(&mut self, mark: usize) -> Outcome {
        let mut outcome: Outcome = Vec::new();
        while self.trail.len() > mark {
            let Some((id, before)) = self.trail.pop() else { break };
            if !outcome.iter().any(|&(other, _)| other == id) {
                outcome.push((id, self.vars[id].state));
            }
            self.vars[id].state = before;
        }
        self.branches -= 1;
        outcome
    }

    /// Whatever one of the branches did may have been done.
    pub fn join(&mut self, outcome: &Outcome) {
        for &(id, state) in outcome {
            let worse = self.vars[id].state.or(state);
            if worse != self.vars[id].state {
                self.set_state(id, worse);
            }
        }
    }
}

impl Var {
    fn lend(&mut self, mutability: Mutability) {
        match mutability {
            Mutability::Not => self.shared += 1,
            Mutability::Mut => self.unique += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Int, Types};

    fn scope_of_two() -> (Scope, VarId, VarId) {
        let ty = Types::new().int(Int::U64);
        let mut scope = Scope::default();
        let a = scope.add(Var::new("a".into(), ty, true));
        let b = scope.add(Var::new("b".into(), ty, true));
        (scope, a, b)
    }

    #[test]
    fn what_one_branch_moves_is_there_for_the_other_and_gone_after_both() {
        let (mut scope, a, b) = scope_of_two();
        let mark = scope.enter_branch();
        scope.set_state(a, State::Moved);
        let first = scope.leave_branch(mark);
        assert!(scope.can_move(a));
        let mark = scope.enter_branch();
        scope.set_state(b, State::Moved);
        scope.set_state(b, State::Ready);
        let second = scope.leave_branch(mark);
        scope.join(&first);
        scope.join(&second);
        assert!(!scope.can_move(a) && scope.can_move(b));
    }

    #[test]
    fn what_is_outside_of_a_loop_is_not_moved_inside() {
        let (mut scope, a, _) = scope_of_two();
        scope.loops += 1;
        assert!(!scope.can_move(a));
    }

    #[test]
    fn a_loan_ends_when_its_holder_expires_or_its_block_ends() {
        let (mut scope, a, b) = scope_of_two();
        let ty = scope.vars[a].ty;
        let holder = |loans| Var { loans, ..Var::new("r".into(), ty, false) };
        let r = scope.add(holder(vec![(a, Mutability::Mut)]));
        assert!(!scope.vars[a].can_read());
        scope.expire(r);
        assert!(scope.vars[a].can_write() && !scope.vars[r].can_read());
        scope.open_block();
        scope.add(holder(vec![(b, Mutability::Not)]));
        assert!(scope.vars[b].can_read() && !scope.vars[b].can_write());
        scope.close_block();
        assert!(scope.vars[b].can_write());
    }
}
