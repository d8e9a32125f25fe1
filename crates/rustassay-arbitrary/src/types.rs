//! Types: the pool that everything else draws from, and the definitions of structs, enums and unions.

use crate::{Draft, PlannedFn, facts};
use rustassay_mir::model::*;

/// Makes one type.
type MakeType = fn(&mut Draft) -> Ty;

/// The types that a pool gets beside primitives and ADTs.
const TYPES: &[(usize, MakeType)] = &[
    (4, Draft::tuple_ty),
    (4, Draft::array_ty),
    (4, Draft::raw_ptr_ty),
    (2, Draft::raw_slice_ty),
    (4, Draft::reference_ty),
    (2, Draft::slice_ref_ty),
    (2, Draft::str_ty),
    (3, Draft::box_ty),
    (4, Draft::fn_ptr_ty),
    (8, Draft::library_ty),
];

/// Makes the variants and representation of an ADT, of which only the type is known yet.
type MakeAdt = fn(&mut Draft, Ty) -> Shape;

/// The kinds of ADT.
const ADTS: &[(usize, MakeAdt)] = &[
    (4, Draft::named_struct),
    (4, Draft::tuple_struct),
    (1, Draft::unit_struct),
    (2, Draft::packed_struct),
    (2, Draft::transparent_struct),
    (1, Draft::transparent_enum),
    (2, Draft::recursive_struct),
    (3, Draft::unit_enum),
    (5, Draft::data_enum),
    (1, Draft::empty_enum),
    (3, Draft::union),
];

/// What an ADT is made of.
struct Shape {
    kind: AdtKind,
    repr: Repr,
    variants: Vec<Variant>,
}

/// Calling conventions of functions and function pointers.
pub(crate) const ABIS: &[(usize, Abi)] = &[
    (12, Abi::Rust),
    (2, Abi::C),
    (1, Abi::CUnwind),
    (1, Abi::System),
    (1, Abi::SystemUnwind),
    (1, Abi::SysV64),
    (1, Abi::SysV64Unwind),
    (1, Abi::Win64),
    (1, Abi::Win64Unwind),
];

/// Types of at most this many scalars are parts of other types: nesting must not make them huge.
const MAX_PART: u64 = 12;

impl Draft {
    /// Fills the pool.
    pub(crate) fn add_types(&mut self) {
        self.pool = vec![Ty::UNIT, Ty::BOOL, Ty::CHAR];
        self.pool.extend(IntTy::ALL.map(Ty::int));
        self.pool.extend(FloatTy::ALL.map(Ty::float));
        for _ in 0..self.config.types {
            for _ in 0..2 {
                let make = self.rng.row(TYPES);
                let ty = make(self);
                self.pool.push(ty);
            }
            let adt = self.adt();
            self.pool.push(adt);
        }
    }

    /// A sized type that may be a part of others.
    pub(crate) fn part(&mut self) -> Ty {
        loop {
            let ty = self.rng.pick(&self.pool).expect("the pool has the primitive types");
            if facts::scalars(&self.program.types, ty) <= MAX_PART {
                return ty;
            }
        }
    }

    /// A sized type that satisfies `wanted`, or else the given one.
    pub(crate) fn part_where(&mut self, wanted: fn(&Types, Ty) -> bool, otherwise: Ty) -> Ty {
        for _ in 0..20 {
            let ty = self.part();
            if wanted(&self.program.types, ty) {
                return ty;
            }
        }
        otherwise
    }

    fn parts(&mut self, low: usize, high: usize) -> Vec<Ty> {
        (0..self.rng.between(low, high)).map(|_| self.part()).collect()
    }

    pub(crate) fn mutability(&mut self) -> Mutability {
        if self.rng.chance(50) { Mutability::Mut } else { Mutability::Not }
    }

    fn tuple_ty(&mut self) -> Ty {
        let fields = self.parts(1, 4);
        self.program.types.tuple(&fields)
    }

    fn array_ty(&mut self) -> Ty {
        let (element, len) = (self.part(), self.rng.below(5) as u64);
        self.program.types.array(element, len)
    }

    fn raw_ptr_ty(&mut self) -> Ty {
        let (mutability, pointee) = (self.mutability(), self.part());
        self.program.types.raw_ptr(mutability, pointee)
    }

