//! What has changed since a checkpoint, as inverses: going back costs what the changes cost, not what the state is.
//!
//! What is younger than the latest checkpoint, frames, stack and allocations, goes as a whole when that is gone back to, so changes of it
//! need no inverse ([`Young`]). Most of what a call does is of that kind. Of what is older, the first change since then is enough for slots
//! and positions: so the journal of a loop does not grow with its rounds.

use crate::aliasing;
use crate::machine::{Frame, Slot};
use crate::memory::{Addresses, AllocId, Allocation, Archive, Discipline, Saved, Scalar};
use crate::threads::{ThreadId, Threads};
use rustassay_mir::model::{BlockId, StaticId};
use std::mem::swap;
use std::rc::Rc;

/// The inverse of one change of the machine's state.
#[derive(Clone, Debug)]
pub enum Undo {
    /// Bytes of the stack were overwritten: what they held is in the archive.
    StackBytes(usize, Saved),
    /// Bytes of an allocation were overwritten: what they held is in the archive.
    Bytes(AllocId, usize, Saved),
    /// The stack had another length.
    StackLen(usize),
    /// An allocation was made.
    Allocated(AllocId),
    /// An allocation was freed or replaced.
    Replaced(AllocId, Box<Allocation>),
    /// A guard was put on an allocation.
    Guarded(AllocId),
    /// A guard was taken from an allocation; this one.
    Unguarded(AllocId, Box<(usize, std::ops::Range<u64>, crate::error::Guarded)>),
    /// A borrow's state changed: the last of [`Journal::borrows`].
    Borrow(AllocId),
    /// A pointer was exposed.
    Exposed,
    /// The address of an allocation was looked at for the first time.
    Observed(AllocId),
    /// Threads that share an allocation kept apart in this way.
    Discipline(AllocId, Discipline),
    /// A local's storage changed.
    Slot(usize, Slot),
    /// There were this many local slots.
    SlotCount(usize),
    /// There were this many frames.
    Pushed(usize),
    /// A frame was popped; this one.
    Popped(Box<Frame>),
    /// A frame went on from here.
    Position(usize, BlockId, usize),
    /// A checkpoint was made, or gone back to, or this thread runs for the first time since: what is younger is gone.
    #[allow(missing_docs)]
    Epoch { frames: usize, slots: usize, stack: usize },
    /// Another thread ran; this one.
    Switched(ThreadId),
    /// A thread used a thread-local static for the first time.
    ThreadLocal(ThreadId, StaticId),
}

/// Everything of fixed size that a checkpoint keeps as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixed {
    /// Statements and terminators executed.
    pub steps: u64,
    /// The length of the output.
    pub output: usize,
    /// The length of what was printed to standard error.
    pub errors: usize,
    /// The next borrow's tag.
    pub next_tag: u32,
    /// Addresses that are taken and free.
    pub addresses: Addresses,
    /// Bytes of memory in use.
    pub used: usize,
    /// Whether the output depends on what it must not depend on.
    pub output_tainted: bool,
    /// Whether a branch depends on what it must not depend on.
    pub branch_tainted: bool,
    /// How often something was chosen that the language leaves open.
    pub choices: u64,
    /// How often random bytes were given out.
    pub random_blocks: u64,
    /// How far the clock is ahead of the work that was done, in nanoseconds.
    pub slept: u64,
    /// Whether a thread may have to give its turn to another one.
    pub is_scheduled: bool,
    /// For how many more blocks the thread has its turn.
    pub turn: u64,
    /// The threads.
    pub(crate) threads: Rc<Threads>,
    /// The payloads of panics that are under way, the latest last.
    pub payloads: Vec<Payload>,
}

/// What a panic that is under way carries.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Payload {
    /// The thread that panics.
    pub thread: ThreadId,
    /// A pointer to it.
    pub pointer: Scalar,
    /// Its vtable.
    pub vtable: Scalar,
}

/// A state to come back to.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    pub(crate) undo_len: usize,
    pub(crate) fixed: Fixed,
    /// How much the memory model of threads could take back, if there was one.
    pub(crate) model: Option<usize>,
    pub(crate) watches_races: bool,
}

/// Where that begins, in the call stack of the thread that runs, which is younger than the latest checkpoint.
#[derive(Copy, Clone, Default, Debug)]
pub struct Young {
    /// The frames from here on.
    pub frames: usize,
    /// The local slots from here on.
    pub slots: usize,
    /// The bytes of the stack from here on.
    pub stack: usize,
    /// The epoch in which this holds.
    pub epoch: u64,
}

/// What is known of the call stack of a thread that does not run.
#[derive(Clone, Default, Debug)]
pub(crate) struct OldStack {
    young: Young,
    slots: Epochs,
    positions: Epochs,
}

