//! Mutants of programs that others wrote. Nobody knows whether a compiler must accept them, but it must not break, and it must say the same however it is
//! asked. Mutants with which a compiler does something new become seeds themselves.

use super::{Generator, Made, digest};
use crate::corpus::watch;
use crate::locked;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rustassay_corpus::Source;
use rustassay_judge::answer::Answer;
use rustassay_judge::backend::{Backend, Executor};
use rustassay_judge::case::{Case, Expectation};
use rustassay_judge::engine::Engine;
use rustassay_lang::Release;
use rustassay_mutate::choice::Objectives;
use rustassay_mutate::feedback::Feedback;
use rustassay_mutate::mutators::{DARING, MUTATORS, by_name};
use rustassay_mutate::pool::{Entry, Pool, SeedProgram, Taken};
use rustassay_mutate::workshop::{Choice, Manner, command};
use rustassay_mutate::{LATEST, Mutant, Seed};
use rustassay_oracle::OracleName;
use rustassay_oracle::specimen::Specimen;
use rustassay_random::{Random, mix};
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};
use std::sync::{Arc, Mutex};

/// Mutants of a corpus. A profile is a mutator.
pub struct Mutants {
    profiles: Vec<String>,
    /// The digest of the programs that were there from the start.
    corpus: String,
    pool: Mutex<Pool>,
    /// The programs of the generation that was asked for last.
    entries: Mutex<(usize, Arc<Vec<Entry>>)>,
    donors: Vec<SeedProgram>,
}

/// What mutants are made of, and by which mutators.
#[derive(Default)]
pub struct Seeds {
    /// Programs, and what a compiler did with each.
    pub programs: Vec<(SeedProgram, Feedback)>,
    /// Programs of which only parts are used.
    pub donors: Vec<SeedProgram>,
    /// Whether mutators that mind only the syntax are used, unless they are named.
    pub is_daring: bool,
}

/// A mutant, with the programs that it is made of.
struct Found {
    mutant: Mutant,
    seed: SeedProgram,
    donor: SeedProgram,
}

impl Mutants {
    /// Mutants of these programs by the mutators of these names; or why there are none, for people. Programs that ask for flags of their own are left out:
    /// flags are the backends'.
    pub fn of_seeds(seeds: Seeds, mutators: &[String]) -> Result<Mutants, String> {
        let is_known = |name: &&String| by_name(name).is_some();
        if let Some(unknown) = mutators.iter().find(|name| !is_known(name)) {
            return Err(format!("there is no mutator `{unknown}`; `rustassay mutate --list` names them"));
        }
        let is_plain = |program: &SeedProgram| program.source.flags.is_empty();
        let plain = seeds.programs.into_iter().filter(|(program, _)| is_plain(program)).collect();
        let donors = seeds.donors.into_iter().filter(is_plain).collect();
        let pool = Pool::new(plain).with_donors(donors);
        let entries = pool.entries(0).unwrap_or_default();
        if entries.is_empty() {
            return Err("no file of the corpus compiles alone, without flags of its own".to_owned());
        }
        let table = if seeds.is_daring { DARING } else { MUTATORS };
        let profiles = match mutators.is_empty() {
            true => table.iter().map(|mutator| mutator.name.to_owned()).collect(),
            false => mutators.to_vec(),
        };
        let programs = entries.iter().map(|entry| &entry.program).chain(pool.donors());
        let texts: Vec<&str> =
            programs.flat_map(|program| [&*program.source.name, &*program.source.text]).collect();
        let (corpus, donors) = (digest(&texts), pool.donors().to_vec());
        Ok(Mutants {
            profiles,
            corpus,
            pool: Mutex::new(pool),
            entries: Mutex::new((0, Arc::new(entries))),
            donors,
        })
    }

    /// The programs of a generation of the pool, those that promise most first.
    fn entries(&self, generation: usize) -> Option<Arc<Vec<Entry>>> {
        let mut last = locked(&self.entries);
        if last.0 != generation {
            *last = (generation, Arc::new(locked(&self.pool).entries(generation)?));
        }
        Some(last.1.clone())
    }

    /// The generation of the pool that a draw is from, if this is our corpus.
    fn generation(&self, config: &str) -> Option<usize> {
        let (corpus, generation) = config.split_once(GENERATION)?;
        let generation = generation.parse().ok()?;
        (corpus == self.corpus && generation <= locked(&self.pool).generation()).then_some(generation)
    }

