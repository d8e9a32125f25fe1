//! Threads of the program: which there are, what each waits for, and which one runs.
//!
//! The thread that runs has its call stack in the machine itself, so that a program with one thread pays nothing for the others; theirs are
//! parked (`stacks`). A block of the program runs as a whole: between two blocks another thread may get its turn (`schedule`). A call that has to wait
//! does nothing, and runs again when its thread has been woken (`wait`). A thread that has returned from its function runs destructors and is
//! gone (`life`).

mod life;
mod locks;
mod schedule;
mod stacks;
mod wait;

pub(crate) use locks::{Lock, LockState, MutexKind};
pub(crate) use stacks::CallStack;
pub use wait::{Wait, Woken};

use crate::machine::Machine;
use crate::memory::{Pointer, Provenance, Scalar};
use rustassay_mir::model::{At, BlockId, FnId};
use rustassay_random::Random;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

/// A thread, by the order in which threads began: the main thread is the first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThreadId(pub u32);

impl ThreadId {
    /// The thread that runs `main`.
    pub const MAIN: ThreadId = ThreadId(0);

    /// Its position in tables that have a row for each thread.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "thread {}", self.0)
    }
}

/// All that is known of the threads, but for their call stacks. A checkpoint keeps it as it is: so it is shared until somebody changes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Threads {
    list: Vec<Thread>,
    /// What drops the values of each thread-local key, if there is such a function; nothing for a key that was deleted.
    pub(crate) keys: Vec<Option<Pointer>>,
    /// The locks of the C library, by their addresses.
    pub(crate) locks: BTreeMap<u64, Lock>,
    /// Chooses who runs next, and for how long.
    random: Random,
}

/// A thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Thread {
    pub(crate) state: State,
    /// What somebody has called it.
    pub(crate) name: Option<String>,
    /// Whether somebody may still wait for its end.
    pub(crate) handle: Handle,
    /// What its function returned.
    pub(crate) result: Scalar,
    /// Why the call that waited goes on.
    woken: Option<Woken>,
    /// Whether the time was over for which it has waited for a condition, while it waits for the mutex.
    pub(crate) is_late: bool,
    /// Where `errno` is.
    pub(crate) errno: Option<Pointer>,
    /// What it holds under each key.
    pub(crate) values: Vec<Scalar>,
    /// How far its end has come.
    ending: life::Ending,
    /// Where its weak exchanges have failed for no reason, in an exploration: the calls that had not returned.
    pub(crate) failures: Vec<Vec<(FnId, BlockId)>>,
}

/// What a thread does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// It runs when it is chosen.
    Ready,
    /// It waits, until it is woken or the clock says so many nanoseconds.
    Waiting(Wait, Option<u64>),
    /// It has ended.
    Ended,
}

/// Who may wait for the end of a thread.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Handle {
    /// Somebody has to.
    Joinable,
    /// Somebody has.
    Joined,
    /// Nobody.
    Detached,
}

impl Thread {
    fn new() -> Thread {
        Thread {
            state: State::Ready,
            name: None,
            handle: Handle::Joinable,
            result: Scalar::new(0),
            woken: None,
            is_late: false,
            errno: None,
            values: Vec::new(),
            ending: life::Ending::default(),
            failures: Vec::new(),
        }
    }
}

impl Threads {
    /// The main thread.
    pub(crate) fn new(seed: u64) -> Threads {
        Threads {
            list: vec![Thread { name: Some("main".to_owned()), handle: Handle::Detached, ..Thread::new() }],
            keys: Vec::new(),
            locks: BTreeMap::new(),
            random: Random::new(seed),
        }
    }

    pub(crate) fn get(&self, id: ThreadId) -> &Thread {
        &self.list[id.index()]
    }

    /// One of so many alternatives, which the seed chooses.
    pub(crate) fn draw(&mut self, count: usize) -> usize {
        self.random.below(count)
    }

    /// The thread with this number, if one ever had it.
    pub(crate) fn find(&self, number: u64) -> Option<ThreadId> {
        let id = u32::try_from(number).ok().map(ThreadId)?;
        (id.index() < self.list.len()).then_some(id)
    }

    fn ids(&self) -> impl DoubleEndedIterator<Item = ThreadId> + use<> {
        (0..self.list.len() as u32).map(ThreadId)
    }

    fn is_ready(&self, id: ThreadId) -> bool {
        self.get(id).state == State::Ready
    }

    /// Calls `f` with every pointer of the program's that is kept here.
    pub(crate) fn for_each_pointer(&self, f: impl FnMut(Provenance)) {
        let values = self.list.iter().flat_map(|thread| thread.values.iter().chain([&thread.result]));
        values.filter_map(|value| value.provenance).for_each(f);
    }
}

/// A thread that has not ended, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveThread {
    /// Which one.
    pub id: ThreadId,
    /// What somebody has called it.
    pub name: Option<String>,
    /// What it waits for, if it waits.
    pub waits_for: Option<Wait>,
    /// Its calls that have not returned, the innermost first.
    pub calls: Vec<At>,
}

impl Machine {
    /// The thread that runs.
    #[inline]
    pub fn thread(&self) -> ThreadId {
        self.thread
    }

    /// How many threads there ever were.
    pub fn thread_count(&self) -> usize {
        self.threads().list.len()
    }

    /// What somebody has called a thread.
    pub fn thread_name(&self, id: ThreadId) -> Option<&str> {
        self.threads().list.get(id.index())?.name.as_deref()
    }

    /// The threads that have not ended.
    pub fn live_threads(&self) -> Vec<LiveThread> {
        let live = self.threads().ids().filter_map(|id| {
            let thread = self.threads().get(id);
            let waits_for = match thread.state {
                State::Ended => return None,
                State::Ready => None,
                State::Waiting(wait, _) => Some(wait),
            };
            Some(LiveThread { id, name: thread.name.clone(), waits_for, calls: self.backtrace_of(id) })
        });
        live.collect()
    }

    /// The threads other than the main thread that have not ended.
    pub fn remaining_threads(&self) -> usize {
        let others = self.threads().list.iter().skip(1);
        others.filter(|thread| thread.state != State::Ended).count()
    }

    /// The threads that can run.
    pub(crate) fn ready_threads(&self) -> Vec<ThreadId> {
        self.threads().ids().filter(|&id| self.threads().is_ready(id)).collect()
    }

    pub(crate) fn is_thread_ready(&self, id: ThreadId) -> bool {
        self.threads().is_ready(id)
    }

    /// Whether a thread waits that does so only for a time.
    pub(crate) fn has_deadlines(&self) -> bool {
        self.threads().list.iter().any(|thread| matches!(thread.state, State::Waiting(_, Some(_))))
    }

    #[inline]
    pub(crate) fn threads(&self) -> &Threads {
        &self.fixed.threads
    }

    pub(crate) fn threads_mut(&mut self) -> &mut Threads {
        Rc::make_mut(&mut self.fixed.threads)
    }

    pub(crate) fn thread_mut(&mut self, id: ThreadId) -> &mut Thread {
        &mut self.threads_mut().list[id.index()]
    }

    /// What is known of the thread that runs.
    pub(crate) fn running_thread(&self) -> &Thread {
        self.threads().get(self.thread)
    }
}
