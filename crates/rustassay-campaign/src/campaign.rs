//! The threads of a campaign.

#[cfg(test)]
mod tests;

use crate::describe;
use crate::event::{CampaignState, Event};
use crate::generator::Generator;
use crate::locked;
use crate::lot::{Lot, Tried, thread_time};
use crate::plan::{Draw, NEWS_OF_A_FINDING, Plan, Yield};
use crate::triage::{Causes, Smaller, Triage};
use rustassay_finding::{Fault, Reduction};
use rustassay_judge::backend::Backend;
use rustassay_judge::engine::Engine;
use rustassay_store::record::{Drawn, NewSighting, Settled, Sighting, StoredFinding};
use rustassay_store::{Store, StoreError};
use rustassay_toolchain::Toolchain;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How a campaign is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What work is drawn from.
    pub seed: u64,
    /// How many compilers run at once.
    pub jobs: usize,
    /// How long; without end if it is left out.
    pub time: Option<Duration>,
    /// How many programs; without end if it is left out.
    pub programs: Option<u64>,
    /// How many programs are compiled together, at most.
    pub batch: u64,
    /// Whether what brings news gets a larger share.
    pub feedback: bool,
    /// The part of the processor time, at most, that goes into looking closer at what seemed wrong.
    pub triage_share: f64,
    /// The part of the time of each generator, in the order of the generators.
    pub shares: Vec<f64>,
    /// How long, at most, sightings are still examined when no more programs are tried. It is part of [`Settings::time`]: in so much of its end, or in the
    /// last quarter where that is less, threads examine sightings first and try programs only when none waits.
    pub closing: Duration,
}

/// Why a campaign ended, when nothing went wrong.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum CampaignEnd {
    /// The time is over.
    Time,
    /// All programs were tried.
    Programs,
    /// Somebody asked for it.
    Stopped,
    /// All backends are set aside.
    NobodyLeft,
}

impl CampaignEnd {
    /// As data and people call it.
    pub const fn name(self) -> &'static str {
        match self {
            CampaignEnd::Time => "time is over",
            CampaignEnd::Programs => "all programs were tried",
            CampaignEnd::Stopped => "stopped",
            CampaignEnd::NobodyLeft => "all backends are set aside",
        }
    }
}

/// What ends a campaign before its time.
#[derive(Debug)]
pub enum CampaignError {
    /// The store cannot be written.
    Store(StoreError),
    /// Programs cannot be tried: why.
    CannotTry(String),
    /// There is nothing to do: why.
    NothingToDo(String),
}

impl std::fmt::Display for CampaignError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CampaignError::Store(error) => write!(f, "{error}"),
            CampaignError::CannotTry(why) => {
                write!(f, "no program can be tried any more: {why}; what was found before is in the store")
            }
            CampaignError::NothingToDo(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for CampaignError {}

impl From<StoreError> for CampaignError {
    fn from(error: StoreError) -> CampaignError {
        CampaignError::Store(error)
    }
}

/// What programs are made by and tried with.
pub struct Campaign<'a> {
    #[allow(missing_docs)]
    pub engine: &'a Engine,
    #[allow(missing_docs)]
    pub generators: &'a [Box<dyn Generator>],
    #[allow(missing_docs)]
    pub backends: &'a [Backend],
    #[allow(missing_docs)]
    pub settings: Settings,
    /// Set by whoever wants it to end: what runs is finished, and nothing new begins.
    pub stop: &'a AtomicBool,
}

/// What a worker did.
enum Report {
    /// What a number stands for.
    Drawn(Draw),
    Tried {
        draw: Draw,
        tried: Box<Tried>,
    },
    Looked {
        sighting: Box<Sighting>,
        settled: Settled,
        own_cpu: Duration,
    },
    /// The program of a finding has become smaller.
    Reduced {
        finding: Box<StoredFinding>,
        smaller: Box<Smaller>,
    },
    /// We have a bug ourselves, so that a sighting could not be examined, or the program of a finding not be reduced: this.
    LookBroken {
        what: LookedAt,
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
enum LookedAt {
    Sighting(Box<Sighting>),
    Finding(Box<StoredFinding>),
}

/// How a closer look ended.
#[derive(PartialEq, Eq, Debug)]
enum LookEnd<T> {
    /// This was seen.
    Seen(T),
    /// Its compiler is not here, or there was no more time: a later run looks again.
    Postponed,
    /// We have a bug ourselves. A later run would meet it again.
    Broken(String),
}

/// Does something that may have a bug: a campaign of a night is not to end because of one program. What went wrong is said on standard error
/// where it happens, and here.
fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
        format!("Rustassay itself has a bug: {message}")
    })
}

