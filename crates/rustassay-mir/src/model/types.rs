//! Types, and the definitions of structs, enums and unions.

use super::{AdtId, AdtInstance, AdtRole, Const, DynId, FieldId, FnId, FnRef, Id, IdVec, Name, VariantId};
use indexmap::IndexSet;
use rustassay_lang::{Architecture, DataLayout};
use rustc_hash::{FxBuildHasher, FxHashMap};

/// A type: a handle into [`Types`]. Two types of one program are equal exactly when their handles are.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ty(u32);

/// What a type is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TyKind {
    /// `bool`
    Bool,
    /// `char`
    Char,
    /// `i8` to `u128`, `isize`, `usize`
    Int(IntTy),
    /// `f16` to `f128`
    Float(FloatTy),
    /// `!`
    Never,
    /// `str`
    Str,
    /// `(A, B)`; the unit type is the empty tuple
    Tuple(Box<[Ty]>),
    /// `[T; N]`
    Array(Ty, u64),
    /// `[T]`
    Slice(Ty),
    /// A struct, enum or union, the program's own or an instance of a [`Library`] type
    Adt(AdtId),
    /// `*const T`, `*mut T`
    RawPtr(Mutability, Ty),
    /// `&T`, `&mut T`; lifetimes are erased
    Ref(Mutability, Ty),
    /// `Box<T>`, with the global allocator
    Box(Ty),
    /// `extern "C" fn(A) -> B`
    FnPtr(Box<FnSig>),
    /// The zero-sized type of one function, which has no name in the language
    FnDef(Box<FnRef>),
    /// `dyn Trait`. Custom MIR of this model has none
    Dyn(DynId),
    /// `type T;` in an `extern` block: neither size nor alignment are known. Custom MIR of this model has none
    Foreign(Name),
    /// A scalar or pointer type, of which only these values are valid: the standard library's pattern types. Custom MIR of
    /// this model has none
    Pat(Ty, PatRange),
}

/// The bits from `start` up to and including `end`, which wrap when `start > end`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub struct PatRange {
    pub start: u128,
    pub end: u128,
}

/// A trait object type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DynDef {
    /// How it is written: `dyn core::fmt::Debug + Send`.
    pub name: Name,
    /// The principal trait with its arguments and associated types, as a number that types share exactly when they share it;
    /// `None` where there are only auto traits.
    pub principal: Option<u32>,
    /// Whether `&mut` of it promises that nobody else accesses it: the bounds say `Unpin`.
    pub is_unpin: bool,
}

/// Whether what is behind a pointer may be written through it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Mutability {
    /// `&`, `*const`
    Not,
    /// `&mut`, `*mut`
    Mut,
}

/// The integer types.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum IntTy {
    I8,
    I16,
    I32,
    I64,
    I128,
    Isize,
    U8,
    U16,
    U32,
    U64,
    U128,
    Usize,
}

impl IntTy {
    /// Every integer type.
    pub const ALL: [IntTy; 12] = [
        IntTy::I8,
        IntTy::I16,
        IntTy::I32,
        IntTy::I64,
        IntTy::I128,
        IntTy::Isize,
        IntTy::U8,
        IntTy::U16,
        IntTy::U32,
        IntTy::U64,
        IntTy::U128,
        IntTy::Usize,
    ];

