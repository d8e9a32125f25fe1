//! Places and operands: where things are, and what they hold.

use super::retag::Retagging;
use super::validity::WHOLE;
use super::word::Spot;
use crate::aliasing::Access;
use crate::code::*;
use crate::error::*;
use crate::machine::{Loc, Machine, PlaceVal, Slot, Validation, Value};
use crate::memory::*;
use rustassay_mir::model::*;

/// The room that a local has on the stack while nobody has its address.
pub(crate) struct OnStack {
    pub slot: usize,
    pub at: usize,
    pub size: usize,
}

impl Machine {
    /// Where a local is.
    pub(crate) fn local_place(&mut self, local: Local) -> Step<PlaceVal> {
        let at = match self.slots[self.first_slot + local.index()] {
            Slot::Stack(at) => Loc::Stack(at),
            Slot::Fresh => Loc::Stack(self.settle(local)),
            Slot::Word(word) => Loc::Stack(self.spill(local, word)),
            Slot::Memory(id) => Loc::Memory(self.alloc(id).pointer(id), None),
            Slot::Dead => return ub(Ub::DeadLocal { local: self.local_name(local) }),
        };
        Ok(PlaceVal { at, len: 0 })
    }

    /// Moves what a local's slot holds to its place on the stack.
    #[inline(never)]
    fn spill(&mut self, local: Local, word: Word) -> usize {
        let OnStack { slot, at, size } = self.place_on_stack(local);
        self.save_stack(at, size);
        self.stack.write_word(at, size, word);
        self.set_slot(slot, Slot::Stack(at));
        at
    }

    /// Gives a local that nothing was written to its place on the stack.
    #[inline(never)]
    pub(crate) fn settle(&mut self, local: Local) -> usize {
        let OnStack { slot, at, size } = self.place_on_stack(local);
        self.erase_stack(at, size);
        self.set_slot(slot, Slot::Stack(at));
        at
    }

    /// The room that a local has on the stack.
    #[inline]
    pub(crate) fn place_on_stack(&self, local: Local) -> OnStack {
        let frame = self.frames.last().expect("a frame runs");
        let code = &frame.code.locals[local.index()];
        OnStack {
            slot: frame.slots + local.index(),
            at: frame.stack + code.offset,
            size: code.info.size as usize,
        }
    }

    pub(crate) fn local_name(&self, local: Local) -> String {
        let frame = self.frames.last().expect("a frame runs");
        self.program.functions[frame.code.id].body.local_name(local).into_owned()
    }

    /// Where a place is. Nothing is accessed but the pointers and indices on the way.
    pub(crate) fn place(&mut self, code: &PlaceCode) -> Step<PlaceVal> {
        let (mut place, steps, mut behind_pointer) = match (self.slot_scalar(code.local), &code.steps[..]) {
            (Some(scalar), [PlaceStep::Deref { align, metadata: Metadata::None, .. }, steps @ ..]) => {
                (self.pointee(scalar, *align, 0), steps, true)
            }
            (_, steps) => (self.local_place(code.local)?, steps, false),
        };
        for step in steps {
            match *step {
                PlaceStep::Offset(bytes) => place = self.offset(place, bytes, behind_pointer)?,
                PlaceStep::Tail(bytes) => place = self.offset(place, bytes, behind_pointer)?,
                PlaceStep::Deref { pointee, align, metadata } => {
                    let Some(pointer) = self.read_pointer(place)? else {
                        return ub(Ub::Uninit { what: "a pointer that is dereferenced".into() });
                    };
                    let (mut len, mut align) = (0, align);
                    if metadata != Metadata::None {
                        let at = self.offset(place, self.data.pointer_size(), false)?;
                        let Some(scalar) = self.read_pointer(at)? else {
                            return ub(Ub::Uninit { what: "the metadata of a pointer".into() });
                        };
                        len = self.metadata_of(scalar, metadata)?;
                    }
                    if metadata == Metadata::Vtable {
                        align = self.extent_of_val(pointee, len).map_or(align, |(_, align)| align);
                    }
                    place = self.pointee(pointer, align, len);
                    behind_pointer = true;
                }
                PlaceStep::DynTail { of, tail, before } => {
                    let align = self.extent_of_val(tail, place.len).map_or(1, |(_, align)| align);
                    place = self.offset(place, self.tail_offset(of, before, align), behind_pointer)?;
                }
                PlaceStep::ConstantIndex { offset, from_end, stride } => {
                    let (offset, len) = (u64::from(offset), place.len);
                    let index = if from_end { len.checked_sub(offset) } else { Some(offset) };
                    let Some(index) = index.filter(|&index| index < len) else {
                        return ub(Ub::IndexOutOfBounds { index: offset, len });
                    };
                    let Some(bytes) = index.checked_mul(stride) else { return ub(Ub::SizeOverflow) };
                    place = PlaceVal { len: 0, ..self.offset(place, bytes, behind_pointer)? };
                }
                PlaceStep::Subslice { from, to, from_end, stride } => {
                    let (from, to, len) = (u64::from(from), u64::from(to), place.len);
                    let end = if from_end { len.checked_sub(to) } else { Some(to) };
                    let Some(end) = end.filter(|&end| from <= end && end <= len) else {
                        return ub(Ub::IndexOutOfBounds { index: to, len });
                    };
                    let Some(bytes) = from.checked_mul(stride) else { return ub(Ub::SizeOverflow) };
                    place = PlaceVal { len: end - from, ..self.offset(place, bytes, behind_pointer)? };
                }
                PlaceStep::Index { index, stride, len } => {
                    let index = self.index(index)?;
                    let len = len.unwrap_or(place.len);
                    if index >= len {
                        return ub(Ub::IndexOutOfBounds { index, len });
                    }
                    let Some(bytes) = index.checked_mul(stride) else { return ub(Ub::SizeOverflow) };
                    place = PlaceVal { len: 0, ..self.offset(place, bytes, behind_pointer)? };
                }
            }
        }
        Ok(place)
    }

