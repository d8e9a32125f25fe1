//! A map from byte ranges to values: runs in order, with gaps for what has no value.

use super::super::Bytes;
use smallvec::SmallVec;

/// Bytes that share a value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Run<T> {
    pub bytes: Bytes,
    pub value: T,
}

/// Runs in order, apart, none empty. Most maps have one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RangeMap<T>(Pieces<T>);

/// How to take back one [`RangeMap::replace`]: put `removed` back in place of the `inserted` runs at `index`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Splice<T> {
    index: usize,
    inserted: usize,
    removed: Pieces<T>,
}

/// Runs in order.
pub(super) type Pieces<T> = SmallVec<[Run<T>; 1]>;

/// Adds a piece after the others, as part of the last one if they are alike.
pub(super) fn append<T: Copy + PartialEq>(pieces: &mut Pieces<T>, piece: Run<T>) {
    match pieces.last_mut() {
        Some(last) if last.value == piece.value && last.bytes.end == piece.bytes.start => {
            last.bytes.end = piece.bytes.end
        }
        _ => pieces.push(piece),
    }
}

impl<T: Copy + PartialEq> RangeMap<T> {
    pub fn new() -> Self {
        RangeMap(SmallVec::new())
    }

    /// A map of runs that are in order and apart.
    pub fn from_runs(runs: impl Iterator<Item = Run<T>>) -> Self {
        let mut pieces = Pieces::new();
        runs.for_each(|run| append(&mut pieces, run));
        RangeMap(pieces)
    }

    /// All runs, in order.
    pub fn runs(&self) -> &[Run<T>] {
        &self.0
    }

    /// The run that has the byte at `offset`.
    #[inline]
    pub fn run_at(&self, offset: u64) -> Option<&Run<T>> {
        self.0.get(self.index(offset)).filter(|run| run.bytes.start <= offset)
    }

    /// The value at `offset`, and where it may change next.
    #[inline]
    pub fn at(&self, offset: u64) -> (Option<T>, u64) {
        match self.0.get(self.index(offset)) {
            Some(run) if run.bytes.start <= offset => (Some(run.value), run.bytes.end),
            Some(run) => (None, run.bytes.start),
            None => (None, u64::MAX),
        }
    }

    /// The first run that ends after `offset`.
    #[inline]
    fn index(&self, offset: u64) -> usize {
        match &self.0[..] {
            [only] => (only.bytes.end <= offset) as usize,
            runs => runs.partition_point(|run| run.bytes.end <= offset),
        }
    }

    /// Gives all of `bytes` one value.
    #[inline]
    pub fn set(&mut self, bytes: Bytes, value: T) -> Splice<T> {
        let index = self.index(bytes.start);
        match self.0.get_mut(index) {
            Some(run) if run.bytes == bytes => {
                let removed = SmallVec::from_buf([*run]);
                run.value = value;
                Splice { index, inserted: 1, removed }
            }
            _ => self.replace(bytes, SmallVec::from_buf([Run { bytes, value }])),
        }
    }

    /// Puts `pieces`, which cover `bytes` without a gap, in the place of whatever is there.
    pub fn replace(&mut self, bytes: Bytes, pieces: Pieces<T>) -> Splice<T> {
        let mut first = self.index(bytes.start);
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
        pieces.into_iter().for_each(|piece| append(&mut inserted, piece));
        if let Some(last) = self.0[first..end].last().filter(|run| run.bytes.end > bytes.end) {
            append(&mut inserted, Run { bytes: Bytes { start: bytes.end, ..last.bytes }, ..*last });
        } else if let Some(next) = self.0.get(end)
            && next.bytes.start == bytes.end
            && inserted.last().is_some_and(|last| last.value == next.value)
        {
            append(&mut inserted, *next);
            end += 1;
        }
        let removed = self.0.drain(first..end).collect();
        let count = inserted.len();
        self.0.insert_many(first, inserted);
        Splice { index: first, inserted: count, removed }
    }

    /// Takes a [`RangeMap::replace`] back.
    pub fn undo(&mut self, splice: Splice<T>) {
        if let (1, [run]) = (splice.inserted, &splice.removed[..])
            && let Some(place) = self.0.get_mut(splice.index)
        {
            *place = *run;
            return;
        }
        let start = splice.index.min(self.0.len());
        let end = (start + splice.inserted).min(self.0.len());
        self.0.drain(start..end);
        self.0.insert_many(start, splice.removed);
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
        let splice = map.set(piece.bytes, piece.value);
        assert_eq!(map.runs(), after);
        map.undo(splice);
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
