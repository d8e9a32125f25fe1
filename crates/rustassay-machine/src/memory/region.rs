//! Bytes as the abstract machine knows them: each is uninitialized, or a value with an optional provenance, and may be
//! tainted (it depends on what a program must not depend on: addresses, layouts, NaN payloads).
//!
//! Initialization is a bit a byte, and provenance and taint are kept only where there is some, so that memory costs
//! about an eighth more than its bytes (Miri paper, section 3.1).

use super::Provenance;
use smallvec::SmallVec;
use std::ops::Range;

/// A scalar value: bits, where a pointer came from, and whether it is tainted.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Scalar {
    /// The bits, cut to the scalar's width.
    pub bits: u128,
    /// For pointers: which memory the address may be used for.
    pub provenance: Option<Provenance>,
    /// Whether the value depends on what a program must not depend on.
    pub tainted: bool,
}

impl Scalar {
    /// A value without provenance or taint.
    pub const fn new(bits: u128) -> Scalar {
        Scalar { bits, provenance: None, tainted: false }
    }

    /// The same value, tainted if `tainted`.
    pub const fn taint(self, tainted: bool) -> Scalar {
        Scalar { tainted: self.tainted | tainted, ..self }
    }
}

/// A bit for each byte. That of a small value needs no allocation.
#[derive(Clone, Eq, Default, Debug)]
struct Mask(SmallVec<[u64; 2]>);

/// Words that are not there are zeros.
impl PartialEq for Mask {
    fn eq(&self, other: &Mask) -> bool {
        let common = self.0.len().min(other.0.len());
        let rest = self.0[common..].iter().chain(&other.0[common..]);
        self.0[..common] == other.0[..common] && rest.into_iter().all(|&word| word == 0)
    }
}

impl Mask {
    fn resize(&mut self, bytes: usize) {
        self.0.resize(bytes.div_ceil(64), 0);
    }

    /// The word and the bits of it that are a range, if it is in one word and not empty: scalars mostly are.
    #[inline]
    fn one_word(range: &Range<usize>) -> Option<(usize, u64)> {
        let low = range.start % 64;
        let len = range.len();
        (len > 0 && low + len <= 64).then(|| (range.start / 64, (u64::MAX >> (64 - len)) << low))
    }

    /// Calls `f` with each word that `range` touches and the bits of it that are in the range.
    #[inline]
    fn for_words(range: Range<usize>, mut f: impl FnMut(usize, u64) -> bool) -> bool {
        let mut at = range.start;
        while at < range.end {
            let word = at / 64;
            let low = at % 64;
            let high = (range.end - word * 64).min(64);
            let bits = (u64::MAX >> (64 - (high - low))) << low;
            if !f(word, bits) {
                return false;
            }
            at = word * 64 + high;
        }
        true
    }

    #[inline]
    fn all(&self, range: Range<usize>) -> bool {
        if let Some((word, bits)) = Self::one_word(&range) {
            return self.0[word] & bits == bits;
        }
        Self::for_words(range, |word, bits| self.0[word] & bits == bits)
    }

    fn any(&self, range: Range<usize>) -> bool {
        !Self::for_words(range, |word, bits| self.0[word] & bits == 0)
    }

    fn get(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    #[inline]
    fn set(&mut self, range: Range<usize>, value: bool) {
        if let Some((word, bits)) = Self::one_word(&range) {
            if value {
                self.0[word] |= bits;
            } else {
                self.0[word] &= !bits;
            }
            return;
        }
        Self::for_words(range, |word, bits| {
            if value {
                self.0[word] |= bits;
            } else {
                self.0[word] &= !bits;
            }
            true
        });
    }

    /// The bits of `range`, packed from bit 0 on.
    fn extract(&self, range: Range<usize>) -> Vec<u64> {
        let mut out = vec![0u64; range.len().div_ceil(64)];
        for (n, at) in range.enumerate() {
            out[n / 64] |= u64::from(self.get(at)) << (n % 64);
        }
        out
    }

    fn insert(&mut self, range: Range<usize>, packed: &[u64]) {
        for (n, at) in range.enumerate() {
            self.set(at..at + 1, packed[n / 64] >> (n % 64) & 1 == 1);
        }
    }
}

/// Consecutive bytes with one provenance.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Run {
    start: usize,
    end: usize,
    provenance: Provenance,
}

