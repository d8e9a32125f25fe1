//! Threads that spin: rounds of a loop in which a thread only reads, and after which it is where it was before.
//!
//! A round that reads what the one before has read leaves the thread's own state and the memory model as they were, so that an execution with more such
//! rounds ends as one with fewer. Such a thread waits until another one writes to what it reads. An execution in which it reads an older store
//! again and again is given up: the standard wants stores to be seen at some time (C++20, `[intro.progress]`), and another branch reads the newer one.
//!
//! The library's locks count their rounds, and wait for the lock in another way after a hundred. What they do is the same, so the count is not
//! looked at.

use super::Action;
use crate::aliasing::Bytes;
use crate::concurrency::LoadedValue;
use crate::journal::Undo;
use crate::machine::{Frame, Machine, Slot};
use crate::memory::{AllocId, AllocKind, Allocation};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// A load: where, and of which store.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct ReadMark {
    alloc: AllocId,
    bytes: Bytes,
    loaded: LoadedValue,
}

/// What a thread has done since it last changed something that others can see.
#[derive(Clone, Default, Debug)]
pub(super) struct Rounds {
    /// The states that it was in, each with how much it had read by then.
    states: Vec<(u64, usize)>,
    reads: Vec<ReadMark>,
    /// From which read on it waits for a change.
    awaits_from: Option<usize>,
    /// Whether it goes on all the same, because nobody else can.
    is_let_go: bool,
    /// Whether the loop is one of the library's locks.
    is_bounded: bool,
}

/// What a thread does after an action.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Spin {
    /// It goes on.
    No,
    /// It waits for a change.
    Waits,
    /// It would read the same older store for ever.
    IsStale,
}

impl Rounds {
    /// Whether the thread waits for a change of what it reads.
    pub(super) fn waits(&self) -> bool {
        self.awaits_from.is_some()
    }

    /// Whether the loop in which the thread waits ends by itself.
    pub(super) fn is_bounded(&self) -> bool {
        self.is_bounded
    }

    /// Lets the thread go on although nothing has changed.
    pub(super) fn let_go(&mut self) {
        (self.awaits_from, self.is_let_go) = (None, true);
    }

    /// The thread has taken an action.
    pub(super) fn act(&mut self, action: &ActionMark) -> Spin {
        if action.changes_something {
            *self = Rounds::default();
            return Spin::No;
        }
        self.reads.extend_from_slice(&action.reads);
        let Some((state, is_bounded)) = action.state else { return Spin::No };
        let mut visits = self.states.iter().rev().filter(|(earlier, _)| *earlier == state);
        let rounds = visits.next().zip(visits.next()).map(|((_, last), (_, first))| (*first, *last));
        self.states.push((state, self.reads.len()));
        let Some((first, last)) = rounds.filter(|_| !self.is_let_go) else { return Spin::No };
        let round = &self.reads[last..];
        if round.is_empty() || round != &self.reads[first..last] {
            return Spin::No;
        }
        if round.iter().any(|read| read.loaded.newer > 0) {
            return Spin::IsStale;
        }
        (self.awaits_from, self.is_bounded) = (Some(last), is_bounded);
        Spin::Waits
    }

    /// Another thread has taken an action: what it has changed may be what this one waits for.
    pub(super) fn see(&mut self, actions: &[Action]) {
        let Some(from) = self.awaits_from else { return };
        let is_awaited = |action: &Action| match action {
            Action::Access { alloc, bytes, writes: true, .. } => self.reads[from..].iter().any(|read| {
                read.alloc == *alloc && read.bytes.start < bytes.end && bytes.start < read.bytes.end
            }),
            _ => false,
        };
        if actions.iter().any(is_awaited) {
            *self = Rounds::default();
        }
    }
}

/// What is told of an action for this.
#[derive(Clone, Default, Debug)]
pub(super) struct ActionMark {
    pub(super) changes_something: bool,
    pub(super) reads: Vec<ReadMark>,
    /// The state of the thread after it, if it may be at the end of a round; and whether it is in a loop of the library's locks.
    pub(super) state: Option<(u64, bool)>,
}

impl Machine {
    /// Tells an exploration what was loaded.
    pub(crate) fn record_read(&mut self, alloc: AllocId, bytes: Bytes, loaded: LoadedValue) {
        if let Some(recorder) = &mut self.recorder {
            recorder.reads.push(ReadMark { alloc, bytes, loaded });
        }
    }

    /// Whether the thread that runs has changed memory since the journal had this length, other than its own locals.
    pub(super) fn has_changed_memory(&self, since: usize) -> bool {
        let is_gone = |alloc: &Allocation| alloc.kind == AllocKind::Stack && alloc.freed.is_some();
        let is_own =
            |id: AllocId| self.slots.contains(&Slot::Memory(id)) || self.allocation(id).is_some_and(is_gone);
        let is_heap = |id: AllocId| self.allocation(id).is_some_and(|alloc| alloc.kind.is_heap());
        self.journal.entries[since.min(self.journal.entries.len())..].iter().any(|entry| match entry {
            Undo::Bytes(id, ..) => !is_own(*id),
            Undo::Allocated(id) | Undo::Replaced(id, _) => is_heap(*id),
            _ => false,
        })
    }

    /// What the thread that runs has for itself, in a number: where it is, and what its locals hold. Which borrow a pointer is makes no
    /// difference. Says also whether it is in a loop of the library's locks, whose locals are left out.
    pub(super) fn local_state(&self) -> (u64, bool) {
        let mut hasher = FxHasher::default();
        let mut is_bounded = false;
        for (n, frame) in self.frames.iter().enumerate() {
            (frame.code.id, frame.block, frame.statement).hash(&mut hasher);
            if self.is_library_spin(frame) {
                is_bounded = true;
                continue;
            }
            let end = self.frames.get(n + 1).map_or(self.slots.len(), |next| next.slots);
            for (slot, local) in self.slots[frame.slots..end].iter().zip(&frame.code.locals) {
                match slot {
                    Slot::Dead => 0_u8.hash(&mut hasher),
                    Slot::Fresh => 1_u8.hash(&mut hasher),
                    Slot::Word(word) => word.bits.hash(&mut hasher),
                    Slot::Stack(at) => {
                        let bytes = *at..(*at + local.info.size as usize).min(self.stack.len());
                        self.stack.raw_bytes(bytes).hash(&mut hasher);
                    }
                    Slot::Memory(id) => {
                        let Allocation { region, .. } = self.alloc(*id);
                        region.raw_bytes(0..region.len()).hash(&mut hasher);
                    }
                }
            }
        }
        (hasher.finish(), is_bounded)
    }

    fn is_library_spin(&self, frame: &Frame) -> bool {
        let name = &self.program.functions[frame.code.id].name;
        name.starts_with("std::sys::sync::") && (name.ends_with("::spin") || name.contains("::spin_until"))
    }
}
