//! The table of intrinsics: everything but their semantics, which the machine has.
//!
//! A row names a variant of [`Intrinsic`], its group, its signature (a declaration that [`super::signature`] reads) and any
//! number of facts. A fact is a method of [`Row`]. A variant with a `FloatTy` is a family: it stands for one intrinsic per
//! floating-point type, and `{f}` in its row for the name of that type.
//!
//! Left out because rustc evaluates or lowers them before there is MIR, and crashes on a call: `size_of`, `align_of`,
//! `needs_drop`, `type_name`, `variant_count`, `write_via_move`. Left out because MIR of this model has no use for them:
//! SIMD, vtables of trait objects, `TypeId` and type information, contracts, variadic arguments, automatic
//! differentiation, prefetching, compile-time allocation, and `rustc_peek`, which needs compiler flags of its own.
//!
//! Generators draw from the rows in this order, so a new row changes the programs of a seed.

use crate::model::FloatTy;
use rustassay_lang::Release;

/// One row of the table.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// As `core::intrinsics` of the reference release declares it. It is `const` if a `const fn` may call it without
    /// crate features.
    pub signature: &'static str,
    pub group: IntrinsicGroup,
    pub since: Release,
    pub until: Option<Release>,
    pub const_since: Release,
    /// What it is called from some release on.
    pub new_name: Option<(Release, &'static str)>,
    pub surface_form: Option<SurfaceForm>,
    pub is_open: bool,
    pub is_partial: bool,
    pub is_lowered: bool,
    pub is_known_to_miri: bool,
}

/// The first release that this crate knows.
const FIRST: Release = Release::new(70);

impl Row {
    const fn new(group: IntrinsicGroup, signature: &'static str) -> Row {
        Row {
            signature,
            group,
            since: FIRST,
            until: None,
            const_since: FIRST,
            new_name: None,
            surface_form: None,
            is_open: false,
            is_partial: false,
            is_lowered: false,
            is_known_to_miri: true,
        }
    }

    /// Release 1.`minor` is the first that has it, by the sources of the library.
    const fn since(self, minor: u16) -> Row {
        Row { since: Release::new(minor), ..self }
    }

    /// Release 1.`minor` is the first without it.
    const fn until(self, minor: u16) -> Row {
        Row { until: Some(Release::new(minor)), ..self }
    }

    /// Release 1.`minor` is the first in which a `const fn` may call it. Sources: rustc 1.85, which was tried on each
    /// intrinsic, and the sources of the library.
    const fn const_since(self, minor: u16) -> Row {
        Row { const_since: Release::new(minor), ..self }
    }

    /// From release 1.`minor` on it has another name.
    const fn renamed(self, minor: u16, name: &'static str) -> Row {
        Row { new_name: Some((Release::new(minor), name)), ..self }
    }

    /// The language leaves its result open.
    const fn open(self) -> Row {
        Row { is_open: true, ..self }
    }

    /// Calling it with some numbers or booleans is Undefined Behavior.
    const fn partial(self) -> Row {
        Row { is_partial: true, ..self }
    }

    /// rustc's `LowerIntrinsics` replaces it.
    const fn lowered(self) -> Row {
        Row { is_lowered: true, ..self }
    }

    /// No Miri knows it, up to that of the nightly of 19 May 2026.
    const fn unknown_to_miri(self) -> Row {
        Row { is_known_to_miri: false, ..self }
    }

    const fn surface(self, form: SurfaceForm) -> Row {
        Row { surface_form: Some(form), ..self }
    }

    const fn method(self, name: &'static str) -> Row {
        self.surface(SurfaceForm::Method { name, is_unsafe: false })
    }

    const fn unsafe_method(self, name: &'static str) -> Row {
        self.surface(SurfaceForm::Method { name, is_unsafe: true })
    }

    const fn function(self, path: &'static str) -> Row {
        self.surface(SurfaceForm::Function { path, is_unsafe: false })
    }

    const fn unsafe_function(self, path: &'static str) -> Row {
        self.surface(SurfaceForm::Function { path, is_unsafe: true })
    }

    const fn atomic_method(self, name: &'static str) -> Row {
        self.surface(SurfaceForm::AtomicMethod(name))
    }

    const fn fence(self, name: &'static str) -> Row {
        self.surface(SurfaceForm::Fence(name))
    }

    /// [`SurfaceForm::Expression`].
    const fn expression(self) -> Row {
        self.surface(SurfaceForm::Expression)
    }
}