    fn raw_slice_ty(&mut self) -> Ty {
        let (mutability, element) = (self.mutability(), self.part());
        let slice = self.program.types.slice(element);
        self.program.types.raw_ptr(mutability, slice)
    }

    fn reference_ty(&mut self) -> Ty {
        let (mutability, pointee) = (self.mutability(), self.part());
        self.program.types.reference(mutability, pointee)
    }

    fn slice_ref_ty(&mut self) -> Ty {
        let (mutability, element) = (self.mutability(), self.part());
        let slice = self.program.types.slice(element);
        self.program.types.reference(mutability, slice)
    }

    fn str_ty(&mut self) -> Ty {
        let mutability = self.mutability();
        match self.rng.below(4) {
            0 => self.program.types.raw_ptr(mutability, Ty::STR),
            1 => self.program.types.boxed(Ty::STR),
            _ => self.program.types.reference(Mutability::Not, Ty::STR),
        }
    }

    fn box_ty(&mut self) -> Ty {
        let pointee = self.part();
        self.program.types.boxed(pointee)
    }

    fn fn_ptr_ty(&mut self) -> Ty {
        let sig = self.sig();
        self.program.types.fn_ptr(sig)
    }

    /// A signature for a function or function pointer.
    pub(crate) fn sig(&mut self) -> FnSig {
        let ret = match self.rng.below(20) {
            0 => Ty::NEVER,
            1..5 => Ty::UNIT,
            _ => self.part(),
        };
        FnSig { abi: self.rng.row(ABIS), is_unsafe: self.rng.chance(20), params: self.parts(0, 4), ret }
    }

    fn library_ty(&mut self) -> Ty {
        let library = self.rng.pick(&Library::ALL).expect("there are library types");
        let mut args = self.parts(library.arity(), library.arity());
        if library == Library::Wrapping {
            args = vec![Ty::int(self.int_ty())];
        }
        self.program.types.library(library, &args)
    }

    /// Any integer type.
    pub(crate) fn int_ty(&mut self) -> IntTy {
        self.rng.pick(&IntTy::ALL).expect("there are integer types")
    }

    /// Defines a struct, enum or union.
    fn adt(&mut self) -> Ty {
        let name: Name = format!("A{}", self.program.types.adts.len()).into();
        let is_pub = self.rng.chance(70);
        // The type exists before its fields do, so that they can refer to it.
        let ty = self.program.add_adt(AdtDef {
            name: name.clone(),
            kind: AdtKind::Struct,
            origin: AdtOrigin::Program,
            repr: Repr::default(),
            derives: Vec::new(),
            variants: vec![variant("", Ctor::Unit, vec![])].into(),
            drop: None,
            is_pub,
        });
        let make = self.rng.row(ADTS);
        let Shape { kind, repr, mut variants } = make(self, ty);
        if kind != AdtKind::Enum {
            variants[0].name = name.clone();
        }
        let derives = self.derives(kind, repr, &variants);
        let can_drop = !derives.contains(&Derive::Copy);
        let drop = (can_drop && self.rng.chance(30)).then(|| self.plan_drop_fn(&name, ty));
        let TyKind::Adt(id) = *self.program.types.kind(ty) else { unreachable!("it was just defined") };
        let def = &mut self.program.types.adts[id];
        (def.kind, def.repr, def.variants) = (kind, repr, variants.into());
        (def.derives, def.drop) = (derives, drop);
        ty
    }

    /// Plans the function that a `Drop` implementation calls.
    fn plan_drop_fn(&mut self, name: &str, ty: Ty) -> FnId {
        let this = self.program.types.reference(Mutability::Mut, ty);
        let sig = FnSig { abi: Abi::Rust, is_unsafe: false, params: vec![this], ret: Ty::UNIT };
        let name = format!("drop_{}", name.to_lowercase());
        self.planned.push(PlannedFn { sig, phase: Phase::RuntimeInitial, is_const: false, name });
        FnId::new(self.planned.len() - 1)
    }