/// Whether the program of a finding is still as it was made, and worth the time to make it smaller.
fn can_be_smaller(finding: &StoredFinding) -> bool {
    let known = &finding.known;
    finding.muted.is_none() && !known.fault.is_of_the_test_case() && known.reduction == Reduction::Whole
}

/// What the threads share.
struct Shared {
    /// Set when no more programs are to be tried: those under way are cancelled.
    is_over: Arc<AtomicBool>,
    /// Set when all programs are made that there will be.
    is_made: AtomicBool,
    /// Set when sightings wait and little time is left: they come before further programs.
    sightings_first: AtomicBool,
    /// Set when nobody is to look at anything any more: looks under way are cancelled.
    is_closed: Arc<AtomicBool>,
    /// What waits to be looked at.
    waiting: Mutex<Waiting>,
    /// Findings whose programs are to be reduced, first come first.
    whole: Mutex<VecDeque<StoredFinding>>,
    plan: Mutex<Plan>,
    causes: Causes,
    queued: AtomicUsize,
    triaging: AtomicUsize,
    trying: AtomicUsize,
    /// Milliseconds of processor time: of all compilers and programs, and of closer looks.
    cpu: AtomicU64,
    triage_cpu: AtomicU64,
    /// Milliseconds on the clock that threads have tried programs and looked closer: a compiler that hangs takes no processor time.
    trying_time: AtomicU64,
    looking_time: AtomicU64,
}

impl Shared {
    /// What there is at the start: a plan, what waits to be looked at, and what was found before.
    fn new(plan: Plan, sightings: Vec<Sighting>, findings: &[StoredFinding]) -> Shared {
        let causes = Causes::default();
        findings.iter().for_each(|finding| causes.recall(finding));
        Shared {
            is_over: Arc::new(AtomicBool::new(false)),
            is_made: AtomicBool::new(false),
            sightings_first: AtomicBool::new(false),
            is_closed: Arc::new(AtomicBool::new(false)),
            waiting: Mutex::new(Waiting { sightings, looks: BTreeMap::new() }),
            whole: Mutex::new(findings.iter().filter(|finding| can_be_smaller(finding)).cloned().collect()),
            plan: Mutex::new(plan),
            causes,
            queued: AtomicUsize::new(0),
            triaging: AtomicUsize::new(0),
            trying: AtomicUsize::new(0),
            cpu: AtomicU64::new(0),
            triage_cpu: AtomicU64::new(0),
            trying_time: AtomicU64::new(0),
            looking_time: AtomicU64::new(0),
        }
    }

    /// Whether every program was tried that there will be.
    fn is_tried(&self) -> bool {
        let is_none = |count: &AtomicUsize| count.load(Ordering::SeqCst) == 0;
        self.is_made.load(Ordering::SeqCst) && is_none(&self.queued) && is_none(&self.trying)
    }
}

/// Does something in the end, also if the thread panics: nobody must wait for it for ever. The panic itself comes out when all have ended.
struct AtEnd<F: FnMut()>(F);

impl<F: FnMut()> Drop for AtEnd<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// What waits to be looked at.
struct Waiting {
    sightings: Vec<Sighting>,
    /// How often each backend was looked at: one that is often wrong must not keep the others waiting.
    looks: BTreeMap<String, usize>,
}

impl Waiting {
    /// What to look at next.
    fn take(&mut self) -> Option<Sighting> {
        let looks = |sighting: &Sighting| self.looks.get(&sighting.backend).copied().unwrap_or(0);
        let next = (0..self.sightings.len()).min_by_key(|&at| looks(&self.sightings[at]))?;
        let sighting = self.sightings.remove(next);
        *self.looks.entry(sighting.backend.clone()).or_default() += 1;
        Some(sighting)
    }

