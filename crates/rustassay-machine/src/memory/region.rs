//! Bytes as the abstract machine knows them: each is uninitialized, or a value with an optional provenance, and may be
//! tainted (it depends on what a program must not depend on: addresses, layouts, NaN payloads).
//!
//! Initialization is a bit a byte, and provenance and taint are notes that are kept only where there are some, so that memory
//! costs about an eighth more than its bytes (Miri paper, section 3.1). A second bit a byte tells where notes are, once there
//! is one: bytes without notes, as most are, are read and written without looking for any.

use super::Provenance;
use smallvec::SmallVec;
use std::ops::Range;

/// Whether something depends on what a program must not depend on.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum Taint {
    /// It does not.
    #[default]
    Clean,
    /// It is a NaN, as a float of its size, everywhere; which one, the language leaves open (RFC 3514).
    Nan,
    /// It may be anything elsewhere.
    Unknown,
}

/// A scalar value: bits, where a pointer came from, and whether it is tainted.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Scalar {
    /// The bits, cut to the scalar's width.
    pub bits: u128,
    /// For pointers: which memory the address may be used for.
    pub provenance: Option<Provenance>,
    /// Whether the value depends on what a program must not depend on.
    pub taint: Taint,
}

impl Scalar {
    /// A value without provenance or taint.
    pub const fn new(bits: u128) -> Scalar {
        Scalar { bits, provenance: None, taint: Taint::Clean }
    }

    /// A NaN whose bits mean nothing.
    pub const fn some_nan(bits: u128) -> Scalar {
        Scalar { bits, provenance: None, taint: Taint::Nan }
    }

    /// Whether the bits may be others elsewhere.
    #[inline]
    pub fn is_tainted(&self) -> bool {
        self.taint != Taint::Clean
    }

    /// Whether it may be anything elsewhere, as a float: not just another NaN.
    #[inline]
    pub fn is_unknown(&self) -> bool {
        self.taint == Taint::Unknown
    }

    /// The same value, which may be anything elsewhere if `is_tainted`.
    pub const fn tainted_if(self, is_tainted: bool) -> Scalar {
        let taint = if is_tainted { Taint::Unknown } else { self.taint };
        Scalar { taint, ..self }
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
    #[inline(always)]
    fn resize(&mut self, bytes: usize) {
        let words = bytes.div_ceil(64);
        if words != self.0.len() {
            self.0.resize(words, 0);
        }
    }

    fn truncate(&mut self, bytes: usize) {
        self.0.truncate(bytes.div_ceil(64));
    }

    /// The word and the bits of it that are a range, if it is in one word and not empty: scalars mostly are.
    #[inline(always)]
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

    /// Whether a word has all of the bits.
    #[inline(always)]
    fn has_all(&self, word: usize, bits: u64) -> bool {
        self.0.as_slice()[word] & bits == bits
    }

    /// Whether a word has one of the bits.
    #[inline(always)]
    fn has_some(&self, word: usize, bits: u64) -> bool {
        self.0.as_slice().get(word).is_some_and(|word| word & bits != 0)
    }

    #[inline]
    fn all(&self, range: Range<usize>) -> bool {
        if let Some((word, bits)) = Self::one_word(&range) {
            return self.has_all(word, bits);
        }
        Self::for_words(range, |word, bits| self.0.as_slice()[word] & bits == bits)
    }

    #[inline]
    fn none(&self, range: Range<usize>) -> bool {
        if let Some((word, bits)) = Self::one_word(&range) {
            return !self.has_some(word, bits);
        }
        Self::for_words(range, |word, bits| self.0.as_slice()[word] & bits == 0)
    }

    fn get(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    #[inline]
    fn set(&mut self, range: Range<usize>, value: bool) {
        if let Some((word, bits)) = Self::one_word(&range) {
            if value {
                self.0.as_mut_slice()[word] |= bits;
            } else {
                self.0.as_mut_slice()[word] &= !bits;
            }
            return;
        }
        Self::for_words(range, |word, bits| {
            if value {
                self.0.as_mut_slice()[word] |= bits;
            } else {
                self.0.as_mut_slice()[word] &= !bits;
            }
            true
        });
    }

    /// The bits of `range`, packed from bit 0 on.
    fn extract(&self, range: Range<usize>) -> impl Iterator<Item = u64> + '_ {
        let (first, shift) = (range.start / 64, range.start % 64);
        (0..range.len().div_ceil(64)).map(move |n| {
            let low = self.0[first + n] >> shift;
            let next = self.0.get(first + n + 1).filter(|_| shift > 0);
            let used = (range.len() - n * 64).min(64);
            (low | next.map_or(0, |next| next << (64 - shift))) & (u64::MAX >> (64 - used))
        })
    }

    /// Puts packed bits where `range` is.
    fn insert(&mut self, range: Range<usize>, packed: &[u64]) {
        self.set(range.clone(), false);
        let (first, shift) = (range.start / 64, range.start % 64);
        for (n, &bits) in packed.iter().enumerate() {
            self.0[first + n] |= bits << shift;
            if shift > 0
                && let Some(next) = self.0.get_mut(first + n + 1)
            {
                *next |= bits >> (64 - shift);
            }
        }
    }
}

/// Something to know of bytes beside their values. A note stays within eight bytes that are aligned to eight, so that
/// each pointer has one of its own and equal states have equal notes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Note {
    start: usize,
    end: usize,
    provenance: Option<Provenance>,
    taint: Taint,
}

