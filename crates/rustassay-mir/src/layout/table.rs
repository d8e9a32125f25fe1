//! The layouts of a program's types, each computed once.

use super::coroutines::Coroutine;
use super::enums::Enum;
use super::fields::{Fields, Surroundings, checked_size};
use super::{
    Layout, LayoutError, LayoutErrorKind, MAX_NESTING, MAX_REPR_ALIGN, Niche, Scalar, ScalarKind, Shape,
    ValidRange,
};
use crate::model::{
    AdtDef, AdtKind, AdtRole, IdVec, Library, Metadata, Repr, Ty, TyKind, Types, Variant, VariantId,
};
use rustassay_lang::DataLayout;
use rustassay_random::mix;

/// What to choose where the language leaves a choice.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct LayoutOptions {
    /// Shuffle the fields of structs, tuples and variants whose order is the compiler's choice. The order follows from
    /// this seed, the type's name and what is inside it. Without a seed fields are where rustc puts them.
    pub randomize: Option<u64>,
}

/// The layouts of the types of one table.
///
/// The table may grow while this is in use, but what is in it must stay as it is.
#[derive(Clone, Debug)]
pub struct Layouts {
    options: LayoutOptions,
    entries: Vec<State>,
}

/// What is known of a type.
#[derive(Clone, Debug)]
enum State {
    Unknown,
    /// Its parts are being laid out; a part that is in this state contains itself.
    Begun,
    Failed(LayoutError),
    Done(Box<Entry>),
}

#[derive(Clone, Debug)]
struct Entry {
    layout: Layout,
    /// How deep it is nested.
    depth: u32,
    /// A number that types of the same structure share, whenever they were interned.
    fingerprint: u64,
}

impl Layouts {
    /// Knows no type yet.
    pub fn new(options: LayoutOptions) -> Layouts {
        Layouts { options, entries: Vec::new() }
    }

    /// The layout of `ty`, computed now or before.
    pub fn of(&mut self, types: &Types, ty: Ty) -> Result<&Layout, LayoutError> {
        if !matches!(self.entries.get(ty.index()), Some(State::Done(_) | State::Failed(_))) {
            self.compute(types, ty);
        }
        match &self.entries[ty.index()] {
            State::Done(entry) => Ok(&entry.layout),
            State::Failed(error) => Err(*error),
            State::Unknown | State::Begun => Err(LayoutError { kind: LayoutErrorKind::Infinite, ty }),
        }
    }

    /// The layout of `ty`, if it was computed: when [`of`](Self::of) was asked for it or for a type that it is part
    /// of.
    pub fn get(&self, ty: Ty) -> Option<&Layout> {
        self.entry(ty).map(|entry| &entry.layout)
    }

    /// The size of a value of `ty`, whose pointers have `len` as metadata if `ty` is unsized.
    ///
    /// `None` if the type was not laid out, or if no object has that size.
    pub fn size_of_val(&self, types: &Types, ty: Ty, len: u64) -> Option<u64> {
        let layout = self.get(ty)?;
        match &layout.shape {
            _ if layout.sized => Some(layout.size),
            // A type must be smaller than that, but a value may be as large as that.
            Shape::Slice { stride } => {
                stride.checked_mul(len).filter(|&size| size <= types.data_layout().largest_distance())
            }
            Shape::Fields { offsets, .. } => {
                let tail = parts(types, ty).last()?;
                let before = *offsets.as_slice().last()?;
                let size = before + self.size_of_val(types, tail, len)?;
                checked_size(size.next_multiple_of(layout.align), types.data_layout()).ok()
            }
            _ => None,
        }
    }

    fn entry(&self, ty: Ty) -> Option<&Entry> {
        match self.entries.get(ty.index())? {
            State::Done(entry) => Some(entry),
            _ => None,
        }
    }

    /// Lays out `ty` and everything inside it, inner types first; on a stack of its own, since types may be deep.
    fn compute(&mut self, types: &Types, ty: Ty) {
        self.entries.resize(self.entries.len().max(types.len()), State::Unknown);
        let mut stack = vec![ty];
        while let Some(&ty) = stack.last() {
            match self.entries[ty.index()] {
                State::Unknown => {
                    self.entries[ty.index()] = State::Begun;
                    stack.extend(parts(types, ty).filter(|part| self.is_unknown(*part)));
                }
                State::Begun => {
                    self.entries[ty.index()] = match self.entry_of(types, ty) {
                        Ok(entry) => State::Done(Box::new(entry)),
                        Err(error) => State::Failed(error),
                    };
                    stack.pop();
                }
                State::Failed(_) | State::Done(_) => {
                    stack.pop();
                }
            }
        }
    }

