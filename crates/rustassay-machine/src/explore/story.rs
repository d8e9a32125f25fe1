//! What happens in an execution, for people: each visible action with who does it, where, to which memory, and what a load reads from whom.
//!
//! Nothing of this is written down while an exploration goes through executions; a replay of one of them tells it.

use super::schedule::Schedule;
use super::{Recorder, Replay};
use crate::aliasing::Moment;
use crate::concurrency::{AccessSite, LoadedValue};
use crate::error::*;
use crate::harness::Ending;
use crate::machine::{Machine, Slot};
use crate::memory::{AllocId, AllocKind, Scalar};
use crate::threads::{ThreadId, Wait};
use rustassay_mir::model::{At, AtomicOrdering, Id, Local, StaticId};
use std::fmt;

/// Something that a thread did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoryEvent {
    /// Who.
    pub thread: ThreadId,
    /// What somebody has called the thread.
    pub name: Option<String>,
    /// Where: the calls that had not returned, the innermost first.
    pub calls: Vec<At>,
    /// What it did.
    pub deed: StoryDeed,
}

/// What a thread did that others can see.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum StoryDeed {
    /// An atomic load.
    Loads { memory: NamedMemory, ordering: AtomicOrdering, read: ReadValue },
    /// An atomic store.
    Stores { memory: NamedMemory, ordering: AtomicOrdering, value: Option<Scalar> },
    /// An atomic read-modify-write.
    Updates { memory: NamedMemory, ordering: AtomicOrdering, old: Option<Scalar>, new: Option<Scalar> },
    /// An exchange that finds another value than it expects, or fails for no reason.
    FailsToExchange { memory: NamedMemory, ordering: AtomicOrdering, read: ReadValue },
    /// A fence.
    Fences(AtomicOrdering),
    /// It begins to wait.
    Waits(Wait),
    /// It wakes these threads.
    Wakes(Vec<ThreadId>),
    /// It takes or gives back a lock of the C library.
    Locks { memory: NamedMemory, what: &'static str },
    /// It begins another thread.
    Spawns(ThreadId),
    /// It knows that a thread has ended.
    Joins(ThreadId),
    /// It ends.
    Ends,
    /// It prints.
    Prints(Vec<u8>),
    /// It gives its turn away.
    Yields,
}

/// A value that was read, and where it came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadValue {
    /// The value; `None` is uninitialized.
    pub value: Option<Scalar>,
    /// Who has stored it, and where; nobody if it was there before any atomic store.
    pub writer: Option<(ThreadId, Option<At>)>,
    /// How many stores there were after that one.
    pub newer: usize,
}

/// Memory, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedMemory {
    /// The name of a static, or of a local and its function.
    pub name: Option<String>,
    /// What it is for.
    pub kind: AllocKind,
    /// Where it was made, if it was made while the program ran.
    pub created: Option<At>,
    /// Its identity.
    pub alloc: AllocId,
    /// Where in it the bytes begin, and how many there are.
    pub offset: u64,
    #[allow(missing_docs)]
    pub size: u64,
    /// How many bytes it has in all.
    pub alloc_size: u64,
}

impl NamedMemory {
    /// Whether both have a byte in common.
    pub fn overlaps(&self, other: &NamedMemory) -> bool {
        self.alloc == other.alloc
            && self.offset < other.offset + other.size
            && other.offset < self.offset + self.size
    }
}

impl StoryDeed {
    /// The memory that it is about, and whether others can see that it was there.
    pub fn memory(&self) -> Option<(&NamedMemory, bool)> {
        match self {
            StoryDeed::Loads { memory, .. } | StoryDeed::FailsToExchange { memory, .. } => {
                Some((memory, false))
            }
            StoryDeed::Stores { memory, .. }
            | StoryDeed::Updates { memory, .. }
            | StoryDeed::Locks { memory, .. } => Some((memory, true)),
            _ => None,
        }
    }
}

/// A schedule that is none of this program: from this action on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScheduleMismatch {
    /// The number of the action, from 1 on.
    pub action: usize,
    /// What does not fit.
    pub why: MismatchReason,
}

/// Why a schedule is none of a program.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum MismatchReason {
    /// This thread is not there, or waits.
    NotReady(ThreadId),
    /// There are fewer alternatives.
    NoSuchChoice,
    /// The program has ended already.
    Ended,
    /// The program goes on.
    GoesOn,
}

impl fmt::Display for ScheduleMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let action = self.action;
        match self.why {
            MismatchReason::NotReady(thread) => write!(f, "{thread} cannot take action {action}"),
            MismatchReason::NoSuchChoice => write!(f, "action {action} has fewer alternatives"),
            MismatchReason::Ended => write!(f, "the program has ended before action {action}"),
            MismatchReason::GoesOn => write!(f, "the program goes on after action {action}"),
        }
    }
}

impl std::error::Error for ScheduleMismatch {}

impl Machine {
    /// Runs the call that [`Machine::start_function`] began, as a schedule has it. The machine is then where the program has ended.
    pub fn replay(&mut self, schedule: &Schedule) -> Replay {
        let mut story = Vec::new();
        let ending = self.follow(schedule, &mut story);
        self.recorder = None;
        Replay { ending, story }
    }

