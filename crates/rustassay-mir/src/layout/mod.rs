//! How types lie in memory.
//!
//! [`Layouts`] answers for every type of the model what rustc 1.95 answers on the program's target: size, alignment, the
//! offsets of fields, the tags of enums, and the niche that an enum around the type may use. The rules are those of `rustc_abi::layout` and `rustc_ty_utils::layout`. Much of that the language leaves open, so a program
//! whose meaning depends on it has none; with [`LayoutOptions::randomize`] the order of fields is another one that the
//! language allows, as with `-Zrandomize-layout`, and what changes with it was never promised.
//!
//! - `scalar`: scalars, valid ranges, niches.
//! - `fields`: the order and the offsets of fields.
//! - `enums`: tags and niche filling.
//! - `coroutines`: the states of coroutines.
//! - `table`: the types, one by one, and the cache.
//! - `walk`: what a value is made of: its scalars, its data, its padding.
//!
//! rustc also records how values are passed (`BackendRepr`). That has no bearing on size, offsets or niches, and is
//! not here.

mod coroutines;
mod enums;
mod fields;
mod scalar;
mod table;
#[cfg(test)]
mod tests;
mod walk;

pub use scalar::{Niche, Scalar, ScalarKind, ValidRange};
pub use table::{LayoutOptions, Layouts};
pub use walk::VariantAt;

use crate::model::{FieldId, Id, IdVec, Ty, VariantId};
use fields::Placed;
use rustassay_lang::DataLayout;
use std::fmt;

/// No object has this size or a larger one (`rustc_abi::TargetDataLayout::obj_size_bound`).
pub const fn object_size_bound(data: DataLayout) -> u64 {
    if data.pointer_bits == 32 { 1 << 31 } else { 1 << 61 }
}

/// The largest alignment that `repr(align)` and `repr(packed)` take (Rust Reference, "The alignment modifiers").
pub const MAX_REPR_ALIGN: u64 = 1 << 29;

/// How deep types may be nested by value: rustc's default `recursion_limit`, beyond which "queries overflow the depth
/// limit".
pub const MAX_NESTING: u32 = 128;

/// How a type lies in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Size in bytes. Of an unsized type, the size that a value with an empty tail has.
    pub size: u64,
    /// Alignment in bytes, a power of two.
    pub align: u64,
    /// Whether every value has this size.
    pub sized: bool,
    /// Whether the type has no value. It may have a size nevertheless.
    pub uninhabited: bool,
    /// The scalar with the most invalid values.
    pub niche: Option<Niche>,
    /// Whether a value may have bytes that are no data. Where it is not set, copies can copy all bytes.
    pub may_have_padding: bool,
    /// What is at which offset.
    pub shape: Shape,
}

/// What is at which offset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Nothing is anywhere: `!`, and enums none of whose variants can exist.
    Never,
    /// One scalar. `Box` and `NonNull` of sized types are here, too.
    Scalar(Scalar),
    /// A pointer to an unsized type: this scalar, and then the length, a `usize`.
    WidePointer(Scalar),
    /// `count` elements, `stride` bytes apart.
    #[allow(missing_docs)]
    Array { stride: u64, count: u64 },
    /// A slice, or a `str`: as many elements as the pointer's metadata says.
    #[allow(missing_docs)]
    Slice { stride: u64 },
    /// What only a pointer's metadata tells, if anything does: a trait object, a foreign type.
    Opaque,
    /// The fields of a struct, a tuple, a function's type, or an enum that only ever is in one variant.
    #[allow(missing_docs)]
    Fields { variant: VariantId, offsets: IdVec<FieldId, u64> },
    /// Fields at offset 0, all of them.
    #[allow(missing_docs)]
    Union { fields: usize },
    /// A tag that says which variant it is, and that variant's fields.
    #[allow(missing_docs)]
    Enum { tag: Tag, variants: IdVec<VariantId, VariantLayout> },
}

/// The scalar that tells an enum's variants apart.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// Where it is.
    pub offset: u64,
    /// What it may hold. In a niche it is a pointer where the field is one.
    pub scalar: Scalar,
    /// What it means.
    pub encoding: TagEncoding,
}

