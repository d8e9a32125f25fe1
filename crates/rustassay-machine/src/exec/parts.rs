//! What values are made of, by their types: scalars and wide pointers, however deep in structs, tuples and arrays, and enums, whose parts
//! depend on the variant. What [`validity`] and [`retag`] find out about a value by walking through its type is a list here, made
//! once for each type; a look along the list tells whether bytes are a value, where its references are, and what of it is padding.
//!
//! [`validity`]: super::validity
//! [`retag`]: super::retag

use super::validity::field_path;
use super::word::Spot;
use crate::code::{Class, Prim, TyInfo};
use crate::machine::{Machine, Validation};
use crate::memory::Region;
use rustassay_mir::layout::{Shape, TagEncoding, ValidRange};
use rustassay_mir::model::*;
use smallvec::SmallVec;
use std::ops::Range;

/// The parts that every value of a type, or of a variant of it, has.
#[derive(Debug)]
pub(crate) struct Parts {
    /// In the order in which they lie in memory.
    parts: Vec<Part>,
    /// Bytes that are no part of the value, whatever variants the enums in it are in.
    padding: Vec<Range<usize>>,
}

/// A part of a value, and how far from the value's beginning it begins.
#[derive(Debug)]
struct Part {
    at: usize,
    kind: PartKind,
    /// The way to it, for messages.
    way: Way,
}

#[derive(Copy, Clone, Debug)]
enum PartKind {
    /// So many bytes in which everything is a value that is initialized and no pointer.
    Plain(usize),
    /// Any other scalar.
    Scalar(Prim),
    /// A wide pointer.
    Wide(Prim),
    /// So many bytes, which are another part, too, are a scalar in a range.
    InRange(usize, ValidRange),
    /// An enum.
    Enum(Ty),
}

/// The steps from a value to a part of it.
type Way = Vec<WayStep>;

#[derive(Copy, Clone, Debug)]
enum WayStep {
    Element(u64),
    Field(Ty, VariantId, FieldId),
}

/// The parts of each variant of each type that was asked for; `None` where values differ in ways that the parts do not say, or have
/// very many. What is no enum has one variant.
pub(crate) type PartsTable = Vec<Option<Box<[Option<Parts>]>>>;

/// What a look at a value has found. All places are counted from its beginning.
#[derive(Default, Debug)]
pub(crate) struct Seen {
    /// Bytes that are no part of the value.
    pub padding: SmallVec<[Range<usize>; 2]>,
    /// Its references and boxes, in the order in which they lie in memory.
    pub references: SmallVec<[Reference; 2]>,
}

/// A reference in a value.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Reference {
    pub at: usize,
    pub prim: Prim,
    pub is_wide: bool,
}

/// A list that is longer than this takes more room than it is worth.
const MOST: usize = 64;

impl Machine {
    /// Looks at bytes that should be a value of a type. `None` unless it can be seen at a glance that they are, and that a copy
    /// changes nothing but padding and borrows: else the general rules say what is wrong, if anything is.
    pub(crate) fn look(&mut self, spot: Spot, info: &TyInfo) -> Option<Seen> {
        if self.config.validation != Validation::Shallow {
            return None;
        }
        if !info.is_plain {
            self.make_parts(info.ty);
        }
        match self.bytes_at(spot) {
            Some((region, at)) => self.look_into(region, at, info),
            None => (info.size == 0 && info.is_plain).then(Seen::default),
        }
    }

    /// The same for bytes that are nowhere yet, from the first one on.
    pub(crate) fn look_at(&mut self, region: &Region, info: &TyInfo) -> Option<Seen> {
        self.make_parts(info.ty);
        self.look_into(region, 0, info)
    }

    fn look_into(&self, region: &Region, at: usize, info: &TyInfo) -> Option<Seen> {
        let mut seen = Seen::default();
        let is_value = match info.is_plain {
            true => is_plain(region, at..at + info.size as usize),
            false => self.see(region, at, 0, info.ty, &mut seen),
        };
        is_value.then_some(seen)
    }

    /// Looks at a value or part of a value that is `offset` bytes from where the look began, at `start`.
    fn see(&self, region: &Region, start: usize, offset: usize, ty: Ty, seen: &mut Seen) -> bool {
        let Some(parts) = self.parts_in(region, start + offset, ty) else { return false };
        for part in &parts.parts {
            let offset = offset + part.at;
            let at = start + offset;
            let is_value = match part.kind {
                PartKind::Plain(size) => is_plain(region, at..at + size),
                PartKind::Scalar(prim) => {
                    let word = region.read_word(at, prim.size(self.data) as usize);
                    if prim.is_reference() {
                        seen.references.push(Reference { at: offset, prim, is_wide: false });
                    }
                    word.is_some_and(|word| self.is_word_of(prim, word))
                }
                PartKind::Wide(prim) => {
                    if prim.is_reference() {
                        seen.references.push(Reference { at: offset, prim, is_wide: true });
                    }
                    let size = self.pointer_size();
                    match (region.read_word(at, size), region.read_word(at + size, size)) {
                        (Some(pointer), Some(metadata)) => self.is_wide_pointer(prim, pointer, metadata),
                        _ => false,
                    }
                }
                PartKind::InRange(size, range) => {
                    region.read_word(at, size).is_some_and(|word| range.contains(word.bits.into()))
                }
                PartKind::Enum(ty) => self.see(region, start, offset, ty, seen),
            };
            if !is_value {
                return false;
            }
        }
        seen.padding.extend(parts.padding.iter().map(|range| range.start + offset..range.end + offset));
        true
    }