    /// The type's name, which is also its literals' suffix.
    pub const fn name(self) -> &'static str {
        match self {
            IntTy::I8 => "i8",
            IntTy::I16 => "i16",
            IntTy::I32 => "i32",
            IntTy::I64 => "i64",
            IntTy::I128 => "i128",
            IntTy::Isize => "isize",
            IntTy::U8 => "u8",
            IntTy::U16 => "u16",
            IntTy::U32 => "u32",
            IntTy::U64 => "u64",
            IntTy::U128 => "u128",
            IntTy::Usize => "usize",
        }
    }

    /// The type with the width that it has on a target.
    #[inline]
    pub const fn on(self, layout: DataLayout) -> FixedInt {
        let bits = match self {
            IntTy::I8 | IntTy::U8 => 8,
            IntTy::I16 | IntTy::U16 => 16,
            IntTy::I32 | IntTy::U32 => 32,
            IntTy::I64 | IntTy::U64 => 64,
            IntTy::I128 | IntTy::U128 => 128,
            IntTy::Isize | IntTy::Usize => layout.pointer_bits as u8,
        };
        FixedInt::new(self, bits)
    }

    /// Whether values are two's-complement signed.
    #[inline]
    pub const fn signed(self) -> bool {
        matches!(self, IntTy::I8 | IntTy::I16 | IntTy::I32 | IntTy::I64 | IntTy::I128 | IntTy::Isize)
    }

    /// The type of the same width without a sign.
    pub const fn unsigned(self) -> IntTy {
        match self {
            IntTy::I8 => IntTy::U8,
            IntTy::I16 => IntTy::U16,
            IntTy::I32 => IntTy::U32,
            IntTy::I64 => IntTy::U64,
            IntTy::I128 => IntTy::U128,
            IntTy::Isize => IntTy::Usize,
            other => other,
        }
    }

    /// The type that is called `name`.
    pub fn from_name(name: &str) -> Option<IntTy> {
        IntTy::ALL.into_iter().find(|ty| ty.name() == name)
    }
}

/// An integer type with its width, which `isize` and `usize` have on a target only.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct FixedInt {
    ty: IntTy,
    bits: u8,
    signed: bool,
}

#[allow(missing_docs)]
impl FixedInt {
    pub const I8: FixedInt = FixedInt::new(IntTy::I8, 8);
    pub const I32: FixedInt = FixedInt::new(IntTy::I32, 32);
    pub const U8: FixedInt = FixedInt::new(IntTy::U8, 8);
    pub const U16: FixedInt = FixedInt::new(IntTy::U16, 16);
    pub const U32: FixedInt = FixedInt::new(IntTy::U32, 32);
}

impl FixedInt {
    const fn new(ty: IntTy, bits: u8) -> FixedInt {
        FixedInt { ty, bits, signed: ty.signed() }
    }

    /// The type's name.
    pub const fn name(self) -> &'static str {
        self.ty.name()
    }

    /// How many bits a value has.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.bits as u32
    }

    /// How many bytes a value has.
    #[inline]
    pub const fn size(self) -> u64 {
        self.bits as u64 / 8
    }

    /// Whether values are two's-complement signed.
    #[inline]
    pub const fn signed(self) -> bool {
        self.signed
    }

    /// `bits` cut to this type's width: the canonical bit pattern of a value.
    #[inline]
    pub const fn truncate(self, bits: u128) -> u128 {
        bits & self.mask()
    }

    /// All ones, in this type's width.
    #[inline]
    pub const fn mask(self) -> u128 {
        match self.bits() {
            8 => u8::MAX as u128,
            16 => u16::MAX as u128,
            32 => u32::MAX as u128,
            64 => u64::MAX as u128,
            _ => u128::MAX,
        }
    }

    /// The mathematical value of a canonical bit pattern, for signed types; unsigned 128-bit values wrap.
    pub const fn sign_extend(self, bits: u128) -> i128 {
        let unused = 128 - self.bits();
        if self.signed() { (bits << unused) as i128 >> unused } else { bits as i128 }
    }

    /// The largest value, as a bit pattern.
    pub const fn max_bits(self) -> u128 {
        let all = self.truncate(u128::MAX);
        if self.signed() { all >> 1 } else { all }
    }

    /// The smallest value, as a bit pattern.
    pub const fn min_bits(self) -> u128 {
        if self.signed() { 1 << (self.bits() - 1) } else { 0 }
    }
}

/// The floating-point types.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum FloatTy {
    F16,
    F32,
    F64,
    F128,
}

impl FloatTy {
    /// Every floating-point type.
    pub const ALL: [FloatTy; 4] = [FloatTy::F16, FloatTy::F32, FloatTy::F64, FloatTy::F128];

