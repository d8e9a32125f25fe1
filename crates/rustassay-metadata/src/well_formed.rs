//! What holds for every body that is handed out: what it mentions exists.

use crate::data::*;

/// Says what a body mentions that does not exist.
pub(crate) fn check(body: &Body) -> Result<(), String> {
    let checker = Checker {
        locals: body.local_decls.len(),
        blocks: body.basic_blocks.len(),
        scopes: body.source_scopes.len(),
    };
    if body.arg_count >= checker.locals.max(1) {
        return Err(format!("{} arguments among {} locals", body.arg_count, checker.locals));
    }
    if checker.blocks == 0 {
        return Err("a body without blocks".to_string());
    }
    body.spread_arg.map_or(Ok(()), |local| checker.local(local))?;
    body.local_decls.iter().try_for_each(|decl| checker.info(&decl.source_info))?;
    for scope in &body.source_scopes {
        scope.parent_scope.map_or(Ok(()), |scope| checker.scope(scope))?;
        scope.inlined_parent_scope.map_or(Ok(()), |scope| checker.scope(scope))?;
    }
    for variable in &body.var_debug_info {
        checker.info(&variable.source_info)?;
        if let VarDebugInfoContents::Place(place) = &variable.value {
            checker.place(place)?;
        }
    }
    for block in &body.basic_blocks {
        for statement in &block.statements {
            checker.info(&statement.source_info)?;
            checker.statement(&statement.kind)?;
        }
        checker.info(&block.terminator.source_info)?;
        checker.terminator(&block.terminator.kind)?;
    }
    Ok(())
}

struct Checker {
    locals: usize,
    blocks: usize,
    scopes: usize,
}

type Checked = Result<(), String>;

impl Checker {
    fn local(&self, local: Local) -> Checked {
        if (local.0 as usize) < self.locals {
            Ok(())
        } else {
            Err(format!("local {} of {}", local.0, self.locals))
        }
    }

    fn block(&self, block: BasicBlock) -> Checked {
        if (block.0 as usize) < self.blocks {
            Ok(())
        } else {
            Err(format!("block {} of {}", block.0, self.blocks))
        }
    }

    fn scope(&self, scope: SourceScope) -> Checked {
        if (scope.0 as usize) < self.scopes {
            Ok(())
        } else {
            Err(format!("scope {} of {}", scope.0, self.scopes))
        }
    }

    fn info(&self, info: &SourceInfo) -> Checked {
        self.scope(info.scope)
    }

    fn place(&self, place: &Place) -> Checked {
        self.local(place.local)?;
        for elem in &place.projection {
            if let ProjectionElem::Index(local) = elem {
                self.local(*local)?;
            }
        }
        Ok(())
    }

    fn operand(&self, operand: &Operand) -> Checked {
        match operand {
            Operand::Copy(place) | Operand::Move(place) => self.place(place),
            Operand::Constant(_) | Operand::RuntimeChecks(_) => Ok(()),
        }
    }

    fn unwind(&self, unwind: UnwindAction) -> Checked {
        match unwind {
            UnwindAction::Cleanup(block) => self.block(block),
            UnwindAction::Continue | UnwindAction::Unreachable | UnwindAction::Terminate(_) => Ok(()),
        }
    }

    fn statement(&self, kind: &StatementKind) -> Checked {
        match kind {
            StatementKind::Assign(place, rvalue) => {
                self.place(place)?;
                self.rvalue(rvalue)
            }
            StatementKind::SetDiscriminant { place, .. }
            | StatementKind::Retag(_, place)
            | StatementKind::PlaceMention(place) => self.place(place),
            StatementKind::StorageLive(local) | StatementKind::StorageDead(local) => self.local(*local),
            StatementKind::Assume(operand) => self.operand(operand),
            StatementKind::CopyNonOverlapping { src, dst, count } => {
                [src, dst, count].into_iter().try_for_each(|operand| self.operand(operand))
            }
            StatementKind::Nop => Ok(()),
        }
    }

    fn rvalue(&self, rvalue: &Rvalue) -> Checked {
        match rvalue {
            Rvalue::Use(operand, _)
            | Rvalue::Repeat(operand, _)
            | Rvalue::Cast(_, operand, _)
            | Rvalue::UnaryOp(_, operand)
            | Rvalue::WrapUnsafeBinder(operand, _) => self.operand(operand),
            Rvalue::Ref(_, place)
            | Rvalue::RawPtr(_, place)
            | Rvalue::Discriminant(place)
            | Rvalue::CopyForDeref(place)
            | Rvalue::Reborrow(_, _, place) => self.place(place),
            Rvalue::BinaryOp(_, left, right) => {
                self.operand(left)?;
                self.operand(right)
            }
            Rvalue::Aggregate(_, operands) => operands.iter().try_for_each(|operand| self.operand(operand)),
            Rvalue::ThreadLocalRef(_) => Ok(()),
        }
    }

    fn terminator(&self, kind: &TerminatorKind) -> Checked {
        match kind {
            TerminatorKind::Goto { target } | TerminatorKind::FalseEdge { real_target: target } => {
                self.block(*target)
            }
            TerminatorKind::SwitchInt { discr, targets } => {
                if targets.targets.len() != targets.values.len() + 1 {
                    return Err("a switch without a target for other values".to_string());
                }
                targets.targets.iter().try_for_each(|target| self.block(*target))?;
                self.operand(discr)
            }
            TerminatorKind::Drop { place, target, unwind } => {
                self.place(place)?;
                self.block(*target)?;
                self.unwind(*unwind)
            }
            TerminatorKind::Call { func, args, destination, target, unwind, .. } => {
                self.operand(func)?;
                args.iter().try_for_each(|operand| self.operand(operand))?;
                self.place(destination)?;
                target.map_or(Ok(()), |target| self.block(target))?;
                self.unwind(*unwind)
            }
            TerminatorKind::TailCall { func, args, .. } => {
                self.operand(func)?;
                args.iter().try_for_each(|operand| self.operand(operand))
            }
            TerminatorKind::Assert { cond, msg, target, unwind, .. } => {
                self.operand(cond)?;
                self.message(msg)?;
                self.block(*target)?;
                self.unwind(*unwind)
            }
            TerminatorKind::Yield { value, resume, resume_arg, drop } => {
                self.operand(value)?;
                self.block(*resume)?;
                self.place(resume_arg)?;
                drop.map_or(Ok(()), |drop| self.block(drop))
            }
            TerminatorKind::FalseUnwind { real_target, unwind } => {
                self.block(*real_target)?;
                self.unwind(*unwind)
            }
            TerminatorKind::UnwindResume
            | TerminatorKind::UnwindTerminate(_)
            | TerminatorKind::Return
            | TerminatorKind::Unreachable
            | TerminatorKind::CoroutineDrop
            | TerminatorKind::InlineAsm => Ok(()),
        }
    }

    fn message(&self, message: &AssertKind) -> Checked {
        match message {
            AssertKind::BoundsCheck { len: first, index: second }
            | AssertKind::Overflow(_, first, second)
            | AssertKind::MisalignedPointerDereference { required: first, found: second } => {
                self.operand(first)?;
                self.operand(second)
            }
            AssertKind::OverflowNeg(operand)
            | AssertKind::DivisionByZero(operand)
            | AssertKind::RemainderByZero(operand)
            | AssertKind::InvalidEnumConstruction(operand) => self.operand(operand),
            AssertKind::ResumedAfterReturn(_)
            | AssertKind::ResumedAfterPanic(_)
            | AssertKind::ResumedAfterDrop(_)
            | AssertKind::NullPointerDereference => Ok(()),
        }
    }
}
