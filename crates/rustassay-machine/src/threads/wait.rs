//! Waiting: a call that cannot go on lets its thread wait, and runs again when the thread is woken.

use super::{State, Thread, ThreadId};
use crate::error::*;
use crate::explore::Action;
use crate::explore::story::StoryDeed;
use crate::machine::Machine;
use std::fmt;

/// How often those look who wait for something outside of the program, in nanoseconds.
const GLANCE: u64 = 1_000_000;

/// What a thread waits for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Wait {
    /// That time passes.
    Time,
    /// The end of a thread.
    End(ThreadId),
    /// Somebody who wakes those that wait at this address, with one of these bits.
    #[allow(missing_docs)]
    Futex { addr: u64, bits: u32 },
    /// A lock of the C library at this address; to read what it protects.
    #[allow(missing_docs)]
    Lock { addr: u64, is_shared: bool },
    /// A condition variable of the C library at this address. Whoever waits for it takes a mutex afterwards.
    #[allow(missing_docs)]
    Condition { addr: u64, mutex: u64 },
    /// Something to happen to what is open, also outside of the program.
    #[allow(missing_docs)]
    Descriptor { is_outside: bool },
}

impl fmt::Display for Wait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wait::Time => f.write_str("sleeps"),
            Wait::End(thread) => write!(f, "waits for the end of {thread}"),
            Wait::Futex { .. } => f.write_str("waits to be woken"),
            Wait::Lock { .. } => f.write_str("waits for a lock"),
            Wait::Condition { .. } => f.write_str("waits for a condition variable"),
            Wait::Descriptor { .. } => f.write_str("waits for input or output"),
        }
    }
}

/// Why a call that waited goes on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Woken {
    /// What it waited for has happened.
    Notified,
    /// Its time is over.
    TimedOut,
}

impl Machine {
    /// Lets the thread that runs wait, at most until the clock says `until` nanoseconds. The call that it is in has not happened: it
    /// runs again when the thread is woken, and [`Machine::woken`] says why.
    pub(crate) fn wait(&mut self, wait: Wait, until: Option<u64>) {
        let running = self.thread;
        self.thread_mut(running).state = State::Waiting(wait, until);
        self.narrate(|_| StoryDeed::Waits(wait));
        self.fixed.is_scheduled = true;
    }

    /// Why the call that runs goes on, if it has waited.
    pub(crate) fn woken(&self) -> Option<Woken> {
        self.running_thread().woken
    }

    /// Whether the call that ran just now waits.
    pub(crate) fn has_to_wait(&self) -> bool {
        self.fixed.is_scheduled && self.running_thread().state != State::Ready
    }

    /// The call that runs has happened: the next one has not waited yet.
    pub(crate) fn end_waiting(&mut self) {
        if self.woken().is_some() {
            let running = self.thread;
            self.thread_mut(running).woken = None;
        }
    }

    pub(crate) fn wake(&mut self, id: ThreadId, woken: Woken) {
        let thread = self.thread_mut(id);
        thread.state = State::Ready;
        thread.woken = Some(woken);
        self.record(Action::Wake(id));
    }

    /// Wakes up to `count` threads that wait for what `is_it` says, and says which.
    pub(crate) fn wake_some(&mut self, count: usize, is_it: impl Fn(&Wait) -> bool) -> Vec<ThreadId> {
        let waiting = |id: &ThreadId| match &self.threads().get(*id).state {
            State::Waiting(wait, _) => is_it(wait),
            _ => false,
        };
        let mut candidates: Vec<ThreadId> = self.threads().ids().filter(waiting).collect();
        let mut woken = Vec::new();
        while woken.len() < count && !candidates.is_empty() {
            let chosen = self.choose_thread(candidates.len());
            let id = candidates.remove(chosen);
            self.wake(id, Woken::Notified);
            woken.push(id);
        }
        woken
    }

    /// Wakes whose time is over.
    pub(super) fn wake_on_time(&mut self) {
        let now = self.nanoseconds();
        let is_due = |id: &ThreadId| matches!(self.threads().get(*id).state, State::Waiting(_, Some(until)) if until <= now);
        let due: Vec<ThreadId> = self.threads().ids().filter(is_due).collect();
        for id in due {
            self.wake(id, Woken::TimedOut);
        }
    }

    /// Lets time pass until the next thread is due, as nobody runs. Nothing will ever happen if none is.
    pub(crate) fn pass_time(&mut self) -> Step<()> {
        let until = self.threads().list.iter().filter_map(|thread| match thread.state {
            State::Waiting(_, until) => until,
            _ => None,
        });
        let until = until.min();
        let is_outside = |thread: &Thread| {
            matches!(thread.state, State::Waiting(Wait::Descriptor { is_outside: true }, _))
        };
        if self.threads().list.iter().any(is_outside) {
            // What happens outside nobody tells: they look again, after a while.
            let now = self.nanoseconds();
            self.sleep(until.map_or(GLANCE, |until| until.saturating_sub(now).min(GLANCE)));
            self.wake_some(usize::MAX, |wait| matches!(wait, Wait::Descriptor { is_outside: true }));
        } else {
            let Some(until) = until else { return Err(Box::new(Stop::Deadlock)) };
            self.sleep(until.saturating_sub(self.nanoseconds()));
        }
        self.wake_on_time();
        Ok(())
    }
}
