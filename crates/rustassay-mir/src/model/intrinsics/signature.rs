//! Signatures of intrinsics, read from the text in [`super::table`].
//!
//! A signature is the declaration in `core::intrinsics` of rustc 1.95, with the trait bounds replaced by what the compiler
//! really accepts: rustc reports a wrong type for an intrinsic only when it generates code, if at all.

use super::GenericArg;
use crate::model::{Abi, AdtKind, FloatTy, FnSig, IntTy, Library, Mutability, Ty, TyKind, Types};

/// The parameters and the result of an intrinsic.
#[derive(Clone, Debug)]
pub struct IntrinsicSig {
    /// Its generic parameters.
    pub generics: Vec<Bound>,
    /// The types of its parameters.
    pub params: Vec<TyPattern>,
    /// The type of its result.
    pub ret: TyPattern,
    /// Whether a `const fn` may call it without crate features of its own.
    pub is_const: bool,
    /// Whether calling it is `unsafe`.
    pub is_unsafe: bool,
    text: &'static str,
}

impl IntrinsicSig {
    /// The signature as the table writes it, without qualifiers: `ctpop<T: Int>(T) -> u32`.
    pub fn describe(&self) -> &'static str {
        self.text
    }

    /// Whether some generic parameter does not follow from the arguments, so that a call must spell them out.
    pub fn needs_turbofish(&self) -> bool {
        (0..self.generics.len()).any(|param| !self.follows_from_arguments(param))
    }

    /// Whether the generic parameter at this position follows from the types of the arguments.
    pub fn follows_from_arguments(&self, param: usize) -> bool {
        self.params.iter().any(|pattern| pattern.mentions(param))
    }

    /// The generic arguments that follow from the types of the arguments and the result, each `None` where nothing says.
    ///
    /// `Err` gives the position of the first argument that does not fit; the result counts as the last.
    pub fn infer(
        &self,
        types: &Types,
        args: &[Option<Ty>],
        ret: Option<Ty>,
    ) -> Result<Vec<Option<GenericArg>>, usize> {
        let mut generics = vec![None; self.generics.len()];
        let known = self.params.iter().zip(args.iter().copied()).chain([(&self.ret, ret)]);
        for (position, (pattern, ty)) in known.enumerate() {
            if ty.is_some_and(|ty| !pattern.unify(types, ty, &mut generics)) {
                return Err(position);
            }
        }
        Ok(generics)
    }
}

/// What a generic parameter may stand for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// Any sized type
    Sized,
    /// Any type
    Any,
    /// An integer type
    Int,
    /// An integer type without a sign
    Uint,
    /// A floating-point type
    Float,
    /// A raw pointer type to something sized
    ThinPtr,
    /// A raw pointer type
    Ptr,
    /// An integer of up to 64 bits or a thin raw pointer: what hardware loads and stores at once
    Atomic,
    /// An integer of up to 64 bits
    AtomicInt,
    /// A signed integer of up to 64 bits
    AtomicSigned,
    /// An unsigned integer of up to 64 bits
    AtomicUnsigned,
    /// An integer or `char`: what the compiler compares in three ways
    Ordered,
    /// A `Copy` type
    Copy,
    /// `isize` or `usize`
    Offset,
    /// An enum type
    Enum,
    /// A memory ordering
    Ordering,
    /// The same type as the parameter at this position
    Same(usize),
    /// The unsigned type as wide as the parameter at this position
    UnsignedOf(usize),
    /// The metadata of what the parameter at this position, a raw pointer type, points to
    MetadataOf(usize),
}

/// A type with holes for generic parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TyPattern {
    /// A primitive type
    Is(Ty),
    /// The generic parameter at this position
    Param(usize),
    /// The discriminant type of the parameter at this position
    DiscriminantOf(usize),
    /// `*const P`, `*mut P`
    RawPtr(Mutability, Box<TyPattern>),
    /// `&P`
    Ref(Box<TyPattern>),
    /// `(P, Q)`
    Tuple(Vec<TyPattern>),
    /// `fn(P, Q)`, or `unsafe fn(P, Q)`
    #[allow(missing_docs)]
    FnPtr { is_unsafe: bool, params: Vec<TyPattern> },
    /// `core::cmp::Ordering`
    CmpOrdering,
}

