//! Typed copies of values from where they are to where they go, with nothing in between, and aggregates that are made where they go.
//!
//! A copy is the same as a load and a store ([`super::place`]), and is done so where something is not as expected. It looks at the value
//! ([`super::parts`]), copies its bytes, erases what is padding, and makes borrows of its references.

use super::parts::{Reference, Seen};
use super::place::OnStack;
use super::retag::Retagging;
use super::word::Spot;
use crate::aliasing::Access;
use crate::code::*;
use crate::error::*;
use crate::machine::{Machine, Slot, Value};
use crate::memory::Word;
use rustassay_mir::layout::SetTag;
use rustassay_mir::model::VariantId;
use smallvec::SmallVec;

/// What an aggregate is made of, while it is found out.
#[derive(Default)]
struct Pieces {
    /// Words, their sizes, and where they go.
    words: SmallVec<[(usize, usize, Word); 4]>,
    /// Larger values, where they go, and where they are.
    copies: SmallVec<[(usize, Spot, TyInfo, Seen); 1]>,
}

impl Machine {
    /// Copies what is at one place to another of the same type; false for what the general rules must do.
    pub(crate) fn copy_value(
        &mut self,
        source: &PlaceCode,
        dest: &PlaceCode,
        retagging: &mut Retagging,
    ) -> Step<bool> {
        if source.info.ty != dest.info.ty {
            return Ok(false);
        }
        let Some(from) = self.find(source, Access::Read)? else { return Ok(false) };
        let Some(seen) = self.look(from, &source.info) else { return Ok(false) };
        let Some(to) = self.find_target(dest)? else { return Ok(false) };
        if overlap(from, to, source.info.size as usize) {
            return Ok(false);
        }
        self.copy_seen(from, to, &source.info, seen, retagging)?;
        Ok(true)
    }

    /// Where a place is that is written as a whole; `None` for what the general rules must decide.
    fn find_target(&mut self, code: &PlaceCode) -> Step<Option<Spot>> {
        match self.fresh_target(code) {
            Some(spot) => Ok(Some(spot)),
            None => self.find(code, Access::Write),
        }
    }

    /// Gives a local that nothing was written to its place on the stack. What is left there must be written over as a whole.
    pub(crate) fn fresh_target(&mut self, code: &PlaceCode) -> Option<Spot> {
        if code.path != PlaceWay::Whole || self.slot(code.local) != Slot::Fresh {
            return None;
        }
        let OnStack { slot, at, .. } = self.place_on_stack(code.local);
        self.set_slot(slot, Slot::Stack(at));
        Some(Spot::Stack(at))
    }

    /// Copies a value that was looked at to where it may be written, and which is elsewhere.
    pub(crate) fn copy_seen(
        &mut self,
        from: Spot,
        to: Spot,
        info: &TyInfo,
        seen: Seen,
        retagging: &mut Retagging,
    ) -> Step<()> {
        self.copy_bytes(from, to, info.size as usize);
        let (region, start) = match to {
            Spot::Nowhere => return Ok(()),
            Spot::Stack(at) => (&mut self.stack, at),
            Spot::Memory(id, at) => (&mut self.alloc_mut(id).region, at),
        };
        for range in seen.padding {
            region.erase(start + range.start..start + range.end);
        }
        if self.retags(info) { self.retag_all(to, info, &seen.references, retagging) } else { Ok(()) }
    }

    /// Makes borrows of the references in a value.
    fn retag_all(
        &mut self,
        spot: Spot,
        info: &TyInfo,
        references: &[Reference],
        retagging: &mut Retagging,
    ) -> Step<()> {
        for reference in references {
            if let Err(stop) = self.retag_at(spot.offset(reference.at), *reference, retagging) {
                let path = self.way_to(spot, info, reference.at);
                return Err(self.blame_copy(stop, &|_| path.clone(), retagging));
            }
        }
        Ok(())
    }

