//! The crate's root, and what is known of items.

use std::rc::Rc;

use super::types::MaybePredicate;
use super::{Decode, Decoder, Wrapped, choice, record};
use crate::bytes::Decoded;
use crate::data::*;
use crate::schema::Shape;
use crate::table::{LazyArray, Table};

/// What we read of a crate's root.
pub(crate) struct CrateRoot {
    pub header: CrateHeader,
    pub crate_deps: LazyArray,
    pub lang_items: LazyArray,
    pub impls: LazyArray,
    pub interpret_alloc_index: LazyArray,
    pub tables: RootTables,
    pub exported_non_generic_symbols: LazyArray,
    pub syntax_contexts: Table,
    pub expn_data: Table,
    pub source_map: Table,
}

record!(CrateRoot {
    header,
    crate_deps,
    lang_items,
    impls,
    interpret_alloc_index,
    tables,
    exported_non_generic_symbols,
    syntax_contexts,
    expn_data,
    source_map,
});

/// The fields of the root that are read.
pub(crate) const ROOT_FIELDS: &[&str] = &[
    "header",
    "crate_deps",
    "lang_items",
    "impls",
    "interpret_alloc_index",
    "tables",
    "exported_non_generic_symbols",
    "syntax_contexts",
    "expn_data",
    "source_map",
];

/// What tells a crate from others of its name.
pub(crate) struct CrateHeader {
    pub hash: u128,
    pub name: Symbol,
}

record!(CrateHeader { hash, name });

/// A crate that this one depends on.
pub(crate) struct CrateDep {
    pub name: Symbol,
    pub hash: u128,
    pub extra_filename: String,
}

record!(CrateDep { name, hash, extra_filename });

macro_rules! root_tables {
    ($($name:ident),* $(,)?) => {
        /// The tables with a row for each definition.
        pub(crate) struct RootTables {
            $(pub $name: Table,)*
        }

        record!(RootTables { $($name),* });

        /// The tables that are read.
        pub(crate) const ROOT_TABLES: &[&str] = &[$(stringify!($name)),*];
    };
}

root_tables! {
    adt_destructor,
    assoc_container,
    associated_item_or_field_def_ids,
    attributes,
    codegen_fn_attrs,
    const_param_default,
    coroutine_by_move_body_def_id,
    coroutine_for_closure,
    coroutine_kind,
    def_keys,
    def_kind,
    def_span,
    defaultness,
    eval_static_initializer,
    explicit_item_bounds,
    explicit_predicates_of,
    explicit_super_predicates_of,
    fn_sig,
    generics_of,
    impl_parent,
    impl_trait_header,
    intrinsic,
    mir_coroutine_witnesses,
    mir_for_ctfe,
    module_children_non_reexports,
    module_children_reexports,
    optimized_mir,
    params_in_repr,
    promoted_mir,
    trait_def,
    trait_impl_trait_tys,
    trivial_const,
    type_of,
}

/// What a module imports under a name.
pub(crate) struct Import {
    pub ident: ImportedName,
    pub res: Imported,
}

record!(Import { ident, res });

/// The name that something is imported under.
pub(crate) struct ImportedName {
    pub name: Symbol,
}

record!(ImportedName { name });

/// The definition that is imported, if it is one: primitive types and tools are not.
pub(crate) struct Imported(pub Option<DefId>);

impl Decode for Imported {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let Shape::Type(id) = shape else { return d.unexpected(shape, "what a name stands for") };
        d.enter()?;
        let def = d.schema.type_def(id);
        let variant = &def.variants[d.tag(def.variants.len())?];
        let mut found = None;
        for field in &variant.fields {
            match (&*variant.name, &*field.name) {
                ("Def", "1") => found = Some(DefId::decode(d, field.shape)?),
                _ => d.skip(field.shape)?,
            }
        }
        d.leave();
        Ok(Imported(found))
    }
}

/// The impls of one trait in a crate.
pub(crate) struct TraitImpls {
    pub trait_id: (u32, u32),
    pub impls: LazyArray,
}

record!(TraitImpls { trait_id, impls });

/// An impl in the list of a trait's, beside a simplified form of its `Self` type.
pub(crate) struct ListedImpl(pub u32);

