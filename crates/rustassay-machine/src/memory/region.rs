//! Bytes as the abstract machine knows them: each is uninitialized, or a value with an optional provenance, and may be
//! tainted (it depends on what a program must not depend on: addresses, layouts, NaN payloads).
//!
//! Initialization is a bit a byte, and provenance and taint are notes that are kept only where there are some, so that memory
//! costs about an eighth more than its bytes (Miri paper, section 3.1). A second bit a byte tells where notes are, once there
//! is one: bytes without notes, as most are, are read and written without looking for any.

use super::mask::Mask;
use super::notes::{Note, Notes, WORD};
use super::{Provenance, Referent, Scalar, Taint, Word};
use rustassay_lang::{Architecture, DataLayout, Endian};
use smallvec::SmallVec;
use std::ops::Range;

/// A stretch of memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    bytes: SmallBytes,
    init: Mask,
    notes: Notes,
    format: ScalarFormat,
}

/// How the target's scalars lie in memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ScalarFormat {
    endian: Endian,
    pointer_size: u8,
}

impl ScalarFormat {
    /// That of a target.
    pub const fn new(layout: DataLayout) -> ScalarFormat {
        ScalarFormat { endian: layout.endian, pointer_size: layout.pointer_size() as u8 }
    }

    /// The bytes of a pointer.
    #[inline]
    pub const fn pointer_size(self) -> usize {
        self.pointer_size as usize
    }

    /// Bytes as bits. The common widths are one load each.
    #[inline]
    fn load(self, bytes: &[u8]) -> u128 {
        let bits = load(bytes);
        match self.endian {
            Endian::Little => bits,
            Endian::Big => bits.swap_bytes().unbounded_shr(128 - 8 * bytes.len() as u32),
        }
    }

    /// The first bytes of eight as bits.
    #[inline(always)]
    fn load_first(self, bytes: [u8; WORD], size: usize) -> u64 {
        let unused = 64 - 8 * size;
        match self.endian {
            Endian::Little => u64::from_le_bytes(bytes) & (u64::MAX >> unused),
            Endian::Big => u64::from_be_bytes(bytes) >> unused,
        }
    }

    /// Bits as bytes.
    #[inline]
    fn store(self, bytes: &mut [u8], bits: u128) {
        match self.endian {
            Endian::Little => store(bytes, bits),
            Endian::Big => store(bytes, bits.swap_bytes().unbounded_shr(128 - 8 * bytes.len() as u32)),
        }
    }
}

/// What stretches of memory held, one after the other: to be put back, the last one first.
#[derive(Clone, Default, Debug)]
pub struct Archive {
    bytes: Vec<u8>,
    /// For those that were not initialized as a whole.
    init: Vec<u64>,
    notes: Vec<Note>,
}

/// How much of an [`Archive`] belongs to a stretch of memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Saved {
    bytes: u32,
    notes: u32,
    is_init: bool,
}

/// Bytes; those of a small value need no allocation.
type SmallBytes = SmallVec<[u8; 48]>;

impl Region {
    /// Uninitialized memory.
    pub fn new(format: ScalarFormat, size: usize) -> Region {
        let mut region =
            Region { bytes: SmallBytes::default(), init: Mask::default(), notes: Notes::default(), format };
        region.resize(size);
        region
    }

    /// No memory.
    pub fn empty() -> Region {
        Region::new(ScalarFormat::new(Architecture::DEFAULT.layout), 0)
    }

    /// How scalars lie in it.
    #[inline]
    pub fn format(&self) -> ScalarFormat {
        self.format
    }

    /// The pointer, or what else is as large as one, at `at`; `None` if a byte of it is uninitialized.
    #[inline]
    pub fn read_address(&self, at: usize) -> Option<Scalar> {
        self.read(at, self.format.pointer_size())
    }

    /// The two halves of a wide pointer at `at`.
    #[inline]
    pub fn read_wide(&self, at: usize) -> [Option<Scalar>; 2] {
        [self.read_address(at), self.read_address(at + self.format.pointer_size())]
    }

