//! Words: scalars of up to eight bytes that have neither provenance nor taint, on a short way ([`WordPath`]).
//!
//! Most of what programs do is done with them, so they are found, read and written here without anything larger in
//! between. Whatever is not as expected is left to the general rules, which say the same and more. By then nothing
//! has happened but accesses that the general rules make again, and the aliasing models know no difference between a read and
//! two.

use crate::aliasing::{Access, Tag};
use crate::code::*;
use crate::error::*;
use crate::machine::{Machine, Slot};
use crate::memory::*;
use rustassay_mir::model::{Id, Local};

/// Where bytes are.
#[derive(Copy, Clone)]
pub(crate) enum Spot {
    /// Nowhere: there are none.
    Nowhere,
    /// On the stack.
    Stack(usize),
    /// In an allocation, and accessed.
    Memory(AllocId, usize),
}

impl Machine {
    /// The scalar that a local's slot holds.
    #[inline(always)]
    pub(crate) fn slot_scalar(&self, local: Local) -> Option<Scalar> {
        match self.slots[self.first_slot + local.index()] {
            Slot::Word(bits) => Some(Scalar::new(bits.into())),
            Slot::Pointer(addr, id, tag) => {
                Some(Pointer { addr, provenance: Some(Provenance::Allocation(id, tag)) }.into())
            }
            _ => None,
        }
    }

    /// Puts a scalar into a local's slot, if both are fit for that.
    #[inline]
    pub(crate) fn put_in_slot(&mut self, local: Local, scalar: Scalar) -> bool {
        Slot::holding(scalar).is_some_and(|new| self.fill_slot(local, new))
    }

    /// Whether a local has storage, and nobody has its address.
    #[inline]
    pub(crate) fn is_on_stack(&self, local: Local) -> bool {
        !matches!(self.slots[self.first_slot + local.index()], Slot::Dead | Slot::Memory(_))
    }

    /// Lets a local's slot hold a scalar, if the local is not in memory.
    #[inline(always)]
    fn fill_slot(&mut self, local: Local, new: Slot) -> bool {
        let slot = &mut self.slots[self.first_slot + local.index()];
        if let Slot::Dead | Slot::Memory(_) = slot {
            return false;
        }
        let old = std::mem::replace(slot, new);
        self.journal.push_slot(self.first_slot + local.index(), old);
        true
    }

    /// Where a word is, accessed if it is in memory; `None` for what the general rules must decide.
    #[inline(always)]
    pub(crate) fn find_word(&mut self, code: &PlaceCode, access: Access) -> Step<Option<Spot>> {
        let slot = self.slots[self.first_slot + code.local.index()];
        let offset = match code.word {
            WordPath::Whole => 0,
            WordPath::Local { offset } => u64::from(offset),
            WordPath::Element { index, stride, len } => match self.slots[self.first_slot + index.index()] {
                Slot::Word(index) if index < u64::from(len) => index * u64::from(stride),
                _ => return Ok(None),
            },
            WordPath::Behind { align, offset } => {
                let Slot::Pointer(addr, id, tag) = slot else { return Ok(None) };
                return self.find_behind(addr, id, tag, align, u64::from(offset), code.info.size, access);
            }
            WordPath::None => return Ok(None),
        };
        match slot {
            Slot::Stack(at) => Ok(Some(Spot::Stack(at + offset as usize))),
            Slot::Memory(id) => {
                let tag = self.alloc(id).root;
                self.access_as(id, Some(tag), offset, code.info.size, access)?;
                Ok(Some(Spot::Memory(id, offset as usize)))
            }
            Slot::Dead | Slot::Word(_) | Slot::Pointer(..) => Ok(None),
        }
    }