impl Decode for ListedImpl {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        if let Shape::Tuple(index) = shape
            && let [def, rest @ ..] = &d.schema.tuples[index as usize][..]
        {
            let def = u32::decode(d, *def)?;
            for &part in rest {
                d.skip(part)?;
            }
            return Ok(ListedImpl(def));
        }
        d.unexpected(shape, "an impl")
    }
}

/// A lang item by its name.
pub(crate) struct LangItemName(pub Symbol);

impl Decode for LangItemName {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let Shape::Type(id) = shape else { return d.unexpected(shape, "a lang item") };
        let def = d.schema.type_def(id);
        Ok(LangItemName(Rc::from(&*def.variants[d.tag(def.variants.len())?].name)))
    }
}

impl Decode for DefKey {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let RawKey { parent, disambiguated_data } = RawKey::decode(d, shape)?;
        let Disambiguated { data, disambiguator } = disambiguated_data;
        Ok(DefKey { parent, data, disambiguator })
    }
}

struct RawKey {
    parent: Option<u32>,
    disambiguated_data: Disambiguated,
}

record!(RawKey { parent, disambiguated_data });

struct Disambiguated {
    data: DefPathData,
    disambiguator: u32,
}

record!(Disambiguated { data, disambiguator });

choice!(DefPathData {
    CrateRoot {} => DefPathData::CrateRoot,
    Impl {} => DefPathData::Impl,
    ForeignMod {} => DefPathData::ForeignMod,
    Use {} => DefPathData::Use,
    GlobalAsm {} => DefPathData::GlobalAsm,
    TypeNs { name: 0 } => DefPathData::TypeNs(name),
    ValueNs { name: 0 } => DefPathData::ValueNs(name),
    MacroNs { name: 0 } => DefPathData::MacroNs(name),
    LifetimeNs { name: 0 } => DefPathData::LifetimeNs(name),
    Closure {} => DefPathData::Closure,
    Ctor {} => DefPathData::Ctor,
    AnonConst {} => DefPathData::AnonConst,
    LateAnonConst {} => DefPathData::LateAnonConst,
    DesugaredAnonymousLifetime {} => DefPathData::DesugaredAnonymousLifetime,
    OpaqueTy {} => DefPathData::OpaqueTy,
    OpaqueLifetime { name: 0 } => DefPathData::OpaqueLifetime(name),
    AnonAssocTy { name: 0 } => DefPathData::AnonAssocTy(name),
    SyntheticCoroutineBody {} => DefPathData::SyntheticCoroutineBody,
    NestedStatic {} => DefPathData::NestedStatic,
});

choice!(AssocContainer {
    Trait {} => AssocContainer::Trait,
    InherentImpl {} => AssocContainer::InherentImpl,
    TraitImpl { item: 0 } => { let Implements(item) = item; AssocContainer::TraitImpl(item) },
});

/// The item that an item of an impl implements, or that there was an error.
struct Implements(Option<DefId>);

choice!(Implements { Ok { item: 0 } => Implements(Some(item)), Err {} => Implements(None) });

record!(Generics { parent, parent_count, own_params, has_self });
record!(GenericParamDef { name, def_id, index, kind });

choice!(GenericParamDefKind {
    Lifetime {} => GenericParamDefKind::Lifetime,
    Type { has_default } => GenericParamDefKind::Type { has_default },
    Const { has_default } => GenericParamDefKind::Const { has_default },
});

/// An item's own where-clauses.
pub(crate) struct GenericPredicates {
    pub parent: Option<DefId>,
    pub predicates: Vec<(MaybePredicate, Ignored)>,
}

record!(GenericPredicates { parent, predicates });

/// Those of the predicates that say something.
pub(crate) fn predicates(decoded: Vec<(MaybePredicate, Ignored)>) -> impl Iterator<Item = Predicate> {
    decoded.into_iter().filter_map(|(MaybePredicate(predicate), Ignored)| predicate)
}

/// Something that is there and is not kept.
pub(crate) struct Ignored;

impl Decode for Ignored {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        d.skip(shape)?;
        Ok(Ignored)
    }
}

impl Decode for ImplHeader {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let RawHeader { trait_ref: Wrapped(trait_ref), polarity, safety } = RawHeader::decode(d, shape)?;
        Ok(ImplHeader { trait_ref, polarity, safety })
    }
}

struct RawHeader {
    trait_ref: Wrapped<TraitRef>,
    polarity: ImplPolarity,
    safety: Safety,
}

