//! Retags: the references and boxes in a value become borrows of their own when the value is copied.
//!
//! A copy is *typed* when it is made at a type: an assignment, an argument, a result. Since rustc e402c1edf (May 2026) there
//! are no retag statements any more; Miri retags in every typed copy, after it has written the target and while it checks
//! the value (`copy_op`, `write_immediate` and `check_safe_pointer` in `rustc_const_eval::interpret`). Copying a reference whose
//! borrow is dead is thus Undefined Behavior, whether or not it is used afterwards.
//!
//! | construct | retags | source |
//! | --- | --- | --- |
//! | `a = b` | at the type of `b` | `Rvalue::Use(_, WithRetag::Yes)`, custom MIR's plain assignment |
//! | `a = CopyForDeref(b)` | nothing | `Rvalue::Use(_, WithRetag::No)`, by `EraseDerefTemps` |
//! | tuples, arrays, structs, enums | at the aggregate's type, once all fields are written | `write_aggregate` |
//! | `[a; N]` | the first element, whose bytes the others get | `write_repeat` |
//! | `&a`, `&mut a` | the new reference | `Rvalue::Ref` |
//! | `&raw a` | under Stacked Borrows, unless `a` is behind a raw pointer; the memory must be there | `Rvalue::RawPtr`, `RetagMode::Raw` |
//! | `&raw const (fake) a` of compiled crates | nothing | `RawPtrKind::FakeForPtrMetadata` |
//! | unsizing casts | at the target type | `unsize_into` |
//! | transmutes, calls that pass or return another type than is taken | at the source type, then at the target type | `copy_op_allow_transmute` |
//! | arguments of functions | the same, and they are protected while the call lasts | `init_stack_frame`, `RetagMode::FnEntry` |
//! | results of functions | at the result's type, when protection has ended and before locals are gone | `return_from_current_stack_frame` |
//! | results of intrinsics, and what they store at a type | at that type | `copy_op` in `eval_intrinsic` |
//! | arguments of intrinsics, operands of operators | nothing: they are read where they are | |
//! | `copy`, `copy_nonoverlapping` | nothing: the copy is untyped | `copy_intrinsic` |
//! | `drop_in_place` of what needs no drop, in compiled crates | `&mut` to the value | `build_drop_shim` |
//! | `Drop` | `&mut` to the value, protected while its destructor and those of its parts run; the destructor is given another | `init_drop_in_place_call`, `build_drop_shim` |
//! | `Retag(a)`, up to rustc 1.96 | as `a = a` | `StatementKind::Retag` |
//!
//! Inside a value every reference and box counts, in the order in which they lie in memory, however deep in structs, tuples,
//! arrays and the variants that enums are in. Unions and `ManuallyDrop` (a `MaybeDangling`) hold bytes: nothing in them is retagged.

use super::parts::Reference;
use super::validity::{Path, WHOLE, field_path};
use super::word::Spot;
use crate::aliasing::{Bytes, Model, PointerKind, Protector, Retag, Tag};
use crate::code::*;
use crate::error::*;
use crate::machine::{Machine, ProtectedBorrows, Validation, Value};
use crate::memory::*;
use rustassay_mir::model::*;
use smallvec::SmallVec;

/// How a typed copy retags (`RetagMode` in `rustc_const_eval::interpret`).
#[derive(Debug)]
pub(crate) enum Retagging<'a> {
    /// Not at all.
    Off,
    /// References become borrows.
    Plain,
    /// A mutable reference becomes a two-phase borrow.
    TwoPhase,
    /// References become borrows that the call protects, which are added to this list.
    Protected(&'a mut ProtectedBorrows),
}

/// Where cells are, in order and apart.
type Cells = SmallVec<[Bytes; 2]>;

impl Retagging<'_> {
    fn protector(&self, kind: PointerKind) -> Option<Protector> {
        match (self, kind) {
            (Retagging::Off | Retagging::Plain | Retagging::TwoPhase, _) => None,
            // A box may be deallocated by the function that it is given to.
            (Retagging::Protected(_), PointerKind::Box) => Some(Protector::Weak),
            (Retagging::Protected(_), _) => Some(Protector::Strong),
        }
    }
}

impl Machine {
    /// Whether a typed copy of such a value changes anything in it.
    #[inline]
    pub(crate) fn retags(&self, info: &TyInfo) -> bool {
        info.has_references && self.config.aliasing != Model::None
    }

