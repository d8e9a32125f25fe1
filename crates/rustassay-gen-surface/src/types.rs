//! The types of a program: handles into a table in which equal types are one, with what is known of each.

use crate::syntax::build::{generic, name_path, number};
use crate::syntax::*;
use std::collections::HashMap;

/// An integer type.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Int {
    pub bits: u8,
    pub is_signed: bool,
    /// `usize` and `isize`, which have 64 bits on all machines that programs are for.
    pub is_size: bool,
}

impl Int {
    pub const ALL: [Int; 12] = [
        Int::new(8, false),
        Int::new(16, false),
        Int::new(32, false),
        Int::new(64, false),
        Int::new(128, false),
        Int::USIZE,
        Int::new(8, true),
        Int::new(16, true),
        Int::new(32, true),
        Int::new(64, true),
        Int::new(128, true),
        Int { bits: 64, is_signed: true, is_size: true },
    ];
    pub const U32: Int = Int::new(32, false);
    pub const U64: Int = Int::new(64, false);
    pub const USIZE: Int = Int { bits: 64, is_signed: false, is_size: true };

    const fn new(bits: u8, is_signed: bool) -> Int {
        Int { bits, is_signed, is_size: false }
    }

    pub fn name(self) -> &'static str {
        match (self.bits, self.is_signed, self.is_size) {
            (_, false, true) => "usize",
            (_, true, true) => "isize",
            (8, false, _) => "u8",
            (16, false, _) => "u16",
            (32, false, _) => "u32",
            (64, false, _) => "u64",
            (_, false, _) => "u128",
            (8, true, _) => "i8",
            (16, true, _) => "i16",
            (32, true, _) => "i32",
            (64, true, _) => "i64",
            (_, true, _) => "i128",
        }
    }
}

/// A handle of a type.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ty(u32);

/// What a type is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TyKind {
    Bool,
    Char,
    Int(Int),
    F32,
    F64,
    /// `&'static str`.
    Text,
    String,
    Tuple(Vec<Ty>),
    /// The length is a `Count` or a `Param`.
    Array(Ty, Ty),
    Vec(Ty),
    Deque(Ty),
    Option(Ty),
    Result(Ty, Ty),
    Box(Ty),
    Rc(Ty),
    Cell(Ty),
    RefCell(Ty),
    Map(Ty, Ty),
    Set(Ty),
    HashMap(Ty, Ty),
    Wrapping(Int),
    /// A struct or enum of the program.
    Adt(AdtId, Vec<Ty>),
    Ref(Mutability, Ty),
    /// Only behind references.
    Slice(Ty),
    /// Only behind references.
    Str,
    /// A type or const parameter of the function or type that is being written.
    Param(u8),
    /// The value of a const parameter.
    Count(u32),
    /// What has no name: closures and what `impl Trait` stands for; and whether its destructor may look at what it borrows.
    Opaque(u32, bool),
}

/// The number of a struct or enum.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct AdtId(pub u32);

/// A struct or an enum of the program.
#[derive(Clone, Debug)]
pub struct Adt {
    pub name: Name,
    /// How many type parameters it has.
    pub type_params: u8,
    /// Whether a const parameter follows.
    pub has_count: bool,
    pub is_enum: bool,
    /// Whether it has references, with one lifetime parameter.
    pub has_lifetime: bool,
    pub variants: Vec<VariantDef>,
    pub has_drop: bool,
    /// What was derived or written for it.
    pub is_copy: bool,
    pub is_key: bool,
    pub has_default: bool,
}

/// A variant, or the one shape of a struct.
#[derive(Clone, Debug)]
pub struct VariantDef {
    pub name: Name,
    pub style: Style,
    pub fields: Vec<(Name, Ty)>,
}

/// How fields are written.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Style {
    Unit,
    Tuple,
    Named,
}

impl VariantDef {
    /// How a field is referred to.
    pub fn member(&self, index: usize) -> Member {
        match self.style {
            Style::Named => Member::Named(self.fields[index].0),
            _ => Member::Index(index as u32),
        }
    }
}

/// What is known of a type.
#[derive(Copy, Clone, Debug)]
pub struct Facts {
    pub is_copy: bool,
    /// Whether values of it hold references that end.
    pub has_ref: bool,
    /// `Eq + Ord + Hash`.
    pub is_key: bool,
    pub has_default: bool,
    /// `Send + Sync + 'static`.
    pub is_send: bool,
    /// Whether a parameter of a function is part of it.
    pub has_param: bool,
    /// Whether a destructor of the program's runs somewhere in it.
    pub is_noisy: bool,
    /// About how many numbers a value has.
    pub size: u32,
}