/// What an enum's tag means.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TagEncoding {
    /// It is the discriminant, cut or sign-extended to the tag's width.
    Direct,
    /// It is part of a field of the variant `untagged`. That variant's values are the field's valid ones; the others,
    /// from `first` to `last`, are `niche_start` and the values after it. The range may have `untagged` in it, and
    /// variants that cannot exist: no value of the enum has their tags.
    #[allow(missing_docs)]
    Niche { untagged: VariantId, first: VariantId, last: VariantId, niche_start: u128 },
}

/// One variant of an enum with a [`Tag`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantLayout {
    /// Its discriminant, as bits of the enum's discriminant type.
    pub discriminant: u128,
    /// Where its fields are.
    pub offsets: IdVec<FieldId, u64>,
    /// Whether no value is in this variant.
    pub uninhabited: bool,
}

/// What making a value be in one variant takes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SetTag {
    /// Nothing: the fields say it.
    Nothing,
    /// These bits at this offset.
    #[allow(missing_docs)]
    Write { offset: u64, size: u64, bits: u128 },
    /// It cannot be done: the variant is uninhabited, or there is none.
    Impossible,
}

/// Why a type has no layout.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LayoutError {
    /// What is wrong.
    pub kind: LayoutErrorKind,
    /// The type that it is wrong with: the one that was asked about, or one inside it.
    pub ty: Ty,
}

/// What can be wrong with a type's layout.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum LayoutErrorKind {
    /// Its size would be [`object_size_bound`] or more.
    TooBig,
    /// It contains itself.
    Infinite,
    /// It is nested deeper than [`MAX_NESTING`].
    TooDeep,
    /// Something unsized stands where only sized things may.
    Unsized,
    /// It is no type of the language: a union without fields, a packed enum, an alignment that is no power of two.
    Malformed,
}

impl fmt::Display for LayoutErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LayoutErrorKind::TooBig => "the type is too big for the target architecture",
            LayoutErrorKind::Infinite => "the type contains itself and has infinite size",
            LayoutErrorKind::TooDeep => "the type is nested too deeply",
            LayoutErrorKind::Unsized => "an unsized type stands where a sized one is required",
            LayoutErrorKind::Malformed => "the type's representation is invalid",
        })
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for LayoutError {}

impl Layout {
    /// Whether it is sized, and values take no space.
    pub fn is_zst(&self) -> bool {
        self.sized && self.size == 0
    }

    /// Whether it could be put anywhere without a trace.
    fn is_one_aligned_zst(&self) -> bool {
        self.is_zst() && self.align == 1
    }

    /// Where a field of one variant is; a struct, tuple or union has [`VariantId::ONLY`]. The fields of variants that
    /// cannot exist and that the layout made no room for are at 0, and so is the pointer in a `Box` or `NonNull`.
    pub fn field_offset(&self, variant: VariantId, field: FieldId) -> Option<u64> {
        match &self.shape {
            Shape::Fields { variant: only, offsets } if *only == variant => offsets.get(field).copied(),
            Shape::Enum { variants, .. } => variants.get(variant)?.offset(field),
            Shape::Union { fields } => (field.index() < *fields).then_some(0),
            Shape::Fields { .. } | Shape::Never | Shape::Scalar(_) | Shape::WidePointer(_) => Some(0),
            Shape::Array { .. } | Shape::Slice { .. } | Shape::Opaque => None,
        }
    }

    /// How far apart the elements of an array or slice are.
    pub fn stride(&self) -> Option<u64> {
        match self.shape {
            Shape::Array { stride, .. } | Shape::Slice { stride } => Some(stride),
            _ => None,
        }
    }

    /// What to write so that a value is in `variant`.
    pub fn set_tag(&self, variant: VariantId) -> SetTag {
        match &self.shape {
            Shape::Enum { tag, variants } => match variants.get(variant) {
                Some(chosen) if !chosen.uninhabited => match tag.encode(variant, chosen.discriminant) {
                    None => SetTag::Nothing,
                    Some(bits) => SetTag::Write { offset: tag.offset, size: tag.scalar.size, bits },
                },
                _ => SetTag::Impossible,
            },
            Shape::Fields { variant: only, .. } if *only == variant && !self.uninhabited => SetTag::Nothing,
            _ => SetTag::Impossible,
        }
    }

