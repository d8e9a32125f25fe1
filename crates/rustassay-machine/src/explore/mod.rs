//! Every interleaving of a program with threads, by going back to where another thread could have run.
//!
//! A thread runs up to the end of its next *visible* action: an atomic access, a futex, a join, its end, something printed. What lies between these
//! commutes with what other threads do, or is a data race, which every order of the visible actions shows (`crate::concurrency`). So only
//! the orders of visible actions that depend on each other make a difference.
//!
//! - `explorer`: goes through these orders.
//! - `spins`: threads that spin until another one does something.
//! - [`schedule`]: one of them, as text.
//! - [`story`]: runs one of them again, and tells what happens.
//! - here: what an exploration finds, what actions there are, and how the machine tells of them.

mod explorer;
pub mod schedule;
mod spins;
pub mod story;

use crate::aliasing::Bytes;
use crate::error::*;
use crate::exec::Progress;
use crate::harness::Ending;
use crate::machine::{Frame, Machine};
use crate::memory::AllocId;
use crate::threads::{LiveThread, ThreadId};
use explorer::Explorer;
use rustassay_mir::model::{At, BlockId, FnId};
use schedule::Schedule;
use spins::ReadMark;
use std::collections::BTreeSet;
use story::{ScheduleMismatch, StoryEvent};

/// What an exploration may use.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ExplorationLimits {
    /// How often a thread may lose its turn in an execution although it could go on.
    pub preemptions: Option<u32>,
    /// Executions.
    pub executions: u64,
    /// Visible actions of an execution.
    pub actions: usize,
    /// Ways to end that are told apart.
    pub outcomes: usize,
}

impl Default for ExplorationLimits {
    fn default() -> ExplorationLimits {
        ExplorationLimits { preemptions: None, executions: 1_000_000, actions: 10_000, outcomes: 10_000 }
    }
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Exploration {
    /// Executions that came to an end.
    pub executions: u64,
    /// Executions that were given up, because others do the same.
    pub redundant: u64,
    /// How they ended, in the order in which that was seen first.
    pub outcomes: Vec<ExplorationOutcome>,
    /// Why there may be others.
    pub unexplored: BTreeSet<Unexplored>,
}

/// Why an exploration is not complete.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Unexplored {
    /// There were as many executions as it may make.
    Executions,
    /// There were as many outcomes as it keeps.
    Outcomes,
    /// Its time was over.
    Deadline,
    /// Somebody has interrupted the machine.
    Interrupted,
    /// Some executions have more visible actions than they may have.
    Actions,
    /// Some have more preemptions.
    Preemptions,
    /// A timeout was over only when nobody could run.
    Time,
    /// A weak exchange failed for no reason only the first time at its place.
    Failures,
}

/// A way for a program to end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplorationOutcome {
    /// How it ended.
    pub ending: Result<Ending, Box<Stop>>,
    /// What it printed.
    pub output: Vec<u8>,
    /// What it printed to standard error.
    pub errors: Vec<u8>,
    /// In how many executions.
    pub executions: u64,
    /// The first of these.
    pub schedule: Schedule,
    /// The calls that had not returned when it ended, the innermost first.
    pub calls: Vec<At>,
    /// The threads that had not ended then.
    pub threads: Vec<LiveThread>,
}

/// An execution that was run again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// How it ended, if the schedule is one of the program.
    pub ending: Result<Result<Ending, Box<Stop>>, ScheduleMismatch>,
    /// What happened.
    pub story: Vec<StoryEvent>,
}

/// What a visible action does, as far as others may depend on it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// An atomic access, and whether it writes and is sequentially consistent.
    #[allow(missing_docs)]
    Access { alloc: AllocId, bytes: Bytes, writes: bool, is_sequential: bool },
    /// A sequentially consistent fence.
    Fence,
    /// Waiting at a futex or a lock, or waking those that do.
    Futex(u64),
    /// A thread begins.
    Spawn(ThreadId),
    /// A thread is woken.
    Wake(ThreadId),
    /// A thread ends, or somebody gets to know that it has.
    End(ThreadId),
    /// Something is printed.
    Print,
    /// The program ends.
    Exit,
    /// A thread gives its turn away.
    Yield,
}

impl Action {
    /// Whether the order of two matters.
    fn depends_on(self, other: Action) -> bool {
        use Action::*;
        let is_sequential = |action| matches!(action, Fence | Access { is_sequential: true, .. });
        match (self, other) {
            (Exit, _) | (_, Exit) | (Print, Print) => true,
            (Futex(one), Futex(other)) => one == other,
            (End(one), End(other)) => one == other,
            (
                Access { alloc, bytes, writes, .. },
                Access { alloc: other_alloc, bytes: other_bytes, writes: other_writes, .. },
            ) if alloc == other_alloc
                && bytes.start < other_bytes.end
                && other_bytes.start < bytes.end
                && (writes || other_writes) =>
            {
                true
            }
            _ => is_sequential(self) && is_sequential(other),
        }
    }

    /// Whether the two could have come in the other order, if they depend on each other.
    fn is_reversible(self) -> bool {
        !matches!(self, Action::End(_))
    }
}

