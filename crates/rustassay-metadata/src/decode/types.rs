//! Types, generic arguments, signatures and predicates.

use std::rc::Rc;

use super::skip::SHORTHAND_OFFSET;
use super::{Decode, Decoder, Maybe, Wrapped, choice, record};
use crate::bytes::Decoded;
use crate::data::{
    AliasKind, Args, Const, ConstKind, DefId, ExistentialPredicate, ExternAbi, FloatTy, FnSig, GenericArg,
    IntTy, Mutability, PatternKind, Predicate, Safety, Symbol, Term, TraitRef, Ty, TyKind, UintTy, ValTree,
};
use crate::schema::Shape;

/// A type, or the position of an earlier one.
impl Decode for Ty {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        if shape != Shape::Ty {
            return d.unexpected(shape, "a type");
        }
        if usize::from(d.reader.peek()?) < SHORTHAND_OFFSET {
            let kind = TyKind::decode(d, d.named("TyKind")?)?;
            return Ok(d.types.intern(kind));
        }
        let position = shorthand(d)?;
        if let Some(&ty) = d.krate.ty_shorthands.borrow().get(&position) {
            return Ok(ty);
        }
        let ty = d.at(position, |d| Ty::decode(d, shape))?;
        d.krate.ty_shorthands.borrow_mut().insert(position, ty);
        Ok(ty)
    }
}

fn shorthand(d: &mut Decoder<'_>) -> Decoded<usize> {
    let number = d.reader.usize()?;
    match number.checked_sub(SHORTHAND_OFFSET) {
        Some(position) => Ok(position),
        None => d.fault("the position of an earlier type"),
    }
}

choice!(|d| TyKind {
    Bool {} => TyKind::Bool,
    Char {} => TyKind::Char,
    Int { int: 0 } => TyKind::Int(int),
    Uint { int: 0 } => TyKind::Uint(int),
    Float { float: 0 } => TyKind::Float(float),
    Adt { def: 0, args: 1 } => { let AdtName(def) = def; TyKind::Adt(def, args) },
    Foreign { def: 0 } => TyKind::Foreign(def),
    Str {} => TyKind::Str,
    Array { element: 0, len: 1 } => TyKind::Array(element, len),
    Pat { base: 0, pattern: 1 } => TyKind::Pat(base, pattern),
    Slice { element: 0 } => TyKind::Slice(element),
    RawPtr { pointee: 0, mutability: 1 } => TyKind::RawPtr(pointee, mutability),
    Ref { pointee: 1, mutability: 2 } => TyKind::Ref(pointee, mutability),
    FnDef { def: 0, args: 1 } => TyKind::FnDef(def, args),
    FnPtr { tys: 0, header: 1 } => {
        let Wrapped(SigTys { inputs_and_output }) = tys;
        TyKind::FnPtr(signature(d, inputs_and_output, header)?)
    },
    UnsafeBinder { inner: 0 } => { let Wrapped(ty) = inner; TyKind::UnsafeBinder(ty) },
    Dynamic { predicates: 0 } => {
        let predicates: Vec<Wrapped<ExistentialPredicate>> = predicates;
        TyKind::Dynamic(predicates.into_iter().map(|Wrapped(predicate)| predicate).collect())
    },
    Closure { def: 0, args: 1 } => TyKind::Closure(def, args),
    CoroutineClosure { def: 0, args: 1 } => TyKind::CoroutineClosure(def, args),
    Coroutine { def: 0, args: 1 } => TyKind::Coroutine(def, args),
    CoroutineWitness { def: 0, args: 1 } => TyKind::CoroutineWitness(def, args),
    Never {} => TyKind::Never,
    Tuple { elements: 0 } => TyKind::Tuple(elements),
    Alias { first: 0, second: 1 } => {
        let (kind, def, args) = AliasParts::merge(d, first, second)?;
        match kind {
            Some(kind) => TyKind::Alias(kind, def, args),
            None => return d.missing("the kind of an alias"),
        }
    },
    Param { param: 0 } => { let Param { index, name } = param; TyKind::Param { index, name } },
    Bound {} => TyKind::Bound,
    Placeholder {} => TyKind::Bound,
});