    /// The type's name, which is also its literals' suffix.
    pub const fn name(self) -> &'static str {
        match self {
            FloatTy::F16 => "f16",
            FloatTy::F32 => "f32",
            FloatTy::F64 => "f64",
            FloatTy::F128 => "f128",
        }
    }

    /// How many bits a value has.
    pub const fn bits(self) -> u32 {
        match self {
            FloatTy::F16 => 16,
            FloatTy::F32 => 32,
            FloatTy::F64 => 64,
            FloatTy::F128 => 128,
        }
    }

    /// The type that is called `name`.
    pub fn from_name(name: &str) -> Option<FloatTy> {
        FloatTy::ALL.into_iter().find(|ty| ty.name() == name)
    }
}

/// What a function takes and gives, as a type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FnSig {
    /// The calling convention.
    pub abi: Abi,
    /// Whether calling it is `unsafe` in surface Rust.
    pub is_unsafe: bool,
    /// The types of the parameters.
    pub params: Vec<Ty>,
    /// The type of the result.
    pub ret: Ty,
}

/// Calling conventions.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Abi {
    Rust,
    C,
    CUnwind,
    System,
    SystemUnwind,
    SysV64,
    SysV64Unwind,
    Win64,
    Win64Unwind,
}

impl Abi {
    /// Every calling convention of the model.
    pub const ALL: [Abi; 9] = [
        Abi::Rust,
        Abi::C,
        Abi::CUnwind,
        Abi::System,
        Abi::SystemUnwind,
        Abi::SysV64,
        Abi::SysV64Unwind,
        Abi::Win64,
        Abi::Win64Unwind,
    ];

    /// What stands in `extern "..."`.
    pub const fn name(self) -> &'static str {
        match self {
            Abi::Rust => "Rust",
            Abi::C => "C",
            Abi::CUnwind => "C-unwind",
            Abi::System => "system",
            Abi::SystemUnwind => "system-unwind",
            Abi::SysV64 => "sysv64",
            Abi::SysV64Unwind => "sysv64-unwind",
            Abi::Win64 => "win64",
            Abi::Win64Unwind => "win64-unwind",
        }
    }

    /// Whether a panic may leave a function of this convention (RFC 2945).
    pub const fn may_unwind(self) -> bool {
        matches!(self, Abi::Rust | Abi::CUnwind | Abi::SystemUnwind | Abi::SysV64Unwind | Abi::Win64Unwind)
    }

    /// Whether a target has it (`AbiMap` in `rustc_target`): those with the name of a system are for its processor.
    pub fn is_on(self, target: &Architecture) -> bool {
        let is_for_x86_64 = matches!(self, Abi::SysV64 | Abi::SysV64Unwind | Abi::Win64 | Abi::Win64Unwind);
        !is_for_x86_64 || target.name == "x86_64"
    }

    /// The convention that is called `name`.
    pub fn from_name(name: &str) -> Option<Abi> {
        Abi::ALL.into_iter().find(|abi| abi.name() == name)
    }
}

/// A struct, enum or union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AdtDef {
    /// Its name; for a library type the name without arguments.
    pub name: Name,
    /// Which of the three it is.
    pub kind: AdtKind,
    /// Where the definition stands.
    pub origin: AdtOrigin,
    /// `#[repr(...)]`.
    pub repr: Repr,
    /// `#[derive(...)]`, in the order written.
    pub derives: Vec<Derive>,
    /// Its variants; a struct or union has one.
    pub variants: IdVec<VariantId, Variant>,
    /// The function that its `Drop` implementation calls with `&mut self`.
    pub drop: Option<FnId>,
    /// Whether it is `pub`.
    pub is_pub: bool,
}

/// The three kinds of ADT.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum AdtKind {
    Struct,
    Enum,
    Union,
}

/// Where an ADT's definition stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AdtOrigin {
    /// In the program itself.
    Program,
    /// In the standard library: one instance, with its arguments.
    Library(Library, Box<[Ty]>),
    /// In a compiled crate: one instance of a type that the crate's metadata defines, a closure or a coroutine. Custom MIR of
    /// this model has none.
    Instance(Box<AdtInstance>),
}

