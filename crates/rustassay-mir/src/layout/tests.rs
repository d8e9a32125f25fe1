//! Layouts that are known by heart, and what follows from them.

use super::*;
use crate::model::{
    AdtDef, AdtKind, AdtOrigin, Ctor, Field, FixedInt, FloatTy, IntTy, Library, Mutability, Repr, TyKind,
    Types, Variant,
};
use rustassay_lang::Architecture;

/// A field, by its type.
fn field(ty: Ty) -> Field {
    Field { name: "f".into(), ty, is_pub: true }
}

/// Defines an ADT; each variant is the types of its fields and, perhaps, its discriminant.
fn define(types: &mut Types, kind: AdtKind, repr: Repr, variants: &[(&[Ty], Option<u128>)]) -> Ty {
    let variants = variants.iter().map(|&(fields, discriminant)| Variant {
        name: "V".into(),
        ctor: Ctor::Tuple,
        fields: fields.iter().copied().map(field).collect(),
        discriminant,
    });
    let name = format!("D{}", types.adts.len());
    let adt = types.adts.push(AdtDef {
        name: name.as_str().into(),
        kind,
        origin: AdtOrigin::Program,
        repr,
        derives: Vec::new(),
        variants: variants.collect(),
        drop: None,
        is_pub: true,
    });
    types.adt(adt)
}

fn structure(types: &mut Types, repr: Repr, fields: &[Ty]) -> Ty {
    define(types, AdtKind::Struct, repr, &[(fields, None)])
}

fn enumeration(types: &mut Types, variants: &[&[Ty]]) -> Ty {
    let variants: Vec<(&[Ty], Option<u128>)> = variants.iter().map(|&fields| (fields, None)).collect();
    define(types, AdtKind::Enum, Repr::default(), &variants)
}

fn layout(types: &Types, ty: Ty) -> Layout {
    Layouts::new(LayoutOptions::default()).of(types, ty).expect("the type has a layout").clone()
}

fn error(types: &Types, ty: Ty) -> LayoutErrorKind {
    Layouts::new(LayoutOptions::default()).of(types, ty).expect_err("the type has no layout").kind
}

fn size(types: &Types, ty: Ty) -> u64 {
    layout(types, ty).size
}

fn offsets(types: &Types, ty: Ty) -> Vec<u64> {
    match layout(types, ty).shape {
        Shape::Fields { offsets, .. } => offsets.as_slice().to_vec(),
        other => panic!("{other:?} has no fields"),
    }
}

fn bounds(ranges: Vec<std::ops::Range<u64>>) -> Vec<(u64, u64)> {
    ranges.into_iter().map(|range| (range.start, range.end)).collect()
}

const U16: Ty = Ty::int(IntTy::U16);
const C: Repr = Repr { c: true, transparent: false, int: None, pack: None, align: None };

#[test]
fn primitives_are_aligned_to_their_size() {
    let types = Types::new();
    let ints = IntTy::ALL.map(|int| (Ty::int(int), types.int(int).bits()));
    let floats = FloatTy::ALL.map(|float| (Ty::float(float), float.bits()));
    for (ty, bits) in ints.into_iter().chain(floats) {
        let layout = layout(&types, ty);
        assert_eq!((layout.size, layout.align), (u64::from(bits / 8), u64::from(bits / 8)));
    }
}

#[test]
fn an_option_of_a_reference_has_the_size_of_the_reference() {
    let mut types = Types::new();
    for (pointee, words) in [(Ty::U8, 1), (Ty::STR, 2)] {
        let reference = types.reference(Mutability::Not, pointee);
        let option = types.library(Library::Option, &[reference]);
        assert_eq!(size(&types, option), words * 8);
    }
}

#[test]
fn an_option_of_a_raw_pointer_needs_a_tag() {
    let mut types = Types::new();
    let pointer = types.raw_ptr(Mutability::Mut, Ty::U8);
    let option = types.library(Library::Option, &[pointer]);
    assert_eq!(size(&types, option), 16);
}

#[test]
fn options_of_bool_nest_in_one_byte() {
    let mut types = Types::new();
    let mut option = Ty::BOOL;
    for _ in 0..100 {
        option = types.library(Library::Option, &[option]);
        assert_eq!(size(&types, option), 1);
    }
}

