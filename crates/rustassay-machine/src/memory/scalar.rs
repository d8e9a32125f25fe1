//! Scalar values.

use super::{AllocId, Pointer, Provenance};
use crate::aliasing::Tag;

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

/// What a word may be used for as a pointer: an allocation, as one borrow of it. It is a [`Provenance`] in the form that most have.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Referent {
    /// The allocation.
    pub id: AllocId,
    /// The borrow.
    pub tag: Tag,
}

impl Referent {
    /// That of numbers. No allocation has this id.
    pub const NONE: Referent = Referent { id: AllocId(u32::MAX), tag: Tag(0) };

    /// Whether it is a number's.
    #[inline(always)]
    pub fn is_none(self) -> bool {
        self.id.0 == u32::MAX
    }

    /// The same in its general form.
    #[inline]
    pub fn provenance(self) -> Option<Provenance> {
        if self.is_none() { None } else { Some(Provenance::Allocation(self.id, self.tag)) }
    }
}

/// A scalar of up to eight bytes without taint, which is no pointer of unknown origin. It is a [`Scalar`] in the form that most have.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The bits, cut to the scalar's width.
    pub bits: u64,
    /// For pointers: which memory the address may be used for.
    pub target: Referent,
}

impl Word {
    /// A number.
    #[inline(always)]
    pub const fn plain(bits: u64) -> Word {
        Word { bits, target: Referent::NONE }
    }

    /// A pointer.
    #[inline(always)]
    pub const fn pointer(bits: u64, id: AllocId, tag: Tag) -> Word {
        Word { bits, target: Referent { id, tag } }
    }

    /// The bits of a number.
    #[inline(always)]
    pub fn as_plain(self) -> Option<u64> {
        if self.target.is_none() { Some(self.bits) } else { None }
    }

    /// A scalar in this form, if it has it.
    #[inline]
    pub fn of(scalar: Scalar) -> Option<Word> {
        let bits = u64::try_from(scalar.bits).ok().filter(|_| !scalar.is_tainted())?;
        match scalar.provenance {
            None => Some(Word::plain(bits)),
            Some(Provenance::Allocation(id, tag)) => Some(Word::pointer(bits, id, tag)),
            Some(Provenance::Wildcard) => None,
        }
    }
}

impl From<Word> for Scalar {
    #[inline]
    fn from(word: Word) -> Scalar {
        Scalar { provenance: word.target.provenance(), ..Scalar::new(word.bits.into()) }
    }
}

impl From<Word> for Pointer {
    #[inline]
    fn from(word: Word) -> Pointer {
        Pointer { addr: word.bits, provenance: word.target.provenance() }
    }
}
