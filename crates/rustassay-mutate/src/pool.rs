//! Seeds by choice: which program is mutated next, and which mutants become seeds themselves.
//!
//! As in Rust-twins (section 3.1), mutants go back into the pool, here those with which the compiler did something that no program of the pool had made
//! it do. A pool only grows: its generation, which is how many mutants it has taken, says which programs there were to choose from.

use crate::Seed;
use crate::choice::{Objectives, order};
use crate::feedback::{Feedback, SeenBehaviours};
use rustassay_corpus::{DEEPEST, Source, depth};

/// A program, and how to have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeedProgram {
    #[allow(missing_docs)]
    pub source: Source,
    /// What a person types to have it as a file of its name; nothing for one that was a file from the start.
    pub made_by: Option<String>,
}

impl From<Source> for SeedProgram {
    fn from(source: Source) -> SeedProgram {
        SeedProgram { source, made_by: None }
    }
}

/// A program of the pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The program.
    pub program: SeedProgram,
    /// What speaks for it.
    pub objectives: Objectives,
}

/// A mutant that was taken, and what was new with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Taken {
    #[allow(missing_docs)]
    pub entry: Entry,
    /// What the compiler had not done before.
    pub news: Feedback,
}

/// Programs to mutate.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// The programs that were there from the start.
    first: Vec<Entry>,
    /// The mutants that were taken, in that order; nothing for one that cannot be read any more.
    taken: Vec<Option<Entry>>,
    /// The programs that were there from the start, and some besides: parts are taken of these only, so that a mutant has one line of ancestors.
    donors: Vec<SeedProgram>,
    /// All that the compiler was seen to do.
    seen: SeenBehaviours,
}

/// There are never more programs to choose from than those of the start and so many mutants.
const DESCENDANTS: usize = 256;

/// Mutants that are longer do not become seeds: each of their descendants would be longer still.
const LONGEST: usize = 60_000;

impl Pool {
    /// A pool of programs and what a compiler did with each. Those that are no Rust to the parser are left out.
    pub fn new(programs: Vec<(SeedProgram, Feedback)>) -> Pool {
        let mut pool = Pool::default();
        for (program, feedback) in programs {
            if let Some(entry) = entry(program.clone(), &feedback) {
                pool.first.push(entry);
                pool.donors.push(program);
                pool.seen.add(&feedback);
            }
        }
        pool
    }

    /// The same, with more programs to take parts of.
    pub fn with_donors(mut self, donors: Vec<SeedProgram>) -> Pool {
        self.donors.extend(donors.into_iter().filter(|donor| Seed::new(donor.source.clone()).is_ok()));
        self
    }

    /// How many mutants were taken.
    pub fn generation(&self) -> usize {
        self.taken.len()
    }

    /// The programs to choose from when so many mutants had been taken, those to be mutated first at the beginning; of the mutants, those that promise
    /// most. `None` if there were never so many.
    pub fn entries(&self, generation: usize) -> Option<Vec<Entry>> {
        let taken = self.taken.get(..generation)?.iter().flatten();
        let all: Vec<&Entry> = self.first.iter().chain(taken).collect();
        let objectives: Vec<Objectives> = all.iter().map(|entry| entry.objectives).collect();
        let mut left = DESCENDANTS;
        let mut entries = Vec::with_capacity(all.len());
        for at in order(&objectives) {
            if at >= self.first.len() {
                if left == 0 {
                    continue;
                }
                left -= 1;
            }
            entries.push(all[at].clone());
        }
        Some(entries)
    }

    /// The programs to take parts of.
    pub fn donors(&self) -> &[SeedProgram] {
        &self.donors
    }

    /// Those of these mutants with which the compiler did something new, each with what no earlier one of them had made it do. They are taken
    /// when somebody has settled their order: see [`Pool::take`].
    pub fn promising(&self, mutants: Vec<(SeedProgram, Feedback)>) -> Vec<Taken> {
        let mut seen: Option<SeenBehaviours> = None;
        let mut promising = Vec::new();
        for (program, feedback) in mutants {
            let is_short = program.source.text.len() <= LONGEST;
            let news = seen.as_ref().unwrap_or(&self.seen).news(&feedback).filter(|_| is_short);
            let Some(news) = news else { continue };
            let Some(entry) = entry(program, &feedback) else { continue };
            seen.get_or_insert_with(|| self.seen.clone()).add(&news);
            promising.push(Taken { entry, news });
        }
        promising
    }

    /// Takes a mutant. One that cannot be read any more keeps its number.
    pub fn take(&mut self, taken: Option<Taken>) {
        if let Some(taken) = &taken {
            self.seen.add(&taken.news);
        }
        self.taken.push(taken.map(|taken| taken.entry));
    }
}