    /// Where the word is that a pointer leads to.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    fn find_behind(
        &mut self,
        addr: u64,
        id: AllocId,
        tag: Tag,
        align: u32,
        offset: u64,
        size: u64,
        access: Access,
    ) -> Step<Option<Spot>> {
        let alloc = self.alloc(id);
        let start = addr.wrapping_sub(alloc.addr);
        let pointer = Pointer { addr, provenance: Some(Provenance::Allocation(id, tag)) };
        // The way from the pointer on is inside the allocation, too.
        if start > alloc.size || !self.is_aligned(pointer, align.into()) {
            return Ok(None);
        }
        self.access_as(id, Some(tag), start + offset, size, access)?;
        Ok(Some(Spot::Memory(id, (start + offset) as usize)))
    }

    /// The bits of a word that is a value of its type; `None` for what the general rules must decide.
    #[inline(always)]
    pub(crate) fn word_at(&mut self, code: &PlaceCode) -> Step<Option<u64>> {
        let size = code.info.size as usize;
        if let (WordPath::Whole, Slot::Word(bits)) =
            (code.word, self.slots[self.first_slot + code.local.index()])
        {
            return Ok(code.is_word(bits).then_some(bits));
        }
        let bits = match self.find_word(code, Access::Read)? {
            Some(Spot::Stack(at)) => self.stack.read_plain(at, size),
            Some(Spot::Memory(id, at)) => self.alloc(id).region.read_plain(at, size),
            Some(Spot::Nowhere) | None => None,
        };
        Ok(bits.filter(|&bits| code.is_word(bits)))
    }

    /// The bits of an operand that is a word; `None` for what the general rules must decide.
    #[inline(always)]
    pub(crate) fn word(&mut self, operand: &OperandCode) -> Step<Option<u64>> {
        match operand {
            OperandCode::Word(bits, _) => Ok(Some(*bits)),
            OperandCode::Copy(code) | OperandCode::Move(code) => self.word_at(code),
            OperandCode::Scalar(..) | OperandCode::Bytes(..) => Ok(None),
        }
    }

    /// Writes a word to its place; false, and nothing is done, for what the general rules must do.
    #[inline(always)]
    pub(crate) fn write_word(&mut self, code: &PlaceCode, bits: u64) -> Step<bool> {
        if code.word == WordPath::Whole && self.fill_slot(code.local, Slot::Word(bits)) {
            return Ok(true);
        }
        let size = code.info.size as usize;
        match self.find_word(code, Access::Write)? {
            Some(Spot::Nowhere) | None => return Ok(false),
            Some(Spot::Stack(at)) => {
                self.save_stack(at, size);
                self.stack.write_plain(at, size, bits);
            }
            Some(Spot::Memory(id, at)) => {
                self.save(id, at, size);
                self.alloc_mut(id).region.write_plain(at, size, bits);
            }
        }
        Ok(true)
    }

    /// Makes an aggregate on the stack of words; false for what the general rules must do. By then parts may have been
    /// written, of what they write as a whole.
    pub(crate) fn assign_words(&mut self, dest: &PlaceCode, fields: &[(u64, OperandCode)]) -> Step<bool> {
        let Some(at) = self.bytes_on_stack(dest) else { return Ok(false) };
        let reads_dest = |operand: &OperandCode| match operand {
            OperandCode::Copy(code) | OperandCode::Move(code) => code.local == dest.local,
            _ => false,
        };
        if fields.iter().any(|(_, operand)| reads_dest(operand)) {
            return Ok(false);
        }
        let size = dest.info.size as usize;
        self.save_stack(at, size);
        if !dest.info.is_plain {
            self.stack.erase(at..at + size);
        }
        for (offset, operand) in fields {
            let Some(bits) = self.word(operand)? else { return Ok(false) };
            self.stack.write_plain(at + *offset as usize, operand.info().size as usize, bits);
        }
        Ok(true)
    }

    /// Copies an aggregate of numbers from one local on the stack to another; false for what the general rules must do.
    pub(crate) fn copy_words(&mut self, operand: &OperandCode, dest: &PlaceCode) -> bool {
        let (OperandCode::Copy(source) | OperandCode::Move(source)) = operand else { return false };
        match self.bytes_on_stack(dest) {
            Some(to) if source.local != dest.local && dest.info.is_plain => {
                self.save_stack(to, dest.info.size as usize);
                self.copy_to_stack(operand, to)
            }
            _ => false,
        }
    }

    /// Copies an aggregate of numbers on the stack to another place there; false for what the general rules must do.
    pub(crate) fn copy_to_stack(&mut self, operand: &OperandCode, to: usize) -> bool {
        let (OperandCode::Copy(source) | OperandCode::Move(source)) = operand else { return false };
        match self.bytes_on_stack(source) {
            Some(from) if source.info.is_plain => {
                self.stack.copy_plain(from..from + source.info.size as usize, to)
            }
            _ => false,
        }
    }

    /// Where a place is, if it is inside of a local on the stack.
    fn bytes_on_stack(&self, code: &PlaceCode) -> Option<usize> {
        match (self.slots[self.first_slot + code.local.index()], &code.steps[..]) {
            (Slot::Stack(at), []) => Some(at),
            (Slot::Stack(at), &[PlaceStep::Offset(offset)]) => Some(at + offset as usize),
            _ => None,
        }
    }
}