    /// Makes an aggregate of its fields; false, and nothing is done, for what the general rules must do.
    pub(crate) fn assign_fields(
        &mut self,
        dest: &PlaceCode,
        variant: Option<VariantId>,
        fields: &[(u64, OperandCode)],
    ) -> Step<bool> {
        let size = dest.info.size as usize;
        let mut pieces = Pieces::default();
        for (offset, operand) in fields {
            if !self.add_piece(*offset as usize, operand, &mut pieces)? {
                return Ok(false);
            }
        }
        if let Some(variant) = variant {
            match self.layouts.get(dest.info.ty).map(|layout| layout.set_tag(variant)) {
                Some(SetTag::Nothing) => {}
                Some(SetTag::Write { offset, size, bits }) if size <= 8 => {
                    pieces.words.push((offset as usize, size as usize, Word::plain(bits as u64)));
                }
                Some(SetTag::Write { .. } | SetTag::Impossible) | None => return Ok(false),
            }
        }
        if self.is_made_of_itself(dest, fields)? {
            return Ok(false);
        }
        let Some(to) = self.find_target(dest)? else { return Ok(false) };
        self.erase_spot(to, size);
        for (at, size, word) in pieces.words {
            self.put_word(to.offset(at), size, word);
        }
        for (at, from, info, seen) in pieces.copies {
            self.copy_seen(from, to.offset(at), &info, seen, &mut Retagging::Off)?;
        }
        if !self.retags(&dest.info) {
            return Ok(true);
        }
        let retagging = &mut Retagging::Plain;
        match self.look(to, &dest.info) {
            Some(seen) => self.retag_all(to, &dest.info, &seen.references, retagging)?,
            None => {
                let Some((region, at)) = self.bytes_at(to) else { return Ok(true) };
                let value = Value::Bytes(region.part(at..at + size));
                let value = self.retag_value(&value, &dest.info, retagging)?;
                self.put(to, &dest.info, &value);
            }
        }
        Ok(true)
    }

    /// Finds out what a field is made of; false for what the general rules must do.
    fn add_piece(&mut self, at: usize, operand: &OperandCode, pieces: &mut Pieces) -> Step<bool> {
        let info = operand.info();
        if let Some(word) = self.word(operand)? {
            pieces.words.push((at, info.size as usize, word));
            return Ok(true);
        }
        match operand {
            OperandCode::Copy(code) | OperandCode::Move(code) if !code.is_word => {
                let Some(from) = self.find(code, Access::Read)? else { return Ok(false) };
                let Some(seen) = self.look(from, info) else { return Ok(false) };
                pieces.copies.push((at, from, *info, seen));
                Ok(true)
            }
            OperandCode::Scalar(scalar, _) if info.size <= 8 => {
                let word = Word::of(*scalar);
                pieces.words.extend(word.map(|word| (at, info.size as usize, word)));
                Ok(word.is_some())
            }
            OperandCode::Bytes(..) => Ok(info.size == 0),
            _ => Ok(false),
        }
    }

    /// Assigns words, with their sizes and where they go; false, and nothing is done, for what the general rules must do.
    pub(crate) fn assign_words(&mut self, dest: &PlaceCode, words: &[(usize, usize, Word)]) -> Step<bool> {
        let Some(to) = self.find_target(dest)? else { return Ok(false) };
        self.erase_spot(to, dest.info.size as usize);
        for &(at, size, word) in words {
            self.put_word(to.offset(at), size, word);
        }
        Ok(true)
    }

    /// Makes bytes uninitialized that may be written.
    pub(crate) fn erase_spot(&mut self, spot: Spot, size: usize) {
        match spot {
            Spot::Nowhere => {}
            Spot::Stack(at) => self.erase_stack(at, size),
            Spot::Memory(id, at) => {
                self.save(id, at, size);
                self.alloc_mut(id).region.erase(at..at + size);
            }
        }
    }

    /// Copies bytes as they are to where they may be written, and which are elsewhere.
    fn copy_bytes(&mut self, from: Spot, to: Spot, size: usize) {
        match to {
            Spot::Nowhere => {}
            Spot::Stack(at) => self.save_stack(at, size),
            Spot::Memory(id, at) => self.save(id, at, size),
        }
        match (from, to) {
            (Spot::Nowhere, _) | (_, Spot::Nowhere) => {}
            (Spot::Stack(from), Spot::Stack(to)) => self.stack.copy_within(from..from + size, to),
            (Spot::Stack(from), Spot::Memory(id, to)) => {
                let alloc = self.allocs[id.0 as usize].as_mut().expect("memory that is written is there");
                alloc.region.copy_from(to, &self.stack, from..from + size);
            }
            (Spot::Memory(id, from), Spot::Stack(to)) => {
                let alloc = self.allocs[id.0 as usize].as_ref().expect("memory that is read is there");
                self.stack.copy_from(to, &alloc.region, from..from + size);
            }
            (Spot::Memory(id, from), Spot::Memory(other, to)) if id == other => {
                self.alloc_mut(id).region.copy_within(from..from + size, to);
            }
            (Spot::Memory(id, from), Spot::Memory(other, to)) => {
                let pair = self.allocs.get_disjoint_mut([id.0 as usize, other.0 as usize]);
                if let Ok([Some(source), Some(target)]) = pair {
                    target.region.copy_from(to, &source.region, from..from + size);
                }
            }
        }
    }
}

/// Whether two stretches of so many bytes have some in common.
pub(crate) fn overlap(a: Spot, b: Spot, size: usize) -> bool {
    match (a, b) {
        (Spot::Stack(a), Spot::Stack(b)) => a.abs_diff(b) < size,
        (Spot::Memory(id, a), Spot::Memory(other, b)) => id == other && a.abs_diff(b) < size,
        _ => false,
    }
}