    /// The variant that a value with these tag bits is in; `None` if no value has them. A type without a tag only ever
    /// is in one variant, if in any, whatever `tag` is.
    pub fn variant_of_tag(&self, tag_bits: u128) -> Option<VariantId> {
        match &self.shape {
            Shape::Enum { tag, variants } => {
                let variant = tag.decode(tag_bits, variants)?;
                variants.get(variant).is_some_and(|variant| !variant.uninhabited).then_some(variant)
            }
            Shape::Fields { variant, .. } if !self.uninhabited => Some(*variant),
            _ => None,
        }
    }

    /// The tag, of a type that has one.
    pub fn tag(&self) -> Option<&Tag> {
        match &self.shape {
            Shape::Enum { tag, .. } => Some(tag),
            _ => None,
        }
    }

    fn never() -> Layout {
        Layout {
            size: 0,
            align: 1,
            sized: true,
            uninhabited: true,
            niche: None,
            may_have_padding: false,
            shape: Shape::Never,
        }
    }

    /// The same type, of which only some values are valid.
    fn within(self, valid: ValidRange) -> Layout {
        let narrow = |scalar: Scalar| Scalar { valid, ..scalar };
        match self.shape {
            Shape::Scalar(scalar) => {
                let scalar = narrow(scalar);
                Layout { niche: Niche::new(0, scalar), shape: Shape::Scalar(scalar), ..self }
            }
            Shape::WidePointer(scalar) => {
                let scalar = narrow(scalar);
                Layout { niche: Niche::new(0, scalar), shape: Shape::WidePointer(scalar), ..self }
            }
            _ => self,
        }
    }

    fn of_scalar(scalar: Scalar, data: DataLayout) -> Layout {
        Layout {
            size: scalar.size,
            align: match scalar.kind {
                ScalarKind::Int => data.align_of_int(scalar.size),
                ScalarKind::Float => data.align_of_float(scalar.size),
                ScalarKind::Pointer => scalar.size,
            },
            sized: true,
            uninhabited: false,
            niche: Niche::new(0, scalar),
            may_have_padding: false,
            shape: Shape::Scalar(scalar),
        }
    }

    fn of_fields(variant: VariantId, placed: Placed, fields: &[&Layout]) -> Layout {
        let data: u64 = fields.iter().map(|field| field.size).sum();
        Layout {
            size: placed.size,
            align: placed.align,
            sized: fields.iter().all(|field| field.sized),
            uninhabited: placed.uninhabited,
            niche: placed.niche,
            may_have_padding: data != placed.size || fields.iter().any(|field| field.may_have_padding),
            shape: Shape::Fields { variant, offsets: placed.offsets },
        }
    }
}

impl Tag {
    /// Whether values in `variant` have a tag of their own, rather than a field in its place.
    pub fn is_written_for(&self, variant: VariantId) -> bool {
        !matches!(self.encoding, TagEncoding::Niche { untagged, .. } if untagged == variant)
    }

    fn encode(&self, variant: VariantId, discriminant: u128) -> Option<u128> {
        match self.encoding {
            TagEncoding::Direct => Some(discriminant & self.scalar.max_bits()),
            TagEncoding::Niche { untagged, .. } if untagged == variant => None,
            TagEncoding::Niche { first, niche_start, .. } => {
                let relative = (u128::from(variant.0)).wrapping_sub(u128::from(first.0));
                Some(niche_start.wrapping_add(relative) & self.scalar.max_bits())
            }
        }
    }

    fn decode(&self, bits: u128, variants: &IdVec<VariantId, VariantLayout>) -> Option<VariantId> {
        if !self.scalar.valid.contains(bits) {
            return None;
        }
        match self.encoding {
            TagEncoding::Direct => {
                let mask = self.scalar.max_bits();
                // Most discriminants count the variants.
                let counted =
                    usize::try_from(bits).ok().filter(|&at| at < variants.len()).map(VariantId::new);
                if let Some(variant) = counted.filter(|&at| variants[at].discriminant & mask == bits) {
                    return Some(variant);
                }
                let found = variants.iter().position(|variant| variant.discriminant & mask == bits);
                found.map(VariantId::new)
            }
            TagEncoding::Niche { untagged, first, last, niche_start } => {
                let relative = bits.wrapping_sub(niche_start) & self.scalar.max_bits();
                if relative > u128::from(last.0 - first.0) {
                    return Some(untagged);
                }
                let variant = VariantId(first.0 + relative as u32);
                (variant != untagged).then_some(variant)
            }
        }
    }
}