record!(RawHeader { trait_ref, polarity, safety });

choice!(ImplPolarity {
    Positive {} => ImplPolarity::Positive,
    Negative {} => ImplPolarity::Negative,
    Reservation {} => ImplPolarity::Reservation,
});

record!(TraitDef { def_id, safety, has_auto_impl, is_marker, paren_sugar });
record!(AdtDef { did, variants, flags, repr });

impl Decode for AdtFlags {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let has = d.flags(shape)?;
        let kind = match (has("IS_STRUCT"), has("IS_ENUM"), has("IS_UNION")) {
            (true, false, false) => AdtKind::Struct,
            (false, true, false) => AdtKind::Enum,
            (false, false, true) => AdtKind::Union,
            _ => return d.fault("an ADT that is not one of struct, enum and union"),
        };
        Ok(AdtFlags {
            kind,
            is_phantom_data: has("IS_PHANTOM_DATA"),
            is_fundamental: has("IS_FUNDAMENTAL"),
            is_box: has("IS_BOX"),
            is_manually_drop: has("IS_MANUALLY_DROP"),
            is_unsafe_cell: has("IS_UNSAFE_CELL"),
            is_unsafe_pinned: has("IS_UNSAFE_PINNED"),
        })
    }
}

record!(VariantDef { def_id, ctor, name, discr, fields });
record!(FieldDef { did, name });

choice!(VariantDiscr {
    Explicit { def: 0 } => VariantDiscr::Explicit(def),
    Relative { distance: 0 } => VariantDiscr::Relative(distance),
});

choice!(CtorKind { Fn {} => CtorKind::Fn, Const {} => CtorKind::Const });

impl Decode for ReprOptions {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let RawRepr { int, align, pack, flags } = RawRepr::decode(d, shape)?;
        Ok(ReprOptions { int, align: align.map(bytes), pack: pack.map(bytes), ..flags.0 })
    }
}

/// An alignment in bytes.
fn bytes(pow2: u8) -> u64 {
    1u64.checked_shl(pow2.into()).unwrap_or(u64::MAX)
}

struct RawRepr {
    int: Option<IntegerType>,
    align: Option<u8>,
    pack: Option<u8>,
    flags: ReprFlags,
}

record!(RawRepr { int, align, pack, flags });

struct ReprFlags(ReprOptions);

impl Decode for ReprFlags {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let has = d.flags(shape)?;
        Ok(ReprFlags(ReprOptions {
            int: None,
            align: None,
            pack: None,
            c: has("IS_C"),
            simd: has("IS_SIMD"),
            transparent: has("IS_TRANSPARENT"),
            linear: has("IS_LINEAR"),
            randomize: has("RANDOMIZE_LAYOUT"),
        }))
    }
}

choice!(IntegerType {
    Pointer { signed: 0 } => IntegerType::Pointer { signed },
    Fixed { size: 0, signed: 1 } => { let IntegerSize(size) = size; IntegerType::Fixed { size, signed } },
});

struct IntegerSize(u8);

choice!(IntegerSize {
    I8 {} => IntegerSize(1),
    I16 {} => IntegerSize(2),
    I32 {} => IntegerSize(4),
    I64 {} => IntegerSize(8),
    I128 {} => IntegerSize(16),
});

record!(IntrinsicDef { name, must_be_overridden });

impl Decode for CodegenFnAttrs {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let RawAttrs {
            flags,
            symbol_name,
            linkage,
            import_linkage,
            link_section,
            alignment,
            target_features,
        } = RawAttrs::decode(d, shape)?;
        let weak = |linkage: Option<Linkage>| linkage.is_some_and(|Linkage { weak }| weak);
        Ok(CodegenFnAttrs {
            symbol_name,
            weak: weak(linkage) || weak(import_linkage),
            link_section,
            alignment: alignment.map(bytes),
            target_features: target_features.into_iter().map(|TargetFeature { name }| name).collect(),
            ..flags.0
        })
    }
}

struct RawAttrs {
    flags: CodegenFlags,
    symbol_name: Option<Symbol>,
    linkage: Option<Linkage>,
    import_linkage: Option<Linkage>,
    link_section: Option<Symbol>,
    alignment: Option<u8>,
    target_features: Vec<TargetFeature>,
}

