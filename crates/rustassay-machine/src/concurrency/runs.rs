//! A map from the bytes of an allocation to values: equal neighbours are one run, so that equal maps are equal runs.

use crate::aliasing::Bytes;
use smallvec::SmallVec;

/// Bytes that share a value.
#[derive(Clone, PartialEq, Debug)]
struct Run<T> {
    bytes: Bytes,
    value: T,
}

/// Runs in order, apart, none empty. Bytes in no run have the default value.
#[derive(Clone, PartialEq, Debug)]
pub struct Runs<T>(Vec<Run<T>>);

impl<T> Default for Runs<T> {
    fn default() -> Self {
        Runs(Vec::new())
    }
}

/// How to take back one change of [`Runs`]: at `index` there were the runs `removed`, and not those that were `inserted`.
#[derive(Clone, PartialEq, Debug)]
pub struct Splice<T> {
    index: usize,
    inserted: usize,
    removed: SmallVec<[Run<T>; 1]>,
}

impl<T: Clone + PartialEq + Default> Runs<T> {
    /// A map with one value for all bytes.
    pub fn whole(size: u64, value: T) -> Self {
        let mut runs = Runs::default();
        runs.0.extend((size > 0).then_some(Run { bytes: Bytes { start: 0, end: size }, value }));
        runs
    }

    /// Changes the values of some bytes, run by run. Before the first error, runs may have changed; the state is then of no use but for
    /// a report, and to be undone.
    ///
    /// `log` is given the inverse, if there is a log at all.
    #[inline]
    pub fn update<E>(
        &mut self,
        bytes: Bytes,
        mut change: impl FnMut(&mut T) -> Result<(), E>,
        log: Option<impl FnOnce(Splice<T>)>,
    ) -> Result<(), E> {
        let first = self.0.partition_point(|run| run.bytes.end <= bytes.start);
        if let Some(run) = self.0.get_mut(first) {
            if run.bytes == bytes && log.is_none() {
                change(&mut run.value)?;
                self.unite(first);
                return Ok(());
            }
            // The same access again.
            if run.bytes.start <= bytes.start && bytes.end <= run.bytes.end {
                let mut value = run.value.clone();
                change(&mut value)?;
                if value == run.value {
                    return Ok(());
                }
            }
        }
        self.replace(first, bytes, change, log)
    }

    /// Makes a run one with neighbours that are its like.
    #[inline]
    fn unite(&mut self, index: usize) {
        let is_like =
            |one: &Run<T>, other: &Run<T>| one.bytes.end == other.bytes.start && one.value == other.value;
        if self.0.get(index + 1).is_some_and(|next| is_like(&self.0[index], next)) {
            self.0[index].bytes.end = self.0.remove(index + 1).bytes.end;
        }
        if index > 0 && is_like(&self.0[index - 1], &self.0[index]) {
            self.0[index - 1].bytes.end = self.0.remove(index).bytes.end;
        }
    }

    /// The general case of [`Runs::update`]: runs are cut at the ends of the bytes, gaps get runs, and neighbours that are alike are united.
    fn replace<E>(
        &mut self,
        first: usize,
        bytes: Bytes,
        mut change: impl FnMut(&mut T) -> Result<(), E>,
        log: Option<impl FnOnce(Splice<T>)>,
    ) -> Result<(), E> {
        // With the neighbours, which may be united with what comes between them.
        let begin = first.saturating_sub(1);
        let after = self.0[first..].partition_point(|run| run.bytes.start < bytes.end) + first;
        let end = (after + 1).min(self.0.len());
        let mut pieces: SmallVec<[Run<T>; 4]> = SmallVec::new();
        let mut add = |bytes: Bytes, value: T| match pieces.last_mut() {
            _ if bytes.start >= bytes.end => {}
            Some(last) if last.bytes.end == bytes.start && last.value == value => last.bytes.end = bytes.end,
            _ => pieces.push(Run { bytes, value }),
        };
        let mut at = bytes.start;
        for run in &self.0[begin..end] {
            let Bytes { start, end } = run.bytes;
            if end <= bytes.start {
                add(run.bytes, run.value.clone());
                continue;
            }
            let gap = Bytes { start: at, end: start.min(bytes.end) };
            if gap.start < gap.end {
                let mut value = T::default();
                change(&mut value)?;
                add(gap, value);
                at = gap.end;
            }
            add(Bytes { start, end: end.min(bytes.start) }, run.value.clone());
            let inside = Bytes { start: start.max(bytes.start), end: end.min(bytes.end) };
            if inside.start < inside.end {
                let mut value = run.value.clone();
                change(&mut value)?;
                add(inside, value);
                at = inside.end;
            }
            if start >= bytes.end {
                add(run.bytes, run.value.clone());
            } else {
                add(Bytes { start: bytes.end, end }, run.value.clone());
            }
        }
        if at < bytes.end {
            let mut value = T::default();
            change(&mut value)?;
            add(Bytes { start: at, end: bytes.end }, value);
        }
        let inserted = pieces.len();
        let removed = self.0.splice(begin..end, pieces).collect();
        if let Some(log) = log {
            log(Splice { index: begin, inserted, removed });
        }
        Ok(())
    }

    /// Takes back the last change that was not taken back yet.
    pub fn undo(&mut self, splice: Splice<T>) {
        self.0.splice(splice.index..splice.index + splice.inserted, splice.removed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustassay_random::Random;

    const SIZE: usize = 24;

    /// What the runs say, byte by byte.
    fn bytes_of(runs: &Runs<u8>) -> Vec<u8> {
        let at = |at: u64| runs.0.iter().find(|run| run.bytes.start <= at && at < run.bytes.end);
        (0..SIZE as u64).map(|byte| at(byte).map(|run| run.value).unwrap_or_default()).collect()
    }

    #[test]
    fn runs_hold_what_their_bytes_hold_and_can_be_undone() {
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let (mut runs, mut bytes) = (Runs::<u8>::default(), vec![0; SIZE]);
            let mut undo = Vec::new();
            for _ in 0..40 {
                let start = random.below(SIZE);
                let end = random.between(start + 1, SIZE);
                let (add, is_kept) = (random.below(3) as u8, !undo.is_empty() || random.coin());
                let before = (runs.clone(), bytes.clone());
                let mut splice = None;
                let change = |value: &mut u8| {
                    *value = (*value + add) % 3;
                    Ok::<(), ()>(())
                };
                let range = Bytes { start: start as u64, end: end as u64 };
                let log = is_kept.then_some(|made| splice = Some(made));
                runs.update(range, change, log).unwrap();
                undo.extend(splice.map(|splice| (before, splice)));
                bytes[start..end].iter_mut().for_each(|byte| *byte = (*byte + add) % 3);
                assert_eq!(bytes_of(&runs), bytes);
                if random.chance(20)
                    && let Some(((runs_before, bytes_before), splice)) = undo.pop()
                {
                    runs.undo(splice);
                    assert_eq!(runs, runs_before);
                    bytes = bytes_before;
                }
            }
        }
    }
}
