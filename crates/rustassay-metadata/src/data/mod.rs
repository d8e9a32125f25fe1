//! What a crate's metadata says, as plain values.
//!
//! The names are rustc's, so that a reader can hold each against its documentation. Three things differ.
//! Regions are erased: a lifetime argument is there, because parameters are counted with lifetimes, but it
//! says nothing. Binders are gone for the same reason. And types and constants are handles into
//! [`Types`](crate::Types), where equal ones have equal handles.

mod consts;
mod defs;
mod items;
mod mir;
mod span;
mod types;

pub use consts::{Allocation, ConstKind, ConstValue, GlobalAlloc, Provenance, Scalar, ScalarInt, ValTree};
pub use defs::{
    AssocContainer, AssocItem, CrateNum, CtorKind, CtorOf, DefId, DefKey, DefKind, DefPathData, LangItem,
};
pub use items::{
    AdtDef, AdtFlags, AdtKind, CodegenFnAttrs, CoroutineDesugaring, CoroutineKind, CoroutineLayout,
    CoroutineSavedTy, Defaultness, ExportedSymbol, FieldDef, GenericParamDef, GenericParamDefKind, Generics,
    ImplHeader, ImplPolarity, IntegerType, IntrinsicDef, ReprOptions, TraitDef, ValidRange, VariantDef,
    VariantDiscr,
};
pub use mir::{
    AggregateKind, AssertKind, BasicBlock, BasicBlockData, BinOp, Body, BorrowKind, CastKind, ConstOperand,
    CoroutineInfo, Instance, InstanceKind, Local, LocalDecl, MirConst, MutBorrowKind, Operand, Place,
    PointerCoercion, ProjectionElem, RawPtrKind, RetagKind, RuntimeChecks, Rvalue, SourceInfo, SourceScope,
    SourceScopeData, Statement, StatementKind, SwitchTargets, Terminator, TerminatorKind, UnOp, UnwindAction,
    UnwindTerminateReason, VarDebugInfo, VarDebugInfoContents, WithRetag,
};
pub use span::{FileId, SourceFile, Span, SpanLocation};
pub use types::{
    AliasKind, Args, Const, ExistentialPredicate, ExternAbi, FloatTy, FnSig, GenericArg, IntTy, Mutability,
    PatternKind, Predicate, Safety, Term, TraitRef, Ty, TyKind, UintTy,
};

/// A name. Equal names may be different allocations; comparison is by text.
pub type Symbol = std::rc::Rc<str>;