    /// The parts of the value at a place, if it can be seen which ones it has.
    fn parts_in(&self, region: &Region, at: usize, ty: Ty) -> Option<&Parts> {
        let table = self.parts_table.get(ty.index())?.as_ref()?;
        let layout = self.layouts.get(ty)?;
        // An enum with one variant may have a tag all the same, by `repr(u8)`, and not every tag is valid.
        let Some(tag) = layout.tag() else { return table.first()?.as_ref() };
        if tag.scalar.size > 8 {
            return None;
        }
        let word = region.read_word(at + tag.offset as usize, tag.scalar.size as usize)?;
        // The provenance of a niche is the field's that has it. A tag has none.
        if tag.encoding == TagEncoding::Direct && word.as_plain().is_none() {
            return None;
        }
        table[layout.variant_of_tag(word.bits.into())?.index()].as_ref()
    }

    /// Makes the list of a type's parts, unless it is there.
    fn make_parts(&mut self, ty: Ty) {
        if self.parts_table.get(ty.index()).is_some_and(Option::is_some) {
            return;
        }
        let found = self.find_parts(ty);
        if self.parts_table.len() <= ty.index() {
            self.parts_table.resize_with(ty.index() + 1, || None);
        }
        self.parts_table[ty.index()] = Some(found);
    }

    fn find_parts(&mut self, ty: Ty) -> Box<[Option<Parts>]> {
        let variants = match self.layouts.get(ty).map(|layout| &layout.shape) {
            // The only variant of an enum with a tag has a tag to look at, which its parts do not say.
            Some(Shape::Enum { variants, .. }) if variants.len() == 1 => return Box::new([None]),
            Some(Shape::Enum { variants, .. }) => variants.ids().collect(),
            Some(Shape::Fields { variant, .. }) => vec![*variant],
            _ => vec![VariantId::ONLY],
        };
        variants.into_iter().map(|variant| self.find_parts_of(ty, variant)).collect()
    }

    fn find_parts_of(&mut self, ty: Ty, variant: VariantId) -> Option<Parts> {
        let mut list = List::default();
        match self.program.adt(ty).filter(|def| def.kind == AdtKind::Enum) {
            Some(def) => {
                // An enum without variants has no parts.
                let fields = &def.variants.get(variant)?.fields;
                let fields: Vec<Ty> = fields.iter().map(|field| field.ty).collect();
                if def.role() == AdtRole::Coroutine || self.info(ty).ok()?.uninhabited {
                    return None;
                }
                // Which one is looked up does not depend on a tag, so nobody would see whether it is right.
                let has_tag = self.layouts.get(ty)?.tag().is_some();
                (!has_tag || self.program.adt(ty)?.variants.len() > 1).then_some(())?;
                self.collect_fields(ty, variant, fields, 0, &mut list)?;
            }
            None => self.collect_parts(ty, 0, &mut list)?,
        }
        // Of an enum inside it is not known here which variant it is in.
        let own = |at: u64, part: Ty| (at == 0 && part == ty).then_some(variant);
        let padding = self.layouts.padding(&self.program.types, ty, own);
        let padding = padding.into_iter().map(|range| range.start as usize..range.end as usize).collect();
        list.parts.sort_by_key(|part| part.at);
        Some(Parts { parts: list.parts, padding })
    }

    fn collect_parts(&mut self, ty: Ty, at: u64, list: &mut List) -> Option<()> {
        let info = self.info(ty).ok()?;
        if info.uninhabited || list.parts.len() >= MOST {
            return None;
        }
        let start = at as usize;
        match info.class {
            _ if info.is_plain => {
                list.add(start, PartKind::Plain(info.size as usize));
                return Some(());
            }
            Class::Scalar(prim) | Class::Wide(prim) if prim.is_reference() && list.may_dangle => return None,
            Class::Scalar(prim) => {
                list.add(start, PartKind::Scalar(prim));
                return Some(());
            }
            Class::Wide(prim) => {
                list.add(start, PartKind::Wide(prim));
                return Some(());
            }
            Class::Aggregate => {}
        }
        match self.program.types.kind(ty) {
            &TyKind::Array(element, count) if count <= MOST as u64 => {
                let stride = self.info(element).ok()?.size;
                (0..count).try_for_each(|n| {
                    list.within(WayStep::Element(n), |list| {
                        self.collect_parts(element, at + n * stride, list)
                    })
                })
            }
            TyKind::Array(..) => None,
            TyKind::Tuple(fields) => {
                let fields = fields.to_vec();
                self.collect_fields(ty, VariantId::ONLY, fields, at, list)
            }
            &TyKind::Pat(base, range) => {
                self.collect_parts(base, at, list)?;
                self.collect_range(base, range, start, list)
            }
            &TyKind::Adt(adt) => self.collect_adt(ty, adt, at, list),
            _ => None,
        }
    }