    /// Writes a pointer, or what else is as large as one.
    #[inline]
    pub fn write_address(&mut self, at: usize, value: Scalar) {
        self.write(at, self.format.pointer_size(), value);
    }

    /// Writes the two halves of a wide pointer.
    #[inline]
    pub fn write_wide(&mut self, at: usize, pointer: Scalar, metadata: Scalar) {
        self.write_address(at, pointer);
        self.write_address(at + self.format.pointer_size(), metadata);
    }

    /// How many bytes there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Grows with uninitialized bytes, or shrinks.
    #[inline]
    pub fn resize(&mut self, size: usize) {
        static ZEROS: [u8; 1024] = [0; 1024];
        if size <= self.len() {
            return self.truncate(size);
        }
        let more = size - self.len();
        if more <= ZEROS.len() {
            self.bytes.extend_from_slice(&ZEROS[..more]);
        } else {
            self.bytes.resize(size, 0);
        }
        self.init.resize(size);
        self.notes.grow(size);
    }

    /// Shrinks to at most `size` bytes.
    #[inline]
    pub fn truncate(&mut self, size: usize) {
        if size >= self.len() {
            return;
        }
        self.bytes.truncate(size);
        self.init.truncate(size);
        self.notes.truncate(size);
    }

    /// The scalar of `size` bytes at `at`; `None` if a byte of it is uninitialized.
    ///
    /// It has provenance only if all bytes have the same: a pointer that was torn apart and put together wrongly is an address
    /// and no more.
    #[inline]
    pub fn read(&self, at: usize, size: usize) -> Option<Scalar> {
        if size <= WORD
            && let Some(bits) = self.read_plain(at, size)
        {
            return Some(Scalar::new(bits.into()));
        }
        let range = at..at + size;
        if !self.init.all(range.clone()) {
            return None;
        }
        let scalar = Scalar::new(self.format.load(&self.bytes.as_slice()[range.clone()]));
        if self.notes.are_none(range.clone()) {
            return Some(scalar);
        }
        if size == WORD
            && let Some(target) = self.notes.pointer(at)
        {
            return Some(Scalar { provenance: target.provenance(), ..scalar });
        }
        Some(self.with_notes(scalar, range))
    }

    #[cold]
    fn with_notes(&self, scalar: Scalar, range: Range<usize>) -> Scalar {
        let notes = self.notes.within(&range);
        if let [note] = notes[..]
            && (note.start, note.end, note.taint) == (range.start, range.end, Taint::Nan)
        {
            return Scalar { taint: Taint::Nan, ..scalar };
        }
        let tainted = notes.iter().any(|note| note.taint != Taint::Clean);
        let covered = notes.iter().try_fold(range.start, |at, note| {
            (note.start <= at && note.provenance == notes[0].provenance).then_some(note.end)
        });
        let is_whole = covered.is_some_and(|end| end >= range.end);
        // Part of an address is a number that shows where an allocation lies.
        let tainted = tainted || (!is_whole && notes.iter().any(|note| note.provenance.is_some()));
        let provenance = if is_whole { notes[0].provenance } else { None };
        Scalar { provenance, ..scalar }.tainted_if(tainted)
    }

    /// The bits of up to eight bytes that are initialized and have neither provenance nor taint, as most have.
    #[inline(always)]
    pub fn read_plain(&self, at: usize, size: usize) -> Option<u64> {
        let (word, bits) = Mask::one_word(&(at..at + size))?;
        if !self.init.has_all(word, bits) || !self.notes.are_none_in(word, bits) {
            return None;
        }
        // One load for all sizes: what lies behind is cut off.
        if let Some(&bytes) = self.bytes.as_slice()[at..].first_chunk::<WORD>() {
            return Some(self.format.load_first(bytes, size));
        }
        Some(self.format.load(&self.bytes.as_slice()[at..at + size]) as u64)
    }

    /// The word of up to eight bytes, if they are one.
    #[inline(always)]
    pub fn read_word(&self, at: usize, size: usize) -> Option<Word> {
        match self.read_plain(at, size) {
            Some(bits) => Some(Word::plain(bits)),
            None if size == WORD => self.read_pointer(at),
            None if size == self.format.pointer_size() => self.read_short_pointer(at),
            None => None,
        }
    }

