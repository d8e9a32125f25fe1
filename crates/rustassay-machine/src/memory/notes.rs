//! What is to know of bytes beside their values: provenance and taint.

use super::mask::Mask;
use super::{Provenance, Referent, Taint};
use smallvec::SmallVec;
use std::ops::Range;

/// Something to know of bytes beside their values. A note stays within eight bytes that are aligned to eight, so that
/// each pointer has one of its own and equal states have equal notes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Note {
    pub start: usize,
    pub end: usize,
    pub provenance: Option<Provenance>,
    pub taint: Taint,
}

/// How many bytes a note may be about.
pub(super) const WORD: usize = 8;

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
    pub fn cut(self, range: &Range<usize>) -> Note {
        self.between(self.start.max(range.start), self.end.min(range.end))
    }

    pub fn says_something(&self) -> bool {
        self.start < self.end && (self.provenance.is_some() || self.taint != Taint::Clean)
    }

    /// The pointer that it is about, if that is all, and it is about a whole word.
    fn pointer(&self) -> Option<Referent> {
        match (self.end - self.start, self.provenance, self.taint) {
            (WORD, Some(Provenance::Allocation(id, tag)), Taint::Clean) => Some(Referent { id, tag }),
            _ => None,
        }
    }
}

/// The notes on a stretch of memory.
#[derive(Clone, Eq, Default, Debug)]
pub(super) struct Notes {
    /// The bytes that a note is about. As long as there are notes.
    noted: Mask,
    /// Those on pointers, by their words, as far as there are some: nearly all notes are such.
    pointers: SmallVec<[Referent; 4]>,
    /// The others: sorted and apart.
    others: Vec<Note>,
}

/// Words that are not there have no pointers.
impl PartialEq for Notes {
    fn eq(&self, other: &Notes) -> bool {
        let pointers = |notes: &Notes| {
            let count = notes.pointers.iter().rposition(|pointer| *pointer != Referent::NONE);
            count.map_or(0, |last| last + 1)
        };
        self.noted == other.noted
            && self.pointers[..pointers(self)] == other.pointers[..pointers(other)]
            && self.others == other.others
    }
}

impl Notes {
    /// Whether nothing is noted of the bytes.
    #[inline(always)]
    pub fn are_none(&self, range: Range<usize>) -> bool {
        self.noted.is_empty() || self.noted.none(range)
    }

    /// The same for bytes in a word of their mask.
    #[inline(always)]
    pub fn are_none_in(&self, word: usize, bits: u64) -> bool {
        !self.noted.has_some(word, bits)
    }

    /// What a word may be used for that is a pointer, and has no taint.
    #[inline]
    pub fn pointer(&self, at: usize) -> Option<Referent> {
        if !at.is_multiple_of(WORD) {
            return None;
        }
        self.pointers.as_slice().get(at / WORD).copied().filter(|target| !target.is_none())
    }

    /// Notes that a word is a pointer and has no taint, in the place of all that is noted of it. `len` is how many bytes there are.
    #[inline]
    pub fn set_pointer(&mut self, at: usize, target: Referent, len: usize) {
        let word = at / WORD;
        if !self.others.is_empty() && !self.are_none(at..at + WORD) {
            self.clear(at..at + WORD);
        }
        self.noted.resize(len);
        self.noted.set(at..at + WORD, true);
        self.put_pointer(word, target);
    }

    #[inline]
    fn put_pointer(&mut self, word: usize, pointer: Referent) {
        self.make_room_for_pointers(word + 1);
        self.pointers[word] = pointer;
    }

    /// The notes that are about bytes of the range, in order, as they are.
    pub fn within(&self, range: &Range<usize>) -> SmallVec<[Note; 4]> {
        let others = &self.others[self.others_within(range)];
        let mut notes: SmallVec<[Note; 4]> = SmallVec::from_slice(others);
        for (word, provenance) in self.pointers_within(range) {
            let at = word * WORD;
            notes.push(Note { start: at, end: at + WORD, provenance: Some(provenance), taint: Taint::Clean });
        }
        if !others.is_empty() {
            notes.sort_unstable_by_key(|note| note.start);
        }
        notes
    }