    /// A pointer as a new borrow of its own.
    pub(crate) fn retag(
        &mut self,
        pointer: Pointer,
        len: u64,
        pointee: &TyInfo,
        kind: PointerKind,
        retagging: &mut Retagging,
    ) -> Step<Pointer> {
        if self.config.aliasing == Model::None || matches!(retagging, Retagging::Off) {
            return Ok(pointer);
        }
        let size = if pointee.is_sized { Some(pointee.size) } else { self.size_of_val(pointee.ty, len) };
        let Some(size) = size else { return Ok(pointer) };
        // Otherwise that was checked before.
        if self.config.validation == Validation::Off {
            self.check_inbounds(pointer, size, Purpose::Reference)?;
        }
        let is_reference = !matches!(kind, PointerKind::RawConst | PointerKind::RawMut);
        let (id, parent) = match pointer.provenance {
            Some(Provenance::Allocation(id, parent)) => (id, Some(parent)),
            Some(Provenance::Wildcard) if is_reference && self.config.cautious => {
                return unsupported("a reference to what an exposed address points to");
            }
            Some(Provenance::Wildcard) if is_reference && size > 0 => match self.resolve(pointer) {
                Some((id, ..)) => (id, None),
                None => return Ok(pointer),
            },
            _ => return Ok(pointer),
        };
        let alloc = self.alloc(id);
        let offset = pointer.addr.wrapping_sub(alloc.addr);
        if alloc.freed.is_some() || offset > alloc.size {
            return Ok(pointer);
        }
        let mut cells = Cells::new();
        if pointee.has_cells && self.config.coarse_cells && pointee.is_sized {
            cells.push(Bytes { start: offset, end: offset + size });
        } else if pointee.has_cells {
            self.add_cells(pointee.ty, len, offset, &mut cells);
        }
        let new = self.new_tag();
        let now = self.now();
        let protector = retagging.protector(kind);
        let alloc = self.alloc(id);
        let retag = Retag {
            kind,
            unpin: pointee.is_unpin,
            bytes: Bytes { start: offset, end: (offset + size).min(alloc.size) },
            cells: &cells,
            // What is said of trait objects is that there may be some.
            has_cells: if pointee.is_sized { pointee.has_cells } else { !cells.is_empty() },
            protector,
        };
        if self.watches_races {
            self.check_retag_race(id, &retag)?;
        }
        let journal = &mut self.journal;
        let alloc = self.allocs[id.0 as usize].as_mut().expect("an allocation that is referred to is there");
        let mut log = journal.borrows_of(id, alloc);
        let tag = match parent {
            Some(parent) if !alloc.borrows.is_wild(parent) => {
                Some(alloc.borrows.retag(parent, new, &retag, now, &mut log)?)
            }
            parent => {
                let exposed = &self.exposed;
                let is_exposed = |tag: Tag| exposed.contains(id, tag);
                alloc.borrows.retag_wildcard(parent, new, &retag, &is_exposed, now, &mut log)?
            }
        };
        if tag == parent {
            return Ok(pointer);
        }
        if let Retagging::Protected(tags) = retagging {
            tags.push((id, new));
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
        // The new borrow must be of memory that is there (`sb_reborrow` in Miri; rust-lang/miri#1050).
        let size =
            if code.info.is_sized { Some(code.info.size) } else { self.size_of_val(code.info.ty, len) };
        self.check_inbounds(pointer, size.unwrap_or(0), Purpose::Reference)?;
        self.retag(pointer, len, &code.info, kind, &mut Retagging::Plain)
    }

    /// A value with its references as new borrows.
    pub(crate) fn retag_value(
        &mut self,
        value: &Value,
        info: &TyInfo,
        retagging: &mut Retagging,
    ) -> Step<Value> {
        match (value, info.class) {
            (Value::Scalar(scalar), Class::Scalar(prim)) => {
                Ok(Value::Scalar(self.retag_scalar(*scalar, 0, prim, WHOLE, retagging)?))
            }
            (Value::Wide(scalar, len), Class::Wide(prim)) => {
                let metadata = self.pointee_metadata(*len, prim)?;
                let scalar = self.retag_scalar(*scalar, metadata, prim, WHOLE, retagging)?;
                Ok(Value::Wide(scalar, *len))
            }
            (Value::Bytes(region), _) => {
                let mut region = region.clone();
                self.retag_parts(&mut region, 0, info.ty, WHOLE, retagging)?;
                Ok(Value::Bytes(region))
            }
            (value, _) => Ok(value.clone()),
        }
    }

    /// The metadata of a wide pointer, as places have it.
    fn pointee_metadata(&mut self, scalar: Scalar, prim: Prim) -> Step<u64> {
        match prim {
            Prim::Ref(_, pointee) | Prim::Box(pointee) => {
                let kind = self.info(pointee)?.metadata;
                self.metadata_of(scalar, kind)
            }
            _ => Ok(0),
        }
    }

    /// A scalar, as a new borrow if it is a reference.
    #[inline]
    pub(crate) fn retag_scalar(
        &mut self,
        scalar: Scalar,
        len: u64,
        prim: Prim,
        path: &Path,
        retagging: &mut Retagging,
    ) -> Step<Scalar> {
        let borrow = self.new_borrow(scalar, len, prim, retagging);
        borrow.map_err(|stop| self.blame_copy(stop, path, retagging))
    }

    /// The same, by whoever knows what to blame.
    #[inline]
    fn new_borrow(
        &mut self,
        scalar: Scalar,
        len: u64,
        prim: Prim,
        retagging: &mut Retagging,
    ) -> Step<Scalar> {
        let (kind, pointee) = match prim {
            Prim::Ref(Mutability::Not, pointee) => (PointerKind::Shared, pointee),
            Prim::Ref(Mutability::Mut, pointee) if matches!(retagging, Retagging::TwoPhase) => {
                (PointerKind::TwoPhase, pointee)
            }
            Prim::Ref(Mutability::Mut, pointee) => (PointerKind::Mutable, pointee),
            Prim::Box(pointee) => (PointerKind::Box, pointee),
            _ => return Ok(scalar),
        };
        let pointee = self.info(pointee)?;
        let pointer = self.retag(scalar.into(), len, &pointee, kind, retagging)?;
        Ok(Scalar { provenance: pointer.provenance, ..scalar })
    }

    /// Makes a new borrow of a reference where it lies.
    pub(crate) fn retag_at(
        &mut self,
        spot: Spot,
        reference: Reference,
        retagging: &mut Retagging,
    ) -> Step<()> {
        let Reference { prim, is_wide, .. } = reference;
        let size = self.pointer_size();
        let Some(word) = self.word_in(spot, size) else { return Ok(()) };
        let mut len = 0;
        if is_wide {
            let Some(metadata) = self.word_in(spot.offset(size), size) else { return Ok(()) };
            len = self.pointee_metadata(metadata.into(), prim)?;
        }
        let scalar = self.new_borrow(word.into(), len, prim, retagging)?;
        match Word::of(scalar) {
            Some(borrow) if borrow != word => self.put_word(spot, size, borrow),
            _ => {}
        }
        Ok(())
    }

    /// Lets an error say which copy made the retag that went wrong.
    #[cold]
    pub(crate) fn blame_copy(&self, mut stop: Box<Stop>, path: &Path, retagging: &Retagging) -> Box<Stop> {
        if let Stop::Ub(Ub::Aliasing { retag, .. }) = &mut *stop {
            let path = path(&self.program.types);
            *retag = Some(Retagged { path, is_argument: matches!(retagging, Retagging::Protected(_)) });
        }
        stop
    }

    fn retag_parts(
        &mut self,
        region: &mut Region,
        at: u64,
        ty: Ty,
        path: &Path,
        retagging: &mut Retagging,
    ) -> Step<()> {
        let info = self.info(ty)?;
        if !info.has_references {
            return Ok(());
        }
        let offset = at as usize;
        match info.class {
            Class::Scalar(prim) => {
                if let Some(scalar) = region.read_address(offset) {
                    let scalar = self.retag_scalar(scalar, 0, prim, path, retagging)?;
                    region.write_address(offset, scalar);
                }
                return Ok(());
            }
            Class::Wide(prim) => {
                if let [Some(scalar), Some(len)] = region.read_wide(offset) {
                    let metadata = self.pointee_metadata(len, prim)?;
                    let scalar = self.retag_scalar(scalar, metadata, prim, path, retagging)?;
                    region.write_address(offset, scalar);
                }
                return Ok(());
            }
            Class::Aggregate => {}
        }
        let (variant, fields): (VariantId, Vec<Ty>) = match self.program.types.kind(ty).clone() {
            TyKind::Array(element, count) => {
                let stride = self.info(element)?.size;
                for n in 0..count {
                    let path = |types: &Types| format!("{}[{n}]", path(types));
                    self.retag_parts(region, at + n * stride, element, &path, retagging)?;
                }
                return Ok(());
            }
            TyKind::Tuple(fields) => (VariantId::ONLY, fields.to_vec()),
            TyKind::Adt(adt) => {
                let def = &self.program.types.adts[adt];
                if let AdtRole::MaybeDangling | AdtRole::ManuallyDrop | AdtRole::Coroutine = def.role() {
                    return Ok(());
                }
                let variant = match def.kind {
                    AdtKind::Union => None,
                    AdtKind::Struct => Some(VariantId::ONLY),
                    AdtKind::Enum => self.variant_in(region, at, ty),
                };
                let Some(variant) = variant else { return Ok(()) };
                let fields = &self.program.types.adts[adt].variants[variant].fields;
                (variant, fields.iter().map(|field| field.ty).collect())
            }
            _ => return Ok(()),
        };
        let offsets = (0..fields.len()).map(|n| self.field_offset(ty, variant, FieldId::new(n)));
        let mut order: Vec<(u64, usize)> = offsets.zip(0..).collect();
        order.sort_unstable();
        for (offset, n) in order {
            let path = |types: &Types| field_path(types, path, ty, variant, FieldId::new(n));
            self.retag_parts(region, at + offset, fields[n], &path, retagging)?;
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

    /// Adds the bytes of a value of `ty`, which begins at `at`, that are inside an `UnsafeCell`. An enum with a cell in any variant is
    /// one as a whole.
    fn add_cells(&mut self, ty: Ty, len: u64, at: u64, cells: &mut Cells) {
        if let TyKind::Dyn(_) = self.program.types.kind(ty) {
            return self.add_cells(self.concrete_ty(len), 0, at, cells);
        }
        let Ok(info) = self.info(ty) else { return };
        if !info.has_cells {
            return;
        }
        if !info.is_sized {
            return self.find_cells(ty, len, at, cells);
        }
        if self.cells_table.get(ty.index()).is_none_or(Option::is_none) {
            let mut found = Cells::new();
            self.find_cells(ty, 0, 0, &mut found);
            if self.cells_table.len() <= ty.index() {
                self.cells_table.resize_with(ty.index() + 1, || None);
            }
            self.cells_table[ty.index()] = Some(found.into_vec().into());
        }
        for cell in self.cells_table[ty.index()].iter().flatten() {
            add_cell(cells, at + cell.start, at + cell.end);
        }
    }

    fn find_cells(&mut self, ty: Ty, len: u64, at: u64, cells: &mut Cells) {
        let size = self.size_of_val(ty, len).unwrap_or(0);
        if size == 0 {
            return;
        }
        match self.program.types.kind(ty).clone() {
            TyKind::Tuple(fields) => {
                let mut placed: Vec<(u64, Ty)> = fields
                    .iter()
                    .enumerate()
                    .map(|(n, &field)| (self.field_offset(ty, VariantId::ONLY, FieldId::new(n)), field))
                    .collect();
                placed.sort_by_key(|&(offset, _)| offset);
                for (offset, field) in placed {
                    self.add_cells(field, len, at + offset, cells);
                }
            }
            TyKind::Array(element, _) | TyKind::Slice(element) => {
                let stride = self.size_of_val(element, 0).unwrap_or(1).max(1);
                for n in 0..size / stride {
                    self.add_cells(element, 0, at + n * stride, cells);
                }
            }
            TyKind::Adt(adt) => {
                let def = &self.program.types.adts[adt];
                let is_cell = matches!(def.role(), AdtRole::UnsafeCell | AdtRole::UnsafePinned);
                if is_cell || def.kind != AdtKind::Struct {
                    add_cell(cells, at, at + size);
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
                    let offset = self.offset_of_part(ty, offset, field, len);
                    self.add_cells(field, len, at + offset, cells);
                }
            }
            _ => {}
        }
    }
}

/// Adds a cell after the others, as a part of the last one if they touch.
fn add_cell(cells: &mut Cells, start: u64, end: u64) {
    match cells.last_mut() {
        Some(last) if last.end == start => last.end = end,
        _ => cells.push(Bytes { start, end }),
    }
}