    /// Tells what happens in an execution. The machine is where it was when this returns.
    pub fn retell(&mut self, schedule: &Schedule) -> Replay {
        let checkpoint = self.checkpoint();
        let replay = self.replay(schedule);
        self.undo(&checkpoint);
        self.commit(checkpoint);
        replay
    }

    fn follow(
        &mut self,
        schedule: &Schedule,
        story: &mut Vec<StoryEvent>,
    ) -> Result<Result<Ending, Box<Stop>>, ScheduleMismatch> {
        let mismatch = |action, why| Err(ScheduleMismatch { action, why });
        for (turn, number) in schedule.turns().iter().zip(1..) {
            self.recorder = Some(Box::default());
            match self.ready_threads_in_time(&mut || {}) {
                Ok(_) => {}
                Err(_) => return mismatch(number, MismatchReason::Ended),
            }
            // Time passes as well when those that can run only spin.
            while !self.threads().find(turn.thread.0.into()).is_some_and(|id| self.is_thread_ready(id)) {
                if !self.has_deadlines() || self.pass_time().is_err() {
                    return mismatch(number, MismatchReason::NotReady(turn.thread));
                }
            }
            let recorder = Recorder::telling(&turn.choices, std::mem::take(story));
            self.recorder = Some(Box::new(recorder));
            let ended = self.run_action(turn.thread);
            let recorder = self.recorder.take().unwrap_or_default();
            let is_mismatched = recorder.lacks_alternatives();
            *story = recorder.into_story();
            let is_last = number == schedule.len();
            match ended {
                _ if is_mismatched => return mismatch(number, MismatchReason::NoSuchChoice),
                Ok(None) => {}
                Ok(Some(ending)) if is_last => return Ok(Ok(ending)),
                Err(stop) if is_last => return Ok(Err(stop)),
                _ => return mismatch(number + 1, MismatchReason::Ended),
            }
        }
        self.recorder = Some(Box::default());
        match self.ready_threads_in_time(&mut || {}) {
            Ok(_) => mismatch(schedule.len(), MismatchReason::GoesOn),
            Err(stop) => Ok(Err(stop)),
        }
    }

    /// Tells of what the running thread does, if a replay wants to know.
    pub(crate) fn narrate(&mut self, deed: impl FnOnce(&Machine) -> StoryDeed) {
        if self.recorder.as_ref().is_none_or(|recorder| !recorder.tells()) {
            return;
        }
        let thread = self.thread();
        let event = StoryEvent {
            thread,
            name: self.thread_name(thread).map(str::to_owned),
            calls: self.backtrace(),
            deed: deed(self),
        };
        if let Some(recorder) = &mut self.recorder {
            recorder.tell(event);
        }
    }

    /// What is accessed, for people.
    pub(crate) fn named(&self, site: &AccessSite) -> NamedMemory {
        self.named_bytes(site.alloc, site.bytes.start, site.bytes.end - site.bytes.start)
    }

    /// Some bytes, for people.
    pub(crate) fn named_bytes(&self, id: AllocId, offset: u64, size: u64) -> NamedMemory {
        let alloc = self.alloc(id);
        let created = Some(alloc.created).filter(|moment| *moment != Moment::NONE);
        NamedMemory {
            name: self.name_of(id),
            kind: alloc.kind,
            created: created.and_then(|moment| self.at(moment)),
            alloc: id,
            offset,
            size,
            alloc_size: alloc.size,
        }
    }

    /// What was read, for people.
    pub(crate) fn origin(&self, loaded: LoadedValue) -> ReadValue {
        let LoadedValue { value, writer, newer, .. } = loaded;
        ReadValue { value, writer: writer.map(|(thread, moment)| (thread, self.at(moment))), newer }
    }

    /// What the program calls an allocation.
    fn name_of(&self, id: AllocId) -> Option<String> {
        let of_static = |id: StaticId| self.program.statics[id].name.to_string();
        if let Some(index) = self.statics.iter().position(|alloc| *alloc == Some(id)) {
            return Some(of_static(StaticId(index as u32)));
        }
        if let Some((&(_, id), _)) = self.thread_locals.iter().find(|(_, alloc)| **alloc == id) {
            return Some(of_static(id));
        }
        let mut threads = (0..self.thread_count() as u32).map(ThreadId);
        threads.find_map(|thread| self.name_among_locals(thread, id))
    }

    /// The name of the local of a thread that is in an allocation.
    fn name_among_locals(&self, thread: ThreadId, id: AllocId) -> Option<String> {
        let slot = self.slots_of(thread).iter().position(|slot| *slot == Slot::Memory(id))?;
        let frame = self.frames_of(thread).iter().rev().find(|frame| frame.slots <= slot)?;
        let locals = &self.program.functions[frame.code.id].body.locals;
        locals.get(Local::new(slot - frame.slots))?.name.as_ref().map(|name| name.to_string())
    }
}