    fn is_unknown(&self, ty: Ty) -> bool {
        matches!(self.entries[ty.index()], State::Unknown)
    }

    /// The entry of a type whose parts are laid out. A part that is not yet must be around this type.
    fn entry_of(&self, types: &Types, ty: Ty) -> Result<Entry, LayoutError> {
        let here = |kind| LayoutError { kind, ty };
        let mut depth = 0;
        let mut fingerprint = own_fingerprint(types, ty);
        for part in parts(types, ty) {
            match &self.entries[part.index()] {
                State::Done(entry) => {
                    depth = depth.max(entry.depth + 1);
                    fingerprint = mix(fingerprint, entry.fingerprint);
                }
                State::Failed(error) => return Err(*error),
                State::Begun | State::Unknown => return Err(here(LayoutErrorKind::Infinite)),
            }
        }
        if depth > MAX_NESTING {
            return Err(here(LayoutErrorKind::TooDeep));
        }
        let layout = self.layout_of(types, ty, fingerprint).map_err(here)?;
        Ok(Entry { layout, depth, fingerprint })
    }

    fn layout_of(&self, types: &Types, ty: Ty, fingerprint: u64) -> Result<Layout, LayoutErrorKind> {
        let shuffle = self.options.randomize.map(|seed| mix(seed, fingerprint));
        let data = types.data_layout();
        let scalar = |scalar| Layout::of_scalar(scalar, data);
        let non_null = non_null_pointer(data);
        Ok(match types.kind(ty) {
            TyKind::Bool => scalar(Scalar::within(ScalarKind::Int, 1, 0, 1)),
            TyKind::Char => scalar(Scalar::within(ScalarKind::Int, 4, 0, u128::from(char::MAX))),
            TyKind::Int(int) => scalar(Scalar::full(ScalarKind::Int, int.on(data).size())),
            TyKind::Float(float) => scalar(Scalar::full(ScalarKind::Float, u64::from(float.bits() / 8))),
            TyKind::Never => Layout::never(),
            TyKind::Str => slice(1, 1, false),
            TyKind::Slice(element) => {
                let element = self.sized_part(*element)?;
                slice(element.size, element.align, element.may_have_padding)
            }
            TyKind::Array(element, count) => array(self.sized_part(*element)?, *count, data)?,
            TyKind::RawPtr(_, pointee) => {
                pointer(types, *pointee, Scalar::full(ScalarKind::Pointer, data.pointer_size()))?
            }
            TyKind::Ref(_, pointee) | TyKind::Box(pointee) => pointer(types, *pointee, non_null)?,
            TyKind::FnPtr(_) => scalar(non_null),
            TyKind::Dyn(_) | TyKind::Foreign(_) => Layout { shape: Shape::Opaque, ..slice(1, 1, true) },
            TyKind::Pat(base, range) => {
                self.sized_part(*base)?.clone().within(ValidRange { start: range.start, end: range.end })
            }
            TyKind::FnDef(_) => self.structure(types, &[], &Repr::default(), shuffle, false)?,
            // Unsizing the last field of a tuple was once possible, and rustc still lays tuples out for it.
            TyKind::Tuple(fields) => self.structure(types, fields, &Repr::default(), shuffle, true)?,
            TyKind::Adt(adt) => {
                let def = &types.adts[*adt];
                check_repr(&def.repr)?;
                if def.library() == Some(Library::NonNull) {
                    let pointee = parts(types, ty).next().and_then(|pointer| types.pointee(pointer));
                    return pointer(types, pointee.ok_or(LayoutErrorKind::Malformed)?, non_null);
                }
                self.adt(types, def, shuffle)?
            }
        })
    }

    fn adt(&self, types: &Types, def: &AdtDef, shuffle: Option<u64>) -> Result<Layout, LayoutErrorKind> {
        let instance = def.instance();
        if let Some(coroutine) = instance.and_then(|instance| instance.coroutine.as_ref()) {
            let variants: IdVec<VariantId, Vec<&Layout>> = self.variant_layouts(def)?;
            return Coroutine { def: coroutine, variants: &variants, data: types.data_layout() }.layout();
        }
        if def.kind == AdtKind::Enum {
            let variants = self.variant_layouts(def)?;
            return Enum { def, variants: &variants, shuffle, data: types.data_layout() }.layout();
        }
        let [only] = def.variants.as_slice() else { return Err(LayoutErrorKind::Malformed) };
        let fields = field_tys(only);
        if def.kind == AdtKind::Union {
            return self.union(&fields, &def.repr, types.data_layout());
        }
        let last_is_unsized = fields.last().is_some_and(|&last| !types.is_sized(last));
        let is_unsizable = last_is_unsized || instance.is_some_and(|instance| instance.has_unsizable_tail);
        let layout = self.structure(types, &fields, &def.repr, shuffle, is_unsizable)?;
        // What is in the cell may change under a shared reference, so nobody may rely on its valid values.
        if matches!(def.role(), AdtRole::UnsafeCell | AdtRole::UnsafePinned) {
            return Ok(Layout { niche: None, ..layout });
        }
        if let Some(range) = instance.and_then(|instance| instance.valid_range) {
            return Ok(self.with_valid_range(
                layout,
                &fields,
                ValidRange { start: range.start, end: range.end },
            ));
        }
        if instance.is_some_and(|instance| instance.is_simd) {
            let align = layout.size.max(1).next_power_of_two();
            return Ok(Layout { size: layout.size.next_multiple_of(align), align, ..layout });
        }
        Ok(layout)
    }

