//! The program that is being written, on the machine that runs it.

use crate::config::Mixture;
use crate::harness::Harness;
use crate::observe::Observers;
use crate::scope::Scope;
use crate::threads::{Reserved, Team};
use crate::{places, rvalues, statements};
use rustassay_machine::error::Step;
use rustassay_machine::live::Mark;
use rustassay_machine::machine::Machine;
use rustassay_machine::memory::Scalar;
use rustassay_mir::model::*;
use rustassay_random::{Menu, Random};

/// What makes a program.
pub(crate) struct Writer {
    pub machine: Machine,
    pub random: Random,
    pub mixture: Mixture,
    pub menus: Menus,
    pub pool: Vec<Ty>,
    pub observers: Observers,
    pub harness: Harness,
    /// How many functions there were before `main`.
    pub first_function: usize,
    /// The functions that run, the innermost last.
    pub scopes: Vec<Scope>,
    /// Scopes of functions that have ended, for others to use their memory.
    pub spare_scopes: Vec<Scope>,
    /// Functions that have been called and have returned.
    pub finished: Vec<Finished>,
    /// The pointer to what observers mix.
    pub state: Option<Scalar>,
    /// Threads that are being written, if there are any.
    pub team: Option<Box<Team>>,
    /// Statics that threads will share. Those from the first of them on are nobody else's.
    pub reserved: Vec<Reserved>,
    pub first_reserved: usize,
    /// Whether code has run that may have observed something, since it was last seen that all of that is the same everywhere.
    pub may_have_observed: bool,
    /// How many calls under way would catch a panic.
    pub catches: usize,
    /// Whether a panic is under way.
    pub is_unwinding: bool,
    /// Whether something went wrong since the last attempt began, so that the state is good for nothing but to be taken back.
    pub is_wrong: bool,
    /// Statements that may still be written.
    pub left: usize,
    /// Proposals that were executed, and those that were kept.
    pub proposed: usize,
    pub kept: usize,
}

/// What is chosen from most often.
pub(crate) struct Menus {
    pub places: Menu<places::PlaceRule>,
    pub rvalues: rvalues::Menus,
    pub statements: Menu<statements::StatementRule>,
}

impl Menus {
    /// The menus of a program.
    pub fn new(mixture: &Mixture) -> Menus {
        let w = &mixture.weights;
        Menus { places: places::menu(w), rvalues: rvalues::Menus::new(w), statements: statements::menu(w) }
    }
}

/// A function that can be called again.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Finished {
    pub id: FnId,
    /// Whether its first parameter says how often it calls itself.
    pub is_recursive: bool,
    /// Whether it was written for a thread: it uses nothing that only `main` may use.
    pub is_for_threads: bool,
}

/// A state of the program to come back to.
pub(crate) struct Draft {
    mark: Mark,
    locals: usize,
    changes: usize,
    finished: usize,
    pool: usize,
    may_have_observed: bool,
    catches: usize,
    is_unwinding: bool,
}

impl Writer {
    pub fn scope(&self) -> &Scope {
        self.scopes.last().expect("a function is being written")
    }

    pub fn scope_mut(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("a function is being written")
    }

    /// The places of a new function, of which there are none yet.
    pub fn new_scope(&mut self, id: FnId, state: Local) -> Scope {
        match self.spare_scopes.pop() {
            Some(spare) => spare.reuse(id, state),
            None => Scope::new(id, state),
        }
    }

    /// The function that runs has ended.
    pub fn leave(&mut self) {
        self.spare_scopes.extend(self.scopes.pop());
    }

    pub fn types(&self) -> &Types {
        &self.machine.program.types
    }

    pub fn kind(&self, ty: Ty) -> &TyKind {
        self.types().kind(ty)
    }

    /// A type of the program, at random.
    pub fn some_ty(&mut self) -> Option<Ty> {
        self.random.pick(&self.pool).copied()
    }

    /// A type of the program that fits, if a few tries find one.
    pub fn some_ty_that(&mut self, fits: impl Fn(&Types, Ty) -> bool) -> Option<Ty> {
        (0..6).find_map(|_| self.some_ty().filter(|&ty| fits(self.types(), ty)))
    }

    /// Remembers the state.
    pub fn draft(&mut self) -> Draft {
        let mark = self.machine.mark();
        let scope = self.scope();
        Draft {
            mark,
            locals: scope.len(),
            changes: scope.changes(),
            finished: self.finished.len(),
            pool: self.pool.len(),
            may_have_observed: self.may_have_observed,
            catches: self.catches,
            is_unwinding: self.is_unwinding,
        }
    }

    /// Goes back to a state.
    pub fn retract(&mut self, draft: Draft) {
        self.machine.retract(draft.mark);
        self.finished.truncate(draft.finished);
        self.pool.truncate(draft.pool);
        self.may_have_observed = draft.may_have_observed;
        self.catches = draft.catches;
        self.is_unwinding = draft.is_unwinding;
        self.scope_mut().go_back(draft.locals, draft.changes);
    }

    /// Tries something: keeps it if it went well and depends on nothing that it must not depend on.
    pub fn attempt(&mut self, work: impl FnOnce(&mut Writer) -> Option<()>) -> bool {
        let draft = self.draft();
        let (depth, kept) = (self.scopes.len(), self.kept);
        self.proposed += 1;
        self.is_wrong = false;
        let went_well = work(self).is_some() && !self.machine.branch_is_tainted() && !self.is_state_tainted();
        while self.scopes.len() > depth {
            self.leave();
        }
        match went_well {
            true => self.machine.keep(draft.mark),
            false => self.retract(draft),
        }
        self.is_wrong = false;
        self.kept = if went_well { self.kept + 1 } else { kept };
        went_well
    }

