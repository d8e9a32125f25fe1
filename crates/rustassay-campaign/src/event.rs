//! What happens, for whoever watches.

use rustassay_store::record::{Sighting, StoredFinding, Unit};
use std::time::Duration;

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// A unit of work is done and written down.
    Unit(Box<Unit>),
    /// Something seems wrong, and will be looked at.
    Sighting(Box<Sighting>),
    /// Something is wrong that was not known before.
    Finding(Box<StoredFinding>),
    /// Something was seen again, or another program has the same cause: how often now.
    Again(Box<StoredFinding>),
    /// The program of a finding has become smaller.
    Reduced(Box<StoredFinding>),
    /// A failure was not reproduced.
    Dismissed(Box<Sighting>, String),
    /// What seemed wrong could not be examined, because Rustassay itself has a bug: it is dismissed.
    #[allow(missing_docs)]
    NotExamined { sighting: Box<Sighting>, why: String },
    /// Units that an earlier run has drawn, and that nobody can do any more.
    #[allow(missing_docs)]
    Forgotten { units: u64, programs: u64, why: String },
    /// A backend is tried no more.
    #[allow(missing_docs)]
    SetAside { backend: String, why: String },
    /// The store cannot be reached. So many results wait to be written by now.
    #[allow(missing_docs)]
    Away { why: String, results: usize },
    /// The store is there again, and so many results are written now.
    #[allow(missing_docs)]
    Back { after: Duration, results: usize },
    /// Nothing happened for a moment; this is how things are.
    Tick(CampaignState),
    /// No more programs are made: what is left is to look at what was found.
    Closing,
}

/// How things are.
#[derive(Clone, Default, Debug)]
pub struct CampaignState {
    /// Since the start.
    pub elapsed: Duration,
    /// Until the end, if it is known.
    pub left: Option<Duration>,
    /// Programs that were tried by this run.
    pub programs: u64,
    /// Lots that are made and wait to be tried.
    pub queued: usize,
    /// What waits to be looked at.
    pub waiting: usize,
    /// What threads are busy with now, the longest first.
    pub activities: Vec<Activity>,
    /// Processor time of compilers and programs, by this run.
    pub cpu: Duration,
    /// Of that, what closer looks took.
    pub triage_cpu: Duration,
    /// Processor time of ourselves.
    pub own_cpu: Duration,
}

impl CampaignState {
    /// How many threads examine failures now.
    pub fn triaging(&self) -> usize {
        self.activities.iter().filter(|activity| activity.work.is_triage()).count()
    }
}

/// What a thread is busy with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Activity {
    /// The backend that it runs programs with.
    pub backend: String,
    /// What it does.
    pub work: Work,
}

/// What threads do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Work {
    /// Runs programs of a generator.
    #[allow(missing_docs)]
    Trying { generator: String, programs: u64 },
    /// Runs a failure again, alone.
    Confirming,
    /// Bisects a failure to flags, passes and compiler versions.
    Bisecting,
    /// Reduces the program of a finding: its size before and now, in statements or lines.
    #[allow(missing_docs)]
    Reducing { finding: i64, from: usize, to: usize },
}

impl Work {
    /// Whether it examines a failure.
    pub fn is_triage(&self) -> bool {
        !matches!(self, Work::Trying { .. })
    }
}