#[test]
fn cells_hide_the_niche_and_manually_drop_keeps_it() {
    let mut types = Types::new();
    let wrappers = [
        (Library::UnsafeCell, false),
        (Library::Cell, false),
        (Library::MaybeUninit, false),
        (Library::ManuallyDrop, true),
        (Library::Wrapping, true),
    ];
    for (wrapper, keeps) in wrappers {
        let wrapped = types.library(wrapper, &[Ty::BOOL]);
        assert_eq!(layout(&types, wrapped).niche.is_some(), keeps, "{}", wrapper.name());
    }
}

#[test]
fn structs_sort_their_fields_and_c_structs_do_not() {
    let mut types = Types::new();
    let fields = [Ty::U8, Ty::U64, Ty::U8];
    let sorted = structure(&mut types, Repr::default(), &fields);
    let in_order = structure(&mut types, C, &fields);
    let packed = structure(&mut types, Repr { pack: Some(1), ..C }, &fields);
    assert_eq!((offsets(&types, sorted), size(&types, sorted)), (vec![8, 0, 9], 16));
    assert_eq!((offsets(&types, in_order), size(&types, in_order)), (vec![0, 8, 16], 24));
    assert_eq!((offsets(&types, packed), size(&types, packed)), (vec![0, 1, 9], 10));
}

#[test]
fn the_last_field_of_a_tuple_stays_last() {
    let mut types = Types::new();
    let tuple = types.tuple(&[Ty::U8, Ty::U32]);
    assert_eq!(offsets(&types, tuple), [0, 4]);
}

#[test]
fn data_of_other_variants_stands_beside_the_niche() {
    let mut types = Types::new();
    let inner = types.tuple(&[Ty::BOOL, Ty::U32]);
    let ty = enumeration(&mut types, &[&[inner], &[Ty::U8], &[]]);
    let layout = layout(&types, ty);
    assert_eq!(layout.size, 8);
    assert!(matches!(layout.tag(), Some(Tag { offset: 0, encoding: TagEncoding::Niche { .. }, .. })));
    assert_eq!(layout.field_offset(VariantId(1), FieldId(0)), Some(1));
}

#[test]
fn tags_fill_the_gap_before_the_fields() {
    let mut types = Types::new();
    let ty = enumeration(&mut types, &[&[Ty::U32], &[Ty::U32]]);
    assert_eq!(layout(&types, ty).tag().map(|tag| tag.scalar.size), Some(4));
}

#[test]
fn enums_of_which_one_variant_can_exist_have_no_tag() {
    let mut types = Types::new();
    let result = types.library(Library::Result, &[Ty::U32, Ty::NEVER]);
    let layout = layout(&types, result);
    assert_eq!((layout.size, layout.tag(), layout.variant_of_tag(0)), (4, None, Some(VariantId(0))));
    assert_eq!(layout.set_tag(VariantId(1)), SetTag::Impossible);
}

#[test]
fn a_c_enum_is_a_tag_and_a_union() {
    let mut types = Types::new();
    let repr = Repr { int: Some(IntTy::U8), ..C };
    let ty = define(&mut types, AdtKind::Enum, repr, &[(&[Ty::U8], None), (&[Ty::U64], None)]);
    let layout = layout(&types, ty);
    assert_eq!(layout.field_offset(VariantId(0), FieldId(0)), Some(8));
    assert_eq!(layout.size, 16);
}

#[test]
fn what_is_written_for_a_variant_is_read_as_that_variant() {
    let mut types = Types::new();
    let minus_one = FixedInt::I8.truncate(u128::MAX);
    let repr = Repr { int: Some(IntTy::I8), ..Repr::default() };
    let direct = define(
        &mut types,
        AdtKind::Enum,
        repr,
        &[(&[], Some(minus_one)), (&[Ty::U32], Some(3)), (&[Ty::NEVER], Some(7))],
    );
    let niche = enumeration(&mut types, &[&[], &[Ty::BOOL, Ty::U32], &[Ty::U8], &[Ty::NEVER]]);
    for ty in [direct, niche] {
        let layout = layout(&types, ty);
        let Shape::Enum { variants, .. } = &layout.shape else { panic!("{layout:?}") };
        for (variant, chosen) in variants.iter_ids() {
            match layout.set_tag(variant) {
                SetTag::Write { bits, .. } => assert_eq!(layout.variant_of_tag(bits), Some(variant)),
                SetTag::Nothing => assert_eq!(layout.variant_of_tag(0), Some(variant)),
                SetTag::Impossible => assert!(chosen.uninhabited),
            }
        }
    }
}