    /// The mutant of a seed: of the first of some programs in which the mutator finds a place.
    fn find(&self, profile: &str, generation: usize, seed: u64, backend: &Backend) -> Option<Found> {
        let entries = self.entries(generation)?;
        let programs = entries.iter().map(|entry| &entry.program);
        let programs: Vec<&SeedProgram> =
            programs.filter(|program| knows_edition(backend, program)).collect();
        let donors: Vec<&SeedProgram> =
            self.donors.iter().filter(|program| knows_edition(backend, program)).collect();
        let mutator = by_name(profile)?;
        let mut random = Random::new(mix(seed, 3));
        (0..TRIES).find_map(|_| {
            // Of two, the one that promises more.
            let at = random.below(programs.len()).min(random.below(programs.len()));
            let (program, donor) = (*programs.get(at)?, *random.pick(&donors)?);
            let read = Seed::new(program.source.clone()).ok()?.for_release(release(backend));
            let parts = Seed::new(donor.source.clone()).ok()?;
            let mutant = read.mutant(&read.known(), mutator, seed, Some(&parts.known()))?;
            Some(Found { mutant, seed: program.clone(), donor: donor.clone() })
        })
    }
}

/// Stands between the digest of the corpus and the generation of the pool.
const GENERATION: char = '+';

/// Whether a backend's compiler knows the edition of a program.
fn knows_edition(backend: &Backend, program: &SeedProgram) -> bool {
    program.source.edition.since() <= release(backend)
}

/// The release of a backend's compiler: mutants have nothing that came after it.
fn release(backend: &Backend) -> Release {
    backend.release().unwrap_or(LATEST)
}

/// Who judges the mutant of a seed. Second implementations of a check are compared with the first; with the compiler as it is, the other oracles take
/// turns, because each is dear.
fn oracle_of(seed: u64, backend: &Backend) -> OracleName {
    match seed % 8 {
        _ if !backend.flags.is_empty() => OracleName::Agreement,
        0 => OracleName::Place,
        1 | 4 => OracleName::Passes,
        2 | 6 => OracleName::Incremental,
        5 => OracleName::Optimization,
        _ => OracleName::Code,
    }
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
        Some(format!("{}{GENERATION}{}", self.corpus, locked(&self.pool).generation()))
    }

    fn has_config(&self, profile: &str, config: &str) -> bool {
        by_name(profile).is_some() && self.generation(config).is_some()
    }

    fn lot(&self, _profile: &str) -> u64 {
        LOT
    }

    fn suits(&self, backend: &Backend) -> bool {
        let is_known = |entry: &Entry| knows_edition(backend, &entry.program);
        backend.kind == Executor::Checked
            && self.entries(0).is_some_and(|entries| entries.iter().any(is_known))
    }

    fn make(&self, profile: &str, config: &str, seed: u64, backend: &Backend) -> Option<Made> {
        let mutator = by_name(profile)?;
        // Where the mutator finds no place there is nothing to check.
        let found = self.find(profile, self.generation(config)?, seed, backend)?;
        let manner = Manner { choice: Choice::Only(mutator), steps: 1 };
        let Found { mutant, seed: SeedProgram { source, made_by }, donor } = found;
        let own = command(&source.name, &donor.source.name, seed, manner, release(backend));
        let earlier = made_by.into_iter().chain(donor.made_by);
        let command = earlier.chain([own]).collect::<Vec<_>>().join(" && ");
        let statements = mutant.text.lines().count() as u64;
        let oracle = oracle_of(seed, backend);
        let mut case = Case::from_text(format!("mutant-{profile}-{seed}"), mutant.text, Some(mutant.edition));
        case.expectation = match oracle {
            OracleName::Optimization => Expectation::Runs,
            _ => Expectation::Either,
        };
        let specimen = Specimen {
            seed,
            profile: profile.to_owned(),
            case,
            oracle,
            answer: Answer::Unknown("nobody knows what a mutant must do".to_owned()),
            about: None,
            origin: None,
            command,
            before: Some(Case::from_text(source.name, source.text, Some(source.edition))),
            class: Vec::new(),
        };
        Some(Made { specimen, statements, executed: 0, features: vec![mutator.name] })
    }

    fn watch(&self, engine: &Engine, made: &Made, backend: &Backend) -> Option<Feedback> {
        // Second implementations of checks make the same MIR.
        let toolchain = backend.toolchain.as_ref().filter(|_| backend.flags.is_empty())?;
        let case = &made.specimen.case;
        let (_, feedback) = watch(engine, toolchain, case.rust_text()?, case.edition(), &case.flags).ok()?;
        Some(feedback)
    }

    fn is_growing(&self) -> bool {
        true
    }

    fn promising(&self, watched: Vec<(Specimen, Feedback)>) -> Vec<Vec<u8>> {
        let mutants = watched.into_iter().filter_map(|(specimen, feedback)| {
            let text = specimen.case.file_for(None).ok()?;
            let name = format!("{}.rs", specimen.case.name);
            let made_by = Some(format!("{} > {name}", specimen.command));
            Some((SeedProgram { source: Source::new(name, text), made_by }, feedback))
        });
        let promising = locked(&self.pool).promising(mutants.collect());
        promising.iter().filter_map(to_bytes).collect()
    }

    fn grow(&self, seeds: &[Vec<u8>]) {
        let mut pool = locked(&self.pool);
        seeds.iter().for_each(|bytes| pool.take(from_bytes(bytes)));
    }
}

