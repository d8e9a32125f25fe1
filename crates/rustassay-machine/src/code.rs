//! The dense form of bodies: names, types and offsets are resolved ahead of time, once.
//!
//! This is no second semantics: each form says what to do in the words of the model, with the sizes and offsets filled
//! in, and the rules that execute it are written once, in `exec`.

use crate::machine::Slot;
use crate::memory::{Region, Scalar};
use rustassay_lang::DataLayout;
use rustassay_mir::model::*;
use smallvec::SmallVec;
use std::cell::OnceCell;
use std::rc::Rc;

/// What a value of a type is to the machine.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Class {
    /// One scalar.
    Scalar(Prim),
    /// A pointer and the length of what it points to.
    Wide(Prim),
    /// Anything else, nothing at all included.
    Aggregate,
}

/// What a scalar is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Prim {
    Int(FixedInt),
    Float(FloatTy),
    Bool,
    Char,
    RawPtr(Mutability, Ty),
    /// A raw pointer that is not null: `NonNull` of compiled crates
    NonNull(Mutability, Ty),
    Ref(Mutability, Ty),
    Box(Ty),
    FnPtr,
}

impl Prim {
    /// How many bytes it has on a target.
    #[inline]
    pub fn size(self, data: DataLayout) -> u64 {
        match self {
            Prim::Int(int) => int.size(),
            Prim::Float(float) => u64::from(float.bits() / 8),
            Prim::Bool => 1,
            Prim::Char => 4,
            Prim::RawPtr(..) | Prim::NonNull(..) | Prim::Ref(..) | Prim::Box(_) | Prim::FnPtr => {
                data.pointer_size()
            }
        }
    }

    /// Whether its values are pointers.
    pub fn is_pointer(self) -> bool {
        matches!(self, Prim::RawPtr(..) | Prim::NonNull(..) | Prim::Ref(..) | Prim::Box(_) | Prim::FnPtr)
    }

    /// Whether bits without provenance or taint are certainly a value.
    #[inline]
    pub fn has_bits(self, bits: u64) -> bool {
        match self {
            Prim::Int(_) | Prim::Float(_) | Prim::RawPtr(..) => true,
            Prim::Bool => bits <= 1,
            Prim::NonNull(..) => bits != 0,
            Prim::Char => u32::try_from(bits).is_ok_and(|bits| char::from_u32(bits).is_some()),
            Prim::Ref(..) | Prim::Box(_) | Prim::FnPtr => false,
        }
    }

    /// Whether a copy makes a new borrow.
    pub fn is_reference(self) -> bool {
        matches!(self, Prim::Ref(..) | Prim::Box(_))
    }
}

/// What the machine has to know of a type at each step.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TyInfo {
    /// The type.
    pub ty: Ty,
    /// Its size; of unsized types, without the tail.
    pub size: u64,
    /// Its alignment.
    pub align: u64,
    /// What its values are.
    pub class: Class,
    /// Whether the size is all there is: there is no unsized tail.
    pub is_sized: bool,
    /// What pointers to it have beside the address.
    pub metadata: Metadata,
    /// Whether `&mut` of it promises that nobody else accesses it.
    pub is_unpin: bool,
    /// Whether every bit pattern is a value, there is no padding, and no pointer is inside.
    pub is_plain: bool,
    /// Whether a reference or box is inside that a typed copy retags.
    pub has_references: bool,
    /// Whether an `UnsafeCell` is inside, by value.
    pub has_cells: bool,
    /// Whether no value exists.
    pub uninhabited: bool,
    /// Whether a drop does something.
    pub needs_drop: bool,
    /// Whether the language says where everything inside is, so that programs may depend on it.
    pub has_fixed_layout: bool,
}

impl TyInfo {
    /// Whether its values are scalars of up to eight bytes.
    #[inline]
    pub fn is_word(&self) -> bool {
        matches!(self.class, Class::Scalar(_)) && self.size <= 8
    }
}

/// A step of a place.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum PlaceStep {
    /// Some bytes further.
    Offset(u64),
    /// To where the pointer here points: the pointee, and what the pointer has beside the address.
    #[allow(missing_docs)]
    Deref { pointee: Ty, align: u64, metadata: Metadata },
    /// To an element; `None` where the pointer's metadata has the length.
    #[allow(missing_docs)]
    Index { index: Local, stride: u64, len: Option<u64> },
    /// To the field that is an unsized type's tail: its offset depends on nothing but keeps the metadata.
    Tail(u64),
    /// To the field that is a struct's tail and ends in a trait object: its offset depends on the alignment that the vtable says.
    #[allow(missing_docs)]
    DynTail { of: Ty, tail: Ty, before: u64 },
    /// To an element of a slice at a fixed position.
    #[allow(missing_docs)]
    ConstantIndex { offset: u32, from_end: bool, stride: u64 },
    /// To a part of a slice.
    #[allow(missing_docs)]
    Subslice { from: u32, to: u32, from_end: bool, stride: u64 },
}

