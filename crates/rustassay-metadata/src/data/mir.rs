//! Bodies: MIR as rustc writes it for other crates.

use std::rc::Rc;

use super::{
    Args, Const, ConstValue, CoroutineKind, CoroutineLayout, DefId, Mutability, Safety, Span, Symbol, Ty,
};

/// A local of a body: `_0` is the returned value, then come the arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Local(pub u32);

/// A basic block of a body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BasicBlock(pub u32);

/// A lexical scope of a body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SourceScope(pub u32);

/// A body. Every local, block and scope that it mentions exists.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Body {
    pub basic_blocks: Vec<BasicBlockData>,
    pub source_scopes: Vec<SourceScopeData>,
    pub coroutine: Option<Box<CoroutineInfo>>,
    pub local_decls: Vec<LocalDecl>,
    pub arg_count: usize,
    /// The argument that callers pass as several: the tuple of an `extern "rust-call"` function.
    pub spread_arg: Option<Local>,
    pub var_debug_info: Vec<VarDebugInfo>,
    pub span: Span,
    /// Constants that have to be evaluated before the body runs, even if it does not reach them.
    pub required_consts: Vec<ConstOperand>,
    /// Whether it was written as MIR, so that no borrow checker has seen it.
    pub is_custom_mir: bool,
}

/// What is known of a coroutine's body.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct CoroutineInfo {
    /// The body that drops the coroutine.
    pub coroutine_drop: Option<Body>,
    pub coroutine_layout: Option<CoroutineLayout>,
    pub coroutine_kind: CoroutineKind,
}

/// A local.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct LocalDecl {
    pub mutability: Mutability,
    pub ty: Ty,
    pub source_info: SourceInfo,
}

/// Where something stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct SourceInfo {
    pub span: Span,
    pub scope: SourceScope,
}

/// A lexical scope, or the body of a function that was inlined.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct SourceScopeData {
    pub span: Span,
    pub parent_scope: Option<SourceScope>,
    /// The function that was inlined, and where it was called.
    pub inlined: Option<(Instance, Span)>,
    pub inlined_parent_scope: Option<SourceScope>,
}

/// A function with its arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub struct Instance {
    pub def: InstanceKind,
    pub args: Args,
}

/// What kind of function an instance is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum InstanceKind {
    Item(DefId),
    Intrinsic(DefId),
    VTableShim(DefId),
    ReifyShim(DefId),
    FnPtrShim(DefId, Ty),
    Virtual(DefId, usize),
    ClosureOnceShim {
        call_once: DefId,
        track_caller: bool,
    },
    ThreadLocalShim(DefId),
    DropGlue(DefId, Option<Ty>),
    CloneShim(DefId, Ty),
    FnPtrAddrShim(DefId, Ty),
    /// A shim of async closures or async drop.
    Async(Option<DefId>),
}

/// The name of a variable, and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct VarDebugInfo {
    pub name: Symbol,
    pub source_info: SourceInfo,
    pub value: VarDebugInfoContents,
    /// Its number among the arguments, from 1.
    pub argument_index: Option<u16>,
}

/// Where a variable is.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum VarDebugInfoContents {
    Place(Place),
    Const(ConstOperand),
}

/// A block.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct BasicBlockData {
    pub statements: Vec<Statement>,
    pub terminator: Terminator,
    /// It runs while a panic unwinds.
    pub is_cleanup: bool,
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Statement {
    pub source_info: SourceInfo,
    pub kind: StatementKind,
}

/// What a statement does.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum StatementKind {
    Assign(Place, Rvalue),
    SetDiscriminant { place: Place, variant_index: u32 },
    StorageLive(Local),
    StorageDead(Local),
    Retag(RetagKind, Place),
    PlaceMention(Place),
    Assume(Operand),
    CopyNonOverlapping { src: Operand, dst: Operand, count: Operand },
    Nop,
}

/// What kind of retag a statement is; there are such statements up to rustc 1.96.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum RetagKind {
    FnEntry,
    TwoPhase,
    Raw,
    Default,
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Terminator {
    pub source_info: SourceInfo,
    pub kind: TerminatorKind,
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum TerminatorKind {
    Goto {
        target: BasicBlock,
    },
    SwitchInt {
        discr: Operand,
        targets: SwitchTargets,
    },
    UnwindResume,
    UnwindTerminate(UnwindTerminateReason),
    Return,
    Unreachable,
    Drop {
        place: Place,
        target: BasicBlock,
        unwind: UnwindAction,
    },
    Call {
        func: Operand,
        args: Vec<Operand>,
        destination: Place,
        target: Option<BasicBlock>,
        unwind: UnwindAction,
        fn_span: Span,
    },
    TailCall {
        func: Operand,
        args: Vec<Operand>,
        fn_span: Span,
    },
    Assert {
        cond: Operand,
        expected: bool,
        msg: AssertKind,
        target: BasicBlock,
        unwind: UnwindAction,
    },
    /// Only before coroutines are lowered.
    Yield {
        value: Operand,
        resume: BasicBlock,
        resume_arg: Place,
        drop: Option<BasicBlock>,
    },
    CoroutineDrop,
    /// Goes to `real_target`; the rest is for the borrow checker.
    FalseEdge {
        real_target: BasicBlock,
    },
    /// Goes to `real_target`; the rest is for the borrow checker.
    FalseUnwind {
        real_target: BasicBlock,
        unwind: UnwindAction,
    },
    /// `asm!`: we know that it is there, no more.
    InlineAsm,
}

/// Where a `SwitchInt` goes for which value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SwitchTargets {
    /// The values.
    pub values: Vec<u128>,
    /// A block for each value, and then one for all others.
    pub targets: Vec<BasicBlock>,
}

