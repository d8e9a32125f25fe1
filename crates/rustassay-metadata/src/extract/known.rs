//! What rustc encodes by hand, and how.

/// A type of rustc that is not encoded as its definition says.
pub(super) enum Known {
    /// In this shape.
    Shape(&'static str),
    /// As this type, where the definition stands.
    As(&'static str),
    /// As its first type argument.
    Argument,
    /// As a sequence of its last type argument.
    Sequence,
    /// As a map from its first type argument to its second.
    Map,
    /// As a map from this type to its type argument.
    MapFrom(&'static str),
}

use Known::{Argument, As, Map, MapFrom, Sequence, Shape};

/// By name alone: types of the standard library and of crates that the compiler uses.
pub(super) const FOREIGN: &[(&str, Known)] = &[
    ("bool", Shape("bool")),
    ("u8", Shape("u8")),
    ("i8", Shape("i8")),
    ("u16", Shape("u16")),
    ("i16", Shape("i16")),
    ("u32", Shape("u32")),
    ("i32", Shape("i32")),
    ("u64", Shape("u64")),
    ("i64", Shape("i64")),
    ("u128", Shape("u128")),
    ("i128", Shape("i128")),
    ("usize", Shape("usize")),
    ("isize", Shape("isize")),
    ("char", Shape("char")),
    ("str", Shape("str")),
    ("String", Shape("str")),
    ("PathBuf", Shape("str")),
    ("Path", Shape("str")),
    ("PhantomData", Shape("()")),
    ("Box", Argument),
    ("Rc", Argument),
    ("Arc", Argument),
    ("Cow", Argument),
    ("NonZero", Argument),
    ("RefCell", Argument),
    ("Cell", Argument),
    ("Vec", Sequence),
    ("VecDeque", Sequence),
    ("SmallVec", Sequence),
    ("ThinVec", Sequence),
    ("HashSet", Sequence),
    ("FxHashSet", Sequence),
    ("IndexSet", Sequence),
    ("FxIndexSet", Sequence),
    ("BTreeSet", Sequence),
    ("HashMap", Map),
    ("FxHashMap", Map),
    ("IndexMap", Map),
    ("FxIndexMap", Map),
    ("BTreeMap", Map),
    ("DefIdMap", MapFrom("rustc_span::def_id::DefId")),
];

/// By the module that the definition stands in or below, and its name.
pub(super) const COMPILER: &[(&str, &str, Known)] = &[
    ("rustc_middle::ty", "Ty", Shape("Ty")),
    ("rustc_middle::ty", "Predicate", Shape("Predicate")),
    ("rustc_middle::ty", "Clause", Shape("Predicate")),
    ("rustc_middle::ty", "Const", As("ConstKind<'tcx>")),
    ("rustc_middle::ty", "Region", As("RegionKind<'tcx>")),
    ("rustc_middle::ty", "Pattern", As("PatternKind<'tcx>")),
    ("rustc_middle::ty", "ValTree", As("ValTreeKind<TyCtxt<'tcx>>")),
    ("rustc_middle::ty", "GenericArg", As("GenericArgKind<'tcx>")),
    ("rustc_middle::ty", "Term", As("TermKind<'tcx>")),
    ("rustc_middle::ty", "AdtDef", As("AdtDefData")),
    ("rustc_middle::ty", "List", Sequence),
    ("rustc_middle::ty", "RawList", Sequence),
    ("rustc_middle::ty", "ListWithCachedTypeInfo", Sequence),
    ("rustc_middle::ty", "ScalarInt", Shape("ScalarInt")),
    ("rustc_middle::mir", "ClearCrossCrate", Shape("()")),
    ("rustc_middle::mir", "Cache", Shape("()")),
    ("rustc_middle::mir::basic_blocks", "Cache", Shape("()")),
    ("rustc_middle::mir::interpret", "AllocId", Shape("AllocId")),
    ("rustc_middle::mir::interpret", "ConstAllocation", Shape("Allocation")),
    ("rustc_middle::mir::interpret", "Allocation", Shape("Allocation")),
    ("rustc_middle::mir::interpret", "CtfeProvenance", As("(AllocId, bool, bool)")),
    ("rustc_middle::mir::interpret", "InitMaskMaterialized", Shape("InitBlocks")),
    ("rustc_data_structures", "Fingerprint", Shape("raw16")),
    ("rustc_data_structures", "PackedFingerprint", Shape("raw16")),
    ("rustc_data_structures", "Interned", Argument),
    ("rustc_data_structures", "UnordMap", Map),
    ("rustc_data_structures", "UnordSet", Sequence),
    ("rustc_data_structures", "SortedMap", Map),
    ("rustc_hashes", "Hash64", Shape("raw8")),
    ("rustc_hashes", "Hash128", Shape("raw16")),
    ("rustc_index", "IndexVec", Sequence),
    ("rustc_index", "IndexSlice", Sequence),
    ("rustc_span", "Symbol", Shape("Symbol")),
    ("rustc_span", "ByteSymbol", Shape("ByteSymbol")),
    ("rustc_span", "Span", Shape("Span")),
    ("rustc_span", "SyntaxContext", Shape("u32")),
    ("rustc_span", "ErrorGuaranteed", Shape("!")),
    ("rustc_span", "AttrId", Shape("()")),
    ("rustc_span", "StableCrateId", Shape("raw8")),
    ("rustc_span", "LocalDefId", As("DefId")),
    ("rustc_span", "LocalExpnId", As("ExpnId")),
    ("rustc_data_structures", "Pu128", Shape("u128")),
    ("rustc_ast", "LazyAttrTokenStream", Shape("!")),
    // Nothing that runs depends on syntax trees.
    ("rustc_ast", "Path", Shape("!")),
    ("rustc_ast", "Expr", Shape("!")),
    ("rustc_metadata", "LazyValue", Shape("Lazy")),
    ("rustc_metadata", "LazyArray", Shape("LazyArr")),
    ("rustc_metadata", "LazyTable", Shape("Table")),
    ("rustc_target", "TargetTuple", Shape("TargetTuple")),
];

/// Types that a macro defines for each architecture, and that have no fields.
pub(super) fn is_register(name: &str) -> bool {
    name.ends_with("InlineAsmReg") || name.ends_with("InlineAsmRegClass")
}

/// Types that macros define, and the difference lists of lines.
pub(super) const NAMED: &[(&str, &str)] = &[
    ("BytePos", "u32"),
    ("RelativeBytePos", "u32"),
    ("CharPos", "usize"),
    ("Lines", "Lines"),
    ("PanicStrategy", "u8"),
    ("SymbolManglingVersion", "u8"),
];

/// Structs whose fields are encoded by hand.
pub(super) const STRUCTS: &[(&str, &[(&str, &str)])] = &[
    (
        "SourceFile",
        &[
            ("name", "FileName"),
            ("src_hash", "SourceFileHash"),
            ("checksum_hash", "Option<SourceFileHash>"),
            ("normalized_source_len", "RelativeBytePos"),
            ("unnormalized_source_len", "u32"),
            ("lines", "Lines"),
            ("multibyte_chars", "Vec<MultiByteChar>"),
            ("stable_id", "StableSourceFileId"),
            ("normalized_pos", "Vec<NormalizedPos>"),
            ("cnum", "CrateNum"),
        ],
    ),
    ("DefId", &[("krate", "CrateNum"), ("index", "DefIndex")]),
    ("ExpnId", &[("krate", "CrateNum"), ("index", "u32")]),
    ("Binder", &[("bound_vars", "Vec<BoundVariableKind<TyCtxt>>"), ("value", "T")]),
];
