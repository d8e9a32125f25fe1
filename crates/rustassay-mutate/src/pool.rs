//! Seeds by choice: which program is mutated next, and which mutants become seeds themselves.
//!
//! As in Rust-twins (section 3.1), mutants go back into the pool, here those with which the compiler did something that no program of the pool had made
//! it do. The pool changes between rounds only, and in the order of the mutants' numbers, so that what comes of a seed depends on nothing but the seed, the
//! sources and the compiler: not on clocks, and not on how many mutants are tried at once.

use crate::Seed;
use crate::choice::{Objectives, order};
use crate::feedback::{Feedback, Seen};
use crate::oracle::{Asker, Program, wrong};
use rustassay_corpus::{DEEPEST, Fate, Source, depth, summary, unfit};
use rustassay_random::{Random, mix};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A program of the pool.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The program.
    pub source: Source,
    /// What speaks for it.
    pub objectives: Objectives,
    /// What a person types to have it as a file of its name; nothing for one that was a file from the start.
    pub made_by: Option<String>,
}

/// Programs to mutate.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// Those to be mutated first at the beginning.
    entries: Vec<Entry>,
    /// The programs that were there from the start, and some besides: parts are taken of these only, so that a mutant has one line of ancestors.
    donors: Vec<Source>,
    /// All that the compiler was seen to do.
    seen: Seen,
    /// Whether the entries are in their order.
    is_sorted: bool,
}

/// There are never more programs in a pool than its sources and so many mutants.
const DESCENDANTS: usize = 256;

/// Mutants that are longer do not become seeds: each of their descendants would be longer still.
const LONGEST: usize = 60_000;

impl Pool {
    /// A pool of programs and what a compiler did with each. Those that are no Rust to the parser are left out.
    pub fn new(programs: Vec<(Source, Feedback)>) -> Pool {
        let mut pool = Pool::default();
        for (source, feedback) in programs {
            if let Some(entry) = entry(source.clone(), &feedback, None) {
                pool.entries.push(entry);
                pool.donors.push(source);
                pool.seen.add(&feedback);
            }
        }
        pool.sort();
        pool
    }

    /// The same, with more programs to take parts of.
    pub fn with_donors(mut self, donors: Vec<Source>) -> Pool {
        self.donors.extend(donors.into_iter().filter(|source| Seed::new(source.clone()).is_ok()));
        self
    }

    /// The programs, those to be mutated first at the beginning.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The programs to take parts of.
    pub fn donors(&self) -> &[Source] {
        &self.donors
    }

    /// How many kinds of things the compiler was seen to do.
    pub fn behaviours(&self) -> usize {
        self.seen.len()
    }

    /// The places of the seed and the donor of a mutant: of two seeds, the one that promises more.
    pub fn draw(&self, number: u64) -> (usize, usize) {
        let mut random = Random::new(mix(number, 3));
        let at = random.below(self.entries.len()).min(random.below(self.entries.len()));
        (at, random.below(self.donors.len()))
    }

    /// Offers a mutant: it is taken if the compiler did something new with it. `command` writes it to standard output.
    pub fn offer(&mut self, number: u64, mut source: Source, feedback: &Feedback, command: &str) -> bool {
        if !self.seen.is_news(feedback) || source.text.len() > LONGEST {
            return false;
        }
        source.name = format!("mutant-{number}.rs");
        let made_by = format!("{command} > {}", source.name);
        let Some(entry) = entry(source, feedback, Some(made_by)) else { return false };
        self.seen.add(feedback);
        self.entries.push(entry);
        self.is_sorted = false;
        true
    }

    /// Puts those first that promise most, and lets those mutants go that promise least.
    pub fn sort(&mut self) {
        if self.is_sorted {
            return;
        }
        let objectives: Vec<Objectives> = self.entries.iter().map(|entry| entry.objectives).collect();
        let mut left = DESCENDANTS;
        let mut sorted = Vec::with_capacity(self.entries.len());
        for at in order(&objectives) {
            let entry = &self.entries[at];
            if entry.made_by.is_some() {
                if left == 0 {
                    continue;
                }
                left -= 1;
            }
            sorted.push(entry.clone());
        }
        self.entries = sorted;
        self.is_sorted = true;
    }
}

fn entry(source: Source, feedback: &Feedback, made_by: Option<String>) -> Option<Entry> {
    // Mutants of mutants are nested ever deeper.
    let seed = Seed::new(source).ok().filter(|seed| depth(seed.file()) <= DEEPEST)?;
    let objectives = feedback.objectives(seed.file());
    Some(Entry { source: seed.source, objectives, made_by })
}

/// The sources of a corpus that compile alone, and what became of the others.
#[derive(Clone, Debug)]
pub struct Gathered {
    /// Those that compile alone, in their order, and what the compiler did with each.
    pub programs: Vec<(Source, Feedback)>,
    /// The same of those that the compiler rejects, as it should.
    pub rejected: Vec<(Source, Feedback)>,
    /// Those with which the compiler crashes: parts of them are of use.
    pub crashing: Vec<Source>,
    /// The fates of all that were looked at.
    pub fates: Vec<Fate>,
    /// How many may compile alone, but nobody asked, because there are so many.
    pub unasked: usize,
}

impl Gathered {
    /// How the compiler crashes already, without any mutant.
    pub fn crashes(&self) -> BTreeSet<String> {
        let crashes = self.fates.iter().filter_map(|fate| match fate {
            Fate::Crashes(signature) => Some(signature.clone()),
            _ => None,
        });
        crashes.collect()
    }