    /// Of those with one key, one is enough: the others are counted when it is settled.
    fn add(&mut self, new: Sighting) {
        let is_same = |other: &Sighting| new.seen.key.is_some() && other.seen.key == new.seen.key;
        if !self.sightings.iter().any(is_same) {
            self.sightings.push(new);
        }
    }
}

/// How often those who watch hear something.
const TICK: Duration = Duration::from_millis(250);

/// After so many units in a row of which not one program could be tried, something is wrong with this machine.
const FAILURES: usize = 3;

/// A backend that did not end with so many programs is tried no more: others find more in that time.
const HANGS: usize = 3;

/// Milliseconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

impl Campaign<'_> {
    /// Runs until it is over, and tells what happens. What is written to the store is there whatever comes after.
    pub fn run(
        &self,
        store: &mut Store,
        run: i64,
        tell: &mut dyn FnMut(&Event),
    ) -> Result<CampaignEnd, CampaignError> {
        let settings = &self.settings;
        let mut plan = Plan::new(
            self.generators,
            &settings.shares,
            self.backends,
            settings.seed,
            settings.feedback,
            settings.batch,
        )
        .map_err(CampaignError::NothingToDo)?;
        self.recall(store, &mut plan)?;
        let (drawn, next) = store.unfinished()?;
        let unfinished = self.resume(store, drawn, tell)?;
        let findings = store.reader()?.findings()?;
        let shared = Shared::new(plan, store.waiting()?, &findings);
        let jobs = settings.jobs.max(1);
        let (lots_in, lots) = sync_channel::<Lot>(2 * jobs);
        let (reports_in, reports) = sync_channel::<Report>(2 * jobs);
        // Theirs alone: who makes lots must not wait when nobody is left to try them.
        let lots = Arc::new(Mutex::new(lots));
        std::thread::scope(|scope| {
            let shared = &shared;
            let reports_of_maker = reports_in.clone();
            scope.spawn(move || self.make_lots(shared, unfinished, next, &lots_in, &reports_of_maker));
            for _ in 0..jobs {
                let (lots, reports) = (lots.clone(), reports_in.clone());
                scope.spawn(move || self.work(shared, &lots, &reports));
            }
            drop((lots, reports_in));
            let result = self.record_results(store, run, shared, &reports, tell);
            // Whatever the reason, the others are to end.
            shared.is_over.store(true, Ordering::Relaxed);
            shared.is_closed.store(true, Ordering::Relaxed);
            // Who waits for a place in the queue must not wait for ever.
            drop(reports);
            result
        })
    }

    /// What earlier runs have brought.
    fn recall(&self, store: &Store, plan: &mut Plan) -> Result<(), CampaignError> {
        for generator in self.generators {
            generator.recall(&store.reader()?.seeds(generator.name())?);
        }
        for known in store.reader()?.yields()? {
            let generator = self.generators.iter().position(|other| other.name() == known.generator);
            let backend = self.backends.iter().position(|other| other.name == known.backend);
            if let (Some(generator), Some(backend)) = (generator, backend) {
                let news = known.findings as f64 * NEWS_OF_A_FINDING + known.behaviours as f64;
                plan.learn(generator, &known.profile, backend, Yield { cpu: known.cpu, news });
            }
        }
        Ok(())
    }

    /// The units that earlier runs have drawn and this one can do. The others are forgotten, which is said once for each reason.
    fn resume(
        &self,
        store: &mut Store,
        drawn: Vec<Drawn>,
        tell: &mut dyn FnMut(&Event),
    ) -> Result<Vec<Draw>, StoreError> {
        let mut draws = Vec::new();
        let mut forgotten: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for drawn in drawn {
            match self.drawn_before(&drawn) {
                Ok(draw) => draws.push(draw),
                Err(why) => {
                    store.forget(drawn.number)?;
                    let (units, programs) = forgotten.entry(why).or_default();
                    *units += 1;
                    *programs += drawn.programs;
                }
            }
        }
        for (why, (units, programs)) in forgotten {
            tell(&Event::Forgotten { units, programs, why });
        }
        Ok(draws)
    }

    /// Makes programs ahead of those who try them: first what earlier runs have drawn and not finished.
    fn make_lots(
        &self,
        shared: &Shared,
        unfinished: Vec<Draw>,
        next: u64,
        lots: &SyncSender<Lot>,
        reports: &SyncSender<Report>,
    ) {
        let _made = AtEnd(|| shared.is_made.store(true, Ordering::SeqCst));
        let mut unfinished = VecDeque::from(unfinished);
        let mut numbers = next..;
        let mut made = 0;
        let mut unmade = 0;
        while !shared.is_over.load(Ordering::Relaxed) {
            let left = self.settings.programs.map(|most| most.saturating_sub(made));
            let draw = match unfinished.pop_front() {
                _ if left == Some(0) => break,
                Some(draw) => {
                    locked(&shared.plan).resume(&draw);
                    draw
                }
                None => {
                    let number = numbers.next().unwrap_or(u64::MAX);
                    let Some(mut draw) = locked(&shared.plan).draw(number, self.generators) else { break };
                    draw.programs = left.map_or(draw.programs, |left| draw.programs.min(left));
                    if reports.send(Report::Drawn(draw.clone())).is_err() {
                        break;
                    }
                    draw
                }
            };
            made += draw.programs;
            let generator = &*self.generators[draw.generator];
            let backend = &self.backends[draw.backend];
            let lot = match catch_panic(|| Lot::make(draw.clone(), generator, backend)) {
                Ok(lot) => lot,
                // The others go on, unless there are none.
                Err(why) => {
                    unmade += 1;
                    match reports.send(Report::Broken { draw, why, unmade: Some(unmade) }) {
                        Ok(()) => continue,
                        Err(_) => break,
                    }
                }
            };
            unmade = 0;
            shared.queued.fetch_add(1, Ordering::SeqCst);
            if lots.send(lot).is_err() {
                break;
            }
        }
    }

    /// What an earlier run has drawn, if its generator, profile and backend are here and are what they were; else what is not.
    fn drawn_before(&self, drawn: &Drawn) -> Result<Draw, String> {
        let Drawn { number, generator, profile, config, first_seed, backend, programs } = drawn;
        let generator_at = self.generators.iter().position(|other| other.name() == generator);
        let generator_at = generator_at.ok_or_else(|| format!("this run has no generator `{generator}`"))?;
        let backend_at = self.backends.iter().position(|other| other.name == *backend);
        let backend_at = backend_at.ok_or_else(|| format!("this run has no backend `{backend}`"))?;
        if !self.generators[generator_at].has_config(profile, config) {
            return Err(format!("`{profile}` of `{generator}` makes other programs than it did"));
        }
        Ok(Draw {
            number: *number,
            generator: generator_at,
            profile: profile.clone(),
            config: config.clone(),
            backend: backend_at,
            first_seed: *first_seed,
            programs: *programs,
        })
    }

    /// Tries lots, and looks at what seemed wrong.
    fn work(&self, shared: &Shared, lots: &Mutex<Receiver<Lot>>, reports: &SyncSender<Report>) {
        let has_lots = |lot: Result<Lot, RecvTimeoutError>| match lot {
            Ok(lot) => Some(Some(lot)),
            Err(RecvTimeoutError::Timeout) => Some(None),
            Err(RecvTimeoutError::Disconnected) => None,
        };
        loop {
            if self.look(shared, reports, shared.sightings_first.load(Ordering::Relaxed)) {
                continue;
            }
            let lot = has_lots(locked(lots).recv_timeout(TICK));
            let Some(lot) = lot else { break };
            let Some(lot) = lot else { continue };
            shared.trying.fetch_add(1, Ordering::SeqCst);
            shared.queued.fetch_sub(1, Ordering::SeqCst);
            let _tried = AtEnd(|| _ = shared.trying.fetch_sub(1, Ordering::SeqCst));
            // What has not begun when it is over does not begin, and what has not ended is done again by the next run.
            if !shared.is_over.load(Ordering::Relaxed)
                && let Some(report) = self.try_lot(shared, &lot)
            {
                // When nobody hears it any more, it is over, and the rest of the queue goes by.
                let _ = reports.send(report);
            }
        }
        while !shared.is_closed.load(Ordering::Relaxed) {
            if !self.look(shared, reports, true) {
                std::thread::sleep(TICK / 10);
            }
        }
    }

    /// Tries a lot; `None` if it was cancelled.
    fn try_lot(&self, shared: &Shared, lot: &Lot) -> Option<Report> {
        let generator = &*self.generators[lot.draw.generator];
        let backend = &self.backends[lot.draw.backend];
        let engine = self.engine.cancelled_by(shared.is_over.clone());
        let start = Instant::now();
        let tried = catch_panic(|| lot.try_all(&engine, generator, backend, self.settings.feedback));
        shared.trying_time.fetch_add(start.elapsed().as_millis() as u64, Ordering::Relaxed);
        if engine.is_cancelled() {
            return None;
        }
        let draw = lot.draw.clone();
        Some(match tried {
            Ok(tried) => {
                shared.cpu.fetch_add(tried.unit.cpu.as_millis() as u64, Ordering::Relaxed);
                Report::Tried { draw, tried: Box::new(tried) }
            }
            Err(why) => Report::Broken { draw, why, unmade: None },
        })
    }

    /// Looks at something that waits, if there is time for it; says whether it did. A new finding is reduced before further sightings are looked at:
    /// most of those have a cause that is known.
    fn look(&self, shared: &Shared, reports: &SyncSender<Report>, is_closing: bool) -> bool {
        let times = [&shared.trying_time, &shared.looking_time];
        let [tried, looked] = times.map(|time| time.load(Ordering::Relaxed) as f64);
        let has_time = is_closing || looked <= self.settings.triage_share * (tried + looked);
        // A look is counted when it has ended, and may take minutes: half of the threads go on with programs.
        let is_enough = shared.triaging.load(Ordering::SeqCst) >= (self.settings.jobs / 2).max(1);
        if !has_time || is_enough && !is_closing || shared.is_closed.load(Ordering::Relaxed) {
            return false;
        }
        shared.triaging.fetch_add(1, Ordering::SeqCst);
        let _looked = AtEnd(|| _ = shared.triaging.fetch_sub(1, Ordering::SeqCst));
        let finding = locked(&shared.whole).pop_front();
        if let Some(finding) = finding {
            return self.reduce(shared, reports, finding, |triage, finding| triage.reduce(finding));
        }
        let sighting = locked(&shared.waiting).take();
        sighting.is_some_and(|sighting| {
            self.look_at(shared, reports, sighting, |triage, sighting| triage.settle(sighting))
        })
    }

    fn reduce(
        &self,
        shared: &Shared,
        reports: &SyncSender<Report>,
        finding: StoredFinding,
        reduce: impl FnOnce(&Triage, &StoredFinding) -> (Option<Smaller>, Duration),
    ) -> bool {
        let (smaller, _) = self.examine_with(shared, &finding.first, |triage| reduce(triage, &finding));
        let finding = Box::new(finding);
        let report = match smaller {
            LookEnd::Seen(Some(smaller)) => Report::Reduced { finding, smaller: Box::new(smaller) },
            LookEnd::Broken(why) => Report::LookBroken { what: LookedAt::Finding(finding), why },
            LookEnd::Seen(None) | LookEnd::Postponed => return true,
        };
        reports.send(report).is_ok()
    }

    fn look_at(
        &self,
        shared: &Shared,
        reports: &SyncSender<Report>,
        sighting: Sighting,
        settle: impl FnOnce(&Triage, &Sighting) -> (Settled, Duration),
    ) -> bool {
        let (settled, own_cpu) = self.examine_with(shared, &sighting, |triage| settle(triage, &sighting));
        let sighting = Box::new(sighting);
        let report = match settled {
            LookEnd::Seen(settled) => Report::Looked { sighting, settled, own_cpu },
            LookEnd::Broken(why) => Report::LookBroken { what: LookedAt::Sighting(sighting), why },
            LookEnd::Postponed => return true,
        };
        reports.send(report).is_ok()
    }

    /// Looks closer at a sighting, and counts what that costs. Gives what came of it, and the processor time of this thread.
    fn examine_with<T>(
        &self,
        shared: &Shared,
        sighting: &Sighting,
        examine: impl FnOnce(&Triage) -> (T, Duration),
    ) -> (LookEnd<T>, Duration) {
        let Some(backend) = self.backends.iter().find(|other| other.name == sighting.backend) else {
            return (LookEnd::Postponed, Duration::ZERO);
        };
        let engine = &self.engine.cancelled_by(shared.is_closed.clone());
        let (toolchains, start) = (self.toolchains(), thread_time());
        let (causes, is_over) = (&shared.causes, &shared.is_closed);
        let triage = Triage { engine, backend, toolchains: &toolchains, causes, is_over };
        let began = Instant::now();
        let seen = catch_panic(|| examine(&triage));
        shared.looking_time.fetch_add(began.elapsed().as_millis() as u64, Ordering::Relaxed);
        if let Ok((_, cpu)) = &seen {
            shared.triage_cpu.fetch_add(cpu.as_millis() as u64, Ordering::Relaxed);
            shared.cpu.fetch_add(cpu.as_millis() as u64, Ordering::Relaxed);
        }
        let own_cpu = thread_time().saturating_sub(start);
        let end = match seen {
            Err(why) => LookEnd::Broken(why),
            Ok(_) if engine.is_cancelled() => LookEnd::Postponed,
            Ok((seen, _)) => LookEnd::Seen(seen),
        };
        (end, own_cpu)
    }

    /// The compilers of all backends, each once.
    fn toolchains(&self) -> Vec<Arc<Toolchain>> {
        let mut toolchains: Vec<Arc<Toolchain>> = Vec::new();
        for toolchain in self.backends.iter().filter_map(|backend| backend.toolchain.as_ref()) {
            if !toolchains.iter().any(|other| other.rustc == toolchain.rustc) {
                toolchains.push(toolchain.clone());
            }
        }
        toolchains
    }

    /// Writes down what the others did, and knows when it is over.
    fn record_results(
        &self,
        store: &mut Store,
        run: i64,
        shared: &Shared,
        reports: &Receiver<Report>,
        tell: &mut dyn FnMut(&Event),
    ) -> Result<CampaignEnd, CampaignError> {
        let start = Instant::now();
        let mut ledger = Ledger::new(self, store, run, shared);
        // What waits in the end is looked at within the time, not after it.
        let undisturbed = self.settings.time.map(|time| time - self.settings.closing.min(time / 4));
        let has_waiting = || {
            shared.triaging.load(Ordering::SeqCst) > 0
                || !locked(&shared.waiting).sightings.is_empty()
                || !locked(&shared.whole).is_empty()
        };
        let is_past = |time: Option<Duration>| time.is_some_and(|time| start.elapsed() >= time);
        let mut ended: Option<(CampaignEnd, Instant)> = None;
        let mut last_tick = Instant::now();
        loop {
            let mut is_quiet = false;
            match reports.recv_timeout(TICK) {
                Ok(report) => ledger.write(report, tell)?,
                Err(RecvTimeoutError::Timeout) => is_quiet = true,
                Err(RecvTimeoutError::Disconnected) => {
                    return Ok(ended.map_or(CampaignEnd::Programs, |(end, _)| end));
                }
            }
            if last_tick.elapsed() >= TICK {
                last_tick = Instant::now();
                tell(&Event::Tick(ledger.state(start)));
            }
            shared.sightings_first.store(is_past(undisturbed) && has_waiting(), Ordering::Relaxed);
            let end = match &ended {
                Some(_) => None,
                None if self.stop.load(Ordering::Relaxed) => Some(CampaignEnd::Stopped),
                None if is_past(self.settings.time) => Some(CampaignEnd::Time),
                None if is_quiet && shared.is_tried() => match locked(&shared.plan).is_exhausted() {
                    true => Some(CampaignEnd::NobodyLeft),
                    false => Some(CampaignEnd::Programs),
                },
                None => None,
            };
            if let Some(end) = end {
                shared.is_over.store(true, Ordering::Relaxed);
                ended = Some((end, Instant::now()));
                tell(&Event::Closing);
            }
            if let Some((_, since)) = ended {
                let is_idle = is_quiet && shared.is_tried() && !has_waiting();
                let is_time_over = is_past(self.settings.time) || since.elapsed() >= self.settings.closing;
                if is_idle || is_time_over || self.stop.load(Ordering::Relaxed) {
                    shared.is_closed.store(true, Ordering::Relaxed);
                }
            }
        }
    }
}

