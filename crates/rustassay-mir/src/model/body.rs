//! Bodies: locals, blocks, statements, terminators and what they are made of.

use super::{AdtId, BlockId, Const, FieldId, IdVec, Local, Mutability, Name, StaticId, Ty, VariantId};
use smallvec::SmallVec;
use std::borrow::Cow;

/// What a function does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Body {
    /// The return place, the arguments, and the rest.
    pub locals: IdVec<Local, LocalDecl>,
    /// How many of the locals are arguments.
    pub arg_count: usize,
    /// `debug name => value;` lines.
    pub debug: Vec<DebugInfo>,
    /// The basic blocks; the first is the entry.
    pub blocks: IdVec<BlockId, Block>,
}

/// One local.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalDecl {
    /// Its name; without one it is called `_` and its number. The return place is always `RET`.
    pub name: Option<Name>,
    /// Its type.
    pub ty: Ty,
}

/// `debug name => value;`: where a debugger finds a source variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugInfo {
    /// The source variable.
    pub name: Name,
    /// Where its value is.
    pub value: DebugValue,
}

/// Where a source variable's value is.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum DebugValue {
    Place(Place),
    Const(Const),
}

/// A basic block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its name; without one it is called `bb` and its number. The entry block has none in the text.
    pub name: Option<Name>,
    /// Whether it runs only while a panic unwinds.
    pub is_cleanup: bool,
    /// What it does, in order.
    pub statements: Vec<Statement>,
    /// Where it goes then.
    pub terminator: Terminator,
}

/// One step of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// `place = rvalue;`
    Assign(Place, Rvalue),
    /// `SetDiscriminant(place, variant);`
    SetDiscriminant(Place, VariantId),
    /// `StorageLive(local);`
    StorageLive(Local),
    /// `StorageDead(local);`
    StorageDead(Local),
    /// `Assume(operand);`: undefined behavior when false
    Assume(Operand),
    /// `Retag(place);`: the references in the place are reborrowed. Removed in rustc 1.97.
    Retag(Place),
    /// As many values as the last operand says are copied from the first pointer to the second. Custom MIR calls the intrinsic.
    CopyNonOverlapping(Box<[Operand; 3]>),
}

/// What computes a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rvalue {
    /// `operand`
    Use(Operand),
    /// `[operand; n]`
    Repeat(Operand, u64),
    /// `&place`, `&mut place`
    Ref(Mutability, Place),
    /// `&raw const place`, `&raw mut place`
    RawPtr(Mutability, Place),
    /// `operand as T` and the cast functions
    Cast(CastKind, Operand, Ty),
    /// `a + b`, `Offset(a, b)`
    Binary(BinOp, Operand, Operand),
    /// `Checked(a + b)`: the wrapped result and whether it overflowed
    Checked(CheckedOp, Operand, Operand),
    /// `!a`, `-a`, `PtrMetadata(a)`
    Unary(UnOp, Operand),
    /// `Discriminant(place)`
    Discriminant(Place),
    /// `(a, b)`
    Tuple(Vec<Operand>),
    /// `[a, b]`, with the type of the elements
    Array(Ty, Vec<Operand>),
    /// `S { f: a }`, `E::V(a)`; a union names its one field, all others give every field in declaration order
    Adt(AdtId, VariantId, Option<FieldId>, Vec<Operand>),
    /// `CopyForDeref(place)`: a pointer, copied to be dereferenced. Not in the runtime dialect, and removed from the
    /// library by rustc 1.95.
    CopyForDeref(Place),
    /// `operand` without a retag: `Rvalue::Use` of compiled crates that says so. Custom MIR has none.
    UseWithoutRetag(Operand),
    /// `&mut place` for a two-phase borrow. Custom MIR has none.
    TwoPhaseRef(Place),
    /// `&raw const (fake) place`: a pointer that no borrow is made for, because only its metadata is asked for, or nothing at
    /// all. Custom MIR has none.
    FakeRawPtr(Place),
    /// A pointer of this type, raw or not, from an address and metadata. Custom MIR calls the intrinsic.
    PtrFromParts(Ty, Operand, Operand),
    /// A pointer of this type, raw or not, to what the running thread has of a `#[thread_local]` static. Custom MIR has none.
    ThreadLocalRef(Ty, StaticId),
}