    /// Whether something was observed that is not the same everywhere: in a later round of a loop, say.
    fn is_state_tainted(&mut self) -> bool {
        if self.may_have_observed {
            let mixed = self.state.and_then(|state| self.machine.peek_behind(state, 8));
            self.may_have_observed = mixed.is_some_and(|mixed| mixed.is_tainted());
        }
        self.may_have_observed
    }

    /// Does something on the machine. Why it does not go well, nobody asks: something else is proposed.
    pub fn run<T>(&mut self, work: impl FnOnce(&mut Machine) -> Step<T>) -> Option<T> {
        let step = work(&mut self.machine);
        self.is_wrong |= step.is_err();
        step.ok()
    }

    /// Ends the block that runs.
    pub fn end(&mut self, terminator: Terminator) -> Option<()> {
        self.may_have_observed = true;
        self.run(|machine| machine.end_block(terminator)).map(drop)
    }

    /// Executes a statement, and writes it down.
    pub fn write(&mut self, statement: Statement) -> Option<()> {
        self.run(|machine| machine.write(statement))?;
        self.left = self.left.saturating_sub(1);
        Some(())
    }

    /// Assigns a value to a place that is a local or inside of one, or behind a pointer.
    pub fn assign(&mut self, place: impl Into<Place>, rvalue: Rvalue) -> Option<()> {
        let place = place.into();
        let (local, is_whole) = (place.local, place.projection.is_empty());
        let complexity = self.complexity(&rvalue);
        self.give_up_moved(&rvalue);
        self.write(Statement::Assign(place, rvalue))?;
        match is_whole {
            true => self.scope_mut().give(local, complexity),
            false => self.scope_mut().enrich(local, complexity),
        }
        Some(())
    }

    /// How much goes into a value.
    fn complexity(&self, rvalue: &Rvalue) -> u8 {
        let scope = self.scope();
        let of = |operand: &Operand| operand.place().map_or(1, |place| scope.complexity(place));
        match rvalue {
            Rvalue::Use(operand) | Rvalue::UseWithoutRetag(operand) | Rvalue::Repeat(operand, _) => {
                of(operand)
            }
            Rvalue::Cast(_, operand, _) | Rvalue::Unary(_, operand) => of(operand).saturating_add(1),
            Rvalue::Binary(_, left, right)
            | Rvalue::Checked(_, left, right)
            | Rvalue::PtrFromParts(_, left, right) => of(left).saturating_add(of(right)),
            Rvalue::Ref(_, place)
            | Rvalue::TwoPhaseRef(place)
            | Rvalue::RawPtr(_, place)
            | Rvalue::FakeRawPtr(place) => scope.complexity(place),
            Rvalue::Discriminant(place) | Rvalue::CopyForDeref(place) => scope.complexity(place),
            Rvalue::ThreadLocalRef(..) => 1,
            Rvalue::Tuple(parts) | Rvalue::Array(_, parts) | Rvalue::Adt(_, _, _, parts) => {
                parts.iter().map(of).max().unwrap_or(1)
            }
        }
    }

    /// What is moved has no value any more.
    fn give_up_moved(&mut self, rvalue: &Rvalue) {
        let scope = self.scopes.last_mut().expect("a function is being written");
        let mut give_up = |operand: &Operand| {
            if let Operand::Move(place) = operand {
                scope.take(place.local);
            }
        };
        match rvalue {
            Rvalue::Use(operand) | Rvalue::Cast(_, operand, _) => give_up(operand),
            Rvalue::Tuple(parts) | Rvalue::Array(_, parts) | Rvalue::Adt(_, _, _, parts) => {
                parts.iter().for_each(give_up);
            }
            _ => {}
        }
    }

    /// A new local with storage for as long as the call lasts.
    pub fn new_local(&mut self, ty: Ty) -> Option<Local> {
        let local = self.run(|machine| machine.add_local(ty))?;
        let scope = self.scopes.last_mut().expect("a function is being written");
        scope.add(&self.machine.program.types, local, ty, false);
        Some(local)
    }

    /// A new local, whose storage begins now and ends at the latest where the loop ends that it is in.
    pub fn new_stored_local(&mut self, ty: Ty) -> Option<Local> {
        let local = self.run(|machine| machine.add_dead_local(ty))?;
        let scope = self.scopes.last_mut().expect("a function is being written");
        scope.add(&self.machine.program.types, local, ty, false);
        self.write(Statement::StorageLive(local))?;
        self.scope_mut().store(local);
        Some(local)
    }

    /// A local that one thing is computed into.
    pub fn compute(&mut self, ty: Ty, rvalue: Rvalue) -> Option<Local> {
        let local = self.new_local(ty)?;
        self.assign(local, rvalue)?;
        Some(local)
    }

    /// A new block of the function that runs: one for cleaning up, if such a one runs.
    pub fn new_block(&mut self) -> BlockId {
        let is_cleanup = self.is_in_cleanup();
        self.machine.add_block(is_cleanup)
    }

    /// Whether the block that runs is one for cleaning up.
    pub fn is_in_cleanup(&self) -> bool {
        let body = &self.machine.program.functions[self.scope().id].body;
        self.machine.block().is_some_and(|block| body.blocks[block].is_cleanup)
    }

    /// How many blocks the function that runs has.
    pub fn blocks(&self) -> usize {
        self.machine.program.functions[self.scope().id].body.blocks.len()
    }
}