#[test]
fn tags_that_no_value_has_are_no_variant() {
    let mut types = Types::new();
    let option = types.library(Library::Option, &[Ty::BOOL]);
    let layout = layout(&types, option);
    let read = |bits| layout.variant_of_tag(bits).map(|variant| variant.0);
    assert_eq!([0, 1, 2, 3, 255].map(read), [Some(1), Some(1), Some(0), None, None]);
}

#[test]
fn the_niche_value_of_the_untagged_variant_is_no_variant() {
    let mut types = Types::new();
    let ty = enumeration(&mut types, &[&[], &[Ty::BOOL], &[]]);
    let layout = layout(&types, ty);
    let read = |bits| layout.variant_of_tag(bits).map(|variant| variant.0);
    assert_eq!([1, 2, 3, 4].map(read), [Some(1), Some(0), None, Some(2)]);
}

#[test]
fn padding_depends_on_the_variant() {
    let mut types = Types::new();
    let option = types.library(Library::Option, &[Ty::U32]);
    let mut layouts = Layouts::new(LayoutOptions::default());
    layouts.of(&types, option).expect("it has a layout");
    let padding = |variant| bounds(layouts.padding(&types, option, |_, _| variant));
    assert_eq!(padding(Some(VariantId(0))), [(4, 8)]);
    assert_eq!(padding(Some(VariantId(1))), []);
    assert_eq!(padding(None), []);
}

#[test]
fn padding_of_a_struct_is_between_and_after_its_fields() {
    let mut types = Types::new();
    let ty = structure(&mut types, C, &[Ty::U8, U16, Ty::U8]);
    let array = types.array(ty, 2);
    let mut layouts = Layouts::new(LayoutOptions::default());
    layouts.of(&types, array).expect("it has a layout");
    let padding = bounds(layouts.padding(&types, array, |_, _| None));
    assert_eq!(padding, [(1, 2), (5, 6), (7, 8), (11, 12)]);
}

#[test]
fn padding_of_a_union_is_padding_of_all_its_fields() {
    let mut types = Types::new();
    let pair = structure(&mut types, C, &[Ty::U8, Ty::U32]);
    let ty = define(&mut types, AdtKind::Union, C, &[(&[pair, U16], None)]);
    let mut layouts = Layouts::new(LayoutOptions::default());
    layouts.of(&types, ty).expect("it has a layout");
    assert_eq!(bounds(layouts.padding(&types, ty, |_, _| None)), [(2, 4)]);
}

#[test]
fn scalars_of_a_value_are_visited_with_their_valid_range() {
    let mut types = Types::new();
    let reference = types.reference(Mutability::Not, Ty::STR);
    let ty = structure(&mut types, C, &[Ty::BOOL, reference]);
    let mut layouts = Layouts::new(LayoutOptions::default());
    layouts.of(&types, ty).expect("it has a layout");
    let mut seen = Vec::new();
    layouts.for_each_scalar(
        &types,
        ty,
        |_, _| None,
        |offset, scalar| seen.push((offset, scalar.valid.start)),
    );
    assert_eq!(seen, [(0, 0), (8, 1), (16, 0)]);
}

#[test]
fn the_size_of_an_unsized_value_follows_from_its_length() {
    let mut types = Types::new();
    let slice = types.slice(Ty::U8);
    let ty = structure(&mut types, Repr::default(), &[Ty::U32, slice]);
    let mut layouts = Layouts::new(LayoutOptions::default());
    layouts.of(&types, ty).expect("it has a layout");
    let size = |len| layouts.size_of_val(&types, ty, len);
    assert_eq!([size(0), size(1), size(4), size(5)], [4, 8, 8, 12].map(Some));
    assert_eq!(size(u64::MAX), None);
}

#[test]
fn a_seed_permutes_fields_and_the_same_seed_does_it_again() {
    let mut types = Types::new();
    let ty = structure(&mut types, Repr::default(), &[Ty::U32; 6]);
    let of = |seed| {
        let mut layouts = Layouts::new(LayoutOptions { randomize: Some(seed) });
        layouts.of(&types, ty).expect("it has a layout").clone()
    };
    assert_eq!(of(1), of(1));
    assert!((0..8).any(|seed| of(seed) != of(seed + 1)));
}