    fn pointers_within(&self, range: &Range<usize>) -> impl Iterator<Item = (usize, Provenance)> {
        let end = range.end.div_ceil(WORD).min(self.pointers.len());
        let first = (range.start / WORD).min(end);
        let pointers = self.pointers[first..end].iter().enumerate();
        pointers.filter_map(move |(n, pointer)| Some((first + n, pointer.provenance()?)))
    }

    fn others_within(&self, range: &Range<usize>) -> Range<usize> {
        let first = self.others.partition_point(|note| note.end <= range.start);
        let more = self.others[first..].iter().take_while(|note| note.start < range.end).count();
        first..first + more
    }

    /// Whether any byte of the range has provenance.
    pub fn have_provenance(&self, range: &Range<usize>) -> bool {
        self.pointers_within(range).next().is_some()
            || self.others[self.others_within(range)].iter().any(|note| note.provenance.is_some())
    }

    /// Whether any byte of the range is tainted.
    pub fn have_taint(&self, range: &Range<usize>) -> bool {
        self.others[self.others_within(range)].iter().any(|note| note.taint != Taint::Clean)
    }

    /// Forgets all that is noted of bytes.
    pub fn clear(&mut self, range: Range<usize>) {
        self.noted.set(range.clone(), false);
        if !self.others.is_empty() {
            self.clear_others(&range);
        }
        let end = range.end.div_ceil(WORD).min(self.pointers.len());
        let first = (range.start / WORD).min(end);
        for word in first..end {
            if let Some(provenance) = self.pointers[word].provenance() {
                self.pointers[word] = Referent::NONE;
                let (at, end) = (word * WORD, (word + 1) * WORD);
                if at < range.start || end > range.end {
                    self.leave_parts(at, provenance, &range);
                }
            }
        }
    }

    /// Notes what is left of a pointer that has lost a part.
    #[cold]
    fn leave_parts(&mut self, at: usize, provenance: Provenance, lost: &Range<usize>) {
        let end = at + WORD;
        for (start, end) in [(at, lost.start.min(end)), (lost.end.max(at), end)] {
            if start < end {
                self.add(Note { start, end, provenance: Some(provenance), taint: Taint::Clean });
            }
        }
    }

    #[cold]
    fn clear_others(&mut self, range: &Range<usize>) {
        let touched = self.others_within(range);
        let (Some(&first), Some(&last)) =
            (self.others[touched.clone()].first(), self.others[touched.clone()].last())
        else {
            return;
        };
        let rest = [
            first.between(first.start, range.start.min(first.end)),
            last.between(range.end.max(last.start), last.end),
        ];
        self.others.splice(touched, rest.into_iter().filter(|note| note.says_something()));
    }

    /// Makes room for notes on `len` bytes.
    pub fn reserve(&mut self, len: usize) {
        self.noted.resize(len);
    }

    /// Adds a note on bytes that have none: one for each word, and as a part of its neighbours there if they are alike.
    pub fn add(&mut self, note: Note) {
        self.noted.set(note.start..note.end, true);
        let mut start = note.start;
        while start < note.end {
            let end = note.end.min((start / WORD + 1) * WORD);
            let part = note.between(start, end);
            match part.pointer() {
                Some(pointer) => self.put_pointer(start / WORD, pointer),
                None => self.add_part(part),
            }
            start = end;
        }
    }

    fn add_part(&mut self, mut part: Note) {
        let mut at = self.others.partition_point(|other| other.end <= part.start);
        if let Some(next) = self.others.get(at)
            && next.start == part.end
            && !part.end.is_multiple_of(WORD)
            && next.is_like(&part)
        {
            part.end = next.end;
            self.others.remove(at);
        }
        if let Some(before) = at.checked_sub(1).map(|before| self.others[before])
            && before.end == part.start
            && !part.start.is_multiple_of(WORD)
            && before.is_like(&part)
        {
            part.start = before.start;
            at -= 1;
            self.others.remove(at);
        }
        match part.pointer() {
            Some(pointer) => self.put_pointer(part.start / WORD, pointer),
            None => self.others.insert(at, part),
        }
    }

    /// Forgets all notes, and gives them.
    pub fn take(&mut self) -> SmallVec<[Note; 4]> {
        let notes = self.within(&(0..usize::MAX));
        *self = Notes::default();
        notes
    }

