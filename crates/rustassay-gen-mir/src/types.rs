//! The types that a program has.

use crate::config::Config;
use crate::random::Random;
use rustassay_mir::layout::{Layouts, Options};
use rustassay_mir::model::*;

/// What kind of type is made next.
#[derive(Copy, Clone)]
enum Shape {
    Int,
    WideInt,
    Bool,
    Char,
    Float,
    Tuple,
    Array,
    Struct,
    Enum,
    Union,
    RawPtr,
    Ref,
}

/// How many bytes a type may have: larger ones make programs slow, not better.
const LARGEST: u64 = 96;

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
pub fn pool(program: &mut Program, config: &Config, random: &mut Random) -> Vec<Ty> {
    let w = &config.weights;
    let scalars = [
        (w.integers, Shape::Int),
        (w.wide_integers, Shape::WideInt),
        (w.bools, Shape::Bool),
        (w.chars, Shape::Char),
        (w.floats, Shape::Float),
    ];
    let all: Vec<(usize, Shape)> = scalars
        .into_iter()
        .chain([
            (w.tuples, Shape::Tuple),
            (w.arrays, Shape::Array),
            (w.structs, Shape::Struct),
            (w.enums, Shape::Enum),
            (w.unions, Shape::Union),
            (w.raw_pointers, Shape::RawPtr),
            (w.references, Shape::Ref),
        ])
        .collect();
    let mut pool = Vec::new();
    for _ in 0..6 {
        let shape = random.row(&scalars).unwrap_or(Shape::Int);
        pool.extend(make(program, shape, &pool, random));
    }
    for _ in 0..config.size.types {
        let shape = random.row(&all).unwrap_or(Shape::Int);
        let Some(ty) = make(program, shape, &pool, random) else { continue };
        let layout = Layouts::new(Options::default()).of(&program.types, ty).map(|layout| layout.size);
        if layout.is_ok_and(|size| size <= LARGEST) {
            pool.push(ty);
        }
    }
    pool
}

fn make(program: &mut Program, shape: Shape, pool: &[Ty], random: &mut Random) -> Option<Ty> {
    let part = |random: &mut Random| random.pick(pool).copied();
    Some(match shape {
        Shape::Int => *random.pick(&NARROW)?,
        Shape::WideInt => *random.pick(&[Ty::int(IntTy::I128), Ty::int(IntTy::U128)])?,
        Shape::Bool => Ty::BOOL,
        Shape::Char => Ty::CHAR,
        Shape::Float => *random.pick(&[Ty::F32, Ty::F64])?,
        Shape::Tuple => {
            let parts: Option<Vec<Ty>> = (0..random.between(1, 4)).map(|_| part(random)).collect();
            program.types.tuple(&parts?)
        }
        Shape::Array => {
            let element = part(random)?;
            let len = random.between(1, 6) as u64;
            program.types.array(element, len)
        }
        Shape::RawPtr => {
            let mutability = if random.chance(70) { Mutability::Mut } else { Mutability::Not };
            let pointee = part(random)?;
            program.types.raw_ptr(mutability, pointee)
        }
        Shape::Ref => {
            let mutability = if random.chance(50) { Mutability::Mut } else { Mutability::Not };
            let pointee = part(random)?;
            program.types.reference(mutability, pointee)
        }
        Shape::Struct => {
            let fields = fields(program, random.between(1, 5), pool, random)?;
            let repr = match random.below(8) {
                0 | 1 => Repr { c: true, ..Repr::default() },
                2 => Repr { pack: Some(1 << random.below(3)), c: random.chance(50), ..Repr::default() },
                3 => Repr { align: Some(1 << random.between(1, 4)), ..Repr::default() },
                _ => Repr::default(),
            };
            // References to fields of packed types may not be made, and an aligned type may not be inside of one.
            let is_packed = repr.pack.is_some();
            if is_packed && fields.iter().any(|&ty| !is_scalar(program, ty)) {
                return None;
            }
            add(program, AdtKind::Struct, repr, vec![fields])
        }
        Shape::Union => {
            let fields = fields(program, random.between(1, 3), pool, random)?;
            // What one field's bytes are to another, is certain for these.
            if !fields.iter().all(|&ty| is_certain(program, ty)) {
                return None;
            }
            let repr = Repr { c: random.chance(50), ..Repr::default() };
            add(program, AdtKind::Union, repr, vec![fields])
        }
        Shape::Enum => {
            let mut variants = Vec::new();
            for _ in 0..random.between(1, 4) {
                variants.push(fields(program, random.below(4), pool, random)?);
            }
            let int = match random.below(6) {
                0 => Some(IntTy::U8),
                1 => Some(IntTy::I16),
                _ => None,
            };
            add(program, AdtKind::Enum, Repr { int, ..Repr::default() }, variants)
        }
    })
}

/// Types of fields: what is inside can be copied, so that the whole can.
fn fields(program: &Program, count: usize, pool: &[Ty], random: &mut Random) -> Option<Vec<Ty>> {
    (0..count).map(|_| random.pick(pool).copied().filter(|&ty| program.types.is_copy(ty))).collect()
}

fn is_scalar(program: &Program, ty: Ty) -> bool {
    matches!(
        program.types.kind(ty),
        TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Float(_) | TyKind::RawPtr(..)
    )
}

/// Whether all bytes of a type are where they are by the language's rules: numbers, and arrays of them.
fn is_certain(program: &Program, ty: Ty) -> bool {
    match *program.types.kind(ty) {
        TyKind::Array(element, _) => is_certain(program, element),
        _ => is_scalar(program, ty),
    }
}

fn add(program: &mut Program, kind: AdtKind, repr: Repr, variants: Vec<Vec<Ty>>) -> Ty {
    let number = program.types.adts.len();
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
        derives: vec![Derive::Clone, Derive::Copy],
        variants: variants.collect(),
        drop: None,
        is_pub: true,
    };
    program.add_adt(def)
}