    /// Some of the traits that the fields allow (Rust Reference, "Derive"; E0204 for `Copy`).
    fn derives(&mut self, kind: AdtKind, repr: Repr, variants: &[Variant]) -> Vec<Derive> {
        let types = &self.program.types;
        let fields = || variants.iter().flat_map(|variant| &variant.fields);
        let all = |wanted| fields().all(|field| types.implements(field.ty, wanted));
        let all_copy = all(Derive::Copy);
        let mut derives: Vec<Derive> = Vec::new();
        for derive in Derive::ALL {
            let has = |needed| derives.contains(&needed);
            let supported = match derive {
                Derive::Copy => has(Derive::Clone),
                Derive::Eq | Derive::PartialOrd => has(Derive::PartialEq),
                Derive::Ord => has(Derive::Eq) && has(Derive::PartialOrd),
                Derive::Clone | Derive::Debug | Derive::PartialEq | Derive::Hash => true,
            };
            let possible = match kind {
                // A union is cloned by copying it, and rustc derives nothing else for one.
                AdtKind::Union => all_copy && (derive == Derive::Clone || derive == Derive::Copy),
                // Derived methods copy the fields of a packed struct instead of referring to them.
                _ => all(derive) && (repr.pack.is_none() || all_copy),
            };
            if supported && possible && self.rng.chance(60) {
                derives.push(derive);
            }
        }
        if kind == AdtKind::Union && derives == [Derive::Clone] {
            derives.clear();
        }
        derives
    }

    fn fields(&mut self, ctor: Ctor, tys: Vec<Ty>) -> IdVec<FieldId, Field> {
        let name = |index: usize| match ctor {
            Ctor::Named => format!("x{index}"),
            _ => index.to_string(),
        };
        let field = |(index, ty)| Field { name: name(index).into(), ty, is_pub: self.rng.chance(70) };
        tys.into_iter().enumerate().map(field).collect()
    }

    /// The fields of an enum's variant, which nothing makes more visible than the enum.
    fn variant_fields(&mut self, ctor: Ctor, tys: Vec<Ty>) -> IdVec<FieldId, Field> {
        let mut fields = self.fields(ctor, tys);
        fields.iter_mut().for_each(|field| field.is_pub = false);
        fields
    }

    fn struct_of(&mut self, ctor: Ctor, tys: Vec<Ty>, repr: Repr) -> Shape {
        let fields = self.fields(ctor, tys);
        Shape { kind: AdtKind::Struct, repr, variants: vec![Variant { fields, ..variant("", ctor, vec![]) }] }
    }

    fn struct_repr(&mut self) -> Repr {
        let align = self.rng.chance(15).then(|| 1 << self.rng.below(7));
        Repr { c: self.rng.chance(25), align, ..Repr::default() }
    }

    fn named_struct(&mut self, _: Ty) -> Shape {
        let (mut tys, repr) = (self.parts(0, 4), self.struct_repr());
        if self.rng.chance(5) {
            tys.push(Ty::NEVER);
        }
        self.struct_of(Ctor::Named, tys, repr)
    }

    fn tuple_struct(&mut self, _: Ty) -> Shape {
        let (tys, repr) = (self.parts(0, 4), self.struct_repr());
        self.struct_of(Ctor::Tuple, tys, repr)
    }

    fn unit_struct(&mut self, _: Ty) -> Shape {
        self.struct_of(Ctor::Unit, vec![], Repr::default())
    }

    /// Packed types must not contain aligned ones (E0588).
    fn packed_struct(&mut self, _: Ty) -> Shape {
        let count = self.rng.between(1, 4);
        let unaligned = |types: &Types, ty| !facts::has_align(types, ty);
        let tys = (0..count).map(|_| self.part_where(unaligned, Ty::U32)).collect();
        let pack = Some(1 << self.rng.below(4));
        let repr = Repr { pack, c: self.rng.chance(30), ..Repr::default() };
        let ctor = if self.rng.chance(50) { Ctor::Named } else { Ctor::Tuple };
        self.struct_of(ctor, tys, repr)
    }

    fn transparent_struct(&mut self, _: Ty) -> Shape {
        let mut tys = vec![self.part()];
        if self.rng.chance(40) {
            let marked = self.part();
            tys.push(self.program.types.library(Library::PhantomData, &[marked]));
        }
        let repr = Repr { transparent: true, ..Repr::default() };
        self.struct_of(Ctor::Tuple, tys, repr)
    }

    fn transparent_enum(&mut self, _: Ty) -> Shape {
        let ty = self.part();
        let fields = self.variant_fields(Ctor::Tuple, vec![ty]);
        let variants = vec![Variant { fields, ..variant("V0", Ctor::Tuple, vec![]) }];
        Shape { kind: AdtKind::Enum, repr: Repr { transparent: true, ..Repr::default() }, variants }
    }