record!(RawAttrs { flags, symbol_name, linkage, import_linkage, link_section, alignment, target_features });

struct CodegenFlags(CodegenFnAttrs);

impl Decode for CodegenFlags {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let has = d.flags(shape)?;
        Ok(CodegenFlags(CodegenFnAttrs {
            track_caller: has("TRACK_CALLER"),
            no_mangle: has("NO_MANGLE"),
            rustc_std_internal_symbol: has("RUSTC_STD_INTERNAL_SYMBOL"),
            thread_local: has("THREAD_LOCAL"),
            foreign_item: has("FOREIGN_ITEM"),
            naked: has("NAKED"),
            never_unwind: has("NEVER_UNWIND"),
            allocator: has("ALLOCATOR")
                || has("ALLOCATOR_ZEROED")
                || has("REALLOCATOR")
                || has("DEALLOCATOR"),
            symbol_name: None,
            weak: false,
            link_section: None,
            alignment: None,
            target_features: Vec::new(),
        }))
    }
}

struct Linkage {
    weak: bool,
}

choice!(Linkage {
    AvailableExternally {} => Linkage { weak: false },
    Common {} => Linkage { weak: false },
    External {} => Linkage { weak: false },
    Internal {} => Linkage { weak: false },
    LinkOnceAny {} => Linkage { weak: false },
    LinkOnceODR {} => Linkage { weak: false },
    ExternalWeak {} => Linkage { weak: true },
    WeakAny {} => Linkage { weak: true },
    WeakODR {} => Linkage { weak: true },
});

struct TargetFeature {
    name: Symbol,
}

record!(TargetFeature { name });

choice!(CoroutineKind {
    Desugared { desugaring: 0 } => CoroutineKind::Desugared(desugaring),
    Coroutine { movability: 0 } => {
        let Movability { movable } = movability;
        CoroutineKind::Coroutine { movable }
    },
});

choice!(CoroutineDesugaring {
    Async {} => CoroutineDesugaring::Async,
    Gen {} => CoroutineDesugaring::Gen,
    AsyncGen {} => CoroutineDesugaring::AsyncGen,
});

struct Movability {
    movable: bool,
}

choice!(Movability { Static {} => Movability { movable: false }, Movable {} => Movability { movable: true } });

impl Decode for CoroutineLayout {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let RawLayout { field_tys, variant_fields, variant_source_info, storage_conflicts } =
            RawLayout::decode(d, shape)?;
        let fields = field_tys.len();
        let BitMatrix { num_rows, num_columns, words } = storage_conflicts;
        let words_a_row = num_columns.div_ceil(64);
        if num_rows != fields || num_columns != fields || words.len() != num_rows * words_a_row {
            return d.fault("a matrix of another size");
        }
        if variant_fields.iter().flatten().any(|&field| field as usize >= fields) {
            return d.fault("a local that the coroutine does not keep");
        }
        let bit =
            |row: usize, column: usize| words[row * words_a_row + column / 64] >> (column % 64) & 1 == 1;
        let row = |row| (0..num_columns).map(|column| bit(row, column)).collect();
        let storage_conflicts = (0..num_rows).map(row).collect();
        Ok(CoroutineLayout { field_tys, variant_fields, variant_source_info, storage_conflicts })
    }
}

struct RawLayout {
    field_tys: Vec<CoroutineSavedTy>,
    variant_fields: Vec<Vec<u32>>,
    variant_source_info: Vec<SourceInfo>,
    storage_conflicts: BitMatrix,
}

record!(RawLayout { field_tys, variant_fields, variant_source_info, storage_conflicts });
record!(CoroutineSavedTy { ty, source_info });

struct BitMatrix {
    num_rows: usize,
    num_columns: usize,
    words: Vec<u64>,
}

record!(BitMatrix { num_rows, num_columns, words });

/// The numbers in a set.
pub(crate) struct BitSet(pub Vec<u32>);

impl Decode for BitSet {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let RawBitSet { domain_size, words } = RawBitSet::decode(d, shape)?;
        let domain =
            u32::try_from(domain_size).unwrap_or(u32::MAX).min((words.len() as u32).saturating_mul(64));
        let has = |bit: &u32| words[*bit as usize / 64] >> (bit % 64) & 1 == 1;
        Ok(BitSet((0..domain).filter(has).collect()))
    }
}