/// What is written down.
struct Ledger<'b, 'c> {
    store: &'b mut Store,
    run: i64,
    shared: &'b Shared,
    campaign: &'b Campaign<'c>,
    programs: u64,
    own_cpu: Duration,
    /// The backends of the last units, if no program of these could be tried.
    failures: Vec<usize>,
    /// How many units failed so, by backend.
    failed_units: BTreeMap<usize, usize>,
    /// With how many programs each backend did not end.
    hangs: BTreeMap<usize, usize>,
    /// The backends that are tried no more, and why, for people.
    set_aside: Vec<String>,
}

impl<'b, 'c> Ledger<'b, 'c> {
    fn new(campaign: &'b Campaign<'c>, store: &'b mut Store, run: i64, shared: &'b Shared) -> Ledger<'b, 'c> {
        Ledger {
            store,
            run,
            shared,
            campaign,
            programs: 0,
            own_cpu: Duration::ZERO,
            failures: Vec::new(),
            failed_units: BTreeMap::new(),
            hangs: BTreeMap::new(),
            set_aside: Vec::new(),
        }
    }

    fn write(&mut self, report: Report, tell: &mut dyn FnMut(&Event)) -> Result<(), CampaignError> {
        match report {
            Report::Drawn(draw) => {
                let generators = self.campaign.generators;
                self.store.draw(&Drawn {
                    number: draw.number,
                    generator: generators[draw.generator].name().to_owned(),
                    profile: draw.profile,
                    config: draw.config,
                    first_seed: draw.first_seed,
                    backend: self.campaign.backends[draw.backend].name.clone(),
                    programs: draw.programs,
                })?;
            }
            Report::Broken { draw, why, unmade: None } => return self.fail(&draw, why, tell),
            Report::Broken { draw, why, unmade: Some(in_a_row) } => {
                locked(&self.shared.plan).finish(&draw, None);
                // Another time it would be the same.
                self.store.forget(draw.number)?;
                if in_a_row >= FAILURES {
                    return Err(CampaignError::CannotTry(why));
                }
            }
            Report::Tried { draw, tried } => {
                let Tried { mut unit, sightings, watched, why_failed } = *tried;
                if unit.programs > 0 && unit.failed == unit.programs {
                    return self.fail(&draw, why_failed.unwrap_or_default(), tell);
                }
                self.failures.clear();
                self.programs += unit.programs;
                self.own_cpu += unit.own_cpu;
                unit.seeds = self.campaign.generators[draw.generator].grow(watched);
                let finished = self.store.finish_unit(self.run, &unit, &sightings, now())?;
                let news = finished.new_behaviours as f64;
                let brought = Yield { cpu: unit.cpu, news };
                locked(&self.shared.plan).finish(&draw, Some(brought));
                tell(&Event::Unit(Box::new(unit)));
                for sighting in &finished.waiting {
                    tell(&Event::Sighting(Box::new(sighting.clone())));
                }
                let mut waiting = locked(&self.shared.waiting);
                finished.waiting.into_iter().for_each(|sighting| waiting.add(sighting));
                drop(waiting);
                let is_hang = |sighting: &&NewSighting| sighting.fault == Fault::CompilerHang;
                let hangs = self.hangs.entry(draw.backend).or_default();
                *hangs += sightings.iter().filter(is_hang).count();
                if *hangs >= HANGS {
                    self.set_aside(draw.backend, &format!("it did not end with {HANGS} programs"), tell);
                }
            }
            Report::Reduced { finding, smaller } => {
                self.store.improve(finding.id, &smaller.known, &smaller.artefacts)?;
                if let Some(finding) = self.store.reader()?.finding(finding.id)? {
                    tell(&Event::Reduced(Box::new(finding)));
                }
            }
            Report::LookBroken { what, why } => match what {
                LookedAt::Sighting(sighting) => {
                    self.store.settle(sighting.id, &Settled::Dismissed(why.clone()), now())?;
                    tell(&Event::NotExamined { sighting, why });
                }
                LookedAt::Finding(finding) => {
                    let known = describe::reduced(&finding.known, Reduction::Unfinished(why), None);
                    self.store.improve(finding.id, &known, &[])?;
                }
            },
            Report::Looked { sighting, settled, own_cpu } => {
                self.own_cpu += own_cpu;
                let found = self.store.settle(sighting.id, &settled, now())?;
                if let Settled::Dismissed(why) = settled {
                    tell(&Event::Dismissed(sighting.clone(), why));
                }
                if let Some((id, is_new)) = found
                    && let Some(finding) = self.store.reader()?.finding(id)?
                {
                    if is_new {
                        self.learn(&sighting);
                        locked(&self.shared.whole).extend(Some(finding.clone()).filter(can_be_smaller));
                    }
                    let key = Some(&finding.key);
                    locked(&self.shared.waiting).sightings.retain(|other| other.seen.key.as_ref() != key);
                    tell(&match is_new {
                        true => Event::Finding(Box::new(finding)),
                        false => Event::Again(Box::new(finding)),
                    });
                }
            }
        }
        Ok(())
    }

