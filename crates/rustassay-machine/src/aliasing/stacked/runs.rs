//! A map from the bytes of an allocation to values, where neighbouring bytes mostly have equal values.

use super::stack::Uncompared;
use crate::aliasing::Bytes;
use smallvec::{SmallVec, smallvec};
use std::ops::Range;

#[derive(Clone, PartialEq, Eq, Debug)]
struct Run<T> {
    start: u64,
    value: T,
}

/// Runs of bytes, in order and without gaps. There is always at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Runs<T> {
    size: u64,
    runs: SmallVec<[Run<T>; 1]>,
    /// The run that was last found.
    recent: Uncompared<u32>,
}

impl<T: Clone + PartialEq> Runs<T> {
    pub fn new(size: u64, value: T) -> Runs<T> {
        Runs { size, runs: smallvec![Run { start: 0, value }], recent: Uncompared(0) }
    }

    /// How many bytes there are.
    #[inline]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// How many runs there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// The bytes of a run.
    #[inline]
    pub fn bytes(&self, run: usize) -> Bytes {
        let end = self.runs.get(run + 1).map_or(self.size, |next| next.start);
        Bytes { start: self.runs[run].start, end }
    }

    #[inline]
    pub fn get(&self, run: usize) -> &T {
        &self.runs[run].value
    }

    #[inline]
    pub fn get_mut(&mut self, run: usize) -> &mut T {
        &mut self.runs[run].value
    }

    /// The value that all the given bytes have, if they lie in the run that was last found.
    #[inline]
    pub fn recent(&self, bytes: Bytes) -> Option<&T> {
        let run = self.recent.0 as usize;
        let value = &self.runs.get(run)?.value;
        let within = self.bytes(run);
        (within.start <= bytes.start && bytes.end <= within.end).then_some(value)
    }

    /// The run that a byte is in; the last run for those past the end.
    #[inline]
    pub fn find(&mut self, offset: u64) -> usize {
        let recent = self.recent.0 as usize;
        let holds = |run: usize| {
            run < self.runs.len() && self.runs[run].start <= offset && offset < self.bytes(run).end
        };
        let found = if holds(recent) {
            recent
        } else if holds(recent + 1) {
            recent + 1
        } else {
            self.runs.partition_point(|run| run.start <= offset).saturating_sub(1)
        };
        self.recent = Uncompared(found as u32);
        found
    }

    /// Makes the bytes of a run from `at` on a run of their own, the next one.
    pub fn split(&mut self, run: usize, at: u64) {
        let value = self.runs[run].value.clone();
        self.runs.insert(run + 1, Run { start: at, value });
    }

    /// Makes a run and the next one, which has the same value, one: the inverse of [`Runs::split`].
    pub fn unsplit(&mut self, run: usize) {
        self.runs.remove(run + 1);
    }

    /// Makes equal neighbours in a range of runs one. Tells `joined` each time which run was joined with the
    /// one after it, and where that began, as if they were joined one after the other from the left.
    pub fn join(&mut self, range: Range<usize>, mut joined: impl FnMut(usize, u64)) {
        let mut last = range.start;
        for next in range.start + 1..range.end {
            if self.runs[last].value == self.runs[next].value {
                joined(last, self.runs[next].start);
            } else {
                last += 1;
                self.runs.swap(last, next);
            }
        }
        self.runs.drain(last + 1..range.end);
    }

    /// Changes all values, then makes equal neighbours one.
    pub fn update_all(&mut self, mut update: impl FnMut(&mut T)) {
        self.runs.iter_mut().for_each(|run| update(&mut run.value));
        self.runs.dedup_by(|next, run| next.value == run.value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(runs: &Runs<char>) -> Vec<u64> {
        (0..runs.len()).map(|run| runs.bytes(run).start).collect()
    }

    #[test]
    fn runs_have_no_gaps() {
        let mut runs = Runs::new(10, 'a');
        runs.split(0, 4);
        runs.split(1, 7);
        assert_eq!(starts(&runs), [0, 4, 7]);
        assert_eq!(runs.bytes(2), Bytes { start: 7, end: 10 });
    }

    #[test]
    fn every_byte_is_found_whatever_was_found_before() {
        let mut runs = Runs::new(6, 'a');
        runs.split(0, 2);
        runs.split(1, 3);
        for before in 0..6 {
            for offset in 0..6 {
                runs.find(before);
                let found = runs.find(offset);
                let bytes = runs.bytes(found);
                assert!(bytes.start <= offset && offset < bytes.end);
            }
        }
    }

    #[test]
    fn unsplit_undoes_split() {
        let mut runs = Runs::new(10, 'a');
        let whole = runs.clone();
        runs.split(0, 4);
        runs.unsplit(0);
        assert_eq!(runs, whole);
    }

    /// Runs of a byte each.
    fn runs(values: &str) -> Runs<char> {
        let mut runs = Runs::new(values.len() as u64, ' ');
        for (at, value) in values.chars().enumerate() {
            if at > 0 {
                runs.split(at - 1, at as u64);
            }
            *runs.get_mut(at) = value;
        }
        runs
    }

    #[test]
    fn join_makes_equal_neighbours_in_its_range_one() {
        let mut runs = runs("aaabcccaa");
        runs.join(1..6, |_, _| ());
        assert_eq!((0..runs.len()).map(|run| runs.get(run)).collect::<String>(), "aabccaa");
        assert_eq!(starts(&runs), [0, 1, 3, 4, 6, 7, 8]);
    }

    #[test]
    fn splits_in_the_reverse_order_undo_a_join() {
        let before = runs("aaabcccaa");
        let mut runs = before.clone();
        let mut log = Vec::new();
        runs.join(0..9, |run, at| log.push((run, at)));
        for (run, at) in log.into_iter().rev() {
            runs.split(run, at);
        }
        assert_eq!(runs, before);
    }

    #[test]
    fn an_empty_allocation_has_one_empty_run() {
        let mut runs = Runs::new(0, 'a');
        assert_eq!(runs.find(0), 0);
        assert_eq!(runs.bytes(0), Bytes { start: 0, end: 0 });
    }
}
