//! Constants and memory that the compiler has evaluated.

use std::rc::Rc;

use super::{Args, Const, DefId, Instance, Mutability, Symbol, Ty};

/// What a constant of the type system is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstKind {
    /// A generic parameter.
    Param {
        /// Its number among the generic parameters.
        index: u32,
        /// Its name.
        name: Symbol,
    },
    /// A constant item or an anonymous constant, still to be evaluated.
    Unevaluated(DefId, Args),
    /// A value.
    Value(Ty, ValTree),
    /// A constant bound by a `for<const N>`, or an expression over parameters; nothing stable has one.
    Other,
}

/// A value as a tree.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ValTree {
    /// An integer, `bool` or `char`.
    Leaf(ScalarInt),
    /// The parts of an aggregate; the first of an enum's is its variant.
    Branch(Rc<[Const]>),
}

/// The bits of an integer, `bool`, `char` or float.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScalarInt {
    /// The bits; those above the size are zero.
    pub data: u128,
    /// The size in bytes.
    pub size: u8,
}

/// A value of a primitive type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// Bits.
    Int(ScalarInt),
    /// A pointer.
    Ptr {
        /// What it points into.
        provenance: Provenance,
        /// Where in it, in bytes.
        offset: u64,
        /// The size of the pointer in bytes.
        size: u8,
    },
}

/// What a pointer in evaluated memory points into. [`Crates::global_alloc`](crate::Crates::global_alloc) says
/// what that is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Provenance {
    /// The crate whose metadata numbers it.
    pub krate: super::CrateNum,
    /// Its number there.
    pub index: u32,
    /// The pointer comes from a shared reference.
    pub immutable: bool,
    /// That reference may not be used to change anything, interior mutability included.
    pub shared_ref: bool,
}

/// An evaluated constant of MIR.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConstValue {
    /// A scalar.
    Scalar(Scalar),
    /// A value without bytes.
    ZeroSized,
    /// A `&str` or `&[u8]`: the memory and its length.
    Slice {
        /// The memory.
        memory: Provenance,
        /// The length in elements.
        meta: u64,
    },
    /// A value that stands in memory.
    Indirect {
        /// The memory.
        memory: Provenance,
        /// Where the value begins.
        offset: u64,
    },
}

/// Evaluated memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Allocation {
    /// The bytes; zero where they are not initialized.
    pub bytes: Vec<u8>,
    /// The pointers: where each begins, and what it points into.
    pub provenance: Vec<(u64, Provenance)>,
    /// Ranges `start..end` of bytes that are initialized, in order.
    pub init: Vec<(u64, u64)>,
    /// The alignment in bytes.
    pub align: u64,
    /// Whether it may be changed.
    pub mutability: Mutability,
}

/// What a pointer in evaluated memory points to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GlobalAlloc {
    /// Memory.
    Memory(Rc<Allocation>),
    /// A function.
    Function(Instance),
    /// The vtable of a type for a trait object type.
    VTable {
        /// The concrete type.
        ty: Ty,
        /// The trait object's type, of which only the principal trait matters.
        dyn_ty: Ty,
    },
    /// A static item.
    Static(DefId),
    /// What a `TypeId` of this type points to.
    TypeId(Ty),
}