/// How many bytes a note may be about.
const WORD: usize = 8;

impl Note {
    /// Whether two notes on neighbours are one. Two NaNs are no NaN.
    fn is_like(&self, other: &Note) -> bool {
        self.provenance == other.provenance && self.taint == other.taint && self.taint != Taint::Nan
    }

    /// The part of it from `start` to `end`. Part of a NaN may be anything.
    fn between(self, start: usize, end: usize) -> Note {
        let is_whole = (start, end) == (self.start, self.end);
        let taint = if self.taint == Taint::Nan && !is_whole { Taint::Unknown } else { self.taint };
        Note { start, end, taint, ..self }
    }

    /// The part of it that is in a range.
    fn cut(self, range: &Range<usize>) -> Note {
        self.between(self.start.max(range.start), self.end.min(range.end))
    }

    fn says_something(&self) -> bool {
        self.start < self.end && (self.provenance.is_some() || self.taint != Taint::Clean)
    }
}

/// A stretch of memory.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Region {
    bytes: SmallBytes,
    init: Mask,
    /// The bytes that a note is about. Empty until there is a note, and then as long as `init`.
    noted: Mask,
    /// Sorted and apart.
    notes: Vec<Note>,
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
    pub fn new(size: usize) -> Region {
        let mut region = Region::default();
        region.resize(size);
        region
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
        if !self.noted.0.is_empty() {
            self.noted.resize(size);
        }
    }

    /// Shrinks to at most `size` bytes.
    #[inline]
    pub fn truncate(&mut self, size: usize) {
        let end = self.len();
        if size >= end {
            return;
        }
        if !self.is_unnoted(size..end) {
            self.clear_notes(size..end);
        }
        self.init.set(size..end, false);
        self.bytes.truncate(size);
        self.init.truncate(size);
        self.noted.truncate(size);
    }

    /// Whether nothing is noted of the bytes: they have no provenance and no taint.
    #[inline(always)]
    fn is_unnoted(&self, range: Range<usize>) -> bool {
        self.noted.0.is_empty() || self.noted.none(range)
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
        let scalar = Scalar::new(load(&self.bytes.as_slice()[range.clone()]));
        if self.is_unnoted(range.clone()) { Some(scalar) } else { Some(self.with_notes(scalar, range)) }
    }

    fn with_notes(&self, scalar: Scalar, range: Range<usize>) -> Scalar {
        let notes = self.notes_in(&range);
        if let [note] = notes
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
        if !self.init.has_all(word, bits) || self.noted.has_some(word, bits) {
            return None;
        }
        // One load for all sizes: what lies behind is cut off.
        if let Some(&bytes) = self.bytes.as_slice()[at..].first_chunk::<WORD>() {
            return Some(u64::from_le_bytes(bytes) & (u64::MAX >> (64 - 8 * size)));
        }
        Some(load(&self.bytes.as_slice()[at..at + size]) as u64)
    }

    /// Writes up to eight bytes that have neither provenance nor taint.
    #[inline(always)]
    pub fn write_plain(&mut self, at: usize, size: usize, bits: u64) {
        match Mask::one_word(&(at..at + size)) {
            Some((word, mask)) if !self.noted.has_some(word, mask) => {
                store(&mut self.bytes.as_mut_slice()[at..at + size], bits.into());
                self.init.0.as_mut_slice()[word] |= mask;
            }
            _ => self.write(at, size, Scalar::new(bits.into())),
        }
    }

    /// The notes that are about bytes of the range.
    fn note_indices(&self, range: &Range<usize>) -> Range<usize> {
        let first = self.notes.partition_point(|note| note.end <= range.start);
        let more = self.notes[first..].iter().take_while(|note| note.start < range.end).count();
        first..first + more
    }

    fn notes_in(&self, range: &Range<usize>) -> &[Note] {
        &self.notes[self.note_indices(range)]
    }

    /// Whether any byte of the range has provenance.
    #[inline]
    pub fn has_provenance(&self, range: Range<usize>) -> bool {
        !self.is_unnoted(range.clone()) && self.notes_in(&range).iter().any(|note| note.provenance.is_some())
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
        !self.is_unnoted(range.clone()) && self.notes_in(&range).iter().any(|note| note.taint != Taint::Clean)
    }

    /// The plain bytes, whatever is known of them.
    pub fn raw_bytes(&self, range: Range<usize>) -> &[u8] {
        &self.bytes.as_slice()[range]
    }

    /// Writes a scalar of `size` bytes.
    #[inline]
    pub fn write(&mut self, at: usize, size: usize, value: Scalar) {
        let range = at..at + size;
        store(&mut self.bytes.as_mut_slice()[range.clone()], value.bits);
        self.init.set(range.clone(), true);
        let note = Note { start: at, end: at + size, provenance: value.provenance, taint: value.taint };
        self.renote(note);
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
        if !self.is_unnoted(range.clone()) {
            self.clear_notes(range);
        }
    }

    /// Puts one note in the place of all that is noted of its bytes.
    #[inline]
    fn renote(&mut self, note: Note) {
        let range = note.start..note.end;
        if !self.is_unnoted(range.clone()) {
            // A pointer in the place of another.
            if range.len() == WORD
                && note.says_something()
                && let Ok(at) = self.notes.binary_search_by_key(&note.start, |other| other.start)
                && self.notes[at].end == note.end
            {
                self.notes[at] = note;
                return;
            }
            self.clear_notes(range);
        }
        if note.says_something() {
            self.add_note(note);
        }
    }

    #[cold]
    fn clear_notes(&mut self, range: Range<usize>) {
        let touched = self.note_indices(&range);
        let (Some(&first), Some(&last)) =
            (self.notes[touched.clone()].first(), self.notes[touched.clone()].last())
        else {
            return;
        };
        let rest = [
            first.between(first.start, range.start.min(first.end)),
            last.between(range.end.max(last.start), last.end),
        ];
        self.notes.splice(touched, rest.into_iter().filter(|note| note.says_something()));
        self.noted.set(range, false);
    }

    /// Adds a note on bytes that have none: one for each word, and as a part of its neighbours there if they are alike.
    fn add_note(&mut self, note: Note) {
        if self.noted.0.is_empty() {
            self.noted.resize(self.bytes.len());
        }
        self.noted.set(note.start..note.end, true);
        let mut start = note.start;
        while start < note.end {
            let end = note.end.min((start / WORD + 1) * WORD);
            let mut part = note.between(start, end);
            let mut at = self.notes.partition_point(|other| other.end <= start);
            if let Some(next) = self.notes.get(at)
                && next.start == end
                && !end.is_multiple_of(WORD)
                && next.is_like(&part)
            {
                part.end = next.end;
                self.notes.remove(at);
            }
            if let Some(before) = at.checked_sub(1).map(|before| self.notes[before])
                && before.end == start
                && !start.is_multiple_of(WORD)
                && before.is_like(&part)
            {
                part.start = before.start;
                at -= 1;
                self.notes.remove(at);
            }
            self.notes.insert(at, part);
            start = end;
        }
    }

    /// Marks all that is initialized as tainted.
    pub fn taint(&mut self) {
        let notes = std::mem::take(&mut self.notes);
        self.noted = Mask::default();
        let mut notes = notes.into_iter().peekable();
        for at in (0..self.len()).filter(|&at| self.init.get(at)).collect::<Vec<_>>() {
            while notes.next_if(|note| note.end <= at).is_some() {}
            let provenance = notes.peek().filter(|note| note.start <= at).and_then(|note| note.provenance);
            self.add_note(Note { start: at, end: at + 1, provenance, taint: Taint::Unknown });
        }
    }

    /// What a stretch of memory holds.
    pub fn part(&self, range: Range<usize>) -> Region {
        let mut part = Region {
            bytes: SmallBytes::from_slice(&self.bytes.as_slice()[range.clone()]),
            init: Mask(self.init.extract(range.clone()).collect()),
            noted: Mask::default(),
            notes: Vec::new(),
        };
        if !self.is_unnoted(range.clone()) {
            for note in self.notes_in(&range).iter().map(|note| note.cut(&range)) {
                part.add_note(Note { start: note.start - range.start, end: note.end - range.start, ..note });
            }
        }
        part
    }

    /// Puts what another stretch of memory holds into this one.
    pub fn put(&mut self, at: usize, other: &Region) {
        let range = at..at + other.len();
        self.bytes.as_mut_slice()[range.clone()].copy_from_slice(&other.bytes);
        self.init.insert(range.clone(), &other.init.0);
        if !self.is_unnoted(range.clone()) {
            self.clear_notes(range);
        }
        for note in &other.notes {
            self.add_note(Note { start: note.start + at, end: note.end + at, ..*note });
        }
    }

    /// Adds what a stretch of memory holds to an archive.
    #[inline]
    pub fn save(&self, range: Range<usize>, archive: &mut Archive) -> Saved {
        let is_init = self.init.all(range.clone());
        let mut notes = 0;
        if !is_init {
            archive.init.extend(self.init.extract(range.clone()));
        }
        if !self.is_unnoted(range.clone()) {
            let touched = self.notes_in(&range);
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
            self.init.insert(range.clone(), &archive.init[first..]);
            archive.init.truncate(first);
        }
        if !self.is_unnoted(range.clone()) {
            self.clear_notes(range.clone());
        }
        for note in archive.notes.drain(archive.notes.len() - saved.notes as usize..) {
            if note.start < range.start || note.end > range.end {
                self.clear_notes(note.start..note.end);
            }
            self.add_note(note);
        }
    }

    /// Copies bytes of this region that are initialized and have no notes to another place in it; false, and nothing is done,
    /// if they are not like that.
    #[inline]
    pub fn copy_plain(&mut self, from: Range<usize>, to: usize) -> bool {
        if !self.init.all(from.clone()) || !self.is_unnoted(from.clone()) {
            return false;
        }
        let target = to..to + from.len();
        self.bytes.copy_within(from, to);
        self.init.set(target.clone(), true);
        if !self.is_unnoted(target.clone()) {
            self.clear_notes(target);
        }
        true
    }

    /// Calls `f` with every provenance in memory.
    pub fn for_each_provenance(&self, f: impl FnMut(Provenance)) {
        self.notes.iter().filter_map(|note| note.provenance).for_each(f);
    }

    /// Replaces every provenance in memory.
    pub fn map_provenance(&mut self, mut f: impl FnMut(Provenance) -> Provenance) {
        for provenance in self.notes.iter_mut().filter_map(|note| note.provenance.as_mut()) {
            *provenance = f(*provenance);
        }
    }

    /// What the bookkeeping takes, in bytes, beside the bytes themselves.
    pub fn overhead(&self) -> usize {
        (self.init.0.len() + self.noted.0.len()) * 8 + self.notes.len() * size_of::<Note>()
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

    const POINTER: Scalar = Scalar {
        bits: 0x1000,
        provenance: Some(Provenance::Allocation(AllocId(1), Tag(1))),
        taint: Taint::Unknown,
    };

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
    fn a_part_puts_back_what_was_there() {
        let mut region = Region::new(40);
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
        let region = Region::new(1 << 16);
        assert!(region.overhead() * 8 <= region.len() + 64);
    }
}
