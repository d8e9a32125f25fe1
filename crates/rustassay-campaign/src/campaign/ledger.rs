//! What goes to the store and comes from it: the one thread that speaks with the store.
//!
//! Units are leased ahead of those who make programs, and what waits to be looked at when somebody has time for it. When the
//! store is away, results are kept in the order in which they came, and nothing new is leased; so no more can wait than was
//! leased. When it is back, this run gives back what it was leased and never heard of.

use super::shared::{Report, Shared, Task};
use super::{Campaign, CampaignEnd, CampaignError};
use crate::describe;
use crate::event::{CampaignState, Event};
use crate::locked;
use crate::lot::Tried;
use crate::plan::{Draw, NEWS_OF_A_FINDING, Plan, Yield};
use rustassay_finding::{Fault, Reduction};
use rustassay_store::record::{NewSighting, Settled, Sighting};
use rustassay_store::{Able, Store, StoreError};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// How often those who watch hear something.
pub const TICK: Duration = Duration::from_millis(250);

/// After so many units in a row of which not one program could be tried, something is wrong with this machine.
pub const FAILURES: usize = 3;

/// A backend that did not end with so many programs is tried no more: others find more in that time.
const HANGS: usize = 3;

/// When nothing waited to be looked at, nobody asks again for so long, unless something comes up here.
const NOTHING: Duration = Duration::from_secs(5);

/// So often in the time of a lease a run says that it is alive.
const SIGNS_OF_LIFE: u32 = 4;

/// When the campaign is over and the store is away, it is waited for so long; less if somebody wants to stop.
const LAST_WAIT: Duration = Duration::from_secs(60);
const LAST_WAIT_IF_STOPPED: Duration = Duration::from_secs(5);

/// What is written down.
pub struct Ledger<'b, 'c> {
    store: &'b mut Store,
    run: i64,
    shared: &'b Shared,
    campaign: &'b Campaign<'c>,
    plan: Plan,
    /// Where draws go; `None` when there will be no more.
    draws: Option<Sender<Draw>>,
    /// What is not written yet, in order.
    unwritten: VecDeque<Report>,
    /// Since when the store is away, if it is.
    away: Option<Away>,
    /// What is leased to this run and not written.
    held: Held,
    /// Units that this run has given back.
    declined: BTreeSet<u64>,
    /// Programs of the units that were drawn.
    drawn: u64,
    last_sign: Instant,
    /// Whether what earlier runs have brought is known.
    has_recalled: bool,
    /// The last of the store's findings and of each generator's seeds that this run knows.
    last_finding: i64,
    last_seeds: BTreeMap<&'static str, i64>,
    /// When nothing waited to be looked at, if nothing has come up since.
    nothing_waits: Option<Instant>,
    /// About how many sightings wait in the store.
    waiting: u64,
    /// How often each backend was looked at: one that is often wrong must not keep the others waiting.
    looks: BTreeMap<usize, usize>,
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

/// What is leased to a run.
#[derive(Default)]
struct Held {
    units: BTreeSet<u64>,
    sightings: BTreeSet<i64>,
    findings: BTreeSet<i64>,
}

/// A store that cannot be reached.
struct Away {
    since: Instant,
    why: StoreError,
    /// When it is tried again, and how long was waited for that.
    next: Instant,
    pause: Duration,
}

/// The pauses between attempts to reach the store: twice as long each time, and a part of that at random, so that a thousand
/// workers do not all come at once.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

impl Away {
    fn new(why: StoreError, before: Option<Away>) -> Away {
        let now = Instant::now();
        let (since, pause) = match before {
            Some(before) => (before.since, (2 * before.pause).min(LONGEST_PAUSE)),
            None => (now, FIRST_PAUSE),
        };
        let part = (RandomState::new().hash_one(0) % 1000) as u32;
        Away { since, why, next: now + pause / 2 + pause / 2 * part / 1000, pause }
    }
}

impl<'b, 'c> Ledger<'b, 'c> {
    pub fn new(
        campaign: &'b Campaign<'c>,
        store: &'b mut Store,
        run: i64,
        plan: Plan,
        shared: &'b Shared,
        draws: Sender<Draw>,
    ) -> Ledger<'b, 'c> {
        Ledger {
            store,
            run,
            shared,
            campaign,
            plan,
            draws: Some(draws),
            unwritten: VecDeque::new(),
            away: None,
            held: Held::default(),
            declined: BTreeSet::new(),
            drawn: 0,
            last_sign: Instant::now(),
            has_recalled: false,
            last_finding: 0,
            last_seeds: BTreeMap::new(),
            nothing_waits: None,
            waiting: 0,
            looks: BTreeMap::new(),
            programs: 0,
            own_cpu: Duration::ZERO,
            failures: Vec::new(),
            failed_units: BTreeMap::new(),
            hangs: BTreeMap::new(),
            set_aside: Vec::new(),
        }
    }

