//! A map from byte ranges to values: runs in order, with gaps for what has no value.

use super::super::Bytes;
use super::super::log::Log;
use smallvec::{Array, SmallVec};
use std::ops::Range;

/// Bytes that share a value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Run<T> {
    pub bytes: Bytes,
    pub value: T,
}

/// Runs in order, apart, none empty. Most maps have one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RangeMap<T>(SmallVec<[Run<T>; 1]>);

/// How to take back one change of a [`RangeMap`].
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Splice<T> {
    /// The run at `index` had another value.
    Value { index: usize, old: T },
    /// There was no run at `index`, but those around it.
    Gap { index: usize },
    /// Other runs were there: by far the rarer case.
    Runs(Box<Runs<T>>),
}

/// The runs that were `removed` at `index`, in favour of those that were `inserted`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Runs<T> {
    index: usize,
    inserted: usize,
    removed: Pieces<T>,
}

/// Runs in order, to replace others or replaced by them. Room for a run that is cut in three, and its
/// neighbour.
pub(super) type Pieces<T> = SmallVec<[Run<T>; 4]>;

/// Adds a piece after the others, as part of the last one if they are alike.
#[inline]
pub(super) fn append<T: Copy + PartialEq>(pieces: &mut SmallVec<impl Array<Item = Run<T>>>, piece: Run<T>) {
    match pieces.last_mut() {
        Some(last) if last.value == piece.value && last.bytes.end == piece.bytes.start => {
            last.bytes.end = piece.bytes.end
        }
        _ => pieces.push(piece),
    }
}

/// The index of the first run that ends after `offset`.
#[inline]
fn first_after<T>(runs: &[Run<T>], offset: u64) -> usize {
    match runs {
        [only] => (only.bytes.end <= offset) as usize,
        runs => runs.partition_point(|run| run.bytes.end <= offset),
    }
}

impl<T: Copy + PartialEq> RangeMap<T> {
    pub fn new() -> Self {
        RangeMap(SmallVec::new())
    }

    /// A map of runs that are in order and apart.
    #[inline]
    pub fn from_runs(runs: impl Iterator<Item = Run<T>>) -> Self {
        let mut map = RangeMap::new();
        runs.for_each(|run| append(&mut map.0, run));
        map
    }

    /// All runs, in order.
    #[inline]
    pub fn runs(&self) -> &[Run<T>] {
        self.0.as_slice()
    }

    /// The run that has the byte at `offset`.
    #[inline]
    pub fn run_at(&self, offset: u64) -> Option<&Run<T>> {
        let runs = self.runs();
        runs.get(first_after(runs, offset)).filter(|run| run.bytes.start <= offset)
    }

    /// The run that has the byte at `offset`, and which one it is.
    #[inline]
    pub fn find(&self, offset: u64) -> Option<(usize, &Run<T>)> {
        let index = first_after(self.runs(), offset);
        let run = self.runs().get(index).filter(|run| run.bytes.start <= offset)?;
        Some((index, run))
    }

    /// Gives a run another value.
    #[inline]
    pub fn set_at(&mut self, index: usize, value: T, log: &mut impl Log<Splice<T>>) {
        let old = std::mem::replace(&mut self.0[index].value, value);
        log.push(|| Splice::Value { index, old });
    }

    /// The value at `offset`, and where it may change next.
    #[inline]
    pub fn at(&self, offset: u64) -> (Option<T>, u64) {
        let runs = self.runs();
        match runs.get(first_after(runs, offset)) {
            Some(run) if run.bytes.start <= offset => (Some(run.value), run.bytes.end),
            Some(run) => (None, run.bytes.start),
            None => (None, u64::MAX),
        }
    }

    /// Gives all of `bytes` one value.
    #[inline]
    pub fn set(&mut self, bytes: Bytes, value: T, log: &mut impl Log<Splice<T>>) {
        let runs = self.runs();
        let index = first_after(runs, bytes.start);
        let is_run = runs.get(index).is_some_and(|run| run.bytes == bytes);
        if is_run && !self.is_next_to_its_like(index, value) {
            self.set_at(index, value, log);
        } else if self.is_apart(bytes, index) {
            self.0.insert(index, Run { bytes, value });
            log.push(|| Splice::Gap { index });
        } else {
            self.replace(bytes, &[Run { bytes, value }], log);
        }
    }

    /// Whether bytes are in a gap, and touch no run. The run at `index` is the first that ends after they begin.
    #[inline]
    fn is_apart(&self, bytes: Bytes, index: usize) -> bool {
        let ends_before = |index: usize| self.0.get(index).is_none_or(|run| run.bytes.end < bytes.start);
        let begins_after = |index: usize| self.0.get(index).is_none_or(|run| run.bytes.start > bytes.end);
        ends_before(index.wrapping_sub(1)) && begins_after(index)
    }

    /// Whether a run would have a neighbour with the same value.
    #[inline]
    fn is_next_to_its_like(&self, index: usize, value: T) -> bool {
        let Run { bytes, .. } = self.0[index];
        let is_like = |index: usize, touches: fn(Bytes, Bytes) -> bool| {
            self.0.get(index).is_some_and(|other| touches(other.bytes, bytes) && other.value == value)
        };
        is_like(index.wrapping_sub(1), |before, run| before.end == run.start)
            || is_like(index + 1, |after, run| after.start == run.end)
    }

