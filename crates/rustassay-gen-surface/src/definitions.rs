//! Types made on demand: structs, enums, what they derive, and how they are mixed into a checksum.

use crate::harness::HarnessPart;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Adt, AdtId, Style, Ty, TyKind, VariantDef, param_name};
use crate::writer::Writer;
use rustassay_random::weighted;
use std::ops::RangeInclusive;

/// How many of 100 structs that would be units get fields after all.
const UNITS_THAT_GET_FIELDS: usize = 80;

/// What const parameters are instantiated with.
const COUNTS: RangeInclusive<usize> = 1..=4;

/// What a destructor multiplies its number by.
const FACTORS: RangeInclusive<usize> = 2..=90;

/// How many of 100 destructors mix their number once more.
const MIXING_DESTRUCTORS: usize = 30;

#[derive(Copy, Clone)]
enum Choice {
    Scalar,
    String,
    Text,
    Tuple,
    Array,
    Struct,
    Enum,
    Generic,
    Option,
    Result,
    Vector,
    Deque,
    Map,
    Set,
    HashMap,
    Box,
    Rc,
    Cell,
    RefCell,
    Wrapping,
    Dropper,
}

/// No value of a type has more numbers than this, about.
const LARGEST: u32 = 40;

impl Writer {
    /// A type that may be new, of at most so many levels.
    pub fn new_type(&mut self, level: usize) -> Ty {
        let weights = self.weights();
        let deep = |weight: usize| if level > 0 { weight } else { 0 };
        let table = [
            (weights.integers + weights.bools + weights.chars + weights.floats, Choice::Scalar),
            (weights.strings, Choice::String),
            (weights.strings / 4, Choice::Text),
            (deep(weights.tuples), Choice::Tuple),
            (deep(weights.arrays), Choice::Array),
            (deep(weights.structs), Choice::Struct),
            (deep(weights.enums), Choice::Enum),
            (deep(weights.generic_types), Choice::Generic),
            (deep(weights.options), Choice::Option),
            (deep(weights.results), Choice::Result),
            (deep(weights.vectors), Choice::Vector),
            (deep(weights.deques), Choice::Deque),
            (deep(weights.maps), Choice::Map),
            (deep(weights.maps / 2), Choice::Set),
            (deep(weights.hash_maps), Choice::HashMap),
            (deep(weights.boxes), Choice::Box),
            (deep(weights.reference_counts), Choice::Rc),
            (deep(weights.cells), Choice::Cell),
            (deep(weights.cells / 2), Choice::RefCell),
            (weights.wrapping, Choice::Wrapping),
            (weights.droppers, Choice::Dropper),
        ];
        let choice = self.random.row(&table).unwrap_or(Choice::Scalar);
        let below = level.saturating_sub(1);
        let kind = match choice {
            Choice::Scalar => return self.scalar_type(),
            Choice::String => TyKind::String,
            Choice::Text => TyKind::Text,
            Choice::Tuple => {
                let count = if self.chance(self.chances().empty_tuples) {
                    0
                } else {
                    self.random.within(&self.mixture.ranges.tuple_fields)
                };
                TyKind::Tuple((0..count).map(|_| self.part_type(below)).collect())
            }
            Choice::Array => {
                let of = self.part_type(below);
                let len = self.random.within(&self.mixture.ranges.array_length) as u32;
                return if self.types.facts(of).size * len > LARGEST {
                    of
                } else {
                    self.types.array(of, len)
                };
            }
            Choice::Struct => return self.new_adt(false, 0, below),
            Choice::Enum => return self.new_adt(true, 0, below),
            Choice::Generic => return self.generic_instance(below),
            Choice::Option => TyKind::Option(self.part_type(below)),
            Choice::Result => TyKind::Result(self.part_type(below), self.part_type(0)),
            Choice::Vector => TyKind::Vec(self.part_type(below)),
            Choice::Deque => TyKind::Deque(self.part_type(below)),
            Choice::Map => TyKind::Map(self.key_type(), self.part_type(below)),
            Choice::Set => TyKind::Set(self.key_type()),
            Choice::HashMap => {
                let value = self.part_type(0);
                self.hash_map(value)
            }
            Choice::Box => TyKind::Box(self.part_type(below)),
            Choice::Rc => TyKind::Rc(self.part_type(below)),
            Choice::Cell => TyKind::Cell(self.scalar_type()),
            Choice::RefCell => TyKind::RefCell(self.part_type(0)),
            Choice::Wrapping => TyKind::Wrapping(self.some_int()),
            Choice::Dropper => return self.dropper_type(),
        };
        self.ty(kind)
    }

