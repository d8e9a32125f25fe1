//! The threads of a campaign.

use crate::details::is_whole;
use crate::event::{Event, State};
use crate::generator::Generator;
use crate::locked;
use crate::lot::{Lot, Tried, thread_time};
use crate::plan::{Draw, NEWS_OF_A_FINDING, Plan, Yield};
use crate::triage::{Causes, Look, Smaller};
use rustassay_judge::backend::Backend;
use rustassay_judge::engine::Engine;
use rustassay_judge::verdict::Fault;
use rustassay_store::record::{Finding, Settled, Sighting};
use rustassay_store::{Store, StoreError};
use rustassay_toolchain::Toolchain;
use std::collections::{BTreeMap, VecDeque};
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
    /// How long, after the last program was tried, what was found is still looked at.
    pub closing: Duration,
}

/// Why a campaign ended, when nothing went wrong.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum End {
    /// The time is over.
    Time,
    /// All programs were tried.
    Programs,
    /// Somebody asked for it.
    Stopped,
}

impl End {
    /// As data and people call it.
    pub const fn name(self) -> &'static str {
        match self {
            End::Time => "time is over",
            End::Programs => "all programs were tried",
            End::Stopped => "stopped",
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
        finding: Box<Finding>,
        smaller: Smaller,
    },
    /// We have a bug ourselves, so that a lot could not be made or tried: this.
    Broken {
        why: String,
        /// How many lots in a row could not be made, where it is that: those that were made before may still wait to be tried.
        unmade: Option<usize>,
    },
}

/// Does something that may have a bug: a campaign of a night is not to end because of one program. What went wrong is said on standard error
/// where it happens, and here.
fn unharmed<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
        format!("Rustassay itself has a bug: {message}")
    })
}

/// Whether the program of a finding is still as it was made, and worth the time to make it smaller.
fn can_be_smaller(finding: &Finding) -> bool {
    let is_of_the_test_case = Fault::from_name(&finding.fault).is_some_and(Fault::is_of_the_test_case);
    finding.muted.is_none() && !is_of_the_test_case && is_whole(&finding.details)
}

/// What the threads share.
struct Shared {
    /// Set when no more programs are to be made.
    is_over: AtomicBool,
    /// Set when all programs are made that there will be.
    is_made: AtomicBool,
    /// Set when nobody is to look at anything any more.
    is_closed: Arc<AtomicBool>,
    /// What waits to be looked at.
    waiting: Mutex<Waiting>,
    /// Findings with programs that are to be made smaller, when nothing else waits.
    whole: Mutex<VecDeque<Finding>>,
    plan: Mutex<Plan>,
    causes: Causes,
    queued: AtomicUsize,
    triaging: AtomicUsize,
    trying: AtomicUsize,
    /// Milliseconds of processor time: of all compilers and programs, and of closer looks.
    cpu: AtomicU64,
    triage_cpu: AtomicU64,
}

