//! The beginning and the end of a thread.

use super::{Handle, State, Thread, ThreadId, Wait};
use crate::error::*;
use crate::exec::{Passed, Progress};
use crate::explore::Action;
use crate::explore::story::StoryDeed;
use crate::journal::Undo;
use crate::machine::{Machine, Return, Value};
use crate::memory::*;
use rustassay_mir::model::{Abi, FnId, FnSig, Mutability, StaticId, Ty};

/// How often destructors of thread-local values may make new ones, as in the C library.
const ROUNDS: usize = 4;

/// For how many blocks of the others the main thread waits at its end: they may be about to end, too.
const LAST_BLOCKS: usize = 1 << 14;

/// How far the destructors of what a thread has for itself have come.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Ending {
    round: usize,
    /// The key that is looked at next.
    key: usize,
    /// Whether a destructor was called in this round.
    was_called: bool,
}

impl Machine {
    /// Begins a thread that calls a function; it waits for its turn.
    fn spawn(&mut self, function: FnId, args: &[Passed]) -> Step<ThreadId> {
        let parent = self.thread;
        let threads = self.threads_mut();
        let child = ThreadId(threads.list.len() as u32);
        threads.list.push(Thread::new());
        self.thread_spawned(parent, child)?;
        self.switch_to(child);
        self.push_frame(function, args, Return::Thread)?;
        self.switch_to(parent);
        self.record(Action::Spawn(child));
        self.narrate(|_| StoryDeed::Spawns(child));
        if !self.fixed.is_scheduled {
            self.begin_turn();
        }
        Ok(child)
    }

    /// Begins a thread that calls the function at a pointer, which takes a pointer.
    pub(crate) fn spawn_with(
        &mut self,
        function: Pointer,
        data: Scalar,
        abi: Abi,
        ret: Ty,
    ) -> Step<ThreadId> {
        let pointer = self.program.types.raw_ptr(Mutability::Mut, Ty::U8);
        let info = self.info(pointer)?;
        let sig = FnSig { abi, is_unsafe: false, params: vec![pointer], ret };
        let function = self.function_at(function, &sig)?;
        self.spawn(function, &[(Value::Scalar(data), info)])
    }

    /// Waits for the end of a thread. Says what its function returned, once it has.
    pub(crate) fn join(&mut self, id: ThreadId) -> Step<Option<Scalar>> {
        let why = match self.threads().get(id).handle {
            _ if id == self.thread => "which is the thread that waits",
            Handle::Detached => "which is detached",
            Handle::Joined => "which was joined already",
            Handle::Joinable => {
                if self.threads().get(id).state != State::Ended {
                    self.wait(Wait::End(id), None);
                    return Ok(None);
                }
                self.record(Action::End(id));
                self.narrate(|_| StoryDeed::Joins(id));
                self.thread_joined(id);
                let thread = self.thread_mut(id);
                thread.handle = Handle::Joined;
                return Ok(Some(thread.result));
            }
        };
        ub(Ub::WrongJoin { thread: id, why })
    }

    /// Nobody will wait for the end of the thread.
    pub(crate) fn detach(&mut self, id: ThreadId) -> Step<()> {
        let why = match self.threads().get(id).handle {
            Handle::Joinable => {
                self.thread_mut(id).handle = Handle::Detached;
                return Ok(());
            }
            Handle::Detached => "which is detached already",
            Handle::Joined => "which was joined already",
        };
        ub(Ub::WrongJoin { thread: id, why })
    }

    /// What the running thread has of a thread-local static.
    pub(crate) fn thread_local(&mut self, id: StaticId) -> Step<Scalar> {
        let thread = self.thread;
        let alloc = match self.thread_locals.get(&(thread, id)) {
            Some(&alloc) => alloc,
            None => {
                let alloc = self.new_thread_local(id)?;
                self.thread_locals.insert((thread, id), alloc);
                self.journal.push(|| Undo::ThreadLocal(thread, id));
                alloc
            }
        };
        Ok(self.alloc(alloc).pointer(alloc).into())
    }

    /// Ends the main thread: drops what it has for itself, and gives the others time to end.
    pub fn end_main_thread(&mut self) -> Step<()> {
        while self.call_next_destructor()? {
            self.run_threads()?;
        }
        // Its thread-local statics stay: what they lead to is as little lost as what other statics lead to.
        self.end_running_thread();
        for _ in 0..LAST_BLOCKS {
            let next = match self.choose_other() {
                Some(other) => other,
                None if self.is_thread_ready(self.thread) => self.thread,
                // Nobody waits for those that sleep.
                None => break,
            };
            self.switch_to(next);
            if self.run_block()? != Progress::More {
                self.go_on_ending()?;
            }
        }
        Ok(())
    }

    /// What comes when a call that was given to a thread from outside has ended: destructors, and the end of the thread.
    pub(crate) fn go_on_ending(&mut self) -> Step<()> {
        if self.call_next_destructor()? {
            return Ok(());
        }
        let ended = self.thread;
        let own = (ended, StaticId(0))..=(ended, StaticId(u32::MAX));
        let locals: Vec<AllocId> = self.thread_locals.range(own).map(|(_, &alloc)| alloc).collect();
        for id in locals {
            let root = self.alloc(id).root;
            self.dealloc_borrows(id, Some(root))?;
            self.free(id);
        }
        self.end_running_thread();
        Ok(())
    }

    fn end_running_thread(&mut self) {
        let ended = self.thread;
        self.thread_mut(ended).state = State::Ended;
        self.record(Action::End(ended));
        self.narrate(|_| StoryDeed::Ends);
        self.wake_some(usize::MAX, |wait| *wait == Wait::End(ended));
    }

    /// Calls the destructor of the next value that the thread has under a key. Says whether there is one.
    fn call_next_destructor(&mut self) -> Step<bool> {
        let running = self.thread;
        loop {
            let Ending { round, key, was_called } = self.running_thread().ending;
            if key == self.threads().keys.len() {
                if !was_called || round + 1 == ROUNDS {
                    return Ok(false);
                }
                self.thread_mut(running).ending = Ending { round: round + 1, key: 0, was_called: false };
                continue;
            }
            let destructor = self.threads().keys[key].filter(|destructor| destructor.addr != 0);
            let thread = self.thread_mut(running);
            thread.ending.key += 1;
            let held = thread.values.get_mut(key).filter(|value| value.bits != 0);
            let (Some(destructor), Some(held)) = (destructor, held) else { continue };
            let value = std::mem::replace(held, Scalar::new(0));
            thread.ending.was_called = true;
            let pointer = self.program.types.raw_ptr(Mutability::Mut, Ty::U8);
            let sig = FnSig { abi: Abi::C, is_unsafe: false, params: vec![pointer], ret: Ty::UNIT };
            let function = self.function_at(destructor, &sig)?;
            let info = self.info(pointer)?;
            self.push_frame(function, &[(Value::Scalar(value), info)], Return::Bottom)?;
            return Ok(true);
        }
    }
}
