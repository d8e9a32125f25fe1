//! What is known of an item: generics, impl headers, ADTs, attributes.

use super::{CtorKind, DefId, Safety, SourceInfo, Symbol, TraitRef, Ty};

/// The generic parameters of an item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generics {
    /// The item whose parameters come before these.
    pub parent: Option<DefId>,
    /// How many come before these.
    pub parent_count: usize,
    /// Its own parameters, in the order of arguments.
    pub own_params: Vec<GenericParamDef>,
    /// The first parameter is `Self`: it is a trait.
    pub has_self: bool,
}

impl Generics {
    /// How many parameters it has, with those of its parents.
    pub fn count(&self) -> usize {
        self.parent_count.saturating_add(self.own_params.len())
    }
}

/// A generic parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct GenericParamDef {
    pub name: Symbol,
    pub def_id: DefId,
    /// Its position among all arguments.
    pub index: u32,
    pub kind: GenericParamDefKind,
}

/// What a generic parameter stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum GenericParamDefKind {
    Lifetime,
    Type { has_default: bool },
    Const { has_default: bool },
}

/// The header of an impl of a trait.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImplHeader {
    /// The trait, with its arguments in terms of the impl's parameters.
    pub trait_ref: TraitRef,
    /// Only a positive impl provides anything.
    pub polarity: ImplPolarity,
    /// Whether it is an `unsafe impl`.
    pub safety: Safety,
}

/// Whether an impl says that a type has the trait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImplPolarity {
    /// It does.
    Positive,
    /// `impl !Trait for T`.
    Negative,
    /// Kept for later; nothing may rely on either.
    Reservation,
}

/// Whether an item of an impl may be overridden by a more special impl.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Defaultness {
    /// `default fn` in an impl, or an item of a trait.
    Default {
        /// It has a body.
        has_value: bool,
    },
    /// It may not.
    Final,
}

/// What is known of a trait.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct TraitDef {
    pub def_id: DefId,
    pub safety: Safety,
    /// An auto trait, such as `Send`.
    pub has_auto_impl: bool,
    /// Impls may overlap; it has no items.
    pub is_marker: bool,
    /// `Fn` and its like, whose arguments are written in parentheses.
    pub paren_sugar: bool,
}

/// A struct, enum or union.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct AdtDef {
    pub did: DefId,
    /// Its variants; a struct or union has one.
    pub variants: Vec<VariantDef>,
    pub flags: AdtFlags,
    pub repr: ReprOptions,
}

/// Which of the three an ADT is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum AdtKind {
    Struct,
    Enum,
    Union,
}

/// What the compiler knows of certain ADTs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct AdtFlags {
    pub kind: AdtKind,
    pub is_phantom_data: bool,
    pub is_fundamental: bool,
    pub is_box: bool,
    pub is_manually_drop: bool,
    pub is_unsafe_cell: bool,
    pub is_unsafe_pinned: bool,
}

/// A variant of an enum, or all of a struct or union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantDef {
    /// The variant, or the struct or union itself.
    pub def_id: DefId,
    /// Its constructor, if it has one.
    pub ctor: Option<(CtorKind, DefId)>,
    /// Its name.
    pub name: Symbol,
    /// Its discriminant.
    pub discr: VariantDiscr,
    /// Its fields, in the order of the source.
    pub fields: Vec<FieldDef>,
}

/// The discriminant of a variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariantDiscr {
    /// An anonymous constant.
    Explicit(DefId),
    /// So much after the last explicit one before it, or after 0.
    Relative(u32),
}

/// A field. Its type is [`Crates::type_of`](crate::Crates::type_of) its definition.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct FieldDef {
    pub did: DefId,
    pub name: Symbol,
}

/// What `#[repr(..)]` says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReprOptions {
    /// The type of the discriminant.
    pub int: Option<IntegerType>,
    /// `align(..)`, in bytes.
    pub align: Option<u64>,
    /// `packed(..)`, in bytes.
    pub pack: Option<u64>,
    /// `C`.
    pub c: bool,
    /// `simd`.
    pub simd: bool,
    /// `transparent`.
    pub transparent: bool,
    /// Fields may not be reordered.
    pub linear: bool,
    /// The crate asked for random layouts.
    pub randomize: bool,
}

/// The integer type of a discriminant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntegerType {
    /// `isize`, or `usize` if it is not signed.
    Pointer {
        /// Whether it is signed.
        signed: bool,
    },
    /// One of a fixed size.
    Fixed {
        /// The size in bytes.
        size: u8,
        /// Whether it is signed.
        signed: bool,
    },
}

/// `#[rustc_layout_scalar_valid_range_start]` and `_end`: which values a struct's scalar may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ValidRange {
    /// The first value.
    pub start: Option<u128>,
    /// The last value.
    pub end: Option<u128>,
}

/// An intrinsic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntrinsicDef {
    /// Its name.
    pub name: Symbol,
    /// It has no body to fall back to.
    pub must_be_overridden: bool,
}

/// What matters about a function or static for code generation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CodegenFnAttrs {
    /// `#[track_caller]`.
    pub track_caller: bool,
    /// `#[no_mangle]`.
    pub no_mangle: bool,
    /// `#[rustc_std_internal_symbol]`: its symbol is mangled from its name alone.
    pub rustc_std_internal_symbol: bool,
    /// `#[thread_local]`.
    pub thread_local: bool,
    /// It is an item of an `extern` block.
    pub foreign_item: bool,
    /// `#[naked]`.
    pub naked: bool,
    /// It never unwinds.
    pub never_unwind: bool,
    /// `#[rustc_allocator]` and its like: calls may be removed.
    pub allocator: bool,
    /// `#[link_name]` or `#[export_name]`.
    pub symbol_name: Option<Symbol>,
    /// `#[linkage]` of a definition or an imported item is weak: the symbol may be missing.
    pub weak: bool,
    /// `#[link_section]`.
    pub link_section: Option<Symbol>,
    /// `#[rustc_align]` and `#[rustc_align_static]`, in bytes.
    pub alignment: Option<u64>,
    /// `#[target_feature(enable = ..)]`.
    pub target_features: Vec<Symbol>,
}

/// What kind of coroutine something is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CoroutineKind {
    /// From an `async` or `gen` block, closure or function.
    Desugared(CoroutineDesugaring),
    /// A coroutine closure of its own.
    Coroutine {
        /// It may be moved after it has started.
        movable: bool,
    },
}

/// What a coroutine was written as.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum CoroutineDesugaring {
    Async,
    Gen,
    AsyncGen,
}

/// Which locals a coroutine keeps at which of its yields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoroutineLayout {
    /// The locals that are kept.
    pub field_tys: Vec<CoroutineSavedTy>,
    /// For each variant the locals that it keeps: not started, returned, panicked, then one for each yield.
    pub variant_fields: Vec<Vec<u32>>,
    /// Where each variant's yield stands.
    pub variant_source_info: Vec<SourceInfo>,
    /// `storage_conflicts[a][b]`: the two live at once, so that they may not share memory.
    pub storage_conflicts: Vec<Vec<bool>>,
}

/// A local that a coroutine keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct CoroutineSavedTy {
    pub ty: Ty,
    pub source_info: SourceInfo,
}

/// A symbol that a crate defines for others to link to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExportedSymbol {
    /// The function or static.
    pub def_id: DefId,
    /// Its symbol, if it is not mangled: `#[no_mangle]`, `#[export_name]` or an internal symbol of the library.
    pub name: Symbol,
    /// The symbol is `#[rustc_std_internal_symbol]`, so that `name` is mangled further by rustc.
    pub rustc_std_internal_symbol: bool,
}