struct RawBitSet {
    domain_size: usize,
    words: Vec<u64>,
}

record!(RawBitSet { domain_size, words });

/// The destructor of an ADT.
pub(crate) struct Destructor {
    pub did: DefId,
}

record!(Destructor { did });

/// A symbol that a crate exports: the definition, if it is not generic.
pub(crate) struct SymbolEntry {
    pub def: Option<DefId>,
}

impl Decode for SymbolEntry {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let (ExportedDef(def), Ignored) = <(ExportedDef, Ignored)>::decode(d, shape)?;
        Ok(SymbolEntry { def })
    }
}

struct ExportedDef(Option<DefId>);

choice!(ExportedDef {
    NonGeneric { def: 0 } => ExportedDef(Some(def)),
    Generic {} => ExportedDef(None),
    DropGlue {} => ExportedDef(None),
    AsyncDropGlueCtorShim {} => ExportedDef(None),
    AsyncDropGlue {} => ExportedDef(None),
    ThreadLocalShim {} => ExportedDef(None),
    NoDefId {} => ExportedDef(None),
});

/// Those attributes that matter for running a program.
#[derive(Clone, Debug)]
pub(crate) enum Attribute {
    ValidRangeStart(u128),
    ValidRangeEnd(u128),
    TrackCaller,
    NoMangle,
    RustcStdInternalSymbol,
    ThreadLocal,
    Naked,
    RustcNounwind,
    Allocator,
    SymbolName(Symbol),
    Weak,
    TargetFeatures(Vec<Symbol>),
    Alignment(u64),
    /// Any other.
    Other,
}

/// An attribute by the name of its variant: there are about two hundred, of which we want a dozen.
impl Decode for Attribute {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let Shape::Type(id) = shape else { return d.unexpected(shape, "an attribute") };
        d.enter()?;
        let def = d.schema.type_def(id);
        let variant = &def.variants[d.tag(def.variants.len())?];
        let mut attribute = match &*variant.name {
            "TrackCaller" => Attribute::TrackCaller,
            "NoMangle" => Attribute::NoMangle,
            "RustcStdInternalSymbol" => Attribute::RustcStdInternalSymbol,
            "ThreadLocal" => Attribute::ThreadLocal,
            "Naked" => Attribute::Naked,
            "RustcNounwind" => Attribute::RustcNounwind,
            "RustcAllocator" | "RustcAllocatorZeroed" | "RustcReallocator" | "RustcDeallocator" => {
                Attribute::Allocator
            }
            _ => Attribute::Other,
        };
        for field in &variant.fields {
            match (&*variant.name, &*field.name) {
                ("Parsed", "0") => attribute = Attribute::decode(d, field.shape)?,
                ("RustcLayoutScalarValidRangeStart", "0") => {
                    attribute = Attribute::ValidRangeStart(u128::decode(d, field.shape)?);
                }
                ("RustcLayoutScalarValidRangeEnd", "0") => {
                    attribute = Attribute::ValidRangeEnd(u128::decode(d, field.shape)?);
                }
                ("LinkName" | "ExportName", "name") => {
                    attribute = Attribute::SymbolName(Symbol::decode(d, field.shape)?);
                }
                // Of a static, too, whose own attribute the compiler parses to this one.
                ("RustcAlign" | "Align", "align") => {
                    attribute = Attribute::Alignment(bytes(u8::decode(d, field.shape)?));
                }
                ("Linkage", "0") => {
                    let Linkage { weak } = Linkage::decode(d, field.shape)?;
                    attribute = if weak { Attribute::Weak } else { Attribute::Other };
                }
                ("TargetFeature", "features") => {
                    let features = Vec::<(Symbol, Ignored)>::decode(d, field.shape)?;
                    attribute =
                        Attribute::TargetFeatures(features.into_iter().map(|(name, Ignored)| name).collect());
                }
                _ => d.skip(field.shape)?,
            }
        }
        d.leave();
        Ok(attribute)
    }
}

/// The type of an item, in its binder.
pub(crate) type ItemType = Wrapped<Ty>;

/// The signature of an item, in its binders.
pub(crate) type ItemSig = Wrapped<Wrapped<FnSig>>;

/// A constant, in its binder.
pub(crate) type ItemConst = Wrapped<Const>;