fn entry(program: SeedProgram, feedback: &Feedback) -> Option<Entry> {
    // Mutants of mutants are nested ever deeper.
    let seed = Seed::new(program.source).ok().filter(|seed| depth(seed.file()) <= DEEPEST)?;
    let objectives = feedback.objectives(seed.file());
    Some(Entry { program: SeedProgram { source: seed.source, made_by: program.made_by }, objectives })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feedback(behaviours: &[&str]) -> Feedback {
        let behaviours = behaviours.iter().map(|name| (*name).to_owned()).collect();
        Feedback { behaviours, statements: 1, ..Feedback::default() }
    }

    fn program(name: &str) -> SeedProgram {
        Source::new(name, format!("fn {name}() {{}}")).into()
    }

    /// Takes a mutant if it is promising.
    fn offer(pool: &mut Pool, program: SeedProgram, feedback: &Feedback) -> Option<Taken> {
        let taken = pool.promising(vec![(program, feedback.clone())]).pop();
        pool.take(Some(taken.clone()?));
        taken
    }

    fn names(pool: &Pool, generation: usize) -> Vec<String> {
        let entries = pool.entries(generation).unwrap();
        entries.into_iter().map(|entry| entry.program.source.name).collect()
    }

    #[test]
    fn a_mutant_becomes_a_seed_only_if_the_compiler_did_something_new() {
        let mut pool = Pool::new(vec![(program("a"), feedback(&["x", "y"]))]);
        let offered = ["b", "c", "d"].map(program).into_iter().zip([&["y"][..], &["y", "z"], &["z"]]);
        let offered = offered.map(|(program, did)| (program, feedback(did))).collect();
        let promising = pool.promising(offered);
        assert_eq!(promising.len(), 1, "the last one did nothing that the one before it had not");
        assert_eq!(pool.generation(), 0, "nobody has taken it yet");
        promising.into_iter().for_each(|taken| pool.take(Some(taken)));
        assert_eq!((pool.generation(), names(&pool, 1)), (1, vec!["a".to_owned(), "c".to_owned()]));
        assert_eq!(names(&pool, 0), ["a"], "an earlier generation is what it was");
        assert!(pool.entries(2).is_none());
        assert_eq!(pool.donors().len(), 1, "parts are taken of the first programs only");
    }

    #[test]
    fn a_pool_that_takes_the_same_mutants_again_is_the_same() {
        let begin = || Pool::new(vec![(program("a"), feedback(&["x"]))]);
        let mut pool = begin();
        let taken: Vec<Option<Taken>> =
            ["b", "c"].map(|name| offer(&mut pool, program(name), &feedback(&["x", name]))).to_vec();
        let mut again = begin();
        again.take(taken[0].clone());
        again.take(None);
        assert_eq!(again.entries(1), pool.entries(1));
        assert_eq!(again.generation(), 2, "what is lost keeps its number");
        assert_eq!(offer(&mut again, program("d"), &feedback(&["b"])), None, "it was seen before");
    }

    #[test]
    fn the_counters_of_a_compiler_that_has_some_say_what_is_new() {
        let counted =
            |counters: &[u64]| Feedback { counters: counters.to_vec(), ..feedback(&["the same of MIR"]) };
        let mut pool = Pool::new(vec![(program("a"), counted(&[1, 2]))]);
        assert_eq!(pool.entries(0).unwrap()[0].objectives.coverage, 2);
        assert_eq!(offer(&mut pool, program("b"), &counted(&[2])), None);
        assert_eq!(offer(&mut pool, program("c"), &counted(&[2, 3])).unwrap().news.counters, [3]);
    }

    #[test]
    fn what_promises_more_comes_first() {
        let long = Source::new("long", "fn long<'a>(x: &'a u8) -> &'a u8 { x }".to_owned()).into();
        let pool = Pool::new(vec![(program("short"), feedback(&["x"])), (long, feedback(&["x", "y"]))]);
        assert_eq!(names(&pool, 0), ["long", "short"]);
    }

    #[test]
    fn the_choice_is_bounded_and_keeps_the_first_programs() {
        let mut pool = Pool::new(vec![(program("a"), feedback(&[]))]);
        for number in 0..2 * DESCENDANTS {
            assert!(offer(&mut pool, program("b"), &feedback(&[&format!("b{number}")])).is_some());
        }
        let names = names(&pool, pool.generation());
        assert_eq!(names.len(), DESCENDANTS + 1);
        assert!(names.iter().any(|name| name == "a"));
    }
}
