//! Parts of a program that compute one line of what it prints.
//!
//! When a compiled program prints a wrong line, then mostly something goes wrong that the line stands on, and mostly not far from it. So a slice
//! is what the line stands on, up to a distance: what lies beyond is replaced by the constants that it was. Slices are small and so cheap to
//! compile, which is why they are tried from the smallest on, with more and more of what stands around them.

use crate::change::Change;
use crate::control::Control;
use crate::dependence::{Dependences, Step, Use};
use crate::inline::callee;
use crate::trace::{Point, Trace};
use rustassay_mir::model::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How much of its surroundings a slice has.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Extent {
    /// What the line stands on.
    Statements,
    /// The decisions that it stands on, as well: those that went the same way each time, and a wrong program may go another.
    Decisions,
    /// The blocks with that in them.
    Blocks,
    /// The functions with that in them.
    Functions,
}

impl Extent {
    const ALL: [Extent; 4] = [Extent::Statements, Extent::Decisions, Extent::Blocks, Extent::Functions];
}

/// A program that ran, to be sliced.
pub struct Slicer<'a> {
    program: &'a Program,
    trace: Trace,
    known: Dependences,
    /// By the ways that control went.
    control: BTreeMap<FnId, Control>,
    /// By the ways that it could go.
    possible: BTreeMap<FnId, Control>,
    /// The calls of each function from which a panic came back.
    unwound: BTreeMap<FnId, Vec<Step>>,
    /// Who read what each point wrote, and for what.
    readers: Vec<Vec<(Use, Step)>>,
    /// The points that ran because of a decision.
    decides: BTreeMap<Step, Vec<Step>>,
    /// The functions that a call entered.
    enters: BTreeMap<Step, Vec<FnId>>,
    /// The points of each function.
    inside: BTreeMap<FnId, Vec<Step>>,
}