#[test]
fn a_seed_does_the_same_whenever_types_were_interned() {
    let (mut early, mut late) = (Types::new(), Types::new());
    late.array(Ty::BOOL, 3);
    let fields = [Ty::U32, U16, Ty::U8, Ty::U64, Ty::BOOL];
    let [early_ty, late_ty] = [&mut early, &mut late].map(|types| types.tuple(&fields));
    for seed in 0..16 {
        let [mut a, mut b] = [0; 2].map(|_| Layouts::new(LayoutOptions { randomize: Some(seed) }));
        assert_eq!(a.of(&early, early_ty), b.of(&late, late_ty));
    }
}

#[test]
fn a_seed_leaves_fixed_representations_alone() {
    let mut types = Types::new();
    let ty = structure(&mut types, C, &[Ty::U8, U16, Ty::U32, Ty::U64]);
    for seed in 0..16 {
        let mut layouts = Layouts::new(LayoutOptions { randomize: Some(seed) });
        assert_eq!(layouts.of(&types, ty), Ok(&layout(&types, ty)));
    }
}

#[test]
fn types_that_contain_themselves_are_refused() {
    let mut types = Types::new();
    let ty = structure(&mut types, Repr::default(), &[]);
    let TyKind::Adt(adt) = *types.kind(ty) else { panic!("it is an ADT") };
    types.adts[adt].variants[VariantId::ONLY].fields.push(field(ty));
    let pointer = types.boxed(ty);
    assert_eq!(error(&types, ty), LayoutErrorKind::Infinite);
    assert_eq!(error(&types, pointer), LayoutErrorKind::Infinite);
}

#[test]
fn types_that_contain_a_box_of_themselves_are_not_infinite() {
    let mut types = Types::new();
    let ty = structure(&mut types, Repr::default(), &[]);
    let TyKind::Adt(adt) = *types.kind(ty) else { panic!("it is an ADT") };
    let boxed = types.boxed(ty);
    let option = types.library(Library::Option, &[boxed]);
    types.adts[adt].variants[VariantId::ONLY].fields.push(field(option));
    assert_eq!(size(&types, ty), 8);
}

#[test]
fn the_object_size_bound_is_no_size() {
    const BOUND: u64 = object_size_bound(Architecture::DEFAULT.layout);
    let mut types = Types::new();
    let largest = types.array(Ty::U8, BOUND - 1);
    let larger = types.array(Ty::U8, BOUND);
    let overflowing = types.array(Ty::U64, u64::MAX);
    let both = types.tuple(&[largest, Ty::U8]);
    assert_eq!(size(&types, largest), BOUND - 1);
    assert_eq!([larger, overflowing, both].map(|ty| error(&types, ty)), [LayoutErrorKind::TooBig; 3]);
}

#[test]
fn unsized_types_stand_last_or_nowhere() {
    let mut types = Types::new();
    let slice = types.slice(Ty::U8);
    let first = types.tuple(&[slice, Ty::U8]);
    let element = types.array(Ty::STR, 2);
    let variant = types.library(Library::Option, &[Ty::STR]);
    assert_eq!([first, element, variant].map(|ty| error(&types, ty)), [LayoutErrorKind::Unsized; 3]);
}

#[test]
fn deep_types_are_refused_without_recursion() {
    let mut types = Types::new();
    let mut ty = Ty::U8;
    for _ in 0..100_000 {
        ty = types.tuple(&[ty]);
    }
    assert_eq!(error(&types, ty), LayoutErrorKind::TooDeep);
}

#[test]
fn representations_that_the_language_does_not_have_are_refused() {
    let mut types = Types::new();
    let zero = structure(&mut types, Repr { align: Some(0), ..Repr::default() }, &[Ty::U8]);
    let three = structure(&mut types, Repr { pack: Some(3), ..Repr::default() }, &[Ty::U8]);
    let union = define(&mut types, AdtKind::Union, Repr::default(), &[(&[], None)]);
    let repr = Repr { pack: Some(1), ..Repr::default() };
    let packed = define(&mut types, AdtKind::Enum, repr, &[(&[], None), (&[], None)]);
    let none = define(&mut types, AdtKind::Struct, Repr::default(), &[]);
    for ty in [zero, three, union, packed, none] {
        assert_eq!(error(&types, ty), LayoutErrorKind::Malformed);
    }
}
