//! Checks that the compiler puts into bodies: what fails calls a function of the library that panics.

use super::Lowering;
use crate::instance::Instance;
use rustassay_machine::error::Step;
use rustassay_metadata::data::*;
use rustassay_mir::model as mir;
use rustassay_mir::model::BlockId;

impl Lowering<'_, '_> {
    /// A block that panics with the message of an assertion.
    pub(super) fn lower_panic(
        &mut self,
        is_cleanup: bool,
        message: &AssertKind,
        unwind: UnwindAction,
    ) -> Step<BlockId> {
        let (lang_item, args) = panic_function(message);
        let args = args.into_iter().map(|operand| self.operand(operand)).collect::<Step<Vec<_>>>()?;
        let def = self.cx.lang_item(lang_item)?;
        let id = self.cx.fn_id(&Instance::Item(def, [].into()))?;
        let function = mir::FnRef::plain(mir::FnDefId::Fn(id));
        let dest = mir::Place::from(self.new_local(mir::Ty::NEVER));
        let target = self.add_block(is_cleanup, mir::Terminator::Unreachable);
        let unwind = self.unwind(unwind);
        let func = mir::Operand::Const(mir::Const::Fn(Box::new(function)));
        let call = mir::Terminator::Call(Box::new(mir::Call { dest, func, args, target, unwind }));
        Ok(self.add_block(is_cleanup, call))
    }
}

/// Whether the final crate's flags decide if an assertion is made.
pub(super) fn is_optional(message: &AssertKind) -> bool {
    use BinOp::*;
    matches!(message, AssertKind::OverflowNeg(_) | AssertKind::Overflow(Add | Sub | Mul | Shl | Shr, ..))
}

/// The lang item that an assertion calls when it fails, and with what (`AssertKind::panic_function`).
fn panic_function(message: &AssertKind) -> (&'static str, Vec<&Operand>) {
    let of_kind = |kind: &CoroutineKind, names: [&'static str; 4]| {
        let [coroutine, is_async, async_gen, r#gen] = names;
        match kind {
            CoroutineKind::Coroutine { .. } => coroutine,
            CoroutineKind::Desugared(CoroutineDesugaring::Async) => is_async,
            CoroutineKind::Desugared(CoroutineDesugaring::AsyncGen) => async_gen,
            CoroutineKind::Desugared(CoroutineDesugaring::Gen) => r#gen,
        }
    };
    match message {
        AssertKind::BoundsCheck { len, index } => ("PanicBoundsCheck", vec![index, len]),
        AssertKind::Overflow(op, _, _) => {
            let name = match op {
                BinOp::Add | BinOp::AddWithOverflow | BinOp::AddUnchecked => "PanicAddOverflow",
                BinOp::Sub | BinOp::SubWithOverflow | BinOp::SubUnchecked => "PanicSubOverflow",
                BinOp::Mul | BinOp::MulWithOverflow | BinOp::MulUnchecked => "PanicMulOverflow",
                BinOp::Div => "PanicDivOverflow",
                BinOp::Rem => "PanicRemOverflow",
                BinOp::Shl | BinOp::ShlUnchecked => "PanicShlOverflow",
                _ => "PanicShrOverflow",
            };
            (name, Vec::new())
        }
        AssertKind::OverflowNeg(_) => ("PanicNegOverflow", Vec::new()),
        AssertKind::DivisionByZero(_) => ("PanicDivZero", Vec::new()),
        AssertKind::RemainderByZero(_) => ("PanicRemZero", Vec::new()),
        AssertKind::ResumedAfterReturn(kind) => {
            let names =
                ["PanicCoroutineResumed", "PanicAsyncFnResumed", "PanicAsyncGenFnResumed", "PanicGenFnNone"];
            (of_kind(kind, names), Vec::new())
        }
        AssertKind::ResumedAfterPanic(kind) => {
            let names = [
                "PanicCoroutineResumedPanic",
                "PanicAsyncFnResumedPanic",
                "PanicAsyncGenFnResumedPanic",
                "PanicGenFnNonePanic",
            ];
            (of_kind(kind, names), Vec::new())
        }
        AssertKind::ResumedAfterDrop(kind) => {
            let names = [
                "PanicCoroutineResumedDrop",
                "PanicAsyncFnResumedDrop",
                "PanicAsyncGenFnResumedDrop",
                "PanicGenFnNoneDrop",
            ];
            (of_kind(kind, names), Vec::new())
        }
        AssertKind::MisalignedPointerDereference { required, found } => {
            ("PanicMisalignedPointerDereference", vec![required, found])
        }
        AssertKind::NullPointerDereference => ("PanicNullPointerDereference", Vec::new()),
        AssertKind::InvalidEnumConstruction(operand) => ("PanicInvalidEnumConstruction", vec![operand]),
    }
}
