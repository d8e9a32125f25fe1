//! Words: scalars of up to eight bytes without taint, on a short way ([`PlaceWay`]).
//!
//! Most of what programs do is done with them, so they are found, read and written here without anything larger in
//! between. Whatever is not as expected is left to the general rules, which say the same and more. By then nothing
//! has happened but accesses that the general rules make again, and the aliasing models know no difference between an access and
//! two.

use super::retag::Retagging;
use super::validity::WHOLE;
use crate::aliasing::{Access, Model};
use crate::code::*;
use crate::error::*;
use crate::machine::{Machine, Slot, Validation};
use crate::memory::*;
use rustassay_mir::model::{Id, Local};

/// Where bytes are.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    /// Nowhere: there are none.
    Nowhere,
    /// On the stack.
    Stack(usize),
    /// In an allocation, and accessed.
    Memory(AllocId, usize),
}

impl Spot {
    /// Some bytes further.
    #[inline]
    pub fn offset(self, bytes: usize) -> Spot {
        match self {
            Spot::Nowhere => Spot::Nowhere,
            Spot::Stack(at) => Spot::Stack(at + bytes),
            Spot::Memory(id, at) => Spot::Memory(id, at + bytes),
        }
    }
}

impl Machine {
    #[inline(always)]
    pub(crate) fn slot(&self, local: Local) -> Slot {
        self.slots[self.first_slot + local.index()]
    }

