//! Mutants of programs that others wrote. Nobody knows whether a compiler must accept them, but it must not break, and all of its settings must be
//! of one mind.

use super::{Generator, Made, digest};
use crate::oracle::OracleName;
use crate::specimen::Specimen;
use rustassay_corpus::Source;
use rustassay_judge::answer::Answer;
use rustassay_judge::backend::{Backend, Kind};
use rustassay_judge::case::{Case, Edition, Expectation};
use rustassay_mir::release::Release;
use rustassay_mutate::feedback::Feedback;
use rustassay_mutate::mutators::{MUTATORS, by_name};
use rustassay_mutate::pool::Pool;
use rustassay_mutate::workshop::{Choice, Manner, command};
use rustassay_mutate::{LATEST, Mutant, Seed};
use rustassay_random::{Random, mix};

/// Mutants of a corpus. A profile is a mutator.
pub struct Mutants {
    profiles: Vec<String>,
    /// The programs to mutate, those that promise most first.
    sources: Vec<Source>,
}

/// A mutant, with the programs that it is made of.
struct Found<'a> {
    mutant: Mutant,
    source: &'a Source,
    donor: &'a Source,
}

impl Mutants {
    /// Mutants of these programs, and what a compiler did with each; or why there are none, for people. Programs that ask for flags of their own are
    /// left out: flags are the backends'.
    pub fn of_corpus(programs: Vec<(Source, Feedback)>, mutators: &[String]) -> Result<Mutants, String> {
        let is_known = |name: &&String| by_name(name).is_some();
        if let Some(unknown) = mutators.iter().find(|name| !is_known(name)) {
            return Err(format!("there is no mutator `{unknown}`; `rustassay mutate --list` names them"));
        }
        let plain = programs.into_iter().filter(|(source, _)| source.flags.is_empty()).collect();
        let pool = Pool::new(plain);
        if pool.entries().is_empty() {
            return Err("no file of the corpus compiles alone, without flags of its own".to_owned());
        }
        let sources = pool.entries().iter().map(|entry| entry.source.clone()).collect();
        let profiles = match mutators.is_empty() {
            // Those that mind what programs mean.
            true => MUTATORS.iter().map(|mutator| mutator.name.to_owned()).collect(),
            false => mutators.to_vec(),
        };
        Ok(Mutants { profiles, sources })
    }

    /// The sources that a compiler knows the edition of.
    fn for_compiler(&self, backend: &Backend) -> Vec<&Source> {
        let is_known = |source: &&Source| source.edition < Edition::E2024 || release(backend) >= NEW_EDITION;
        self.sources.iter().filter(is_known).collect()
    }

    /// The mutant of a seed: of the first of some programs in which the mutator finds a place.
    fn find(&self, profile: &str, seed: u64, backend: &Backend) -> Option<Found<'_>> {
        let sources = self.for_compiler(backend);
        let mutator = by_name(profile)?;
        let mut random = Random::new(mix(seed, 3));
        (0..TRIES).find_map(|_| {
            // Of two, the one that promises more.
            let at = random.below(sources.len()).min(random.below(sources.len()));
            let (source, donor) = (*sources.get(at)?, *random.pick(&sources)?);
            let read = Seed::new(source.clone()).ok()?.for_release(release(backend));
            let parts = Seed::new(donor.clone()).ok()?;
            let mutant = read.mutant(&read.known(), mutator, seed, Some(&parts.known()))?;
            Some(Found { mutant, source, donor })
        })
    }
}

/// The first release with the newest edition.
const NEW_EDITION: Release = Release::new(85);

/// The release of a backend's compiler: mutants have nothing that came after it.
fn release(backend: &Backend) -> Release {
    let minor = backend.toolchain.as_ref().map(|toolchain| toolchain.version.release.1);
    minor.and_then(|minor| u16::try_from(minor).ok()).map_or(LATEST, Release::new)
}

/// So many programs are looked at for a place where a mutator can be used.
const TRIES: usize = 12;

/// So many programs are in a lot.
const LOT: u64 = 16;

impl Generator for Mutants {
    fn name(&self) -> &'static str {
        "mutate"
    }

    fn profiles(&self) -> &[String] {
        &self.profiles
    }

    fn config(&self, profile: &str) -> Option<String> {
        self.profiles.iter().find(|name| *name == profile)?;
        let texts = self.sources.iter().flat_map(|source| [&*source.name, &*source.text]);
        Some(digest(&[profile].into_iter().chain(texts).collect::<Vec<_>>()))
    }

    fn lot(&self, _profile: &str) -> u64 {
        LOT
    }

    fn suits(&self, backend: &Backend) -> bool {
        backend.kind == Kind::Checked && !self.for_compiler(backend).is_empty()
    }

    fn make(&self, profile: &str, seed: u64, backend: &Backend) -> Option<Made> {
        let mutator = by_name(profile)?;
        // Where the mutator finds no place there is nothing to check.
        let Found { mutant, source, donor } = self.find(profile, seed, backend)?;
        let manner = Manner { choice: Choice::Only(mutator), steps: 1 };
        let command = command(&source.name, &donor.name, seed, manner, release(backend));
        let statements = mutant.text.lines().count() as u64;
        let name = format!("mutant-{profile}-{seed}");
        let mut case = Case::from_text(name, mutant.text, Some(mutant.edition));
        case.expectation = Expectation::Either;
        let specimen = Specimen {
            seed,
            profile: profile.to_owned(),
            case,
            oracle: OracleName::Agreement,
            answer: Answer::Unknown("it is checked and not run".to_owned()),
            about: None,
            origin: None,
            command,
        };
        Some(Made { specimen, statements, executed: 0, features: vec![mutator.name] })
    }
}
