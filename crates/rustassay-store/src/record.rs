//! What is written down.

use rustassay_finding::{Fault, Finding};
use std::time::Duration;

/// A process that worked on the store, from its start to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// Its number in the store, from 1.
    pub id: i64,
    /// When it began, in milliseconds since 1970.
    pub began: i64,
    /// When it was heard of last: when it ended, or when its last unit was finished.
    pub last_heard: i64,
    /// Why it ended; `None` while it runs, or if it was killed.
    pub end: Option<String>,
    /// The program's version, what it was told and what it had, as JSON.
    pub settings: String,
}

/// What the number of a piece of work stands for. It is written down before the work begins, so that a killed campaign does again just what
/// is missing, whatever it would draw by then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// The number in the store, from 0: no two have the same.
    pub number: u64,
    /// What makes the programs.
    pub generator: String,
    /// What they are made of.
    pub profile: String,
    /// The digest of all that this profile stood for when it was drawn.
    pub config: String,
    /// The seed of the first.
    pub first_seed: u64,
    /// What they are run by.
    pub backend: String,
    /// How many there are.
    pub programs: u64,
}

/// A piece of work: some programs of one generator, by one backend. They have the seeds from `first_seed` on.
#[derive(Clone, PartialEq, Debug)]
pub struct Unit {
    /// Its number in the store, from 0: no two have the same.
    pub number: u64,
    /// What made the programs.
    pub generator: String,
    /// What they are made of.
    pub profile: String,
    /// The digest of all that this profile stood for.
    pub config: String,
    /// The seed of the first.
    pub first_seed: u64,
    /// What they were run by.
    pub backend: String,
    /// How many there are.
    pub programs: u64,
    /// Statements in their text.
    pub statements: u64,
    /// Statements that they execute.
    pub executed: u64,
    /// Programs that did what they must.
    pub agreed: u64,
    /// Of these, programs that the compiler rejected, as it must or may.
    pub rejected: u64,
    /// Programs that did something else, for a reason that is known.
    pub known: u64,
    /// Programs that did something else.
    pub wrong: u64,
    /// Programs that the backend has nothing to say about.
    pub skipped: u64,
    /// Programs that could not be tried.
    pub failed: u64,
    /// Processor time of compilers and programs.
    pub cpu: Duration,
    /// Processor time of the harness: generating, judging.
    pub own_cpu: Duration,
    /// What the programs are made of: the constructs, each with how many programs of `sampled` have it.
    pub features: Vec<(String, u64)>,
    /// How many programs were looked at for that.
    pub sampled: u64,
    /// What the compiler was seen to do, each by a name.
    pub behaviours: Vec<String>,
    /// Programs that its generator starts from from now on, because a compiler did something new with them.
    pub seeds: Vec<Vec<u8>>,
}

/// A program that did something else than it must, when it was tried.
#[derive(Clone, PartialEq, Debug)]
pub struct NewSighting {
    /// The seed of the program.
    pub seed: u64,
    /// What seems to be wrong.
    pub fault: Fault,
    /// What findings of the same cause have in common, if that can be told at once, as for crashes.
    pub key: Option<String>,
    /// A sentence for people.
    pub summary: String,
    /// The program, with all that it takes to judge it again. The store keeps it while the sighting waits and for the first of a finding, and
    /// drops it for those that are counted with another.
    pub program: Option<Vec<u8>>,
}

/// A sighting as it is in the store.
#[derive(Clone, PartialEq, Debug)]
pub struct Sighting {
    /// Its number in the store, from 1.
    pub id: i64,
    /// The unit that it was made in.
    pub unit: u64,
    #[allow(missing_docs)]
    pub generator: String,
    #[allow(missing_docs)]
    pub profile: String,
    #[allow(missing_docs)]
    pub backend: String,
    /// What was seen.
    pub seen: NewSighting,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What became of it.
    pub state: SightingState,
}

/// What became of a sighting.
#[derive(Clone, PartialEq, Debug)]
pub enum SightingState {
    /// Nobody has looked at it yet.
    Waiting,
    /// It is one of the finding with this number.
    Of(i64),
    /// It did not come back: why it is no finding.
    Dismissed(String),
}

/// What somebody found out about a sighting.
#[derive(Clone, PartialEq, Debug)]
pub enum Settled {
    /// It is true, and this is what is known. If there is a finding with the same key it is counted there, else it is a new one.
    True(Box<NewFinding>),
    /// It did not come back: why it is no finding.
    Dismissed(String),
}

/// A finding to be kept.
#[derive(Clone, PartialEq, Debug)]
pub struct NewFinding {
    /// What findings of the same cause have in common.
    pub key: String,
    /// What is known.
    pub known: Finding,
    /// Files that belong to it, by name: the program, what it must print, what it printed, what the guilty pass did.
    pub artefacts: Vec<(String, Vec<u8>)>,
}

/// A finding as it is in the store.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredFinding {
    /// Its number in the store, from 1.
    pub id: i64,
    /// What findings of the same cause have in common.
    pub key: String,
    /// What is known.
    pub known: Finding,
    /// How many sightings it has.
    pub times: u64,
    /// When it was seen first and last, in milliseconds since 1970.
    pub first_seen: i64,
    #[allow(missing_docs)]
    pub last_seen: i64,
    /// The first sighting: it says how to make the program again.
    pub first: Sighting,
    /// The backends that show it.
    pub backends: Vec<String>,
    /// Why it is not to be told again: what the user wrote beside it in the file of known bugs.
    pub muted: Option<String>,
}

/// Sums over units.
#[derive(Clone, Default, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct Totals {
    pub units: u64,
    pub programs: u64,
    pub statements: u64,
    pub executed: u64,
    pub agreed: u64,
    pub rejected: u64,
    pub known: u64,
    pub wrong: u64,
    pub skipped: u64,
    pub failed: u64,
    pub cpu: Duration,
    pub own_cpu: Duration,
}

impl Totals {
    /// Programs of which a compiler's treatment is known to be right or wrong.
    pub fn judged(&self) -> u64 {
        self.agreed + self.known + self.wrong
    }
}

/// By what sums are told apart.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum By {
    Generator,
    Profile,
    Backend,
}

/// Work that was finished in a stretch of time.
#[derive(Clone, PartialEq, Debug)]
pub struct Stretch {
    /// When it begins, in milliseconds since 1970.
    pub from: i64,
    #[allow(missing_docs)]
    pub totals: Totals,
    /// New findings in it.
    pub findings: u64,
}

/// What came of the work of one kind.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct StoredYield {
    pub generator: String,
    pub profile: String,
    pub backend: String,
    pub programs: u64,
    /// Processor time of compilers and programs.
    pub cpu: Duration,
    /// Findings that were made with it.
    pub findings: u64,
    /// Behaviours that it was the first to see.
    pub behaviours: u64,
}