    fn variant_layouts(&self, def: &AdtDef) -> Result<IdVec<VariantId, Vec<&Layout>>, LayoutErrorKind> {
        let layouts = |variant: &Variant| variant.fields.iter().map(|field| self.part(field.ty)).collect();
        def.variants.iter().map(layouts).collect()
    }

    /// The layout of a struct whose only scalar, or the first of two, has other valid values than its type says
    /// (`rustc_layout_scalar_valid_range_start` and `_end`).
    fn with_valid_range(&self, layout: Layout, fields: &[Ty], valid: ValidRange) -> Layout {
        let scalar = fields.iter().find_map(|&field| match self.get(field)?.shape {
            Shape::Scalar(scalar) | Shape::WidePointer(scalar) => Some(scalar),
            _ => None,
        });
        let niche = scalar.and_then(|scalar| Niche::new(0, Scalar { valid, ..scalar }));
        let available = |niche: Option<Niche>| niche.map_or(0, |niche| niche.available());
        let is_larger = available(niche) >= available(layout.niche);
        Layout { niche: if is_larger { niche } else { layout.niche }, ..layout }
    }

    fn structure(
        &self,
        types: &Types,
        fields: &[Ty],
        repr: &Repr,
        shuffle: Option<u64>,
        unsized_tail: bool,
    ) -> Result<Layout, LayoutErrorKind> {
        let layouts: Vec<&Layout> = fields.iter().map(|&field| self.part(field)).collect::<Result<_, _>>()?;
        let surroundings =
            if unsized_tail && !fields.is_empty() { Surroundings::UnsizedTail } else { Surroundings::Sized };
        let placed =
            Fields { layouts: &layouts, repr, shuffle, data: types.data_layout() }.place(surroundings)?;
        Ok(Layout::of_fields(VariantId::ONLY, placed, &layouts))
    }

    fn union(&self, fields: &[Ty], repr: &Repr, data: DataLayout) -> Result<Layout, LayoutErrorKind> {
        if fields.is_empty() {
            return Err(LayoutErrorKind::Malformed);
        }
        let layouts: Vec<&Layout> =
            fields.iter().map(|&field| self.sized_part(field)).collect::<Result<_, _>>()?;
        let align = layouts.iter().map(|field| field.align).fold(1, u64::max);
        let align = align.min(repr.pack.unwrap_or(u64::MAX)).max(repr.align.unwrap_or(1));
        let size = layouts.iter().map(|field| field.size).fold(0, u64::max).next_multiple_of(align);
        Ok(Layout {
            size: checked_size(size, data)?,
            align,
            sized: true,
            uninhabited: false,
            niche: None,
            may_have_padding: !layouts.iter().any(|field| field.size == size && !field.may_have_padding),
            shape: Shape::Union { fields: fields.len() },
        })
    }

    fn part(&self, ty: Ty) -> Result<&Layout, LayoutErrorKind> {
        self.get(ty).ok_or(LayoutErrorKind::Infinite)
    }

    fn sized_part(&self, ty: Ty) -> Result<&Layout, LayoutErrorKind> {
        let layout = self.part(ty)?;
        if layout.sized { Ok(layout) } else { Err(LayoutErrorKind::Unsized) }
    }
}

/// The types that a type is made of, by value.
pub(super) fn parts(types: &Types, ty: Ty) -> impl Iterator<Item = Ty> {
    let (tuple, element, adt) = match types.kind(ty) {
        TyKind::Tuple(fields) => (&fields[..], None, None),
        TyKind::Array(element, _) | TyKind::Slice(element) | TyKind::Pat(element, _) => {
            (&[][..], Some(*element), None)
        }
        TyKind::Adt(adt) => (&[][..], None, types.adts.get(*adt)),
        _ => (&[][..], None, None),
    };
    let fields = adt.into_iter().flat_map(|def| &def.variants).flat_map(|variant| &variant.fields);
    tuple.iter().copied().chain(element).chain(fields.map(|field| field.ty))
}

