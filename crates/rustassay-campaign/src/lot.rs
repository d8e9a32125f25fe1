//! Programs for one backend, and what came of them.

use crate::behaviour::{behaviours, is_talkative};
use crate::generator::{Examined, Generator, Made};
use crate::plan::Draw;
use rustassay_judge::answer::Answer;
use rustassay_judge::backend::Backend;
use rustassay_judge::batch::try_batch;
use rustassay_judge::case::{Case, Expectation};
use rustassay_judge::engine::{Engine, Outcome, Trial};
use rustassay_judge::verdict::{Fault, Finding, suspicion, suspicions};
use rustassay_store::record::{NewSighting, Unit};
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// Programs that wait to be tried.
pub struct Lot {
    pub draw: Draw,
    pub programs: Vec<Made>,
    /// Processor time that it took to make them.
    pub making: Duration,
}

/// What came of a lot.
pub struct Tried {
    pub unit: Unit,
    /// What needs a closer look.
    pub sightings: Vec<NewSighting>,
    /// Why a program could not be tried, if there was one.
    pub why_failed: Option<String>,
}

/// Of so many units one has its compiler asked what it does.
const ASKED: u64 = 4;

impl Lot {
    /// Makes the programs of a unit.
    pub fn make(draw: Draw, generator: &dyn Generator, backend: &Backend) -> Lot {
        let start = thread_time();
        let seeds = (0..draw.programs).map(|n| draw.first_seed.wrapping_add(n));
        let programs = seeds.map(|seed| generator.make(&draw.profile, seed, backend)).collect();
        Lot { draw, programs, making: thread_time().saturating_sub(start) }
    }

    /// Tries the programs.
    pub fn try_all(&self, engine: &Engine, generator: &dyn Generator, backend: &Backend) -> Tried {
        let start = thread_time();
        let draw = &self.draw;
        let mut unit = Unit {
            number: draw.number,
            generator: generator.name().to_owned(),
            profile: draw.profile.clone(),
            first_seed: draw.first_seed,
            backend: backend.name.clone(),
            programs: self.programs.len() as u64,
            statements: self.programs.iter().map(|made| made.statements).sum(),
            executed: self.programs.iter().map(|made| made.executed).sum(),
            agreed: 0,
            wrong: 0,
            skipped: 0,
            failed: 0,
            cpu: Duration::ZERO,
            own_cpu: Duration::ZERO,
            features: Vec::new(),
            sampled: 0,
            behaviours: Vec::new(),
        };
        let mut sightings = Vec::new();
        let engine = &engine.apart();
        let made: Vec<&Made> = self.programs.iter().collect();
        if let Some(examined) = generator.examine(engine, &draw.profile, &made, backend) {
            let mut why_failed = None;
            for (made, examined) in made.iter().zip(examined) {
                match examined {
                    Examined::Fine => unit.agreed += 1,
                    Examined::Skipped => unit.skipped += 1,
                    Examined::Failed(why) => {
                        unit.failed += 1;
                        why_failed.get_or_insert(why);
                    }
                    Examined::Wrong(found) => {
                        unit.wrong += 1;
                        sightings.push(sighting(made.seed, made.about.as_deref(), found));
                    }
                }
            }
            unit.cpu = engine.spent();
            unit.own_cpu = self.making + thread_time().saturating_sub(start);
            return Tried { unit, sightings, why_failed };
        }
        let known = self.programs.iter().map(|made| (made, made.answer_for(engine, generator, backend)));
        // A program that does not do the same each time, or panics, is not for compilers: that is our own bug.
        let mut sound: Vec<(&Made, Answer)> = Vec::new();
        for (made, answer) in known {
            match answer {
                Answer::Must(_) | Answer::Unknown(_) => sound.push((made, answer)),
                Answer::NotDeterministic | Answer::Ub(_) => {
                    unit.wrong += 1;
                    sightings.push(own_fault(made.seed));
                }
            }
        }
        let cases: Vec<&Case> = sound.iter().map(|(made, _)| &made.case).collect();
        let answers: Vec<&Answer> = sound.iter().map(|(_, answer)| answer).collect();
        let mut why_failed = None;
        let trials = try_batch(engine, &cases, backend, &answers);
        let others = Others::of(engine, generator, backend, &cases, &answers);
        for (n, trial) in trials.iter().enumerate() {
            let Made { seed, about, .. } = sound[n].0;
            let suspicion = match &others {
                Some(others) => others.suspicion(n, cases[n], backend, answers[n], trial),
                None => suspicion(cases[n], backend, answers[n], trial),
            };
            // What is known is nobody's news, however often it comes.
            let is_news = |_: &Finding| generator.known(engine, sound[n].0, backend).is_none();
            match (&trial.outcome, suspicion.filter(is_news)) {
                (_, Some(found)) => {
                    unit.wrong += 1;
                    sightings.push(sighting(*seed, about.as_deref(), found));
                }
                (Outcome::Observed(_), None) => unit.agreed += 1,
                (Outcome::NotBuilt(_), None) if cases[n].expectation.is_only_checked() => unit.agreed += 1,
                (Outcome::Failed(why), None) => {
                    unit.failed += 1;
                    why_failed.get_or_insert_with(|| why.clone());
                }
                _ => unit.skipped += 1,
            }
        }
        self.look_around(engine, generator, backend, &mut unit);
        unit.cpu = engine.spent();
        unit.own_cpu = self.making + thread_time().saturating_sub(start);
        Tried { unit, sightings, why_failed }
    }