/// One variant of an enum, or the only one of a struct or union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// Its name; a struct's or union's is the type's.
    pub name: Name,
    /// How its fields are written.
    pub ctor: Ctor,
    /// Its fields, in declaration order.
    pub fields: IdVec<FieldId, Field>,
    /// `= value`, as bits of the enum's discriminant type.
    pub discriminant: Option<u128>,
}

/// How a variant is written.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Ctor {
    /// `A { x: i32 }`
    Named,
    /// `A(i32)`
    Tuple,
    /// `A`
    Unit,
}

/// One field of a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name; the position for tuple-like variants.
    pub name: Name,
    /// Its type.
    pub ty: Ty,
    /// Whether it is `pub`.
    pub is_pub: bool,
}

/// `#[repr(...)]`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Repr {
    /// `C`
    pub c: bool,
    /// `transparent`
    pub transparent: bool,
    /// `u8` and friends
    pub int: Option<IntTy>,
    /// `packed(n)`
    pub pack: Option<u64>,
    /// `align(n)`
    pub align: Option<u64>,
}

/// Traits that a definition may derive.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Derive {
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
}

impl Derive {
    /// Every trait that may be derived.
    pub const ALL: [Derive; 8] = [
        Derive::Clone,
        Derive::Copy,
        Derive::Debug,
        Derive::PartialEq,
        Derive::Eq,
        Derive::PartialOrd,
        Derive::Ord,
        Derive::Hash,
    ];

    /// The trait's name.
    pub const fn name(self) -> &'static str {
        match self {
            Derive::Clone => "Clone",
            Derive::Copy => "Copy",
            Derive::Debug => "Debug",
            Derive::PartialEq => "PartialEq",
            Derive::Eq => "Eq",
            Derive::PartialOrd => "PartialOrd",
            Derive::Ord => "Ord",
            Derive::Hash => "Hash",
        }
    }

    /// The trait that is called `name`.
    pub fn from_name(name: &str) -> Option<Derive> {
        Derive::ALL.into_iter().find(|derive| derive.name() == name)
    }
}

/// Types of the standard library that the model knows from inside. Each instance becomes an [`AdtDef`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Library {
    Option,
    Result,
    Ordering,
    MaybeUninit,
    ManuallyDrop,
    UnsafeCell,
    Cell,
    NonNull,
    PhantomData,
    Wrapping,
}

impl Library {
    /// Every library type of the model.
    pub const ALL: [Library; 10] = [
        Library::Option,
        Library::Result,
        Library::Ordering,
        Library::MaybeUninit,
        Library::ManuallyDrop,
        Library::UnsafeCell,
        Library::Cell,
        Library::NonNull,
        Library::PhantomData,
        Library::Wrapping,
    ];

    /// The path by which it is written.
    pub const fn path(self) -> &'static str {
        match self {
            Library::Option => "Option",
            Library::Result => "Result",
            Library::Ordering => "core::cmp::Ordering",
            Library::MaybeUninit => "core::mem::MaybeUninit",
            Library::ManuallyDrop => "core::mem::ManuallyDrop",
            Library::UnsafeCell => "core::cell::UnsafeCell",
            Library::Cell => "core::cell::Cell",
            Library::NonNull => "core::ptr::NonNull",
            Library::PhantomData => "core::marker::PhantomData",
            Library::Wrapping => "core::num::Wrapping",
        }
    }

    /// The last segment of its path.
    pub fn name(self) -> &'static str {
        self.path().rsplit(':').next().expect("rsplit yields at least one piece")
    }

    /// How many type arguments it takes.
    pub const fn arity(self) -> usize {
        match self {
            Library::Ordering => 0,
            Library::Result => 2,
            _ => 1,
        }
    }

    /// Whether a program may name its fields: the others are private to the library.
    pub const fn fields_are_public(self) -> bool {
        matches!(self, Library::Option | Library::Result | Library::Wrapping | Library::Ordering)
    }

    /// The type whose last path segment is `name`.
    pub fn from_name(name: &str) -> Option<Library> {
        Library::ALL.into_iter().find(|library| library.name() == name)
    }
}