/// The table.
#[derive(Clone, Debug)]
pub struct Types {
    kinds: Vec<TyKind>,
    facts: Vec<Facts>,
    /// The fields of structs and tuples, for each type.
    fields: Vec<Vec<(Member, Ty)>>,
    numbers: HashMap<TyKind, Ty>,
    pub adts: Vec<Adt>,
    opaque: u32,
}

impl Types {
    pub fn new() -> Types {
        Types {
            kinds: Vec::new(),
            facts: Vec::new(),
            fields: Vec::new(),
            numbers: HashMap::new(),
            adts: Vec::new(),
            opaque: 0,
        }
    }

    /// The type of a kind.
    pub fn of(&mut self, kind: TyKind) -> Ty {
        if let Some(&ty) = self.numbers.get(&kind) {
            return ty;
        }
        let fields = self.fields_of(&kind);
        let facts = self.facts_of(&kind, &fields);
        let ty = Ty(self.kinds.len() as u32);
        self.kinds.push(kind.clone());
        self.facts.push(facts);
        self.fields.push(fields);
        self.numbers.insert(kind, ty);
        ty
    }

    pub fn int(&mut self, int: Int) -> Ty {
        self.of(TyKind::Int(int))
    }

    pub fn array(&mut self, of: Ty, len: u32) -> Ty {
        let len = self.of(TyKind::Count(len));
        self.of(TyKind::Array(of, len))
    }

    pub fn reference(&mut self, mutability: Mutability, to: Ty) -> Ty {
        self.of(TyKind::Ref(mutability, to))
    }

    /// A type that is like no other.
    pub fn opaque(&mut self, is_noisy: bool) -> Ty {
        self.opaque += 1;
        self.of(TyKind::Opaque(self.opaque, is_noisy))
    }

    /// All types that the program may have values of.
    pub fn kinds(&self) -> impl Iterator<Item = &TyKind> {
        self.kinds.iter()
    }

    pub fn kind(&self, ty: Ty) -> &TyKind {
        &self.kinds[ty.0 as usize]
    }

    pub fn facts(&self, ty: Ty) -> Facts {
        self.facts[ty.0 as usize]
    }

    /// The fields of a struct or tuple.
    pub fn fields(&self, ty: Ty) -> &[(Member, Ty)] {
        &self.fields[ty.0 as usize]
    }

    pub fn adt(&self, id: AdtId) -> &Adt {
        &self.adts[id.0 as usize]
    }

    /// The length of an array, if it is known.
    pub fn count(&self, ty: Ty) -> Option<u32> {
        match self.kind(ty) {
            TyKind::Count(count) => Some(*count),
            _ => None,
        }
    }

    /// The variants of an instance of an enum or struct: fields with their types.
    pub fn variant_fields(&mut self, ty: Ty, variant: usize) -> Vec<Ty> {
        let TyKind::Adt(id, args) = self.kind(ty).clone() else { return Vec::new() };
        let fields: Vec<Ty> = self.adt(id).variants[variant].fields.iter().map(|&(_, ty)| ty).collect();
        fields.into_iter().map(|field| self.substitute(field, &args)).collect()
    }

    /// The type with parameters replaced.
    pub fn substitute(&mut self, ty: Ty, args: &[Ty]) -> Ty {
        if args.is_empty() || !self.facts(ty).has_param {
            return ty;
        }
        let kind = self.kind(ty).clone();
        let mut with = |ty: Ty| self.substitute(ty, args);
        let kind = match kind {
            TyKind::Param(number) => return args[usize::from(number)],
            TyKind::Tuple(parts) => TyKind::Tuple(parts.into_iter().map(with).collect()),
            TyKind::Array(of, len) => TyKind::Array(with(of), with(len)),
            TyKind::Vec(of) => TyKind::Vec(with(of)),
            TyKind::Deque(of) => TyKind::Deque(with(of)),
            TyKind::Option(of) => TyKind::Option(with(of)),
            TyKind::Result(ok, err) => TyKind::Result(with(ok), with(err)),
            TyKind::Box(of) => TyKind::Box(with(of)),
            TyKind::Rc(of) => TyKind::Rc(with(of)),
            TyKind::Cell(of) => TyKind::Cell(with(of)),
            TyKind::RefCell(of) => TyKind::RefCell(with(of)),
            TyKind::Map(key, value) => TyKind::Map(with(key), with(value)),
            TyKind::Set(of) => TyKind::Set(with(of)),
            TyKind::HashMap(key, value) => TyKind::HashMap(with(key), with(value)),
            TyKind::Adt(id, inner) => TyKind::Adt(id, inner.into_iter().map(with).collect()),
            TyKind::Ref(mutability, to) => TyKind::Ref(mutability, with(to)),
            TyKind::Slice(of) => TyKind::Slice(with(of)),
            other => other,
        };
        self.of(kind)
    }