/// How a cast converts.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum CastKind {
    /// `a as T`: what [`super::AsCast`] says of the two types
    As,
    /// `CastTransmute(a)`: the bytes, at another type
    Transmute,
    /// `CastPtrToPtr(a)`: a raw pointer, at another pointee
    PtrToPtr,
    /// `CastUnsize(a)`: a pointer to an array, as one to a slice. In compiled crates all unsizing coercions: also to trait
    /// objects, between them, and of structs around a pointer.
    Unsize,
}

/// Operators with two operands. Integer arithmetic wraps; shifts take the amount modulo the width.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitXor,
    BitAnd,
    BitOr,
    Shl,
    Shr,
    Eq,
    Lt,
    Le,
    Ne,
    Ge,
    Gt,
    /// Moves a raw pointer by elements, within its allocation.
    Offset,
    /// An addition that must not overflow. Custom MIR calls intrinsics for this and those below.
    AddUnchecked,
    SubUnchecked,
    MulUnchecked,
    /// A shift by less than the width.
    ShlUnchecked,
    ShrUnchecked,
    /// Less, equal or greater, as a `core::cmp::Ordering`.
    Cmp,
}

impl BinOp {
    /// Every operator that is written between its operands.
    pub const INFIX: [BinOp; 16] = [
        BinOp::Add,
        BinOp::Sub,
        BinOp::Mul,
        BinOp::Div,
        BinOp::Rem,
        BinOp::BitXor,
        BinOp::BitAnd,
        BinOp::BitOr,
        BinOp::Shl,
        BinOp::Shr,
        BinOp::Eq,
        BinOp::Lt,
        BinOp::Le,
        BinOp::Ne,
        BinOp::Ge,
        BinOp::Gt,
    ];

    /// How it is written between its operands; those that are not in [`BinOp::INFIX`] have a function's name.
    pub const fn symbol(self) -> &'static str {
        match self {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::Div => "/",
            BinOp::Rem => "%",
            BinOp::BitXor => "^",
            BinOp::BitAnd => "&",
            BinOp::BitOr => "|",
            BinOp::Shl => "<<",
            BinOp::Shr => ">>",
            BinOp::Eq => "==",
            BinOp::Lt => "<",
            BinOp::Le => "<=",
            BinOp::Ne => "!=",
            BinOp::Ge => ">=",
            BinOp::Gt => ">",
            BinOp::Offset => "Offset",
            BinOp::AddUnchecked => "AddUnchecked",
            BinOp::SubUnchecked => "SubUnchecked",
            BinOp::MulUnchecked => "MulUnchecked",
            BinOp::ShlUnchecked => "ShlUnchecked",
            BinOp::ShrUnchecked => "ShrUnchecked",
            BinOp::Cmp => "Cmp",
        }
    }

    /// Whether the result is a `bool` that compares the operands.
    pub const fn is_comparison(self) -> bool {
        matches!(self, BinOp::Eq | BinOp::Lt | BinOp::Le | BinOp::Ne | BinOp::Ge | BinOp::Gt)
    }

    /// Whether this is a shift, whose operands may differ in type.
    pub const fn is_shift(self) -> bool {
        matches!(self, BinOp::Shl | BinOp::Shr | BinOp::ShlUnchecked | BinOp::ShrUnchecked)
    }
}

/// Operators that [`Rvalue::Checked`] takes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum CheckedOp {
    Add,
    Sub,
    Mul,
}

impl CheckedOp {
    /// The same operator without the check.
    pub const fn wrapping(self) -> BinOp {
        match self {
            CheckedOp::Add => BinOp::Add,
            CheckedOp::Sub => BinOp::Sub,
            CheckedOp::Mul => BinOp::Mul,
        }
    }

    /// The checked form of `op`, if it has one.
    pub const fn from_wrapping(op: BinOp) -> Option<CheckedOp> {
        match op {
            BinOp::Add => Some(CheckedOp::Add),
            BinOp::Sub => Some(CheckedOp::Sub),
            BinOp::Mul => Some(CheckedOp::Mul),
            _ => None,
        }
    }
}