    /// What came of it, for people.
    pub fn summary(&self) -> String {
        let mut text = summary(&self.fates);
        if self.unasked > 0 {
            text += &format!("; {} more were not tried", self.unasked);
        }
        text
    }
}

/// Has a compiler try sources, `jobs` at once. It is not asked about what cannot compile alone by its syntax; of the others it is asked about `most`,
/// here and there in the corpus.
pub fn gather(asker: &Asker, sources: &[Source], jobs: usize, most: usize) -> Gathered {
    let unfits = in_threads(sources, jobs, |source| unfit(&source.text));
    let fit: Vec<&Source> =
        sources.iter().zip(&unfits).filter(|(_, unfit)| unfit.is_none()).map(|(source, _)| source).collect();
    let asked = fit.len().min(most);
    let chosen: Vec<&Source> = (0..asked).map(|n| fit[n * fit.len() / asked]).collect();
    let answers = in_threads(&chosen, jobs, |source| ask(asker, source));
    let mut gathered = Gathered {
        programs: Vec::new(),
        rejected: Vec::new(),
        crashing: Vec::new(),
        fates: unfits.into_iter().flatten().map(Fate::Unfit).collect(),
        unasked: fit.len() - asked,
    };
    for (source, (fate, feedback, is_wrong)) in chosen.into_iter().zip(answers) {
        match fate {
            Fate::Compiles => gathered.programs.push((source.clone(), feedback)),
            Fate::Rejected(_) if !is_wrong => gathered.rejected.push((source.clone(), feedback)),
            Fate::Crashes(_) => gathered.crashing.push(source.clone()),
            _ => {}
        }
        gathered.fates.push(fate);
    }
    gathered
}

/// What the compiler makes of a source, and whether something is wrong with that. An error without a place is, for instance: many are about flags that a source asks for.
fn ask(asker: &Asker, source: &Source) -> (Fate, Feedback, bool) {
    let program = Program { text: &source.text, edition: source.edition, flags: &source.flags };
    match asker.watched(program) {
        Ok((compiled, feedback)) => (Fate::of(&compiled), feedback, wrong(&compiled).is_some()),
        Err(why) => (Fate::Failed(why), Feedback::default(), false),
    }
}

/// Does something with each, some at once; what comes of each, in their order.
fn in_threads<T: Sync, R: Send>(all: &[T], jobs: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(all.len())));
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, all.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(one) = all.get(at) else { break };
                    let result = work(one);
                    done.lock().expect("no thread panics with the lock").push((at, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no thread panics with the lock");
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feedback(behaviours: &[&str]) -> Feedback {
        let behaviours = behaviours.iter().map(|name| (*name).to_owned()).collect();
        Feedback { behaviours, statements: 1, ..Feedback::default() }
    }

    fn source(name: &str) -> Source {
        Source::new(name, format!("fn {name}() {{}}"))
    }

    #[test]
    fn a_mutant_becomes_a_seed_only_if_the_compiler_did_something_new() {
        let mut pool = Pool::new(vec![(source("a"), feedback(&["x", "y"]))]);
        assert!(!pool.offer(5, source("b"), &feedback(&["y"]), "make b"));
        assert!(pool.offer(6, source("c"), &feedback(&["y", "z"]), "make c"));
        assert!(!pool.offer(7, source("d"), &feedback(&["z"]), "make d"), "it is not new any more");
        pool.sort();
        let names: Vec<&str> = pool.entries().iter().map(|entry| &*entry.source.name).collect();
        assert_eq!(names, ["a", "mutant-6.rs"]);
        let made_by = pool.entries().iter().find_map(|entry| entry.made_by.as_deref());
        assert_eq!(made_by, Some("make c > mutant-6.rs"));
        assert_eq!(pool.donors().len(), 1, "parts are taken of the sources only");
    }

    #[test]
    fn the_counters_of_a_compiler_that_has_some_say_what_is_new() {
        let counted =
            |counters: &[u64]| Feedback { counters: counters.to_vec(), ..feedback(&["the same of MIR"]) };
        let mut pool = Pool::new(vec![(source("a"), counted(&[1, 2]))]);
        assert_eq!(pool.entries()[0].objectives.coverage, 2);
        assert!(!pool.offer(5, source("b"), &counted(&[2]), "make b"));
        assert!(pool.offer(6, source("c"), &counted(&[2, 3]), "make c"));
        assert_eq!(pool.behaviours(), 3);
    }

    #[test]
    fn what_promises_more_is_drawn_more_often() {
        let long = Source::new("long", "fn long<'a>(x: &'a u8) -> &'a u8 { x }".to_owned());
        let pool = Pool::new(vec![(source("short"), feedback(&["x"])), (long, feedback(&["x", "y"]))]);
        assert_eq!(pool.entries()[0].source.name, "long");
        let first = (0..1000).filter(|&number| pool.draw(number).0 == 0).count();
        assert!((650..850).contains(&first), "{first}");
    }

    #[test]
    fn the_pool_is_bounded_and_keeps_its_sources() {
        let mut pool = Pool::new(vec![(source("a"), feedback(&[]))]);
        for number in 0..2 * DESCENDANTS as u64 {
            let name = format!("b{number}");
            assert!(pool.offer(number, source("b"), &feedback(&[&name]), "make b"));
        }
        pool.sort();
        assert_eq!(pool.entries().len(), DESCENDANTS + 1);
        assert!(pool.entries().iter().any(|entry| entry.made_by.is_none()));
    }
}