/// What happens when a call unwinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum UnwindAction {
    Continue,
    Unreachable,
    Terminate(UnwindTerminateReason),
    Cleanup(BasicBlock),
}

/// Why unwinding ends the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum UnwindTerminateReason {
    Abi,
    InCleanup,
}

/// What an `Assert` says when it fails.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum AssertKind {
    BoundsCheck { len: Operand, index: Operand },
    Overflow(BinOp, Operand, Operand),
    OverflowNeg(Operand),
    DivisionByZero(Operand),
    RemainderByZero(Operand),
    ResumedAfterReturn(CoroutineKind),
    ResumedAfterPanic(CoroutineKind),
    ResumedAfterDrop(CoroutineKind),
    MisalignedPointerDereference { required: Operand, found: Operand },
    NullPointerDereference,
    InvalidEnumConstruction(Operand),
}

/// A place: a local, and the way from it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub struct Place {
    pub local: Local,
    pub projection: Vec<ProjectionElem>,
}

/// One step of the way to a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum ProjectionElem {
    Deref,
    Field(u32, Ty),
    Index(Local),
    ConstantIndex { offset: u64, min_length: u64, from_end: bool },
    Subslice { from: u64, to: u64, from_end: bool },
    Downcast(u32),
    OpaqueCast(Ty),
    UnwrapUnsafeBinder(Ty),
}

/// An operand.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Operand {
    Copy(Place),
    Move(Place),
    Constant(Rc<ConstOperand>),
    /// Whether certain checks are enabled, which the final crate's flags decide.
    RuntimeChecks(RuntimeChecks),
}

/// A kind of checks that the final crate's flags enable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum RuntimeChecks {
    UbChecks,
    ContractChecks,
    OverflowChecks,
}

/// A constant with its place in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct ConstOperand {
    pub span: Span,
    pub constant: MirConst,
}

/// A constant of MIR (rustc's `mir::Const`).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MirConst {
    /// A constant of the type system, and its type.
    Ty(Ty, Const),
    /// A constant item, an anonymous constant or, if `promoted` is there, a promoted of a body.
    Unevaluated {
        /// The item.
        def: DefId,
        /// Its arguments.
        args: Args,
        /// The number of the promoted in [`Crates::promoted_mir`](crate::Crates::promoted_mir).
        promoted: Option<u32>,
        /// Its type.
        ty: Ty,
    },
    /// A value, and its type.
    Val(ConstValue, Ty),
}

/// What a raw pointer to a place is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum RawPtrKind {
    Mut,
    Const,
    /// To be asked for its metadata only
    FakeForPtrMetadata,
}

/// The right side of an assignment.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Rvalue {
    Use(Operand, WithRetag),
    Repeat(Operand, Const),
    Ref(BorrowKind, Place),
    ThreadLocalRef(DefId),
    RawPtr(RawPtrKind, Place),
    Cast(CastKind, Operand, Ty),
    BinaryOp(BinOp, Operand, Operand),
    UnaryOp(UnOp, Operand),
    Discriminant(Place),
    Aggregate(AggregateKind, Vec<Operand>),
    CopyForDeref(Place),
    WrapUnsafeBinder(Operand, Ty),
    /// A user-defined reborrow: `Ty` is made from the place.
    Reborrow(Ty, Mutability, Place),
}

/// Whether a copy retags the references in it. Always up to rustc 1.96, which does not say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum WithRetag {
    Yes,
    No,
}

/// What kind of reference is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum BorrowKind {
    Shared,
    /// For the borrow checker only.
    Fake,
    Mut(MutBorrowKind),
}

/// What kind of mutable reference is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum MutBorrowKind {
    Default,
    TwoPhaseBorrow,
    ClosureCapture,
}

/// What kind of cast is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum CastKind {
    PointerExposeProvenance,
    PointerWithExposedProvenance,
    PointerCoercion(PointerCoercion),
    IntToInt,
    FloatToInt,
    FloatToFloat,
    IntToFloat,
    PtrToPtr,
    FnPtrToPtr,
    Transmute,
    Subtype,
}

/// What kind of coercion is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum PointerCoercion {
    ReifyFnPointer(Safety),
    UnsafeFnPointer,
    ClosureFnPointer(Safety),
    MutToConstPointer,
    ArrayToPointer,
    Unsize,
}

/// What an aggregate is.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum AggregateKind {
    Array(Ty),
    Tuple,
    Adt {
        def_id: DefId,
        variant_index: u32,
        args: Args,
        /// The one field that a union's aggregate has.
        active_field: Option<u32>,
    },
    Closure(DefId, Args),
    Coroutine(DefId, Args),
    CoroutineClosure(DefId, Args),
    /// A pointer to this type, from its address and its metadata.
    RawPtr(Ty, Mutability),
}

/// A binary operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum BinOp {
    Add,
    AddUnchecked,
    AddWithOverflow,
    Sub,
    SubUnchecked,
    SubWithOverflow,
    Mul,
    MulUnchecked,
    MulWithOverflow,
    Div,
    Rem,
    BitXor,
    BitAnd,
    BitOr,
    Shl,
    ShlUnchecked,
    Shr,
    ShrUnchecked,
    Eq,
    Lt,
    Le,
    Ne,
    Ge,
    Gt,
    Cmp,
    Offset,
}

/// A unary operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum UnOp {
    Not,
    Neg,
    PtrMetadata,
}
