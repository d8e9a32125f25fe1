//! What a value is made of.
//!
//! Which bytes of an enum are data depends on its variant, so these functions ask their caller for it.

use super::table::parts;
use super::{Layouts, Scalar, ScalarKind, Shape};
use crate::model::{FieldId, Id, Ty, TyKind, Types, VariantId};
use std::ops::Range;

/// Tells which variant the enum at this offset, of this type, is in.
///
/// `None` means that it is not known: then what is data in any variant counts as data.
pub trait VariantAt: FnMut(u64, Ty) -> Option<VariantId> {}
impl<F: FnMut(u64, Ty) -> Option<VariantId>> VariantAt for F {}

impl Layouts {
    /// The bytes of a value of `ty` that are no data, in order: a typed copy does not keep them.
    ///
    /// As in Miri, what is data in one field of a union is data of the union.
    pub fn padding(&self, types: &Types, ty: Ty, mut variant_at: impl VariantAt) -> Vec<Range<u64>> {
        let Some(layout) = self.get(ty).filter(|layout| layout.may_have_padding) else { return Vec::new() };
        let mut data = Vec::new();
        self.data(types, ty, 0, &mut variant_at, &mut data);
        data.sort_unstable_by_key(|range| range.start);
        let mut padding = Vec::new();
        let mut seen = 0;
        for range in data {
            if range.start > seen {
                padding.push(seen..range.start);
            }
            seen = seen.max(range.end);
        }
        if seen < layout.size {
            padding.push(seen..layout.size);
        }
        padding
    }

    /// Calls `visit` for each scalar of a value of `ty`, with its offset: what must be initialized and valid.
    ///
    /// Unions have none, for whatever is in them is valid, and neither has an enum whose variant is not known.
    pub fn for_each_scalar(
        &self,
        types: &Types,
        ty: Ty,
        mut variant_at: impl VariantAt,
        mut visit: impl FnMut(u64, Scalar),
    ) {
        self.scalars(types, ty, 0, &mut variant_at, &mut visit);
    }

    fn data(
        &self,
        types: &Types,
        ty: Ty,
        offset: u64,
        variant_at: &mut dyn FnMut(u64, Ty) -> Option<VariantId>,
        data: &mut Vec<Range<u64>>,
    ) {
        let Some(layout) = self.get(ty) else { return };
        if !layout.may_have_padding {
            data.push(offset..offset + layout.size);
            return;
        }
        match &layout.shape {
            Shape::Union { .. } => {
                for part in parts(types, ty) {
                    self.data(types, part, offset, &mut |_, _| None, data);
                }
            }
            Shape::Enum { tag, variants } => {
                let known = variant_at(offset, ty);
                for variant in variants.ids().filter(|&variant| known.is_none_or(|known| known == variant)) {
                    if tag.is_written_for(variant) {
                        data.push(offset + tag.offset..offset + tag.offset + tag.scalar.size);
                    }
                    for (at, part) in self.fields(types, ty, variant) {
                        self.data(types, part, offset + at, variant_at, data);
                    }
                }
            }
            Shape::Fields { variant, .. } => {
                for (at, part) in self.fields(types, ty, *variant) {
                    self.data(types, part, offset + at, variant_at, data);
                }
            }
            Shape::Array { stride, count } => {
                for (index, part) in elements(types, ty, *count) {
                    self.data(types, part, offset + index * stride, variant_at, data);
                }
            }
            Shape::Never | Shape::Scalar(_) | Shape::WidePointer(_) | Shape::Slice { .. } | Shape::Opaque => {
            }
        }
    }

    fn scalars(
        &self,
        types: &Types,
        ty: Ty,
        offset: u64,
        variant_at: &mut dyn FnMut(u64, Ty) -> Option<VariantId>,
        visit: &mut dyn FnMut(u64, Scalar),
    ) {
        let Some(layout) = self.get(ty).filter(|layout| !layout.is_zst()) else { return };
        match &layout.shape {
            Shape::Scalar(scalar) => visit(offset, *scalar),
            Shape::WidePointer(scalar) => {
                visit(offset, *scalar);
                visit(offset + scalar.size, Scalar::full(ScalarKind::Int, scalar.size));
            }
            Shape::Enum { tag, .. } => {
                let Some(variant) = variant_at(offset, ty) else { return };
                if tag.is_written_for(variant) {
                    visit(offset + tag.offset, tag.scalar);
                }
                for (at, part) in self.fields(types, ty, variant) {
                    self.scalars(types, part, offset + at, variant_at, visit);
                }
            }
            Shape::Fields { variant, .. } => {
                for (at, part) in self.fields(types, ty, *variant) {
                    self.scalars(types, part, offset + at, variant_at, visit);
                }
            }
            Shape::Array { stride, count } => {
                for (index, part) in elements(types, ty, *count) {
                    self.scalars(types, part, offset + index * stride, variant_at, visit);
                }
            }
            Shape::Union { .. } | Shape::Never | Shape::Slice { .. } | Shape::Opaque => {}
        }
    }

    /// The fields of one variant of a struct, tuple or enum, with their offsets.
    fn fields(&self, types: &Types, ty: Ty, variant: VariantId) -> impl Iterator<Item = (u64, Ty)> {
        let tys: Vec<Ty> = match types.kind(ty) {
            TyKind::Tuple(fields) => fields.to_vec(),
            TyKind::Adt(adt) => types.adts[*adt]
                .variants
                .get(variant)
                .map_or(Vec::new(), |variant| variant.fields.iter().map(|field| field.ty).collect()),
            _ => Vec::new(),
        };
        let layout = self.get(ty);
        tys.into_iter().enumerate().filter_map(move |(index, part)| {
            Some((layout?.field_offset(variant, FieldId::new(index))?, part))
        })
    }
}

/// The elements of an array, counted.
fn elements(types: &Types, ty: Ty, count: u64) -> impl Iterator<Item = (u64, Ty)> {
    types.element(ty).into_iter().flat_map(move |element| (0..count).map(move |index| (index, element)))
}