    /// The pointer of fewer than eight bytes, if they are one.
    #[cold]
    fn read_short_pointer(&self, at: usize) -> Option<Word> {
        Word::of(self.read_address(at)?)
    }

    /// The pointer of eight bytes, if they are one.
    #[inline]
    pub fn read_pointer(&self, at: usize) -> Option<Word> {
        let target = self.notes.pointer(at)?;
        let bytes = *self.bytes.as_slice()[at..].first_chunk::<WORD>()?;
        Some(Word { bits: self.format.load_first(bytes, WORD), target })
    }

    /// Writes a word of up to eight bytes.
    #[inline(always)]
    pub fn write_word(&mut self, at: usize, size: usize, word: Word) {
        if word.target.is_none() {
            self.write_plain(at, size, word.bits);
        } else {
            self.write(at, size, word.into());
        }
    }

    /// Writes up to eight bytes that have neither provenance nor taint.
    #[inline(always)]
    pub fn write_plain(&mut self, at: usize, size: usize, bits: u64) {
        match Mask::one_word(&(at..at + size)) {
            Some((word, mask)) if self.notes.are_none_in(word, mask) => {
                self.format.store(&mut self.bytes.as_mut_slice()[at..at + size], bits.into());
                self.init.set_in(word, mask);
            }
            _ => self.write(at, size, Scalar::new(bits.into())),
        }
    }

    /// Whether any byte of the range has provenance.
    #[inline]
    pub fn has_provenance(&self, range: Range<usize>) -> bool {
        !self.notes.are_none(range.clone()) && self.notes.have_provenance(&range)
    }

    /// Whether all bytes of the range are initialized.
    #[inline]
    pub fn is_init(&self, range: Range<usize>) -> bool {
        self.init.all(range)
    }

    /// Whether no byte of the range is initialized.
    pub fn is_uninit(&self, range: Range<usize>) -> bool {
        self.init.none(range)
    }

    /// The first uninitialized byte of the range.
    pub fn first_uninit(&self, mut range: Range<usize>) -> Option<usize> {
        range.find(|&at| !self.init.get(at))
    }

    /// Whether a byte of the range is tainted.
    #[inline]
    pub fn is_tainted(&self, range: Range<usize>) -> bool {
        !self.notes.are_none(range.clone()) && self.notes.have_taint(&range)
    }

    /// The plain bytes, whatever is known of them.
    pub fn raw_bytes(&self, range: Range<usize>) -> &[u8] {
        &self.bytes.as_slice()[range]
    }

    /// Writes a scalar of `size` bytes.
    #[inline]
    pub fn write(&mut self, at: usize, size: usize, value: Scalar) {
        let range = at..at + size;
        self.format.store(&mut self.bytes.as_mut_slice()[range.clone()], value.bits);
        self.init.set(range.clone(), true);
        match (value.provenance, value.taint) {
            (Some(Provenance::Allocation(id, tag)), Taint::Clean)
                if size == WORD && at.is_multiple_of(WORD) =>
            {
                self.notes.set_pointer(at, Referent { id, tag }, self.bytes.len());
            }
            (provenance, taint) => self.renote(Note { start: at, end: at + size, provenance, taint }),
        }
    }

    /// Writes initialized bytes without provenance.
    pub fn write_bytes(&mut self, at: usize, bytes: &[u8], tainted: bool) {
        let range = at..at + bytes.len();
        self.bytes[range.clone()].copy_from_slice(bytes);
        self.init.set(range.clone(), true);
        let taint = if tainted { Taint::Unknown } else { Taint::Clean };
        self.renote(Note { start: range.start, end: range.end, provenance: None, taint });
    }

    /// Makes bytes uninitialized.
    #[inline]
    pub fn erase(&mut self, range: Range<usize>) {
        // What an uninitialized byte held says nothing, and equal states must be equal.
        self.bytes.as_mut_slice()[range.clone()].fill(0);
        self.init.set(range.clone(), false);
        if !self.notes.are_none(range.clone()) {
            self.notes.clear(range);
        }
    }

