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
    /// The machine and the process; empty in stores of older versions.
    pub worker: String,
    /// Whether it works now, as far as the store has heard.
    pub is_alive: bool,
}

impl Run {
    /// What people call whoever worked.
    pub fn name(&self) -> String {
        match self.worker.is_empty() {
            true => format!("run {}", self.id),
            false => self.worker.clone(),
        }
    }
}

/// A part of a campaign whose parts have a store each: the units whose number leaves the rest `index - 1` when it is divided by `of`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Shard {
    /// From 1 to `of`.
    pub index: u64,
    /// How many parts there are.
    pub of: u64,
}

impl Shard {
    /// The first number of this part from `free` on.
    pub fn number(self, free: u64) -> u64 {
        let rest = (self.index - 1 + self.of - free % self.of) % self.of;
        free.saturating_add(rest)
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    /// Reads `2/8`.
    fn from_str(text: &str) -> Result<Shard, String> {
        let explain =
            || format!("`{text}` is no part of a whole: write `1/8` for the first of eight, up to `8/8`");
        let (index, of) = text.split_once('/').ok_or_else(explain)?;
        let number = |text: &str| text.parse::<u64>().map_err(|_| explain());
        let (index, of) = (number(index)?, number(of)?);
        (1..=of)
            .contains(&index)
            .then_some(Shard { index, of })
            .filter(|_| of <= MOST_SHARDS)
            .ok_or_else(explain)
    }
}

/// A campaign has no more parts.
const MOST_SHARDS: u64 = 1_000_000;

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

/// A unit that is not finished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenUnit {
    #[allow(missing_docs)]
    pub drawn: Drawn,
    /// The run that works on it; `None` if nobody does.
    pub run: Option<i64>,
    /// How many runs died with it, or could not do it.
    pub attempts: u64,
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
    /// Not reproduced: why it is no finding.
    Dismissed(String),
}

/// What somebody found out about a sighting.
#[derive(Clone, PartialEq, Debug)]
pub enum Settled {
    /// It is true, and this is what is known. If there is a finding with the same key it is counted there, else it is a new one.
    True(Box<NewFinding>),
    /// Not reproduced: why it is no finding.
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
    /// Why nobody reports it again: what the user wrote beside it in the file of known bugs.
    pub muted: Option<String>,
    /// What people have done about it.
    pub state: FindingState,
}

impl StoredFinding {
    /// Whether it was seen again after somebody had said that it is fixed.
    pub fn is_back(&self) -> bool {
        self.state.status == FindingStatus::Fixed && self.last_seen > self.state.at
    }

    /// Whether somebody should still hear of it: nobody knew it before or has done something about it.
    pub fn is_new(&self) -> bool {
        self.muted.is_none() && self.state.status == FindingStatus::New || self.is_back()
    }
}

/// What people have done about a finding.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FindingState {
    #[allow(missing_docs)]
    pub status: FindingStatus,
    /// Where it is filed, or why it is ignored.
    pub note: String,
    /// When somebody said so, in milliseconds since 1970.
    pub at: i64,
}

/// See [`FindingState`].
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum FindingStatus {
    /// Nothing.
    #[default]
    New,
    /// It is filed.
    Filed,
    /// It is fixed. A finding that is seen afterwards is news again.
    Fixed,
    /// It is nothing to file.
    Ignored,
}

impl FindingStatus {
    #[allow(missing_docs)]
    pub const ALL: [FindingStatus; 4] =
        [FindingStatus::New, FindingStatus::Filed, FindingStatus::Fixed, FindingStatus::Ignored];

    /// Its name in data.
    pub const fn name(self) -> &'static str {
        match self {
            FindingStatus::New => "new",
            FindingStatus::Filed => "filed",
            FindingStatus::Fixed => "fixed",
            FindingStatus::Ignored => "ignored",
        }
    }

    /// The status of a name.
    pub fn of_name(name: &str) -> Option<FindingStatus> {
        FindingStatus::ALL.into_iter().find(|status| status.name() == name)
    }
}

/// Which findings somebody wants to see.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FindingQuery {
    /// What must be in the key, the summary or the cause, in whatever case.
    pub text: Option<String>,
    /// The name of a fault.
    pub fault: Option<String>,
    /// What people have done about it; those that are muted are ignored.
    pub status: Option<FindingStatus>,
    /// A backend that shows it.
    pub backend: Option<String>,
    /// The generator of the program that showed it first.
    pub generator: Option<String>,
    #[allow(missing_docs)]
    pub order: FindingOrder,
    /// How many are passed by.
    pub after: u64,
    /// How many are given, at most.
    pub most: u64,
}

/// In which order findings are given.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum FindingOrder {
    /// The last one that was made first.
    #[default]
    Newest,
    /// The first one that was made first.
    Oldest,
    /// The one that was seen most often first.
    Times,
    /// The one that was seen last first.
    LastSeen,
}

/// A finding in a list.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct FindingLine {
    pub id: i64,
    pub key: String,
    pub fault: String,
    pub summary: String,
    pub cause: Option<String>,
    pub times: u64,
    pub first_seen: i64,
    pub last_seen: i64,
    pub backends: Vec<String>,
    /// Whether the program is reduced.
    pub is_reduced: bool,
    /// See [`StoredFinding::muted`].
    pub muted: Option<String>,
    pub state: FindingState,
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
    /// The run that did the work, by the name of its worker.
    Worker,
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

/// Programs that were tried in a stretch of time, by what [`By`] says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pace {
    /// When the stretch begins, in milliseconds since 1970.
    pub from: i64,
    #[allow(missing_docs)]
    pub name: String,
    #[allow(missing_docs)]
    pub programs: u64,
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