    /// Puts `pieces`, which cover `bytes` without a gap, in the place of whatever is there.
    pub fn replace(&mut self, bytes: Bytes, pieces: &[Run<T>], log: &mut impl Log<Splice<T>>) {
        let mut first = first_after(&self.0, bytes.start);
        let overlapping = self.0[first..].iter().take_while(|run| run.bytes.start < bytes.end).count();
        let mut end = first + overlapping;
        let mut inserted = Pieces::new();
        if let Some(before) = first.checked_sub(1)
            && self.0[before].bytes.end == bytes.start
            && self.0[before].value == pieces[0].value
        {
            first = before;
        }
        if let Some(run) = self.0.get(first).filter(|run| run.bytes.start < bytes.start) {
            inserted.push(Run { bytes: Bytes { end: run.bytes.end.min(bytes.start), ..run.bytes }, ..*run });
        }
        pieces.iter().for_each(|piece| append(&mut inserted, *piece));
        if let Some(last) = self.0[first..end].last().filter(|run| run.bytes.end > bytes.end) {
            append(&mut inserted, Run { bytes: Bytes { start: bytes.end, ..last.bytes }, ..*last });
        } else if let Some(next) = self.0.get(end)
            && next.bytes.start == bytes.end
            && inserted.last().is_some_and(|last| last.value == next.value)
        {
            append(&mut inserted, *next);
            end += 1;
        }
        log.push(|| {
            let removed = Pieces::from_slice(&self.0[first..end]);
            Splice::Runs(Box::new(Runs { index: first, inserted: inserted.len(), removed }))
        });
        self.splice(first..end, &inserted);
    }

    /// Puts runs in the place of others.
    fn splice(&mut self, range: Range<usize>, runs: &[Run<T>]) {
        if range.len() == runs.len() {
            self.0[range].copy_from_slice(runs);
        } else {
            let start = range.start;
            self.0.drain(range);
            self.0.insert_from_slice(start, runs);
        }
    }

    /// Takes a change back.
    pub fn undo(&mut self, splice: Splice<T>) {
        match splice {
            Splice::Value { index, old } => {
                if let Some(run) = self.0.get_mut(index) {
                    run.value = old;
                }
            }
            Splice::Gap { index } => {
                self.0.remove(index);
            }
            Splice::Runs(runs) => {
                let start = runs.index.min(self.0.len());
                let end = (start + runs.inserted).min(self.0.len());
                self.splice(start..end, &runs.removed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(start: u64, end: u64, value: u8) -> Run<u8> {
        Run { bytes: Bytes { start, end }, value }
    }

    fn map(runs: &[Run<u8>]) -> RangeMap<u8> {
        RangeMap(runs.iter().copied().collect())
    }

    /// Sets a piece, checks the outcome, and that it can be taken back.
    fn check(before: &[Run<u8>], piece: Run<u8>, after: &[Run<u8>]) {
        let mut map = map(before);
        let mut splices = Vec::new();
        map.set(piece.bytes, piece.value, &mut |splice| splices.push(splice));
        assert_eq!(map.runs(), after);
        splices.into_iter().for_each(|splice| map.undo(splice));
        assert_eq!(map.runs(), before);
    }

    #[test]
    fn a_piece_replaces_a_run() {
        check(&[run(0, 4, 1)], run(0, 4, 2), &[run(0, 4, 2)]);
    }

    #[test]
    fn a_piece_splits_a_run() {
        check(&[run(0, 9, 1)], run(3, 6, 2), &[run(0, 3, 1), run(3, 6, 2), run(6, 9, 1)]);
    }

    #[test]
    fn a_piece_that_is_like_its_neighbours_joins_them() {
        check(&[run(0, 3, 1), run(6, 9, 1)], run(3, 6, 1), &[run(0, 9, 1)]);
        check(
            &[run(0, 3, 1), run(3, 6, 2), run(6, 9, 1)],
            run(3, 6, 2),
            &[run(0, 3, 1), run(3, 6, 2), run(6, 9, 1)],
        );
        check(&[run(0, 5, 1), run(5, 9, 1)], run(3, 6, 1), &[run(0, 9, 1)]);
    }

    #[test]
    fn a_piece_covers_gaps_and_parts_of_runs() {
        check(&[run(0, 2, 1), run(4, 8, 3)], run(1, 6, 2), &[run(0, 1, 1), run(1, 6, 2), run(6, 8, 3)]);
        check(&[], run(1, 6, 2), &[run(1, 6, 2)]);
        check(&[run(7, 8, 1)], run(1, 6, 2), &[run(1, 6, 2), run(7, 8, 1)]);
    }

    #[test]
    fn a_value_says_how_far_it_reaches() {
        let map = map(&[run(2, 4, 1), run(4, 8, 2)]);
        assert_eq!(map.at(0), (None, 2));
        assert_eq!(map.at(3), (Some(1), 4));
        assert_eq!(map.at(4), (Some(2), 8));
        assert_eq!(map.at(8), (None, u64::MAX));
    }
}
