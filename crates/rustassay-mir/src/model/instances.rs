//! What compiled crates have beyond what custom MIR can say: instances of their types, memory that the compiler made, and functions
//! that are defined elsewhere. Where the compiler evaluates an intrinsic, so does [`Builtin`].

use super::{FnDefId, FnSig, IdVec, MemoryId, Name, SimdOp, StaticId, Ty, VariantId};
use std::ops::Range;

/// What the metadata of a compiled crate says of an instance of a type, beside its fields.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AdtInstance {
    /// What the language knows of it.
    pub role: AdtRole,
    /// `rustc_layout_scalar_valid_range_start` and `_end`: the bits that the only scalar may have.
    pub valid_range: Option<super::PatRange>,
    /// Whether `&mut` of it promises that nobody else accesses it: it implements `Unpin` and `UnsafeUnpin`.
    pub is_unpin: bool,
    /// Whether the type of the last field may be unsized in some other instance. It then stays last in all of them.
    pub has_unsizable_tail: bool,
    /// `repr(simd)`: the only field is an array of lanes.
    pub is_simd: bool,
    /// Of a coroutine: what its states share.
    pub coroutine: Option<CoroutineDef>,
}

impl AdtInstance {
    /// An ordinary struct, enum or union.
    pub const PLAIN: AdtInstance = AdtInstance {
        role: AdtRole::Plain,
        valid_range: None,
        is_unpin: true,
        has_unsizable_tail: false,
        is_simd: false,
        coroutine: None,
    };
}

/// What the language knows of a type beside its fields.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum AdtRole {
    /// Nothing.
    Plain,
    /// `Box`: field 0 has the pointer, field 1 the allocator. One of the global allocator is unique as long as it is used.
    #[allow(missing_docs)]
    Box { pointee: Ty, is_global: bool },
    /// `UnsafeCell`: the contents may change behind a shared reference.
    UnsafeCell,
    /// `UnsafePinned`: a mutable reference to it is not unique, either.
    UnsafePinned,
    /// `ManuallyDrop`: the contents are not dropped, and references in it may dangle.
    ManuallyDrop,
    /// `MaybeDangling`: references in it may dangle.
    MaybeDangling,
    /// `PhantomData`
    PhantomData,
    /// `Option`: it is passed as its contents where null is its `None`.
    Option,
    /// A closure: its fields are the captures.
    Closure,
    /// A coroutine, an enum whose variants are its states. The first one, from before it ever ran, has the captures as its
    /// fields, and these are where they are in every state. Its destructor drops everything.
    Coroutine,
}

/// What the states of a coroutine share (`rustc_middle::mir::CoroutineLayout`).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CoroutineDef {
    /// Which saved local each field of each variant is; the first variant has none.
    pub saved: IdVec<VariantId, Vec<u32>>,
    /// The pairs of saved locals that are alive at the same time.
    pub conflicts: Vec<(u32, u32)>,
}

/// A function that is defined outside of all crates, or that nobody can run.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ForeignFn {
    /// What it is called where it is defined: its symbol.
    pub name: Name,
    /// What kind of function it is.
    pub kind: ForeignKind,
    /// What it takes and gives, as far as the declaration says.
    pub sig: FnSig,
    /// Whether it takes more arguments than the declaration says: `...`.
    pub is_variadic: bool,
}

/// Where a foreign function comes from.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum ForeignKind {
    /// A library that is not written in Rust.
    Symbol,
    /// A symbol that a static has.
    Static,
    /// An intrinsic that the machine does not know.
    Intrinsic,
    /// Something else that cannot be called, such as inline assembly; the name says what.
    Other,
}

/// Memory that the compiler has made: what a constant or static holds or refers to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MemoryDef {
    /// The bytes. Where a pointer is, they are the offset from what it points to.
    pub bytes: Box<[u8]>,
    /// The bytes that are not initialized, in order and apart.
    pub uninit: Vec<Range<u64>>,
    /// Where pointers are, and what they point to, in order.
    pub pointers: Vec<(u64, PointerTarget)>,
    /// The alignment.
    pub align: u64,
    /// Whether it may be written.
    pub is_mut: bool,
}

