//! Bodies.

use super::{Decode, Decoder, Ignored, choice, record};
use crate::bytes::Decoded;
use crate::data::*;
use crate::schema::Shape;

macro_rules! indices {
    ($($ty:ident),*) => {
        $(impl Decode for $ty {
            #[inline]
            fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
                u32::decode(d, shape).map($ty)
            }
        })*
    };
}

indices!(Local, BasicBlock, SourceScope);

/// Blocks stand beside a cache that is not encoded.
struct BasicBlocks {
    basic_blocks: Vec<BasicBlockData>,
}

record!(BasicBlocks { basic_blocks });

impl Decode for Body {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let body = RawBody::decode(d, shape)?;
        let body = Body {
            basic_blocks: body.basic_blocks.basic_blocks,
            source_scopes: body.source_scopes,
            coroutine: body.coroutine,
            local_decls: body.local_decls,
            arg_count: body.arg_count,
            spread_arg: body.spread_arg,
            var_debug_info: body.var_debug_info,
            span: body.span,
            required_consts: body.required_consts.unwrap_or_default(),
            is_custom_mir: body.injection_phase.is_some(),
        };
        match crate::well_formed::check(&body) {
            Ok(()) => Ok(body),
            Err(why) => d.fault(why),
        }
    }
}

struct RawBody {
    basic_blocks: BasicBlocks,
    source_scopes: Vec<SourceScopeData>,
    coroutine: Option<Box<CoroutineInfo>>,
    local_decls: Vec<LocalDecl>,
    arg_count: usize,
    spread_arg: Option<Local>,
    var_debug_info: Vec<VarDebugInfo>,
    span: Span,
    required_consts: Option<Vec<ConstOperand>>,
    injection_phase: Option<Ignored>,
}

record!(RawBody {
    basic_blocks,
    source_scopes,
    coroutine,
    local_decls,
    arg_count,
    spread_arg,
    var_debug_info,
    span,
    required_consts,
    injection_phase,
});

record!(CoroutineInfo { coroutine_drop, coroutine_layout, coroutine_kind });
record!(LocalDecl { mutability, ty, source_info });
record!(SourceInfo { span, scope });
record!(SourceScopeData { span, parent_scope, inlined, inlined_parent_scope });
record!(Instance { def, args });

choice!(InstanceKind {
    Item { def: 0 } => InstanceKind::Item(def),
    Intrinsic { def: 0 } => InstanceKind::Intrinsic(def),
    VTableShim { def: 0 } => InstanceKind::VTableShim(def),
    ReifyShim { def: 0 } => InstanceKind::ReifyShim(def),
    FnPtrShim { def: 0, ty: 1 } => InstanceKind::FnPtrShim(def, ty),
    Virtual { def: 0, slot: 1 } => InstanceKind::Virtual(def, slot),
    ClosureOnceShim { call_once, track_caller } => InstanceKind::ClosureOnceShim { call_once, track_caller },
    ConstructCoroutineInClosureShim { def: coroutine_closure_def_id } => InstanceKind::Async(Some(def)),
    ThreadLocalShim { def: 0 } => InstanceKind::ThreadLocalShim(def),
    FutureDropPollShim { def: 0 } => InstanceKind::Async(Some(def)),
    DropGlue { def: 0, ty: 1 } => InstanceKind::DropGlue(def, ty),
    CloneShim { def: 0, ty: 1 } => InstanceKind::CloneShim(def, ty),
    FnPtrAddrShim { def: 0, ty: 1 } => InstanceKind::FnPtrAddrShim(def, ty),
    AsyncDropGlueCtorShim { def: 0 } => InstanceKind::Async(Some(def)),
    AsyncDropGlue { def: 0 } => InstanceKind::Async(Some(def)),
    Shim { shim: 0 } => { let ShimKind(kind) = shim; kind },
});

/// The shims, which 1.98 has in an enum of their own.
struct ShimKind(InstanceKind);

choice!(ShimKind {
    VTable { def: 0 } => ShimKind(InstanceKind::VTableShim(def)),
    Reify { def: 0 } => ShimKind(InstanceKind::ReifyShim(def)),
    FnPtr { def: 0, ty: 1 } => ShimKind(InstanceKind::FnPtrShim(def, ty)),
    ClosureOnce { call_once, track_caller } => {
        ShimKind(InstanceKind::ClosureOnceShim { call_once, track_caller })
    },
    ConstructCoroutineInClosure { def: coroutine_closure_def_id } => ShimKind(InstanceKind::Async(Some(def))),
    ThreadLocal { def: 0 } => ShimKind(InstanceKind::ThreadLocalShim(def)),
    FutureDropPoll { def: 0 } => ShimKind(InstanceKind::Async(Some(def))),
    DropGlue { def: 0, ty: 1 } => ShimKind(InstanceKind::DropGlue(def, ty)),
    Clone { def: 0, ty: 1 } => ShimKind(InstanceKind::CloneShim(def, ty)),
    FnPtrAddr { def: 0, ty: 1 } => ShimKind(InstanceKind::FnPtrAddrShim(def, ty)),
    AsyncDropGlueCtor { def: 0 } => ShimKind(InstanceKind::Async(Some(def))),
    AsyncDropGlue { def: 0 } => ShimKind(InstanceKind::Async(Some(def))),
});