    /// The word that a local's slot holds.
    #[inline(always)]
    pub(crate) fn slot_word(&self, local: Local) -> Option<Word> {
        match self.slot(local) {
            Slot::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The scalar that a local's slot holds.
    pub(crate) fn slot_scalar(&self, local: Local) -> Option<Scalar> {
        self.slot_word(local).map(Scalar::from)
    }

    /// Puts a scalar into a local's slot, if both are fit for that.
    #[inline]
    pub(crate) fn put_in_slot(&mut self, local: Local, scalar: Scalar) -> bool {
        Word::of(self.stored(scalar)).is_some_and(|word| self.fill_slot(local, word))
    }

    /// Whether a local has storage, and nobody has its address.
    #[inline]
    pub(crate) fn is_on_stack(&self, local: Local) -> bool {
        !matches!(self.slot(local), Slot::Dead | Slot::Memory(_))
    }

    /// Lets a local's slot hold a word, if the local is not in memory.
    #[inline(always)]
    fn fill_slot(&mut self, local: Local, word: Word) -> bool {
        let slot = &mut self.slots[self.first_slot + local.index()];
        if let Slot::Dead | Slot::Memory(_) = slot {
            return false;
        }
        let old = std::mem::replace(slot, Slot::Word(word));
        self.journal.push_slot(self.first_slot + local.index(), old);
        true
    }

    /// Whether a word is certainly a value of a type.
    #[inline(always)]
    pub(crate) fn is_word_of(&self, prim: Prim, word: Word) -> bool {
        if word.target.is_none() {
            return prim.has_bits(word.bits);
        }
        match prim {
            Prim::RawPtr(..) => true,
            Prim::NonNull(..) => word.bits != 0,
            Prim::Ref(_, pointee) | Prim::Box(pointee) => {
                self.config.validation != Validation::Recursive && self.is_reference(word.into(), pointee)
            }
            Prim::FnPtr => self.is_function(word.target.id, word.bits),
            // An address that becomes a number was looked at.
            Prim::Int(_) | Prim::Float(_) | Prim::Bool | Prim::Char => false,
        }
    }

    /// Where a place is, accessed if it is in memory; `None` for what the general rules must decide.
    #[inline(always)]
    pub(crate) fn find(&mut self, code: &PlaceCode, access: Access) -> Step<Option<Spot>> {
        self.find_part(code, 0, code.info.size, access)
    }

    /// The same for some bytes of what is there.
    #[inline(always)]
    pub(crate) fn find_part(
        &mut self,
        code: &PlaceCode,
        at: u64,
        size: u64,
        access: Access,
    ) -> Step<Option<Spot>> {
        let slot = self.slot(code.local);
        let offset = at
            + match code.path {
                PlaceWay::Whole => 0,
                PlaceWay::Local { offset } => u64::from(offset),
                PlaceWay::Element { index, stride, len } => {
                    match self.slot_word(index).and_then(Word::as_plain) {
                        Some(index) if index < u64::from(len) => index * u64::from(stride),
                        _ => return Ok(None),
                    }
                }
                PlaceWay::Behind { align, offset } => {
                    let Slot::Word(word) = slot else { return Ok(None) };
                    return self.find_behind(word, align, u64::from(offset) + at, size, access);
                }
                PlaceWay::Long => return Ok(None),
            };
        match slot {
            Slot::Stack(at) => Ok(Some(Spot::Stack(at + offset as usize))),
            Slot::Memory(id) if size > 0 => {
                let tag = self.alloc(id).root;
                self.access_as(id, Some(tag), offset, size, access)?;
                Ok(Some(Spot::Memory(id, offset as usize)))
            }
            Slot::Fresh if access == Access::Write => {
                let at = self.settle(code.local);
                Ok(Some(Spot::Stack(at + offset as usize)))
            }
            Slot::Dead | Slot::Fresh | Slot::Word(_) | Slot::Memory(_) => Ok(None),
        }
    }

    /// Where the bytes are that a pointer leads to.
    #[inline]
    fn find_behind(
        &mut self,
        pointer: Word,
        align: u32,
        offset: u64,
        size: u64,
        access: Access,
    ) -> Step<Option<Spot>> {
        if pointer.target.is_none() || size == 0 {
            return Ok(None);
        }
        let Referent { id, tag } = pointer.target;
        let alloc = self.alloc(id);
        let start = pointer.bits.wrapping_sub(alloc.addr);
        let (len, end) = (alloc.region.len() as u64, start.saturating_add(offset).saturating_add(size));
        // The way from the pointer on is inside the allocation, too.
        if start > len || end > len || !self.is_aligned(pointer.into(), align.into()) {
            return Ok(None);
        }
        self.access_as(id, Some(tag), start + offset, size, access)?;
        Ok(Some(Spot::Memory(id, (start + offset) as usize)))
    }

    /// The memory that a spot is in, and where in it.
    #[inline]
    pub(crate) fn bytes_at(&self, spot: Spot) -> Option<(&Region, usize)> {
        match spot {
            Spot::Nowhere => None,
            Spot::Stack(at) => Some((&self.stack, at)),
            Spot::Memory(id, at) => Some((&self.alloc(id).region, at)),
        }
    }

    /// The word at a spot.
    #[inline(always)]
    pub(crate) fn word_in(&self, spot: Spot, size: usize) -> Option<Word> {
        match spot {
            Spot::Stack(at) => self.stack.read_word(at, size),
            Spot::Memory(id, at) => self.alloc(id).region.read_word(at, size),
            Spot::Nowhere => None,
        }
    }

    /// Writes a word to a spot.
    #[inline(always)]
    pub(crate) fn put_word(&mut self, spot: Spot, size: usize, word: Word) {
        match spot {
            Spot::Nowhere => {}
            Spot::Stack(at) => {
                self.save_stack(at, size);
                self.stack.write_word(at, size, word);
            }
            Spot::Memory(id, at) => {
                self.save(id, at, size);
                self.alloc_mut(id).region.write_word(at, size, word);
            }
        }
    }

    /// The word at a place, if it is a value of its type; `None` for what the general rules must decide.
    #[inline(always)]
    pub(crate) fn word_at(&mut self, code: &PlaceCode) -> Step<Option<Word>> {
        let Class::Scalar(prim) = code.info.class else { return Ok(None) };
        if !code.is_word {
            return Ok(None);
        }
        let word = match (code.path, self.slot(code.local)) {
            (PlaceWay::Whole, Slot::Word(word)) => Some(word),
            _ => match self.find(code, Access::Read)? {
                Some(spot) => self.word_in(spot, code.info.size as usize),
                None => None,
            },
        };
        Ok(word.filter(|&word| self.is_word_of(prim, word)))
    }

    /// The word that an operand is; `None` for what the general rules must decide.
    #[inline(always)]
    pub(crate) fn word(&mut self, operand: &OperandCode) -> Step<Option<Word>> {
        match operand {
            OperandCode::Word(bits, _) => Ok(Some(Word::plain(*bits))),
            OperandCode::Copy(code) | OperandCode::Move(code) => self.word_at(code),
            OperandCode::Scalar(..) | OperandCode::Bytes(..) => Ok(None),
        }
    }

    /// The bits of an operand that is a number; `None` for what the general rules must decide.
    #[inline(always)]
    pub(crate) fn plain_word(&mut self, operand: &OperandCode) -> Step<Option<u64>> {
        Ok(self.word(operand)?.and_then(Word::as_plain))
    }

    /// Writes a word to its place: a typed copy. False, and nothing is done, for what the general rules must do.
    #[inline(always)]
    pub(crate) fn write_word(
        &mut self,
        code: &PlaceCode,
        mut word: Word,
        retagging: &mut Retagging,
    ) -> Step<bool> {
        let Class::Scalar(prim) = code.info.class else { return Ok(false) };
        if !code.is_word {
            return Ok(false);
        }
        let retags = prim.is_reference() && self.config.aliasing != Model::None;
        if code.path == PlaceWay::Whole && self.is_on_stack(code.local) {
            if retags {
                word = self.retag_word(word, prim, retagging)?;
            }
            return Ok(self.fill_slot(code.local, word));
        }
        let Some(spot) = self.find(code, Access::Write)? else { return Ok(false) };
        // The target is written before the reference becomes a borrow.
        if retags {
            word = self.retag_word(word, prim, retagging)?;
        }
        self.put_word(spot, code.info.size as usize, word);
        Ok(true)
    }

    /// A word as a new borrow.
    pub(crate) fn retag_word(&mut self, word: Word, prim: Prim, retagging: &mut Retagging) -> Step<Word> {
        let scalar = self.retag_scalar(word.into(), 0, prim, WHOLE, retagging)?;
        Ok(Word::of(scalar).unwrap_or(word))
    }
}
