//! Programs that must be right in every layout ([`Config::symbolic_layout`](crate::machine::Config::symbolic_layout)): what holds only
//! because of where the compiler put a field is Undefined Behavior for them.

use crate::aliasing::Access;
use crate::error::*;
use crate::machine::{Loc, Machine, PlaceVal};
use crate::memory::*;
use rustassay_mir::model::*;

impl Machine {
    /// Whether the compiler has no choice where the parts of a value lie (Reference, "Type layout"). Where only one part has a
    /// size, and where variants have no parts, it has none in practice either.
    pub fn has_fixed_layout(&self, ty: Ty) -> bool {
        match self.infos.get(ty.index()) {
            Some(Some(info)) => info.has_fixed_layout,
            _ => self.finds_fixed_layout(ty),
        }
    }

    /// The same, for a type that is not in the table yet.
    pub(crate) fn finds_fixed_layout(&self, ty: Ty) -> bool {
        let types = &self.program.types;
        let parts = self.parts(ty);
        let has_size = |part: &&Ty| self.layouts.get(**part).is_none_or(|layout| layout.size > 0);
        let is_fixed = match types.kind(ty) {
            TyKind::Tuple(_) => parts.iter().filter(has_size).count() <= 1,
            TyKind::Adt(adt) => {
                let def = &types.adts[*adt];
                let chosen = def.repr.c || def.repr.transparent || def.repr.int.is_some();
                chosen
                    || match def.kind {
                        AdtKind::Struct => parts.iter().filter(has_size).count() <= 1,
                        AdtKind::Union => true,
                        AdtKind::Enum => parts.is_empty() || self.nullable_payload(ty).is_some(),
                    }
            }
            _ => true,
        };
        is_fixed && parts.into_iter().all(|part| self.has_fixed_layout(part))
    }

    /// In another layout the tag may be elsewhere: an access to it counts as one to all bytes of the enum.
    pub(crate) fn touch_in_any_layout(&mut self, place: PlaceVal, size: u64, access: Access) -> Step<()> {
        match place.at {
            Loc::Memory(pointer, _) if self.config.symbolic_layout && size > 0 => match pointer.provenance {
                // Where such a one has been, aliasing models forget what they knew: not in more places than there are.
                Some(Provenance::Wildcard) => unsupported("a tag behind an exposed pointer, in every layout"),
                _ => self.access(pointer, size, access).map(drop),
            },
            _ => Ok(()),
        }
    }

    /// Remembers the type of an allocation, if it matters.
    pub(crate) fn note_loose_ty(&mut self, id: AllocId, ty: Ty) {
        if self.config.symbolic_layout && !self.has_fixed_layout(ty) {
            self.alloc_mut(id).loose_ty = Some(ty);
        }
    }

    /// That bytes of an allocation belong to one part of it in every layout.
    pub(crate) fn check_in_any_layout(&self, id: AllocId, offset: u64, size: u64) -> Step<()> {
        match self.alloc(id).loose_ty {
            Some(ty) if size > 0 && self.part_in_any_layout(ty, offset, size, true).is_none() => {
                ub(Ub::LayoutDependent { alloc: id, offset, size })
            }
            _ => Ok(()),
        }
    }

    /// That what a pointer is cast to point to, whose own layout is fixed, belongs together in every layout.
    pub(crate) fn check_cast_in_any_layout(&mut self, pointer: Scalar, ty: Ty) -> Step<()> {
        if !self.config.symbolic_layout {
            return Ok(());
        }
        let types = &self.program.types;
        let Some(pointee) = types.pointee(ty).filter(|&pointee| types.is_sized(pointee)) else {
            return Ok(());
        };
        let size = self.info(pointee)?.size;
        let Some((id, offset, _)) = self.resolve(pointer.into()) else { return Ok(()) };
        let offset = u64::try_from(offset).unwrap_or(u64::MAX);
        match self.alloc(id).loose_ty {
            Some(ty) if size > 0 && self.has_fixed_layout(pointee) => {
                match self.part_in_any_layout(ty, offset, size, false) {
                    Some(_) => Ok(()),
                    None => ub(Ub::LayoutDependent { alloc: id, offset, size }),
                }
            }
            _ => Ok(()),
        }
    }

