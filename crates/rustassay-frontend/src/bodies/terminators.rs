//! Where a block goes.

use super::Lowering;
use super::asserts::is_optional;
use rustassay_machine::error::{Step, unsupported};
use rustassay_metadata::data::*;
use rustassay_mir::model as mir;

impl Lowering<'_, '_> {
    pub(super) fn lower_terminator(&mut self, block: &BasicBlockData) -> Step<mir::Terminator> {
        Ok(match &block.terminator.kind {
            TerminatorKind::Goto { target } => mir::Terminator::Goto(self.block(*target)),
            TerminatorKind::FalseEdge { real_target } | TerminatorKind::FalseUnwind { real_target, .. } => {
                mir::Terminator::Goto(self.block(*real_target))
            }
            TerminatorKind::SwitchInt { discr, targets } => {
                let operand = self.operand(discr)?;
                let Some((&otherwise, others)) = targets.targets.split_last() else {
                    return unsupported("a switch that goes nowhere");
                };
                let values = targets.values.iter().zip(others);
                let values = values.map(|(&value, &target)| (value, self.block(target))).collect();
                let otherwise = self.block(otherwise);
                mir::Terminator::Switch(operand, mir::SwitchTargets { values, otherwise })
            }
            TerminatorKind::UnwindResume => mir::Terminator::UnwindResume,
            TerminatorKind::UnwindTerminate(reason) => {
                mir::Terminator::UnwindTerminate(lower_reason(*reason))
            }
            TerminatorKind::Return => mir::Terminator::Return,
            TerminatorKind::Unreachable => mir::Terminator::Unreachable,
            TerminatorKind::Drop { place, target, unwind } => mir::Terminator::Drop {
                place: self.place(place)?,
                target: self.block(*target),
                unwind: self.unwind(*unwind),
            },
            TerminatorKind::Call { func, args, destination, target, unwind, fn_span } => {
                self.span = *fn_span;
                self.lower_call(block.is_cleanup, func, args, destination, *target, *unwind)?
            }
            TerminatorKind::TailCall { func, args, fn_span } => {
                self.span = *fn_span;
                self.lower_tail_call(func, args)?
            }
            // Code generation drops these where the final crate does not check for overflow
            // (`AssertKind::is_optional_overflow_check`).
            TerminatorKind::Assert { msg, target, .. }
                if !self.cx.front.checks_overflow && is_optional(msg) =>
            {
                mir::Terminator::Goto(self.block(*target))
            }
            TerminatorKind::Assert { cond, expected, msg, target, unwind } => {
                let panic = self.lower_panic(block.is_cleanup, msg, *unwind)?;
                let target = self.block(*target);
                let (on_true, on_false) = if *expected { (target, panic) } else { (panic, target) };
                let targets = mir::SwitchTargets { values: vec![(0, on_false)], otherwise: on_true };
                mir::Terminator::Switch(self.operand(cond)?, targets)
            }
            TerminatorKind::Yield { .. } | TerminatorKind::CoroutineDrop => {
                return unsupported("a coroutine that rustc has not lowered");
            }
            TerminatorKind::InlineAsm => {
                let unit = mir::Ty::UNIT;
                let sig = mir::FnSig { abi: mir::Abi::Rust, is_unsafe: true, params: Vec::new(), ret: unit };
                let function = self.cx.unknown_fn("inline assembly", mir::ForeignKind::Other, sig);
                let dest = mir::Place::from(self.new_local(unit));
                let target = self.add_block(block.is_cleanup, mir::Terminator::Unreachable);
                mir::Terminator::Call(Box::new(mir::Call {
                    dest,
                    func: mir::Operand::Const(mir::Const::Fn(Box::new(function))),
                    args: Vec::new(),
                    target,
                    unwind: mir::UnwindAction::Unreachable,
                }))
            }
        })
    }

    pub(super) fn unwind(&self, unwind: UnwindAction) -> mir::UnwindAction {
        match unwind {
            UnwindAction::Continue => mir::UnwindAction::Continue,
            UnwindAction::Unreachable => mir::UnwindAction::Unreachable,
            UnwindAction::Terminate(reason) => mir::UnwindAction::Terminate(lower_reason(reason)),
            UnwindAction::Cleanup(block) => mir::UnwindAction::Cleanup(self.block(block)),
        }
    }
}

fn lower_reason(reason: UnwindTerminateReason) -> mir::TerminateReason {
    match reason {
        UnwindTerminateReason::Abi => mir::TerminateReason::Abi,
        UnwindTerminateReason::InCleanup => mir::TerminateReason::InCleanup,
    }
}