    /// Puts one note in the place of all that is noted of its bytes.
    #[inline]
    fn renote(&mut self, note: Note) {
        let range = note.start..note.end;
        if !self.notes.are_none(range.clone()) {
            self.notes.clear(range);
        }
        if note.says_something() {
            self.add_note(note);
        }
    }

    /// Adds a note on bytes that have none.
    fn add_note(&mut self, note: Note) {
        self.notes.reserve(self.bytes.len());
        self.notes.add(note);
    }

    /// Marks all that is initialized as tainted.
    pub fn taint(&mut self) {
        let mut notes = self.notes.take().into_iter().peekable();
        for at in (0..self.len()).filter(|&at| self.init.get(at)).collect::<Vec<_>>() {
            while notes.next_if(|note| note.end <= at).is_some() {}
            let provenance = notes.peek().filter(|note| note.start <= at).and_then(|note| note.provenance);
            self.add_note(Note { start: at, end: at + 1, provenance, taint: Taint::Unknown });
        }
    }

    /// What a stretch of memory holds.
    pub fn part(&self, range: Range<usize>) -> Region {
        let notes = match self.notes.are_none(range.clone()) {
            true => Notes::default(),
            false => self.notes.part(&range),
        };
        Region {
            bytes: SmallBytes::from_slice(&self.bytes.as_slice()[range.clone()]),
            init: self.init.part(range),
            notes,
            format: self.format,
        }
    }

    /// Puts what another stretch of memory holds into this one.
    pub fn put(&mut self, at: usize, other: &Region) {
        let range = at..at + other.len();
        self.bytes.as_mut_slice()[range.clone()].copy_from_slice(&other.bytes);
        self.init.put(range.clone(), &other.init);
        if !self.notes.are_none(range.clone()) {
            self.notes.clear(range);
        }
        self.notes.put(at, &other.notes, self.bytes.len());
    }

    /// Adds what a stretch of memory holds to an archive.
    #[inline]
    pub fn save(&self, range: Range<usize>, archive: &mut Archive) -> Saved {
        let is_init = self.init.all(range.clone());
        let mut notes = 0;
        if !is_init {
            archive.init.extend(self.init.bits(range.clone()));
        }
        if !self.notes.are_none(range.clone()) {
            let touched = self.notes.within(&range);
            // What is left of a NaN that is overwritten in part is none any more, so the whole is written down.
            let saved =
                touched.iter().map(|note| if note.taint == Taint::Nan { *note } else { note.cut(&range) });
            archive.notes.extend(saved);
            notes = touched.len() as u32;
        }
        let bytes = &self.bytes.as_slice()[range];
        archive.bytes.extend_from_slice(bytes);
        Saved { bytes: bytes.len() as u32, notes, is_init }
    }

    /// Puts the last that was saved of memory back where it was.
    pub fn put_back(&mut self, at: usize, saved: Saved, archive: &mut Archive) {
        let range = at..at + saved.bytes as usize;
        let first = archive.bytes.len() - range.len();
        self.bytes[range.clone()].copy_from_slice(&archive.bytes[first..]);
        archive.bytes.truncate(first);
        if saved.is_init {
            self.init.set(range.clone(), true);
        } else {
            let first = archive.init.len() - range.len().div_ceil(64);
            self.init.put_bits(range.start, range.len(), &archive.init[first..]);
            archive.init.truncate(first);
        }
        if !self.notes.are_none(range.clone()) {
            self.notes.clear(range.clone());
        }
        for note in archive.notes.drain(archive.notes.len() - saved.notes as usize..) {
            if note.start < range.start || note.end > range.end {
                self.notes.clear(note.start..note.end);
            }
            self.notes.reserve(self.bytes.len());
            self.notes.add(note);
        }
    }

