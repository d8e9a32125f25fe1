//! Retags: a reference becomes a borrow of its own (Stacked Borrows and Tree Borrows) where it is made (`&place`, and under
//! Stacked Borrows `&raw place` unless it is a raw pointer's target), where something else is transmuted into it, where a function is given
//! it, and where `Retag` says so.
//!
//! A plain copy is the same borrow. rustc adds retags of copies to the bodies that it builds itself, and none to custom MIR;
//! at function entry the compiler relies on references that it is given (`noalias`), custom MIR or not.

use crate::aliasing::{Bytes, Model, PointerKind, Protector, Retag};
use crate::code::*;
use crate::error::*;
use crate::journal::Undo;
use crate::machine::{Machine, Value};
use crate::memory::*;
use rustassay_mir::model::*;

impl Machine {
    /// A pointer as a new borrow of its own.
    pub(crate) fn retag(
        &mut self,
        pointer: Pointer,
        len: u64,
        pointee: &TyInfo,
        kind: PointerKind,
        protector: Option<Protector>,
    ) -> Step<Pointer> {
        if self.config.aliasing == Model::None {
            return Ok(pointer);
        }
        let Some(Provenance::Allocation(id, parent)) = pointer.provenance else {
            let is_reference = !matches!(kind, PointerKind::RawConst | PointerKind::RawMut);
            let is_uncertain = is_reference && pointer.provenance == Some(Provenance::Wildcard);
            return match self.config.cautious && is_uncertain {
                true => unsupported("a reference to what an exposed address points to"),
                false => Ok(pointer),
            };
        };
        let alloc = self.alloc(id);
        let offset = pointer.addr.wrapping_sub(alloc.addr);
        if alloc.freed.is_some() || offset > alloc.size {
            return Ok(pointer);
        }
        let size = if pointee.is_sized { Some(pointee.size) } else { self.size_of_val(pointee.ty, len) };
        let Some(size) = size else { return Ok(pointer) };
        let mut cells = Vec::new();
        if pointee.has_cells {
            self.cells(pointee.ty, len, offset, &mut cells);
        }
        let new = self.new_tag();
        let now = self.now();
        let journal = &mut self.journal;
        let alloc = self.allocs[id.0 as usize].as_mut().expect("an allocation that is referred to is there");
        let is_kept = journal.keeps(alloc);
        let retag = Retag {
            kind,
            // No type of the model is `!Unpin`.
            unpin: true,
            bytes: Bytes { start: offset, end: (offset + size).min(alloc.size) },
            cells: &cells,
            protector,
        };
        let tag = alloc.borrows.retag(parent, new, &retag, now, &mut |change| {
            if is_kept {
                journal.push_borrow(id, change);
            }
        })?;
        if tag == parent {
            return Ok(pointer);
        }
        if protector.is_some() {
            let top = self.frames.len() - 1;
            let frame = &mut self.frames[top];
            let before = frame.protected.len();
            frame.protected.push((id, new));
            if self.journal.keeps_frame(top) {
                self.journal.push(|| Undo::Protectors(top, before));
            }
        }
        Ok(Pointer { provenance: Some(Provenance::Allocation(id, new)), ..pointer })
    }

    /// A raw pointer that is made from a reference or a local: a borrow of its own where the model has such.
    pub(crate) fn retag_raw(
        &mut self,
        pointer: Pointer,
        len: u64,
        code: &PlaceCode,
        kind: PointerKind,
    ) -> Step<Pointer> {
        if !matches!(self.config.aliasing, Model::Stacked | Model::Both) {
            return Ok(pointer);
        }
        // What a raw pointer points to is raw already, and the new pointer the same borrow.
        let mut ty = self.frames.last().map(|frame| frame.code.locals[code.local.index()].info.ty);
        let mut is_raw = false;
        for step in &code.steps {
            if let PlaceStep::Deref { pointee, .. } = step {
                is_raw = ty.is_some_and(|ty| matches!(self.program.types.kind(ty), TyKind::RawPtr(..)));
                ty = Some(*pointee);
            }
        }
        if is_raw {
            return Ok(pointer);
        }
        self.retag(pointer, len, &code.info, kind, None)
    }

    /// A value with its references as new borrows.
    pub(crate) fn retag_value(&mut self, value: Value, info: &TyInfo, protect: bool) -> Step<Value> {
        if self.config.aliasing == Model::None || !info.has_references {
            return Ok(value);
        }
        match (value, info.class) {
            (Value::Scalar(scalar), Class::Scalar(prim)) => {
                Ok(Value::Scalar(self.retag_scalar(scalar, 0, prim, protect)?))
            }
            (Value::Wide(scalar, len), Class::Wide(prim)) => {
                Ok(Value::Wide(self.retag_scalar(scalar, len.bits as u64, prim, protect)?, len))
            }
            (Value::Bytes(mut region), _) => {
                self.retag_parts(&mut region, 0, info.ty, protect)?;
                Ok(Value::Bytes(region))
            }
            (value, _) => Ok(value),
        }
    }