    /// Notes that no program of a unit was tried. When that goes on with one backend, the others go on without it; when it goes on with all compilers,
    /// something is wrong with this machine, and the campaign ends.
    fn fail(&mut self, draw: &Draw, why: String, tell: &mut dyn FnMut(&Event)) -> Result<(), CampaignError> {
        locked(&self.shared.plan).finish(draw, None);
        self.failures.push(draw.backend);
        let of_backend = self.failed_units.entry(draw.backend).or_default();
        *of_backend += 1;
        if *of_backend >= FAILURES {
            self.set_aside(draw.backend, &why, tell);
        }
        let backends = &self.campaign.backends;
        let compilers = |places: &mut dyn Iterator<Item = usize>| -> BTreeSet<&str> {
            places.map(|at| backends[at].compiler_name()).collect()
        };
        let failing = compilers(&mut self.failures.iter().copied());
        let mut at_hand = (0..backends.len()).filter(|&at| backends[at].toolchain.is_some());
        match self.failures.len() >= FAILURES && failing.is_superset(&compilers(&mut at_hand)) {
            true => Err(CampaignError::CannotTry(why)),
            false => Ok(()),
        }
    }

    /// Tries a backend no more.
    fn set_aside(&mut self, backend: usize, why: &str, tell: &mut dyn FnMut(&Event)) {
        let name = &self.campaign.backends[backend].name;
        let said = format!("{name} is set aside: {why}");
        if !self.set_aside.contains(&said) {
            locked(&self.shared.plan).set_aside(backend);
            tell(&Event::SetAside { backend: name.clone(), why: why.to_owned() });
            self.set_aside.push(said);
        }
    }

