//! The search for a smaller program: many changes at once, then fewer, as in delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating
//! Failure-Inducing Input", TSE 2002), but on the model, several candidates at a time, and with the machine as the judge of what may be tried.

use crate::change::{Change, changed};
use crate::kinds::Kind;
use crate::names::rename;
use crate::tester::{Candidate, Language, Tester};
use crate::trace::Trace;
use crate::{Options, Progress};
use rustassay_mir::model::*;
use std::collections::VecDeque;

/// A search, and the best that it has found.
pub struct Search<'a, 'w> {
    pub tester: Tester<'a>,
    pub best: Candidate,
    /// The smallest program of which it is known that the whole verdict is the same.
    sure: Candidate,
    /// Whether every step is held against the whole verdict.
    is_strict: bool,
    options: &'a Options,
    watch: &'w mut dyn FnMut(&Progress),
}

/// In so many parts are changes made at first, and so many times as many when that brings little more.
const FEW_PARTS: usize = 8;
const MORE_PARTS: usize = 4;

/// A round has brought much if this part of the program is left, or less.
const MUCH: (usize, usize) = (4, 5);

/// How large a program is: statements, and the ends of blocks that do something.
pub fn size(program: &Program) -> usize {
    let blocks = program.functions.iter().flat_map(|function| &function.body.blocks);
    let ends = |terminator: &Terminator| {
        matches!(
            terminator,
            Terminator::Call(_) | Terminator::Switch(..) | Terminator::Drop { .. } | Terminator::TailCall(..)
        )
    };
    blocks.map(|block| block.statements.len() + usize::from(ends(&block.terminator))).sum()
}

/// What a search makes smaller: first statements, then what is left to read.
fn cost(candidate: &Candidate) -> (usize, usize) {
    let text = match &candidate.case.source {
        rustassay_judge::case::Source::Mir(source) => source.text.as_ref().map_or(0, String::len),
        rustassay_judge::case::Source::Rust { text, .. } => text.len(),
    };
    (size(candidate.program()), text)
}

impl<'a, 'w> Search<'a, 'w> {
    pub fn new(
        tester: Tester<'a>,
        whole: Candidate,
        options: &'a Options,
        watch: &'w mut dyn FnMut(&Progress),
    ) -> Search<'a, 'w> {
        Search { tester, sure: whole.clone(), best: whole, is_strict: false, options, watch }
    }

    /// Whether it is time to stop.
    pub fn is_over(&self) -> bool {
        self.options.is_over()
    }

    /// Begins again with a program.
    pub fn restart(&mut self, whole: Candidate) {
        self.sure = whole.clone();
        self.best = whole;
        self.tester.forget();
    }

    /// Makes changes of these kinds until a whole round brings nothing, or the program is small enough. While there is much to gain, changes
    /// are made in large parts only: what is small is cheap to compile.
    pub fn rounds(&mut self, kinds: &[Kind], small_enough: usize) {
        let mut parts = FEW_PARTS;
        loop {
            let before = self.best.clone();
            let mut most = 0;
            for &kind in kinds {
                if self.options.is_over() {
                    return;
                }
                most = most.max(self.sweep(kind, parts));
                let is_small = size(self.best.program()) <= small_enough;
                if is_small || size(self.best.program()) * 2 <= size(self.sure.program()) {
                    self.make_sure();
                }
                if is_small {
                    return;
                }
            }
            let (old, new) = (cost(&before), cost(&self.best));
            let has_gained_much = new.0 * MUCH.1 < old.0 * MUCH.0;
            match has_gained_much {
                true => {}
                // They were tried one by one.
                false if parts >= most && new >= old => {
                    // What was made plainer may be larger.
                    if new > old {
                        self.best = before;
                    }
                    return;
                }
                false => parts = parts.saturating_mul(MORE_PARTS),
            }
        }
    }

    /// Holds the best program against the whole verdict. Where it is another one, the search goes back to the last program with which it was
    /// not, and is careful from there on: to do this at each step would cost as many compiles as there are backends.
    fn make_sure(&mut self) {
        if self.is_strict || self.best.program() == self.sure.program() {
            return;
        }
        match self.tester.has_same_verdict(&self.best, self.options.jobs) {
            true => self.sure = self.best.clone(),
            false => {
                self.best = self.sure.clone();
                self.is_strict = true;
                self.tester.forget();
            }
        }
    }

