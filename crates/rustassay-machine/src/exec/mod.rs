//! Execution: one rule of the language, one implementation.
//!
//! - `memory`, `place`, `word`, `copy`: accesses, where things are, and copies of them.
//! - `validity`, `parts`: which values a type has.
//! - `retag`: references become borrows.
//! - `rvalue`, `float`, `unsize`: what computes.
//! - `call`, `drop`, `intrinsics`: calls, destructors, and what the compiler itself provides.
//! - here: statements, terminators, and the run.

mod call;
mod copy;
mod drop;
pub(crate) mod float;
mod intrinsics;
mod memory;
mod overlap;
mod parts;
mod place;
mod races;
mod retag;
mod rvalue;
mod symbolic;
mod unsize;
mod validity;
mod word;

pub use call::Passed;
pub(crate) use call::convention;
pub(crate) use parts::PartsTable;
pub(crate) use place::wide_of;
use retag::Retagging;

use crate::code::*;
use crate::error::*;
use crate::foreign::{Detail, thread_time};
use crate::harness::Ending;
use crate::machine::{AfterDrop, DropJob, Machine, Slot};
use crate::memory::AllocId;
use rustassay_mir::model::*;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether there is more to run.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// There is.
    More,
    /// The last frame has returned.
    Finished,
    /// A panic has left the last frame.
    Panicked,
}

/// A run whose time is limited, or that may be interrupted, looks up every so many steps: some hundred times a second.
const CLOCK_PERIOD: u64 = 1 << 16;

impl Machine {
    /// Runs until the frame stack is empty again. No other thread runs meanwhile.
    pub(crate) fn run_frames(&mut self) -> Step<Progress> {
        loop {
            match self.run_block()? {
                Progress::More => {}
                ended => return Ok(ended),
            }
        }
    }

    /// Runs the top frame's block from its statement on, and its terminator.
    pub(crate) fn run_block(&mut self) -> Step<Progress> {
        let block: Rc<BlockCode> = self.running_block()?;
        let mut next = self.frames.last().expect("a frame runs").statement;
        self.log_position();
        while let Some(statement) = block.statements.get(next) {
            self.count_step()?;
            self.statement(statement)?;
            next += 1;
            self.frames.last_mut().expect("a statement leaves its frame").statement = next;
        }
        self.count_step()?;
        self.collect_garbage_when_due()?;
        self.terminator(&block.terminator)
    }

    /// Executes one statement or terminator of the call that [`Machine::start_function`] began. Gives the call's ending
    /// when it has ended.
    pub fn step(&mut self) -> Step<Option<Ending>> {
        let Some(frame) = self.frames.last() else { return Ok(Some(Ending::Finished)) };
        let next = frame.statement;
        let block: Rc<BlockCode> = self.running_block()?;
        self.log_position();
        self.count_step()?;
        if let Some(statement) = block.statements.get(next) {
            self.statement(statement)?;
            self.frames.last_mut().expect("a statement leaves its frame").statement = next + 1;
            return Ok(None);
        }
        let progress = self.terminator(&block.terminator)?;
        let progress = match self.fixed.is_scheduled {
            true => self.end_turn_or_go_on(progress)?.unwrap_or(Progress::More),
            false => progress,
        };
        Ok(match progress {
            Progress::More => None,
            Progress::Finished => Some(Ending::Finished),
            Progress::Panicked => Some(Ending::Panicked),
        })
    }

    pub(crate) fn count_step(&mut self) -> Step<()> {
        if self.fixed.steps >= self.limits.steps {
            self.pause()?;
        }
        self.fixed.steps += 1;
        Ok(())
    }

    /// Does what is due every so many steps, unless the program has reached a limit. The limit on steps stands where the next
    /// pause is due, so that a step costs the same with and without pauses.
    #[cold]
    fn pause(&mut self) -> Step<()> {
        let (steps, limit) = (self.fixed.steps, self.config.limits.steps);
        let Some(next) = self.next_pause().filter(|_| steps < limit) else {
            return Err(Box::new(Stop::Budget(Budget::Steps)));
        };
        if self.is_out_of_time() || self.is_interrupted() {
            return Err(Box::new(Stop::Budget(Budget::Time)));
        }
        self.limits.steps = next.min(limit);
        self.sample_stack(steps);
        if self.config.report_every.is_some_and(|every| steps.is_multiple_of(every.max(1))) {
            self.remark(&format!("{steps} statements and terminators so far"), Detail::Backtrace);
        }
        Ok(())
    }

    /// Whether the run has used up its time.
    pub(crate) fn is_out_of_time(&self) -> bool {
        self.deadline.is_some_and(|deadline| thread_time() >= deadline)
    }