fn field_tys(variant: &Variant) -> Vec<Ty> {
    variant.fields.iter().map(|field| field.ty).collect()
}

/// What distinguishes a type besides its parts. Pointers are all alike: what they point to has no bearing on layout.
fn own_fingerprint(types: &Types, ty: Ty) -> u64 {
    let bytes = |seed: u64, text: &str| text.bytes().fold(seed, |state, byte| mix(state, u64::from(byte)));
    match types.kind(ty) {
        TyKind::Bool => 1,
        TyKind::Char => 2,
        TyKind::Never => 3,
        TyKind::Str => 4,
        TyKind::Int(int) => bytes(5, int.name()),
        TyKind::Float(float) => bytes(6, float.name()),
        TyKind::Tuple(_) => 7,
        TyKind::Array(_, count) => mix(8, *count),
        TyKind::Slice(_) => 9,
        TyKind::RawPtr(..) | TyKind::Ref(..) | TyKind::Box(_) | TyKind::FnPtr(_) => 10,
        TyKind::FnDef(_) => 11,
        TyKind::Dyn(_) | TyKind::Foreign(_) => 13,
        TyKind::Pat(_, range) => mix(14, mix(range.start as u64, range.end as u64)),
        TyKind::Adt(adt) => bytes(12, &types.adts[*adt].name),
    }
}

fn slice(stride: u64, align: u64, may_have_padding: bool) -> Layout {
    Layout {
        size: 0,
        align,
        sized: false,
        uninhabited: false,
        niche: None,
        may_have_padding,
        shape: Shape::Slice { stride },
    }
}

fn array(element: &Layout, count: u64, data: DataLayout) -> Result<Layout, LayoutErrorKind> {
    let size = element.size.checked_mul(count).ok_or(LayoutErrorKind::TooBig)?;
    Ok(Layout {
        size: checked_size(size, data)?,
        align: element.align,
        sized: true,
        uninhabited: element.uninhabited && count != 0,
        niche: element.niche.filter(|_| count != 0),
        may_have_padding: element.may_have_padding && count != 0,
        shape: Shape::Array { stride: element.size, count },
    })
}

/// A pointer that is not null.
fn non_null_pointer(data: DataLayout) -> Scalar {
    let any = Scalar::full(ScalarKind::Pointer, data.pointer_size());
    Scalar::within(any.kind, any.size, 1, any.max_bits())
}

/// A pointer whose address is `scalar`: wide if the pointee is unsized.
fn pointer(types: &Types, pointee: Ty, scalar: Scalar) -> Result<Layout, LayoutErrorKind> {
    let thin = Layout::of_scalar(scalar, types.data_layout());
    if !is_wide(types, pointee)? {
        return Ok(thin);
    }
    // A vtable is never at address 0, not even that of a raw pointer.
    let of_vtable = || match types.metadata(pointee) {
        Metadata::Vtable => Niche::new(thin.size, non_null_pointer(types.data_layout())),
        Metadata::Length | Metadata::None => None,
    };
    Ok(Layout {
        size: 2 * thin.size,
        niche: Niche::new(0, scalar).or_else(of_vtable),
        shape: Shape::WidePointer(scalar),
        ..thin
    })
}

/// Whether pointers to `pointee` have metadata: whether its innermost last field is a slice or a trait object.
fn is_wide(types: &Types, pointee: Ty) -> Result<bool, LayoutErrorKind> {
    let mut tail = pointee;
    for _ in 0..=types.len() {
        let last = match types.kind(tail) {
            TyKind::Str | TyKind::Slice(_) | TyKind::Dyn(_) => return Ok(true),
            TyKind::Tuple(fields) => fields.last().copied(),
            TyKind::Adt(adt) if types.adts[*adt].kind == AdtKind::Struct => parts(types, tail).last(),
            _ => None,
        };
        match last {
            Some(last) => tail = last,
            None => return Ok(false),
        }
    }
    Err(LayoutErrorKind::Infinite)
}

fn check_repr(repr: &Repr) -> Result<(), LayoutErrorKind> {
    let valid = |align: u64| align.is_power_of_two() && align <= MAX_REPR_ALIGN;
    let both = repr.pack.is_some() && repr.align.is_some();
    if !both && [repr.pack, repr.align].into_iter().flatten().all(valid) {
        Ok(())
    } else {
        Err(LayoutErrorKind::Malformed)
    }
}