    /// Where a pointer points, with the alignment that it should have had.
    fn pointee(&mut self, pointer: Scalar, align: u64, len: u64) -> PlaceVal {
        // An address without provenance forgets where it came from.
        self.fixed.branch_tainted |= pointer.is_tainted() && pointer.provenance.is_none();
        let pointer = Pointer::from(pointer);
        let misaligned = (!self.is_aligned(pointer, align)).then_some(align);
        PlaceVal { at: Loc::Memory(pointer, misaligned), len }
    }

    /// The index that a local is.
    fn index(&mut self, local: Local) -> Step<u64> {
        if let Some(scalar) = self.slot_scalar(local) {
            return Ok(scalar.bits as u64);
        }
        let at = self.local_place(local)?;
        let Some(index) = self.read_pointer(at)? else {
            return ub(Ub::Uninit { what: "an index".into() });
        };
        // Which element it is shows in all that is done with it.
        self.fixed.branch_tainted |= index.is_tainted();
        Ok(index.bits as u64)
    }

    /// A place some bytes further; behind a pointer the way must stay inside the allocation.
    pub(crate) fn offset(&self, place: PlaceVal, bytes: u64, inbounds: bool) -> Step<PlaceVal> {
        let at = match place.at {
            Loc::Stack(at) => Loc::Stack(at + bytes as usize),
            Loc::Memory(pointer, misaligned) if inbounds => {
                Loc::Memory(self.inbounds_offset(pointer, bytes as i64)?, misaligned)
            }
            Loc::Memory(pointer, misaligned) => Loc::Memory(pointer.wrapping_add(bytes), misaligned),
        };
        Ok(PlaceVal { at, len: place.len })
    }

    /// Gives a local memory of its own, so that it has an address.
    pub(crate) fn move_to_memory(&mut self, local: Local) -> Step<()> {
        let is_used = self.slot(local) != Slot::Fresh;
        let Loc::Stack(at) = self.local_place(local)?.at else { return Ok(()) };
        let frame = self.frames.last().expect("a frame runs");
        let slot = frame.slots + local.index();
        let info = frame.code.locals[local.index()].info;
        let id = self.allocate(info.size, info.align, AllocKind::Stack, true)?;
        if is_used {
            // When it got its storage and its value is not known any more.
            self.tell_model_of_allocation(id, false);
        }
        self.note_loose_ty(id, info.ty);
        let size = info.size as usize;
        let contents = self.stack.part(at..at + size);
        if size > 0 {
            self.alloc_mut(id).region.put(0, &contents);
        }
        self.set_slot(slot, Slot::Memory(id));
        Ok(())
    }

