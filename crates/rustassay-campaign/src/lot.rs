//! Programs for one backend, and what came of them.

use crate::behaviour::{behaviours, is_talkative};
use crate::generator::{Generator, Made};
use crate::plan::Draw;
use rustassay_judge::backend::Backend;
use rustassay_judge::engine::Engine;
use rustassay_judge::verdict::{Fault, Suspicion};
use rustassay_mutate::feedback::Feedback;
use rustassay_oracle::specimen::Specimen;
use rustassay_oracle::{Judgement, OracleName};
use rustassay_store::record::{NewSighting, Unit};
use rustix::time::{ClockId, clock_gettime};
use std::collections::BTreeMap;
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
    /// Programs that the compiler accepted, and what it did with them.
    pub watched: Vec<(Specimen, Feedback)>,
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
        let mut programs: Vec<Made> =
            seeds.filter_map(|seed| generator.make(&draw.profile, &draw.config, seed, backend)).collect();
        if let Some(architecture) = backend.architecture() {
            programs.iter_mut().for_each(|made| made.specimen.set_target(architecture));
        }
        Lot { draw, programs, making: thread_time().saturating_sub(start) }
    }

    /// Tries the programs. `is_watched` says whether anybody wants to know what the compiler does with them.
    pub fn try_all(
        &self,
        engine: &Engine,
        generator: &dyn Generator,
        backend: &Backend,
        is_watched: bool,
    ) -> Tried {
        let start = thread_time();
        let draw = &self.draw;
        let mut unit = Unit {
            number: draw.number,
            generator: generator.name().to_owned(),
            profile: draw.profile.clone(),
            config: draw.config.clone(),
            first_seed: draw.first_seed,
            backend: backend.name.clone(),
            programs: self.programs.len() as u64,
            statements: self.programs.iter().map(|made| made.statements).sum(),
            executed: self.programs.iter().map(|made| made.executed).sum(),
            agreed: 0,
            rejected: 0,
            known: 0,
            wrong: 0,
            skipped: 0,
            failed: 0,
            cpu: Duration::ZERO,
            own_cpu: Duration::ZERO,
            features: Vec::new(),
            sampled: 0,
            behaviours: Vec::new(),
            seeds: Vec::new(),
        };
        let mut sightings = Vec::new();
        let mut why_failed = None;
        let engine = &engine.with_own_meter();
        let mut watched = Vec::new();
        for (oracle, programs) in self.by_oracle() {
            let specimens: Vec<&Specimen> = programs.iter().map(|made| &made.specimen).collect();
            let judgements = oracle.oracle().judge(engine, &specimens, backend);
            for (made, judgement) in programs.into_iter().zip(judgements) {
                match judgement {
                    Judgement::Right => {
                        unit.agreed += 1;
                        let feedback = is_watched.then(|| generator.watch(engine, made, backend)).flatten();
                        watched.extend(feedback.map(|feedback| (made.specimen.clone(), feedback)));
                    }
                    Judgement::Rejected => {
                        unit.agreed += 1;
                        unit.rejected += 1;
                    }
                    Judgement::Known => unit.known += 1,
                    Judgement::NotApplicable => unit.skipped += 1,
                    Judgement::Failed(why) => {
                        unit.failed += 1;
                        why_failed.get_or_insert(why);
                    }
                    Judgement::Wrong(found) => {
                        unit.wrong += 1;
                        sightings.push(sighting(&made.specimen, found, backend));
                    }
                }
            }
        }
        self.look_around(engine, generator, backend, &mut unit);
        unit.cpu = engine.spent();
        unit.own_cpu = self.making + thread_time().saturating_sub(start);
        Tried { unit, sightings, watched, why_failed }
    }

    /// The programs that each oracle judges.
    fn by_oracle(&self) -> Vec<(OracleName, Vec<&Made>)> {
        let mut groups: Vec<(OracleName, Vec<&Made>)> = Vec::new();
        for made in &self.programs {
            match groups.iter_mut().find(|(oracle, _)| *oracle == made.specimen.oracle) {
                Some((_, group)) => group.push(made),
                None => groups.push((made.specimen.oracle, vec![made])),
            }
        }
        groups
    }

    /// Counts what programs are made of, and sees with one of them what the compiler does. Where that is not known of a program but must be found out, one is
    /// a sample.
    fn look_around(&self, engine: &Engine, generator: &dyn Generator, backend: &Backend, unit: &mut Unit) {
        let Some(sample) = self.programs.first() else { return };
        let is_known = |made: &Made| !made.features.is_empty();
        let sampled = if is_known(sample) { &self.programs[..] } else { std::slice::from_ref(sample) };
        let mut features: BTreeMap<String, u64> = BTreeMap::new();
        for name in sampled.iter().flat_map(|made| generator.features(made)) {
            *features.entry(name).or_default() += 1;
        }
        unit.features = features.into_iter().collect();
        unit.sampled = sampled.len() as u64;
        if self.draw.number.is_multiple_of(ASKED) && is_talkative(backend) {
            unit.behaviours = behaviours(engine, &sample.specimen.case, backend);
        }
    }
}

/// What findings of one cause have in common: what went wrong, with what, and what the compiler says. A compiler that breaks, or does not say where an
/// error is, does so whatever the program is about.
pub fn key_of(fault: Fault, about: Option<&str>, signature: &str) -> String {
    let is_by_itself = matches!(fault, Fault::CompilerCrash | Fault::CompilerHang | Fault::ErrorWithoutPlace);
    let about = about.filter(|_| !is_by_itself);
    let parts = [Some(fault.name()), about, Some(signature)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" | ")
}

/// What is to be looked at closer.
fn sighting(specimen: &Specimen, found: Suspicion, backend: &Backend) -> NewSighting {
    // The message of a compiler that breaks tells one cause from another; what a wrong program does, does not.
    let is_told = !matches!(found.fault, Fault::Miscompilation);
    let key = is_told.then(|| key_of(found.fault, specimen.about.as_deref(), &found.signature));
    let program = specimen.to_bytes(backend);
    NewSighting { seed: specimen.seed, fault: found.fault, key, summary: found.summary, program }
}

/// Processor time of this thread.
pub fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}