choice!(IntTy {
    Isize {} => IntTy::Isize,
    I8 {} => IntTy::I8,
    I16 {} => IntTy::I16,
    I32 {} => IntTy::I32,
    I64 {} => IntTy::I64,
    I128 {} => IntTy::I128,
});

choice!(UintTy {
    Usize {} => UintTy::Usize,
    U8 {} => UintTy::U8,
    U16 {} => UintTy::U16,
    U32 {} => UintTy::U32,
    U64 {} => UintTy::U64,
    U128 {} => UintTy::U128,
});

choice!(FloatTy {
    F16 {} => FloatTy::F16,
    F32 {} => FloatTy::F32,
    F64 {} => FloatTy::F64,
    F128 {} => FloatTy::F128,
});

choice!(Mutability { Not {} => Mutability::Not, Mut {} => Mutability::Mut });
choice!(Safety { Unsafe {} => Safety::Unsafe, Safe {} => Safety::Safe });

/// An ADT's definition, of which a type keeps the name. Where the rest stands is remembered for
/// [`adt_def`](crate::Crates::adt_def).
struct AdtName(DefId);

impl Decode for AdtName {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let Shape::Type(id) = shape else { return d.unexpected(shape, "an ADT") };
        let position = d.reader.position();
        let mut name = None;
        for field in &d.schema.type_def(id).variants[0].fields {
            match &*field.name {
                "did" => name = Some(DefId::decode(d, field.shape)?),
                _ => d.skip(field.shape)?,
            }
        }
        let Some(name) = name else { return d.missing("did") };
        d.krate.adts.borrow_mut().entry(name).or_insert(position);
        Ok(AdtName(name))
    }
}

struct Param {
    index: u32,
    name: Symbol,
}

record!(Param { index, name });

/// The parts of an alias, which releases arrange in different ways: 1.95 has the kind beside a struct of
/// definition and arguments, 1.96 the definition within the kind and the kind within that struct.
#[derive(Default)]
struct AliasParts {
    kind: Option<AliasKind>,
    def: Option<DefId>,
    args: Option<Args>,
}

impl AliasParts {
    fn merge(d: &Decoder<'_>, first: Self, second: Maybe<Self>) -> Decoded<(Option<AliasKind>, DefId, Args)> {
        let second = second.0.unwrap_or_default();
        let kind = first.kind.or(second.kind);
        match (first.def.or(second.def), first.args.or(second.args)) {
            (Some(def), Some(args)) => Ok((kind, def, args)),
            _ => d.missing("the definition and the arguments of an alias"),
        }
    }
}

impl Decode for AliasParts {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let Shape::Type(id) = shape else { return d.unexpected(shape, "an alias") };
        let def = d.schema.type_def(id);
        d.enter()?;
        let mut parts = AliasParts::default();
        let tag = if def.is_enum { d.tag(def.variants.len())? } else { 0 };
        let variant = &def.variants[tag];
        if def.is_enum {
            parts.kind = match &*variant.name {
                "Projection" | "ProjectionTy" => Some(AliasKind::Projection),
                "Inherent" | "InherentTy" => Some(AliasKind::Inherent),
                "Opaque" | "OpaqueTy" => Some(AliasKind::Opaque),
                "Free" | "FreeTy" => Some(AliasKind::Free),
                _ => None,
            };
        }
        for field in &variant.fields {
            match &*field.name {
                "def_id" | "def" => parts.def = Some(DefId::decode(d, field.shape)?),
                "args" => parts.args = Some(Args::decode(d, field.shape)?),
                "kind" => {
                    let inner = AliasParts::decode(d, field.shape)?;
                    parts.kind = parts.kind.or(inner.kind);
                    parts.def = parts.def.or(inner.def);
                }
                _ => d.skip(field.shape)?,
            }
        }
        d.leave();
        Ok(parts)
    }
}

choice!(PatternKind {
    Range { start, end } => PatternKind::Range { start, end },
    Or { patterns: 0 } => PatternKind::Or(patterns),
    NotNull {} => PatternKind::NotNull,
});

choice!(GenericArg {
    Lifetime {} => GenericArg::Lifetime,
    Type { ty: 0 } => GenericArg::Type(ty),
    Const { constant: 0 } => GenericArg::Const(constant),
});

choice!(Term { Ty { ty: 0 } => Term::Ty(ty), Const { constant: 0 } => Term::Const(constant) });