record!(VarDebugInfo { name, source_info, value, argument_index });

choice!(VarDebugInfoContents {
    Place { place: 0 } => VarDebugInfoContents::Place(place),
    Const { constant: 0 } => VarDebugInfoContents::Const(constant),
});

impl Decode for BasicBlockData {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let RawBlock { statements, terminator, is_cleanup } = RawBlock::decode(d, shape)?;
        match terminator {
            Some(terminator) => Ok(BasicBlockData { statements, terminator, is_cleanup }),
            None => d.fault("a block without an end"),
        }
    }
}

struct RawBlock {
    statements: Vec<Statement>,
    terminator: Option<Terminator>,
    is_cleanup: bool,
}

record!(RawBlock { statements, terminator, is_cleanup });
record!(Statement { source_info, kind });
record!(Terminator { source_info, kind });

choice!(StatementKind {
    Assign { assignment: 0 } => { let (place, rvalue) = assignment; StatementKind::Assign(place, rvalue) },
    SetDiscriminant { place, variant_index } => StatementKind::SetDiscriminant { place, variant_index },
    StorageLive { local: 0 } => StatementKind::StorageLive(local),
    StorageDead { local: 0 } => StatementKind::StorageDead(local),
    Retag { kind: 0, place: 1 } => StatementKind::Retag(kind, place),
    PlaceMention { place: 0 } => StatementKind::PlaceMention(place),
    Intrinsic { intrinsic: 0 } => { let NonDivergingIntrinsic(kind) = intrinsic; kind },
    FakeRead {} => StatementKind::Nop,
    AscribeUserType {} => StatementKind::Nop,
    Coverage {} => StatementKind::Nop,
    ConstEvalCounter {} => StatementKind::Nop,
    BackwardIncompatibleDropHint {} => StatementKind::Nop,
    Nop {} => StatementKind::Nop,
});

struct NonDivergingIntrinsic(StatementKind);

choice!(NonDivergingIntrinsic {
    Assume { condition: 0 } => NonDivergingIntrinsic(StatementKind::Assume(condition)),
    CopyNonOverlapping { copy: 0 } => {
        let CopyNonOverlapping { src, dst, count } = copy;
        NonDivergingIntrinsic(StatementKind::CopyNonOverlapping { src, dst, count })
    },
});

struct CopyNonOverlapping {
    src: Operand,
    dst: Operand,
    count: Operand,
}

record!(CopyNonOverlapping { src, dst, count });

choice!(RetagKind {
    FnEntry {} => RetagKind::FnEntry,
    TwoPhase {} => RetagKind::TwoPhase,
    Raw {} => RetagKind::Raw,
    Default {} => RetagKind::Default,
});

choice!(TerminatorKind {
    Goto { target } => TerminatorKind::Goto { target },
    SwitchInt { discr, targets } => TerminatorKind::SwitchInt { discr, targets },
    UnwindResume {} => TerminatorKind::UnwindResume,
    UnwindTerminate { reason: 0 } => TerminatorKind::UnwindTerminate(reason),
    Return {} => TerminatorKind::Return,
    Unreachable {} => TerminatorKind::Unreachable,
    Drop { place, target, unwind } => TerminatorKind::Drop { place, target, unwind },
    Call { func, args, destination, target, unwind, fn_span } => {
        TerminatorKind::Call { func, args: operands(args), destination, target, unwind, fn_span }
    },
    TailCall { func, args, fn_span } => TerminatorKind::TailCall { func, args: operands(args), fn_span },
    Assert { cond, expected, msg, target, unwind } => {
        TerminatorKind::Assert { cond, expected, msg, target, unwind }
    },
    Yield { value, resume, resume_arg, drop } => TerminatorKind::Yield { value, resume, resume_arg, drop },
    CoroutineDrop {} => TerminatorKind::CoroutineDrop,
    FalseEdge { real_target } => TerminatorKind::FalseEdge { real_target },
    FalseUnwind { real_target, unwind } => TerminatorKind::FalseUnwind { real_target, unwind },
    InlineAsm {} => TerminatorKind::InlineAsm,
});

/// An argument of a call stands beside its span.
struct Argument {
    node: Operand,
}

record!(Argument { node });

fn operands(arguments: Vec<Argument>) -> Vec<Operand> {
    arguments.into_iter().map(|argument| argument.node).collect()
}

