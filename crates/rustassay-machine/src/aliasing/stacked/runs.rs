//! A map from the bytes of an allocation to values, where neighbouring bytes mostly have equal values.

use super::stack::Uncompared;
use crate::aliasing::Bytes;
use smallvec::{SmallVec, smallvec};

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
    pub fn size(&self) -> u64 {
        self.size
    }

    /// How many runs there are.
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// The bytes of a run.
    pub fn bytes(&self, run: usize) -> Bytes {
        let end = self.runs.get(run + 1).map_or(self.size, |next| next.start);
        Bytes { start: self.runs[run].start, end }
    }

    pub fn get(&self, run: usize) -> &T {
        &self.runs[run].value
    }

    pub fn get_mut(&mut self, run: usize) -> &mut T {
        &mut self.runs[run].value
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.runs.iter().map(|run| &run.value)
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

    /// Makes the bytes of a run from `at` on a run of their own, the next one. Undone by [`Runs::join`].
    pub fn split(&mut self, run: usize, at: u64) {
        let value = self.runs[run].value.clone();
        self.runs.insert(run + 1, Run { start: at, value });
    }

    /// Makes a run and the next one, which has the same value, one. Undone by [`Runs::split`] at the result.
    pub fn join(&mut self, run: usize) -> u64 {
        self.runs.remove(run + 1).start
    }

    /// Whether a run and the next one have the same value.
    pub fn can_join(&self, run: usize) -> bool {
        self.runs.get(run + 1).is_some_and(|next| next.value == self.runs[run].value)
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
    fn join_undoes_split_and_split_undoes_join() {
        let mut runs = Runs::new(10, 'a');
        let whole = runs.clone();
        runs.split(0, 4);
        let parts = runs.clone();
        let at = runs.join(0);
        assert_eq!(runs, whole);
        runs.split(0, at);
        assert_eq!(runs, parts);
    }

    #[test]
    fn only_equal_neighbours_can_join() {
        let mut runs = Runs::new(10, 'a');
        assert!(!runs.can_join(0));
        runs.split(0, 4);
        assert!(runs.can_join(0));
        *runs.get_mut(1) = 'b';
        assert!(!runs.can_join(0));
    }

    #[test]
    fn an_empty_allocation_has_one_empty_run() {
        let mut runs = Runs::new(0, 'a');
        assert_eq!(runs.find(0), 0);
        assert_eq!(runs.bytes(0), Bytes { start: 0, end: 0 });
    }
}
