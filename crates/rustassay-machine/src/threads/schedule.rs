//! Who runs: the seed chooses, or threads take turns if none is interrupted.
//!
//! A thread runs until it waits, gives its turn away, or has used up its turn: so many blocks as the seed says. A program with one thread that
//! does not wait is not scheduled at all.

use super::{State, ThreadId};
use crate::error::*;
use crate::exec::Progress;
use crate::explore::Action;
use crate::explore::story::StoryDeed;
use crate::machine::Machine;

impl Machine {
    /// Runs the threads until a call that the main thread was given from outside has ended.
    pub(crate) fn run_threads(&mut self) -> Step<Progress> {
        loop {
            let progress = self.run_block()?;
            if !self.fixed.is_scheduled {
                match progress {
                    Progress::More => {}
                    ended => return Ok(ended),
                }
            } else if let Some(ended) = self.end_turn_or_go_on(progress)? {
                return Ok(ended);
            }
        }
    }

    /// Decides who runs the next block. Gives how the main thread's call has ended, if it has.
    pub(crate) fn end_turn_or_go_on(&mut self, progress: Progress) -> Step<Option<Progress>> {
        match progress {
            Progress::More => {}
            ended if self.thread == ThreadId::MAIN => return Ok(Some(ended)),
            Progress::Finished => self.go_on_ending()?,
            Progress::Panicked => return Err(Box::new(Stop::Abort("a panic left the function of a thread"))),
        }
        self.schedule()?;
        Ok(None)
    }

    /// Lets the threads that wait for a turn have one, if there are any.
    pub(crate) fn yield_turn(&mut self) {
        self.fixed.turn = 0;
        self.record(Action::Yield);
        self.narrate(|_| StoryDeed::Yields);
    }

    /// Goes on with the thread that runs, or with another one.
    fn schedule(&mut self) -> Step<()> {
        let is_ready = self.threads().is_ready(self.thread);
        if is_ready && self.fixed.turn > 0 {
            self.fixed.turn -= 1;
            return Ok(());
        }
        let next = loop {
            match self.choose_other() {
                Some(other) => break other,
                None if self.threads().is_ready(self.thread) => break self.thread,
                None => self.pass_time()?,
            }
        };
        self.switch_to(next);
        self.begin_turn();
        Ok(())
    }

    /// One of the other threads that are ready.
    pub(super) fn choose_other(&mut self) -> Option<ThreadId> {
        self.wake_on_time();
        let running = self.thread;
        // The next one comes first.
        let (before, after): (Vec<ThreadId>, Vec<ThreadId>) = self
            .threads()
            .ids()
            .filter(|&id| id != running && self.threads().is_ready(id))
            .partition(|&id| id < running);
        let others = [after, before].concat();
        match others[..] {
            [] => None,
            [only] => Some(only),
            _ => Some(others[self.choose_thread(others.len())]),
        }
    }

    /// Chooses one of so many threads: the first if the schedule is fixed.
    pub(super) fn choose_thread(&mut self, count: usize) -> usize {
        match self.config.preemption_percent {
            0 if !self.is_explored() => 0,
            _ => self.choose_among(count),
        }
    }

    pub(super) fn begin_turn(&mut self) {
        let is_alone = self.threads().list.iter().filter(|thread| thread.state != State::Ended).count() == 1;
        self.fixed.is_scheduled = !is_alone;
        let longest = match self.config.preemption_percent {
            0 => return self.fixed.turn = u64::MAX,
            percent => 200 / percent.min(100) - 1,
        };
        self.fixed.turn = self.threads_mut().draw(longest as usize) as u64;
    }
}