    fn collect_adt(&mut self, ty: Ty, adt: AdtId, at: u64, list: &mut List) -> Option<()> {
        let def = &self.program.types.adts[adt];
        // Library types of custom MIR may have rules of their own.
        if def.library().is_some() {
            return None;
        }
        let may_dangle = list.may_dangle;
        match def.role() {
            AdtRole::Box { .. } | AdtRole::Coroutine => return None,
            AdtRole::ManuallyDrop | AdtRole::MaybeDangling => list.may_dangle = true,
            AdtRole::Plain
            | AdtRole::UnsafeCell
            | AdtRole::UnsafePinned
            | AdtRole::PhantomData
            | AdtRole::Option
            | AdtRole::Closure => {}
        }
        match def.kind {
            // Whatever is in it is valid.
            AdtKind::Union => {}
            AdtKind::Enum if may_dangle => return None,
            AdtKind::Enum => {
                list.add(at as usize, PartKind::Enum(ty));
                self.make_parts(ty);
            }
            AdtKind::Struct => {
                let range = def.instance().and_then(|instance| instance.valid_range);
                let fields: Vec<Ty> = def.only_variant().fields.iter().map(|field| field.ty).collect();
                let first = fields.first().copied();
                self.collect_fields(ty, VariantId::ONLY, fields, at, list)?;
                if let Some((range, first)) = range.zip(first) {
                    self.collect_range(first, range, at as usize, list)?;
                }
            }
        }
        list.may_dangle = may_dangle;
        Some(())
    }

    /// That the scalar of a type, or the first one of two, is in a range.
    fn collect_range(&mut self, ty: Ty, range: PatRange, at: usize, list: &mut List) -> Option<()> {
        let info = self.info(ty).ok()?;
        let size = match info.class {
            Class::Wide(_) => self.pointer_size(),
            _ if info.size <= 8 => info.size as usize,
            _ => return None,
        };
        list.add(at, PartKind::InRange(size, ValidRange { start: range.start, end: range.end }));
        Some(())
    }

    fn collect_fields(
        &mut self,
        ty: Ty,
        variant: VariantId,
        fields: Vec<Ty>,
        at: u64,
        list: &mut List,
    ) -> Option<()> {
        fields.into_iter().enumerate().try_for_each(|(n, field)| {
            let id = FieldId::new(n);
            let offset = self.field_offset(ty, variant, id);
            list.within(WayStep::Field(ty, variant, id), |list| self.collect_parts(field, at + offset, list))
        })
    }

    /// The way to the part that begins so many bytes from the beginning of a value, for messages.
    #[cold]
    pub(crate) fn way_to(&self, spot: Spot, info: &TyInfo, at: usize) -> String {
        let Some((region, start)) = self.bytes_at(spot) else { return String::new() };
        let (mut text, mut ty, mut offset) = (String::new(), info.ty, 0);
        while let Some(parts) = self.parts_in(region, start + offset, ty) {
            let before = |part: &&Part| offset + part.at <= at;
            let Some(part) = parts.parts.iter().take_while(before).last() else { break };
            for step in &part.way {
                text = match *step {
                    WayStep::Element(n) => format!("{text}[{n}]"),
                    WayStep::Field(ty, variant, field) => {
                        field_path(&self.program.types, &|_| text.clone(), ty, variant, field)
                    }
                };
            }
            offset += part.at;
            match part.kind {
                PartKind::Enum(inner) => ty = inner,
                _ => break,
            }
        }
        text
    }
}

/// Whether bytes are initialized and no part of a pointer.
#[inline]
fn is_plain(region: &Region, range: Range<usize>) -> bool {
    region.is_init(range.clone()) && !region.has_provenance(range)
}

/// The list of a type's parts, while it is made.
#[derive(Default)]
struct List {
    parts: Vec<Part>,
    /// The way to what is being looked at.
    way: Way,
    /// Whether that is inside of what may dangle.
    may_dangle: bool,
}

impl List {
    fn add(&mut self, at: usize, kind: PartKind) {
        if !matches!(kind, PartKind::Plain(0)) {
            self.parts.push(Part { at, kind, way: self.way.clone() });
        }
    }

    /// Goes a step further, and back.
    fn within(&mut self, step: WayStep, collect: impl FnOnce(&mut List) -> Option<()>) -> Option<()> {
        self.way.push(step);
        let result = collect(self);
        self.way.pop();
        result
    }
}
