//! Assignments whose source and target overlap.
//!
//! rustc makes a `memcpy` of a copy, unless the value is a scalar or two and is read before it is written
//! (`InterpCx::copy_op_no_validate`). That goes for every typed copy from one place to another: an assignment, each part of an
//! aggregate for itself (`InterpCx::write_aggregate`), and the intrinsics that do nothing else ([`copy_of_intrinsic`]).

use crate::code::*;
use crate::error::*;
use crate::machine::{Loc, Machine, PlaceVal};
use crate::memory::Pointer;
use rustassay_mir::layout::{Shape, TagEncoding};
use rustassay_mir::model::*;

/// Which typed copy an intrinsic is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum IntrinsicCopy {
    /// Of its argument to its result.
    ArgumentToResult,
    /// Of what its argument points to, to its result.
    TargetToResult,
    /// Of its second argument to what the first points to.
    ArgumentToTarget,
}

/// The intrinsics that Miri or rustc's `LowerIntrinsics` make typed copies of.
fn copy_of_intrinsic(intrinsic: Intrinsic) -> Option<IntrinsicCopy> {
    Some(match intrinsic {
        Intrinsic::BlackBox | Intrinsic::Transmute | Intrinsic::TransmuteUnchecked => {
            IntrinsicCopy::ArgumentToResult
        }
        Intrinsic::ReadViaCopy | Intrinsic::VolatileLoad | Intrinsic::UnalignedVolatileLoad => {
            IntrinsicCopy::TargetToResult
        }
        Intrinsic::VolatileStore | Intrinsic::UnalignedVolatileStore | Intrinsic::NontemporalStore => {
            IntrinsicCopy::ArgumentToTarget
        }
        _ => return None,
    })
}

/// A scalar as far as variants of an enum can share it: its size, and whether it is a float.
type Held = (u64, bool);