/// The form of a seed in a store. Fields are added and never change their meaning.
#[derive(Serialize, Deserialize)]
struct Kept {
    name: String,
    text: String,
    made_by: Option<String>,
    /// Coverage, size, cost and lifetimes.
    objectives: [u64; 4],
    /// What was new with it.
    behaviours: Vec<String>,
    counters: Vec<u64>,
}

/// No seed is larger: what says otherwise was damaged.
const LARGEST: u64 = 64 << 20;

fn to_bytes(taken: &Taken) -> Option<Vec<u8>> {
    let Taken { entry: Entry { program, objectives }, news } = taken;
    let kept = Kept {
        name: program.source.name.clone(),
        text: program.source.text.clone(),
        made_by: program.made_by.clone(),
        objectives: [objectives.coverage, objectives.size, objectives.cost, objectives.lifetimes],
        behaviours: news.behaviours.iter().cloned().collect(),
        counters: news.counters.clone(),
    };
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&serde_json::to_vec(&kept).ok()?).ok()?;
    encoder.finish().ok()
}

fn from_bytes(bytes: &[u8]) -> Option<Taken> {
    let mut text = Vec::new();
    DeflateDecoder::new(bytes).take(LARGEST).read_to_end(&mut text).ok()?;
    let kept: Kept = serde_json::from_slice(&text).ok()?;
    let [coverage, size, cost, lifetimes] = kept.objectives;
    let source = Source::new(kept.name, kept.text);
    let entry = Entry {
        program: SeedProgram { source, made_by: kept.made_by },
        objectives: Objectives { coverage, size, cost, lifetimes },
    };
    let behaviours = kept.behaviours.into_iter().collect();
    Some(Taken { entry, news: Feedback { behaviours, statements: cost, counters: kept.counters } })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn backend(flags: &[&str]) -> Backend {
        let flags = flags.iter().map(|&flag| flag.to_owned()).collect();
        Backend { name: "own/check".to_owned(), kind: Executor::Checked, toolchain: None, flags }
    }

    fn mutants() -> Mutants {
        let text = "pub fn f(x: u8) -> u8 {\n    let y = x / 2;\n    y + 1\n}\n";
        let program = SeedProgram::from(Source::new("seed.rs", text.to_owned()));
        let programs = vec![(program, Feedback::default())];
        Mutants::of_seeds(Seeds { programs, ..Seeds::default() }, &["replace-digit".to_owned()]).unwrap()
    }

    #[test]
    fn oracles_take_turns() {
        let turns: Vec<OracleName> = (0..8).map(|seed| oracle_of(seed, &backend(&[]))).collect();
        for oracle in [
            OracleName::Place,
            OracleName::Passes,
            OracleName::Code,
            OracleName::Incremental,
            OracleName::Optimization,
        ] {
            assert!(turns.contains(&oracle), "{oracle:?}");
        }
        assert!((0..8).all(|seed| oracle_of(seed, &backend(&["-Zx"])) == OracleName::Agreement));
    }

    #[test]
    fn a_draw_stands_for_the_same_mutants_after_the_pool_has_grown_and_in_the_next_run() {
        let (mutants, backend) = (mutants(), backend(&[]));
        let (profile, first) = ("replace-digit", mutants.config("replace-digit").unwrap());
        let text = |mutants: &Mutants, config: &str, seed: u64| {
            let made = mutants.make(profile, config, seed, &backend)?;
            Some((made.specimen.case.rust_text().unwrap().to_owned(), made.specimen.command))
        };
        let made = mutants.make(profile, &first, 0, &backend).unwrap();
        let news = Feedback { behaviours: ["new".to_owned()].into(), ..Feedback::default() };
        let before = text(&mutants, &first, 1);
        let kept = mutants.promising(vec![(made.specimen, news)]);
        assert_eq!(kept.len(), 1);
        assert_eq!(mutants.config(profile), Some(first.clone()), "it has not grown yet");
        mutants.grow(&kept);
        let second = mutants.config(profile).unwrap();
        assert_ne!(first, second);
        assert_eq!(text(&mutants, &first, 1), before);
        let later = super::tests::mutants();
        assert!(!later.has_config(profile, &second));
        later.grow(&kept);
        assert!(later.has_config(profile, &second));
        let seeds = 0..16;
        let all =
            |mutants: &Mutants| seeds.clone().map(|seed| text(mutants, &second, seed)).collect::<Vec<_>>();
        assert_eq!(all(&later), all(&mutants));
        let chained = |made: &Option<(String, String)>| {
            made.as_ref().is_some_and(|(_, command)| command.contains("> mutant-replace-digit-0.rs && "))
        };
        assert!(all(&later).iter().any(chained), "a mutant of a mutant says how to make both");
    }
}