record!(SwitchTargets { values, targets });

choice!(UnwindAction {
    Continue {} => UnwindAction::Continue,
    Unreachable {} => UnwindAction::Unreachable,
    Terminate { reason: 0 } => UnwindAction::Terminate(reason),
    Cleanup { block: 0 } => UnwindAction::Cleanup(block),
});

choice!(UnwindTerminateReason {
    Abi {} => UnwindTerminateReason::Abi,
    InCleanup {} => UnwindTerminateReason::InCleanup,
});

choice!(AssertKind {
    BoundsCheck { len, index } => AssertKind::BoundsCheck { len, index },
    Overflow { op: 0, left: 1, right: 2 } => AssertKind::Overflow(op, left, right),
    OverflowNeg { operand: 0 } => AssertKind::OverflowNeg(operand),
    DivisionByZero { operand: 0 } => AssertKind::DivisionByZero(operand),
    RemainderByZero { operand: 0 } => AssertKind::RemainderByZero(operand),
    ResumedAfterReturn { kind: 0 } => AssertKind::ResumedAfterReturn(kind),
    ResumedAfterPanic { kind: 0 } => AssertKind::ResumedAfterPanic(kind),
    ResumedAfterDrop { kind: 0 } => AssertKind::ResumedAfterDrop(kind),
    MisalignedPointerDereference { required, found } => {
        AssertKind::MisalignedPointerDereference { required, found }
    },
    NullPointerDereference {} => AssertKind::NullPointerDereference,
    InvalidEnumConstruction { operand: 0 } => AssertKind::InvalidEnumConstruction(operand),
});

record!(Place { local, projection });

choice!(ProjectionElem {
    Deref {} => ProjectionElem::Deref,
    Field { field: 0, ty: 1 } => ProjectionElem::Field(field, ty),
    Index { local: 0 } => ProjectionElem::Index(local),
    ConstantIndex { offset, min_length, from_end } => {
        ProjectionElem::ConstantIndex { offset, min_length, from_end }
    },
    Subslice { from, to, from_end } => ProjectionElem::Subslice { from, to, from_end },
    Downcast { variant: 1 } => ProjectionElem::Downcast(variant),
    OpaqueCast { ty: 0 } => ProjectionElem::OpaqueCast(ty),
    UnwrapUnsafeBinder { ty: 0 } => ProjectionElem::UnwrapUnsafeBinder(ty),
});

choice!(Operand {
    Copy { place: 0 } => Operand::Copy(place),
    Move { place: 0 } => Operand::Move(place),
    Constant { constant: 0 } => Operand::Constant(constant),
    RuntimeChecks { checks: 0 } => Operand::RuntimeChecks(checks),
});

choice!(RuntimeChecks {
    UbChecks {} => RuntimeChecks::UbChecks,
    ContractChecks {} => RuntimeChecks::ContractChecks,
    OverflowChecks {} => RuntimeChecks::OverflowChecks,
});

record!(ConstOperand { span, constant: const_ });

choice!(MirConst {
    Ty { ty: 0, constant: 1 } => MirConst::Ty(ty, constant),
    Unevaluated { item: 0, ty: 1 } => {
        let UnevaluatedConst { def, args, promoted } = item;
        MirConst::Unevaluated { def, args, promoted, ty }
    },
    Val { value: 0, ty: 1 } => MirConst::Val(value, ty),
});

struct UnevaluatedConst {
    def: DefId,
    args: Args,
    promoted: Option<u32>,
}

record!(UnevaluatedConst { def, args, promoted });

choice!(Rvalue {
    Use { operand: 0, retag: 1 } => Rvalue::Use(operand, retag),
    Repeat { operand: 0, count: 1 } => Rvalue::Repeat(operand, count),
    Ref { kind: 1, place: 2 } => Rvalue::Ref(kind, place),
    ThreadLocalRef { def: 0 } => Rvalue::ThreadLocalRef(def),
    RawPtr { kind: 0, place: 1 } => Rvalue::RawPtr(kind, place),
    Cast { kind: 0, operand: 1, ty: 2 } => Rvalue::Cast(kind, operand, ty),
    BinaryOp { op: 0, operands: 1 } => { let (left, right) = operands; Rvalue::BinaryOp(op, left, right) },
    UnaryOp { op: 0, operand: 1 } => Rvalue::UnaryOp(op, operand),
    Discriminant { place: 0 } => Rvalue::Discriminant(place),
    Aggregate { kind: 0, operands: 1 } => Rvalue::Aggregate(kind, operands),
    CopyForDeref { place: 0 } => Rvalue::CopyForDeref(place),
    WrapUnsafeBinder { operand: 0, ty: 1 } => Rvalue::WrapUnsafeBinder(operand, ty),
    Reborrow { ty: 0, mutability: 1, place: 2 } => Rvalue::Reborrow(ty, mutability, place),
});

