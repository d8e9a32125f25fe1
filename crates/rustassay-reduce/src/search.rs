//! The search for a smaller program: many changes at once, then fewer, as in delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating
//! Failure-Inducing Input", TSE 2002), but on the model, several candidates at a time, and with the machine as the judge of what may be tried.

use crate::change::{Change, changed};
use crate::inline::callee;
use crate::kinds::ChangeKind;
use crate::names::{rename, tidy};
use crate::slice::Slicer;
use crate::tester::{Candidate, Language, Tester};
use crate::trace::Trace;
use crate::{Options, Progress};
use rustassay_judge::case::CaseSource;
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

/// Large programs are not cut finer than this.
const MOST_PARTS: usize = 32;

/// A program of this size is cheap to compile.
const SMALL: usize = 120;

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
        CaseSource::Mir(source) => source.text.as_ref().map_or(0, String::len),
        CaseSource::Rust { text, .. } => text.len(),
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

    /// Makes a large program smaller by what brings most, until it is small enough or that brings little.
    pub fn cut(&mut self) {
        self.slice();
        self.rounds(&ChangeKind::COARSE, SMALL, MOST_PARTS);
    }

    /// Makes changes of these kinds until whole rounds bring nothing, in so many parts at most, or until the program is small enough. While there
    /// is much to gain, changes are made in large parts only: what is small is cheap to compile.
    fn rounds(&mut self, kinds: &[ChangeKind], small_enough: usize, most_parts: usize) {
        let mut parts = FEW_PARTS;
        let mut smallest = self.best.clone();
        // What was made plainer may be larger, and what comes first in a round can make use of it in the next.
        let mut is_last = false;
        loop {
            let (before, was_strict) = (self.best.clone(), self.is_strict);
            let most = self.round(kinds, small_enough, parts);
            if self.is_strict != was_strict {
                // Nothing of what was found before is to be trusted.
                smallest = self.best.clone();
            }
            let (old, new) = (cost(&before), cost(&self.best));
            if new < cost(&smallest) {
                smallest = self.best.clone();
                is_last = false;
            }
            let has_gained_much = new.0 * MUCH.1 < old.0 * MUCH.0;
            match most {
                _ if self.options.is_over() || size(self.best.program()) <= small_enough => break,
                _ if has_gained_much => {}
                _ if parts >= most_parts => break,
                // They were tried one by one.
                most if parts >= most && new >= old => {
                    if is_last || self.best.program() == before.program() {
                        break;
                    }
                    is_last = true;
                }
                _ => parts = parts.saturating_mul(MORE_PARTS),
            }
        }
        if cost(&smallest) < cost(&self.best) {
            self.best = smallest;
        }
    }

    /// Makes changes of each kind, until the program is small enough. Gives how many changes there were of a kind, at most.
    fn round(&mut self, kinds: &[ChangeKind], small_enough: usize, parts: usize) -> usize {
        let mut most = 0;
        for &kind in kinds {
            if self.options.is_over() {
                break;
            }
            most = most.max(self.sweep(kind, parts));
            let is_small = size(self.best.program()) <= small_enough;
            if is_small || size(self.best.program()) * 2 <= size(self.sure.program()) {
                self.make_sure();
            }
            if is_small {
                break;
            }
        }
        most
    }

    /// Goes on from parts of the program that show the bug and have all that they stand on, as long as that makes it much smaller.
    pub fn slice(&mut self) {
        while !self.options.is_over() {
            let before = size(self.best.program());
            let has_found = self.slice_for_a_line() || self.slice_for_some_calls();
            if !has_found || size(self.best.program()) * MUCH.1 >= before * MUCH.0 {
                break;
            }
        }
    }

    /// Looks for the first line that is wrong when the program prints all that it looks at, and for the smallest slice for it that shows the bug.
    fn slice_for_a_line(&mut self) -> bool {
        let program = self.best.program();
        let prints = ChangeKind::Prints.changes(program, &Trace::of(program));
        // Where calls look at something by other calls, those can print as well, and less is changed.
        let (inner, all) = (innermost(program, &prints), prints.iter().collect());
        let ways: [Vec<&Change>; 2] = [inner, all];
        let programs = ways.map(|changes| changed(program, &changes));
        let mut slices = Vec::new();
        for printing in programs {
            let Some(printing) = self.tester.prepare_again(printing) else { continue };
            let Some(line) = self.tester.first_wrong_line(&printing) else { continue };
            let Some(slicer) = Slicer::new(printing.program()) else { continue };
            slices.extend(slicer.of_line(line));
        }
        self.take_smallest(slices)
    }

    /// Looks for a slice that shows the bug among those for half of the calls that look at something, or a quarter.
    fn slice_for_some_calls(&mut self) -> bool {
        let program = self.best.program().clone();
        let prints = ChangeKind::Prints.changes(&program, &Trace::of(&program));
        let Some(slicer) = Slicer::new(&program) else { return false };
        let calls = slicer.looking(&prints);
        [2, 4].into_iter().any(|parts| {
            let parts = calls.chunks(calls.len().div_ceil(parts).max(1));
            let slices = parts.flat_map(|calls| slicer.of_calls(calls)).collect();
            self.take_smallest(slices)
        })
    }

    /// Goes on from the smallest of some programs that shows the bug.
    fn take_smallest(&mut self, programs: Vec<Program>) -> bool {
        let most = size(self.best.program());
        let programs = programs.into_iter().filter(|program| size(program) < most);
        let mut candidates: Vec<Candidate> =
            programs.filter_map(|program| self.tester.prepare(program)).collect();
        candidates.sort_by_key(cost);
        let mut candidates = candidates.into_iter().peekable();
        while let Some(next) = candidates.peek()
            && !self.options.is_over()
        {
            let statements = size(next.program());
            let window: Vec<Candidate> =
                candidates.by_ref().take(self.tester.at_once(statements, self.options.jobs)).collect();
            let shown = self.tester.test(&window.iter().collect::<Vec<_>>(), statements, self.options.jobs);
            let smallest = window.into_iter().zip(shown).find(|(_, shows)| *shows);
            if let Some((slice, _)) = smallest {
                return self.take(ChangeKind::Statements, slice);
            }
        }
        false
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
        self.rounds(&ChangeKind::ALL, 0, usize::MAX);
        let was_strict = self.is_strict;
        self.make_sure();
        if self.is_strict && !was_strict {
            self.rounds(&ChangeKind::ALL, 0, usize::MAX);
        }
        for touch in [tidy, rename] {
            let mut tidied = self.best.program().clone();
            touch(&mut tidied);
            // Names and the order of blocks are no part of what a program does, and a compiler may think otherwise.
            if let Some(tidied) = self.tester.prepare(tidied)
                && self.tester.test(&[&tidied], size(tidied.program()), 1) == [true]
                && self.tester.has_same_verdict(&tidied, self.options.jobs)
            {
                self.best = tidied;
                break;
            }
        }
    }

    /// Drops lines of the translation that are there for other programs: the lints, where nothing breaks one, and the crate that nothing names.
    pub fn drop_lines(&mut self) {
        for start in ["#![allow(", "extern crate core;"] {
            let mut shorter = self.best.clone();
            let CaseSource::Rust { text, .. } = &mut shorter.given.source else { return };
            let kept: Vec<&str> = text.lines().filter(|line| !line.starts_with(start)).collect();
            *text = kept.join("\n").trim_start().to_owned() + "\n";
            if !self.options.is_over() && self.tester.test(&[&shorter], size(shorter.program()), 1) == [true]
            {
                self.best = shorter;
            }
        }
    }

    /// Makes as many changes of a kind as it can, in so many parts at most. Gives how many changes there were.
    fn sweep(&mut self, kind: ChangeKind, parts: usize) -> usize {
        let base = self.best.program().clone();
        match kind {
            ChangeKind::Steps => {
                let Some(slicer) = Slicer::new(&base) else { return 0 };
                self.sweep_with(kind, parts, slicer.steps(), &|steps| slicer.without(steps))
            }
            _ => {
                let changes = kind.changes(&base, &Trace::of(&base));
                let make = |chosen: &[usize]| {
                    let changes: Vec<&Change> = chosen.iter().map(|&at| &changes[at]).collect();
                    changed(&base, &changes)
                };
                self.sweep_with(kind, parts, changes.len(), &make)
            }
        }
    }

    /// Makes as many of so many changes as it can; `make` makes some of them at once.
    fn sweep_with(
        &mut self,
        kind: ChangeKind,
        parts: usize,
        count: usize,
        make: &dyn Fn(&[usize]) -> Program,
    ) -> usize {
        let finest = count.div_ceil(parts);
        let mut sweep = Sweep { make, made: Vec::new() };
        let mut left: Vec<usize> = (0..count).collect();
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
    fn try_chunks(&mut self, kind: ChangeKind, sweep: &mut Sweep, mut chunks: VecDeque<Vec<usize>>) {
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
    fn take(&mut self, kind: ChangeKind, candidate: Candidate) -> bool {
        if self.is_strict && !self.tester.has_same_verdict(&candidate, self.options.jobs) {
            return false;
        }
        self.best = candidate;
        if self.tester.language == Language::Mir {
            self.tell(kind);
        }
        true
    }

    fn tell(&mut self, kind: ChangeKind) {
        let progress = Progress {
            program: self.best.program(),
            statements: size(self.best.program()),
            kind,
            tally: self.tester.tally,
        };
        (self.watch)(&progress);
    }
}

/// Changes to a program, by number, and which of them have been made.
struct Sweep<'a> {
    make: &'a dyn Fn(&[usize]) -> Program,
    made: Vec<usize>,
}

impl Sweep<'_> {
    /// The program with some more changes.
    fn with(&self, more: &[usize]) -> Program {
        let mut all: Vec<usize> = self.made.iter().chain(more).copied().collect();
        all.sort_unstable();
        (self.make)(&all)
    }
}

/// Of changes that let calls print, those at calls of functions that call nothing.
fn innermost<'a>(program: &Program, prints: &'a [Change]) -> Vec<&'a Change> {
    let calls_nothing = |function: FnId| {
        let mut blocks = program.functions[function].body.blocks.iter();
        !blocks.any(|block| matches!(block.terminator, Terminator::Call(_) | Terminator::TailCall(..)))
    };
    let is_innermost = |change: &&Change| match change {
        Change::Show(function, block, ..) => {
            callee(&program.functions[*function].body.blocks[*block].terminator).is_some_and(calls_nothing)
        }
        _ => false,
    };
    prints.iter().filter(is_innermost).collect()
}
