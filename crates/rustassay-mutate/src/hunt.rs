//! Many mutants, one compiler.

use crate::feedback::Feedback;
use crate::oracle::{Asker, Oracle, Program, Suspicion};
use crate::pool::{Entry, Pool};
use crate::workshop::{Made, Manner, Workshop, read_for};
use crate::{LATEST, Seed};
use rustassay_corpus::Source;
use rustassay_mir::release::Release;
use rustassay_outcome::Compiled;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// What to do.
pub struct Hunt<'a> {
    /// The compiler.
    pub asker: Asker<'a>,
    /// The programs that are mutated, to begin with.
    pub pool: Pool,
    /// The number of the first mutant.
    pub first: u64,
    /// How many.
    pub mutants: u64,
    /// How they are made.
    pub manner: Manner,
    /// How many are tried at once.
    pub jobs: usize,
}

/// What became of the mutants of one mutator.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// How many there were.
    pub mutants: u64,
    /// How many the compiler rejected.
    pub stillborn: u64,
}

/// Something that was found, by its first mutant.
#[derive(Clone, Debug)]
pub struct Found {
    /// What is wrong.
    pub suspicion: Suspicion,
    /// The mutant's number.
    pub number: u64,
    /// Its text.
    pub text: String,
    /// How to make it again.
    pub command: String,
    /// How many mutants show it.
    pub times: u64,
    /// Whether the seed of each of them shows it, too: then it is the flags that show it, and not the mutants.
    pub is_of_seeds: bool,
}

/// What came of a hunt.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// How many mutants were tried.
    pub checked: u64,
    /// By the last mutator that was applied.
    pub counts: BTreeMap<&'static str, Count>,
    /// By what is wrong and its signature.
    pub found: BTreeMap<(Oracle, String), Found>,
    /// Mutants that could not be tried, and why the last could not.
    pub failed: (u64, Option<String>),
    /// Mutants that became seeds.
    pub taken: u64,
    /// Kinds of things that the compiler was seen to do: at the beginning and at the end.
    pub behaviours: (usize, usize),
}

/// So many mutants are tried before the pool changes.
const ROUND: u64 = 260;

/// What came of one mutant.
struct Tried {
    number: u64,
    made: Made,
    stillborn: bool,
    suspicions: Vec<Suspicion>,
    /// What is wrong with its seed when the same is asked.
    of_seed: Vec<Suspicion>,
    feedback: Feedback,
}

