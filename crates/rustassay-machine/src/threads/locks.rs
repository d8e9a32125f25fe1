//! Locks and condition variables of the C library: who has them, who waits for them, and what is passed on with them.

use super::{State, ThreadId, Wait, Woken};
use crate::concurrency::ThreadView;
use crate::error::Guarded;
use crate::journal::Undo;
use crate::machine::Machine;
use crate::memory::AllocId;
use std::collections::BTreeMap;

/// A lock or a condition variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lock {
    /// What its memory holds, and no other's.
    pub(crate) number: u32,
    /// Where it is.
    pub(crate) alloc: AllocId,
    pub(crate) offset: u64,
    pub(crate) state: LockState,
    /// What those who had it last pass on.
    pub(crate) view: ThreadView,
}

/// What a lock is, and who has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LockState {
    Mutex {
        kind: MutexKind,
        owner: Option<ThreadId>,
        /// How often its owner has locked it.
        count: u32,
    },
    ReadWrite {
        writer: Option<ThreadId>,
        /// How often each of those who read has locked it.
        readers: BTreeMap<ThreadId, u32>,
        /// What readers pass on, to the next writer.
        reading: ThreadView,
    },
    Condition {
        /// The clock of its timeouts.
        clock: i32,
    },
}

/// What happens if somebody locks a mutex that he has locked, or unlocks one that he has not.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum MutexKind {
    /// Undefined Behavior.
    Default,
    /// He waits for ever; Undefined Behavior.
    Normal,
    /// He has it twice; an error.
    Recursive,
    /// An error.
    ErrorCheck,
}

impl LockState {
    pub(crate) fn mutex(kind: MutexKind) -> LockState {
        LockState::Mutex { kind, owner: None, count: 0 }
    }

    pub(crate) fn read_write() -> LockState {
        LockState::ReadWrite { writer: None, readers: BTreeMap::new(), reading: ThreadView::default() }
    }
}

impl super::Threads {
    /// A number that no lock has.
    pub(crate) fn next_lock_number(&self) -> u32 {
        self.locks.values().map(|lock| lock.number).max().unwrap_or(0) + 1
    }

    /// The threads that wait for a lock.
    fn waiting(&self, addr: u64) -> Vec<ThreadId> {
        let waits = |id: &ThreadId| match self.get(*id).state {
            State::Waiting(Wait::Lock { addr: wanted, .. } | Wait::Condition { addr: wanted, .. }, _) => {
                wanted == addr
            }
            _ => false,
        };
        self.ids().filter(waits).collect()
    }
}

impl Machine {
    /// A lock that there is.
    pub(crate) fn lock(&self, addr: u64) -> &Lock {
        &self.threads().locks[&addr]
    }

    fn lock_mut(&mut self, addr: u64) -> &mut Lock {
        self.threads_mut().locks.get_mut(&addr).expect("a lock that is asked for is there")
    }

    /// Whether threads wait for a lock.
    pub(crate) fn waits_for(&self, addr: u64) -> bool {
        !self.threads().waiting(addr).is_empty()
    }

    /// Nobody may access the number of a lock that threads wait for; as soon as none does, everybody may.
    pub(crate) fn settle_guard(&mut self, addr: u64) {
        /// The bytes of the number.
        const SIZE: u64 = 4;
        let Lock { alloc: id, offset, .. } = *self.lock(addr);
        let waits = self.waits_for(addr);
        let alloc = self.alloc_mut(id);
        let is_it = |(range, what): &(std::ops::Range<u64>, Guarded)| {
            range.start == offset && *what == Guarded::AwaitedLock
        };
        match (waits, alloc.guards.iter().position(is_it)) {
            (true, None) => {
                alloc.guards.push((offset..offset + SIZE, Guarded::AwaitedLock));
                self.journal.push(|| Undo::Guarded(id));
            }
            (false, Some(at)) => {
                let (range, what) = alloc.guards.remove(at);
                self.journal.push(|| Undo::Unguarded(id, Box::new((at, range, what))));
            }
            _ => {}
        }
    }

    /// Lets the thread that runs wait for a lock.
    pub(crate) fn wait_for_lock(&mut self, addr: u64, is_shared: bool) {
        self.wait(Wait::Lock { addr, is_shared }, None);
        self.settle_guard(addr);
    }

    /// Gives a thread a mutex that nobody else has.
    pub(crate) fn take_mutex(&mut self, addr: u64, thread: ThreadId) {
        let lock = self.lock_mut(addr);
        if let LockState::Mutex { owner, count, .. } = &mut lock.state {
            *owner = Some(thread);
            *count += 1;
        }
        let view = lock.view.clone();
        self.acquire_view(thread, &view);
        if thread == self.thread() {
            self.narrate_lock(addr, "locks");
        }
    }