impl Bound {
    /// Whether `arg` may stand for a parameter with this bound, beside `others`.
    pub fn admits(self, types: &Types, arg: GenericArg, others: &[GenericArg]) -> bool {
        let GenericArg::Ty(ty) = arg else { return self == Bound::Ordering };
        let other = |position: usize| match others.get(position) {
            Some(&GenericArg::Ty(ty)) => Some(ty),
            _ => None,
        };
        let kind = types.kind(ty);
        let int = match *kind {
            TyKind::Int(int) => Some(int),
            _ => None,
        };
        let int_is = |wanted: fn(IntTy) -> bool| int.is_some_and(wanted);
        let is_atomic = int.is_some_and(|int| types.int(int).bits() <= types.target().abilities.atomic_bits);
        let thin = |pointee| types.metadata_ty(pointee) == Ty::UNIT;
        match self {
            Bound::Any => true,
            Bound::Sized => types.is_sized(ty),
            Bound::Int => int.is_some(),
            Bound::Uint => int_is(|int| !int.signed()),
            Bound::Float => matches!(kind, TyKind::Float(_)),
            Bound::Ptr => matches!(kind, TyKind::RawPtr(..)),
            Bound::ThinPtr => matches!(*kind, TyKind::RawPtr(_, pointee) if thin(pointee)),
            Bound::Atomic => is_atomic || matches!(*kind, TyKind::RawPtr(_, pointee) if thin(pointee)),
            Bound::AtomicInt => is_atomic,
            Bound::AtomicSigned => is_atomic && int_is(IntTy::signed),
            Bound::AtomicUnsigned => is_atomic && int_is(|int| !int.signed()),
            Bound::Ordered => matches!(kind, TyKind::Int(_) | TyKind::Char),
            Bound::Copy => types.is_copy(ty),
            Bound::Offset => ty == Ty::ISIZE || ty == Ty::USIZE,
            Bound::Enum => matches!(*kind, TyKind::Adt(adt) if types.adts[adt].kind == AdtKind::Enum),
            Bound::Ordering => false,
            Bound::Same(position) => other(position) == Some(ty),
            Bound::UnsignedOf(position) => other(position).is_some_and(
                |other| matches!(*types.kind(other), TyKind::Int(int) if Ty::int(int.unsigned()) == ty),
            ),
            Bound::MetadataOf(position) => other(position)
                .and_then(|pointer| types.pointee(pointer))
                .is_some_and(|pointee| types.metadata_ty(pointee) == ty),
        }
    }

    /// The bound in words: "an integer type".
    pub const fn describe(self) -> &'static str {
        match self {
            Bound::Any => "a type",
            Bound::Sized => "a sized type",
            Bound::Int => "an integer type",
            Bound::Uint => "an unsigned integer type",
            Bound::Float => "a floating-point type",
            Bound::Ptr => "a raw pointer type",
            Bound::ThinPtr => "a thin raw pointer type",
            Bound::Atomic => {
                "an integer type that the target has atomic operations on or a thin raw pointer type"
            }
            Bound::AtomicInt => "an integer type that the target has atomic operations on",
            Bound::AtomicSigned => "a signed integer type that the target has atomic operations on",
            Bound::AtomicUnsigned => "an unsigned integer type that the target has atomic operations on",
            Bound::Ordered => "an integer type or `char`",
            Bound::Copy => "a `Copy` type",
            Bound::Offset => "`isize` or `usize`",
            Bound::Enum => "an enum type",
            Bound::Ordering => "a memory ordering",
            Bound::Same(_) => "the type of the other argument",
            Bound::UnsignedOf(_) => "the unsigned type of the same width",
            Bound::MetadataOf(_) => "the metadata type of the pointer",
        }
    }
}

