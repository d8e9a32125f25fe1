//! A bit for each byte.

use smallvec::SmallVec;
use std::ops::Range;

/// A bit for each byte. That of a small value needs no allocation.
#[derive(Clone, Eq, Default, Debug)]
pub(super) struct Mask(SmallVec<[u64; 2]>);

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
    pub fn resize(&mut self, bytes: usize) {
        let words = bytes.div_ceil(64);
        if words != self.0.len() {
            self.0.resize(words, 0);
        }
    }

    /// There are only so many bytes any more: the bits of the others are zeros.
    #[inline]
    pub fn truncate(&mut self, bytes: usize) {
        self.0.truncate(bytes.div_ceil(64));
        if let Some(last) = self.0.get_mut(bytes / 64) {
            *last &= !(u64::MAX << (bytes % 64));
        }
    }

    /// The word and the bits of it that are a range, if it is in one word and not empty: scalars mostly are.
    #[inline(always)]
    pub fn one_word(range: &Range<usize>) -> Option<(usize, u64)> {
        let low = range.start % 64;
        let len = range.len();
        (len > 0 && low + len <= 64).then(|| (range.start / 64, (u64::MAX >> (64 - len)) << low))
    }

    /// Calls `f` with each word that `range` touches and the bits of it that are in the range.
    #[inline]
    pub fn for_words(range: Range<usize>, mut f: impl FnMut(usize, u64) -> bool) -> bool {
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
    pub fn has_all(&self, word: usize, bits: u64) -> bool {
        self.0.as_slice()[word] & bits == bits
    }

    /// Whether a word has one of the bits.
    #[inline(always)]
    pub fn has_some(&self, word: usize, bits: u64) -> bool {
        self.0.as_slice().get(word).is_some_and(|word| word & bits != 0)
    }

    /// Sets bits of a word.
    #[inline(always)]
    pub fn set_in(&mut self, word: usize, bits: u64) {
        self.0.as_mut_slice()[word] |= bits;
    }

    /// How many words there are.
    #[inline]
    pub fn words(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[inline]
    pub fn all(&self, range: Range<usize>) -> bool {
        if let Some((word, bits)) = Self::one_word(&range) {
            return self.has_all(word, bits);
        }
        Self::for_words(range, |word, bits| self.0.as_slice()[word] & bits == bits)
    }

    #[inline]
    pub fn none(&self, range: Range<usize>) -> bool {
        if let Some((word, bits)) = Self::one_word(&range) {
            return !self.has_some(word, bits);
        }
        Self::for_words(range, |word, bits| self.0.as_slice()[word] & bits == 0)
    }

    pub fn get(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    #[inline]
    pub fn set(&mut self, range: Range<usize>, value: bool) {
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

    /// Copies bits of another mask to here.
    #[inline]
    pub fn copy_from(&mut self, at: usize, other: &Mask, range: Range<usize>) {
        self.put_bits(at, range.len(), &other.bits(range));
    }

    /// Copies bits within the mask.
    #[inline]
    pub fn copy_within(&mut self, range: Range<usize>, at: usize) {
        self.put_bits(at, range.len(), &self.bits(range));
    }

    /// The bits of `range`, packed from bit 0 on. Those that are not there are zeros.
    #[inline]
    pub fn bits(&self, range: Range<usize>) -> SmallVec<[u64; 2]> {
        let word = |at: usize| self.0.as_slice().get(at).copied().unwrap_or(0);
        let (first, shift) = (range.start / 64, range.start % 64);
        let packed = |n: usize| {
            let next = if shift > 0 { word(first + n + 1) << (64 - shift) } else { 0 };
            word(first + n) >> shift | next
        };
        match range.len() {
            0..=64 => SmallVec::from_buf_and_len([packed(0), 0], 1),
            len => (0..len.div_ceil(64)).map(packed).collect(),
        }
    }

    /// Puts the first `len` bits of some where those from `at` on are.
    #[inline]
    pub fn put_bits(&mut self, at: usize, len: usize, bits: &[u64]) {
        let mut bits = bits.iter();
        for start in (at..at + len).step_by(64) {
            let end = (start + 64).min(at + len);
            let used = u64::MAX >> (64 - (end - start));
            let bits = bits.next().copied().unwrap_or(0) & used;
            let (word, shift) = (start / 64, start % 64);
            let words = self.0.as_mut_slice();
            words[word] = words[word] & !(used << shift) | bits << shift;
            if shift > 0
                && let Some(next) = words.get_mut(word + 1)
            {
                *next = *next & !(used >> (64 - shift)) | bits >> (64 - shift);
            }
        }
    }

    /// The bits of `range`, as a mask of their own.
    #[inline]
    pub fn part(&self, range: Range<usize>) -> Mask {
        Mask(self.bits(range))
    }

    /// Puts a mask where `range` is.
    #[inline]
    pub fn put(&mut self, range: Range<usize>, part: &Mask) {
        self.put_bits(range.start, range.len(), &part.0);
    }
}
