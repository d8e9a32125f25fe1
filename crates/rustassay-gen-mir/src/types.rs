//! The types that a program has, and its statics.

use crate::config::Mixture;
use crate::constants;
use crate::observe::{self, Observers};
use rustassay_mir::layout::{LayoutOptions, Layouts};
use rustassay_mir::model::*;
use rustassay_random::{Random, weighted};
use std::ops::RangeInclusive;

/// What kind of type is made next.
#[derive(Copy, Clone)]
enum Shape {
    Int,
    WideInt,
    Bool,
    Char,
    Float,
    RareFloat,
    Tuple,
    Array,
    Struct,
    Enum,
    Option,
    Union,
    Recursive,
    Empty,
    RawPtr,
    Ref,
    Slice,
    Box,
    Destructor,
    Checked,
}

/// How many bytes a type may have: larger ones make programs slow, not better.
const LARGEST: u64 = 96;

/// How many scalar types a program has before others are made of them.
const SCALARS: usize = 6;

/// How often a type that fits is looked for.
const TRIES: usize = 8;

/// The powers of two that types are packed and aligned to.
const PACK_BITS: RangeInclusive<usize> = 0..=2;
const ALIGN_BITS: RangeInclusive<usize> = 1..=4;

const NARROW: [Ty; 10] = [
    Ty::int(IntTy::I8),
    Ty::int(IntTy::I16),
    Ty::int(IntTy::I32),
    Ty::int(IntTy::I64),
    Ty::int(IntTy::Isize),
    Ty::U8,
    Ty::int(IntTy::U16),
    Ty::U32,
    Ty::U64,
    Ty::USIZE,
];

/// The types of a program, simple ones first: what is made of others is made of those before it.
pub fn pool(
    program: &mut Program,
    mixture: &Mixture,
    observers: &mut Observers,
    random: &mut Random,
) -> Vec<Ty> {
    let w = &mixture.weights;
    let scalars = [
        (w.integers, Shape::Int),
        (w.wide_integers, Shape::WideInt),
        (w.bools, Shape::Bool),
        (w.chars, Shape::Char),
        (w.floats, Shape::Float),
        (w.rare_floats, Shape::RareFloat),
    ];
    let all: Vec<(usize, Shape)> = scalars
        .into_iter()
        .chain([
            (w.tuples, Shape::Tuple),
            (w.arrays, Shape::Array),
            (w.structs, Shape::Struct),
            (w.enums, Shape::Enum),
            (w.options, Shape::Option),
            (w.unions, Shape::Union),
            (w.recursive_types, Shape::Recursive),
            (w.empty_types, Shape::Empty),
            (w.raw_pointers, Shape::RawPtr),
            (w.references, Shape::Ref),
            (w.slices, Shape::Slice),
            (w.boxes, Shape::Box),
            (w.destructors, Shape::Destructor),
            (w.checked, Shape::Checked),
        ])
        .collect();
    let mut maker = Maker {
        program,
        mixture,
        observers,
        random,
        layouts: Layouts::new(LayoutOptions::default()),
        pool: Vec::new(),
    };
    for _ in 0..SCALARS {
        let shape = maker.random.row(&scalars).unwrap_or(Shape::Int);
        maker.add(shape);
    }
    for _ in 0..mixture.size.types {
        let shape = maker.random.row(&all).unwrap_or(Shape::Int);
        maker.add(shape);
    }
    maker.pool
}

struct Maker<'a> {
    program: &'a mut Program,
    mixture: &'a Mixture,
    observers: &'a mut Observers,
    random: &'a mut Random,
    layouts: Layouts,
    pool: Vec<Ty>,
}