/// All types of a program: a hash-consed table, and the ADT definitions that it refers to.
#[derive(Clone, Debug)]
pub struct Types {
    target: &'static Architecture,
    pub(super) kinds: IndexSet<TyKind, FxBuildHasher>,
    /// The structs, enums and unions.
    pub adts: IdVec<AdtId, AdtDef>,
    /// The trait objects.
    pub dyns: IdVec<DynId, DynDef>,
    library: FxHashMap<(Library, Box<[Ty]>), AdtId>,
}

/// Primitive types, which stand at fixed places in every table.
#[allow(missing_docs)]
impl Ty {
    pub const UNIT: Ty = Ty(0);
    pub const BOOL: Ty = Ty(1);
    pub const CHAR: Ty = Ty(2);
    pub const NEVER: Ty = Ty(3);
    pub const STR: Ty = Ty(4);
    pub const I32: Ty = Ty::int(IntTy::I32);
    pub const I64: Ty = Ty::int(IntTy::I64);
    pub const ISIZE: Ty = Ty::int(IntTy::Isize);
    pub const U8: Ty = Ty::int(IntTy::U8);
    pub const U32: Ty = Ty::int(IntTy::U32);
    pub const U64: Ty = Ty::int(IntTy::U64);
    pub const USIZE: Ty = Ty::int(IntTy::Usize);
    pub const F32: Ty = Ty::float(FloatTy::F32);
    pub const F64: Ty = Ty::float(FloatTy::F64);

    /// An integer type.
    pub const fn int(int: IntTy) -> Ty {
        Ty(5 + int as u32)
    }

    /// A floating-point type.
    pub const fn float(float: FloatTy) -> Ty {
        Ty(5 + IntTy::ALL.len() as u32 + float as u32)
    }

    /// The position in the table, for side tables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Default for Types {
    fn default() -> Self {
        Self::new()
    }
}

impl Types {
    /// A table of the primitive types alone, of a program for the default target.
    pub fn new() -> Types {
        Types::on(Architecture::DEFAULT)
    }

    /// A table of the primitive types alone, of a program for a target.
    pub fn on(target: &'static Architecture) -> Types {
        let mut kinds = IndexSet::default();
        kinds.insert(TyKind::Tuple([].into()));
        kinds.extend([TyKind::Bool, TyKind::Char, TyKind::Never, TyKind::Str]);
        kinds.extend(IntTy::ALL.map(TyKind::Int));
        kinds.extend(FloatTy::ALL.map(TyKind::Float));
        Types { target, kinds, adts: IdVec::new(), dyns: IdVec::new(), library: FxHashMap::default() }
    }

