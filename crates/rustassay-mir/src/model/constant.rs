//! Values that the text spells out: literals and other constant operands, and initializers.

use super::{
    AdtId, ConstId, FieldId, FloatTy, FnId, FnRef, IntTy, MemoryId, Mutability, Name, PointerTarget,
    StaticId, Ty, VariantId,
};

/// A constant operand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Const {
    /// `5_i32`, as the canonical bit pattern of the type
    Int(IntTy, u128),
    /// `1.5_f32`, as the bits of the IEEE representation
    Float(FloatTy, u128),
    /// `true`
    Bool(bool),
    /// `'a'`
    Char(char),
    /// `"text"`, of type `&str`
    Str(Box<str>),
    /// `b"bytes"`, of type `&[u8; N]`
    ByteStr(Box<[u8]>),
    /// `NAME`, a named constant
    Named(ConstId),
    /// `Static(NAME)`, of type `&T`; `StaticMut(NAME)`, of type `*mut T`, for a `static mut`
    Static(StaticId),
    /// `name`, a function, of its own zero-sized type
    Fn(Box<FnRef>),
    /// `const { value }`
    Block(Box<ConstExpr>),
}

/// A constant expression: what a static, a named constant or a `const` block is made of.
///
/// Each form carries its own type, so that an initializer has a meaning without its context.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstExpr {
    /// A constant that is also an operand. A function here is a function pointer's value only inside
    /// [`ConstExpr::FnPtr`].
    Const(Const),
    /// `(a, b)`
    Tuple(Vec<ConstExpr>),
    /// `[a, b]`, with the type of the elements
    Array(Ty, Vec<ConstExpr>),
    /// `[a; n]`
    Repeat(Box<ConstExpr>, u64),
    /// `S { f: a }`, `E::V(a)`; a union names its one field. Fields are in declaration order.
    Adt(AdtId, VariantId, Vec<(FieldId, ConstExpr)>),
    /// `&a`: a reference to a constant of its own
    Ref(Box<ConstExpr>),
    /// `&raw const NAME`, `&raw mut NAME`
    StaticPtr(Mutability, StaticId),
    /// `f as fn(A) -> B`, with the function pointer's type
    FnPtr(Box<FnRef>, Ty),
    /// `8 as *const T`: a pointer to an address, without provenance, with the pointer's type
    Address(u64, Ty),
    /// `a as &[T]`: a reference or pointer to an array, as one to a slice, with the slice pointer's type
    Unsize(Box<ConstExpr>, Ty),
    /// `core::mem::MaybeUninit::uninit()`, with the `MaybeUninit` type. From compiled crates also the value of any type
    /// without bytes.
    Uninit(Ty),
    /// The bits of a scalar, or of a type that is made of just one. Only in compiled crates, as are those below.
    Bits(u128, Ty),
    /// What memory holds from an offset on, at a type
    #[allow(missing_docs)]
    Memory { memory: MemoryId, offset: u64, ty: Ty },
    /// A pointer some bytes into something, with its metadata if it is one to a slice
    #[allow(missing_docs)]
    Pointer { target: PointerTarget, offset: u64, len: Option<u64>, ty: Ty },
    /// What a function without parameters returns, computed once
    Call(FnId),
    /// A static that is defined elsewhere: its symbol, and its type
    Extern(Name, Ty),
}

impl Const {
    /// A 32-bit float.
    pub fn f32(value: f32) -> Const {
        Const::Float(FloatTy::F32, value.to_bits().into())
    }

    /// A 64-bit float.
    pub fn f64(value: f64) -> Const {
        Const::Float(FloatTy::F64, value.to_bits().into())
    }
}