    /// Copies what another stretch of memory holds in a range to here.
    pub fn copy_from(&mut self, at: usize, other: &Region, range: Range<usize>) {
        let target = at..at + range.len();
        self.bytes.as_mut_slice()[target.clone()].copy_from_slice(&other.bytes.as_slice()[range.clone()]);
        self.init.copy_from(at, &other.init, range.clone());
        let are_none = other.notes.are_none(range.clone());
        if !are_none && other.notes.are_pointers(&range) && self.notes.are_pointers(&target) {
            return self.notes.copy_pointers(at, &other.notes, range, self.bytes.len());
        }
        if !self.notes.are_none(target.clone()) {
            self.notes.clear(target);
        }
        if !are_none {
            self.notes.put(at, &other.notes.part(&range), self.bytes.len());
        }
    }

    /// Copies what bytes hold to others, which are none of them.
    pub fn copy_within(&mut self, range: Range<usize>, at: usize) {
        let target = at..at + range.len();
        self.bytes.as_mut_slice().copy_within(range.clone(), at);
        self.init.copy_within(range.clone(), at);
        let are_none = self.notes.are_none(range.clone());
        if !are_none && self.notes.are_pointers(&range) && self.notes.are_pointers(&target) {
            return self.notes.copy_pointers_within(range, at);
        }
        if !self.notes.are_none(target.clone()) {
            self.notes.clear(target);
        }
        if !are_none {
            self.notes.put(at, &self.notes.part(&range), self.bytes.len());
        }
    }

    /// Calls `f` with every provenance in memory.
    pub fn for_each_provenance(&self, f: impl FnMut(Provenance)) {
        self.notes.provenances().for_each(f);
    }

    /// Replaces every provenance in memory.
    pub fn map_provenance(&mut self, mut f: impl FnMut(Provenance) -> Provenance) {
        for note in self.notes.take() {
            self.add_note(Note { provenance: note.provenance.map(&mut f), ..note });
        }
    }

    /// What the bookkeeping takes, in bytes, beside the bytes themselves.
    pub fn overhead(&self) -> usize {
        self.init.words() * 8 + self.notes.size()
    }
}

impl Archive {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.init.clear();
        self.notes.clear();
    }
}