    /// What the program is for.
    pub fn target(&self) -> &'static Architecture {
        self.target
    }

    /// How values lie in the memory of the target.
    #[inline]
    pub fn data_layout(&self) -> DataLayout {
        self.target.layout
    }

    /// An integer type with the width that it has on the target.
    #[inline]
    pub fn int(&self, int: IntTy) -> FixedInt {
        int.on(self.data_layout())
    }

    /// An integer of a type, cut to the width that it has on the target.
    pub fn const_int(&self, int: IntTy, value: i128) -> Const {
        Const::Int(int, self.int(int).truncate(value as u128))
    }

    /// The type of this kind, new or known.
    pub fn intern(&mut self, kind: TyKind) -> Ty {
        Ty(self.kinds.insert_full(kind).0 as u32)
    }

    /// The type of this kind, if the table has it.
    pub fn find(&self, kind: &TyKind) -> Option<Ty> {
        self.kinds.get_index_of(kind).map(|index| Ty(index as u32))
    }

    /// What `ty` is.
    pub fn kind(&self, ty: Ty) -> &TyKind {
        &self.kinds[ty.index()]
    }

    /// How many types there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Never true: the primitive types are always there.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Every type of the table.
    pub fn all(&self) -> impl Iterator<Item = Ty> + use<> {
        (0..self.kinds.len() as u32).map(Ty)
    }

    /// `(A, B, ...)`
    pub fn tuple(&mut self, fields: &[Ty]) -> Ty {
        self.intern(TyKind::Tuple(fields.into()))
    }

    /// `[element; len]`
    pub fn array(&mut self, element: Ty, len: u64) -> Ty {
        self.intern(TyKind::Array(element, len))
    }

    /// `[element]`
    pub fn slice(&mut self, element: Ty) -> Ty {
        self.intern(TyKind::Slice(element))
    }

    /// `*const pointee` or `*mut pointee`
    pub fn raw_ptr(&mut self, mutability: Mutability, pointee: Ty) -> Ty {
        self.intern(TyKind::RawPtr(mutability, pointee))
    }

    /// `&pointee` or `&mut pointee`
    pub fn reference(&mut self, mutability: Mutability, pointee: Ty) -> Ty {
        self.intern(TyKind::Ref(mutability, pointee))
    }

    /// `Box<pointee>`
    pub fn boxed(&mut self, pointee: Ty) -> Ty {
        self.intern(TyKind::Box(pointee))
    }

    /// A function pointer.
    pub fn fn_ptr(&mut self, sig: FnSig) -> Ty {
        self.intern(TyKind::FnPtr(Box::new(sig)))
    }

    /// The type of an ADT.
    pub fn adt(&mut self, adt: AdtId) -> Ty {
        self.intern(TyKind::Adt(adt))
    }

    /// The type of a trait object. Two that are written alike are one.
    pub fn trait_object(&mut self, def: DynDef) -> Ty {
        let known = self.dyns.iter_ids().find(|(_, known)| **known == def).map(|(id, _)| id);
        let id = known.unwrap_or_else(|| self.dyns.push(def));
        self.intern(TyKind::Dyn(id))
    }

    /// An instance of a library type.
    ///
    /// # Panics
    /// When the number of arguments is not [`Library::arity`].
    pub fn library(&mut self, library: Library, args: &[Ty]) -> Ty {
        assert_eq!(args.len(), library.arity(), "{} takes {} arguments", library.name(), library.arity());
        if let Some(&adt) = self.library.get(&(library, args.into())) {
            return self.adt(adt);
        }
        let def = self.define_library(library, args);
        let adt = self.adts.push(def);
        self.library.insert((library, args.into()), adt);
        self.adt(adt)
    }

    /// The library's definition, written out for `args`. Fields that have no size and no meaning here are left out.
    fn define_library(&mut self, library: Library, args: &[Ty]) -> AdtDef {
        let private = |name: &str, ty| Field { name: name.into(), ty, is_pub: false };
        let public = |ty| Field { name: "0".into(), ty, is_pub: true };
        let variant = |name: &str, ctor, fields: Vec<Field>| Variant {
            name: name.into(),
            ctor,
            fields: fields.into(),
            discriminant: None,
        };
        let of = |ctor, fields| vec![variant(library.name(), ctor, fields)];
        let (kind, variants) = match library {
            Library::Option => (
                AdtKind::Enum,
                vec![
                    variant("None", Ctor::Unit, vec![]),
                    variant("Some", Ctor::Tuple, vec![public(args[0])]),
                ],
            ),
            Library::Result => (
                AdtKind::Enum,
                vec![
                    variant("Ok", Ctor::Tuple, vec![public(args[0])]),
                    variant("Err", Ctor::Tuple, vec![public(args[1])]),
                ],
            ),
            Library::Ordering => {
                let less = FixedInt::I8.truncate(u128::MAX);
                let ordering = [("Less", less), ("Equal", 0), ("Greater", 1)].map(|(name, value)| Variant {
                    discriminant: Some(value),
                    ..variant(name, Ctor::Unit, vec![])
                });
                (AdtKind::Enum, ordering.into())
            }
            Library::MaybeUninit => {
                let value = self.library(Library::ManuallyDrop, args);
                let fields = vec![private("uninit", Ty::UNIT), private("value", value)];
                (AdtKind::Union, of(Ctor::Named, fields))
            }
            Library::ManuallyDrop | Library::UnsafeCell => {
                (AdtKind::Struct, of(Ctor::Named, vec![private("value", args[0])]))
            }
            Library::Cell => {
                let value = self.library(Library::UnsafeCell, args);
                (AdtKind::Struct, of(Ctor::Named, vec![private("value", value)]))
            }
            Library::NonNull => {
                let pointer = self.raw_ptr(Mutability::Not, args[0]);
                (AdtKind::Struct, of(Ctor::Named, vec![private("pointer", pointer)]))
            }
            Library::PhantomData => (AdtKind::Struct, of(Ctor::Unit, vec![])),
            Library::Wrapping => (AdtKind::Struct, of(Ctor::Tuple, vec![public(args[0])])),
        };
        let repr = match library {
            Library::Ordering => Repr { int: Some(IntTy::I8), ..Repr::default() },
            Library::MaybeUninit
            | Library::ManuallyDrop
            | Library::UnsafeCell
            | Library::Cell
            | Library::NonNull
            | Library::Wrapping => Repr { transparent: true, ..Repr::default() },
            Library::Option | Library::Result | Library::PhantomData => Repr::default(),
        };
        AdtDef {
            name: library.name().into(),
            kind,
            origin: AdtOrigin::Library(library, args.into()),
            repr,
            derives: Vec::new(),
            variants: variants.into(),
            drop: None,
            is_pub: true,
        }
    }
}

