//! What has changed since a checkpoint, as inverses: going back costs what the changes cost, not what the state is.

use crate::aliasing;
use crate::machine::{Frame, Slot};
use crate::memory::{Addresses, AllocId, Allocation, Snapshot};
use rustassay_mir::model::BlockId;

/// The inverse of one change of the machine's state.
#[derive(Clone, Debug)]
pub enum Undo {
    /// Bytes of the stack were overwritten.
    StackBytes(usize, Snapshot),
    /// Bytes of an allocation were overwritten.
    Bytes(AllocId, usize, Snapshot),
    /// The stack had another length.
    StackLen(usize),
    /// An allocation was made.
    Allocated(AllocId),
    /// An allocation was freed or replaced.
    Replaced(AllocId, Box<Allocation>),
    /// A guard was put on an allocation.
    Guarded(AllocId),
    /// A guard was taken from an allocation; this one.
    Unguarded(AllocId, usize, (std::ops::Range<u64>, crate::error::Guarded)),
    /// A borrow's state changed.
    Borrow(AllocId, aliasing::Change),
    /// A pointer was exposed.
    Exposed,
    /// A local's storage changed.
    Slot(usize, Slot),
    /// There were this many local slots.
    SlotCount(usize),
    /// A frame was pushed.
    Pushed,
    /// A frame was popped; this one.
    Popped(Box<Frame>),
    /// A frame went on from here.
    Position(usize, BlockId, usize),
    /// A frame's list of protectors was this long.
    Protectors(usize, usize),
}

/// Everything of fixed size that a checkpoint keeps as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixed {
    /// Statements and terminators executed.
    pub steps: u64,
    /// The length of the output.
    pub output: usize,
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
}

/// A state to come back to.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    pub(crate) undo_len: usize,
    pub(crate) fixed: Fixed,
}

/// The changes since the oldest open checkpoint.
#[derive(Clone, Default, Debug)]
pub struct Journal {
    /// How many checkpoints are open.
    pub open: usize,
    /// The inverses, oldest first.
    pub entries: Vec<Undo>,
}

impl Journal {
    /// Whether changes have to be written down.
    pub fn is_on(&self) -> bool {
        self.open > 0
    }

    /// Writes down the inverse of a change, if it is needed.
    pub fn push(&mut self, undo: impl FnOnce() -> Undo) {
        if self.open > 0 {
            self.entries.push(undo());
        }
    }
}