    /// A type for a part of another: one that there is, or a new one.
    pub fn part_type(&mut self, level: usize) -> Ty {
        let known = if self.chance(self.chances().known_parts) {
            self.random.pick(&self.pool).copied()
        } else {
            None
        };
        let ty = known.unwrap_or_else(|| self.new_type(level));
        if self.types.facts(ty).size > LARGEST / 3 { self.scalar_type() } else { ty }
    }

    /// A `HashMap` to something. Nothing in it may have a destructor of the program's: the order in which they would run is the map's.
    pub fn hash_map(&mut self, value: Ty) -> TyKind {
        let key = self.key_type();
        let is_quiet = |writer: &Self, ty: Ty| {
            let facts = writer.types.facts(ty);
            !facts.is_noisy && !facts.has_param
        };
        let key = if is_quiet(self, key) { key } else { self.ty(TyKind::Char) };
        let value = if is_quiet(self, value) { value } else { self.scalar_type() };
        TyKind::HashMap(key, value)
    }

    /// A type that can be the key of a map.
    pub fn key_type(&mut self) -> Ty {
        if self.chance(self.chances().known_keys)
            && let Some(ty) = self.random.pick(&self.pool).copied()
            && self.types.facts(ty).is_key
            && self.types.facts(ty).size < 8
        {
            return ty;
        }
        weighted!(
            self.random,
            (1, self.ty(TyKind::String)),
            (1, self.ty(TyKind::Char)),
            (2, {
                let int = self.some_int();
                self.types.int(int)
            }),
        )
    }

    /// A new struct or enum with so many type parameters.
    fn new_adt(&mut self, is_enum: bool, type_params: u8, level: usize) -> Ty {
        let name = self.name(if is_enum { "E" } else { "S" });
        let has_count = type_params > 0 && self.chance(self.chances().const_parameters);
        let count = if is_enum { self.random.within(&self.mixture.ranges.variants) } else { 1 };
        let mut used_params = 0;
        let variants: Vec<VariantDef> = (0..count)
            .map(|_| {
                let style = weighted!(
                    self.random,
                    (2, is_enum || type_params == 0, Style::Unit),
                    (3, Style::Tuple),
                    (5, Style::Named),
                );
                // A struct that is a unit is rare.
                let style = if !is_enum && style == Style::Unit && self.chance(UNITS_THAT_GET_FIELDS) {
                    Style::Named
                } else {
                    style
                };
                let fields =
                    if style == Style::Unit { 0 } else { self.random.within(&self.mixture.ranges.fields) };
                let mut types: Vec<Ty> = (0..fields).map(|_| self.part_type(level)).collect();
                while used_params < type_params && style != Style::Unit {
                    let param = self.ty(TyKind::Param(used_params));
                    let ty = weighted!(
                        self.random,
                        (1, self.ty(TyKind::Option(param))),
                        (1, self.ty(TyKind::Vec(param))),
                        (2, param),
                    );
                    types.push(ty);
                    used_params += 1;
                }
                if has_count && types.len() > usize::from(type_params) {
                    let len = self.ty(TyKind::Param(type_params));
                    let of = self.scalar_type();
                    types[0] = self.ty(TyKind::Array(of, len));
                }
                let fields = types.into_iter().map(|ty| (self.name("fd"), ty)).collect();
                VariantDef { name: self.name(if is_enum { "V" } else { "S" }), style, fields }
            })
            .collect();
        let is_used = used_params == type_params;
        let mut variants = variants;
        if !is_used {
            // Every parameter must be used.
            for number in used_params..type_params {
                let ty = self.ty(TyKind::Param(number));
                let field = (self.name("fd"), ty);
                variants.push(VariantDef { name: self.name("V"), style: Style::Named, fields: vec![field] });
            }
        }
        if !is_enum && variants.len() > 1 {
            let extra: Vec<(Name, Ty)> = variants.drain(1..).flat_map(|variant| variant.fields).collect();
            if variants[0].style == Style::Unit {
                variants[0].style = Style::Named;
            }
            variants[0].fields.extend(extra);
        }
        let parts: Vec<Ty> = variants.iter().flat_map(|variant| &variant.fields).map(|&(_, ty)| ty).collect();
        let all = |test: &dyn Fn(crate::types::Facts) -> bool, writer: &Writer| {
            parts.iter().all(|&ty| {
                let is_param = matches!(writer.types.kind(ty), TyKind::Param(_));
                is_param || test(writer.types.facts(ty))
            })
        };
        let is_copy =
            all(&|facts| facts.is_copy && !facts.has_param, self) && self.chance(self.chances().copy_types);
        let is_key = all(&|facts| facts.is_key, self) && self.chance(self.chances().key_types);
        let has_default = !is_enum
            && type_params == 0
            && all(&|facts| facts.has_default, self)
            && self.chance(self.chances().default_types);
        let adt = Adt {
            name,
            type_params,
            has_count,
            is_enum,
            has_lifetime: false,
            variants,
            has_drop: false,
            is_copy,
            is_key,
            has_default,
        };
        let id = self.define(adt);
        if type_params == 0 {
            return self.ty(TyKind::Adt(id, Vec::new()));
        }
        self.shared.generic_adts.push(id);
        self.instance(id)
    }