impl Hunt<'_> {
    /// Tries all mutants, or until `is_over`. What is found does not depend on how many are tried at once. `tell` is told how things are after each round.
    pub fn run(mut self, is_over: &(impl Fn() -> bool + Sync), tell: &mut dyn FnMut(&Tally)) -> Tally {
        let mut tally =
            Tally { behaviours: (self.pool.behaviours(), self.pool.behaviours()), ..Tally::default() };
        let mut done = 0;
        while done < self.mutants && !is_over() && !self.pool.entries().is_empty() {
            let count = ROUND.min(self.mutants - done);
            let mut tried = self.round(self.first.wrapping_add(done), count, is_over, &mut tally);
            tried.sort_by_key(|tried| tried.number);
            for tried in tried {
                self.note(tried, &mut tally);
            }
            self.pool.sort();
            tally.behaviours.1 = self.pool.behaviours();
            tell(&tally);
            done += count;
        }
        tally
    }

    /// Tries the mutants of a round.
    fn round(
        &self,
        first: u64,
        count: u64,
        is_over: &(impl Fn() -> bool + Sync),
        tally: &mut Tally,
    ) -> Vec<Tried> {
        let (next, all) = (AtomicU64::new(0), Mutex::new((Vec::new(), tally)));
        let sources: Vec<Source> = self.pool.entries().iter().map(|entry| entry.source.clone()).collect();
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                scope.spawn(|| {
                    // Syntax trees stay in their thread. What is in the pool was read before, so that no place is left out.
                    let (seeds, _) = read_for(&sources, self.release());
                    let (donor_seeds, _) = read_for(self.pool.donors(), self.release());
                    let donors = Workshop::new(&donor_seeds);
                    let workshop = Workshop::new(&seeds).with_donors(&donors);
                    while !is_over() {
                        let n = next.fetch_add(1, Ordering::Relaxed);
                        if n >= count {
                            break;
                        }
                        let tried = self.one(first.wrapping_add(n), &workshop, &seeds);
                        let (all, tally) = &mut *all.lock().expect("no thread panics with the lock");
                        match tried {
                            Some(Ok(tried)) => all.push(tried),
                            Some(Err(why)) => tally.failed = (tally.failed.0 + 1, Some(why)),
                            None => {}
                        }
                    }
                });
            }
        });
        all.into_inner().expect("no thread panics with the lock").0
    }

    /// Makes and tries a mutant, if a mutator finds a place for it.
    fn one(&self, number: u64, workshop: &Workshop, seeds: &[Seed]) -> Option<Result<Tried, String>> {
        let (at, donor) = self.pool.draw(number);
        let made = workshop.make_of(at, donor, number, self.manner)?;
        let source = &seeds[at].source;
        let text = &made.mutant.text;
        let program = Program { text, edition: made.mutant.edition, flags: &source.flags };
        let before = Program { text: &source.text, edition: source.edition, flags: &source.flags };
        let asked = self.ask(number, program, before).and_then(|(stillborn, suspicions, feedback)| {
            let of_seed = match suspicions.is_empty() {
                true => Vec::new(),
                false => self.ask(number, before, before)?.1,
            };
            Ok((stillborn, suspicions, of_seed, feedback))
        });
        Some(asked.map(|(stillborn, suspicions, of_seed, feedback)| Tried {
            number,
            made,
            stillborn,
            suspicions,
            of_seed,
            feedback,
        }))
    }

    /// Counts a mutant, and takes it into the pool if it is worth it.
    fn note(&mut self, tried: Tried, tally: &mut Tally) {
        let Tried { number, made, stillborn, suspicions, of_seed, feedback } = tried;
        let parent: &Entry = &self.pool.entries()[made.seed];
        let command = match &parent.made_by {
            Some(made_by) => format!("{made_by} && {}", made.command),
            None => made.command,
        };
        tally.checked += 1;
        let count = tally.counts.entry(made.mutant.mutator).or_default();
        count.mutants += 1;
        count.stillborn += u64::from(stillborn);
        let is_sound = !stillborn && suspicions.is_empty();
        for suspicion in suspicions {
            let key = (suspicion.oracle, suspicion.signature.clone());
            let (text, command) = (made.mutant.text.clone(), command.clone());
            let is_of_seed = of_seed.contains(&suspicion);
            let new = Found { suspicion, number, text, command, times: 0, is_of_seeds: true };
            let found = tally.found.entry(key).or_insert(new);
            found.times += 1;
            found.is_of_seeds &= is_of_seed;
        }
        // What is rejected has no MIR, and what crashes the compiler would do so again and again.
        if is_sound {
            let source = Source::new(String::new(), made.mutant.text);
            tally.taken += u64::from(self.pool.offer(number, source, &feedback, &command));
        }
    }

    /// The compiler's release: mutants have nothing that came after it.
    fn release(&self) -> Release {
        let (_, minor, _) = self.asker.toolchain.version.release;
        u16::try_from(minor).map_or(LATEST, Release::new)
    }

    /// Whether a mutant is rejected, what is wrong, and what the compiler did. The dear comparisons take turns.
    fn ask(
        &self,
        number: u64,
        program: Program,
        before: Program,
    ) -> Result<(bool, Vec<Suspicion>, Feedback), String> {
        let (plain, feedback, wrong) = self.asker.plain(program)?;
        let stillborn = matches!(plain, Compiled::Rejected(_));
        let mut found: Vec<Suspicion> = wrong.into_iter().collect();
        if !matches!(plain, Compiled::Built | Compiled::Rejected(_)) {
            return Ok((stillborn, found, feedback));
        }
        let other = match number % 8 {
            2 | 6 => None,
            1 | 5 => Some(Oracle::Passes),
            3 => Some(Oracle::Code),
            7 if self.asker.compares() => Some(Oracle::Threads),
            _ if self.asker.compares() => Some(Oracle::Solver),
            _ => Some(Oracle::Code),
        };
        match other {
            None => found.extend(self.asker.incremental(before, program, &plain)?),
            // What is rejected comes to no pass and no code.
            Some(Oracle::Passes | Oracle::Code) if stillborn => {}
            Some(oracle) => found.extend(self.asker.compared(program, &plain, oracle)?),
        }
        if number % 8 == 5 && plain == Compiled::Built {
            found.extend(self.asker.optimized(program)?);
        }
        Ok((stillborn, found, feedback))
    }
}
