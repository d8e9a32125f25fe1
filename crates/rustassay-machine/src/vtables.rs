//! Trait objects: their vtables, and how large what they hold is.
//!
//! A vtable is memory that cannot be read: all that is known of it is which type it is for, and which trait. Its functions are asked for
//! when they are first called. Where the machine has the metadata of a place at hand ([`crate::machine::PlaceVal::len`]), the vtable is its
//! position in the table.

use crate::code::{CastCode, RvalueCode, StatementCode, UnsizeCode};
use crate::error::*;
use crate::machine::Machine;
use crate::memory::*;
use rustassay_mir::layout::Shape;
use rustassay_mir::model::*;

/// The vtable of a type for a trait.
#[derive(Clone, Debug)]
pub(crate) struct Vtable {
    pub concrete: Ty,
    /// The trait object type that it was made for; others may share its principal trait.
    pub object: Ty,
    principal: Option<u32>,
    size: u64,
    align: u64,
    memory: AllocId,
    /// Those that were called already.
    methods: Vec<Option<FnId>>,
}

impl Machine {
    /// The types of all vtables that there are so far, each with the trait object type that it was made for.
    pub fn vtable_types(&self) -> Vec<(Ty, Ty)> {
        self.vtables.iter().map(|vtable| (vtable.concrete, vtable.object)).collect()
    }