    fn fields_of(&mut self, kind: &TyKind) -> Vec<(Member, Ty)> {
        match kind {
            TyKind::Tuple(parts) => {
                parts.iter().enumerate().map(|(n, &ty)| (Member::Index(n as u32), ty)).collect()
            }
            TyKind::Adt(id, args) if !self.adt(*id).is_enum => {
                let shape = self.adt(*id).variants[0].clone();
                let members: Vec<(Member, Ty)> =
                    (0..shape.fields.len()).map(|n| (shape.member(n), shape.fields[n].1)).collect();
                members.into_iter().map(|(member, ty)| (member, self.substitute(ty, args))).collect()
            }
            _ => Vec::new(),
        }
    }

    fn facts_of(&self, kind: &TyKind, fields: &[(Member, Ty)]) -> Facts {
        let scalar = Facts {
            is_copy: true,
            has_ref: false,
            is_key: true,
            has_default: true,
            is_send: true,
            has_param: false,
            is_noisy: false,
            size: 1,
        };
        // What holds for a whole if it holds for its parts.
        let of_parts = |parts: &[Ty]| {
            parts.iter().map(|&part| self.facts(part)).fold(Facts { size: 0, ..scalar }, |sum, part| Facts {
                is_copy: sum.is_copy && part.is_copy,
                has_ref: sum.has_ref || part.has_ref,
                is_key: sum.is_key && part.is_key,
                has_default: sum.has_default && part.has_default,
                is_send: sum.is_send && part.is_send,
                has_param: sum.has_param || part.has_param,
                is_noisy: sum.is_noisy || part.is_noisy,
                size: sum.size + part.size,
            })
        };
        let owner = |parts: &[Ty], count: u32| {
            let facts = of_parts(parts);
            Facts { is_copy: false, has_default: true, size: facts.size * count + 1, ..facts }
        };
        match kind {
            TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Text | TyKind::Wrapping(_) => scalar,
            TyKind::F32 | TyKind::F64 => Facts { is_key: false, ..scalar },
            TyKind::Count(_) => scalar,
            TyKind::String => Facts { is_copy: false, size: 2, ..scalar },
            TyKind::Tuple(parts) => of_parts(parts),
            TyKind::Array(of, len) => {
                let facts = of_parts(&[*of]);
                let count = self.count(*len);
                Facts {
                    size: facts.size * count.unwrap_or(4),
                    has_default: facts.has_default && count.is_some(),
                    has_param: facts.has_param || count.is_none(),
                    ..facts
                }
            }
            TyKind::Vec(of) | TyKind::Deque(of) | TyKind::Set(of) => owner(&[*of], 3),
            TyKind::Map(key, value) => owner(&[*key, *value], 3),
            TyKind::HashMap(key, value) => Facts { is_key: false, ..owner(&[*key, *value], 3) },
            TyKind::Option(of) => Facts { has_default: true, ..of_parts(&[*of]) },
            TyKind::Result(ok, err) => Facts { has_default: false, ..of_parts(&[*ok, *err]) },
            TyKind::Box(of) => Facts { is_copy: false, ..of_parts(&[*of]) },
            TyKind::Rc(of) => Facts { is_copy: false, is_send: false, ..of_parts(&[*of]) },
            TyKind::Cell(of) => Facts { is_copy: false, is_key: false, is_send: false, ..of_parts(&[*of]) },
            TyKind::RefCell(of) => {
                Facts { is_copy: false, is_key: false, is_send: false, ..of_parts(&[*of]) }
            }
            TyKind::Adt(id, args) => {
                let adt = self.adt(*id);
                let types: Vec<Ty> = match adt.is_enum {
                    false => fields.iter().map(|&(_, ty)| ty).collect(),
                    true => adt.variants.iter().flat_map(|v| &v.fields).map(|&(_, ty)| ty).collect(),
                };
                let parts = of_parts(&types);
                let given = of_parts(args);
                Facts {
                    is_copy: adt.is_copy && given.is_copy,
                    has_ref: parts.has_ref || adt.has_lifetime,
                    is_key: adt.is_key && parts.is_key && given.is_key,
                    has_default: adt.has_default && given.has_default,
                    is_send: parts.is_send && given.is_send,
                    has_param: given.has_param,
                    is_noisy: adt.has_drop || parts.is_noisy || given.is_noisy,
                    size: parts.size + given.size + 1,
                }
            }
            TyKind::Ref(mutability, to) => Facts {
                is_copy: *mutability == Mutability::Not,
                has_ref: true,
                has_default: false,
                ..of_parts(&[*to])
            },
            TyKind::Slice(of) => Facts { is_copy: false, has_default: false, ..of_parts(&[*of]) },
            TyKind::Str => Facts { is_copy: false, has_default: false, ..scalar },
            TyKind::Param(_) => Facts {
                is_copy: false,
                is_key: false,
                has_default: false,
                is_send: false,
                has_param: true,
                ..scalar
            },
            TyKind::Opaque(_, is_noisy) => Facts {
                is_copy: false,
                is_key: false,
                has_default: false,
                is_send: false,
                is_noisy: *is_noisy,
                ..scalar
            },
        }
    }