    /// A new enum of some scalars.
    pub fn new_enum(&mut self) -> Ty {
        self.new_adt(true, 0, 0)
    }

    /// Adds a struct that holds a reference, unique or shared.
    pub fn define_view(&mut self, adt: Adt, is_unique: bool) -> AdtId {
        self.define_with(adt, !is_unique)
    }

    /// An instance of a generic type, of one that there is or of a new one.
    fn generic_instance(&mut self, level: usize) -> Ty {
        if let (true, Some(id)) =
            (self.chance(self.chances().known_generics), self.random.pick(&self.shared.generic_adts).copied())
        {
            return self.instance(id);
        }
        let is_enum = self.chance(self.chances().generic_enums);
        let params = self.random.within(&self.mixture.ranges.type_parameters) as u8;
        self.new_adt(is_enum, params, level)
    }

    fn instance(&mut self, id: AdtId) -> Ty {
        let (params, has_count) = (self.types.adt(id).type_params, self.types.adt(id).has_count);
        let mut args: Vec<Ty> = (0..params).map(|_| self.scalar_or_string()).collect();
        if has_count {
            let count = self.random.within(&COUNTS) as u32;
            args.push(self.ty(TyKind::Count(count)));
        }
        self.ty(TyKind::Adt(id, args))
    }

    fn scalar_or_string(&mut self) -> Ty {
        weighted!(
            self.random,
            (1, self.weights().strings > 0, self.ty(TyKind::String)),
            (4, self.scalar_type()),
        )
    }

    /// Adds a struct or enum to the program.
    pub fn define(&mut self, adt: Adt) -> AdtId {
        self.define_with(adt, true)
    }

    fn define_with(&mut self, adt: Adt, is_clone: bool) -> AdtId {
        let id = AdtId(self.types.adts.len() as u32);
        let mut generics = Generics::default();
        if adt.has_lifetime {
            generics.params.push(GenericParam::Lifetime("'a".into(), Vec::new()));
        }
        for number in 0..adt.type_params {
            generics.params.push(GenericParam::Type(param_name(number), Vec::new(), None));
        }
        if adt.has_count {
            generics.params.push(GenericParam::Const("N".into(), "usize".into(), None));
        }
        let mut attributes = Vec::new();
        let mut derives = Vec::new();
        if is_clone {
            derives.push("Clone");
        }
        if adt.is_copy {
            derives.push("Copy");
        }
        derives.push("PartialEq");
        if adt.is_key {
            derives.extend(["Eq", "PartialOrd", "Ord", "Hash"]);
        }
        if adt.has_default {
            derives.push("Default");
        }
        derives.push("Debug");
        attributes.push(Attribute::List("derive", derives));
        let fields_of = |writer: &Self, variant: &VariantDef, visibility: Visibility| match variant.style {
            Style::Unit => Fields::Unit,
            Style::Tuple => Fields::Tuple(
                variant.fields.iter().map(|&(_, ty)| (visibility, writer.field_syntax(ty))).collect(),
            ),
            Style::Named => {
                let field =
                    |&(name, ty): &(Name, Ty)| Field { visibility, name, ty: writer.field_syntax(ty) };
                Fields::Named(variant.fields.iter().map(field).collect())
            }
        };
        let kind = match adt.is_enum {
            false => {
                if self.chance(self.chances().struct_representations) {
                    attributes.push(Attribute::List("repr", vec![self.random.one(["C", "align(16)"])]));
                }
                let fields = fields_of(self, &adt.variants[0], Visibility::Public);
                ItemKind::Struct(adt.name, generics.clone(), fields)
            }
            true => {
                let is_plain = adt.variants.iter().all(|variant| variant.style == Style::Unit);
                let has_numbers = is_plain && self.coin();
                if has_numbers || self.chance(self.chances().enum_representations) {
                    attributes
                        .push(Attribute::List("repr", vec![self.random.one(["u8", "i16", "u32", "i64"])]));
                }
                let variants = adt.variants.iter().enumerate().map(|(n, variant)| Variant {
                    attributes: Vec::new(),
                    name: variant.name,
                    fields: fields_of(self, variant, Visibility::Inherited),
                    discriminant: has_numbers.then(|| number(n as u128 * 7 + 1)),
                });
                ItemKind::Enum(adt.name, generics.clone(), variants.collect())
            }
        };
        self.items.push(Item { attributes, visibility: Visibility::Public, kind });
        let mix = self.mix_impl(&adt, generics);
        self.items.push(mix);
        self.types.adts.push(adt);
        id
    }