impl<'a> Slicer<'a> {
    /// Runs a program to its end. `None` if it does not come to its end.
    pub fn new(program: &'a Program) -> Option<Slicer<'a>> {
        let known = Dependences::of(program)?;
        let mut ways: BTreeMap<FnId, BTreeMap<BlockId, BTreeSet<BlockId>>> = BTreeMap::new();
        for (&(function, block), targets) in &known.ways {
            ways.entry(function).or_default().insert(block, targets.clone());
        }
        let possible = ways.iter().map(|(&function, ways)| {
            let blocks = program.functions[function].body.blocks.iter_ids();
            let ways = blocks.map(|(block, content)| (block, possible_ways(content, ways.get(&block))));
            (function, Control::of(ways.collect()))
        });
        let possible = possible.collect();
        let control = ways.into_iter().map(|(function, ways)| (function, Control::of(ways))).collect();
        let trace = Trace::of_the_steady(program);
        let mut slicer = Slicer {
            program,
            trace,
            readers: vec![Vec::new(); known.points.len()],
            known,
            control,
            possible,
            unwound: BTreeMap::new(),
            decides: BTreeMap::new(),
            enters: BTreeMap::new(),
            inside: BTreeMap::new(),
        };
        slicer.look_back();
        Some(slicer)
    }

    /// Finds out what stands on each point.
    fn look_back(&mut self) {
        let mut deciders: BTreeMap<(FnId, BlockId), Vec<Step>> = BTreeMap::new();
        for (step, &point) in self.known.points.iter().enumerate() {
            let Point { function, block, .. } = point;
            if self.has_unwound(point) {
                self.unwound.entry(function).or_default().push(step);
            }
            for &(reason, writer) in &self.known.reads[step] {
                self.readers[writer].push((reason, step));
            }
            let deciders = deciders.entry((function, block)).or_insert_with(|| {
                let control = self.control.get(&function).into_iter();
                let deciders = control.flat_map(|control| control.decided_by(block));
                deciders.filter_map(|decider| self.known.step(self.end(function, decider))).collect()
            });
            for &decider in &*deciders {
                self.decides.entry(decider).or_default().push(step);
            }
            self.inside.entry(function).or_default().push(step);
        }
        for (&function, calls) in &self.known.entered_by {
            calls.iter().for_each(|&call| self.enters.entry(call).or_default().push(function));
        }
    }

    /// The calls that look at something, by the place where each is. Those inside of what they call do not count.
    pub fn looking(&self, prints: &[Change]) -> Vec<Step> {
        let calls: BTreeSet<(FnId, BlockId)> = prints.iter().filter_map(shown_at).collect();
        let block = |&(function, block): &(FnId, BlockId)| {
            callee(&self.program.functions[function].body.blocks[block].terminator)
        };
        let inside: BTreeSet<FnId> = calls.iter().filter_map(block).collect();
        let outside = calls.iter().filter(|(function, _)| !inside.contains(function));
        outside.filter_map(|&(function, block)| self.known.step(self.end(function, block))).collect()
    }

    /// Slices for what some calls look at, and for the last line that is printed, each with all that it stands on.
    pub fn of_calls(&self, calls: &[Step]) -> Vec<Program> {
        let Some(last) = self.known.printed.last() else { return Vec::new() };
        let roots: Vec<Step> = calls.iter().chain(last).copied().collect();
        let slice = |extent: Extent| {
            let kept = self.kept(&self.distances(&roots, extent), usize::MAX, extent);
            self.slice(&kept, extent)
        };
        Extent::ALL.into_iter().map(slice).collect()
    }

    /// Slices for a line of what the program prints, up to different distances.
    pub fn of_line(&self, line: usize) -> Vec<Program> {
        let Some(roots) = self.known.printed.get(line) else { return Vec::new() };
        let mut slices = Vec::new();
        for extent in Extent::ALL {
            let distances = self.distances(roots, extent);
            let farthest = distances.iter().flatten().max().copied().unwrap_or(0);
            let mut last = 0;
            for distance in 0..=farthest {
                let kept = self.kept(&distances, distance, extent);
                let count = kept.iter().filter(|&&is_kept| is_kept).count();
                if count >= last * 3 / 2 || distance == farthest {
                    last = count;
                    slices.push(self.slice(&kept, extent));
                }
            }
        }
        slices
    }

    /// How many points ran.
    pub fn steps(&self) -> usize {
        self.known.points.len()
    }

    /// The program without some points, and without all that cannot do without them.
    pub fn without(&self, gone: &[Step]) -> Program {
        let mut kept = vec![true; self.steps()];
        // A call that panicked takes with it all that ran on the way to where the panic was caught: only when nothing else goes.
        let others: Vec<Step> = gone.iter().copied().filter(|&step| !self.is_unwound(step)).collect();
        let mut waiting = if others.is_empty() { gone.to_vec() } else { others };
        let mut calls_left: BTreeMap<FnId, usize> =
            self.known.entered_by.iter().map(|(&function, calls)| (function, calls.len())).collect();
        while let Some(step) = waiting.pop() {
            if !std::mem::replace(&mut kept[step], false) {
                continue;
            }
            let readers = self.readers[step].iter();
            let helpless = readers.filter(|(reason, reader)| self.substitute(*reader, *reason).is_none());
            waiting.extend(helpless.map(|(_, reader)| *reader));
            waiting.extend(self.decides.get(&step).into_iter().flatten());
            if self.is_unwound(step) {
                let function = self.known.points[step].function;
                waiting.extend(self.known.entered_by.get(&function).into_iter().flatten());
            }
            for function in self.enters.get(&step).into_iter().flatten() {
                let left = calls_left.entry(*function).or_default();
                *left = left.saturating_sub(1);
                if *left == 0 {
                    waiting.extend(self.inside.get(function).into_iter().flatten());
                }
            }
        }
        self.slice(&kept, Extent::Functions)
    }

    /// How far each point is from some others: how many constants would have to be known to get along without it. `None` is not needed at all.
    fn distances(&self, roots: &[Step], extent: Extent) -> Vec<Option<usize>> {
        let mut distances = vec![None; self.known.points.len()];
        let mut queue: VecDeque<(Step, usize)> = roots.iter().map(|&root| (root, 0)).collect();
        while let Some((step, distance)) = queue.pop_front() {
            if distances[step].is_some_and(|known| known <= distance) {
                continue;
            }
            distances[step] = Some(distance);
            for needed in self.needed(step, extent) {
                queue.push_front((needed, distance));
            }
            for &(reason, writer) in &self.known.reads[step] {
                if self.substitute(step, reason).is_some() {
                    queue.push_back((writer, distance + 1));
                }
            }
        }
        distances
    }

    /// What a point cannot do without.
    fn needed(&self, step: Step, extent: Extent) -> Vec<Step> {
        let Point { function, block, .. } = self.known.points[step];
        let reads = self.known.reads[step].iter();
        let read = reads.filter(|(reason, _)| self.substitute(step, *reason).is_none());
        let mut needed: Vec<Step> = read.map(|&(_, writer)| writer).collect();
        needed.extend(self.known.entered_by.get(&function).and_then(BTreeSet::first));
        needed.extend(self.unwound.get(&function).into_iter().flatten());
        let control = match extent {
            Extent::Statements => &self.control,
            _ => &self.possible,
        };
        let deciders = control.get(&function).into_iter().flat_map(|control| control.decided_by(block));
        needed.extend(deciders.filter_map(|decider| self.known.step(self.end(function, decider))));
        needed
    }

    /// The constant that can stand for what a point reads.
    fn substitute(&self, step: Step, reason: Use) -> Option<Const> {
        let point = self.known.points[step];
        match reason {
            Use::Operand(n) => self.trace.operand(point, n).cloned(),
            Use::Result => self.trace.result_of(point).cloned(),
            Use::Way => None,
        }
    }

    /// The terminator of a block.
    fn end(&self, function: FnId, block: BlockId) -> Point {
        let statement = self.program.functions[function].body.blocks[block].statements.len();
        Point { function, block, statement }
    }

    /// The points of a slice.
    fn kept(&self, distances: &[Option<usize>], distance: usize, extent: Extent) -> Vec<bool> {
        let is_near = |known: &Option<usize>| known.is_some_and(|known| known <= distance);
        let mut kept: Vec<bool> = distances.iter().map(is_near).collect();
        let near = self.known.points.iter().zip(&kept).filter(|(_, is_kept)| **is_kept);
        let functions: BTreeSet<FnId> = near.clone().map(|(point, _)| point.function).collect();
        let blocks: BTreeSet<(FnId, BlockId)> =
            near.map(|(point, _)| (point.function, point.block)).collect();
        let is_inside = |point: &Point| match extent {
            Extent::Statements | Extent::Decisions => false,
            Extent::Blocks => blocks.contains(&(point.function, point.block)) && self.is_plain(*point),
            Extent::Functions => functions.contains(&point.function) && self.is_plain(*point),
        };
        let mut waiting: Vec<Step> =
            (0..kept.len()).filter(|&step| kept[step] || is_inside(&self.known.points[step])).collect();
        let mut is_done = vec![false; kept.len()];
        while let Some(step) = waiting.pop() {
            if !std::mem::replace(&mut is_done[step], true) {
                kept[step] = true;
                waiting.extend(self.needed(step, extent));
            }
        }
        kept
    }

    fn is_unwound(&self, step: Step) -> bool {
        self.unwound.get(&self.known.points[step].function).is_some_and(|calls| calls.contains(&step))
    }

    /// Whether something is a call from which a panic came back.
    fn has_unwound(&self, point: Point) -> bool {
        let blocks = &self.program.functions[point.function].body.blocks;
        let Block { terminator, is_cleanup, .. } = &blocks[point.block];
        let is_call = matches!(terminator, Terminator::Call(_) | Terminator::Drop { .. });
        let went_on = |ways: &BTreeSet<BlockId>| {
            !ways.is_empty() && (*is_cleanup || ways.iter().all(|&target| !blocks[target].is_cleanup))
        };
        is_call
            && point == self.end(point.function, point.block)
            && !self.known.ways.get(&(point.function, point.block)).is_some_and(went_on)
    }

    /// Whether something is no call.
    fn is_plain(&self, point: Point) -> bool {
        let block = &self.program.functions[point.function].body.blocks[point.block];
        point.statement < block.statements.len() || matches!(block.terminator, Terminator::Switch(..))
    }

    /// The program without what is not kept.
    fn slice(&self, kept: &[bool], extent: Extent) -> Program {
        let is_kept = |point: Point| self.known.step(point).is_some_and(|step| kept[step]);
        let mut new = self.program.clone();
        for &function in self.control.keys() {
            let old = &self.program.functions[function].body;
            for (block, content) in old.blocks.iter_ids() {
                let target = &mut new.functions[function].body.blocks[block];
                let Some(ways) = self.known.ways.get(&(function, block)) else {
                    if extent == Extent::Statements {
                        *target =
                            Block { is_cleanup: content.is_cleanup, ..Block::new(Terminator::Unreachable) };
                    }
                    continue;
                };
                let end = self.end(function, block);
                let statements = content.statements.iter().enumerate().filter_map(|(statement, content)| {
                    let point = Point { statement, ..end };
                    let is_storage = matches!(content, Statement::StorageLive(_) | Statement::StorageDead(_));
                    (is_kept(point) || is_storage).then(|| self.statement(point, content, kept))
                });
                target.statements = statements.collect();
                target.terminator = match is_kept(end) {
                    true => self.terminator(end, kept),
                    false => self.straight(end, ways),
                };
            }
        }
        self.set_results(&mut new, kept);
        new
    }

    fn statement(&self, point: Point, statement: &Statement, kept: &[bool]) -> Statement {
        let mut new = statement.clone();
        self.put_constants(point, &mut new.parts_mut(), kept);
        new
    }

    fn terminator(&self, point: Point, kept: &[bool]) -> Terminator {
        let mut new = self.program.functions[point.function].body.blocks[point.block].terminator.clone();
        self.put_constants(point, &mut new.parts_mut(), kept);
        new
    }

    /// Puts constants in the place of operands that stand on what is not kept.
    fn put_constants(&self, point: Point, parts: &mut [PartMut], kept: &[bool]) {
        let Some(step) = self.known.step(point) else { return };
        for &(reason, writer) in &self.known.reads[step] {
            if !kept[writer]
                && let Use::Operand(n) = reason
                && let Some(value) = self.substitute(step, reason)
                && let Some(PartMut::Operand(operand)) = parts.get_mut(n)
            {
                **operand = Operand::Const(value);
            }
        }
    }

    /// How a block ends when it decides and calls nothing any more.
    fn straight(&self, end: Point, ways: &BTreeSet<BlockId>) -> Terminator {
        let old = &self.program.functions[end.function].body.blocks[end.block].terminator;
        let next = self.control.get(&end.function).and_then(|control| control.next(end.block));
        let target = match (old, ways.len()) {
            (Terminator::Call(_) | Terminator::Drop { .. } | Terminator::Switch(..), 1) => {
                ways.first().copied()
            }
            (Terminator::Switch(..), _) => next,
            _ => None,
        };
        target.map_or_else(|| old.clone(), Terminator::Goto)
    }

    /// Lets functions whose results are not computed any more begin with one.
    fn set_results(&self, program: &mut Program, kept: &[bool]) {
        let mut results: BTreeMap<FnId, Const> = BTreeMap::new();
        for call in (0..kept.len()).filter(|&step| kept[step]) {
            for &(reason, writer) in &self.known.reads[call] {
                if reason == Use::Result
                    && !kept[writer]
                    && let Some(value) = self.substitute(call, reason)
                {
                    results.entry(self.known.points[writer].function).or_insert(value);
                }
            }
        }
        for (function, value) in results {
            let entry = &mut program.functions[function].body.blocks[BlockId::ENTRY];
            entry.statements.insert(0, Statement::Assign(Local::RETURN.into(), Rvalue::Use(value.into())));
        }
    }
}

/// Where control can go from a block, when nothing panics that did not.
fn possible_ways(block: &Block, went: Option<&BTreeSet<BlockId>>) -> BTreeSet<BlockId> {
    let successors = block.terminator.successors().into_iter();
    match (&block.terminator, went) {
        (Terminator::Switch(..), _) => successors.collect(),
        (_, Some(went)) => went.clone(),
        (_, None) => successors.take(1).collect(),
    }
}

/// The call that a change makes print something.
fn shown_at(change: &Change) -> Option<(FnId, BlockId)> {
    match change {
        Change::Show(function, block, ..) => Some((*function, *block)),
        _ => None,
    }
}