    /// A type that contains itself behind a pointer (otherwise E0072).
    fn recursive_struct(&mut self, this: Ty) -> Shape {
        let types = &mut self.program.types;
        let link = match self.rng.below(5) {
            0 => types.raw_ptr(Mutability::Mut, this),
            1 => types.reference(Mutability::Not, this),
            2 => types.boxed(this),
            3 => {
                let slice = types.slice(this);
                types.reference(Mutability::Not, slice)
            }
            _ => {
                let boxed = types.boxed(this);
                types.library(Library::Option, &[boxed])
            }
        };
        let mut tys = self.parts(0, 2);
        tys.push(link);
        let repr = self.struct_repr();
        self.struct_of(Ctor::Named, tys, repr)
    }

    fn unit_enum(&mut self, _: Ty) -> Shape {
        let int = self.rng.chance(60).then(|| self.int_ty());
        let count = self.rng.between(1, 5);
        let mut variants = vec![variant("", Ctor::Unit, vec![]); count];
        self.discriminants(int.unwrap_or(IntTy::Isize), &mut variants);
        Shape { kind: AdtKind::Enum, repr: Repr { int, ..Repr::default() }, variants: named(variants) }
    }

    fn data_enum(&mut self, _: Ty) -> Shape {
        let mut variants: Vec<Variant> = Vec::new();
        for _ in 0..self.rng.between(1, 4) {
            let ctor = self.rng.pick(&[Ctor::Named, Ctor::Tuple, Ctor::Unit]).expect("three kinds");
            let mut tys = if ctor == Ctor::Unit { vec![] } else { self.parts(0, 3) };
            if ctor != Ctor::Unit && self.rng.chance(8) {
                tys.push(Ty::NEVER);
            }
            let fields = self.variant_fields(ctor, tys);
            variants.push(Variant { fields, ..variant("", ctor, vec![]) });
        }
        let int = self.rng.chance(40).then(|| self.int_ty());
        if let Some(int) = int {
            self.discriminants(int, &mut variants);
        }
        let align = self.rng.chance(8).then(|| 1 << self.rng.below(6));
        // `repr(C, u8)` is for enums with fields (E0566).
        let has_fields = variants.iter().any(|variant| variant.ctor != Ctor::Unit);
        let repr = Repr { int, align, c: has_fields && self.rng.chance(15), ..Repr::default() };
        Shape { kind: AdtKind::Enum, repr, variants: named(variants) }
    }

    fn empty_enum(&mut self, _: Ty) -> Shape {
        Shape { kind: AdtKind::Enum, repr: Repr::default(), variants: vec![] }
    }

    /// Explicit discriminants here and there, ascending so that no two are the same (E0081).
    fn discriminants(&mut self, ty: IntTy, variants: &mut [Variant]) {
        let mut next = 0;
        for (index, variant) in variants.iter_mut().enumerate() {
            if self.rng.chance(50) {
                if index == 0 && ty.signed() {
                    next = -(self.rng.below(20) as i128);
                }
                next += self.rng.below(10) as i128;
                variant.discriminant = Some(self.program.types.int(ty).truncate(next as u128));
            }
            next += 1;
        }
    }

    /// A union's fields are not dropped with it (E0740).
    fn union(&mut self, _: Ty) -> Shape {
        let count = self.rng.between(1, 4);
        let mut tys = Vec::new();
        for _ in 0..count {
            if self.rng.chance(15) {
                let kept = self.part();
                tys.push(self.program.types.library(Library::ManuallyDrop, &[kept]));
            } else {
                tys.push(self.part_where(|types, ty| types.is_copy(ty), Ty::I64));
            }
        }
        let fields = self.fields(Ctor::Named, tys);
        let repr = Repr { c: self.rng.chance(40), ..Repr::default() };
        Shape {
            kind: AdtKind::Union,
            repr,
            variants: vec![Variant { fields, ..variant("", Ctor::Named, vec![]) }],
        }
    }
}

fn variant(name: &str, ctor: Ctor, fields: Vec<Field>) -> Variant {
    Variant { name: name.into(), ctor, fields: fields.into(), discriminant: None }
}

/// The variants of an enum, with names.
fn named(mut variants: Vec<Variant>) -> Vec<Variant> {
    for (index, variant) in variants.iter_mut().enumerate() {
        variant.name = format!("V{index}").into();
    }
    variants
}