    /// The notes on a part of the bytes.
    pub fn part(&self, range: &Range<usize>) -> Notes {
        let len = range.len();
        let mut part = Notes::default();
        part.noted.resize(len);
        if range.start.is_multiple_of(WORD) && len.is_multiple_of(WORD) && self.others.is_empty() {
            let end = (range.end / WORD).min(self.pointers.len());
            let first = (range.start / WORD).min(end);
            part.pointers = SmallVec::from_slice(&self.pointers[first..end]);
            part.noted = self.noted.part(range.clone());
            return part;
        }
        for note in self.within(range).into_iter().map(|note| note.cut(range)) {
            part.add(Note { start: note.start - range.start, end: note.end - range.start, ..note });
        }
        part
    }

    /// Adds the notes on a part of the bytes, of which nothing is noted. `len` is how many bytes there are.
    pub fn put(&mut self, at: usize, part: &Notes, len: usize) {
        if part.noted.is_empty() {
            return;
        }
        self.noted.resize(len);
        if at.is_multiple_of(WORD) {
            for (word, provenance) in part.pointers_within(&(0..usize::MAX)) {
                if let Provenance::Allocation(id, tag) = provenance {
                    self.set_pointer(at + word * WORD, Referent { id, tag }, len);
                }
            }
            for note in &part.others {
                self.add(Note { start: note.start + at, end: note.end + at, ..*note });
            }
            return;
        }
        for note in part.within(&(0..usize::MAX)) {
            self.add(Note { start: note.start + at, end: note.end + at, ..note });
        }
    }

    /// Whether bytes are whole words of which nothing is noted but that they are pointers.
    #[inline]
    pub fn are_pointers(&self, range: &Range<usize>) -> bool {
        range.start.is_multiple_of(WORD) && range.end.is_multiple_of(WORD) && self.others.is_empty()
    }

    /// Puts the notes on other words, which are pointers, in the place of those on words here. `len` is how many bytes there are.
    pub fn copy_pointers(&mut self, at: usize, other: &Notes, range: Range<usize>, len: usize) {
        self.noted.resize(len);
        self.noted.copy_from(at, &other.noted, range.clone());
        let (first, to, words) = (range.start / WORD, at / WORD, range.len() / WORD);
        self.make_room_for_pointers(to + words);
        for n in 0..words {
            self.pointers[to + n] = other.pointers.get(first + n).copied().unwrap_or(Referent::NONE);
        }
    }

    /// The same within these bytes.
    pub fn copy_pointers_within(&mut self, range: Range<usize>, at: usize) {
        self.noted.copy_within(range.clone(), at);
        let (first, to, words) = (range.start / WORD, at / WORD, range.len() / WORD);
        self.make_room_for_pointers(first.max(to) + words);
        self.pointers.copy_within(first..first + words, to);
    }

    #[inline]
    fn make_room_for_pointers(&mut self, words: usize) {
        if self.pointers.len() < words {
            self.pointers.resize(words, Referent::NONE);
        }
    }

    /// There are only so many bytes any more; of the others nothing is noted.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        let whole = len.next_multiple_of(WORD);
        if len < whole && !self.are_none(len..whole) {
            self.clear(len..whole);
        }
        self.noted.truncate(len);
        self.pointers.truncate(whole / WORD);
        if self.others.last().is_some_and(|last| last.end > len) {
            self.others.truncate(self.others.partition_point(|note| note.end <= len));
        }
    }

    /// There are more bytes.
    #[inline]
    pub fn grow(&mut self, len: usize) {
        if !self.noted.is_empty() {
            self.noted.resize(len);
        }
    }

    /// Every provenance.
    pub fn provenances(&self) -> impl Iterator<Item = Provenance> {
        let pointers = self.pointers.iter().filter_map(|pointer| pointer.provenance());
        pointers.chain(self.others.iter().filter_map(|note| note.provenance))
    }

    /// How many bytes they take.
    pub fn size(&self) -> usize {
        self.noted.words() * 8
            + self.pointers.len() * size_of::<Referent>()
            + self.others.len() * size_of::<Note>()
    }
}