/// The way to a place, where it is as short as it mostly is: what its steps say, at a glance.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum PlaceWay {
    /// Longer, or to something without a size that is known.
    Long,
    /// The local itself.
    Whole,
    /// Inside of the local.
    #[allow(missing_docs)]
    Local { offset: u32 },
    /// An element of the local, which is an array.
    #[allow(missing_docs)]
    Element { index: Local, stride: u32, len: u32 },
    /// Behind the pointer that the local is.
    #[allow(missing_docs)]
    Behind { align: u32, offset: u32 },
}

impl PlaceWay {
    fn new(is_local: bool, steps: &[PlaceStep], info: &TyInfo) -> PlaceWay {
        let path = || {
            Some(match *steps {
                [] if is_local => PlaceWay::Whole,
                [] => PlaceWay::Local { offset: 0 },
                [PlaceStep::Offset(offset)] => PlaceWay::Local { offset: offset.try_into().ok()? },
                [PlaceStep::Index { index, stride, len: Some(len) }] => {
                    PlaceWay::Element { index, stride: stride.try_into().ok()?, len: len.try_into().ok()? }
                }
                [PlaceStep::Deref { align, metadata: Metadata::None, .. }] => {
                    PlaceWay::Behind { align: align.try_into().ok()?, offset: 0 }
                }
                [PlaceStep::Deref { align, metadata: Metadata::None, .. }, PlaceStep::Offset(offset)] => {
                    PlaceWay::Behind { align: align.try_into().ok()?, offset: offset.try_into().ok()? }
                }
                _ => return None,
            })
        };
        if info.is_sized { path().unwrap_or(PlaceWay::Long) } else { PlaceWay::Long }
    }
}

/// A place, resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlaceCode {
    /// Where it begins.
    pub local: Local,
    /// What the steps say, if there are few.
    pub path: PlaceWay,
    /// Whether it is a scalar of up to eight bytes.
    pub is_word: bool,
    /// The steps from there.
    pub steps: SmallVec<[PlaceStep; 1]>,
    /// What is there.
    pub info: TyInfo,
}

impl PlaceCode {
    /// A place, by the steps to it. Without steps it is the local itself, or its first field.
    #[inline]
    pub fn new(local: Local, is_local: bool, steps: SmallVec<[PlaceStep; 1]>, info: TyInfo) -> PlaceCode {
        PlaceCode {
            local,
            path: PlaceWay::new(is_local, &steps, &info),
            is_word: info.is_word(),
            steps,
            info,
        }
    }

    /// The local that a scalar of up to eight bytes is all of.
    #[inline(always)]
    pub fn word_local(&self) -> Option<Local> {
        (self.is_word && self.path == PlaceWay::Whole).then_some(self.local)
    }
}

/// An operand, resolved.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum OperandCode {
    Copy(PlaceCode),
    Move(PlaceCode),
    /// A scalar constant of up to eight bytes, with neither provenance nor taint
    Word(u64, TyInfo),
    /// Any other scalar constant
    Scalar(Scalar, TyInfo),
    /// Any other constant: its bytes
    Bytes(Rc<Region>, TyInfo),
}

impl OperandCode {
    /// What it is.
    pub fn info(&self) -> &TyInfo {
        match self {
            OperandCode::Copy(place) | OperandCode::Move(place) => &place.info,
            OperandCode::Word(_, info) | OperandCode::Scalar(_, info) | OperandCode::Bytes(_, info) => info,
        }
    }
}

/// A cast, with the types' meaning resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum CastCode {
    As(AsCast),
    Transmute,
    PtrToPtr,
    /// Of a pointer
    Unsize(UnsizeCode),
    /// Of a struct around a pointer
    UnsizeStruct(Rc<UnsizeStruct>),
}

/// What metadata an unsizing cast gives a pointer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum UnsizeCode {
    /// A slice of this many elements.
    Length(u64),
    /// The vtable of the first type for the second.
    #[allow(missing_docs)]
    Vtable { concrete: Ty, object: Ty },
    /// The vtable for this type, of whatever type the one at hand is for.
    Upcast(Ty),
    /// The metadata that it has.
    Same,
}