    /// Gives back a mutex that the thread has. Says whether somebody else can have it now.
    pub(crate) fn leave_mutex(&mut self, addr: u64) -> bool {
        if let LockState::Mutex { owner, count, .. } = &mut self.lock_mut(addr).state {
            *count -= 1;
            if *count > 0 {
                return false;
            }
            *owner = None;
        }
        self.narrate_lock(addr, "unlocks");
        self.lock_mut(addr).view = self.release_view();
        self.pass_lock_on(addr);
        true
    }

    /// Gives a thread the right to read.
    pub(crate) fn take_read_lock(&mut self, addr: u64, thread: ThreadId) {
        let lock = self.lock_mut(addr);
        if let LockState::ReadWrite { readers, .. } = &mut lock.state {
            *readers.entry(thread).or_default() += 1;
        }
        let view = lock.view.clone();
        self.acquire_view(thread, &view);
        if thread == self.thread() {
            self.narrate_lock(addr, "locks for reading");
        }
    }

    /// Gives a thread the right to write.
    pub(crate) fn take_write_lock(&mut self, addr: u64, thread: ThreadId) {
        let lock = self.lock_mut(addr);
        if let LockState::ReadWrite { writer, .. } = &mut lock.state {
            *writer = Some(thread);
        }
        let view = lock.view.clone();
        self.acquire_view(thread, &view);
        if thread == self.thread() {
            self.narrate_lock(addr, "locks for writing");
        }
    }

    /// Gives back what the thread has of a read-write lock. Says whether it has something.
    pub(crate) fn leave_read_write(&mut self, addr: u64) -> bool {
        let running = self.thread();
        let (has_read, has_written) = match &self.lock(addr).state {
            LockState::ReadWrite { writer, readers, .. } => {
                (readers.contains_key(&running), *writer == Some(running))
            }
            _ => (false, false),
        };
        if !has_read && !has_written {
            return false;
        }
        self.narrate_lock(addr, "unlocks");
        let view = self.release_view();
        let lock = self.lock_mut(addr);
        if let LockState::ReadWrite { writer, readers, reading } = &mut lock.state {
            if has_written {
                *writer = None;
                lock.view = view;
            } else {
                reading.join(&view);
                if let Some(count) = readers.get_mut(&running) {
                    *count -= 1;
                    if *count == 0 {
                        readers.remove(&running);
                    }
                }
                if readers.is_empty() {
                    lock.view.join(&std::mem::take(reading));
                }
            }
        }
        self.pass_lock_on(addr);
        true
    }

    /// Gives a lock to one of those that wait for it, or to all that wait to read, if it is free.
    fn pass_lock_on(&mut self, addr: u64) {
        let is_free = match &self.lock(addr).state {
            LockState::Mutex { owner, .. } => owner.is_none(),
            LockState::ReadWrite { writer, readers, .. } => writer.is_none() && readers.is_empty(),
            LockState::Condition { .. } => false,
        };
        let waiting = self.threads().waiting(addr);
        if !is_free || waiting.is_empty() {
            return;
        }
        let chosen = waiting[self.choose_thread(waiting.len())];
        let reads = |machine: &Machine, id: ThreadId| {
            matches!(machine.threads().get(id).state, State::Waiting(Wait::Lock { is_shared: true, .. }, _))
        };
        if matches!(self.lock(addr).state, LockState::Mutex { .. }) {
            self.take_mutex(addr, chosen);
            self.wake(chosen, Woken::Notified);
        } else if reads(self, chosen) {
            for id in waiting {
                if reads(self, id) {
                    self.take_read_lock(addr, id);
                    self.wake(id, Woken::Notified);
                }
            }
        } else {
            self.take_write_lock(addr, chosen);
            self.wake(chosen, Woken::Notified);
        }
        self.settle_guard(addr);
    }

    /// Lets up to `count` threads that wait for a condition go on to wait for their mutex, or have it. Says which.
    pub(crate) fn signal(&mut self, addr: u64, count: usize) -> Vec<ThreadId> {
        let mut waiting = self.threads().waiting(addr);
        let mut woken = Vec::new();
        while woken.len() < count && !waiting.is_empty() {
            let chosen = self.choose_thread(waiting.len());
            let id = waiting.remove(chosen);
            let State::Waiting(Wait::Condition { mutex, .. }, _) = self.threads().get(id).state else {
                continue;
            };
            let view = self.release_view();
            self.acquire_view(id, &view);
            self.record(crate::explore::Action::Futex(mutex));
            self.thread_mut(id).state = State::Waiting(Wait::Lock { addr: mutex, is_shared: false }, None);
            self.settle_guard(mutex);
            self.pass_lock_on(mutex);
            woken.push(id);
        }
        self.settle_guard(addr);
        woken
    }

    /// The locks in memory that is freed are no more.
    pub(crate) fn forget_locks(&mut self, addr: u64, size: u64) {
        let within: Vec<u64> = self.threads().locks.range(addr..addr + size).map(|(&addr, _)| addr).collect();
        for addr in within {
            self.threads_mut().locks.remove(&addr);
        }
    }
}