impl AdtDef {
    /// Which library type this is an instance of.
    pub fn library(&self) -> Option<Library> {
        match self.origin {
            AdtOrigin::Program | AdtOrigin::Instance(_) => None,
            AdtOrigin::Library(library, _) => Some(library),
        }
    }

    /// What the compiled crate says of it beside its fields, if it comes from one.
    pub fn instance(&self) -> Option<&AdtInstance> {
        match &self.origin {
            AdtOrigin::Instance(instance) => Some(instance),
            AdtOrigin::Program | AdtOrigin::Library(..) => None,
        }
    }

    /// What the language knows of it beside its fields.
    pub fn role(&self) -> AdtRole {
        match &self.origin {
            AdtOrigin::Program => AdtRole::Plain,
            AdtOrigin::Library(Library::UnsafeCell, _) => AdtRole::UnsafeCell,
            AdtOrigin::Library(Library::ManuallyDrop, _) => AdtRole::ManuallyDrop,
            AdtOrigin::Library(Library::Option, _) => AdtRole::Option,
            AdtOrigin::Library(..) => AdtRole::Plain,
            AdtOrigin::Instance(instance) => instance.role,
        }
    }

    /// The only variant of a struct or union.
    pub fn only_variant(&self) -> &Variant {
        &self.variants[VariantId::ONLY]
    }

    /// The type of an enum's discriminants: what `Discriminant(x)` gives.
    pub fn discriminant_ty(&self) -> IntTy {
        self.repr.int.unwrap_or(IntTy::Isize)
    }

    /// Each variant's discriminant, as bits of [`Self::discriminant_ty`]: the explicit one, or one more than the
    /// last (Rust Reference, "Implicit discriminants").
    pub fn discriminants(&self, layout: DataLayout) -> impl Iterator<Item = u128> + '_ {
        let ty = self.discriminant_ty().on(layout);
        let mut next = 0;
        self.variants.iter().map(move |variant| {
            let value = variant.discriminant.unwrap_or(next);
            next = ty.truncate(value.wrapping_add(1));
            value
        })
    }
}

impl Variant {
    /// The field that is called `name`.
    pub fn field(&self, name: &str) -> Option<FieldId> {
        self.fields.iter().position(|field| &*field.name == name).map(FieldId::new)
    }
}