    fn retag_scalar(&mut self, scalar: Scalar, len: u64, prim: Prim, protect: bool) -> Step<Scalar> {
        let (kind, pointee, protector) = match prim {
            Prim::Ref(Mutability::Not, pointee) => (PointerKind::Shared, pointee, Protector::Strong),
            Prim::Ref(Mutability::Mut, pointee) => (PointerKind::Mutable, pointee, Protector::Strong),
            Prim::Box(pointee) => (PointerKind::Box, pointee, Protector::Weak),
            _ => return Ok(scalar),
        };
        let pointee = self.info(pointee)?;
        let pointer = self.retag(scalar.into(), len, &pointee, kind, protect.then_some(protector))?;
        Ok(Scalar { provenance: pointer.provenance, ..scalar })
    }

    fn retag_parts(&mut self, region: &mut Region, at: u64, ty: Ty, protect: bool) -> Step<()> {
        let info = self.info(ty)?;
        if !info.has_references {
            return Ok(());
        }
        let offset = at as usize;
        match info.class {
            Class::Scalar(prim) => {
                if let Some(scalar) = region.read(offset, 8) {
                    let scalar = self.retag_scalar(scalar, 0, prim, protect)?;
                    region.write(offset, 8, scalar);
                }
                return Ok(());
            }
            Class::Wide(prim) => {
                if let (Some(scalar), Some(len)) = (region.read(offset, 8), region.read(offset + 8, 8)) {
                    let scalar = self.retag_scalar(scalar, len.bits as u64, prim, protect)?;
                    region.write(offset, 8, scalar);
                }
                return Ok(());
            }
            Class::Aggregate => {}
        }
        match self.program.types.kind(ty).clone() {
            TyKind::Tuple(fields) => {
                for (n, &field) in fields.iter().enumerate() {
                    let offset = self.field_offset(ty, VariantId::ONLY, FieldId::new(n));
                    self.retag_parts(region, at + offset, field, protect)?;
                }
            }
            TyKind::Array(element, count) => {
                let stride = self.info(element)?.size;
                for n in 0..count {
                    self.retag_parts(region, at + n * stride, element, protect)?;
                }
            }
            TyKind::Adt(adt) => {
                let variant = match self.program.types.adts[adt].kind {
                    AdtKind::Union => return Ok(()),
                    AdtKind::Struct => Some(VariantId::ONLY),
                    AdtKind::Enum => self.variant_in(region, at, ty),
                };
                let Some(variant) = variant else { return Ok(()) };
                let fields: Vec<Ty> = self.program.types.adts[adt].variants[variant]
                    .fields
                    .iter()
                    .map(|field| field.ty)
                    .collect();
                for (n, field) in fields.into_iter().enumerate() {
                    let offset = self.field_offset(ty, variant, FieldId::new(n));
                    self.retag_parts(region, at + offset, field, protect)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    pub(crate) fn variant_in(&self, region: &Region, at: u64, ty: Ty) -> Option<VariantId> {
        let layout = self.layouts.get(ty)?;
        let bits = match layout.tag() {
            Some(tag) => region.read((at + tag.offset) as usize, tag.scalar.size as usize)?.bits,
            None => 0,
        };
        layout.variant_of_tag(bits)
    }

    /// The bytes of a value of `ty` that are inside an `UnsafeCell`. An enum with a cell in any variant is one as a whole.
    fn cells(&mut self, ty: Ty, len: u64, at: u64, cells: &mut Vec<Bytes>) {
        let size = self.size_of_val(ty, len).unwrap_or(0);
        if size == 0 || !self.info(ty).is_ok_and(|info| info.has_cells) {
            return;
        }
        let mut add = |start: u64, end: u64| match cells.last_mut() {
            Some(last) if last.end == start => last.end = end,
            _ => cells.push(Bytes { start, end }),
        };
        match self.program.types.kind(ty).clone() {
            TyKind::Tuple(fields) => {
                let mut placed: Vec<(u64, Ty)> = fields
                    .iter()
                    .enumerate()
                    .map(|(n, &field)| (self.field_offset(ty, VariantId::ONLY, FieldId::new(n)), field))
                    .collect();
                placed.sort_by_key(|&(offset, _)| offset);
                for (offset, field) in placed {
                    self.cells(field, len, at + offset, cells);
                }
            }
            TyKind::Array(element, _) | TyKind::Slice(element) => {
                let stride = self.size_of_val(element, 0).unwrap_or(1).max(1);
                for n in 0..size / stride {
                    self.cells(element, 0, at + n * stride, cells);
                }
            }
            TyKind::Adt(adt) => {
                let def = &self.program.types.adts[adt];
                if def.library() == Some(Library::UnsafeCell) || def.kind != AdtKind::Struct {
                    add(at, at + size);
                    return;
                }
                let fields: Vec<Ty> = def.only_variant().fields.iter().map(|field| field.ty).collect();
                let mut placed: Vec<(u64, Ty)> = fields
                    .into_iter()
                    .enumerate()
                    .map(|(n, field)| (self.field_offset(ty, VariantId::ONLY, FieldId::new(n)), field))
                    .collect();
                placed.sort_by_key(|&(offset, _)| offset);
                for (offset, field) in placed {
                    self.cells(field, len, at + offset, cells);
                }
            }
            _ => {}
        }
    }
}