impl Shared {
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
    ) -> Result<End, CampaignError> {
        let settings = &self.settings;
        let mut plan =
            Plan::new(self.generators, self.backends, settings.seed, settings.feedback, settings.batch)
                .map_err(CampaignError::NothingToDo)?;
        self.recall(store, &mut plan)?;
        let (unfinished, next) = store.unfinished()?;
        let shared = Shared {
            is_over: AtomicBool::new(false),
            is_made: AtomicBool::new(false),
            is_closed: Arc::new(AtomicBool::new(false)),
            waiting: Mutex::new(Waiting { sightings: store.waiting()?, looks: BTreeMap::new() }),
            whole: Mutex::new(store.reader()?.findings()?.into_iter().filter(can_be_smaller).collect()),
            plan: Mutex::new(plan),
            causes: Causes::default(),
            queued: AtomicUsize::new(0),
            triaging: AtomicUsize::new(0),
            trying: AtomicUsize::new(0),
            cpu: AtomicU64::new(0),
            triage_cpu: AtomicU64::new(0),
        };
        store.reader()?.findings()?.iter().for_each(|finding| shared.causes.recall(finding));
        let jobs = settings.jobs.max(1);
        let (lots_in, lots) = sync_channel::<Lot>(2 * jobs);
        let (reports_in, reports) = sync_channel::<Report>(2 * jobs);
        // Theirs alone: who makes lots must not wait when nobody is left to try them.
        let lots = Arc::new(Mutex::new(lots));
        std::thread::scope(|scope| {
            let shared = &shared;
            let numbers = unfinished.into_iter().chain(next..);
            let reports_of_maker = reports_in.clone();
            scope.spawn(move || self.make_lots(shared, numbers, &lots_in, &reports_of_maker));
            for _ in 0..jobs {
                let (lots, reports) = (lots.clone(), reports_in.clone());
                scope.spawn(move || self.work(shared, &lots, &reports));
            }
            drop((lots, reports_in));
            let result = self.keep_books(store, run, shared, &reports, tell);
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

    /// Makes programs ahead of those who try them.
    fn make_lots(
        &self,
        shared: &Shared,
        numbers: impl Iterator<Item = u64>,
        lots: &SyncSender<Lot>,
        reports: &SyncSender<Report>,
    ) {
        let _made = AtEnd(|| shared.is_made.store(true, Ordering::SeqCst));
        let mut made = 0;
        let mut unmade = 0;
        for number in numbers {
            let is_enough = self.settings.programs.is_some_and(|most| made >= most);
            if is_enough || shared.is_over.load(Ordering::Relaxed) {
                break;
            }
            let mut draw = locked(&shared.plan).draw(number);
            if let Some(most) = self.settings.programs {
                draw.programs = draw.programs.min(most - made);
            }
            made += draw.programs;
            let generator = &*self.generators[draw.generator];
            let backend = &self.backends[draw.backend];
            let lot = match unharmed(|| Lot::make(draw.clone(), generator, backend)) {
                Ok(lot) => lot,
                // The others go on, unless there are none.
                Err(why) => {
                    unmade += 1;
                    match reports.send(Report::Broken { why, unmade: Some(unmade) }) {
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

    /// Tries lots, and looks at what seemed wrong.
    fn work(&self, shared: &Shared, lots: &Mutex<Receiver<Lot>>, reports: &SyncSender<Report>) {
        let has_lots = |lot: Result<Lot, RecvTimeoutError>| match lot {
            Ok(lot) => Some(Some(lot)),
            Err(RecvTimeoutError::Timeout) => Some(None),
            Err(RecvTimeoutError::Disconnected) => None,
        };
        loop {
            if self.look(shared, reports, false) {
                continue;
            }
            let lot = has_lots(locked(lots).recv_timeout(TICK));
            let Some(lot) = lot else { break };
            let Some(lot) = lot else { continue };
            shared.trying.fetch_add(1, Ordering::SeqCst);
            shared.queued.fetch_sub(1, Ordering::SeqCst);
            let _tried = AtEnd(|| _ = shared.trying.fetch_sub(1, Ordering::SeqCst));
            // What has not begun when it is over, does not begin.
            if !shared.is_over.load(Ordering::Relaxed) {
                // When nobody hears it any more, it is over, and the rest of the queue goes by.
                let _ = reports.send(self.try_lot(shared, &lot));
            }
        }
        while !shared.is_closed.load(Ordering::Relaxed) {
            if !self.look(shared, reports, true) {
                std::thread::sleep(TICK / 10);
            }
        }
    }

    fn try_lot(&self, shared: &Shared, lot: &Lot) -> Report {
        let generator = &*self.generators[lot.draw.generator];
        let backend = &self.backends[lot.draw.backend];
        let tried = match unharmed(|| lot.try_all(self.engine, generator, backend)) {
            Ok(tried) => tried,
            Err(why) => return Report::Broken { why, unmade: None },
        };
        shared.cpu.fetch_add(tried.unit.cpu.as_millis() as u64, Ordering::Relaxed);
        Report::Tried { draw: lot.draw.clone(), tried: Box::new(tried) }
    }

    /// Looks at something that waits, if there is time for it; says whether it did.
    fn look(&self, shared: &Shared, reports: &SyncSender<Report>, is_closing: bool) -> bool {
        let [cpu, looked] = [&shared.cpu, &shared.triage_cpu].map(|cpu| cpu.load(Ordering::Relaxed));
        let has_time = is_closing || (looked as f64) <= self.settings.triage_share * cpu as f64;
        if !has_time || shared.is_closed.load(Ordering::Relaxed) {
            return false;
        }
        shared.triaging.fetch_add(1, Ordering::SeqCst);
        let _looked = AtEnd(|| _ = shared.triaging.fetch_sub(1, Ordering::SeqCst));
        let sighting = locked(&shared.waiting).take();
        if let Some(sighting) = sighting {
            return self.look_at(shared, reports, sighting);
        }
        let finding = locked(&shared.whole).pop_front();
        finding.is_some_and(|finding| self.reduce(shared, reports, finding))
    }

    fn reduce(&self, shared: &Shared, reports: &SyncSender<Report>, finding: Finding) -> bool {
        let toolchains = self.toolchains();
        let Some(look) = self.look_by(shared, &toolchains, &finding.first) else { return true };
        let (smaller, cpu) = unharmed(|| look.at_less(&finding)).unwrap_or_default();
        shared.triage_cpu.fetch_add(cpu.as_millis() as u64, Ordering::Relaxed);
        shared.cpu.fetch_add(cpu.as_millis() as u64, Ordering::Relaxed);
        match smaller {
            Some(smaller) => reports.send(Report::Reduced { finding: Box::new(finding), smaller }).is_ok(),
            None => true,
        }
    }

    /// What a look at a sighting takes; `None` if it is of a compiler or generator that is not here.
    fn look_by<'l>(
        &'l self,
        shared: &'l Shared,
        toolchains: &'l [Arc<Toolchain>],
        sighting: &Sighting,
    ) -> Option<Look<'l>> {
        let generator = self.generators.iter().find(|other| other.name() == sighting.generator)?;
        let backend = self.backends.iter().find(|other| other.name == sighting.backend)?;
        let (engine, causes, is_over) = (self.engine, &shared.causes, &shared.is_closed);
        Some(Look { engine, generator: &**generator, backend, toolchains, causes, is_over })
    }

    fn look_at(&self, shared: &Shared, reports: &SyncSender<Report>, sighting: Sighting) -> bool {
        let toolchains = self.toolchains();
        // It waits for a run that has its compiler.
        let Some(look) = self.look_by(shared, &toolchains, &sighting) else { return true };
        let start = thread_time();
        let looked = unharmed(|| look.at(&sighting));
        let (settled, cpu) = looked.unwrap_or_else(|why| (Settled::Dismissed(why), Duration::ZERO));
        let own_cpu = thread_time().saturating_sub(start);
        shared.triage_cpu.fetch_add(cpu.as_millis() as u64, Ordering::Relaxed);
        shared.cpu.fetch_add(cpu.as_millis() as u64, Ordering::Relaxed);
        let report = Report::Looked { sighting: Box::new(sighting), settled, own_cpu };
        reports.send(report).is_ok()
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
    fn keep_books(
        &self,
        store: &mut Store,
        run: i64,
        shared: &Shared,
        reports: &Receiver<Report>,
        tell: &mut dyn FnMut(&Event),
    ) -> Result<End, CampaignError> {
        let start = Instant::now();
        let mut books =
            Books { store, run, shared, campaign: self, programs: 0, own_cpu: Duration::ZERO, failures: 0 };
        let mut ended: Option<(End, Instant)> = None;
        let mut last_tick = Instant::now();
        loop {
            let mut is_quiet = false;
            match reports.recv_timeout(TICK) {
                Ok(report) => books.write(report, tell)?,
                Err(RecvTimeoutError::Timeout) => is_quiet = true,
                Err(RecvTimeoutError::Disconnected) => return Ok(ended.map_or(End::Programs, |(end, _)| end)),
            }
            if last_tick.elapsed() >= TICK {
                last_tick = Instant::now();
                tell(&Event::Tick(books.state(start)));
            }
            let end = match &ended {
                Some(_) => None,
                None if self.stop.load(Ordering::Relaxed) => Some(End::Stopped),
                None if self.settings.time.is_some_and(|time| start.elapsed() >= time) => Some(End::Time),
                None if is_quiet && shared.is_tried() => Some(End::Programs),
                None => None,
            };
            if let Some(end) = end {
                shared.is_over.store(true, Ordering::Relaxed);
                ended = Some((end, Instant::now()));
                tell(&Event::Closing);
            }
            if let Some((_, since)) = ended {
                let is_idle = is_quiet
                    && shared.is_tried()
                    && shared.triaging.load(Ordering::SeqCst) == 0
                    && locked(&shared.waiting).sightings.is_empty()
                    && locked(&shared.whole).is_empty();
                let is_impatient =
                    self.stop.load(Ordering::Relaxed) || since.elapsed() >= self.settings.closing;
                if is_idle || is_impatient {
                    shared.is_closed.store(true, Ordering::Relaxed);
                }
            }
        }
    }
}

/// What is written down.
struct Books<'b, 'c> {
    store: &'b mut Store,
    run: i64,
    shared: &'b Shared,
    campaign: &'b Campaign<'c>,
    programs: u64,
    own_cpu: Duration,
    /// Units in a row of which no program could be tried.
    failures: usize,
}

impl Books<'_, '_> {
    fn write(&mut self, report: Report, tell: &mut dyn FnMut(&Event)) -> Result<(), CampaignError> {
        match report {
            Report::Broken { why, unmade: None } => return self.fail(why),
            Report::Broken { why, unmade: Some(in_a_row) } if in_a_row >= FAILURES => {
                return Err(CampaignError::CannotTry(why));
            }
            Report::Broken { .. } => {}
            Report::Tried { draw, tried } => {
                let Tried { unit, sightings, why_failed } = *tried;
                if unit.failed == unit.programs {
                    return self.fail(why_failed.unwrap_or_default());
                }
                self.failures = 0;
                self.programs += unit.programs;
                self.own_cpu += unit.own_cpu;
                let finished = self.store.finish_unit(self.run, &unit, &sightings, now())?;
                let news = finished.new_behaviours as f64;
                let brought = Yield { cpu: unit.cpu, news };
                locked(&self.shared.plan).learn(draw.generator, &draw.profile, draw.backend, brought);
                tell(&Event::Unit(Box::new(unit)));
                for sighting in &finished.waiting {
                    tell(&Event::Sighting(Box::new(sighting.clone())));
                }
                let mut waiting = locked(&self.shared.waiting);
                finished.waiting.into_iter().for_each(|sighting| waiting.add(sighting));
            }
            Report::Reduced { finding, smaller } => {
                self.store.improve(finding.id, &smaller.details, &smaller.artefacts)?;
                if let Some(finding) = self.store.reader()?.finding(finding.id)? {
                    tell(&Event::Reduced(Box::new(finding)));
                }
            }
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

    /// Notes that no program of a unit was tried. Nothing was done, so the number stays free; when that goes on, the campaign ends.
    fn fail(&mut self, why: String) -> Result<(), CampaignError> {
        self.failures += 1;
        match self.failures >= FAILURES {
            true => Err(CampaignError::CannotTry(why)),
            false => Ok(()),
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

    fn state(&self, start: Instant) -> State {
        let settings = &self.campaign.settings;
        let elapsed = start.elapsed();
        let by_time = settings.time.map(|time| time.saturating_sub(elapsed));
        let by_programs = settings.programs.filter(|_| self.programs > 0).map(|most| {
            let left = most.saturating_sub(self.programs) as f64 / self.programs as f64;
            Duration::from_secs_f64((elapsed.as_secs_f64() * left).min(1e9))
        });
        let millis = |cpu: &AtomicU64| Duration::from_millis(cpu.load(Ordering::Relaxed));
        State {
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