/// How stable Rust writes a call of an intrinsic.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum SurfaceForm {
    /// A method of the first argument, which takes the others
    Method { name: &'static str, is_unsafe: bool },
    /// A function of the same arguments
    Function { path: &'static str, is_unsafe: bool },
    /// A method of the atomic type that the first argument points to
    AtomicMethod(&'static str),
    /// A function of `core::sync::atomic` that takes the ordering
    Fence(&'static str),
    /// More than another name: `surface::intrinsics` writes it
    Expression,
}

/// What an intrinsic does, roughly.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum IntrinsicGroup {
    /// Atomic accesses and fences
    Atomic,
    /// Volatile accesses
    Volatile,
    /// Bits of integers: counted, moved around
    Bits,
    /// Shifts by an amount that must be in range
    UncheckedShift,
    /// Integer arithmetic whose result must fit
    UncheckedArithmetic,
    /// Integer arithmetic that stops at the ends of the type
    SaturatingArithmetic,
    /// Integer arithmetic modulo the size of the type
    WrappingArithmetic,
    /// Integer arithmetic that says whether the result fits
    OverflowingArithmetic,
    /// Other operations on integers
    Integer,
    /// The smaller or larger of two floats
    FloatExtreme,
    /// A product and a sum of floats, rounded once
    FloatFused,
    /// Rounding of floats, and square roots
    FloatRounding,
    /// Other operations on floats
    Float,
    /// Copies and fills of memory
    Copy,
    /// Other accesses of memory
    Memory,
    /// Pointers themselves, and the size of what they point to
    Pointer,
    /// Hints, panics, control flow, and questions about types
    Other,
}

impl IntrinsicGroup {
    /// What statistics count its intrinsics as, if they count them together.
    pub const fn counted_as(self) -> Option<&'static str> {
        Some(match self {
            IntrinsicGroup::Atomic => "atomic",
            IntrinsicGroup::Volatile => "volatile",
            IntrinsicGroup::Bits => "bits",
            IntrinsicGroup::UncheckedShift => "unchecked shifts",
            IntrinsicGroup::UncheckedArithmetic => "unchecked and exact arithmetic",
            IntrinsicGroup::SaturatingArithmetic => "saturating arithmetic",
            IntrinsicGroup::WrappingArithmetic => "wrapping arithmetic",
            IntrinsicGroup::OverflowingArithmetic => "overflowing arithmetic",
            IntrinsicGroup::FloatExtreme => "float minimum and maximum",
            IntrinsicGroup::FloatFused => "float fused multiply-add",
            IntrinsicGroup::FloatRounding => "float rounding and roots",
            IntrinsicGroup::Copy => "copies of memory",
            IntrinsicGroup::Integer
            | IntrinsicGroup::Float
            | IntrinsicGroup::Memory
            | IntrinsicGroup::Pointer
            | IntrinsicGroup::Other => return None,
        })
    }
}

macro_rules! intrinsics {
    ($($variant:ident $(($float:ident))?: $group:ident, $signature:literal
        $(, $fact:ident $(($($value:literal),+))?)*;)*) => {
        /// An intrinsic.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Intrinsic {
            $(#[doc = concat!("`", $signature, "`")] $variant $(($float))?,)*
        }

        /// Where each row is in the table.
        enum RowIndex {
            $($variant,)*
        }

        static ROWS: &[Row] =
            &[$(Row::new(IntrinsicGroup::$group, $signature)$(.$fact($($($value),+)?))*,)*];

        static FAMILIES: &[&[Intrinsic]] = &[$(family!($variant $($float)?),)*];

        impl Intrinsic {
            /// Where its row is in the table.
            pub(super) const fn row_index(self) -> usize {
                match self {
                    $(Intrinsic::$variant { .. } => RowIndex::$variant as usize,)*
                }
            }

            /// Its floating-point type, if it belongs to a family.
            pub const fn float(self) -> Option<FloatTy> {
                match self {
                    $($(Intrinsic::$variant(float) => Some::<$float>(float),)?)*
                    _ => None,
                }
            }

            pub(super) fn row(self) -> &'static Row {
                &ROWS[self.row_index()]
            }

            /// The intrinsics of each row: one, or one per floating-point type.
            pub fn families() -> impl Iterator<Item = &'static [Intrinsic]> {
                FAMILIES.iter().copied()
            }
        }
    };
}