/// Operators with one operand.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum UnOp {
    /// `!a`
    Not,
    /// `-a`
    Neg,
    /// `PtrMetadata(a)`: a slice pointer's length, `()` for thin pointers
    PtrMetadata,
}

/// What a statement computes with.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// `place`
    Copy(Place),
    /// `Move(place)`
    Move(Place),
    /// A constant
    Const(Const),
}

/// A path to memory: a local, and steps from there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// Where the path begins.
    pub local: Local,
    /// The steps, first one first.
    pub projection: Projection,
}

/// The steps of a [`Place`].
pub type Projection = SmallVec<[Elem; 2]>;

/// One step of a [`Place`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Elem {
    /// `*place`
    Deref,
    /// `place.field`
    Field(FieldId),
    /// `place[local]`
    Index(Local),
    /// `Variant(place, n)`, always followed by a field
    Downcast(VariantId),
    /// The element at an offset from the beginning, or, of a slice, before the end. Custom MIR has none.
    #[allow(missing_docs)]
    ConstantIndex { offset: u32, from_end: bool },
    /// The elements `from..to`; with `from_end`, up to `to` before the end of a slice. Custom MIR has none.
    #[allow(missing_docs)]
    Subslice { from: u32, to: u32, from_end: bool },
}

/// Where a block goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Terminator {
    /// `Goto(block)`
    Goto(BlockId),
    /// `match operand { value => block, _ => block }`
    Switch(Operand, SwitchTargets),
    /// `Return()`
    Return,
    /// `Unreachable()`
    Unreachable,
    /// `Drop(place, ReturnTo(block), unwind)`
    #[allow(missing_docs)]
    Drop { place: Place, target: BlockId, unwind: UnwindAction },
    /// `Call(dest = func(args), ReturnTo(block), unwind)`
    Call(Box<Call>),
    /// `TailCall(func(args))`
    TailCall(Operand, Vec<Operand>),
    /// `UnwindResume()`
    UnwindResume,
    /// `UnwindTerminate(reason)`
    UnwindTerminate(TerminateReason),
}

/// `Call(dest = func(args), ReturnTo(target), unwind)`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Where the result goes.
    pub dest: Place,
    /// What is called.
    pub func: Operand,
    /// With what.
    pub args: Vec<Operand>,
    /// Where execution goes on.
    pub target: BlockId,
    /// What happens when the callee panics.
    pub unwind: UnwindAction,
}

/// The arms of a switch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SwitchTargets {
    /// Values, as canonical bit patterns of the operand's type, and where they go.
    pub values: Vec<(u128, BlockId)>,
    /// Where all other values go.
    pub otherwise: BlockId,
}

/// What happens when a call or drop unwinds.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum UnwindAction {
    /// `UnwindContinue()`: the panic goes on to the caller
    Continue,
    /// `UnwindUnreachable()`: undefined behavior
    Unreachable,
    /// `UnwindTerminate(reason)`: the process aborts
    Terminate(TerminateReason),
    /// `UnwindCleanup(block)`: a cleanup block runs
    Cleanup(BlockId),
}

/// Why unwinding ends the process.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum TerminateReason {
    /// `ReasonAbi`: the function's convention does not allow unwinding
    Abi,
    /// `ReasonInCleanup`: a panic during cleanup
    InCleanup,
}

impl Body {
    /// A body without blocks: the return place and the arguments.
    pub fn new(params: &[Ty], ret: Ty) -> Body {
        let locals = std::iter::once(ret).chain(params.iter().copied());
        Body {
            locals: locals.map(LocalDecl::new).collect(),
            arg_count: params.len(),
            debug: Vec::new(),
            blocks: IdVec::new(),
        }
    }

    /// Declares a local without a name.
    pub fn local(&mut self, ty: Ty) -> Local {
        self.locals.push(LocalDecl::new(ty))
    }

    /// The locals that are arguments.
    pub fn args(&self) -> impl DoubleEndedIterator<Item = Local> + use<> {
        (1..=self.arg_count as u32).map(Local)
    }

