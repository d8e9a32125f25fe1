//! Mutants of many programs, by number.

use crate::known::TypedSource;
use crate::mutators::Mutator;
use crate::{LATEST, Mutant, Seed};
use rustassay_corpus::Source;
use rustassay_lang::{Release, quoted};
use rustassay_random::{Random, mix};
use std::cell::OnceCell;

/// Which mutators are applied.
#[derive(Copy, Clone, Default)]
pub enum Choice {
    /// Those that mind what programs mean.
    #[default]
    Careful,
    /// Mostly those that do not.
    Daring,
    /// This one.
    Only(&'static Mutator),
}

/// How mutants are made.
#[derive(Copy, Clone, Default)]
pub struct Manner {
    /// By which mutators.
    pub choice: Choice,
    /// So many changes, one after the other; one if this is 0.
    pub steps: u64,
}

/// Programs, and what is known of those that were needed.
pub struct Workshop<'a> {
    seeds: &'a [Seed],
    known: Vec<OnceCell<TypedSource<'a>>>,
    /// Where parts are taken from: these seeds, or others.
    donors: Option<&'a Workshop<'a>>,
}

/// A mutant, and how it came to be.
#[derive(Clone, Debug)]
pub struct TracedMutant {
    /// The mutant.
    pub mutant: Mutant,
    /// The mutators, in the order in which they were applied.
    pub mutators: Vec<&'static str>,
    /// What a person types to have it again.
    pub command: String,
}

/// Reads sources; those that are no Rust to the parser are left out, with why.
pub fn read(sources: &[Source]) -> (Vec<Seed>, Vec<String>) {
    read_for(sources, LATEST)
}

/// The same, for mutants that have nothing that came after a release.
pub fn read_for(sources: &[Source], release: Release) -> (Vec<Seed>, Vec<String>) {
    let (mut seeds, mut why) = (Vec::new(), Vec::new());
    for source in sources {
        match Seed::new(source.clone()) {
            Ok(seed) => seeds.push(seed.for_release(release)),
            Err(error) => why.push(error),
        }
    }
    (seeds, why)
}

impl<'a> Workshop<'a> {
    /// A workshop for programs, which may be parts of each other, too.
    pub fn new(seeds: &'a [Seed]) -> Workshop<'a> {
        Workshop { seeds, known: seeds.iter().map(|_| OnceCell::new()).collect(), donors: None }
    }

    /// The same with parts of other programs.
    pub fn with_donors(self, donors: &'a Workshop<'a>) -> Workshop<'a> {
        Workshop { donors: Some(donors), ..self }
    }

    fn known(&self, at: usize) -> &TypedSource<'a> {
        self.known[at].get_or_init(|| self.seeds[at].known())
    }

    /// The mutant of a number; `None` if no mutator finds a place in its seed.
    pub fn make(&self, number: u64, manner: Manner) -> Option<TracedMutant> {
        let mut random = Random::new(mix(number, 2));
        let donors = self.donors.unwrap_or(self);
        let (at, donor_at) = (random.below(self.seeds.len()), random.below(donors.seeds.len()));
        donors.seeds.get(donor_at)?;
        let (seed, donor) = (self.seeds.get(at)?, donors.known(donor_at));
        let step = |seed: &Seed, known: &TypedSource, step: u64| {
            let number = if step == 0 { number } else { mix(number, step) };
            match manner.choice {
                Choice::Careful => seed.any_mutant(known, number, Some(donor)),
                Choice::Daring => seed.daring_mutant(known, number, Some(donor)),
                Choice::Only(mutator) => seed.mutant(known, mutator, number, Some(donor)),
            }
        };
        let mut mutant = step(seed, self.known(at), 0)?;
        let mut mutators = vec![mutant.mutator];
        for n in 1..manner.steps {
            // What was printed can be read again; where nothing is left to change, it is enough.
            let source = Source::new(seed.source.name.clone(), mutant.text.clone());
            let Ok(changed) = Seed::new(source) else { break };
            let changed = changed.for_release(seed.release());
            let Some(next) = step(&changed, &changed.known(), n) else { break };
            mutators.push(next.mutator);
            mutant = next;
        }
        let donor = &donors.seeds[donor_at].source.name;
        let command = command(&seed.source.name, donor, number, manner, seed.release());
        Some(TracedMutant { mutant, mutators, command })
    }
}

/// What a person types to have a mutant again.
pub fn command(source: &str, donor: &str, number: u64, manner: Manner, release: Release) -> String {
    let mut command =
        format!("rustassay mutate {} --donor {} --seed {number}", quoted(source), quoted(donor));
    match manner.choice {
        Choice::Careful => {}
        Choice::Daring => command += " --daring",
        Choice::Only(mutator) => command += &format!(" --mutator {}", mutator.name),
    }
    if manner.steps > 1 {
        command += &format!(" --steps {}", manner.steps);
    }
    if release < LATEST {
        command += &format!(" --release {release}");
    }
    command
}