/// What a pointer in constant memory points to.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum PointerTarget {
    /// A static.
    Static(StaticId),
    /// Constant memory.
    Memory(MemoryId),
    /// A function.
    Fn(FnDefId),
    /// The vtable of a type for a trait object type.
    #[allow(missing_docs)]
    Vtable { concrete: Ty, object: Ty },
}

/// The intrinsics that ordinary Rust calls and custom MIR cannot: rustc evaluates or lowers them before there is a body to run, or
/// crashes on a call.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Builtin {
    /// `size_of::<T>() -> usize`
    SizeOf,
    /// `align_of::<T>() -> usize`
    AlignOf,
    /// `needs_drop::<T>() -> bool`
    NeedsDrop,
    /// `offset_of::<T>(variant: u32, field: u32) -> usize`
    OffsetOf,
    /// `variant_count::<T>() -> usize`
    VariantCount,
    /// `ptr_metadata::<P, M>(*const P) -> M`
    PtrMetadata,
    /// `slice_get_unchecked::<ItemPtr, SlicePtr, T>(SlicePtr, usize) -> ItemPtr`
    SliceGetUnchecked,
    /// `vtable_size(*const ()) -> usize`
    VtableSize,
    /// `vtable_align(*const ()) -> usize`
    VtableAlign,
    /// `write_via_move::<T>(*mut T, T)`
    WriteViaMove,
    /// `caller_location() -> &'static Location<'static>`: of the innermost call whose function is not `#[track_caller]`
    CallerLocation,
    /// `const_allocate(size: usize, align: usize) -> *mut u8`: null at run time
    ConstAllocate,
    /// `const_deallocate(*mut u8, size: usize, align: usize)`: nothing at run time
    ConstDeallocate,
    /// `const_make_global(*mut u8) -> *const u8`
    ConstMakeGlobal,
    /// An operation on vectors
    Simd(SimdOp),
}

impl Builtin {
    /// All but the operations on vectors.
    pub const ALL: [Builtin; 14] = [
        Builtin::SizeOf,
        Builtin::AlignOf,
        Builtin::NeedsDrop,
        Builtin::OffsetOf,
        Builtin::VariantCount,
        Builtin::PtrMetadata,
        Builtin::SliceGetUnchecked,
        Builtin::VtableSize,
        Builtin::VtableAlign,
        Builtin::WriteViaMove,
        Builtin::CallerLocation,
        Builtin::ConstAllocate,
        Builtin::ConstDeallocate,
        Builtin::ConstMakeGlobal,
    ];

    /// Its name in `core::intrinsics`.
    pub fn name(self) -> &'static str {
        match self {
            Builtin::SizeOf => "size_of",
            Builtin::AlignOf => "align_of",
            Builtin::NeedsDrop => "needs_drop",
            Builtin::OffsetOf => "offset_of",
            Builtin::VariantCount => "variant_count",
            Builtin::PtrMetadata => "ptr_metadata",
            Builtin::SliceGetUnchecked => "slice_get_unchecked",
            Builtin::VtableSize => "vtable_size",
            Builtin::VtableAlign => "vtable_align",
            Builtin::WriteViaMove => "write_via_move",
            Builtin::CallerLocation => "caller_location",
            Builtin::ConstAllocate => "const_allocate",
            Builtin::ConstDeallocate => "const_deallocate",
            Builtin::ConstMakeGlobal => "const_make_global",
            Builtin::Simd(op) => op.name(),
        }
    }

    /// The one that is called `name`.
    pub fn from_name(name: &str) -> Option<Builtin> {
        let found = Builtin::ALL.into_iter().find(|builtin| builtin.name() == name);
        found.or_else(|| SimdOp::from_name(name).map(Builtin::Simd))
    }
}