impl Decode for WithRetag {
    fn decode(d: &mut Decoder<'_>, shape: Shape) -> Decoded<Self> {
        let SaysRetag(retag) = SaysRetag::decode(d, shape)?;
        Ok(retag)
    }

    /// Releases up to 1.96 do not say, and retag.
    fn absent() -> Option<Self> {
        Some(WithRetag::Yes)
    }
}

struct SaysRetag(WithRetag);

choice!(SaysRetag { Yes {} => SaysRetag(WithRetag::Yes), No {} => SaysRetag(WithRetag::No) });

choice!(RawPtrKind {
    Mut {} => RawPtrKind::Mut,
    Const {} => RawPtrKind::Const,
    FakeForPtrMetadata {} => RawPtrKind::FakeForPtrMetadata,
});

choice!(BorrowKind {
    Shared {} => BorrowKind::Shared,
    Fake {} => BorrowKind::Fake,
    Mut { kind } => BorrowKind::Mut(kind),
});

choice!(MutBorrowKind {
    Default {} => MutBorrowKind::Default,
    TwoPhaseBorrow {} => MutBorrowKind::TwoPhaseBorrow,
    ClosureCapture {} => MutBorrowKind::ClosureCapture,
});

choice!(CastKind {
    PointerExposeProvenance {} => CastKind::PointerExposeProvenance,
    PointerWithExposedProvenance {} => CastKind::PointerWithExposedProvenance,
    PointerCoercion { coercion: 0 } => CastKind::PointerCoercion(coercion),
    IntToInt {} => CastKind::IntToInt,
    FloatToInt {} => CastKind::FloatToInt,
    FloatToFloat {} => CastKind::FloatToFloat,
    IntToFloat {} => CastKind::IntToFloat,
    PtrToPtr {} => CastKind::PtrToPtr,
    FnPtrToPtr {} => CastKind::FnPtrToPtr,
    Transmute {} => CastKind::Transmute,
    Subtype {} => CastKind::Subtype,
});

choice!(PointerCoercion {
    ReifyFnPointer { safety: 0 } => PointerCoercion::ReifyFnPointer(safety),
    UnsafeFnPointer {} => PointerCoercion::UnsafeFnPointer,
    ClosureFnPointer { safety: 0 } => PointerCoercion::ClosureFnPointer(safety),
    MutToConstPointer {} => PointerCoercion::MutToConstPointer,
    ArrayToPointer {} => PointerCoercion::ArrayToPointer,
    Unsize {} => PointerCoercion::Unsize,
});

choice!(AggregateKind {
    Array { ty: 0 } => AggregateKind::Array(ty),
    Tuple {} => AggregateKind::Tuple,
    Adt { def_id: 0, variant_index: 1, args: 2, active_field: 4 } => {
        AggregateKind::Adt { def_id, variant_index, args, active_field }
    },
    Closure { def: 0, args: 1 } => AggregateKind::Closure(def, args),
    Coroutine { def: 0, args: 1 } => AggregateKind::Coroutine(def, args),
    CoroutineClosure { def: 0, args: 1 } => AggregateKind::CoroutineClosure(def, args),
    RawPtr { pointee: 0, mutability: 1 } => AggregateKind::RawPtr(pointee, mutability),
});

choice!(BinOp {
    Add {} => BinOp::Add,
    AddUnchecked {} => BinOp::AddUnchecked,
    AddWithOverflow {} => BinOp::AddWithOverflow,
    Sub {} => BinOp::Sub,
    SubUnchecked {} => BinOp::SubUnchecked,
    SubWithOverflow {} => BinOp::SubWithOverflow,
    Mul {} => BinOp::Mul,
    MulUnchecked {} => BinOp::MulUnchecked,
    MulWithOverflow {} => BinOp::MulWithOverflow,
    Div {} => BinOp::Div,
    Rem {} => BinOp::Rem,
    BitXor {} => BinOp::BitXor,
    BitAnd {} => BinOp::BitAnd,
    BitOr {} => BinOp::BitOr,
    Shl {} => BinOp::Shl,
    ShlUnchecked {} => BinOp::ShlUnchecked,
    Shr {} => BinOp::Shr,
    ShrUnchecked {} => BinOp::ShrUnchecked,
    Eq {} => BinOp::Eq,
    Lt {} => BinOp::Lt,
    Le {} => BinOp::Le,
    Ne {} => BinOp::Ne,
    Ge {} => BinOp::Ge,
    Gt {} => BinOp::Gt,
    Cmp {} => BinOp::Cmp,
    Offset {} => BinOp::Offset,
});

choice!(UnOp { Not {} => UnOp::Not, Neg {} => UnOp::Neg, PtrMetadata {} => UnOp::PtrMetadata });