impl Machine {
    /// That an assignment does not read the memory that it writes.
    pub(super) fn check_disjoint(&mut self, dest: &PlaceCode, rvalue: &RvalueCode) -> Step<()> {
        match rvalue {
            RvalueCode::Use(OperandCode::Copy(source) | OperandCode::Move(source))
                if self.overlap(source, dest)? && self.scalars(dest.info.ty)?.is_none() =>
            {
                return ub(Ub::OverlappingAssignment);
            }
            RvalueCode::Cast(
                CastCode::Transmute,
                OperandCode::Copy(source) | OperandCode::Move(source),
                _,
            ) if self.overlap_in_memory(source, dest)? => {
                return ub(Ub::OverlappingAssignment);
            }
            // The first element is copied, and the others from there.
            RvalueCode::Repeat(OperandCode::Copy(source) | OperandCode::Move(source), _)
                if source.info.class == Class::Aggregate =>
            {
                let first = self.place(dest)?;
                self.check_disjoint_at(source, first)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether two places have bytes in common, and the first is more than rustc holds as scalars.
    pub(super) fn overlap_in_memory(&mut self, source: &PlaceCode, dest: &PlaceCode) -> Step<bool> {
        Ok(source.info.class == Class::Aggregate
            && self.overlap(source, dest)?
            && self.scalars(source.info.ty)?.is_none())
    }

    /// Whether an aggregate is made of parts of what it is assigned to.
    pub(super) fn is_made_of_itself(
        &mut self,
        dest: &PlaceCode,
        fields: &[(u64, OperandCode)],
    ) -> Step<bool> {
        for (_, operand) in fields {
            if let OperandCode::Copy(source) | OperandCode::Move(source) = operand
                && self.overlap(source, dest)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// That the copy which an intrinsic is does not read the memory that it writes.
    pub(super) fn check_intrinsic_disjoint(
        &mut self,
        intrinsic: Intrinsic,
        args: &[OperandCode],
        dest: &PlaceCode,
    ) -> Step<()> {
        let Some(copy) = copy_of_intrinsic(intrinsic) else { return Ok(()) };
        match (copy, args) {
            (IntrinsicCopy::ArgumentToResult, [OperandCode::Copy(source) | OperandCode::Move(source)]) => {
                match self.overlap_in_memory(source, dest)? {
                    true => ub(Ub::OverlappingAssignment),
                    false => Ok(()),
                }
            }
            (IntrinsicCopy::TargetToResult, [pointer]) => {
                let pointer = self.scalar(pointer)?;
                self.check_disjoint_from(dest, pointer.into())
            }
            (
                IntrinsicCopy::ArgumentToTarget,
                [pointer, OperandCode::Copy(code) | OperandCode::Move(code)],
            ) => {
                let pointer = self.scalar(pointer)?;
                self.check_disjoint_from(code, pointer.into())
            }
            _ => Ok(()),
        }
    }

    /// The same for what a pointer points to.
    fn check_disjoint_from(&mut self, dest: &PlaceCode, source: Pointer) -> Step<()> {
        let Loc::Memory(start, _) = self.place(dest)?.at else { return Ok(()) };
        let overlaps = start.addr.abs_diff(source.addr) < dest.info.size;
        match overlaps && self.scalars(dest.info.ty)?.is_none() {
            true => ub(Ub::OverlappingAssignment),
            false => Ok(()),
        }
    }

    /// That a value which is more than scalars is not copied to where it overlaps itself.
    pub(super) fn check_disjoint_at(&mut self, source: &PlaceCode, dest: PlaceVal) -> Step<()> {
        let at = self.place(source)?;
        match share_bytes(at, source.info.size, dest, source.info.size)
            && self.scalars(source.info.ty)?.is_none()
        {
            true => ub(Ub::OverlappingAssignment),
            false => Ok(()),
        }
    }

    /// Whether two places have bytes in common.
    pub(super) fn overlap(&mut self, a: &PlaceCode, b: &PlaceCode) -> Step<bool> {
        let is_in_local =
            |code: &PlaceCode| !code.steps.iter().any(|step| matches!(step, PlaceStep::Deref { .. }));
        // What is on the stack is reached by its local's name alone.
        let is_apart = |code: &PlaceCode, other: &PlaceCode| {
            let is_other = code.local != other.local || !is_in_local(other);
            is_in_local(code) && is_other && (is_in_local(other) || self.is_on_stack(code.local))
        };
        if is_apart(a, b) || is_apart(b, a) {
            return Ok(false);
        }
        let (at, other) = (self.place(a)?, self.place(b)?);
        Ok(share_bytes(at, a.info.size, other, b.info.size))
    }

    /// The one or two scalars that rustc holds a value as, without padding and never uninitialized; `None` if
    /// it is memory (`BackendRepr`, and `InterpCx::read_immediate_raw` for what of it is read at once).
    fn scalars(&mut self, ty: Ty) -> Step<Option<Vec<Held>>> {
        let info = self.info(ty)?;
        match info.class {
            _ if info.size == 0 => return Ok(Some(Vec::new())),
            Class::Scalar(prim) => return Ok(Some(vec![(info.size, matches!(prim, Prim::Float(_)))])),
            Class::Wide(_) => return Ok(Some(vec![(self.data.pointer_size(), false); 2])),
            Class::Aggregate => {}
        }
        let Some(layout) = self.layouts.get(ty).cloned() else { return Ok(None) };
        match layout.shape {
            Shape::Fields { variant, .. } => self.scalars_of_fields(&info, variant),
            Shape::Enum { tag, variants } => match tag.encoding {
                TagEncoding::Niche { untagged, .. } => {
                    for variant in variants.ids().filter(|variant| *variant != untagged) {
                        if !self.sized_fields(ty, variant)?.is_empty() {
                            return Ok(None);
                        }
                    }
                    let [(only, _)] = *self.sized_fields(ty, untagged)? else { return Ok(None) };
                    let held = self.scalars(only.ty)?;
                    Ok(held.filter(|held| matches!(**held, [(size, _)] if size == info.size)))
                }
                TagEncoding::Direct => {
                    let tag_only = vec![(tag.scalar.size, false)];
                    let mut shared: Option<(Vec<Held>, u64)> = None;
                    for variant in variants.ids() {
                        let of_variant = match *self.sized_fields(ty, variant)? {
                            [] => (tag_only.clone(), 0),
                            [(part, offset)] => match self.scalars(part.ty)?.as_deref() {
                                Some(&[held]) => ([&tag_only[..], &[held]].concat(), offset),
                                _ => return Ok(None),
                            },
                            _ => return Ok(None),
                        };
                        if shared.get_or_insert_with(|| of_variant.clone()) != &of_variant {
                            return Ok(None);
                        }
                    }
                    let held = shared.map(|(held, _)| held);
                    Ok(held.filter(|held| held.iter().map(|(size, _)| size).sum::<u64>() == info.size))
                }
            },
            _ => Ok(None),
        }
    }

    /// What [`Self::scalars`] says of a struct, a tuple or an enum's only variant.
    fn scalars_of_fields(&mut self, info: &TyInfo, variant: VariantId) -> Step<Option<Vec<Held>>> {
        let is_c = self.program.adt(info.ty).is_some_and(|def| def.repr.c);
        let parts = self.sized_fields(info.ty, variant)?;
        let align = parts.iter().map(|(part, _)| part.align).max();
        let size: u64 = parts.iter().map(|(part, _)| part.size).sum();
        if align != Some(info.align) || size != info.size {
            return Ok(None);
        }
        let mut held = Vec::new();
        for (part, _) in &parts {
            match self.scalars(part.ty)? {
                // A C struct of one scalar is passed as C passes structs.
                Some(scalars) if parts.len() == 1 && !(is_c && scalars.len() == 1) => {
                    return Ok(Some(scalars));
                }
                Some(scalars) if parts.len() == 2 && scalars.len() == 1 => held.extend(scalars),
                _ => return Ok(None),
            }
        }
        Ok(Some(held))
    }

    /// The fields of a variant that have a size, and their offsets.
    fn sized_fields(&mut self, ty: Ty, variant: VariantId) -> Step<Vec<(TyInfo, u64)>> {
        let fields: Vec<Ty> = match self.program.types.kind(ty) {
            TyKind::Tuple(fields) => fields.to_vec(),
            TyKind::Adt(adt) => {
                let fields = self.program.types.adts[*adt].variants[variant].fields.iter();
                fields.map(|field| field.ty).collect()
            }
            _ => Vec::new(),
        };
        let mut parts = Vec::new();
        for (n, field) in fields.into_iter().enumerate() {
            let info = self.info(field)?;
            if info.size > 0 {
                parts.push((info, self.field_offset(ty, variant, FieldId::new(n))));
            }
        }
        Ok(parts)
    }
}

/// Whether two stretches of memory have bytes in common.
fn share_bytes(a: PlaceVal, a_size: u64, b: PlaceVal, b_size: u64) -> bool {
    let (start, other) = match (a.at, b.at) {
        (Loc::Stack(start), Loc::Stack(other)) => (start as u64, other as u64),
        (Loc::Memory(start, _), Loc::Memory(other, _)) => (start.addr, other.addr),
        _ => return false,
    };
    let is_before_end = |x: u64, y: u64, size: u64| x < y || x - y < size;
    is_before_end(start, other, b_size) && is_before_end(other, start, a_size) && a_size > 0
}
