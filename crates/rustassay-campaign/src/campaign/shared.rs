//! What the threads of a campaign share, and what they report.

use super::activities::Activities;
use crate::lot::Tried;
use crate::plan::Draw;
use crate::triage::{Causes, Smaller};
use rustassay_store::record::{Settled, Sighting, StoredFinding};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What a worker did.
pub enum Report {
    /// It has time to look at something, and nothing is on the desk.
    Wanted,
    Tried {
        draw: Draw,
        tried: Box<Tried>,
    },
    Looked {
        sighting: Box<Sighting>,
        settled: Settled,
        own_cpu: Duration,
        /// What the store has answered, once it has: the finding, if it is one, and whether it is new.
        found: Option<Option<(i64, bool)>>,
    },
    /// The program of a finding has become smaller.
    Reduced {
        finding: Box<StoredFinding>,
        smaller: Box<Smaller>,
    },
    /// We have a bug ourselves, so that a sighting could not be examined, or the program of a finding not be reduced: this.
    LookBroken {
        what: Task,
        why: String,
    },
    /// We have a bug ourselves, so that a lot could not be made or tried: this.
    Broken {
        draw: Draw,
        why: String,
        /// How many lots in a row could not be made, where it is that: those that were made before may still wait to be tried.
        unmade: Option<usize>,
    },
}

/// What somebody looks closer at.
pub enum Task {
    Examine(Box<Sighting>),
    Reduce(Box<StoredFinding>),
}

/// What the threads share.
#[derive(Default)]
pub struct Shared {
    /// Set when no more programs are to be tried: those under way are cancelled.
    pub is_over: Arc<AtomicBool>,
    /// Set when all programs are made that there will be.
    pub is_made: AtomicBool,
    /// Set when sightings wait and little time is left: they come before further programs.
    pub sightings_first: AtomicBool,
    /// Set when nobody is to look at anything any more: looks under way are cancelled.
    pub is_closed: Arc<AtomicBool>,
    /// What was leased to be looked at, and nobody has begun with.
    pub desk: Mutex<VecDeque<Task>>,
    /// Set when somebody has found the desk empty.
    pub is_wanted: AtomicBool,
    pub causes: Causes,
    pub queued: AtomicUsize,
    pub triaging: AtomicUsize,
    pub trying: AtomicUsize,
    pub activities: Activities,
    /// Milliseconds of processor time: of all compilers and programs, and of closer looks.
    pub cpu: AtomicU64,
    pub triage_cpu: AtomicU64,
    /// Milliseconds on the clock that threads have tried programs and looked closer: a compiler that hangs takes no processor time.
    pub trying_time: AtomicU64,
    pub looking_time: AtomicU64,
}

impl Shared {
    /// Whether every program was tried that there will be.
    pub fn is_tried(&self) -> bool {
        let is_none = |count: &AtomicUsize| count.load(Ordering::SeqCst) == 0;
        self.is_made.load(Ordering::SeqCst) && is_none(&self.queued) && is_none(&self.trying)
    }
}

/// Does something in the end, also if the thread panics: nobody must wait for it for ever. The panic itself comes out when all have ended.
pub struct AtEnd<F: FnMut()>(pub F);

impl<F: FnMut()> Drop for AtEnd<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