    /// Writes down what the others do, has them go on, and knows when it is over.
    pub fn keep(
        &mut self,
        reports: &Receiver<Report>,
        tell: &mut dyn FnMut(&Event),
    ) -> Result<CampaignEnd, CampaignError> {
        let start = Instant::now();
        let settings = &self.campaign.settings;
        // What waits in the end is looked at within the time, not after it.
        let undisturbed = settings.time.map(|time| time - settings.closing.min(time / 4));
        let is_past = |time: Option<Duration>| time.is_some_and(|time| start.elapsed() >= time);
        let mut ended: Option<(CampaignEnd, Instant)> = None;
        let mut last_tick = Instant::now();
        self.speak(tell)?;
        loop {
            let shared = self.shared;
            // Asked before the queue is: who has tried the last lot has reported it by then.
            let was_tried = shared.is_tried();
            match reports.recv_timeout(TICK) {
                Ok(report) => self.unwritten.extend(std::iter::once(report).chain(reports.try_iter())),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.write_the_rest(tell)?;
                    return Ok(ended.map_or(CampaignEnd::Programs, |(end, _)| end));
                }
            }
            let is_quiet = self.unwritten.iter().all(|report| matches!(report, Report::Wanted));
            self.speak(tell)?;
            if last_tick.elapsed() >= TICK {
                last_tick = Instant::now();
                tell(&Event::Tick(self.state(start)));
            }
            shared.sightings_first.store(is_past(undisturbed) && self.has_waiting(), Ordering::Relaxed);
            let end = match &ended {
                Some(_) => None,
                None if self.campaign.stop.load(Ordering::Relaxed) => Some(CampaignEnd::Stopped),
                None if is_past(settings.time) => Some(CampaignEnd::Time),
                None if is_quiet && was_tried && self.unwritten.is_empty() => {
                    match self.plan.is_exhausted() {
                        true => Some(CampaignEnd::NobodyLeft),
                        false => Some(CampaignEnd::Programs),
                    }
                }
                None => None,
            };
            if let Some(end) = end {
                shared.is_over.store(true, Ordering::Relaxed);
                self.draws = None;
                ended = Some((end, Instant::now()));
                tell(&Event::Closing);
            }
            if let Some((_, since)) = ended {
                let is_idle = is_quiet && was_tried && !self.has_waiting();
                let is_time_over = is_past(settings.time) || since.elapsed() >= settings.closing;
                if is_idle || is_time_over || self.campaign.stop.load(Ordering::Relaxed) {
                    shared.is_closed.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// What earlier runs have brought.
    fn recall(&mut self) -> Result<(), StoreError> {
        let campaign = self.campaign;
        self.grow()?;
        self.learn_of_findings()?;
        for known in self.store.yields()? {
            let generator = campaign.generators.iter().position(|other| other.name() == known.generator);
            let backend = campaign.backends.iter().position(|other| other.name == known.backend);
            if let (Some(generator), Some(backend)) = (generator, backend) {
                let news = known.findings as f64 * NEWS_OF_A_FINDING + known.behaviours as f64;
                self.plan.learn(generator, &known.profile, backend, Yield { cpu: known.cpu, news });
            }
        }
        Ok(())
    }

    /// Forgets the units of earlier runs that nobody can do any more, which is said once for each reason.
    fn forget_impossible(&mut self, tell: &mut dyn FnMut(&Event)) -> Result<(), StoreError> {
        let campaign = self.campaign;
        let mut forgotten: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        let mut why_not = |drawn: &_| campaign.drawn_before(drawn).err();
        for (drawn, why) in self.store.forget_impossible(&mut why_not)? {
            let (units, programs) = forgotten.entry(why).or_default();
            *units += 1;
            *programs += drawn.programs;
        }
        for (why, (units, programs)) in forgotten {
            tell(&Event::Forgotten { units, programs, why });
        }
        Ok(())
    }

    /// Takes the seeds that are new in the store, whoever has found them.
    fn grow(&mut self) -> Result<(), StoreError> {
        for generator in self.campaign.generators.iter().filter(|generator| generator.is_growing()) {
            let last = self.last_seeds.entry(generator.name()).or_default();
            let (numbers, seeds): (Vec<i64>, Vec<Vec<u8>>) =
                self.store.seeds_after(generator.name(), *last)?.into_iter().unzip();
            generator.grow(&seeds);
            *last = numbers.last().copied().unwrap_or(*last);
        }
        Ok(())
    }

    /// Takes note of the causes that are new in the store, whoever has found them, and of how much waits.
    fn learn_of_findings(&mut self) -> Result<(), StoreError> {
        for finding in self.store.findings_after(self.last_finding)? {
            self.shared.causes.recall(&finding);
            self.last_finding = finding.id;
        }
        self.waiting = self.store.waiting()?;
        Ok(())
    }

    /// Speaks with the store, if it is there: writes what is to be written, and leases what is wanted.
    fn speak(&mut self, tell: &mut dyn FnMut(&Event)) -> Result<(), CampaignError> {
        if self.away.as_ref().is_some_and(|away| Instant::now() < away.next) {
            return Ok(());
        }
        match self.try_to_speak(tell) {
            Err(CampaignError::Store(why)) if why.is_passing() => {
                if self.away.is_none() {
                    tell(&Event::Away { why: why.to_string(), results: self.unwritten.len() });
                }
                self.away = Some(Away::new(why, self.away.take()));
                Ok(())
            }
            result => result,
        }
    }

    fn try_to_speak(&mut self, tell: &mut dyn FnMut(&Event)) -> Result<(), CampaignError> {
        if let Some(since) = self.away.as_ref().map(|away| away.since) {
            self.store.keep_alive(self.run)?;
            let Held { units, sightings, findings } = &self.held;
            self.store.keep_only(self.run, units, sightings, findings)?;
            self.away = None;
            self.last_sign = Instant::now();
            tell(&Event::Back { after: since.elapsed(), results: self.unwritten.len() });
        }
        if !self.has_recalled {
            self.recall()?;
            self.has_recalled = true;
            self.forget_impossible(tell)?;
        }
        while let Some(mut report) = self.unwritten.pop_front() {
            if let Err(why) = self.write(&mut report, tell) {
                self.unwritten.push_front(report);
                return Err(why);
            }
        }
        if self.last_sign.elapsed() >= self.store.lease() / SIGNS_OF_LIFE {
            self.store.keep_alive(self.run)?;
            self.last_sign = Instant::now();
            self.learn_of_findings()?;
        }
        self.lease_units()?;
        self.lease_task()
    }

    /// Writes what is left when all others have ended, also if the store has to be waited for.
    fn write_the_rest(&mut self, tell: &mut dyn FnMut(&Event)) -> Result<(), CampaignError> {
        self.draws = None;
        let began = Instant::now();
        loop {
            self.speak(tell)?;
            let Some(Away { why, .. }) = self.away.take_if(|_| {
                let is_stopped = self.campaign.stop.load(Ordering::Relaxed);
                began.elapsed() > if is_stopped { LAST_WAIT_IF_STOPPED } else { LAST_WAIT }
            }) else {
                match self.away {
                    Some(_) => std::thread::sleep(TICK / 5),
                    None => return Ok(()),
                }
                continue;
            };
            return Err(CampaignError::Unwritten { results: self.unwritten.len(), why });
        }
    }

    /// Leases units, so that those who make programs never wait: some are made, some are tried, and as many are to come.
    fn lease_units(&mut self) -> Result<(), CampaignError> {
        if self.draws.is_none() || self.shared.is_over.load(Ordering::Relaxed) {
            self.draws = None;
            return Ok(());
        }
        let jobs = self.campaign.settings.jobs.max(1);
        let missing = |ledger: &Self| (3 * jobs + 1).saturating_sub(ledger.held.units.len());
        // Several at once, because each time is a journey.
        if missing(self) < (jobs / 2).max(1) {
            return Ok(());
        }
        self.grow()?;
        while self.draws.is_some() && missing(self) > 0 {
            // Where programs are counted, units are too.
            let most = if self.campaign.settings.programs.is_some() { 1 } else { missing(self) };
            self.lease_some(most)?;
        }
        Ok(())
    }

    /// Leases at most so many units. If there are fewer, no more will come.
    fn lease_some(&mut self, most: usize) -> Result<(), CampaignError> {
        let campaign = self.campaign;
        let mut left = campaign.settings.programs.map(|most| most.saturating_sub(self.drawn));
        if left == Some(0) {
            self.draws = None;
            return Ok(());
        }
        let generators: Vec<&str> = campaign.generators.iter().map(|generator| generator.name()).collect();
        let backends: Vec<&str> = campaign.backends.iter().map(|backend| &*backend.name).collect();
        let able = Able { generators: &generators, backends: &backends, declined: &self.declined };
        let mut new: BTreeMap<u64, Draw> = BTreeMap::new();
        let plan = &mut self.plan;
        let leased = self.store.lease_units(self.run, able, most, &mut |number| {
            if left == Some(0) {
                return None;
            }
            let mut draw = plan.draw(number, campaign.generators)?;
            draw.programs = left.map_or(draw.programs, |left| draw.programs.min(left));
            left = left.map(|left| left - draw.programs);
            let drawn = campaign.drawn(&draw);
            new.insert(number, draw);
            Some(drawn)
        });
        let leased = match leased {
            Ok(leased) => leased,
            Err(why) => {
                // Whether they are leased is not known, so they are not.
                new.values().for_each(|draw| self.plan.finish(draw, None));
                return Err(why.into());
            }
        };
        if leased.len() < most {
            self.draws = self.draws.take().filter(|_| !leased.is_empty());
        }
        let mut unable = Vec::new();
        for unit in leased {
            let draw = match new.remove(&unit.number) {
                Some(draw) => draw,
                None => match campaign.drawn_before(&unit) {
                    Ok(draw) => {
                        self.plan.resume(&draw);
                        draw
                    }
                    Err(_) => {
                        unable.push(unit.number);
                        continue;
                    }
                },
            };
            self.drawn += draw.programs;
            self.held.units.insert(draw.number);
            if self.draws.as_ref().is_none_or(|draws| draws.send(draw).is_err()) {
                self.draws = None;
            }
        }
        for number in unable {
            self.decline(number)?;
        }
        Ok(())
    }

    fn decline(&mut self, number: u64) -> Result<(), StoreError> {
        self.declined.insert(number);
        self.store.give_back(self.run, number)
    }

    /// Leases something to look at, if somebody has time: a new finding is reduced before further sightings are looked at, because most of those
    /// have a cause that is known.
    fn lease_task(&mut self) -> Result<(), CampaignError> {
        if !self.shared.is_wanted.load(Ordering::SeqCst) || self.knows_that_nothing_waits() {
            self.shared.is_wanted.store(false, Ordering::SeqCst);
            return Ok(());
        }
        let campaign = self.campaign;
        let mut order: Vec<usize> = (0..campaign.backends.len()).collect();
        order.sort_by_key(|backend| self.looks.get(backend).copied().unwrap_or(0));
        let names: Vec<&str> = order.iter().map(|&backend| &*campaign.backends[backend].name).collect();
        let task = match self.store.take_finding(self.run, &names)? {
            Some(finding) => {
                self.held.findings.insert(finding.id);
                Some(Task::Reduce(Box::new(finding)))
            }
            None => self.store.take_sighting(self.run, &names)?.map(|sighting| {
                self.held.sightings.insert(sighting.id);
                let backend = campaign.backends.iter().position(|other| other.name == sighting.backend);
                backend.into_iter().for_each(|backend| *self.looks.entry(backend).or_default() += 1);
                Task::Examine(Box::new(sighting))
            }),
        };
        match task {
            Some(task) => locked(&self.shared.desk).push_back(task),
            None => self.nothing_waits = Some(Instant::now()),
        }
        self.shared.is_wanted.store(false, Ordering::SeqCst);
        Ok(())
    }

    fn knows_that_nothing_waits(&self) -> bool {
        self.nothing_waits.is_some_and(|since| since.elapsed() < NOTHING)
    }

    /// Whether somebody looks at something, or may have to.
    fn has_waiting(&self) -> bool {
        self.shared.triaging.load(Ordering::SeqCst) > 0
            || !locked(&self.shared.desk).is_empty()
            || !self.knows_that_nothing_waits()
    }

    /// Writes down a report. If the store is away in the middle of it, the same report is written again later.
    pub fn write(&mut self, report: &mut Report, tell: &mut dyn FnMut(&Event)) -> Result<(), CampaignError> {
        match report {
            Report::Wanted => {}
            Report::Broken { draw, why, unmade: None } => return self.fail(draw, why, tell),
            Report::Broken { draw, why, unmade: Some(in_a_row) } => {
                // Another time it would be the same.
                self.store.forget(draw.number)?;
                self.held.units.remove(&draw.number);
                self.plan.finish(draw, None);
                if *in_a_row >= FAILURES {
                    return Err(CampaignError::CannotTry(why.clone()));
                }
            }
            Report::Tried { draw, tried } => return self.write_unit(draw, tried, tell),
            Report::Reduced { finding, smaller } => {
                let is_ours = self.store.improve(self.run, finding.id, &smaller.known, &smaller.artefacts)?;
                self.held.findings.remove(&finding.id);
                if is_ours && let Some(finding) = self.store.finding(finding.id)? {
                    tell(&Event::Reduced(Box::new(finding)));
                }
            }
            Report::LookBroken { what: Task::Examine(sighting), why } => {
                let dismissed = Settled::Dismissed(why.clone());
                self.store.settle(self.run, sighting.id, &dismissed, self.store.now())?;
                self.held.sightings.remove(&sighting.id);
                tell(&Event::NotExamined { sighting: sighting.clone(), why: why.clone() });
            }
            Report::LookBroken { what: Task::Reduce(finding), why } => {
                let known = describe::reduced(&finding.known, Reduction::Unfinished(why.clone()), None);
                self.store.improve(self.run, finding.id, &known, &[])?;
                self.held.findings.remove(&finding.id);
            }
            Report::Looked { sighting, settled, own_cpu, found } => {
                let found = match found {
                    Some(found) => *found,
                    None => {
                        let answer = self.store.settle(self.run, sighting.id, settled, self.store.now())?;
                        *found.insert(answer)
                    }
                };
                let finding = match found {
                    Some((id, _)) => self.store.finding(id)?,
                    None => None,
                };
                self.waiting = match found {
                    // It has taken with it all that waited for the same cause.
                    Some((_, true)) => self.store.waiting()?,
                    _ => self.waiting.saturating_sub(1),
                };
                self.held.sightings.remove(&sighting.id);
                self.own_cpu += *own_cpu;
                if let Settled::Dismissed(why) = settled {
                    tell(&Event::Dismissed(sighting.clone(), why.clone()));
                }
                if let (Some((_, is_new)), Some(finding)) = (found, finding) {
                    if is_new {
                        self.learn(sighting);
                        self.nothing_waits = None;
                    }
                    self.clear_desk_of(&finding.key);
                    tell(&match is_new {
                        true => Event::Finding(Box::new(finding)),
                        false => Event::Again(Box::new(finding)),
                    });
                }
            }
        }
        Ok(())
    }

    /// Writes down a unit, with all that was seen in it.
    fn write_unit(
        &mut self,
        draw: &Draw,
        tried: &mut Tried,
        tell: &mut dyn FnMut(&Event),
    ) -> Result<(), CampaignError> {
        let Tried { unit, sightings, watched, why_failed } = tried;
        if unit.programs > 0 && unit.failed == unit.programs {
            let why = why_failed.clone().unwrap_or_default();
            return self.fail(draw, &why, tell);
        }
        if !watched.is_empty() {
            unit.seeds = self.campaign.generators[draw.generator].promising(std::mem::take(watched));
        }
        let finished = self.store.finish_unit(self.run, unit, sightings, self.store.now())?;
        self.held.units.remove(&draw.number);
        self.failures.clear();
        self.own_cpu += unit.own_cpu;
        if !finished.is_first {
            // Somebody else has done it, because this run was not heard of.
            self.plan.finish(draw, None);
            return Ok(());
        }
        self.programs += unit.programs;
        let news = finished.new_behaviours as f64;
        self.plan.finish(draw, Some(Yield { cpu: unit.cpu, news }));
        tell(&Event::Unit(Box::new(unit.clone())));
        self.waiting += finished.waiting.len() as u64;
        for sighting in finished.waiting {
            self.nothing_waits = None;
            tell(&Event::Sighting(Box::new(sighting)));
        }
        let is_hang = |sighting: &&NewSighting| sighting.fault == Fault::CompilerHang;
        let hangs = self.hangs.entry(draw.backend).or_default();
        *hangs += sightings.iter().filter(is_hang).count();
        if *hangs >= HANGS {
            self.set_aside(draw.backend, &format!("it did not end with {HANGS} programs"), tell);
        }
        Ok(())
    }

    /// Takes away what was counted with a finding and nobody has begun to look at.
    fn clear_desk_of(&mut self, key: &str) {
        let held = &mut self.held.sightings;
        locked(&self.shared.desk).retain(|task| match task {
            Task::Examine(sighting) if sighting.seen.key.as_deref() == Some(key) => {
                held.remove(&sighting.id);
                false
            }
            _ => true,
        });
    }

    /// Notes that no program of a unit was tried. When that goes on with one backend, the others go on without it; when it goes on with all compilers,
    /// something is wrong with this machine, and the campaign ends.
    fn fail(&mut self, draw: &Draw, why: &str, tell: &mut dyn FnMut(&Event)) -> Result<(), CampaignError> {
        self.decline(draw.number)?;
        self.held.units.remove(&draw.number);
        self.plan.finish(draw, None);
        self.failures.push(draw.backend);
        let of_backend = self.failed_units.entry(draw.backend).or_default();
        *of_backend += 1;
        if *of_backend >= FAILURES {
            self.set_aside(draw.backend, why, tell);
        }
        let backends = &self.campaign.backends;
        let compilers = |places: &mut dyn Iterator<Item = usize>| -> BTreeSet<&str> {
            places.map(|at| backends[at].compiler_name()).collect()
        };
        let failing = compilers(&mut self.failures.iter().copied());
        let mut at_hand = (0..backends.len()).filter(|&at| backends[at].toolchain.is_some());
        match self.failures.len() >= FAILURES && failing.is_superset(&compilers(&mut at_hand)) {
            true => Err(CampaignError::CannotTry(why.to_owned())),
            false => Ok(()),
        }
    }

    /// Tries a backend no more.
    fn set_aside(&mut self, backend: usize, why: &str, tell: &mut dyn FnMut(&Event)) {
        let name = &self.campaign.backends[backend].name;
        let said = format!("{name} is set aside: {why}");
        if !self.set_aside.contains(&said) {
            self.plan.set_aside(backend);
            tell(&Event::SetAside { backend: name.clone(), why: why.to_owned() });
            self.set_aside.push(said);
        }
    }

    /// Who has found something gets more.
    fn learn(&mut self, sighting: &Sighting) {
        let generators = self.campaign.generators;
        let generator = generators.iter().position(|other| other.name() == sighting.generator);
        let backend = self.campaign.backends.iter().position(|other| other.name == sighting.backend);
        if let (Some(generator), Some(backend)) = (generator, backend) {
            let brought = Yield { cpu: Duration::ZERO, news: NEWS_OF_A_FINDING };
            self.plan.learn(generator, &sighting.profile, backend, brought);
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
            waiting: self.waiting as usize,
            activities: self.shared.activities.all(),
            cpu: millis(&self.shared.cpu),
            triage_cpu: millis(&self.shared.triage_cpu),
            own_cpu: self.own_cpu,
        }
    }
}