    /// Where a place is, as a pointer to it, and the length of an unsized tail.
    pub(crate) fn place_address(&mut self, code: &PlaceCode) -> Step<(Pointer, u64)> {
        if !code.steps.iter().any(|step| matches!(step, PlaceStep::Deref { .. })) {
            self.move_to_memory(code.local)?;
        }
        let place = self.place(code)?;
        match place.at {
            Loc::Memory(pointer, _) => Ok((pointer, place.len)),
            Loc::Stack(_) => unreachable!("the local was moved to memory"),
        }
    }

    /// A scalar operand, valid at its type.
    #[inline]
    pub(crate) fn scalar(&mut self, operand: &OperandCode) -> Step<Scalar> {
        match operand {
            OperandCode::Word(bits, _) => Ok(Scalar::new((*bits).into())),
            OperandCode::Scalar(scalar, _) => Ok(*scalar),
            OperandCode::Copy(code) | OperandCode::Move(code) => {
                let Class::Scalar(prim) = code.info.class else {
                    return unsupported("an operand that should be a scalar");
                };
                let size = prim.size(self.data);
                if code.path == PlaceWay::Whole
                    && let Some(scalar) = self.slot_scalar(code.local)
                {
                    return self.valid_scalar(prim, Some(scalar), WHOLE);
                }
                let scalar = match self.find(code, Access::Read)? {
                    Some(Spot::Stack(at)) => self.stack.read(at, size as usize),
                    Some(Spot::Memory(id, at)) => self.alloc(id).region.read(at, size as usize),
                    Some(Spot::Nowhere) | None => {
                        let place = self.place(code)?;
                        self.read_scalar(place, size)?
                    }
                };
                self.valid_scalar(prim, scalar, WHOLE)
            }
            OperandCode::Bytes(..) => unsupported("an operand that should be a scalar"),
        }
    }

    /// Writes a scalar to the place of a statement: a typed copy.
    pub(crate) fn put_scalar(
        &mut self,
        code: &PlaceCode,
        prim: Prim,
        scalar: Scalar,
        retagging: &mut Retagging,
    ) -> Step<()> {
        if prim.is_reference() {
            return self.put_reference(code, prim, scalar, retagging);
        }
        if code.path == PlaceWay::Whole && self.put_in_slot(code.local, scalar) {
            return Ok(());
        }
        let spot = self.find_writable(code)?;
        self.put_scalar_at(spot, prim.size(self.data) as usize, scalar);
        Ok(())
    }

    /// The target is written before the reference becomes a borrow ([`super::retag`]).
    fn put_reference(
        &mut self,
        code: &PlaceCode,
        prim: Prim,
        scalar: Scalar,
        retagging: &mut Retagging,
    ) -> Step<()> {
        if code.path == PlaceWay::Whole && self.is_on_stack(code.local) {
            let scalar = self.retag_scalar(scalar, 0, prim, WHOLE, retagging)?;
            if !self.put_in_slot(code.local, scalar) {
                let spot = self.find_writable(code)?;
                self.put_scalar_at(spot, prim.size(self.data) as usize, scalar);
            }
            return Ok(());
        }
        let spot = self.find_writable(code)?;
        let scalar = self.retag_scalar(scalar, 0, prim, WHOLE, retagging)?;
        self.put_scalar_at(spot, prim.size(self.data) as usize, scalar);
        Ok(())
    }

    /// Where a scalar of a statement's place is, accessed for writing.
    fn find_writable(&mut self, code: &PlaceCode) -> Step<Spot> {
        match self.find(code, Access::Write)? {
            Some(spot) => Ok(spot),
            None => {
                let place = self.place(code)?;
                self.writable(place, code.info.size)
            }
        }
    }

    /// The value of an operand, valid at its type, its padding lost.
    pub(crate) fn operand(&mut self, operand: &OperandCode) -> Step<Value> {
        match operand {
            OperandCode::Word(bits, _) => Ok(Value::Scalar(Scalar::new((*bits).into()))),
            OperandCode::Scalar(scalar, _) => Ok(Value::Scalar(*scalar)),
            OperandCode::Bytes(region, info) => Ok(match info.class {
                Class::Wide(_) => wide_of(region),
                _ => Value::Bytes((**region).clone()),
            }),
            OperandCode::Copy(code) | OperandCode::Move(code) => {
                if let Class::Scalar(_) = code.info.class {
                    return Ok(Value::Scalar(self.scalar(operand)?));
                }
                let place = self.place(code)?;
                self.load(place, &code.info)
            }
        }
    }