    /// A field's type: references get the lifetime of their struct.
    fn field_syntax(&self, ty: Ty) -> Type {
        match self.syntax(ty) {
            Type::Ref(None, mutability, to) => Type::Ref(Some("'a".into()), mutability, to),
            other => other,
        }
    }

    /// `impl Mix`: every field, and of enums which variant it is.
    fn mix_impl(&mut self, adt: &Adt, mut generics: Generics) -> Item {
        let mut args = Vec::new();
        for param in &mut generics.params {
            match param {
                GenericParam::Lifetime(name, _) => args.push(GenericArg::Lifetime(*name)),
                GenericParam::Type(name, bounds, _) => {
                    bounds.push(bound("Mix"));
                    args.push(GenericArg::Type((*name).into()));
                }
                GenericParam::Const(name, _, _) => args.push(GenericArg::Const((*name).into())),
            }
        }
        let hasher = || Expr::Name("hasher".into());
        let mix = |value: Expr| value.method("mix", vec![hasher()]).stmt();
        let body = match adt.is_enum {
            false => {
                let shape = &adt.variants[0];
                let field = |n: usize| mix(Expr::Field(Box::new("self".into()), shape.member(n)));
                block((0..shape.fields.len()).map(field).collect(), None)
            }
            true => {
                let arms = adt.variants.iter().enumerate().map(|(n, variant)| {
                    let path = name_path("Self").then(variant.name);
                    let pats: Vec<Pat> = variant.fields.iter().map(|&(name, _)| Pat::name(name)).collect();
                    let pat = match variant.style {
                        Style::Unit => Pat::Path(path),
                        Style::Tuple => Pat::TupleStruct(path, pats),
                        Style::Named => {
                            let members = variant.fields.iter().map(|&(name, _)| Member::Named(name));
                            Pat::Struct(path, members.zip(pats).collect(), false)
                        }
                    };
                    let mut stmts = vec![hasher().method("word", vec![number(n as u128)]).stmt()];
                    stmts.extend(variant.fields.iter().map(|&(name, _)| mix(name.into())));
                    Arm { pat, guard: None, body: block_expr(stmts, None) }
                });
                block(vec![Expr::Match(Box::new("self".into()), arms.collect()).stmt()], None)
            }
        };
        let hasher = ("hasher".into(), Type::from("Fnv").borrowed_mut());
        let function = Function::new("mix", vec![hasher], None, Some(body)).of_ref();
        let ty = Type::Path(name_path(adt.name).of(args));
        Item::implement(generics, Some(name_path("Mix")), ty, vec![Item::function(function)])
    }

    /// A struct with a destructor that is noted.
    pub fn dropper_type(&mut self) -> Ty {
        if let (true, Some(ty)) =
            (self.chance(self.chances().known_droppers), self.random.pick(&self.shared.droppers).copied())
        {
            return ty;
        }
        self.need(HarnessPart::Drops);
        let name = self.name("D");
        let field = self.name("fd");
        let u32 = self.types.int(crate::types::Int::U32);
        let mut fields = vec![(field, u32)];
        if self.chance(self.chances().full_droppers) {
            let ty = self.part_type(0);
            fields.push((self.name("fd"), ty));
        }
        let adt = Adt {
            name,
            type_params: 0,
            has_count: false,
            is_enum: false,
            has_lifetime: false,
            variants: vec![VariantDef { name, style: Style::Named, fields }],
            has_drop: true,
            is_copy: false,
            is_key: false,
            has_default: false,
        };
        let factor = self.random.within(&FACTORS) as u128;
        let id = self.define(adt);
        let mut noted =
            Expr::Name("self".into()).field(field).cast("u64").method("wrapping_mul", vec![number(factor)]);
        if self.chance(MIXING_DESTRUCTORS) {
            noted = binary(BinOp::BitXor, noted, number(factor + 5));
        }
        let body = block(vec![call("note", vec![noted]).stmt()], None);
        let function = Function::new("drop", Vec::new(), None, Some(body)).of_mut();
        self.items.push(Item::implement(
            Generics::default(),
            Some(name_path("Drop")),
            name.into(),
            vec![Item::function(function)],
        ));
        let ty = self.ty(TyKind::Adt(id, Vec::new()));
        self.shared.droppers.push(ty);
        ty
    }
}