    /// Makes the vtable that a statement needs, if it makes a trait object: otherwise it is made when the statement runs.
    pub fn make_vtable(&mut self, statement: &StatementCode) -> Step<()> {
        let StatementCode::Assign(_, RvalueCode::Cast(cast, ..)) = statement else { return Ok(()) };
        let code = match cast {
            CastCode::Unsize(code) => code,
            CastCode::UnsizeStruct(plan) => &plan.code,
            _ => return Ok(()),
        };
        match *code {
            UnsizeCode::Vtable { concrete, object } => self.vtable_for(concrete, object).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// The vtable of a type for a trait object type, as the metadata of places.
    pub(crate) fn vtable_for(&mut self, concrete: Ty, object: Ty) -> Step<u64> {
        let principal = self.principal(object);
        if let Some(&known) = self.vtable_ids.get(&(concrete, principal)) {
            return Ok(known);
        }
        let info = self.info(concrete)?;
        let id = self.vtables.len() as u64;
        let unit = self.info(Ty::UNIT)?;
        let memory = crate::code::TyInfo { align: self.data.pointer_size(), ..unit };
        let memory = self.allocate_static(&memory, AllocKind::Vtable(id as u32), false)?;
        let (size, align) = (info.size, info.align);
        self.vtables.push(Vtable { concrete, object, principal, size, align, memory, methods: Vec::new() });
        self.vtable_ids.insert((concrete, principal), id);
        Ok(id)
    }

    /// The principal trait of a trait object type.
    fn principal(&self, object: Ty) -> Option<u32> {
        match *self.program.types.kind(object) {
            TyKind::Dyn(id) => self.program.types.dyns[id].principal,
            _ => None,
        }
    }

    /// The vtable that a pointer points to.
    pub(crate) fn vtable_at(&self, pointer: Pointer) -> Option<u64> {
        let found = match pointer.provenance? {
            Provenance::Allocation(id, _) => id,
            Provenance::Wildcard => self.exposed.beginning_at(pointer.addr).next()?,
        };
        let alloc = self.alloc(found);
        match alloc.kind {
            AllocKind::Vtable(id) if alloc.addr == pointer.addr => Some(id.into()),
            _ => None,
        }
    }

    /// A pointer's metadata, as places have it.
    pub(crate) fn metadata_of(&self, scalar: Scalar, kind: Metadata) -> Step<u64> {
        match kind {
            Metadata::None => Ok(0),
            Metadata::Length => Ok(scalar.bits as u64),
            Metadata::Vtable => match self.vtable_at(scalar.into()) {
                Some(id) => Ok(id),
                None => ub(Ub::NotAVtable { addr: scalar.bits as u64 }),
            },
        }
    }

    /// A place's metadata, as pointers have it.
    pub(crate) fn metadata_scalar(&self, metadata: u64, kind: Metadata) -> Scalar {
        match kind {
            Metadata::None | Metadata::Length => Scalar::new(metadata.into()),
            Metadata::Vtable => {
                let memory = self.vtables[metadata as usize].memory;
                self.alloc(memory).pointer(memory).into()
            }
        }
    }

    /// Whether a vtable is for the trait of a trait object type.
    pub(crate) fn is_vtable_of(&self, vtable: u64, object: Ty) -> bool {
        self.vtables[vtable as usize].principal == self.principal(object)
    }

    /// The type that a vtable is for.
    pub(crate) fn concrete_ty(&self, vtable: u64) -> Ty {
        self.vtables[vtable as usize].concrete
    }

    /// A trait object type that a vtable is for.
    pub(crate) fn vtable_object(&self, vtable: u64) -> Ty {
        self.vtables[vtable as usize].object
    }

    /// Size and alignment of what a vtable is for.
    pub(crate) fn vtable_extent(&self, vtable: u64) -> (u64, u64) {
        let vtable = &self.vtables[vtable as usize];
        (vtable.size, vtable.align)
    }

    /// The function at a position of a vtable.
    pub(crate) fn vtable_method(&mut self, vtable: u64, slot: u32) -> Step<FnId> {
        let known = &self.vtables[vtable as usize];
        if let Some(Some(function)) = known.methods.get(slot as usize) {
            return Ok(*function);
        }
        let Some(supplier) = self.supplier.clone() else { return unsupported("a method of a trait object") };
        let (concrete, object) = (known.concrete, known.object);
        let function = supplier.method(self, concrete, object, slot)?;
        let methods = &mut self.vtables[vtable as usize].methods;
        if methods.len() <= slot as usize {
            methods.resize(slot as usize + 1, None);
        }
        methods[slot as usize] = Some(function);
        Ok(function)
    }

    /// Size and alignment of a value of `ty`, whose pointers have this metadata if it is unsized. `None` if no object has that size, or
    /// if nobody knows it.
    pub(crate) fn extent_of_val(&self, ty: Ty, metadata: u64) -> Option<(u64, u64)> {
        let layout = self.layouts.get(ty)?;
        if layout.sized {
            return Some((layout.size, layout.align));
        }
        match &layout.shape {
            Shape::Slice { .. } => {
                Some((self.layouts.size_of_val(&self.program.types, ty, metadata)?, layout.align))
            }
            Shape::Opaque => match self.program.types.kind(ty) {
                TyKind::Dyn(_) => Some(self.vtable_extent(metadata)),
                _ => None,
            },
            Shape::Fields { offsets, .. } => {
                let tail = self.last_field(ty)?;
                let (size, align) = self.extent_of_val(tail, metadata)?;
                let before = self.tail_offset(ty, *offsets.as_slice().last()?, align);
                let align = layout.align.max(self.tail_align(ty, align));
                let size = before.checked_add(size)?.checked_next_multiple_of(align)?;
                (size <= self.data.largest_distance()).then_some((size, align))
            }
            _ => None,
        }
    }

    /// The alignment that the last field has in a struct: a packed one has less.
    fn tail_align(&self, ty: Ty, align: u64) -> u64 {
        let pack = self.program.adt(ty).and_then(|def| def.repr.pack);
        align.min(pack.unwrap_or(u64::MAX))
    }

    /// Where the last field is, of an alignment that its type does not say.
    pub(crate) fn tail_offset(&self, ty: Ty, before: u64, align: u64) -> u64 {
        before.next_multiple_of(self.tail_align(ty, align))
    }

    /// Where a field is that may be the unsized tail.
    pub(crate) fn offset_of_part(&self, ty: Ty, offset: u64, part: Ty, metadata: u64) -> u64 {
        match self.program.types.metadata(part) {
            Metadata::Vtable => {
                let align = self.extent_of_val(part, metadata).map_or(1, |(_, align)| align);
                self.tail_offset(ty, offset, align)
            }
            _ => offset,
        }
    }

    /// The type of the last field of a struct or tuple.
    pub(crate) fn last_field(&self, ty: Ty) -> Option<Ty> {
        match self.program.types.kind(ty) {
            TyKind::Tuple(fields) => fields.last().copied(),
            TyKind::Adt(adt) => {
                self.program.types.adts[*adt].only_variant().fields.iter().last().map(|field| field.ty)
            }
            _ => None,
        }
    }
}
