//! The program that is being written, on the machine that runs it.

use crate::config::Config;
use crate::observe::Observers;
use crate::random::Random;
use crate::scope::{self, Scope};
use rustassay_machine::error::Step;
use rustassay_machine::live::Mark;
use rustassay_machine::machine::Machine;
use rustassay_machine::memory::Scalar;
use rustassay_mir::model::*;

/// What makes a program.
pub(crate) struct Writer {
    pub machine: Machine,
    pub random: Random,
    pub config: Config,
    pub pool: Vec<Ty>,
    pub observers: Observers,
    /// The functions that run, the innermost last.
    pub scopes: Vec<Scope>,
    /// Functions that have been called and have returned.
    pub finished: Vec<FnId>,
    /// The pointer to what observers mix.
    pub state: Option<Scalar>,
    /// Statements that may still be written.
    pub left: usize,
    /// Proposals that were executed, and those that were kept.
    pub proposed: usize,
    pub kept: usize,
}

/// A state of the program to come back to.
pub(crate) struct Draft {
    mark: Mark,
    scope: scope::Mark,
    finished: usize,
}

impl Writer {
    pub fn scope(&self) -> &Scope {
        self.scopes.last().expect("a function is being written")
    }

    pub fn scope_mut(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("a function is being written")
    }

    pub fn types(&self) -> &Types {
        &self.machine.program.types
    }

    pub fn kind(&self, ty: Ty) -> TyKind {
        self.types().kind(ty).clone()
    }

    /// Remembers the state.
    pub fn draft(&mut self) -> Draft {
        Draft { mark: self.machine.mark(), scope: self.scope().mark(), finished: self.finished.len() }
    }

    /// Goes back to a state.
    pub fn retract(&mut self, draft: Draft) {
        self.machine.retract(draft.mark);
        self.finished.truncate(draft.finished);
        self.scope_mut().retract(draft.scope);
    }

    /// Keeps what was written since a state.
    pub fn keep(&mut self, draft: Draft) {
        self.machine.keep(draft.mark);
    }

    /// Tries something: keeps it if it went well and depends on nothing that it must not depend on.
    pub fn attempt(&mut self, work: impl FnOnce(&mut Writer) -> Option<()>) -> bool {
        let draft = self.draft();
        let depth = self.scopes.len();
        self.proposed += 1;
        let went_well = work(self).is_some() && !self.machine.branch_is_tainted() && !self.is_state_tainted();
        self.scopes.truncate(depth);
        match went_well {
            true => self.keep(draft),
            false => self.retract(draft),
        }
        self.kept += usize::from(went_well);
        went_well
    }

    /// Whether something was observed that is not the same everywhere: in a later round of a loop, say.
    fn is_state_tainted(&self) -> bool {
        let mixed = self.state.and_then(|state| self.machine.peek_behind(state, 8));
        mixed.is_some_and(|mixed| mixed.tainted)
    }

    /// Executes a statement, and writes it down.
    pub fn write(&mut self, statement: Statement) -> Option<()> {
        ok(self.machine.write(statement))?;
        self.left = self.left.saturating_sub(1);
        Some(())
    }

    /// Assigns a value to a place that is a local or inside of one, or behind a pointer.
    pub fn assign(&mut self, place: impl Into<Place>, rvalue: Rvalue) -> Option<()> {
        let place = place.into();
        let whole = place.as_local();
        self.write(Statement::Assign(place, rvalue))?;
        if let Some(local) = whole {
            self.scope_mut().has_value[local.index()] = true;
        }
        Some(())
    }

    /// A new local.
    pub fn new_local(&mut self, ty: Ty) -> Option<Local> {
        let local = ok(self.machine.add_local(ty))?;
        let scope = self.scopes.last_mut().expect("a function is being written");
        scope.add(&self.machine.program.types, local, ty, false);
        Some(local)
    }

    /// A new block of the function that runs.
    pub fn new_block(&mut self) -> BlockId {
        self.machine.add_block(false)
    }

    /// How many blocks the function that runs has.
    pub fn blocks(&self) -> usize {
        self.machine.program.functions[self.scope().id].body.blocks.len()
    }
}

/// What went well. Why something did not, nobody asks: something else is proposed.
pub(crate) fn ok<T>(step: Step<T>) -> Option<T> {
    step.ok()
}