    /// Makes the program as small as it gets, with the whole verdict and with names that people would give.
    pub fn finish(&mut self) {
        self.rounds(&Kind::ALL, 0);
        let was_strict = self.is_strict;
        self.make_sure();
        if self.is_strict && !was_strict {
            self.rounds(&Kind::ALL, 0);
        }
        let mut renamed = self.best.program().clone();
        rename(&mut renamed);
        // Names are no part of what a program does, and a compiler may think otherwise.
        if let Some(renamed) = self.tester.prepare(renamed)
            && self.tester.test(&[&renamed], size(renamed.program()), 1) == [true]
            && self.tester.has_same_verdict(&renamed, self.options.jobs)
        {
            self.best = renamed;
        }
    }

    /// Makes as many changes of a kind as it can, in so many parts at most. Gives how many changes there were.
    fn sweep(&mut self, kind: Kind, parts: usize) -> usize {
        let base = self.best.program().clone();
        let trace = Trace::of(&base);
        let changes = kind.changes(&base, &trace);
        let count = changes.len();
        let finest = count.div_ceil(parts);
        let mut sweep = Sweep { base, changes, made: Vec::new() };
        let mut left: Vec<usize> = (0..sweep.changes.len()).collect();
        let mut together = left.len();
        while together > 0 && !self.options.is_over() {
            let chunks = left.chunks(together).map(<[usize]>::to_vec).collect();
            self.try_chunks(kind, &mut sweep, chunks);
            left.retain(|change| !sweep.made.contains(change));
            together = match together {
                1 => 0,
                more => more.div_ceil(2).min(left.len()),
            };
            if together < finest {
                break;
            }
        }
        count
    }

    /// Tries each chunk of changes, and keeps those with which the bug still shows.
    fn try_chunks(&mut self, kind: Kind, sweep: &mut Sweep, mut chunks: VecDeque<Vec<usize>>) {
        while !chunks.is_empty() && !self.options.is_over() {
            let statements = size(self.best.program());
            let window = self.tester.at_once(statements, self.options.jobs);
            let mut tried: Vec<(Vec<usize>, Candidate)> = Vec::new();
            while tried.len() < window
                && !self.options.is_over()
                && let Some(chunk) = chunks.pop_front()
            {
                if let Some(candidate) = self.tester.prepare(sweep.with(&chunk)) {
                    tried.push((chunk, candidate));
                }
            }
            let candidates: Vec<&Candidate> = tried.iter().map(|(_, candidate)| candidate).collect();
            let shown = self.tester.test(&candidates, statements, self.options.jobs);
            let mut winners: Vec<(Vec<usize>, Candidate)> =
                tried.into_iter().zip(shown).filter(|(_, shows)| *shows).map(|(tried, _)| tried).collect();
            if winners.len() > 1 {
                let all: Vec<usize> = winners.iter().flat_map(|(chunk, _)| chunk.iter().copied()).collect();
                let together = self.tester.prepare(sweep.with(&all));
                if let Some(together) = together
                    && self.tester.test(&[&together], statements, 1) == [true]
                {
                    winners = vec![(all, together)];
                }
            }
            // Those that do not go together have another chance after the first.
            let mut winners = winners.into_iter();
            if let Some((chunk, candidate)) = winners.next() {
                let is_taken = self.take(kind, candidate);
                if is_taken {
                    sweep.made.extend(chunk);
                }
            }
            winners.rev().for_each(|(chunk, _)| chunks.push_front(chunk));
        }
    }

    /// Goes on from a candidate, unless the whole verdict is not the same any more.
    fn take(&mut self, kind: Kind, candidate: Candidate) -> bool {
        if self.is_strict && !self.tester.has_same_verdict(&candidate, self.options.jobs) {
            return false;
        }
        self.best = candidate;
        if self.tester.language == Language::Mir {
            self.tell(kind);
        }
        true
    }

    fn tell(&mut self, kind: Kind) {
        let progress = Progress {
            program: self.best.program(),
            statements: size(self.best.program()),
            kind,
            tally: self.tester.tally,
        };
        (self.watch)(&progress);
    }
}

/// Changes to a program, and which of them have been made.
struct Sweep {
    base: Program,
    changes: Vec<Change>,
    made: Vec<usize>,
}

impl Sweep {
    /// The program with some more changes.
    fn with(&self, more: &[usize]) -> Program {
        let mut all: Vec<usize> = self.made.iter().chain(more).copied().collect();
        all.sort_unstable();
        let changes: Vec<&Change> = all.into_iter().map(|at| &self.changes[at]).collect();
        changed(&self.base, &changes)
    }
}