/// A stretch of memory.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Region {
    bytes: SmallBytes,
    init: Mask,
    /// All zeros until something is tainted, and then as long as `init`.
    taint: Mask,
    /// Sorted and apart.
    provenance: Vec<Run>,
}

/// What a stretch of memory held: to be put back, or to be copied elsewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    bytes: SmallBytes,
    /// Bit by bit; empty when all bytes were initialized.
    init: Option<Box<[u64]>>,
    taint: Option<Box<[u64]>>,
    provenance: Vec<Run>,
}

/// Bytes; those of a small value need no allocation.
type SmallBytes = SmallVec<[u8; 16]>;

impl Region {
    /// Uninitialized memory.
    pub fn new(size: usize) -> Region {
        let mut region = Region::default();
        region.resize(size);
        region
    }

    /// How many bytes there are.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Grows with uninitialized bytes, or shrinks.
    pub fn resize(&mut self, size: usize) {
        if size < self.len() {
            self.erase(size..self.len());
        }
        self.bytes.resize(size, 0);
        self.init.resize(size);
        if !self.taint.0.is_empty() {
            self.taint.resize(size);
        }
    }

    /// The scalar of `size` bytes at `at`; `None` if a byte of it is uninitialized.
    ///
    /// It has provenance only if all bytes have the same: a pointer that was torn apart and put together wrongly is an address
    /// and no more.
    #[inline]
    pub fn read(&self, at: usize, size: usize) -> Option<Scalar> {
        let range = at..at + size;
        if !self.init.all(range.clone()) {
            return None;
        }
        let provenance = if self.provenance.is_empty() { None } else { self.provenance_of(range.clone()) };
        let tainted = !self.taint.0.is_empty() && self.taint.any(range.clone());
        Some(Scalar { bits: load(&self.bytes[range]), provenance, tainted })
    }

    /// The bits of a scalar that is initialized, has no provenance and is not tainted, as most are.
    #[inline(always)]
    pub fn read_plain(&self, at: usize, size: usize) -> Option<u128> {
        let range = at..at + size;
        let plain = self.init.all(range.clone())
            && (self.provenance.is_empty() || !self.has_provenance(range.clone()))
            && !self.is_tainted(range.clone());
        if plain { Some(load(&self.bytes[range])) } else { None }
    }

    fn provenance_of(&self, range: Range<usize>) -> Option<Provenance> {
        let first = self.provenance.partition_point(|run| run.end <= range.start);
        let run = self.provenance.get(first)?;
        (run.start <= range.start && range.end <= run.end).then_some(run.provenance)
    }

    /// Whether any byte of the range has provenance.
    #[inline]
    pub fn has_provenance(&self, range: Range<usize>) -> bool {
        let first = self.provenance.partition_point(|run| run.end <= range.start);
        self.provenance.get(first).is_some_and(|run| run.start < range.end)
    }

    /// Whether all bytes of the range are initialized.
    pub fn is_init(&self, range: Range<usize>) -> bool {
        self.init.all(range)
    }

    /// The first uninitialized byte of the range.
    pub fn first_uninit(&self, mut range: Range<usize>) -> Option<usize> {
        range.find(|&at| !self.init.get(at))
    }

    /// Whether a byte of the range is tainted.
    #[inline]
    pub fn is_tainted(&self, range: Range<usize>) -> bool {
        !self.taint.0.is_empty() && self.taint.any(range)
    }

    /// The plain bytes, whatever is known of them.
    pub fn raw_bytes(&self, range: Range<usize>) -> &[u8] {
        &self.bytes[range]
    }