    /// Whether an offset into an allocation is aligned in every layout.
    pub(crate) fn is_aligned_in_any_layout(&self, id: AllocId, offset: u64, align: u64) -> bool {
        let alloc = self.alloc(id);
        match alloc.loose_ty {
            None => alloc.align >= align,
            Some(ty) => {
                let part = self.part_in_any_layout(ty, offset, 1, true);
                part.is_some_and(|(start, known)| known >= align && (offset - start).is_multiple_of(align))
                    || self.has_aligned_part_at(ty, offset, align)
            }
        }
    }

    /// Whether a value of a type begins at an offset with one of its parts, or with itself, that has at least an alignment. Its own
    /// layout does not matter for that.
    fn has_aligned_part_at(&self, ty: Ty, offset: u64, align: u64) -> bool {
        let Some(layout) = self.layouts.get(ty) else { return false };
        if offset == 0 && layout.align >= align {
            return true;
        }
        let most = self.most_alignment_of_parts(ty);
        let is_found = |start: u64, part: Ty| {
            (start <= offset && self.has_aligned_part_at(part, offset - start, align)).then_some(())
        };
        align <= most && offset < layout.size && self.find_in_parts(ty, offset, is_found).is_some()
    }

    /// The alignment that no part of a packed type exceeds.
    fn most_alignment_of_parts(&self, ty: Ty) -> u64 {
        match self.program.types.kind(ty) {
            TyKind::Adt(adt) => self.program.types.adts[*adt].repr.pack.unwrap_or(u64::MAX),
            _ => u64::MAX,
        }
    }

    /// What `find` finds of a part of a type, by the part's offset and type. Of an array, it sees the element at an offset.
    fn find_in_parts<T>(&self, ty: Ty, offset: u64, find: impl Fn(u64, Ty) -> Option<T>) -> Option<T> {
        let layout = self.layouts.get(ty)?;
        let field = |variant: VariantId, n: usize, part: Ty| {
            find(layout.field_offset(variant, FieldId::new(n))?, part)
        };
        match self.program.types.kind(ty) {
            TyKind::Tuple(parts) => {
                parts.iter().enumerate().find_map(|(n, &part)| field(VariantId::ONLY, n, part))
            }
            TyKind::Adt(adt) => {
                self.program.types.adts[*adt].variants.iter_ids().find_map(|(id, variant)| {
                    variant.fields.iter().enumerate().find_map(|(n, part)| field(id, n, part.ty))
                })
            }
            &TyKind::Array(element, _) => {
                let stride = self.layouts.get(element)?.size;
                find(offset.checked_div(stride)? * stride, element)
            }
            _ => None,
        }
    }

    /// The innermost part that has these bytes and whose own layout is fixed, or that they are all of if that counts: where it begins,
    /// and its alignment.
    fn part_in_any_layout(&self, ty: Ty, offset: u64, size: u64, may_be_whole: bool) -> Option<(u64, u64)> {
        let layout = self.layouts.get(ty)?;
        if self.has_fixed_layout(ty) {
            return (offset.saturating_add(size) <= layout.size).then_some((0, layout.align));
        }
        if let Some(tag) = layout.tag()
            && (tag.offset, tag.scalar.size) == (offset, size)
        {
            return Some((offset, size));
        }
        let inner = |start: u64, part: Ty| {
            let end = start + self.layouts.get(part)?.size;
            let is_inside = start <= offset && offset.saturating_add(size) <= end;
            let (within, align) =
                is_inside.then(|| self.part_in_any_layout(part, offset - start, size, may_be_whole))??;
            Some((start + within, align))
        };
        let most = self.most_alignment_of_parts(ty);
        let is_element = match self.program.types.kind(ty) {
            &TyKind::Array(element, _) => self.layouts.get(element).is_some_and(|element| {
                element.size > 0 && offset.is_multiple_of(element.size) && size.is_multiple_of(element.size)
            }),
            _ => false,
        };
        if may_be_whole && is_element {
            return Some((offset, layout.align));
        }
        let found = self.find_in_parts(ty, offset, inner).map(|(start, align)| (start, align.min(most)));
        found.or_else(|| (may_be_whole && offset == 0 && size == layout.size).then_some((0, layout.align)))
    }
}