/// How a struct around a pointer is unsized: field by field, and all but the pointer as they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnsizeStruct {
    /// Where the pointer is, before and after.
    pub pointer: (u64, u64),
    /// What becomes of it.
    pub code: UnsizeCode,
    /// The other fields: where they are before and after, and their sizes.
    pub others: Vec<(u64, u64, u64)>,
}

/// An rvalue, resolved.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum RvalueCode {
    Use(OperandCode),
    /// A copy that does not retag
    CopyForDeref(OperandCode),
    Repeat(OperandCode, u64),
    Ref(Mutability, PlaceCode),
    /// `&mut`, for a two-phase borrow
    TwoPhaseRef(PlaceCode),
    /// A pointer from an address and metadata
    PtrFromParts(OperandCode, OperandCode),
    /// A pointer to what the running thread has of a static
    ThreadLocalRef(StaticId),
    RawPtr(Mutability, PlaceCode),
    FakeRawPtr(PlaceCode),
    Cast(CastCode, OperandCode, TyInfo),
    Binary(BinOp, OperandCode, OperandCode),
    Checked(CheckedOp, OperandCode, OperandCode),
    Unary(UnOp, OperandCode),
    Discriminant(PlaceCode),
    /// Fields at their offsets; for enums, the variant that is made
    Aggregate(Option<VariantId>, Vec<(u64, OperandCode)>),
}

/// A statement, resolved. Most are assignments, so their size is no waste.
#[derive(Clone, Debug)]
#[allow(missing_docs, clippy::large_enum_variant)]
pub enum StatementCode {
    Assign(PlaceCode, RvalueCode),
    SetDiscriminant(PlaceCode, VariantId),
    StorageLive(Local),
    StorageDead(Local),
    Assume(OperandCode),
    Retag(PlaceCode),
    CopyNonOverlapping(Box<[OperandCode; 3]>),
}

/// What a call calls.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum CalleeCode {
    Fn(FnId),
    Surface(SurfaceFnId),
    Intrinsic(Intrinsic, Box<[GenericArg]>),
    Builtin(Builtin, Box<[GenericArg]>),
    Foreign(ForeignFnId),
    /// The method of a trait object at this position of its vtable
    Virtual(u32),
    Pointer(OperandCode, Rc<FnSig>),
}

/// A terminator, resolved.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum TerminatorCode {
    Goto(BlockId),
    Switch(OperandCode, Box<[(u128, BlockId)]>, BlockId),
    Return,
    Unreachable,
    Drop {
        place: PlaceCode,
        target: BlockId,
        unwind: UnwindAction,
    },
    Call {
        dest: PlaceCode,
        callee: CalleeCode,
        args: Vec<OperandCode>,
        /// Moved locals that other moved arguments, or the result, may lie in.
        shared_moves: Box<[Local]>,
        target: BlockId,
        unwind: UnwindAction,
    },
    TailCall {
        callee: CalleeCode,
        args: Vec<OperandCode>,
    },
    UnwindResume,
    UnwindTerminate(TerminateReason),
}

/// A block, resolved.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct BlockCode {
    pub statements: Vec<StatementCode>,
    pub terminator: TerminatorCode,
}

/// What the machine has to know of a local.
#[derive(Copy, Clone, Debug)]
pub struct LocalCode {
    /// Its type.
    pub info: TyInfo,
    /// Where it is in the frame's part of the stack, while its address is not taken.
    pub offset: usize,
    /// Whether its address is taken somewhere.
    pub is_borrowed: bool,
}

/// A function, resolved.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct FnCode {
    pub id: FnId,
    pub locals: Vec<LocalCode>,
    pub arg_count: usize,
    /// Whether it is `#[track_caller]`.
    pub tracks_caller: bool,
    /// Whether it is the library's.
    pub is_library: bool,
    /// How many bytes of stack a frame takes.
    pub frame_size: usize,
    /// The locals' slots in a new frame: dead where statements say when a local has storage. The others have it as long as the
    /// call.
    pub new_slots: Vec<Slot>,
    /// Those that have not run yet may be missing while the function is written.
    pub blocks: Vec<OnceCell<Rc<BlockCode>>>,
    /// The moment of each block's first statement.
    pub block_points: Vec<u32>,
}

/// A function has one form, so its id tells it.
impl PartialEq for FnCode {
    fn eq(&self, other: &FnCode) -> bool {
        self.id == other.id
    }
}