impl TyPattern {
    /// The type, with the generic parameters filled in.
    pub fn instantiate(&self, types: &mut Types, generics: &[GenericArg]) -> Option<Ty> {
        let param = |position: usize| match generics.get(position) {
            Some(&GenericArg::Ty(ty)) => Some(ty),
            _ => None,
        };
        Some(match self {
            TyPattern::Is(ty) => *ty,
            TyPattern::Param(position) => param(*position)?,
            TyPattern::DiscriminantOf(position) => Ty::int(types.discriminant_ty(param(*position)?)),
            TyPattern::RawPtr(mutability, pointee) => {
                let pointee = pointee.instantiate(types, generics)?;
                types.raw_ptr(*mutability, pointee)
            }
            TyPattern::Ref(pointee) => {
                let pointee = pointee.instantiate(types, generics)?;
                types.reference(Mutability::Not, pointee)
            }
            TyPattern::Tuple(fields) => {
                let fields = fields.iter().map(|field| field.instantiate(types, generics));
                let fields = fields.collect::<Option<Vec<_>>>()?;
                types.tuple(&fields)
            }
            TyPattern::FnPtr { is_unsafe, params } => {
                let params = params.iter().map(|param| param.instantiate(types, generics));
                let params = params.collect::<Option<Vec<_>>>()?;
                types.fn_ptr(FnSig { abi: Abi::Rust, is_unsafe: *is_unsafe, params, ret: Ty::UNIT })
            }
            TyPattern::CmpOrdering => types.library(Library::Ordering, &[]),
        })
    }

    fn mentions(&self, param: usize) -> bool {
        match self {
            TyPattern::Param(position) => *position == param,
            TyPattern::RawPtr(_, pattern) | TyPattern::Ref(pattern) => pattern.mentions(param),
            TyPattern::Tuple(patterns) | TyPattern::FnPtr { params: patterns, .. } => {
                patterns.iter().any(|pattern| pattern.mentions(param))
            }
            TyPattern::Is(_) | TyPattern::DiscriminantOf(_) | TyPattern::CmpOrdering => false,
        }
    }

    /// Whether `ty` fits, with the parameters that it decides filled in.
    fn unify(&self, types: &Types, ty: Ty, generics: &mut [Option<GenericArg>]) -> bool {
        match (self, types.kind(ty)) {
            (TyPattern::Is(wanted), _) => *wanted == ty,
            (TyPattern::Param(position), _) => {
                *generics[*position].get_or_insert(GenericArg::Ty(ty)) == GenericArg::Ty(ty)
            }
            (TyPattern::RawPtr(wanted, pattern), &TyKind::RawPtr(mutability, pointee)) => {
                *wanted == mutability && pattern.unify(types, pointee, generics)
            }
            (TyPattern::Ref(pattern), &TyKind::Ref(Mutability::Not, pointee)) => {
                pattern.unify(types, pointee, generics)
            }
            (TyPattern::Tuple(patterns), TyKind::Tuple(fields)) => {
                patterns.len() == fields.len()
                    && patterns
                        .iter()
                        .zip(fields)
                        .all(|(pattern, &field)| pattern.unify(types, field, generics))
            }
            (TyPattern::FnPtr { is_unsafe, params: patterns }, TyKind::FnPtr(sig)) => {
                sig.abi == Abi::Rust
                    && sig.is_unsafe == *is_unsafe
                    && sig.ret == Ty::UNIT
                    && patterns.len() == sig.params.len()
                    && patterns
                        .iter()
                        .zip(&sig.params)
                        .all(|(pattern, &param)| pattern.unify(types, param, generics))
            }
            _ => false,
        }
    }
}

/// Reads a signature. The table is ours, so a mistake in it is a panic; a test reads all of it.
pub(super) fn parse(text: &'static str) -> IntrinsicSig {
    let (is_const, text) = text.strip_prefix("const ").map_or((false, text), |rest| (true, rest));
    let (is_unsafe, text) = text.strip_prefix("unsafe ").map_or((false, text), |rest| (true, rest));
    let (head, ret) = text.split_once(" -> ").expect("a signature has a result");
    let (head, params) = head.split_once('(').expect("a signature has parameters");
    let params = params.strip_suffix(')').expect("parameters end with a parenthesis");
    let generics = head.split_once('<').map_or("", |(_, generics)| generics);
    let generics: Vec<(&str, &str)> = generics
        .trim_end_matches('>')
        .split(", ")
        .filter(|generic| !generic.is_empty())
        .map(|generic| generic.split_once(": ").expect("a generic parameter has a bound"))
        .collect();
    let names: Vec<&str> = generics.iter().map(|(name, _)| *name).collect();
    IntrinsicSig {
        generics: generics.iter().map(|(_, bound)| parse_bound(bound, &names)).collect(),
        params: split_list(params).into_iter().map(|param| parse_pattern(param, &names)).collect(),
        ret: parse_pattern(ret, &names),
        is_const,
        is_unsafe,
        text,
    }
}