    /// Takes one program as a sample: of what programs are made of, and of what the compiler does.
    fn look_around(&self, engine: &Engine, generator: &dyn Generator, backend: &Backend, unit: &mut Unit) {
        let Some(sample) = self.programs.first() else { return };
        unit.features = generator.features(sample).into_iter().map(|name| (name, 1)).collect();
        unit.sampled = 1;
        if self.draw.number.is_multiple_of(ASKED) && is_talkative(backend) {
            unit.behaviours = behaviours(engine, &sample.case, backend);
        }
    }
}

/// What another setting of the compiler makes of programs of which nobody knows whether they are to be accepted.
struct Others {
    reference: Backend,
    trials: Vec<Trial>,
}

impl Others {
    fn of(
        engine: &Engine,
        generator: &dyn Generator,
        backend: &Backend,
        cases: &[&Case],
        answers: &[&Answer],
    ) -> Option<Others> {
        let is_open = cases.iter().any(|case| case.expectation == Expectation::Either);
        let reference = generator.reference(backend).filter(|_| is_open)?;
        let trials = try_batch(engine, cases, &reference, answers);
        Some(Others { reference, trials })
    }

    /// What the backend seems to do wrong with the program at a place.
    fn suspicion(
        &self,
        at: usize,
        case: &Case,
        backend: &Backend,
        answer: &Answer,
        trial: &Trial,
    ) -> Option<Finding> {
        let backends = [self.reference.clone(), backend.clone()];
        let trials = [self.trials[at].clone(), trial.clone()];
        let found = suspicions(case, &backends, answer, &trials);
        found.into_iter().find(|finding| finding.backends.contains(&1))
    }
}

/// What findings of one cause have in common: what went wrong, with what, and what the compiler says.
pub fn key_of(fault: Fault, about: Option<&str>, signature: &str) -> String {
    let parts = [Some(fault.name()), about, Some(signature)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" | ")
}

/// What is to be looked at closer.
fn sighting(seed: u64, about: Option<&str>, found: Finding) -> NewSighting {
    // The message of a compiler that breaks tells one cause from another; what a wrong program does, does not.
    let is_told = !matches!(found.fault, Fault::Miscompilation);
    let key = is_told.then(|| key_of(found.fault, about, &found.signature));
    NewSighting { seed, fault: found.fault.name().to_owned(), key, summary: found.summary }
}

/// A program that is not what its generator promised.
fn own_fault(seed: u64) -> NewSighting {
    let fault = Fault::NondeterministicTestCase;
    NewSighting {
        seed,
        fault: fault.name().to_owned(),
        key: Some(key_of(fault, None, "generator")),
        summary: "the program does not do what its generator promised: this is a bug of Rustassay".to_owned(),
    }
}

/// Processor time of this thread.
pub fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}