    /// A typed read: the value at a place, valid at its type, its padding lost.
    pub(crate) fn load(&mut self, place: PlaceVal, info: &TyInfo) -> Step<Value> {
        match info.class {
            Class::Scalar(prim) => {
                let scalar = self.read_scalar(place, prim.size(self.data))?;
                let scalar = self.copied_scalar(prim, scalar)?;
                Ok(Value::Scalar(scalar))
            }
            Class::Wide(prim) if self.config.validation != Validation::Off => {
                let [pointer, metadata] = self.read_halves(place)?;
                let (pointer, metadata) = self.valid_wide(pointer, metadata, prim)?;
                Ok(Value::Wide(pointer, metadata))
            }
            // What most functions return: nothing.
            Class::Aggregate if info.size == 0 && info.is_plain && matches!(place.at, Loc::Stack(_)) => {
                Ok(Value::Bytes(self.new_region(0)))
            }
            Class::Wide(_) | Class::Aggregate => {
                let mut region = self.read_bytes(place, info.size)?;
                self.normalize(&mut region, info)?;
                Ok(match info.class {
                    Class::Wide(_) => wide_of(&region),
                    _ => Value::Bytes(region),
                })
            }
        }
    }

    /// The halves of a wide pointer, read as one.
    fn read_halves(&mut self, place: PlaceVal) -> Step<[Option<Scalar>; 2]> {
        self.check_aligned(place)?;
        let (region, at) = match place.at {
            Loc::Stack(at) => (&self.stack, at),
            Loc::Memory(pointer, _) => {
                let (id, at) = self.access(pointer, 2 * self.data.pointer_size(), Access::Read)?;
                (&self.alloc(id).region, at)
            }
        };
        Ok(region.read_wide(at))
    }

    /// Writes a value to a place of its type: a typed copy.
    pub(crate) fn store(
        &mut self,
        place: PlaceVal,
        info: &TyInfo,
        value: &Value,
        retagging: &mut Retagging,
    ) -> Step<()> {
        // The target is written before references become borrows.
        let spot = self.writable(place, info.size)?;
        if self.retags(info) {
            let value = self.retag_value(value, info, retagging)?;
            self.put(spot, info, &value);
        } else {
            self.put(spot, info, value);
        }
        Ok(())
    }

    /// Writes a value to a place of another type: two typed copies in one.
    pub(crate) fn store_as(
        &mut self,
        place: PlaceVal,
        from: &TyInfo,
        to: &TyInfo,
        value: &Value,
        retagging: &mut Retagging,
    ) -> Step<()> {
        if from.ty == to.ty {
            return self.store(place, to, value, retagging);
        }
        let spot = self.writable(place, to.size)?;
        let mut value = match self.retags(from) {
            true => {
                let value = self.retag_value(value, from, retagging)?;
                self.transmute(&value, from, to)?
            }
            false => self.transmute(value, from, to)?,
        };
        if self.retags(to) {
            value = self.retag_value(&value, to, retagging)?;
        }
        self.put(spot, to, &value);
        Ok(())
    }

    /// Writes a value to memory that was accessed for it.
    pub(crate) fn put(&mut self, spot: Spot, info: &TyInfo, value: &Value) {
        match value {
            Value::Scalar(scalar) => self.put_scalar_at(spot, info.size as usize, *scalar),
            Value::Bytes(region) => self.put_bytes_at(spot, region),
            Value::Wide(pointer, metadata) => {
                let size = self.pointer_size();
                self.put_scalar_at(spot, size, *pointer);
                self.put_scalar_at(spot.offset(size), size, *metadata);
            }
        }
    }
}

/// A wide pointer's two halves.
pub(crate) fn wide_of(region: &Region) -> Value {
    let [pointer, metadata] = region.read_wide(0).map(|half| half.unwrap_or(Scalar::new(0)));
    Value::Wide(pointer, metadata)
}