fn parse_bound(bound: &str, names: &[&str]) -> Bound {
    let position =
        |name: &str| names.iter().position(|known| *known == name).expect("a bound's parameter exists");
    if let Some(name) = bound.strip_prefix('=') {
        return Bound::Same(position(name));
    }
    if let Some(name) = bound.strip_prefix("unsigned ") {
        return Bound::UnsignedOf(position(name));
    }
    if let Some(name) = bound.strip_prefix("metadata ") {
        return Bound::MetadataOf(position(name));
    }
    match bound {
        "Any" => Bound::Any,
        "Sized" => Bound::Sized,
        "Int" => Bound::Int,
        "Uint" => Bound::Uint,
        "Float" => Bound::Float,
        "Ptr" => Bound::Ptr,
        "ThinPtr" => Bound::ThinPtr,
        "Atomic" => Bound::Atomic,
        "AtomicInt" => Bound::AtomicInt,
        "AtomicSigned" => Bound::AtomicSigned,
        "AtomicUnsigned" => Bound::AtomicUnsigned,
        "Ordered" => Bound::Ordered,
        "Copy" => Bound::Copy,
        "Offset" => Bound::Offset,
        "Enum" => Bound::Enum,
        "Ordering" => Bound::Ordering,
        other => panic!("unknown bound `{other}` in the table of intrinsics"),
    }
}

fn parse_pattern(pattern: &str, names: &[&str]) -> TyPattern {
    let position = |name: &str| names.iter().position(|known| *known == name);
    if let Some(position) = position(pattern) {
        return TyPattern::Param(position);
    }
    if let Some(name) = pattern.strip_prefix("discriminant ") {
        return TyPattern::DiscriminantOf(position(name).expect("the parameter exists"));
    }
    let boxed = |rest| Box::new(parse_pattern(rest, names));
    if let Some(rest) = pattern.strip_prefix("*const ") {
        return TyPattern::RawPtr(Mutability::Not, boxed(rest));
    }
    if let Some(rest) = pattern.strip_prefix("*mut ") {
        return TyPattern::RawPtr(Mutability::Mut, boxed(rest));
    }
    if let Some(rest) = pattern.strip_prefix('&') {
        return TyPattern::Ref(boxed(rest));
    }
    let inner = |open: &str| pattern.strip_prefix(open).and_then(|rest| rest.strip_suffix(')'));
    let list =
        |inner| split_list(inner).into_iter().map(|item| parse_pattern(item, names)).collect::<Vec<_>>();
    for (open, is_unsafe) in [("fn(", false), ("unsafe fn(", true)] {
        if let Some(params) = inner(open) {
            return TyPattern::FnPtr { is_unsafe, params: list(params) };
        }
    }
    match (pattern, inner("(")) {
        ("()", _) => TyPattern::Is(Ty::UNIT),
        ("!", _) => TyPattern::Is(Ty::NEVER),
        ("bool", _) => TyPattern::Is(Ty::BOOL),
        ("str", _) => TyPattern::Is(Ty::STR),
        ("Ordering", _) => TyPattern::CmpOrdering,
        (_, Some(fields)) => TyPattern::Tuple(list(fields)),
        (name, None) => match (IntTy::from_name(name), FloatTy::from_name(name)) {
            (Some(int), _) => TyPattern::Is(Ty::int(int)),
            (_, Some(float)) => TyPattern::Is(Ty::float(float)),
            _ => panic!("unknown type `{name}` in the table of intrinsics"),
        },
    }
}

/// Splits at the commas that are in no parentheses.
fn split_list(list: &str) -> Vec<&str> {
    let mut depth = 0;
    let at_top = |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    };
    list.split(at_top).map(str::trim).filter(|item| !item.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Intrinsic;

    #[test]
    fn generic_arguments_follow_from_the_arguments() {
        let mut types = Types::new();
        let pointer = types.raw_ptr(Mutability::Mut, Ty::U8);
        let store = Intrinsic::AtomicStore.signature();
        let inferred = store.infer(&types, &[Some(pointer), None], None);
        assert_eq!(inferred, Ok(vec![Some(GenericArg::Ty(Ty::U8)), None]));
        assert_eq!(store.infer(&types, &[Some(pointer), Some(Ty::I32)], None), Err(1));
        assert!(store.needs_turbofish());
    }
}