/// The changes since the oldest open checkpoint.
#[derive(Clone, Default, Debug)]
pub struct Journal {
    /// How many checkpoints are open.
    pub open: usize,
    /// The inverses, oldest first.
    pub entries: Vec<Undo>,
    /// What memory held, for the entries that say so.
    pub archive: Archive,
    /// The changes of borrows, for the entries that say so.
    pub borrows: Vec<aliasing::Change>,
    /// One begins with every checkpoint that is made or gone back to. Zero is before the first. What was allocated in the latest one
    /// needs no inverses.
    pub epoch: u64,
    /// What needs no inverses in the call stack.
    pub young: Young,
    /// The epoch in which each slot, and each frame's position, was last written down.
    slots: Epochs,
    positions: Epochs,
}

/// The changes of one allocation's borrows.
pub struct BorrowLog<'a> {
    journal: &'a mut Journal,
    id: AllocId,
    is_kept: bool,
}

impl aliasing::Log<aliasing::Change> for BorrowLog<'_> {
    #[inline]
    fn push(&mut self, inverse: impl FnOnce() -> aliasing::Change) {
        if self.is_kept {
            self.journal.borrows.push(inverse());
            self.journal.entries.push(Undo::Borrow(self.id));
        }
    }
}

/// Epochs, by index.
#[derive(Clone, Default, Debug)]
struct Epochs(Vec<u64>);

impl Epochs {
    /// Puts an epoch down; whether it is a new one there.
    #[inline]
    fn enter(&mut self, index: usize, epoch: u64) -> bool {
        if self.0.len() <= index {
            self.0.resize(index + 1, 0);
        }
        std::mem::replace(&mut self.0[index], epoch) != epoch
    }
}

impl Journal {
    /// Whether changes have to be written down.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.open > 0
    }

    /// Whether changes of a frame have to be written down.
    #[inline]
    pub fn keeps_frame(&self, frame: usize) -> bool {
        self.open > 0 && frame < self.young.frames
    }

    /// Whether changes of a local slot have to be written down.
    #[inline]
    pub fn keeps_slot(&self, slot: usize) -> bool {
        self.open > 0 && slot < self.young.slots
    }

    /// Whether changes of the stack's bytes from here on have to be written down.
    #[inline]
    pub fn keeps_stack(&self, at: usize) -> bool {
        self.open > 0 && at < self.young.stack
    }

    /// Whether changes of an allocation have to be written down.
    #[inline]
    pub fn keeps(&self, alloc: &Allocation) -> bool {
        self.open > 0 && alloc.epoch != self.epoch
    }

    /// The epoch of an allocation that is made now; zero if no checkpoint takes it back.
    pub fn epoch(&self) -> u64 {
        if self.open > 0 { self.epoch } else { 0 }
    }

    /// Writes down the inverse of a change, if it is needed.
    #[inline]
    pub fn push(&mut self, undo: impl FnOnce() -> Undo) {
        if self.open > 0 {
            self.entries.push(undo());
        }
    }

    /// Where the inverses of changes of an allocation's borrows are written down.
    #[inline]
    pub fn borrows_of<'a>(&'a mut self, id: AllocId, alloc: &Allocation) -> BorrowLog<'a> {
        BorrowLog { is_kept: self.keeps(alloc), id, journal: self }
    }

    /// Writes down what a slot held.
    #[inline]
    pub fn push_slot(&mut self, slot: usize, old: Slot) {
        if self.keeps_slot(slot) {
            self.push_old_slot(slot, old);
        }
    }

    // Out of line: a machine without checkpoints never comes here.
    #[inline(never)]
    fn push_old_slot(&mut self, slot: usize, old: Slot) {
        if self.slots.enter(slot, self.young.epoch) {
            self.entries.push(Undo::Slot(slot, old));
        }
    }

    /// Writes down how many slots and bytes of the stack there are, before there are more.
    #[inline]
    pub fn push_lengths(&mut self, slots: usize, stack: usize) {
        if self.keeps_slot(slots) {
            self.entries.push(Undo::SlotCount(slots));
        }
        if self.keeps_stack(stack) {
            self.entries.push(Undo::StackLen(stack));
        }
    }

    /// Writes down where a frame was.
    #[inline]
    pub fn push_position(&mut self, frame: usize, block: BlockId, statement: usize) {
        if self.keeps_frame(frame) && self.positions.enter(frame, self.young.epoch) {
            self.entries.push(Undo::Position(frame, block, statement));
        }
    }

    /// Another thread runs.
    pub(crate) fn exchange_stack(&mut self, other: &mut OldStack) {
        swap(&mut self.young, &mut other.young);
        swap(&mut self.slots, &mut other.slots);
        swap(&mut self.positions, &mut other.positions);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.archive.clear();
        self.borrows.clear();
    }
}