impl Maker<'_> {
    fn add(&mut self, shape: Shape) {
        let Some(ty) = self.make(shape) else { return };
        let size = self.layouts.of(&self.program.types, ty).map(|layout| layout.size);
        if size.is_ok_and(|size| size <= LARGEST) {
            self.pool.push(ty);
        }
    }

    /// A type that there is.
    fn part(&mut self) -> Option<Ty> {
        self.random.pick(&self.pool).copied()
    }

    /// A type that there is and that can be copied.
    fn copied_part(&mut self) -> Option<Ty> {
        self.part().filter(|&ty| self.program.types.is_copy(ty))
    }

    /// Types of fields, mostly such that the whole can be copied.
    fn fields(&mut self, count: usize) -> Option<Vec<Ty>> {
        let may_move = self.random.chance(self.mixture.chances.moved_fields);
        (0..count).map(|_| if may_move { self.part() } else { self.copied_part() }).collect()
    }

    fn mutability(&mut self, percent: usize) -> Mutability {
        if self.random.chance(percent) { Mutability::Mut } else { Mutability::Not }
    }

    fn make(&mut self, shape: Shape) -> Option<Ty> {
        Some(match shape {
            Shape::Int => *self.random.pick(&NARROW)?,
            Shape::WideInt => *self.random.pick(&[Ty::int(IntTy::I128), Ty::int(IntTy::U128)])?,
            Shape::Bool => Ty::BOOL,
            Shape::Char => Ty::CHAR,
            Shape::Float => *self.random.pick(&[Ty::F32, Ty::F64])?,
            Shape::RareFloat => {
                let abilities = self.mixture.abilities;
                let works =
                    |float: FloatTy| if float == FloatTy::F16 { abilities.f16 } else { abilities.f128 };
                let float = *self.random.pick(&[FloatTy::F16, FloatTy::F128])?;
                works(float).then_some(())?;
                self.observers.add_rare_float(self.program, float);
                Ty::float(float)
            }
            Shape::Tuple => {
                let count = self.random.within(&self.mixture.ranges.tuple_fields);
                let parts = self.fields(count)?;
                self.program.types.tuple(&parts)
            }
            Shape::Checked => {
                let int = self.part().filter(|&ty| matches!(self.program.types.kind(ty), TyKind::Int(_)))?;
                self.program.types.tuple(&[int, Ty::BOOL])
            }
            Shape::Array => {
                let element = self.copied_part()?;
                let len = self.random.within(&self.mixture.ranges.array_length) as u64;
                self.program.types.array(element, len)
            }
            Shape::Empty => weighted!(
                self.random,
                (1, Ty::UNIT),
                (1, {
                    let element = self.copied_part()?;
                    self.program.types.array(element, 0)
                }),
                (1, self.adt(AdtKind::Struct, Repr::default(), vec![Vec::new()])),
            ),
            Shape::RawPtr => {
                let mutability = self.mutability(self.mixture.chances.mutable_raw_pointers);
                let pointee = self.part()?;
                self.program.types.raw_ptr(mutability, pointee)
            }
            Shape::Ref => {
                let mutability = self.mutability(self.mixture.chances.mutable_references);
                let pointee = self.part()?;
                self.program.types.reference(mutability, pointee)
            }
            Shape::Slice => {
                let element_of = |ty: Ty| match *self.program.types.kind(ty) {
                    TyKind::Array(element, len) if len > 0 => Some(element),
                    _ => None,
                };
                let element = match self.pool.iter().rev().find_map(|&ty| element_of(ty)) {
                    Some(element) => element,
                    None => {
                        let array = self.make(Shape::Array)?;
                        self.pool.push(array);
                        self.program.types.element(array)?
                    }
                };
                let slice = self.program.types.slice(element);
                let mutability = self.mutability(self.mixture.chances.mutable_slices);
                match self.random.coin() {
                    true => self.program.types.raw_ptr(mutability, slice),
                    false => self.program.types.reference(mutability, slice),
                }
            }
            Shape::Box => {
                let pointee = self.part()?;
                self.program.types.boxed(pointee)
            }
            Shape::Option => {
                let is_enum = |types: &Types, ty: Ty| matches!(*types.kind(ty), TyKind::Adt(adt) if types.adts[adt].kind == AdtKind::Enum);
                let payload = weighted!(
                    self.random,
                    (1, Ty::BOOL),
                    (1, self.make(Shape::Ref)?),
                    (
                        1,
                        (0..TRIES)
                            .find_map(|_| self.part().filter(|&ty| is_enum(&self.program.types, ty)))?
                    ),
                    (1, self.part()?),
                );
                self.program.types.library(Library::Option, &[payload])
            }
            Shape::Struct => {
                let repr = weighted!(
                    self.random,
                    (2, Repr { c: true, ..Repr::default() }),
                    (1, {
                        let pack = Some(1 << self.random.within(&PACK_BITS));
                        Repr { pack, c: self.random.coin(), ..Repr::default() }
                    }),
                    (1, Repr { align: Some(1 << self.random.within(&ALIGN_BITS)), ..Repr::default() }),
                    (1, Repr { transparent: true, ..Repr::default() }),
                    (4, Repr::default()),
                );
                let count =
                    if repr.transparent { 1 } else { self.random.within(&self.mixture.ranges.fields) };
                let mut fields = self.fields(count)?;
                // References to fields of packed types may not be made, and an aligned type may not be inside of one.
                if repr.pack.is_some() {
                    fields.retain(|&ty| self.is_scalar(ty));
                }
                self.adt(AdtKind::Struct, repr, vec![fields])
            }
            Shape::Recursive => {
                let value = self.copied_part()?;
                let ty = self.adt(AdtKind::Struct, Repr::default(), vec![vec![value]]);
                let next = weighted!(
                    self.random,
                    (1, {
                        let reference = self.program.types.reference(Mutability::Not, ty);
                        self.program.types.library(Library::Option, &[reference])
                    }),
                    (2, self.program.types.raw_ptr(Mutability::Mut, ty)),
                );
                let TyKind::Adt(adt) = *self.program.types.kind(ty) else { return None };
                let next = Field { name: "next".into(), ty: next, is_pub: true };
                self.program.types.adts[adt].variants[VariantId::ONLY].fields.push(next);
                ty
            }
            Shape::Union => {
                let count = self.random.within(&self.mixture.ranges.union_fields);
                let fields = self.fields(count)?;
                // What one field's bytes are to another, is certain for these.
                if !fields.iter().all(|&ty| self.is_certain(ty)) {
                    return None;
                }
                let repr = Repr { c: self.random.coin(), ..Repr::default() };
                self.adt(AdtKind::Union, repr, vec![fields])
            }
            Shape::Enum => {
                let mut variants = Vec::new();
                for _ in 0..self.random.within(&self.mixture.ranges.variants) {
                    let count = self.random.within(&self.mixture.ranges.variant_fields);
                    variants.push(self.fields(count)?);
                }
                let int = weighted!(self.random, (1, Some(IntTy::U8)), (1, Some(IntTy::I16)), (4, None));
                self.adt(AdtKind::Enum, Repr { int, ..Repr::default() }, variants)
            }
            Shape::Destructor => {
                let observed: Vec<Ty> =
                    self.pool.iter().copied().filter(|&ty| self.observers.of(ty).is_some()).collect();
                let mut fields = vec![self.observers.state_ty];
                for _ in 0..self.random.within(&self.mixture.ranges.observed_fields) {
                    fields.push(*self.random.pick(&observed)?);
                }
                let ty = self.adt(AdtKind::Struct, Repr::default(), vec![fields.clone()]);
                let TyKind::Adt(adt) = *self.program.types.kind(ty) else { return None };
                let destructor = observe::destructor(self.program, self.observers, ty, &fields);
                let def = &mut self.program.types.adts[adt];
                def.drop = Some(destructor);
                def.derives.clear();
                ty
            }
        })
    }

    fn is_scalar(&self, ty: Ty) -> bool {
        matches!(
            self.program.types.kind(ty),
            TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Float(_) | TyKind::RawPtr(..)
        ) && self.program.types.pointee(ty).is_none_or(|pointee| self.program.types.is_sized(pointee))
    }

    /// Whether all bytes of a type are where they are by the language's rules: numbers, and arrays of them.
    fn is_certain(&self, ty: Ty) -> bool {
        match *self.program.types.kind(ty) {
            TyKind::Array(element, _) => self.is_certain(element),
            TyKind::RawPtr(..) => false,
            _ => self.is_scalar(ty),
        }
    }

    fn adt(&mut self, kind: AdtKind, repr: Repr, variants: Vec<Vec<Ty>>) -> Ty {
        let is_copy = variants.iter().flatten().all(|&ty| self.program.types.is_copy(ty));
        let number = self.program.types.adts.len();
        let name: Name = format!("Adt{number}").into();
        let variants = variants.into_iter().enumerate().map(|(n, fields)| {
            let fields = fields.into_iter().enumerate();
            let fields = fields.map(|(m, ty)| Field { name: format!("f{m}").into(), ty, is_pub: true });
            Variant {
                name: if kind == AdtKind::Enum { format!("V{n}").into() } else { name.clone() },
                ctor: Ctor::Named,
                fields: fields.collect(),
                discriminant: None,
            }
        });
        let def = AdtDef {
            kind,
            name: name.clone(),
            origin: AdtOrigin::Program,
            repr,
            derives: if is_copy { vec![Derive::Clone, Derive::Copy] } else { Vec::new() },
            variants: variants.collect(),
            drop: None,
            is_pub: true,
        };
        self.program.add_adt(def)
    }
}