macro_rules! family {
    ($variant:ident) => {
        &[Intrinsic::$variant]
    };
    ($variant:ident FloatTy) => {
        &[
            Intrinsic::$variant(FloatTy::F16),
            Intrinsic::$variant(FloatTy::F32),
            Intrinsic::$variant(FloatTy::F64),
            Intrinsic::$variant(FloatTy::F128),
        ]
    };
}

intrinsics! {
    // Integers.
    Ctpop: Bits, "const ctpop<T: Int>(T) -> u32", method("count_ones");
    Ctlz: Bits, "const ctlz<T: Int>(T) -> u32", method("leading_zeros");
    Cttz: Bits, "const cttz<T: Int>(T) -> u32", method("trailing_zeros");
    CtlzNonzero: Bits, "const unsafe ctlz_nonzero<T: Int>(T) -> u32", partial, expression;
    CttzNonzero: Bits, "const unsafe cttz_nonzero<T: Int>(T) -> u32", partial, expression;
    Bswap: Bits, "const bswap<T: Int>(T) -> T", method("swap_bytes");
    Bitreverse: Bits, "const bitreverse<T: Int>(T) -> T", method("reverse_bits");
    ThreeWayCompare: Integer, "const three_way_compare<T: Ordered>(T, T) -> Ordering", lowered, expression;
    DisjointBitor: Integer, "unsafe disjoint_bitor<T: Uint>(T, T) -> T", since(86), partial, expression;
    AddWithOverflow: OverflowingArithmetic, "const add_with_overflow<T: Int>(T, T) -> (T, bool)",
        lowered, method("overflowing_add");
    SubWithOverflow: OverflowingArithmetic, "const sub_with_overflow<T: Int>(T, T) -> (T, bool)",
        lowered, method("overflowing_sub");
    MulWithOverflow: OverflowingArithmetic, "const mul_with_overflow<T: Int>(T, T) -> (T, bool)",
        lowered, method("overflowing_mul");
    CarryingMulAdd: Integer, "carrying_mul_add<T: Int, U: unsigned T>(T, T, T, T) -> (U, T)", expression;
    ExactDiv: UncheckedArithmetic, "const unsafe exact_div<T: Int>(T, T) -> T", partial;
    UncheckedDiv: UncheckedArithmetic, "const unsafe unchecked_div<T: Int>(T, T) -> T", partial, lowered;
    UncheckedRem: UncheckedArithmetic, "const unsafe unchecked_rem<T: Int>(T, T) -> T", partial, lowered;
    UncheckedShl: UncheckedShift, "const unsafe unchecked_shl<T: Int, U: Int>(T, U) -> T",
        partial, lowered, expression;
    UncheckedShr: UncheckedShift, "const unsafe unchecked_shr<T: Int, U: Int>(T, U) -> T",
        partial, lowered, expression;
    UncheckedAdd: UncheckedArithmetic, "const unsafe unchecked_add<T: Int>(T, T) -> T",
        partial, lowered, unsafe_method("unchecked_add");
    UncheckedSub: UncheckedArithmetic, "const unsafe unchecked_sub<T: Int>(T, T) -> T",
        partial, lowered, unsafe_method("unchecked_sub");
    UncheckedMul: UncheckedArithmetic, "const unsafe unchecked_mul<T: Int>(T, T) -> T",
        partial, lowered, unsafe_method("unchecked_mul");
    RotateLeft: Bits, "rotate_left<T: Uint>(T, u32) -> T", method("rotate_left");
    RotateRight: Bits, "rotate_right<T: Uint>(T, u32) -> T", method("rotate_right");
    WrappingAdd: WrappingArithmetic, "const wrapping_add<T: Int>(T, T) -> T", lowered, method("wrapping_add");
    WrappingSub: WrappingArithmetic, "const wrapping_sub<T: Int>(T, T) -> T", lowered, method("wrapping_sub");
    WrappingMul: WrappingArithmetic, "const wrapping_mul<T: Int>(T, T) -> T", lowered, method("wrapping_mul");
    SaturatingAdd: SaturatingArithmetic, "const saturating_add<T: Int>(T, T) -> T", method("saturating_add");
    SaturatingSub: SaturatingArithmetic, "const saturating_sub<T: Int>(T, T) -> T", method("saturating_sub");
    UncheckedFunnelShl: UncheckedShift, "unsafe unchecked_funnel_shl<T: Uint>(T, T, u32) -> T",
        since(91), partial;
    UncheckedFunnelShr: UncheckedShift, "unsafe unchecked_funnel_shr<T: Uint>(T, T, u32) -> T",
        since(91), partial;

    // Floats.
    Sqrt(FloatTy): FloatRounding, "sqrt{f}({f}) -> {f}", method("sqrt");
    Fma(FloatTy): FloatFused, "const fma{f}({f}, {f}, {f}) -> {f}", const_since(92), method("mul_add");
    Floor(FloatTy): FloatRounding, "const floor{f}({f}) -> {f}", const_since(89), method("floor");
    Ceil(FloatTy): FloatRounding, "const ceil{f}({f}) -> {f}", const_since(89), method("ceil");
    Trunc(FloatTy): FloatRounding, "const trunc{f}({f}) -> {f}", const_since(89), method("trunc");
    RoundTiesEven(FloatTy): FloatRounding, "const round_ties_even_{f}({f}) -> {f}",
        since(87), const_since(95), method("round_ties_even");
    Round(FloatTy): FloatRounding, "const round{f}({f}) -> {f}", const_since(89), method("round");
    // Renamed after IEEE 754-2019.
    Minnum(FloatTy): FloatExtreme, "const minnum{f}({f}, {f}) -> {f}",
        renamed(96, "minimum_number_nsz_{f}"), method("min");
    Minimum(FloatTy): FloatExtreme, "const minimum{f}({f}, {f}) -> {f}", since(89);
    Maxnum(FloatTy): FloatExtreme, "const maxnum{f}({f}, {f}) -> {f}",
        renamed(96, "maximum_number_nsz_{f}"), method("max");
    Maximum(FloatTy): FloatExtreme, "const maximum{f}({f}, {f}) -> {f}", since(89);
    // Became one generic intrinsic.
    Fabs(FloatTy): Float, "const fabs{f}({f}) -> {f}", renamed(96, "fabs"), method("abs");
    Copysign(FloatTy): Float, "const copysign{f}({f}, {f}) -> {f}", method("copysign");
    FloatToIntUnchecked: Float, "unsafe float_to_int_unchecked<T: Float, U: Int>(T) -> U",
        partial, expression;
    // Computed by libraries.
    Powi(FloatTy): Float, "powi{f}({f}, i32) -> {f}", open, method("powi");
    Sin(FloatTy): Float, "sin{f}({f}) -> {f}", open, method("sin");
    Cos(FloatTy): Float, "cos{f}({f}) -> {f}", open, method("cos");
    Pow(FloatTy): Float, "pow{f}({f}, {f}) -> {f}", open, method("powf");
    Exp(FloatTy): Float, "exp{f}({f}) -> {f}", open, method("exp");
    Exp2(FloatTy): Float, "exp2{f}({f}) -> {f}", open, method("exp2");
    Log(FloatTy): Float, "log{f}({f}) -> {f}", open, method("ln");
    Log10(FloatTy): Float, "log10{f}({f}) -> {f}", open, method("log10");
    Log2(FloatTy): Float, "log2{f}({f}) -> {f}", open, method("log2");
    // Fused or not.
    Fmuladd(FloatTy): Float, "const fmuladd{f}({f}, {f}, {f}) -> {f}", open;
    // Computed in any order.
    FaddFast: Float, "unsafe fadd_fast<T: Float>(T, T) -> T", open;
    FsubFast: Float, "unsafe fsub_fast<T: Float>(T, T) -> T", open;
    FmulFast: Float, "unsafe fmul_fast<T: Float>(T, T) -> T", open;
    FdivFast: Float, "unsafe fdiv_fast<T: Float>(T, T) -> T", open;
    FremFast: Float, "unsafe frem_fast<T: Float>(T, T) -> T", open;
    FaddAlgebraic: Float, "const fadd_algebraic<T: Float>(T, T) -> T", const_since(95), open;
    FsubAlgebraic: Float, "const fsub_algebraic<T: Float>(T, T) -> T", const_since(95), open;
    FmulAlgebraic: Float, "const fmul_algebraic<T: Float>(T, T) -> T", const_since(95), open;
    FdivAlgebraic: Float, "const fdiv_algebraic<T: Float>(T, T) -> T", const_since(95), open;
    FremAlgebraic: Float, "const frem_algebraic<T: Float>(T, T) -> T", const_since(95), open;

    // Memory.
    CopyNonoverlapping: Copy, "const unsafe copy_nonoverlapping<T: Sized>(*const T, *mut T, usize) -> ()",
        lowered, unsafe_function("core::ptr::copy_nonoverlapping");
    Copy: Copy, "const unsafe copy<T: Sized>(*const T, *mut T, usize) -> ()",
        unsafe_function("core::ptr::copy");
    WriteBytes: Copy, "const unsafe write_bytes<T: Sized>(*mut T, u8, usize) -> ()",
        unsafe_function("core::ptr::write_bytes");
    TypedSwapNonoverlapping: Copy, "const unsafe typed_swap_nonoverlapping<T: Sized>(*mut T, *mut T) -> ()",
        expression;
    RawEq: Memory, "const unsafe raw_eq<T: Sized>(&T, &T) -> bool";
    ReadViaCopy: Memory, "const unsafe read_via_copy<T: Sized>(*const T) -> T",
        lowered, unsafe_method("read");
    CompareBytes: Memory, "unsafe compare_bytes(*const u8, *const u8, usize) -> i32";
    NontemporalStore: Memory, "unsafe nontemporal_store<T: Sized>(*mut T, T) -> ()", unknown_to_miri;

    // Volatile accesses.
    VolatileLoad: Volatile, "unsafe volatile_load<T: Sized>(*const T) -> T", unsafe_method("read_volatile");
    VolatileStore: Volatile, "unsafe volatile_store<T: Sized>(*mut T, T) -> ()",
        unsafe_method("write_volatile");
    UnalignedVolatileLoad: Volatile, "unsafe unaligned_volatile_load<T: Sized>(*const T) -> T",
        unknown_to_miri;
    UnalignedVolatileStore: Volatile, "unsafe unaligned_volatile_store<T: Sized>(*mut T, T) -> ()",
        unknown_to_miri;
    VolatileCopyMemory: Volatile, "unsafe volatile_copy_memory<T: Sized>(*mut T, *const T, usize) -> ()",
        unknown_to_miri;
    VolatileCopyNonoverlappingMemory: Volatile, "unsafe volatile_copy_nonoverlapping_memory<T: Sized>(*mut T, *const T, usize) -> ()",
        unknown_to_miri;
    VolatileSetMemory: Volatile, "unsafe volatile_set_memory<T: Sized>(*mut T, u8, usize) -> ()";

    // Atomic accesses.
    AtomicCxchg: Atomic, "unsafe atomic_cxchg<T: Atomic, S: Ordering, F: Ordering>(*mut T, T, T) -> (T, bool)",
        atomic_method("compare_exchange");
    AtomicCxchgweak: Atomic, "unsafe atomic_cxchgweak<T: Atomic, S: Ordering, F: Ordering>(*mut T, T, T) -> (T, bool)",
        open, atomic_method("compare_exchange_weak");
    AtomicLoad: Atomic, "unsafe atomic_load<T: Atomic, O: Ordering>(*const T) -> T", atomic_method("load");
    AtomicStore: Atomic, "unsafe atomic_store<T: Atomic, O: Ordering>(*mut T, T) -> ()",
        atomic_method("store");
    AtomicXchg: Atomic, "unsafe atomic_xchg<T: Atomic, O: Ordering>(*mut T, T) -> T", atomic_method("swap");
    AtomicXadd: Atomic, "unsafe atomic_xadd<T: AtomicInt, U: =T, O: Ordering>(*mut T, U) -> T",
        atomic_method("fetch_add");
    AtomicXsub: Atomic, "unsafe atomic_xsub<T: AtomicInt, U: =T, O: Ordering>(*mut T, U) -> T",
        atomic_method("fetch_sub");
    AtomicAnd: Atomic, "unsafe atomic_and<T: AtomicInt, U: =T, O: Ordering>(*mut T, U) -> T",
        atomic_method("fetch_and");
    AtomicNand: Atomic, "unsafe atomic_nand<T: AtomicInt, U: =T, O: Ordering>(*mut T, U) -> T",
        atomic_method("fetch_nand");
    AtomicOr: Atomic, "unsafe atomic_or<T: AtomicInt, U: =T, O: Ordering>(*mut T, U) -> T",
        atomic_method("fetch_or");
    AtomicXor: Atomic, "unsafe atomic_xor<T: AtomicInt, U: =T, O: Ordering>(*mut T, U) -> T",
        atomic_method("fetch_xor");
    AtomicMax: Atomic, "unsafe atomic_max<T: AtomicSigned, O: Ordering>(*mut T, T) -> T",
        atomic_method("fetch_max");
    AtomicMin: Atomic, "unsafe atomic_min<T: AtomicSigned, O: Ordering>(*mut T, T) -> T",
        atomic_method("fetch_min");
    AtomicUmin: Atomic, "unsafe atomic_umin<T: AtomicUnsigned, O: Ordering>(*mut T, T) -> T",
        atomic_method("fetch_min");
    AtomicUmax: Atomic, "unsafe atomic_umax<T: AtomicUnsigned, O: Ordering>(*mut T, T) -> T",
        atomic_method("fetch_max");
    AtomicFence: Atomic, "unsafe atomic_fence<O: Ordering>() -> ()", fence("fence");
    AtomicSinglethreadfence: Atomic, "unsafe atomic_singlethreadfence<O: Ordering>() -> ()",
        fence("compiler_fence");

    // Pointers, and the size of what they point to.
    Offset: Pointer, "const unsafe offset<P: ThinPtr, D: Offset>(P, D) -> P", lowered, expression;
    ArithOffset: Pointer, "const unsafe arith_offset<T: Sized>(*const T, isize) -> *const T",
        method("wrapping_offset");
    PtrOffsetFrom: Pointer, "const unsafe ptr_offset_from<T: Sized>(*const T, *const T) -> isize",
        unsafe_method("offset_from");
    PtrOffsetFromUnsigned: Pointer, "const unsafe ptr_offset_from_unsigned<T: Sized>(*const T, *const T) -> usize",
        unsafe_method("offset_from_unsigned");
    AggregateRawPtr: Pointer, "const aggregate_raw_ptr<P: Ptr, D: ThinPtr, M: metadata P>(D, M) -> P",
        lowered, expression;
    SizeOfVal: Pointer, "const unsafe size_of_val<T: Any>(*const T) -> usize", expression;
    AlignOfVal: Pointer, "const unsafe align_of_val<T: Any>(*const T) -> usize", since(89), expression;
    PtrMask: Pointer, "ptr_mask<T: Sized>(*const T, usize) -> *const T", open;
    PtrGuaranteedCmp: Pointer, "const ptr_guaranteed_cmp<T: Sized>(*const T, *const T) -> u8", open;

    // Values as they are, and hints.
    BlackBox: Other, "const black_box<T: Sized>(T) -> T", function("core::hint::black_box");
    Likely: Other, "const likely(bool) -> bool", expression;
    Unlikely: Other, "const unlikely(bool) -> bool", expression;
    ColdPath: Other, "const cold_path() -> ()", function("core::hint::cold_path");
    SelectUnpredictable: Other, "select_unpredictable<T: Sized>(bool, T, T) -> T",
        function("core::hint::select_unpredictable");
    DiscriminantValue: Other, "const discriminant_value<T: Sized>(&T) -> discriminant T", lowered, expression;
    Forget: Other, "const forget<T: Sized>(T) -> ()", lowered, function("core::mem::forget");
    Transmute: Other, "const unsafe transmute<T: Sized, U: Sized>(T) -> U", lowered, expression;
    TransmuteUnchecked: Other, "const unsafe transmute_unchecked<T: Sized, U: Sized>(T) -> U",
        lowered, expression;

    // What the compiler knows or decides.
    AssertInhabited: Other, "const assert_inhabited<T: Sized>() -> ()";
    AssertZeroValid: Other, "const assert_zero_valid<T: Sized>() -> ()";
    AssertMemUninitializedValid: Other, "const assert_mem_uninitialized_valid<T: Sized>() -> ()";
    IsValStaticallyKnown: Other, "const is_val_statically_known<T: Copy>(T) -> bool", open;
    UbChecks: Other, "const ub_checks() -> bool", open;
    OverflowChecks: Other, "const overflow_checks() -> bool", since(93), open, lowered;

    // Control flow.
    Assume: Other, "const unsafe assume(bool) -> ()",
        partial, unsafe_function("core::hint::assert_unchecked");
    Unreachable: Other, "const unsafe unreachable() -> !",
        lowered, unsafe_function("core::hint::unreachable_unchecked");
    Abort: Other, "abort() -> !", function("std::process::abort");
    Breakpoint: Other, "breakpoint() -> ()";
    // In 1.98 it returns a `bool` and takes functions that are unsafe to call. The model has one variant per signature.
    CatchUnwind: Other, "unsafe catch_unwind(fn(*mut u8), *mut u8, fn(*mut u8, *mut u8)) -> i32",
        until(98), expression;
    CatchUnwindBool: Other, "unsafe catch_unwind_bool(unsafe fn(*mut u8), *mut u8, unsafe fn(*mut u8, *mut u8)) -> bool",
        since(98), renamed(70, "catch_unwind"), expression;
}