    /// Writes a scalar of `size` bytes.
    #[inline]
    pub fn write(&mut self, at: usize, size: usize, value: Scalar) {
        let range = at..at + size;
        store(&mut self.bytes[range.clone()], value.bits);
        self.init.set(range.clone(), true);
        if !self.provenance.is_empty() || value.provenance.is_some() {
            self.clear_provenance(range.clone());
            if let Some(provenance) = value.provenance {
                self.add_run(Run { start: range.start, end: range.end, provenance });
            }
        }
        self.set_taint(range, value.tainted);
    }

    /// Writes initialized bytes without provenance.
    pub fn write_bytes(&mut self, at: usize, bytes: &[u8], tainted: bool) {
        let range = at..at + bytes.len();
        self.bytes[range.clone()].copy_from_slice(bytes);
        self.init.set(range.clone(), true);
        self.clear_provenance(range.clone());
        self.set_taint(range, tainted);
    }

    /// Makes bytes uninitialized.
    pub fn erase(&mut self, range: Range<usize>) {
        // What an uninitialized byte held says nothing, and equal states must be equal.
        self.bytes[range.clone()].fill(0);
        self.init.set(range.clone(), false);
        self.clear_provenance(range.clone());
        self.set_taint(range, false);
    }

    /// Marks bytes as tainted or not.
    #[inline]
    pub fn set_taint(&mut self, range: Range<usize>, tainted: bool) {
        if tainted && self.taint.0.is_empty() {
            self.taint.resize(self.bytes.len());
        }
        if !self.taint.0.is_empty() {
            self.taint.set(range, tainted);
        }
    }

    fn clear_provenance(&mut self, range: Range<usize>) {
        let first = self.provenance.partition_point(|run| run.end <= range.start);
        let last = self.provenance.partition_point(|run| run.start < range.end);
        if first >= last {
            return;
        }
        let (head, tail) = (self.provenance[first], self.provenance[last - 1]);
        let before = (head.start < range.start).then_some(Run { end: range.start, ..head });
        let after = (range.end < tail.end).then_some(Run { start: range.end, ..tail });
        self.provenance.splice(first..last, before.into_iter().chain(after));
    }

    /// Adds a run where there is none, as a part of its neighbours where they are alike.
    fn add_run(&mut self, mut run: Run) {
        let mut at = self.provenance.partition_point(|other| other.end <= run.start);
        let touches = |other: &Run, run: &Run| {
            other.provenance == run.provenance && (other.end == run.start || run.end == other.start)
        };
        if let Some(next) = self.provenance.get(at).filter(|next| touches(next, &run)) {
            run.end = next.end;
            self.provenance.remove(at);
        }
        if at > 0 && touches(&self.provenance[at - 1], &run) {
            at -= 1;
            run.start = self.provenance[at].start;
            self.provenance.remove(at);
        }
        self.provenance.insert(at, run);
    }

    /// What a stretch of memory holds.
    pub fn snapshot(&self, range: Range<usize>) -> Snapshot {
        let init = (!self.init.all(range.clone())).then(|| self.init.extract(range.clone()).into());
        let taint = self.is_tainted(range.clone()).then(|| self.taint.extract(range.clone()).into());
        let provenance = if self.provenance.is_empty() { Vec::new() } else { self.runs_in(range.clone()) };
        Snapshot { bytes: SmallBytes::from_slice(&self.bytes[range]), init, taint, provenance }
    }

    /// The runs within `range`, cut to it and counted from its start.
    fn runs_in(&self, range: Range<usize>) -> Vec<Run> {
        let first = self.provenance.partition_point(|run| run.end <= range.start);
        let runs = self.provenance[first..].iter().take_while(|run| run.start < range.end);
        runs.map(|run| Run {
            start: run.start.max(range.start) - range.start,
            end: run.end.min(range.end) - range.start,
            ..*run
        })
        .collect()
    }

