//! Destructors: a value's own, then its parts', in the order of the Reference ("Destructors").

use super::Progress;
use super::retag::Retagging;
use super::validity::WHOLE;
use crate::aliasing::{PointerKind, Through};
use crate::code::Class;
use crate::error::*;
use crate::machine::{AfterDrop, DropJob, Loc, Machine, PlaceVal, ProtectedBorrows, Return, Value};
use crate::memory::*;
use rustassay_mir::model::*;

impl Machine {
    /// Drops what there is to drop, one destructor after another, and does what comes then.
    pub(crate) fn drop_all(&mut self, jobs: Vec<DropJob>, then: AfterDrop) -> Step<Progress> {
        if !self.drop_up_to_a_destructor(jobs, then)? {
            return Ok(Progress::More);
        }
        match then {
            AfterDrop::GoTo { target, .. } => {
                self.go_to(target);
                Ok(Progress::More)
            }
            AfterDrop::Unwind(action) => self.unwind_by(action),
        }
    }

    /// Drops until a destructor has to run, which goes on when it has returned. Whether there was none.
    pub(crate) fn drop_up_to_a_destructor(&mut self, mut jobs: Vec<DropJob>, then: AfterDrop) -> Step<bool> {
        while let Some(job) = jobs.pop() {
            match job {
                DropJob::BoxMemory { pointer, size, align } => self.dealloc(pointer, size, align)?,
                DropJob::Parts { pointer, len, ty } => self.push_parts(pointer, len, ty, &mut jobs)?,
                DropJob::EndOfProtection { id, tag } => self.end_protection(id, tag),
                DropJob::MovedOut(id) => self.end_memory(id)?,
                DropJob::Misplaced { pointer, ty } => {
                    let info = self.info(ty)?;
                    let place = PlaceVal { at: Loc::Memory(pointer, None), len: 0 };
                    let moved = self.read_bytes(place, info.size)?;
                    let id = self.allocate(info.size, info.align, AllocKind::Stack, true)?;
                    let pointer = self.alloc(id).pointer(id);
                    self.alloc_mut(id).region.put(0, &moved);
                    jobs.push(DropJob::MovedOut(id));
                    jobs.push(DropJob::Value { pointer, len: 0, ty });
                }
                DropJob::Value { pointer, len, ty } => {
                    // The drop glue is given `&mut` to the value.
                    let (len, ty) = match self.program.types.kind(ty) {
                        // The glue is that of what the trait object holds.
                        TyKind::Dyn(_) => (0, self.concrete_ty(len)),
                        _ => (len, ty),
                    };
                    if !self.needs_drop(ty) {
                        continue;
                    }
                    let pointee = self.info(ty)?;
                    let mut protected = ProtectedBorrows::new();
                    self.valid_reference(pointer, len, &pointee, "reference", WHOLE)?;
                    let protecting = &mut Retagging::Protected(&mut protected);
                    let pointer = self.retag(pointer, len, &pointee, PointerKind::Mutable, protecting)?;
                    jobs.extend(protected.into_iter().map(|(id, tag)| DropJob::EndOfProtection { id, tag }));
                    if let Some(AdtRole::Box { pointee, .. }) = self.program.adt(ty).map(AdtDef::role) {
                        jobs.push(DropJob::EmptyBox { pointer, ty });
                        jobs.extend(self.box_contents(pointer, ty, pointee)?);
                        continue;
                    }
                    jobs.push(DropJob::Parts { pointer, len, ty });
                    if let Some(destructor) = self.destructor(ty) {
                        self.call_destructor(
                            destructor,
                            pointer,
                            len,
                            ty,
                            Return::Drop { rest: jobs, then },
                        )?;
                        return Ok(false);
                    }
                }
                DropJob::EmptyBox { pointer, ty } => {
                    jobs.push(DropJob::Parts { pointer, len: 0, ty });
                    if let Some(destructor) = self.destructor(ty) {
                        self.call_destructor(destructor, pointer, 0, ty, Return::Drop { rest: jobs, then })?;
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Calls a destructor with `&mut` to the value.
    fn call_destructor(
        &mut self,
        destructor: FnId,
        pointer: Pointer,
        len: u64,
        ty: Ty,
        ret: Return,
    ) -> Step<()> {
        let pointee = self.info(ty)?;
        let reference = self.retag(pointer, len, &pointee, PointerKind::Mutable, &mut Retagging::Plain)?;
        let self_ty = self.program.types.reference(Mutability::Mut, ty);
        let info = self.info(self_ty)?;
        let value = match info.class {
            Class::Wide(_) => Value::Wide(reference.into(), self.metadata_scalar(len, pointee.metadata)),
            _ => Value::Scalar(reference.into()),
        };
        self.push_frame(destructor, &[(value, info)], ret)
    }

    /// What a `Box` of a compiled crate has in it.
    fn box_contents(&mut self, pointer: Pointer, ty: Ty, pointee: Ty) -> Step<Option<DropJob>> {
        let info = self.info(pointee)?;
        if !info.needs_drop {
            return Ok(None);
        }
        let at = self.field_offset(ty, VariantId::ONLY, FieldId(0));
        let place = PlaceVal { at: Loc::Memory(pointer.wrapping_add(at), None), len: 0 };
        let Some(inner) = self.read_pointer(place)? else {
            return ub(Ub::Uninit { what: "a box that is dropped".into() });
        };
        let mut len = 0;
        if info.metadata != Metadata::None {
            let place = self.offset(place, self.data.pointer_size(), false)?;
            let Some(metadata) = self.read_pointer(place)? else {
                return ub(Ub::Uninit { what: "a box that is dropped".into() });
            };
            len = self.metadata_of(metadata, info.metadata)?;
        }
        Ok(Some(DropJob::Value { pointer: inner.into(), len, ty: pointee }))
    }

    fn destructor(&self, ty: Ty) -> Option<FnId> {
        match *self.program.types.kind(ty) {
            TyKind::Adt(adt) => self.program.types.adts[adt].drop,
            _ => None,
        }
    }

    /// Adds the parts of a value to the jobs, the first one last, because jobs are taken from the end.
    fn push_parts(&mut self, pointer: Pointer, len: u64, ty: Ty, jobs: &mut Vec<DropJob>) -> Step<()> {
        let mut parts: Vec<DropJob> = Vec::new();
        match self.program.types.kind(ty).clone() {
            TyKind::Tuple(fields) => {
                for (n, &field) in fields.iter().enumerate() {
                    let offset = self.field_offset(ty, VariantId::ONLY, FieldId::new(n));
                    parts.push(DropJob::Value { pointer: pointer.wrapping_add(offset), len, ty: field });
                }
            }
            TyKind::Array(element, count) => self.push_elements(pointer, element, count, &mut parts)?,
            TyKind::Slice(element) => self.push_elements(pointer, element, len, &mut parts)?,
            TyKind::Adt(adt) => {
                let def = &self.program.types.adts[adt];
                let pack = def.repr.pack;
                let variant = match def.kind {
                    AdtKind::Union => return Ok(()),
                    _ if matches!(def.role(), AdtRole::ManuallyDrop | AdtRole::Coroutine) => return Ok(()),
                    AdtKind::Struct => VariantId::ONLY,
                    AdtKind::Enum => {
                        let place = PlaceVal { at: Loc::Memory(pointer, None), len };
                        let discriminant = self.discriminant_at(place, ty)?;
                        let def = &self.program.types.adts[adt];
                        let found = def.discriminants(self.data).position(|value| value == discriminant.bits);
                        VariantId::new(found.unwrap_or(0))
                    }
                };
                let fields: Vec<Ty> = self.program.types.adts[adt].variants[variant]
                    .fields
                    .iter()
                    .map(|field| field.ty)
                    .collect();
                for (n, field) in fields.into_iter().enumerate() {
                    let offset = self.field_offset(ty, variant, FieldId::new(n));
                    let offset = self.offset_of_part(ty, offset, field, len);
                    let pointer = pointer.wrapping_add(offset);
                    let info = self.info(field)?;
                    // A destructor's `self` is aligned, so that rustc moves the field first (`add_moves_for_packed_drops`).
                    parts.push(match pack.is_some_and(|pack| pack < info.align) && info.is_sized {
                        true => DropJob::Misplaced { pointer, ty: field },
                        false => DropJob::Value { pointer, len, ty: field },
                    });
                }
            }
            TyKind::Box(pointee) => {
                let info = self.info(ty)?;
                let place = PlaceVal { at: Loc::Memory(pointer, None), len: 0 };
                let (inner, inner_len) = match self.load(place, &info)? {
                    Value::Scalar(scalar) => (Pointer::from(scalar), 0),
                    Value::Wide(scalar, len) => (Pointer::from(scalar), len.bits as u64),
                    Value::Bytes(_) => return unsupported("a box of this type"),
                };
                let align = self.info(pointee)?.align;
                let size = self.size_of_val(pointee, inner_len).unwrap_or(0);
                parts.push(DropJob::Value { pointer: inner, len: inner_len, ty: pointee });
                if size > 0 {
                    parts.push(DropJob::BoxMemory { pointer: inner, size, align });
                }
            }
            _ => {}
        }
        let needed = parts.into_iter().filter(|part| match part {
            DropJob::Value { ty, .. } | DropJob::Misplaced { ty, .. } => self.needs_drop(*ty),
            DropJob::Parts { .. }
            | DropJob::BoxMemory { .. }
            | DropJob::EmptyBox { .. }
            | DropJob::MovedOut(_)
            | DropJob::EndOfProtection { .. } => true,
        });
        let mut needed: Vec<DropJob> = needed.collect();
        needed.reverse();
        jobs.append(&mut needed);
        Ok(())
    }

    fn push_elements(
        &mut self,
        pointer: Pointer,
        element: Ty,
        count: u64,
        parts: &mut Vec<DropJob>,
    ) -> Step<()> {
        let stride = self.info(element)?.size;
        if !self.needs_drop(element) {
            return Ok(());
        }
        if count > self.limits.memory as u64 {
            return Err(Box::new(Stop::Budget(Budget::Memory)));
        }
        for n in 0..count {
            parts.push(DropJob::Value { pointer: pointer.wrapping_add(n * stride), len: 0, ty: element });
        }
        Ok(())
    }

    /// Gives memory back to the heap.
    pub(crate) fn dealloc(&mut self, pointer: Pointer, size: u64, align: u64) -> Step<()> {
        let (id, tag) = self.heap_memory(pointer, size, align)?;
        self.dealloc_borrows(id, tag)?;
        self.free(id);
        Ok(())
    }

    /// The allocation that a pointer may give back to the heap with this layout, and the borrow.
    pub(crate) fn heap_memory(
        &self,
        pointer: Pointer,
        size: u64,
        align: u64,
    ) -> Step<(AllocId, Option<crate::aliasing::Tag>)> {
        self.heap_memory_of(AllocKind::Heap, pointer, size, align)
    }

    /// The same for any heap.
    pub(crate) fn heap_memory_of(
        &self,
        heap: AllocKind,
        pointer: Pointer,
        size: u64,
        align: u64,
    ) -> Step<(AllocId, Option<crate::aliasing::Tag>)> {
        let why = Purpose::Dealloc;
        let (id, tag) = match pointer.provenance {
            Some(Provenance::Allocation(id, tag)) => (id, Some(tag)),
            Some(Provenance::Wildcard) => {
                let is_live = |id: &AllocId| self.alloc(*id).freed.is_none();
                match self.exposed.beginning_at(pointer.addr).find(is_live) {
                    Some(id) => (id, None),
                    None => return ub(Ub::Dangling { pointer, why }),
                }
            }
            None => return ub(Ub::Dangling { pointer, why }),
        };
        let alloc = self.alloc(id);
        if let Some(freed) = alloc.freed {
            return ub(Ub::UseAfterFree { alloc: id, why, freed });
        }
        if alloc.kind != heap {
            let why = match alloc.kind {
                AllocKind::Stack => "which is stack memory",
                AllocKind::Heap => "which is Rust heap memory",
                AllocKind::CHeap => "which is C heap memory",
                AllocKind::MiriHeap => "which `miri_alloc` has made",
                AllocKind::Mapping => "which `mmap` has made",
                AllocKind::Static => "which is static memory",
                AllocKind::ThreadLocal => "which is thread-local memory",
                _ => "which is a function",
            };
            return ub(Ub::WrongDealloc { alloc: id, why });
        }
        if alloc.addr != pointer.addr {
            return ub(Ub::WrongDealloc { alloc: id, why: "but not by a pointer to its beginning" });
        }
        if (alloc.size, alloc.align) != (size, align) {
            return ub(Ub::WrongLayout {
                alloc: id,
                size: alloc.size,
                align: alloc.align,
                given_size: size,
                given_align: align,
            });
        }
        if let Some((_, what)) = alloc.guards.first() {
            return ub(Ub::Guarded { alloc: id, what: *what });
        }
        Ok((id, tag))
    }

    /// Tells the aliasing model that memory goes away.
    pub(crate) fn dealloc_borrows(&mut self, id: AllocId, tag: Option<crate::aliasing::Tag>) -> Step<()> {
        self.check_dealloc_race(id)?;
        let now = self.now();
        let journal = &mut self.journal;
        let alloc = self.allocs[id.0 as usize].as_mut().expect("an allocation that is freed is there");
        let size = alloc.size;
        let mut log = journal.borrows_of(id, alloc);
        let exposed = &self.exposed;
        let is_exposed = |tag| exposed.contains(id, tag);
        let through = match tag {
            Some(tag) if alloc.borrows.is_wild(tag) => Through::Wild(tag, &is_exposed),
            Some(tag) => Through::Tag(tag),
            None => Through::Exposed(&is_exposed),
        };
        alloc.borrows.dealloc(through, size, now, &mut log)
    }

    /// Tells the aliasing model that a call has returned.
    pub(crate) fn end_protection(&mut self, id: AllocId, tag: crate::aliasing::Tag) {
        let now = self.now();
        let journal = &mut self.journal;
        let Some(alloc) = self.allocs[id.0 as usize].as_mut().filter(|alloc| alloc.freed.is_none()) else {
            return;
        };
        let mut log = journal.borrows_of(id, alloc);
        alloc.borrows.end_protection(tag, now, &mut log);
    }
}