    /// How the type is written.
    pub fn syntax(&self, ty: Ty) -> Type {
        match self.kind(ty) {
            TyKind::Bool => "bool".into(),
            TyKind::Char => "char".into(),
            TyKind::Int(int) => int.name().into(),
            TyKind::F32 => "f32".into(),
            TyKind::F64 => "f64".into(),
            TyKind::Text => Type::Ref(Some("'static".into()), Mutability::Not, Box::new("str".into())),
            TyKind::String => "String".into(),
            TyKind::Str => "str".into(),
            TyKind::Tuple(parts) => Type::Tuple(parts.iter().map(|&part| self.syntax(part)).collect()),
            TyKind::Array(of, len) => {
                Type::Array(Box::new(self.syntax(*of)), Box::new(self.count_expr(*len)))
            }
            TyKind::Vec(of) => generic("Vec", vec![self.syntax(*of)]),
            TyKind::Deque(of) => generic("VecDeque", vec![self.syntax(*of)]),
            TyKind::Option(of) => generic("Option", vec![self.syntax(*of)]),
            TyKind::Result(ok, err) => generic("Result", vec![self.syntax(*ok), self.syntax(*err)]),
            TyKind::Box(of) => generic("Box", vec![self.syntax(*of)]),
            TyKind::Rc(of) => generic("Rc", vec![self.syntax(*of)]),
            TyKind::Cell(of) => generic("Cell", vec![self.syntax(*of)]),
            TyKind::RefCell(of) => generic("RefCell", vec![self.syntax(*of)]),
            TyKind::Map(key, value) => generic("BTreeMap", vec![self.syntax(*key), self.syntax(*value)]),
            TyKind::Set(of) => generic("BTreeSet", vec![self.syntax(*of)]),
            TyKind::HashMap(key, value) => generic("HashMap", vec![self.syntax(*key), self.syntax(*value)]),
            TyKind::Wrapping(int) => generic("Wrapping", vec![int.name().into()]),
            TyKind::Adt(id, args) => {
                Type::Path(name_path(self.adt(*id).name).of(self.generic_args(*id, args)))
            }
            TyKind::Ref(mutability, to) => Type::Ref(None, *mutability, Box::new(self.syntax(*to))),
            TyKind::Slice(of) => Type::Slice(Box::new(self.syntax(*of))),
            TyKind::Param(number) => param_name(*number).into(),
            TyKind::Count(_) | TyKind::Opaque(..) => Type::Infer,
        }
    }

    fn generic_args(&self, id: AdtId, args: &[Ty]) -> Vec<GenericArg> {
        let lifetime = self.adt(id).has_lifetime.then_some(GenericArg::Lifetime("'_".into()));
        let rest = args.iter().enumerate().map(|(n, &arg)| {
            let is_count = self.adt(id).has_count && n + 1 == args.len();
            match is_count {
                true => GenericArg::Const(self.count_expr(arg)),
                false => GenericArg::Type(self.syntax(arg)),
            }
        });
        lifetime.into_iter().chain(rest).collect()
    }

    fn count_expr(&self, len: Ty) -> Expr {
        match self.kind(len) {
            TyKind::Count(count) => number(u128::from(*count)),
            _ => Expr::Name("N".into()),
        }
    }
}

/// The name of a type parameter. A const parameter is always `N`.
pub fn param_name(number: u8) -> Name {
    Name::Word(["T", "U", "V", "W"][usize::from(number) % 4])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Profile;
    use crate::writer::Writer;
    use rustassay_random::Random;

    #[test]
    fn nothing_in_a_hash_map_has_a_destructor() {
        let mut maps = 0;
        for seed in 0..400 {
            let mut random = Random::new(seed);
            let mixture = Profile::Default.config().drawn(&mut random);
            let mut writer = Writer::new(random, mixture);
            writer.main();
            let types = &writer.types;
            for (kind, facts) in types.kinds.iter().zip(&types.facts) {
                if let TyKind::HashMap(..) = kind {
                    assert!(!facts.is_noisy, "seed {seed}: {kind:?}");
                    maps += 1;
                }
            }
        }
        assert!(maps > 20, "{maps} maps are too few to tell");
    }
}
