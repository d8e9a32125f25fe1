//! Many mutants, one compiler.

use crate::oracle::{Asker, Oracle, Program, Suspicion};
use crate::workshop::{Manner, Workshop, read};
use rustassay_corpus::Source;
use rustassay_outcome::Compiled;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// What to do.
pub struct Hunt<'a> {
    /// The compiler.
    pub asker: Asker<'a>,
    /// The programs that are mutated.
    pub sources: &'a [Source],
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
}

impl Hunt<'_> {
    /// Tries all mutants, or until `is_over`. What is found does not depend on how many are tried at once.
    pub fn run(&self, is_over: &(impl Fn() -> bool + Sync)) -> Tally {
        let (next, tally) = (AtomicU64::new(0), Mutex::new(Tally::default()));
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                scope.spawn(|| {
                    // Syntax trees stay in their thread.
                    let (seeds, _) = read(self.sources);
                    let workshop = Workshop::new(&seeds);
                    while !is_over() && !seeds.is_empty() {
                        let n = next.fetch_add(1, Ordering::Relaxed);
                        if n >= self.mutants {
                            break;
                        }
                        let number = self.first.wrapping_add(n);
                        let Some(made) = workshop.make(number, self.manner) else { continue };
                        let source = &seeds[made.seed].source;
                        let program = Program {
                            text: &made.mutant.text,
                            edition: made.mutant.edition,
                            flags: &source.flags,
                        };
                        let before =
                            Program { text: &source.text, edition: source.edition, flags: &source.flags };
                        let asked = self.ask(number, program, before);
                        let mut tally = tally.lock().expect("no thread panics with the lock");
                        let (stillborn, suspicions) = match asked {
                            Ok(asked) => asked,
                            Err(why) => {
                                tally.failed = (tally.failed.0 + 1, Some(why));
                                continue;
                            }
                        };
                        tally.checked += 1;
                        let count = tally.counts.entry(made.mutant.mutator).or_default();
                        count.mutants += 1;
                        count.stillborn += u64::from(stillborn);
                        for suspicion in suspicions {
                            let key = (suspicion.oracle, suspicion.signature.clone());
                            let (text, command) = (made.mutant.text.clone(), made.command.clone());
                            let new = Found { suspicion, number, text, command, times: 0 };
                            let known = tally.found.entry(key).or_insert_with(|| new.clone());
                            let times = known.times + 1;
                            // The first by number stands for all, whichever thread was faster.
                            if number < known.number {
                                *known = new;
                            }
                            known.times = times;
                        }
                    }
                });
            }
        });
        tally.into_inner().expect("no thread panics with the lock")
    }

    /// Whether a mutant is rejected, and what is wrong. The dear comparisons take turns.
    fn ask(&self, number: u64, program: Program, before: Program) -> Result<(bool, Vec<Suspicion>), String> {
        let (plain, wrong) = self.asker.plain(program)?;
        let stillborn = matches!(plain, Compiled::Rejected(_));
        let mut found: Vec<Suspicion> = wrong.into_iter().collect();
        if !matches!(plain, Compiled::Built | Compiled::Rejected(_)) {
            return Ok((stillborn, found));
        }
        match number % 4 {
            0 | 1 => found.extend(self.asker.compared(program, &plain, Oracle::Solver)?),
            2 => found.extend(self.asker.incremental(before, program, &plain)?),
            _ => found.extend(self.asker.compared(program, &plain, Oracle::Threads)?),
        }
        if number % 8 == 5 && plain == Compiled::Built {
            found.extend(self.asker.optimized(program)?);
        }
        Ok((stillborn, found))
    }
}
