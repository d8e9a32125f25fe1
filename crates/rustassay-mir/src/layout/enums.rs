//! How enums are laid out: `layout_of_enum` of `rustc_abi`, and RFC 2195 for those with a fixed representation.

use super::fields::{Fields, Placed, Surroundings, checked_size};
use super::scalar::max_bits;
use super::{
    Layout, LayoutErrorKind, Niche, Scalar, ScalarKind, Shape, Tag, TagEncoding, ValidRange, VariantLayout,
};
use crate::model::{AdtDef, FieldId, FixedInt, Id, IdVec, IntTy, VariantId};
use rustassay_lang::DataLayout;

/// An enum, with the layouts of the fields of each variant.
pub(super) struct Enum<'a> {
    pub def: &'a AdtDef,
    pub variants: &'a IdVec<VariantId, Vec<&'a Layout>>,
    pub shuffle: Option<u64>,
    pub data: DataLayout,
}

/// An enum's layout before it is decided between two of them.
struct Candidate {
    tag: Tag,
    size: u64,
    align: u64,
    variants: Vec<Placed>,
}

impl Enum<'_> {
    pub fn layout(&self) -> Result<Layout, LayoutErrorKind> {
        if self.def.repr.pack.is_some() || self.def.repr.transparent && self.variants.len() != 1 {
            return Err(LayoutErrorKind::Malformed);
        }
        let mut present = self.variants.ids().filter(|&variant| self.is_present(variant));
        match (present.next(), present.next()) {
            (None, _) => Ok(Layout::never()),
            (Some(only), None) if !self.has_fixed_tag() => {
                let placed = self.place(only, Surroundings::Sized)?;
                Ok(Layout::of_fields(only, placed, &self.variants[only]))
            }
            _ => self.tagged_or_niche_filled(),
        }
    }

    /// Whether the tag is there, at the start, whatever the variants are.
    fn has_fixed_tag(&self) -> bool {
        self.def.repr.c || self.def.repr.int.is_some()
    }

    /// Whether the layout must make room for a variant: uninhabited ones without data need none. With data they do,
    /// since that can be written before the value turns out never to be complete (rust-lang/rust#49298). In C all
    /// variants are there.
    fn is_present(&self, variant: VariantId) -> bool {
        let fields = &self.variants[variant];
        self.def.repr.c
            || fields.iter().all(|field| !field.uninhabited)
            || fields.iter().any(|field| !field.is_one_aligned_zst())
    }

    fn place(&self, variant: VariantId, surroundings: Surroundings) -> Result<Placed, LayoutErrorKind> {
        let shuffle = self.shuffle.map(|seed| rustassay_random::mix(seed, variant.index() as u64));
        let (layouts, repr) = (&self.variants[variant][..], &self.def.repr);
        Fields { layouts, repr, shuffle, data: self.data }.place(surroundings)
    }

    /// The smaller of the two encodings; of equal ones that with the larger niche; else the simpler, a tag.
    fn tagged_or_niche_filled(&self) -> Result<Layout, LayoutErrorKind> {
        let tagged = self.tagged()?;
        let best = match self.niche_filled() {
            Some(filled) if filled.size < tagged.size => filled,
            Some(filled) if filled.size == tagged.size && filled.niche_size() > tagged.niche_size() => filled,
            _ => tagged,
        };
        Ok(self.finish(best))
    }

    fn finish(&self, candidate: Candidate) -> Layout {
        let Candidate { tag, size, align, variants } = candidate;
        let covers_all = |variant: VariantId, placed: &Placed| {
            let fields = &self.variants[variant];
            let tag_size = if tag.is_written_for(variant) { tag.scalar.size } else { 0 };
            placed.uninhabited
                || fields.iter().all(|field| !field.may_have_padding)
                    && tag_size + fields.iter().map(|field| field.size).sum::<u64>() == size
        };
        Layout {
            size,
            align,
            sized: true,
            uninhabited: variants.iter().all(|placed| placed.uninhabited),
            niche: Niche::new(tag.offset, tag.scalar),
            may_have_padding: !self.variants.ids().zip(&variants).all(|(id, placed)| covers_all(id, placed)),
            shape: Shape::Enum {
                tag,
                variants: variants
                    .into_iter()
                    .zip(self.def.discriminants(self.data))
                    .map(|(placed, discriminant)| VariantLayout {
                        discriminant,
                        offsets: placed.offsets,
                        uninhabited: placed.uninhabited,
                    })
                    .collect(),
            },
        }
    }

    /// The largest variant as it is; the others are told apart by invalid values of its niche, and their data stand
    /// before or after that niche.
    fn niche_filled(&self) -> Option<Candidate> {
        if self.has_fixed_tag() || self.variants.len() < 2 {
            return None;
        }
        let mut variants: Vec<Placed> = self
            .variants
            .ids()
            .map(|variant| self.place(variant, Surroundings::Sized).ok())
            .collect::<Option<_>>()?;
        let align = variants.iter().map(|placed| placed.align).max()?;
        let largest = self.variants.ids().max_by_key(|variant| variants[variant.index()].size)?;
        let mut encoded =
            self.variants.ids().filter(|&variant| variant != largest && self.is_present(variant));
        let first = encoded.next()?;
        let last = encoded.next_back().unwrap_or(first);

        let niche = variants[largest.index()].niche?;
        let (niche_start, scalar) = niche.reserve(u128::from(last.0 - first.0) + 1)?;
        let size = variants[largest.index()].size.next_multiple_of(align);
        for (index, placed) in variants.iter_mut().enumerate() {
            if index == largest.index() || placed.size <= niche.offset {
                continue;
            }
            let after = (niche.offset + niche.scalar.size).next_multiple_of(placed.align);
            if after + placed.size > size {
                return None;
            }
            placed.offsets.iter_mut().for_each(|offset| *offset += after);
        }
        let encoding = TagEncoding::Niche { untagged: largest, first, last, niche_start };
        Some(Candidate { tag: Tag { offset: niche.offset, scalar, encoding }, size, align, variants })
    }

    /// A tag at the start, which holds the discriminant.
    fn tagged(&self) -> Result<Candidate, LayoutErrorKind> {
        let repr = &self.def.repr;
        let (min, max) = self.discriminant_range();
        let least_tag = self.least_tag_size(min, max);
        let mut prefix_align = self.data.align_of_int(least_tag);
        if repr.c {
            // RFC 2195: a struct of the tag and a union.
            let fields = self.variants.iter().flatten();
            prefix_align = fields.map(|field| field.align).fold(prefix_align, u64::max);
        }
        let after_tag = Surroundings::AfterTag { size: least_tag, align: prefix_align };
        let mut variants: Vec<Placed> =
            self.variants.ids().map(|variant| self.place(variant, after_tag)).collect::<Result<_, _>>()?;
        let align = variants.iter().map(|placed| placed.align).max().unwrap_or(1);
        let size = variants.iter().map(|placed| placed.size).max().unwrap_or(0);
        let size = checked_size(size.next_multiple_of(align), self.data)?;

        // The tag grows into the gap before the fields, so that copies need not skip padding.
        let mut tag_size = least_tag;
        if !self.has_fixed_tag() {
            let first_field_align = variants.iter().zip(self.variants).filter_map(|(placed, fields)| {
                let mut by_offset = placed.order.iter().map(|&index| fields[index]);
                by_offset.find(|field| !field.is_one_aligned_zst()).map(|field| field.align)
            });
            // To an integer of that size and alignment, if there is one.
            let is_int = |&align: &u64| align <= 16 && self.data.align_of_int(align) == align;
            tag_size = first_field_align.min().filter(is_int).unwrap_or(0).max(least_tag);
            for offset in variants.iter_mut().flat_map(|placed| placed.offsets.iter_mut()) {
                *offset = (*offset).max(tag_size);
            }
        }
        let mask = max_bits(tag_size);
        let valid = ValidRange { start: min as u128 & mask, end: max as u128 & mask };
        let scalar = Scalar { kind: ScalarKind::Int, size: tag_size, valid };
        Ok(Candidate { tag: Tag { offset: 0, scalar, encoding: TagEncoding::Direct }, size, align, variants })
    }

    /// The first and the last discriminant, when they are counted on from the end of the largest gap between them; so
    /// the first may be the larger one.
    ///
    /// Between the largest and the smallest discriminant rustc takes the gap of a signed type to be
    /// `MAX - distance` and reads a negative result as a huge one. Tags come out as they do only with that.
    fn discriminant_range(&self) -> (i128, i128) {
        let ty = self.def.discriminant_ty().on(self.data);
        let inhabited = |variant: VariantId| self.variants[variant].iter().all(|field| !field.uninhabited);
        let mut values: Vec<i128> = self
            .variants
            .ids()
            .zip(self.def.discriminants(self.data))
            .filter(|&(variant, _)| self.def.repr.c || inhabited(variant))
            .map(|(_, bits)| ty.sign_extend(ty.truncate(bits)))
            .collect();
        values.sort_unstable();
        values.dedup();
        let next = values.iter().cycle().skip(1);
        let gap = |&(&from, &to): &(&i128, &i128)| match (from > to, ty.signed()) {
            (false, _) => to.wrapping_sub(from) as u128,
            (true, true) => (ty.max_bits() as i128).wrapping_sub(from.wrapping_sub(to)) as u128,
            (true, false) => ty.max_bits() - from.wrapping_sub(to) as u128,
        };
        values.iter().zip(next).max_by_key(gap).map_or((0, 0), |(&last, &first)| (first, last))
    }

    /// The bytes of the smallest tag that can hold the discriminants `min` and `max` and what is between.
    fn least_tag_size(&self, min: i128, max: i128) -> u64 {
        if let Some(ty) = self.def.repr.int {
            return ty.on(self.data).size();
        }
        let fits = |ty: &FixedInt| {
            [min, max].into_iter().all(|value| ty.sign_extend(ty.truncate(value as u128)) == value)
        };
        let (unsigned, signed) = (
            [IntTy::U8, IntTy::U16, IntTy::U32, IntTy::U64],
            [IntTy::I8, IntTy::I16, IntTy::I32, IntTy::I64],
        );
        let candidates = if min >= 0 && max >= 0 { unsigned } else { signed };
        let least = candidates.into_iter().map(|ty| ty.on(self.data)).find(fits).map_or(16, FixedInt::size);
        // A C enum is an `int` on all targets that we know.
        if self.def.repr.c { least.max(4) } else { least }
    }
}

impl Candidate {
    fn niche_size(&self) -> u128 {
        Niche { offset: self.tag.offset, scalar: self.tag.scalar }.available()
    }
}

impl VariantLayout {
    /// Where a field of this variant is.
    pub fn offset(&self, field: FieldId) -> Option<u64> {
        self.offsets.get(field).copied()
    }
}
