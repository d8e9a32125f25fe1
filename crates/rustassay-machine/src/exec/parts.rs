//! Types whose values are made of the same parts: structs, tuples, arrays and unions of scalars, however deep, and enums of such, variant
//! by variant. What [`validity`] finds out about a value by walking through its type is a list for these, made once.
//!
//! [`validity`]: super::validity

use crate::code::{Class, Prim};
use crate::machine::Machine;
use crate::memory::Region;
use rustassay_mir::model::*;
use std::ops::Range;

/// The parts that every value of a type, or of a variant of it, has.
#[derive(Debug)]
pub(crate) struct Parts {
    /// Scalars, and the bytes where they are.
    scalars: Vec<(Range<usize>, Prim)>,
    /// Bytes that are no part of the value.
    padding: Vec<Range<usize>>,
}

/// The parts of each variant of each type that was asked for; `None` where values differ, or have very many. What is no enum
/// has one variant.
pub(crate) type PartsTable = Vec<Option<Vec<Option<Parts>>>>;

/// A list that is longer than this takes more room than it is worth.
const MOST: usize = 64;

impl Parts {
    /// Whether it can be seen at a glance that bytes are a value that a copy does not change, but for its padding.
    fn are_in(&self, region: &Region, machine: &Machine) -> bool {
        self.scalars.iter().all(|(range, prim)| match prim {
            Prim::Int(_) | Prim::Float(_) => {
                region.is_init(range.clone()) && !region.has_provenance(range.clone())
            }
            // Part of a pointer is none: what is left of it is lost.
            Prim::RawPtr(..) => region
                .read(range.start, range.len())
                .is_some_and(|pointer| pointer.provenance.is_some() || !region.has_provenance(range.clone())),
            Prim::NonNull(..) => region.read(range.start, 8).is_some_and(|pointer| pointer.bits != 0),
            Prim::Bool => region.read_plain(range.start, 1).is_some_and(|bits| bits <= 1),
            Prim::Char => {
                region.read_plain(range.start, 4).is_some_and(|bits| char::from_u32(bits as u32).is_some())
            }
            Prim::Ref(_, pointee) | Prim::Box(pointee) => {
                let pointer = region.read(range.start, range.len());
                pointer.is_some_and(|pointer| machine.is_reference(pointer, *pointee))
            }
            Prim::FnPtr => false,
        })
    }
}

impl Machine {
    /// Makes bytes a value of their type, if that is easily seen to be possible; else nothing is done.
    pub(crate) fn normalize_parts(&mut self, region: &mut Region, ty: Ty) -> bool {
        if self.parts_table.get(ty.index()).is_none_or(Option::is_none) {
            let found = self.find_parts(ty);
            if self.parts_table.len() <= ty.index() {
                self.parts_table.resize_with(ty.index() + 1, || None);
            }
            self.parts_table[ty.index()] = Some(found);
        }
        let variant = match self.layouts.get(ty).and_then(|layout| Some((layout, layout.tag()?))) {
            Some((_, tag)) if tag.scalar.size > 8 => None,
            Some((layout, tag)) => {
                let bits = region.read_plain(tag.offset as usize, tag.scalar.size as usize);
                bits.and_then(|bits| layout.variant_of_tag(bits.into()))
            }
            None => Some(VariantId::ONLY),
        };
        let (Some(variant), Some(Some(table))) = (variant, self.parts_table.get(ty.index())) else {
            return false;
        };
        match table.get(variant.index()) {
            Some(Some(parts)) if parts.are_in(region, self) => {
                parts.padding.iter().for_each(|range| region.erase(range.clone()));
                true
            }
            _ => false,
        }
    }

    fn find_parts(&mut self, ty: Ty) -> Vec<Option<Parts>> {
        let variants = match self.layouts.get(ty).and_then(|layout| layout.tag()) {
            Some(_) => self.program.adt(ty).map_or(0, |def| def.variants.len()),
            None => 1,
        };
        (0..variants).map(|variant| self.find_parts_of(ty, VariantId::new(variant))).collect()
    }

    fn find_parts_of(&mut self, ty: Ty, variant: VariantId) -> Option<Parts> {
        let mut scalars = Vec::new();
        match self.program.adt(ty).filter(|def| def.kind == AdtKind::Enum) {
            Some(def) => {
                // An enum without variants has no parts.
                let fields = &def.variants.get(variant)?.fields;
                let fields: Vec<Ty> = fields.iter().map(|field| field.ty).collect();
                self.layouts.get(ty)?.tag()?;
                self.collect_fields(ty, variant, fields, 0, &mut scalars)?;
            }
            None => self.collect_scalars(ty, 0, &mut scalars)?,
        }
        // There is no enum within, so it is this one that is asked about.
        let padding = self.layouts.padding(&self.program.types, ty, |_, _| Some(variant));
        let padding = padding.into_iter().map(|range| range.start as usize..range.end as usize).collect();
        Some(Parts { scalars, padding })
    }

    fn collect_scalars(&mut self, ty: Ty, at: u64, scalars: &mut Vec<(Range<usize>, Prim)>) -> Option<()> {
        let info = self.info(ty).ok()?;
        if info.uninhabited || scalars.len() >= MOST {
            return None;
        }
        let fields: Vec<Ty> = match (info.class, self.program.types.kind(ty)) {
            (Class::Scalar(prim), _) => {
                scalars.push((at as usize..(at + info.size) as usize, prim));
                return Some(());
            }
            (Class::Aggregate, &TyKind::Array(element, count)) if count <= MOST as u64 => {
                let stride = self.info(element).ok()?.size;
                return (0..count).try_for_each(|n| self.collect_scalars(element, at + n * stride, scalars));
            }
            (Class::Aggregate, TyKind::Tuple(fields)) => fields.to_vec(),
            (Class::Aggregate, &TyKind::Adt(adt)) => {
                let def = &self.program.types.adts[adt];
                // Library types may have rules of their own.
                if def.kind == AdtKind::Enum || def.library().is_some() {
                    return None;
                }
                let is_plain = |instance: &AdtInstance| {
                    instance.valid_range.is_none()
                        && matches!(
                            instance.role,
                            AdtRole::Plain | AdtRole::Closure | AdtRole::UnsafeCell | AdtRole::PhantomData
                        )
                };
                if !def.instance().is_none_or(is_plain) {
                    return None;
                }
                let is_union = def.kind == AdtKind::Union;
                let fields: Vec<Ty> = def.only_variant().fields.iter().map(|field| field.ty).collect();
                if is_union {
                    // Whatever is in it is valid. But where its padding is must be the same in all values.
                    return self.collect_fields(ty, VariantId::ONLY, fields, at, &mut Vec::new());
                }
                fields
            }
            (Class::Aggregate | Class::Wide(_), _) => return None,
        };
        self.collect_fields(ty, VariantId::ONLY, fields, at, scalars)
    }

    fn collect_fields(
        &mut self,
        ty: Ty,
        variant: VariantId,
        fields: Vec<Ty>,
        at: u64,
        scalars: &mut Vec<(Range<usize>, Prim)>,
    ) -> Option<()> {
        for (n, field) in fields.into_iter().enumerate() {
            let offset = self.field_offset(ty, variant, FieldId::new(n));
            self.collect_scalars(field, at + offset, scalars)?;
        }
        Some(())
    }
}