    /// Puts a snapshot into memory.
    pub fn restore(&mut self, at: usize, snapshot: &Snapshot) {
        let range = at..at + snapshot.bytes.len();
        self.bytes[range.clone()].copy_from_slice(&snapshot.bytes);
        match &snapshot.init {
            None => self.init.set(range.clone(), true),
            Some(packed) => self.init.insert(range.clone(), packed),
        }
        if !self.provenance.is_empty() {
            self.clear_provenance(range.clone());
        }
        for run in &snapshot.provenance {
            self.add_run(Run { start: run.start + at, end: run.end + at, ..*run });
        }
        match &snapshot.taint {
            None => self.set_taint(range, false),
            Some(packed) => {
                self.set_taint(range.clone(), true);
                self.taint.insert(range, packed);
            }
        }
    }

    /// Calls `f` with every provenance in memory.
    pub fn for_each_provenance(&self, mut f: impl FnMut(Provenance)) {
        self.provenance.iter().for_each(|run| f(run.provenance));
    }

    /// What the bookkeeping takes, in bytes, beside the bytes themselves.
    pub fn overhead(&self) -> usize {
        (self.init.0.len() + self.taint.0.len()) * 8 + self.provenance.len() * size_of::<Run>()
    }
}

impl Snapshot {
    /// How many bytes there are.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The memory as a region of its own.
    pub fn to_region(&self) -> Region {
        let mut region = Region::new(self.bytes.len());
        region.restore(0, self);
        region
    }
}

/// Little-endian bytes as bits. The common widths are one load each.
#[inline]
fn load(bytes: &[u8]) -> u128 {
    match *bytes {
        [a] => a.into(),
        [a, b] => u16::from_le_bytes([a, b]).into(),
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]).into(),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]).into(),
        _ => bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte)),
    }
}

#[inline]
fn store(bytes: &mut [u8], bits: u128) {
    match bytes.len() {
        1 => bytes[0] = bits as u8,
        2 => bytes.copy_from_slice(&(bits as u16).to_le_bytes()),
        4 => bytes.copy_from_slice(&(bits as u32).to_le_bytes()),
        8 => bytes.copy_from_slice(&(bits as u64).to_le_bytes()),
        len => bytes.copy_from_slice(&bits.to_le_bytes()[..len]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aliasing::Tag;
    use crate::memory::AllocId;

    const POINTER: Scalar =
        Scalar { bits: 0x1000, provenance: Some(Provenance::Allocation(AllocId(1), Tag(1))), tainted: true };

    #[test]
    fn fresh_memory_is_uninitialized() {
        assert_eq!(Region::new(8).read(0, 1), None);
    }

    #[test]
    fn a_pointer_keeps_its_provenance_and_taint() {
        let mut region = Region::new(100);
        region.write(60, 8, POINTER);
        assert_eq!(region.read(60, 8), Some(POINTER));
    }

    #[test]
    fn a_torn_pointer_is_an_address() {
        let mut region = Region::new(16);
        region.write(0, 8, POINTER);
        region.write(3, 1, Scalar::new(7));
        assert_eq!(region.read(0, 8).unwrap().provenance, None);
        assert!(region.has_provenance(0..3) && !region.has_provenance(3..4) && region.has_provenance(4..8));
    }

    #[test]
    fn a_snapshot_puts_back_what_was_there() {
        let mut region = Region::new(40);
        region.write(0, 8, POINTER);
        region.write(12, 4, Scalar::new(5));
        let before = region.clone();
        let snapshot = region.snapshot(4..20);
        region.write(8, 8, POINTER);
        region.erase(2..6);
        region.restore(4, &snapshot);
        region.restore(2, &before.snapshot(2..4));
        assert_eq!(region, before);
    }

    #[test]
    fn bookkeeping_costs_an_eighth_of_plain_bytes() {
        let region = Region::new(1 << 16);
        assert!(region.overhead() * 8 <= region.len() + 64);
    }
}