/// What the machine tells of the action that runs, and what is chosen for it.
#[derive(Clone, Default, Debug)]
pub(crate) struct Recorder {
    actions: Vec<Action>,
    /// What was loaded, and from which stores.
    reads: Vec<ReadMark>,
    /// What was chosen, and among how many.
    branches: Vec<(usize, usize)>,
    /// How many of `branches` are given, and taken already.
    taken: usize,
    /// Whether an alternative was left out of the choices.
    has_left_out: bool,
    /// What happens, if somebody wants to be told.
    story: Option<Vec<StoryEvent>>,
}

impl Recorder {
    /// For an action with these choices.
    fn choosing(branches: Vec<(usize, usize)>) -> Recorder {
        Recorder { branches, ..Recorder::default() }
    }

    /// The same, which tells what happens after what is told already.
    fn telling(choices: &[usize], story: Vec<StoryEvent>) -> Recorder {
        let branches = choices.iter().map(|&choice| (choice, usize::MAX)).collect();
        Recorder { story: Some(story), ..Recorder::choosing(branches) }
    }

    fn tells(&self) -> bool {
        self.story.is_some()
    }

    fn tell(&mut self, event: StoryEvent) {
        self.story.get_or_insert_default().push(event);
    }

    fn into_story(self) -> Vec<StoryEvent> {
        self.story.unwrap_or_default()
    }

    /// Whether a choice was given that there was not.
    fn lacks_alternatives(&self) -> bool {
        self.taken < self.branches.len() || self.branches.iter().any(|(chosen, count)| chosen >= count)
    }
}

impl Machine {
    /// Explores all executions of the call that [`Machine::start_function`] began. The machine is where it was when this returns.
    pub fn explore(&mut self, limits: &ExplorationLimits) -> Exploration {
        let found = Explorer::new(self, limits).run();
        self.recorder = None;
        found
    }

    /// Whether an exploration or a replay says which alternatives are taken.
    pub(crate) fn is_explored(&self) -> bool {
        self.recorder.is_some()
    }

    /// Tells of what the running thread does, if somebody wants to know.
    #[inline]
    pub(crate) fn record(&mut self, action: Action) {
        if let Some(recorder) = &mut self.recorder {
            recorder.actions.push(action);
        }
    }

    /// Tells that there is an alternative that is never taken.
    pub(crate) fn leave_out(&mut self) {
        if let Some(recorder) = &mut self.recorder {
            recorder.has_left_out = true;
        }
    }

    /// Which of so many alternatives an exploration takes, if there is one.
    pub(crate) fn explored_branch(&mut self, count: usize) -> Option<usize> {
        let recorder = self.recorder.as_mut()?;
        let at = recorder.taken;
        recorder.taken += 1;
        match recorder.branches.get_mut(at) {
            Some(branch) => {
                branch.1 = count;
                Some(branch.0.min(count.saturating_sub(1)))
            }
            None => {
                recorder.branches.push((0, count));
                Some(0)
            }
        }
    }

    /// The threads that can run, once time has passed if none can. `passes` is called when it passes although it need not.
    fn ready_threads_in_time(&mut self, passes: &mut dyn FnMut()) -> Step<Vec<ThreadId>> {
        loop {
            let ready = self.ready_threads();
            if !ready.is_empty() {
                return Ok(ready);
            }
            if self.has_deadlines() {
                passes();
            }
            self.pass_time()?;
        }
    }

    /// Runs the thread up to the end of its next visible action. Gives how the program has ended, if it has.
    fn run_action(&mut self, thread: ThreadId) -> Step<Option<Ending>> {
        self.switch_to(thread);
        loop {
            let progress = self.run_block()?;
            let ended = match progress {
                Progress::More => None,
                Progress::Finished if thread == ThreadId::MAIN => Some(Ending::Finished),
                Progress::Panicked if thread == ThreadId::MAIN => Some(Ending::Panicked),
                Progress::Finished => {
                    self.go_on_ending()?;
                    None
                }
                Progress::Panicked => {
                    return Err(Box::new(Stop::Abort("a panic left the function of a thread")));
                }
            };
            if ended.is_some() {
                self.record(Action::Exit);
                return Ok(ended);
            }
            let is_visible = self.recorder.as_ref().is_none_or(|recorder| !recorder.actions.is_empty());
            if is_visible || !self.is_thread_ready(thread) {
                return Ok(None);
            }
        }
    }

    /// Whether a weak exchange that could succeed fails in an exploration. It does once at each place: a loop around it would have executions
    /// without end. Those of the library do not: it tries again.
    pub(crate) fn fails_as_explored(&mut self) -> bool {
        let name = |frame: &Frame| &self.program.functions[frame.code.id].name;
        let mut callers = self.frames_of(self.thread()).iter().rev();
        let caller = callers.find(|frame| !name(frame).starts_with("core::sync::atomic::"));
        let is_in_library =
            |name: &str| ["std::", "core::", "alloc::"].iter().any(|krate| name.starts_with(krate));
        if caller.is_some_and(|frame| is_in_library(name(frame))) {
            return false;
        }
        let place: Vec<(FnId, BlockId)> =
            self.frames_of(self.thread()).iter().map(|frame| (frame.code.id, frame.block)).collect();
        if self.running_thread().failures.contains(&place) {
            self.leave_out();
            return false;
        }
        let fails = self.explored_branch(2) == Some(1);
        if fails {
            let running = self.thread();
            self.thread_mut(running).failures.push(place);
        }
        fails
    }
}
