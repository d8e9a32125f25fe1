//! Types, generic arguments, signatures and predicates.

use std::rc::Rc;

use super::{DefId, Symbol};

/// A type: a handle into [`Types`](crate::Types). Equal types have equal handles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ty(pub u32);

/// A constant of the type system, such as an array's length: a handle into [`Types`](crate::Types).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Const(pub u32);

/// The arguments of an instance, those of its parents first.
pub type Args = Rc<[GenericArg]>;

/// One generic argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum GenericArg {
    /// A lifetime, of which nothing is kept but that it is there.
    Lifetime,
    /// A type.
    Type(Ty),
    /// A constant.
    Const(Const),
}

/// What a type is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum TyKind {
    Bool,
    Char,
    Int(IntTy),
    Uint(UintTy),
    Float(FloatTy),
    Adt(DefId, Args),
    Foreign(DefId),
    Str,
    Array(Ty, Const),
    Pat(Ty, PatternKind),
    Slice(Ty),
    RawPtr(Ty, Mutability),
    Ref(Ty, Mutability),
    FnDef(DefId, Args),
    FnPtr(FnSig),
    UnsafeBinder(Ty),
    /// A trait object: its principal trait, if it has one, first.
    Dynamic(Rc<[ExistentialPredicate]>),
    /// The arguments are the parent's, then kind, signature and the tuple of captured types.
    Closure(DefId, Args),
    CoroutineClosure(DefId, Args),
    Coroutine(DefId, Args),
    CoroutineWitness(DefId, Args),
    Never,
    Tuple(Rc<[Ty]>),
    Alias(AliasKind, DefId, Args),
    Param {
        index: u32,
        name: Symbol,
    },
    /// A type bound by a `for<T>`, or by the placeholder of one.
    Bound,
}

/// A signed integer type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum IntTy {
    Isize,
    I8,
    I16,
    I32,
    I64,
    I128,
}

/// An unsigned integer type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum UintTy {
    Usize,
    U8,
    U16,
    U32,
    U64,
    U128,
}

/// A floating-point type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FloatTy {
    F16,
    F32,
    F64,
    F128,
}

/// Whether something may be changed through a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Mutability {
    Not,
    Mut,
}

/// `unsafe` or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Safety {
    Unsafe,
    Safe,
}

/// A type that stands for another, which has to be looked up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AliasKind {
    /// `<T as Trait>::Item`.
    Projection,
    /// An associated type of an inherent impl.
    Inherent,
    /// `impl Trait`.
    Opaque,
    /// A lazy type alias.
    Free,
}

/// The pattern of a pattern type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PatternKind {
    /// From the first value to the last, both included.
    Range {
        /// The first value.
        start: Const,
        /// The last value.
        end: Const,
    },
    /// One of several patterns.
    Or(Rc<[PatternKind]>),
    /// Any pointer but the null pointer.
    NotNull,
}

/// One part of a trait object's type. The arguments do not have the `Self` type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ExistentialPredicate {
    /// The principal trait.
    Trait {
        /// The trait.
        def_id: DefId,
        /// Its arguments, without `Self`.
        args: Args,
    },
    /// What one of its associated types is.
    Projection {
        /// The associated type.
        def_id: DefId,
        /// Its arguments, without `Self`.
        args: Args,
        /// What it is.
        term: Term,
    },
    /// A trait such as `Send`.
    AutoTrait(DefId),
}

/// A type or a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Term {
    Ty(Ty),
    Const(Const),
}

/// The signature of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FnSig {
    /// The types of the parameters, then the type that it returns.
    pub inputs_and_output: Rc<[Ty]>,
    /// It takes further arguments as C functions do.
    pub c_variadic: bool,
    /// Whether it is `unsafe` to call.
    pub safety: Safety,
    /// Its calling convention.
    pub abi: ExternAbi,
}

impl FnSig {
    /// The types of the parameters.
    pub fn inputs(&self) -> &[Ty] {
        self.inputs_and_output.split_last().map_or(&[], |(_, inputs)| inputs)
    }

    /// The type that it returns. A signature that was decoded has one.
    pub fn output(&self) -> Option<Ty> {
        self.inputs_and_output.last().copied()
    }
}

/// A calling convention.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum ExternAbi {
    Rust,
    RustCall,
    RustCold,
    RustPreserveNone,
    RustTail,
    RustInvalid,
    Unadjusted,
    Custom,
    C {
        unwind: bool,
    },
    System {
        unwind: bool,
    },
    /// One of a certain architecture; nothing portable uses it.
    Other,
}

/// A trait with its arguments, `Self` first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub struct TraitRef {
    pub def_id: DefId,
    pub args: Args,
}

/// A where-clause. What says nothing about types that are ground is not kept: outlives, well-formedness,
/// `const` traits and the types of const parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Predicate {
    /// `T: Trait`.
    Trait(TraitRef),
    /// `<T as Trait>::Item == term`.
    Projection {
        /// The associated item.
        def_id: DefId,
        /// Its arguments: those of the trait, then its own.
        args: Args,
        /// What it equals.
        term: Term,
    },
}