/// Adds statics of the types that a program has, and pointers to them to the types.
pub fn statics(program: &mut Program, mixture: &Mixture, pool: &mut Vec<Ty>, random: &mut Random) {
    for n in 0..mixture.weights.statics.min(random.within(&mixture.ranges.statics)) {
        let Some(&ty) = random.pick(pool) else { continue };
        let is_mut = random.chance(mixture.chances.mutable_statics);
        // What is not changed is shared by all threads, and raw pointers are not, nor what may lead to some.
        if !is_mut && has_pointer(&program.types, ty) {
            continue;
        }
        let Some(init) = constants::expression(&program.types, ty, random) else { continue };
        program.add_static(StaticDef {
            name: format!("STATIC{n}").into(),
            ty,
            is_mut,
            is_pub: true,
            init,
            align: None,
        });
        pool.push(match is_mut {
            true => program.types.raw_ptr(Mutability::Mut, ty),
            false => program.types.reference(Mutability::Not, ty),
        });
    }
}

/// Whether a value of a type may hold pointers of any kind.
pub fn has_pointer(types: &Types, ty: Ty) -> bool {
    holds(types, ty, &|kind| {
        matches!(kind, TyKind::Ref(..) | TyKind::RawPtr(..) | TyKind::Box(_) | TyKind::FnPtr(_))
    })
}

/// Whether a value of a type may hold floats.
pub fn has_float(types: &Types, ty: Ty) -> bool {
    holds(types, ty, &|kind| matches!(kind, TyKind::Float(_)))
}

/// Whether a type is as wanted, or a value of it may hold one of such a type.
fn holds(types: &Types, ty: Ty, wanted: &impl Fn(&TyKind) -> bool) -> bool {
    let kind = types.kind(ty);
    wanted(kind)
        || match kind {
            TyKind::Tuple(fields) => fields.iter().any(|&field| holds(types, field, wanted)),
            TyKind::Array(element, _) => holds(types, *element, wanted),
            TyKind::Adt(adt) => {
                let mut fields = types.adts[*adt].variants.iter().flat_map(|variant| &variant.fields);
                fields.any(|field| holds(types, field.ty, wanted))
            }
            _ => false,
        }
}
