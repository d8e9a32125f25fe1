//! The threads of a campaign.

pub(crate) mod activities;
mod ledger;
mod shared;
#[cfg(test)]
mod tests;

use crate::event::{Event, Work};
use crate::generator::Generator;
use crate::locked;
use crate::lot::{Lot, thread_time};
use crate::plan::{Draw, Plan};
use crate::triage::{Smaller, Triage};
use ledger::{Ledger, TICK};
use rustassay_judge::backend::Backend;
use rustassay_judge::engine::Engine;
use rustassay_store::record::{Drawn, Settled, Sighting, StoredFinding};
use rustassay_store::{Store, StoreError};
use rustassay_toolchain::Toolchain;
use shared::{AtEnd, Report, Shared, Task};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

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
    /// The store stayed away to the end: so many results are not in it.
    #[allow(missing_docs)]
    Unwritten { results: usize, why: StoreError },
    /// Programs cannot be tried: why.
    CannotTry(String),
    /// There is nothing to do: why.
    NothingToDo(String),
}

impl std::fmt::Display for CampaignError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CampaignError::Store(error) => write!(f, "{error}"),
            CampaignError::Unwritten { results, why } => write!(
                f,
                "{why}; {results} results are not written, and others will do that work again when the store is back"
            ),
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

impl Campaign<'_> {
    /// Runs until it is over, and tells what happens. What is written to the store is there whatever comes after.
    pub fn run(
        &self,
        store: &mut Store,
        run: i64,
        tell: &mut dyn FnMut(&Event),
    ) -> Result<CampaignEnd, CampaignError> {
        let settings = &self.settings;
        let plan = Plan::new(
            self.generators,
            &settings.shares,
            self.backends,
            settings.seed,
            settings.feedback,
            settings.batch,
        )
        .map_err(CampaignError::NothingToDo)?;
        let shared = Shared::default();
        let jobs = settings.jobs.max(1);
        let (draws_in, draws) = channel::<Draw>();
        let (lots_in, lots) = sync_channel::<Lot>(2 * jobs);
        let (reports_in, reports) = sync_channel::<Report>(2 * jobs);
        // Theirs alone: who makes lots must not wait when nobody is left to try them.
        let lots = Arc::new(Mutex::new(lots));
        let mut ledger = Ledger::new(self, store, run, plan, &shared, draws_in);
        std::thread::scope(|scope| {
            let shared = &shared;
            let reports_of_maker = reports_in.clone();
            scope.spawn(move || self.make_lots(shared, &draws, &lots_in, &reports_of_maker));
            for _ in 0..jobs {
                let (lots, reports) = (lots.clone(), reports_in.clone());
                scope.spawn(move || self.work(shared, &lots, &reports));
            }
            drop((lots, reports_in));
            let result = ledger.keep(&reports, tell);
            // Whatever the reason, the others are to end.
            shared.is_over.store(true, Ordering::Relaxed);
            shared.is_closed.store(true, Ordering::Relaxed);
            // Who waits for a draw or for a place in the queue must not wait for ever.
            drop((ledger, reports));
            result
        })
    }

    /// Makes programs ahead of those who try them.
    fn make_lots(
        &self,
        shared: &Shared,
        draws: &Receiver<Draw>,
        lots: &SyncSender<Lot>,
        reports: &SyncSender<Report>,
    ) {
        let _made = AtEnd(|| shared.is_made.store(true, Ordering::SeqCst));
        let mut unmade = 0;
        while let Ok(draw) = draws.recv() {
            if shared.is_over.load(Ordering::Relaxed) {
                break;
            }
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

    /// What a number stands for, as the store keeps it.
    fn drawn(&self, draw: &Draw) -> Drawn {
        Drawn {
            number: draw.number,
            generator: self.generators[draw.generator].name().to_owned(),
            profile: draw.profile.clone(),
            config: draw.config.clone(),
            first_seed: draw.first_seed,
            backend: self.backends[draw.backend].name.clone(),
            programs: draw.programs,
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
        let programs = lot.programs.len() as u64;
        let work = Work::Trying { generator: generator.name().to_owned(), programs };
        let _under_way = shared.activities.begin(&backend.name, work);
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
        let task = locked(&shared.desk).pop_front();
        match task {
            Some(Task::Reduce(finding)) => {
                self.reduce(shared, reports, *finding, |triage, finding| triage.reduce(finding))
            }
            Some(Task::Examine(sighting)) => {
                self.look_at(shared, reports, *sighting, |triage, sighting| triage.settle(sighting))
            }
            None => {
                if !shared.is_wanted.swap(true, Ordering::SeqCst) {
                    let _ = reports.send(Report::Wanted);
                }
                false
            }
        }
    }

    fn reduce(
        &self,
        shared: &Shared,
        reports: &SyncSender<Report>,
        finding: StoredFinding,
        reduce: impl FnOnce(&Triage, &StoredFinding) -> (Option<Smaller>, Duration),
    ) -> bool {
        let work = Work::Reducing { finding: finding.id, from: 0, to: 0 };
        let (smaller, _) = self.examine_with(shared, &finding.first, work, |triage| reduce(triage, &finding));
        let finding = Box::new(finding);
        let report = match smaller {
            LookEnd::Seen(Some(smaller)) => Report::Reduced { finding, smaller: Box::new(smaller) },
            LookEnd::Broken(why) => Report::LookBroken { what: Task::Reduce(finding), why },
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
        let (settled, own_cpu) =
            self.examine_with(shared, &sighting, Work::Confirming, |triage| settle(triage, &sighting));
        let sighting = Box::new(sighting);
        let report = match settled {
            LookEnd::Seen(settled) => Report::Looked { sighting, settled, own_cpu, found: None },
            LookEnd::Broken(why) => Report::LookBroken { what: Task::Examine(sighting), why },
            LookEnd::Postponed => return true,
        };
        reports.send(report).is_ok()
    }

    /// Looks closer at a sighting, and counts what that costs. Gives what came of it, and the processor time of this thread.
    fn examine_with<T>(
        &self,
        shared: &Shared,
        sighting: &Sighting,
        begins_with: Work,
        examine: impl FnOnce(&Triage) -> (T, Duration),
    ) -> (LookEnd<T>, Duration) {
        let Some(backend) = self.backends.iter().find(|other| other.name == sighting.backend) else {
            return (LookEnd::Postponed, Duration::ZERO);
        };
        let engine = &self.engine.cancelled_by(shared.is_closed.clone());
        let (toolchains, start) = (self.toolchains(), thread_time());
        let (causes, is_over) = (&shared.causes, &shared.is_closed);
        let under_way = &shared.activities.begin(&backend.name, begins_with);
        let triage = Triage { engine, backend, toolchains: &toolchains, causes, is_over, under_way };
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
}
