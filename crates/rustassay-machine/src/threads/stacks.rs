//! Call stacks: one is the machine's own, and the others are parked.

use super::ThreadId;
use crate::journal::{OldStack, Undo};
use crate::machine::{Frame, Machine, Slot};
use crate::memory::{Region, ScalarFormat};
use rustassay_mir::model::{At, Part};
use std::mem::swap;

/// The calls of a thread that have not returned, with their locals. The fields are those of the machine.
#[derive(Clone, Debug)]
pub(crate) struct CallStack {
    pub(crate) stack: Region,
    pub(crate) slots: Vec<Slot>,
    pub(crate) frames: Vec<Frame>,
    first_slot: usize,
    old: OldStack,
}

impl CallStack {
    /// That of a thread without calls.
    pub(crate) fn new(format: ScalarFormat) -> CallStack {
        CallStack {
            stack: Region::new(format, 0),
            slots: Vec::new(),
            frames: Vec::new(),
            first_slot: 0,
            old: OldStack::default(),
        }
    }

    /// Whether two are the same, whatever was written down of them.
    pub(crate) fn is_same(&self, other: &CallStack) -> bool {
        (&self.stack, &self.slots, &self.frames) == (&other.stack, &other.slots, &other.frames)
    }
}

impl Machine {
    /// Lets another thread run.
    pub fn switch_to(&mut self, next: ThreadId) {
        let left = self.thread;
        if next == left {
            return;
        }
        self.exchange_stacks(next);
        self.journal.push(|| Undo::Switched(left));
        // All that the thread has is older than the latest checkpoint, unless it has run since.
        if self.journal.young.epoch != self.journal.epoch {
            self.mark_stack();
        }
    }

    /// Parks the call stack of the thread that runs, and makes that of the next one the machine's.
    pub(crate) fn exchange_stacks(&mut self, next: ThreadId) {
        self.exchange_with_parked(self.thread);
        self.thread = next;
        self.exchange_with_parked(next);
    }

    fn exchange_with_parked(&mut self, thread: ThreadId) {
        if self.parked.len() <= thread.index() {
            let format = self.stack.format();
            self.parked.resize_with(thread.index() + 1, || CallStack::new(format));
        }
        let parked = &mut self.parked[thread.index()];
        swap(&mut self.stack, &mut parked.stack);
        swap(&mut self.slots, &mut parked.slots);
        swap(&mut self.frames, &mut parked.frames);
        swap(&mut self.first_slot, &mut parked.first_slot);
        self.journal.exchange_stack(&mut parked.old);
    }

    /// The slots of all threads.
    pub(crate) fn all_slots(&self) -> impl Iterator<Item = &Slot> {
        self.slots.iter().chain(self.parked.iter().flat_map(|parked| &parked.slots))
    }

    /// The calls of all threads that have not returned.
    pub(crate) fn all_frames(&self) -> impl Iterator<Item = &Frame> {
        self.frames.iter().chain(self.parked.iter().flat_map(|parked| &parked.frames))
    }

    /// The slots of a thread.
    pub(crate) fn slots_of(&self, thread: ThreadId) -> &[Slot] {
        match self.parked.get(thread.index()) {
            Some(parked) if thread != self.thread => &parked.slots,
            _ if thread == self.thread => &self.slots,
            _ => &[],
        }
    }

    /// The frames of a thread.
    pub(crate) fn frames_of(&self, thread: ThreadId) -> &[Frame] {
        match self.parked.get(thread.index()) {
            Some(parked) if thread != self.thread => &parked.frames,
            _ if thread == self.thread => &self.frames,
            _ => &[],
        }
    }

    /// The calls of a thread that have not returned, the innermost first.
    pub(crate) fn backtrace_of(&self, thread: ThreadId) -> Vec<At> {
        if thread == self.thread {
            return self.backtrace();
        }
        let frames = self.frames_of(thread).iter().rev();
        frames.map(|frame| At::Statement(frame.code.id, frame.block, frame.statement, Part::Whole)).collect()
    }
}