/// Little-endian bytes as bits. The common widths are one load each.
#[inline]
fn load(bytes: &[u8]) -> u128 {
    if let Ok(bytes) = <[u8; 16]>::try_from(bytes) {
        return u128::from_le_bytes(bytes);
    }
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

    const FORMAT: ScalarFormat = ScalarFormat::new(Architecture::DEFAULT.layout);

    const POINTER: Scalar = Scalar {
        bits: 0x1000,
        provenance: Some(Provenance::Allocation(AllocId(1), Tag(1))),
        taint: Taint::Unknown,
    };

    #[test]
    fn fresh_memory_is_uninitialized() {
        assert_eq!(Region::new(FORMAT, 8).read(0, 1), None);
    }

    #[test]
    fn a_pointer_keeps_its_provenance_and_taint() {
        let mut region = Region::new(FORMAT, 100);
        region.write(60, 8, POINTER);
        assert_eq!(region.read(60, 8), Some(POINTER));
    }

    #[test]
    fn a_torn_pointer_is_an_address() {
        let mut region = Region::new(FORMAT, 16);
        region.write(0, 8, POINTER);
        region.write(3, 1, Scalar::new(7));
        assert_eq!(region.read(0, 8).unwrap().provenance, None);
        assert!(region.has_provenance(0..3) && !region.has_provenance(3..4) && region.has_provenance(4..8));
    }

    #[test]
    fn a_part_puts_back_what_was_there() {
        let mut region = Region::new(FORMAT, 40);
        region.write(0, 8, POINTER);
        region.write(12, 4, Scalar::new(5));
        let before = region.clone();
        let held = region.part(4..20);
        region.write(8, 8, POINTER);
        region.erase(2..6);
        region.put(4, &held);
        region.put(2, &before.part(2..4));
        assert_eq!(region, before);
    }

    #[test]
    fn bookkeeping_costs_an_eighth_of_plain_bytes() {
        let region = Region::new(FORMAT, 1 << 16);
        assert!(region.overhead() * 8 <= region.len() + 64);
    }

    /// A byte: its value, its provenance, and whether it is tainted.
    type Byte = Option<(u8, Option<Provenance>, bool)>;

    /// What a region is to hold at each byte.
    #[derive(Clone)]
    struct Bytes(Vec<Byte>);

    impl Bytes {
        fn write(&mut self, at: usize, size: usize, value: Scalar) {
            for n in 0..size {
                let byte = (value.bits >> (8 * n)) as u8;
                self.0[at + n] = Some((byte, value.provenance, value.is_tainted()));
            }
        }

        fn read(&self, at: usize, size: usize) -> Option<Scalar> {
            let bytes: Vec<_> = self.0[at..at + size].iter().copied().collect::<Option<_>>()?;
            let bits = bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u128::from(byte.0));
            let provenance = bytes[0].1.filter(|_| bytes.iter().all(|byte| byte.1 == bytes[0].1));
            let is_torn = provenance.is_none() && bytes.iter().any(|byte| byte.1.is_some());
            let is_tainted = is_torn || bytes.iter().any(|byte| byte.2);
            Some(Scalar { provenance, ..Scalar::new(bits) }.tainted_if(is_tainted))
        }
    }

    #[test]
    fn regions_hold_what_their_bytes_hold() {
        const LEN: usize = 104;
        let mut seed = 1_u64;
        let mut below = |end: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % end
        };
        for _ in 0..300 {
            let (mut region, mut bytes) = (Region::new(FORMAT, LEN), Bytes(vec![None; LEN]));
            let mut archive = Archive::default();
            let mut saved = Vec::new();
            for step in 0..60 {
                let len = [1, 2, 4, 8, 8, 8, 16, 24][below(8)];
                let at = if below(2) == 0 { below(LEN / 8 - 2) * 8 } else { below(LEN - len) };
                let range = at..at + len;
                match below(8) {
                    0..=3 => {
                        let pointer = Provenance::Allocation(AllocId(below(2) as u32), Tag(below(2) as u32));
                        let provenance =
                            [None, Some(pointer), Some(pointer), Some(Provenance::Wildcard)][below(4)];
                        let bits = u128::from(below(1 << 20) as u32) * 0x1_0001_0001_0001;
                        let len = len.min(16);
                        let bits = bits & (u128::MAX >> (128 - 8 * len));
                        let value = Scalar { provenance, ..Scalar::new(bits) }.tainted_if(below(5) == 0);
                        saved.push((
                            region.clone(),
                            bytes.clone(),
                            at,
                            region.save(at..at + len, &mut archive),
                        ));
                        region.write(at, len, value);
                        bytes.write(at, len, value);
                    }
                    4 => {
                        saved.push((
                            region.clone(),
                            bytes.clone(),
                            at,
                            region.save(range.clone(), &mut archive),
                        ));
                        region.erase(range.clone());
                        bytes.0[range].fill(None);
                    }
                    5 => {
                        let to = if below(2) == 0 { below(LEN / 8 - 2) * 8 } else { below(LEN - len) };
                        saved.push((
                            region.clone(),
                            bytes.clone(),
                            to,
                            region.save(to..to + len, &mut archive),
                        ));
                        let part = region.part(range.clone());
                        region.put(to, &part);
                        bytes.0.copy_within(range, to);
                    }
                    6 => {
                        if let Some((before, bytes_before, at, what)) = saved.pop() {
                            region.put_back(at, what, &mut archive);
                            assert_eq!(region, before, "step {step}");
                            bytes = bytes_before;
                        }
                    }
                    _ => {
                        let len = [1, 4, 8, 16][below(4)];
                        let at = below(LEN - len);
                        assert_eq!(region.read(at, len), bytes.read(at, len), "step {step}");
                        assert_eq!(region.read(at / 8 * 8, 8), bytes.read(at / 8 * 8, 8), "step {step}");
                    }
                }
            }
            let mut again = Region::new(FORMAT, LEN);
            for (at, byte) in bytes.0.iter().enumerate() {
                if let Some((value, provenance, is_tainted)) = *byte {
                    let value = Scalar { provenance, ..Scalar::new(value.into()) }.tainted_if(is_tainted);
                    again.write(at, 1, value);
                }
            }
            assert_eq!(region, again, "equal bytes are equal regions");
        }
    }
}