    /// From now on the run ends soon after somebody sets the flag, as if its time was over.
    pub fn set_interrupt(&mut self, interrupt: Arc<AtomicBool>) {
        self.interrupt = Some(interrupt);
        self.limits.steps = self.config.limits.steps.min(self.next_pause().unwrap_or(u64::MAX));
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|interrupt| interrupt.load(Ordering::Relaxed))
    }

    /// The step before which the program pauses next, for a report, for a look at the stack or for one at the clock; if it does.
    pub(crate) fn next_pause(&self) -> Option<u64> {
        let looks_up = self.deadline.is_some() || self.interrupt.is_some();
        let clock_period = looks_up.then_some(CLOCK_PERIOD);
        let periods = [self.config.report_every, self.profile_period(), clock_period].into_iter().flatten();
        let next = self.fixed.steps + 1;
        periods.map(|period| next.checked_next_multiple_of(period.max(1)).unwrap_or(u64::MAX)).min()
    }

    /// Writes down where the top frame is, before it goes on.
    #[inline]
    pub(crate) fn log_position(&mut self) {
        let Some(top) = self.frames.len().checked_sub(1) else { return };
        let frame = &self.frames[top];
        self.journal.push_position(top, frame.block, frame.statement);
    }

    /// Executes a statement in the top frame.
    #[inline]
    pub(crate) fn statement(&mut self, statement: &StatementCode) -> Step<()> {
        match statement {
            StatementCode::Assign(place, rvalue) => self.assign(place, rvalue),
            StatementCode::SetDiscriminant(code, variant) => {
                let place = self.place(code)?;
                self.check_aligned(place)?;
                self.set_discriminant(place, code.info.ty, *variant)
            }
            StatementCode::StorageLive(local) => self.storage_live(*local),
            StatementCode::StorageDead(local) => self.storage_dead(*local),
            StatementCode::Assume(operand) => {
                let scalar = self.scalar(operand)?;
                self.fixed.branch_tainted |= scalar.is_tainted();
                if scalar.bits == 0 { ub(Ub::FalseAssume) } else { Ok(()) }
            }
            StatementCode::CopyNonOverlapping(operands) => self.copy_nonoverlapping(operands),
            StatementCode::Retag(code) => {
                let place = self.place(code)?;
                let value = self.load(place, &code.info)?;
                self.store(place, &code.info, &value, &mut Retagging::Plain)
            }
        }
    }

    /// Gives a local storage. A local that has some gives it up for new storage: `StorageLive` says so in
    /// `rustc_middle::mir::StatementKind`.
    #[inline]
    fn storage_live(&mut self, local: Local) -> Step<()> {
        self.storage_dead(local)?;
        self.set_slot(self.first_slot + local.index(), Slot::Fresh);
        if self.watches_races {
            // Other threads may get its address, and then it matters when it got its storage.
            let frame = self.frames.last().expect("a frame runs");
            if frame.code.locals[local.index()].is_borrowed {
                self.move_to_memory(local)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn storage_dead(&mut self, local: Local) -> Step<()> {
        self.end_storage(self.first_slot + local.index())
    }

    /// Takes a local's storage away.
    #[inline]
    pub(crate) fn end_storage(&mut self, slot: usize) -> Step<()> {
        if let Slot::Memory(id) = self.slots[slot] {
            self.end_memory(id)?;
        }
        self.set_slot(slot, Slot::Dead);
        Ok(())
    }

    /// Frees memory that nobody but us has given a name.
    #[inline(never)]
    pub(crate) fn end_memory(&mut self, id: AllocId) -> Step<()> {
        let root = self.alloc(id).root;
        self.dealloc_borrows(id, Some(root))?;
        self.free(id);
        Ok(())
    }

    #[inline]
    pub(crate) fn set_slot(&mut self, slot: usize, to: Slot) {
        let old = std::mem::replace(&mut self.slots[slot], to);
        self.journal.push_slot(slot, old);
    }

    pub(crate) fn erase_stack(&mut self, at: usize, size: usize) {
        self.save_stack(at, size);
        self.stack.erase(at..at + size);
    }

    /// Lets the top frame go on at a block.
    pub(crate) fn go_to(&mut self, block: BlockId) {
        let frame = self.frames.last_mut().expect("a frame runs");
        frame.block = block;
        frame.statement = 0;
    }

    pub(crate) fn terminator(&mut self, terminator: &TerminatorCode) -> Step<Progress> {
        match terminator {
            TerminatorCode::Goto(target) => self.go_to(*target),
            TerminatorCode::Switch(operand, values, otherwise) => {
                if let Some(bits) = self.plain_word(operand)? {
                    let found = values.iter().find(|(value, _)| *value == u128::from(bits));
                    self.go_to(found.map_or(*otherwise, |(_, target)| *target));
                    return Ok(Progress::More);
                }
                let scalar = self.scalar(operand)?;
                self.fixed.branch_tainted |= scalar.is_tainted();
                let found = values.iter().find(|(value, _)| *value == scalar.bits);
                self.go_to(found.map_or(*otherwise, |(_, target)| *target));
            }
            TerminatorCode::Unreachable => return ub(Ub::Unreachable),
            TerminatorCode::Return => return self.return_from(),
            TerminatorCode::UnwindResume => return self.unwind(),
            TerminatorCode::UnwindTerminate(TerminateReason::Abi) => {
                return Err(Box::new(Stop::Abort("panic in a function that cannot unwind")));
            }
            TerminatorCode::UnwindTerminate(TerminateReason::InCleanup) => {
                return Err(Box::new(Stop::Abort("panic in a destructor during cleanup")));
            }
            TerminatorCode::Drop { place, target, unwind } => {
                let ty = place.info.ty;
                if !self.needs_drop(ty) {
                    self.go_to(*target);
                } else {
                    let (pointer, len) = self.place_address(place)?;
                    let job = DropJob::Value { pointer, len, ty };
                    let then = AfterDrop::GoTo { target: *target, unwind: *unwind };
                    return self.drop_all(vec![job], then);
                }
            }
            TerminatorCode::Call { dest, callee, args, shared_moves, target, unwind } => {
                if !self.config.cautious {
                    shared_moves.iter().try_for_each(|&local| self.move_to_memory(local))?;
                }
                return self.call(callee, args, dest, *target, *unwind);
            }
            TerminatorCode::TailCall { callee, args } => return self.tail_call(callee, args),
        }
        Ok(Progress::More)
    }
}