    /// What a local is called in the text.
    pub fn local_name(&self, local: Local) -> Cow<'_, str> {
        match self.locals.get(local).and_then(|decl| decl.name.as_deref()) {
            _ if local == Local::RETURN => "RET".into(),
            Some(name) => name.into(),
            None => format!("_{}", local.0).into(),
        }
    }

    /// Whether `local` is the return place or an argument, which are live as long as the call.
    pub fn is_signature_local(&self, local: Local) -> bool {
        local.0 as usize <= self.arg_count
    }
}

impl LocalDecl {
    /// A local without a name.
    pub fn new(ty: Ty) -> LocalDecl {
        LocalDecl { name: None, ty }
    }
}

impl Block {
    /// A block without statements.
    pub fn new(terminator: Terminator) -> Block {
        Block { name: None, is_cleanup: false, statements: Vec::new(), terminator }
    }
}

impl From<Local> for Place {
    fn from(local: Local) -> Place {
        Place { local, projection: Projection::new() }
    }
}

impl Place {
    /// The place one step further.
    pub fn project(mut self, elem: Elem) -> Place {
        self.projection.push(elem);
        self
    }

    /// `*self`
    pub fn deref(self) -> Place {
        self.project(Elem::Deref)
    }

    /// `self.field`
    pub fn field(self, field: u32) -> Place {
        self.project(Elem::Field(FieldId(field)))
    }

    /// The local, if there are no steps.
    pub fn as_local(&self) -> Option<Local> {
        self.projection.is_empty().then_some(self.local)
    }
}

impl Operand {
    /// The place that is copied or moved.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Operand::Copy(place) | Operand::Move(place) => Some(place),
            Operand::Const(_) => None,
        }
    }
}

impl From<Const> for Operand {
    fn from(value: Const) -> Operand {
        Operand::Const(value)
    }
}

impl Terminator {
    /// Every block that this may go to, unwinding included.
    pub fn successors(&self) -> SmallVec<[BlockId; 4]> {
        match self {
            Terminator::Goto(target) => [*target].into_iter().collect(),
            Terminator::Switch(_, targets) => {
                targets.values.iter().map(|&(_, block)| block).chain([targets.otherwise]).collect()
            }
            Terminator::Drop { target, unwind, .. } => [*target].into_iter().chain(unwind.block()).collect(),
            Terminator::Call(call) => [call.target].into_iter().chain(call.unwind.block()).collect(),
            Terminator::Return
            | Terminator::Unreachable
            | Terminator::TailCall(..)
            | Terminator::UnwindResume
            | Terminator::UnwindTerminate(_) => SmallVec::new(),
        }
    }

    /// What happens when what it calls panics, if it calls something and comes back.
    pub fn unwind(&self) -> Option<UnwindAction> {
        match self {
            Terminator::Call(call) => Some(call.unwind),
            Terminator::Drop { unwind, .. } => Some(*unwind),
            _ => None,
        }
    }

    /// The same, to be changed.
    pub fn unwind_mut(&mut self) -> Option<&mut UnwindAction> {
        match self {
            Terminator::Call(call) => Some(&mut call.unwind),
            Terminator::Drop { unwind, .. } => Some(unwind),
            _ => None,
        }
    }
}

impl UnwindAction {
    /// The cleanup block that runs, if one does.
    pub fn block(self) -> Option<BlockId> {
        match self {
            UnwindAction::Cleanup(block) => Some(block),
            _ => None,
        }
    }
}

/// The functions of `core::intrinsics::mir` that bodies are written with.
pub const MIR_FUNCTIONS: [&str; 30] = [
    "Assume",
    "Call",
    "CastPtrToPtr",
    "CastTransmute",
    "CastUnsize",
    "Checked",
    "CopyForDeref",
    "Discriminant",
    "Drop",
    "Field",
    "Goto",
    "Move",
    "Offset",
    "PtrMetadata",
    "Retag",
    "Return",
    "ReturnTo",
    "SetDiscriminant",
    "Static",
    "StaticMut",
    "StorageDead",
    "StorageLive",
    "TailCall",
    "Unreachable",
    "UnwindCleanup",
    "UnwindContinue",
    "UnwindResume",
    "UnwindTerminate",
    "UnwindUnreachable",
    "Variant",
];