choice!(ExistentialPredicate {
    Trait { trait_ref: 0 } => {
        let TraitRef { def_id, args } = trait_ref;
        ExistentialPredicate::Trait { def_id, args }
    },
    Projection { projection: 0 } => {
        let ExistentialProjection { def_id, args, term } = projection;
        ExistentialPredicate::Projection { def_id, args, term }
    },
    AutoTrait { def: 0 } => ExistentialPredicate::AutoTrait(def),
});

struct ExistentialProjection {
    def_id: DefId,
    args: Args,
    term: Term,
}

record!(ExistentialProjection { def_id, args, term });
record!(TraitRef { def_id, args });

impl Decode for Const {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let kind = ConstKind::decode(d, shape)?;
        Ok(d.types.intern_const(kind))
    }
}

choice!(|d| ConstKind {
    Param { param: 0 } => { let Param { index, name } = param; ConstKind::Param { index, name } },
    Unevaluated { alias: 0 } => {
        let (_, def, args) = AliasParts::merge(d, alias, Maybe(None))?;
        ConstKind::Unevaluated(def, args)
    },
    Alias { first: 0, second: 1 } => {
        let (_, def, args) = AliasParts::merge(d, first, second)?;
        ConstKind::Unevaluated(def, args)
    },
    Value { value: 0 } => { let ConstantValue { ty, valtree } = value; ConstKind::Value(ty, valtree) },
    Bound {} => ConstKind::Other,
    Placeholder {} => ConstKind::Other,
    Infer {} => ConstKind::Other,
    Expr {} => ConstKind::Other,
});

struct ConstantValue {
    ty: Ty,
    valtree: ValTree,
}

record!(ConstantValue { ty, valtree });

struct SigTys {
    inputs_and_output: Rc<[Ty]>,
}

record!(SigTys { inputs_and_output });

/// What a signature has beside types: three fields up to 1.96, packed into one since 1.97.
struct SigHeader {
    c_variadic: Maybe<bool>,
    safety: Maybe<Safety>,
    abi: Maybe<ExternAbi>,
    fn_sig_kind: Maybe<PackedSig>,
}

record!(SigHeader { c_variadic, safety, abi, fn_sig_kind });

/// The packed form: six bits for the ABI, numbered as in the row `ExternAbi`, then safe and C-variadic.
/// Fact: `FnSigKind` in `rustc_type_ir::ty_kind`.
struct PackedSig(u8);

impl Decode for PackedSig {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        match shape {
            Shape::Type(_) => PackedFields::decode(d, shape).map(|PackedFields { flags }| PackedSig(flags)),
            _ => u8::decode(d, shape).map(PackedSig),
        }
    }
}

struct PackedFields {
    flags: u8,
}

record!(PackedFields { flags });

fn signature(d: &Decoder<'_>, inputs_and_output: Rc<[Ty]>, header: SigHeader) -> Decoded<FnSig> {
    if inputs_and_output.is_empty() {
        return d.fault("a signature without a result");
    }
    if let Maybe(Some(PackedSig(packed))) = header.fn_sig_kind {
        let safety = if packed & 1 << 6 == 0 { Safety::Unsafe } else { Safety::Safe };
        let abi = match d.schema.row("ExternAbi").and_then(|row| row.get(usize::from(packed & 0x3F))) {
            Some(name) => abi_of(name),
            None => return d.fault("the number of an ABI"),
        };
        return Ok(FnSig { inputs_and_output, c_variadic: packed & 1 << 7 != 0, safety, abi });
    }
    match (header.c_variadic, header.safety, header.abi) {
        (Maybe(Some(c_variadic)), Maybe(Some(safety)), Maybe(Some(abi))) => {
            Ok(FnSig { inputs_and_output, c_variadic, safety, abi })
        }
        _ => d.missing("the ABI of a signature"),
    }
}

fn abi_of(name: &str) -> ExternAbi {
    match name {
        "Rust" => ExternAbi::Rust,
        "RustCall" => ExternAbi::RustCall,
        "RustCold" => ExternAbi::RustCold,
        "RustPreserveNone" => ExternAbi::RustPreserveNone,
        "RustTail" => ExternAbi::RustTail,
        "RustInvalid" => ExternAbi::RustInvalid,
        "Unadjusted" => ExternAbi::Unadjusted,
        "Custom" => ExternAbi::Custom,
        "C{unwind:false}" => ExternAbi::C { unwind: false },
        "C{unwind:true}" => ExternAbi::C { unwind: true },
        "System{unwind:false}" => ExternAbi::System { unwind: false },
        "System{unwind:true}" => ExternAbi::System { unwind: true },
        _ => ExternAbi::Other,
    }
}