    /// Who has found something gets more.
    fn learn(&self, sighting: &Sighting) {
        let generators = self.campaign.generators;
        let generator = generators.iter().position(|other| other.name() == sighting.generator);
        let backend = self.campaign.backends.iter().position(|other| other.name == sighting.backend);
        if let (Some(generator), Some(backend)) = (generator, backend) {
            let brought = Yield { cpu: Duration::ZERO, news: NEWS_OF_A_FINDING };
            locked(&self.shared.plan).learn(generator, &sighting.profile, backend, brought);
        }
    }

    fn state(&self, start: Instant) -> CampaignState {
        let settings = &self.campaign.settings;
        let elapsed = start.elapsed();
        let by_time = settings.time.map(|time| time.saturating_sub(elapsed));
        let by_programs = settings.programs.filter(|_| self.programs > 0).map(|most| {
            let left = most.saturating_sub(self.programs) as f64 / self.programs as f64;
            Duration::from_secs_f64((elapsed.as_secs_f64() * left).min(1e9))
        });
        let millis = |cpu: &AtomicU64| Duration::from_millis(cpu.load(Ordering::Relaxed));
        CampaignState {
            elapsed,
            left: by_time.into_iter().chain(by_programs).min(),
            programs: self.programs,
            queued: self.shared.queued.load(Ordering::Relaxed),
            waiting: locked(&self.shared.waiting).sightings.len(),
            triaging: self.shared.triaging.load(Ordering::Relaxed),
            cpu: millis(&self.shared.cpu),
            triage_cpu: millis(&self.shared.triage_cpu),
            own_cpu: self.own_cpu,
        }
    }
}