impl Decode for ExternAbi {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let Shape::Type(id) = shape else { return d.unexpected(shape, "an ABI") };
        let def = d.schema.type_def(id);
        let variant = &def.variants[d.tag(def.variants.len())?];
        let mut name = variant.name.to_string();
        for field in &variant.fields {
            let unwind = bool::decode(d, field.shape)?;
            name.push_str(&format!("{{{}:{unwind}}}", field.name));
        }
        Ok(abi_of(&name))
    }
}

/// The types and the header together, as functions have them.
impl Decode for FnSig {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let WholeSig { inputs_and_output, c_variadic, safety, abi, fn_sig_kind } =
            WholeSig::decode(d, shape)?;
        signature(d, inputs_and_output, SigHeader { c_variadic, safety, abi, fn_sig_kind })
    }
}

struct WholeSig {
    inputs_and_output: Rc<[Ty]>,
    c_variadic: Maybe<bool>,
    safety: Maybe<Safety>,
    abi: Maybe<ExternAbi>,
    fn_sig_kind: Maybe<PackedSig>,
}

record!(WholeSig { inputs_and_output, c_variadic, safety, abi, fn_sig_kind });

/// A predicate, or nothing if it says nothing about ground types.
pub(crate) struct MaybePredicate(pub Option<Predicate>);

impl Decode for MaybePredicate {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        if shape != Shape::Predicate {
            return d.unexpected(shape, "a predicate");
        }
        d.skip_bound_vars()?;
        let kind = d.named("PredicateKind")?;
        let read = |d: &mut Decoder<'_>| PredicateKind::decode(d, kind);
        let PredicateKind(clause) = if usize::from(d.reader.peek()?) < SHORTHAND_OFFSET {
            read(d)?
        } else {
            let position = shorthand(d)?;
            d.at(position, read)?
        };
        Ok(MaybePredicate(clause))
    }
}

struct PredicateKind(Option<Predicate>);

choice!(PredicateKind {
    Clause { clause: 0 } => { let ClauseKind(clause) = clause; PredicateKind(clause) },
    DynCompatible {} => PredicateKind(None),
    Subtype {} => PredicateKind(None),
    Coerce {} => PredicateKind(None),
    ConstEquate {} => PredicateKind(None),
    Ambiguous {} => PredicateKind(None),
    NormalizesTo {} => PredicateKind(None),
    AliasRelate {} => PredicateKind(None),
});

struct ClauseKind(Option<Predicate>);

choice!(|d| ClauseKind {
    Trait { clause: 0 } => {
        let TraitPredicate { trait_ref, polarity } = clause;
        ClauseKind((polarity == PredicatePolarity::Positive).then_some(Predicate::Trait(trait_ref)))
    },
    Projection { clause: 0 } => {
        let ProjectionPredicate { projection_term, term } = clause;
        let (_, def_id, args) = AliasParts::merge(d, projection_term, Maybe(None))?;
        ClauseKind(Some(Predicate::Projection { def_id, args, term }))
    },
    RegionOutlives {} => ClauseKind(None),
    TypeOutlives {} => ClauseKind(None),
    ConstArgHasType {} => ClauseKind(None),
    WellFormed {} => ClauseKind(None),
    ConstEvaluatable {} => ClauseKind(None),
    HostEffect {} => ClauseKind(None),
    UnstableFeature {} => ClauseKind(None),
});

struct TraitPredicate {
    trait_ref: TraitRef,
    polarity: PredicatePolarity,
}

record!(TraitPredicate { trait_ref, polarity });

#[derive(PartialEq)]
enum PredicatePolarity {
    Positive,
    Negative,
}

choice!(PredicatePolarity {
    Positive {} => PredicatePolarity::Positive,
    Negative {} => PredicatePolarity::Negative,
});

struct ProjectionPredicate {
    projection_term: AliasParts,
    term: Term,
}

record!(ProjectionPredicate { projection_term, term });
