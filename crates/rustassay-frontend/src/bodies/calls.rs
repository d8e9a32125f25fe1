//! Calls: of functions, of methods of trait objects, and of intrinsics.

use super::Lowering;
use crate::context::IntoStep;
use crate::instance::{Callee, Instance};
use crate::intrinsics::Lowered;
use rustassay_machine::error::{Step, unsupported};
use rustassay_metadata::data::*;
use rustassay_mir::model as mir;
use rustassay_mir::model::BlockId;

impl Lowering<'_, '_> {
    pub(super) fn lower_call(
        &mut self,
        is_cleanup: bool,
        func: &Operand,
        args: &[Operand],
        destination: &Place,
        target: Option<BasicBlock>,
        unwind: UnwindAction,
    ) -> Step<mir::Terminator> {
        let target = match target {
            Some(target) => self.block(target),
            None => self.add_block(is_cleanup, mir::Terminator::Unreachable),
        };
        let unwind = self.unwind(unwind);
        let dest = self.place(destination)?;
        let callable = self.operand_ty(func)?;
        let func = match &*self.cx.kind(callable) {
            TyKind::FnDef(def, def_args) => match self.cx.resolve(*def, def_args)? {
                Callee::Instance(instance) if self.cx.is_linked(*def, &instance)? => {
                    // By its declaration, which may say something else than the definition.
                    let sig = self.cx.crates().fn_sig(*def).step()?;
                    let pointer = self.cx.mk(TyKind::FnPtr(sig));
                    let pointer = self.cx.lower_ty(pointer)?;
                    let function = mir::FnRef::plain(mir::FnDefId::Fn(self.cx.fn_id(&instance)?));
                    let value = mir::ConstExpr::FnPtr(Box::new(function), pointer);
                    mir::Operand::Const(crate::consts::block(value))
                }
                Callee::Instance(instance) => {
                    return self.call_instance(&instance, args, dest, target, unwind);
                }
                Callee::Virtual { slot, by_value } => {
                    let mut passed = self.operands(args)?;
                    if by_value {
                        self.pass_by_pointer(args, &mut passed)?;
                    }
                    let func = mir::FnRef::plain(mir::FnDefId::Virtual(slot));
                    return Ok(call(func, passed, dest, target, unwind));
                }
                Callee::Intrinsic(def, def_args, intrinsic) => {
                    return self.call_intrinsic(def, &def_args, &intrinsic, args, dest, target, unwind);
                }
                Callee::Foreign(def, symbol) => {
                    let id = self.cx.foreign_fn(def, &symbol)?;
                    mir::Operand::Const(mir::Const::Fn(Box::new(mir::FnRef::plain(mir::FnDefId::Foreign(
                        id,
                    )))))
                }
            },
            TyKind::FnPtr(_) => self.operand(func)?,
            _ => return unsupported("a call of something that is no function"),
        };
        let args = self.operands(args)?;
        Ok(mir::Terminator::Call(Box::new(mir::Call { dest, func, args, target, unwind })))
    }

    pub(super) fn lower_tail_call(&mut self, func: &Operand, args: &[Operand]) -> Step<mir::Terminator> {
        let callable = self.operand_ty(func)?;
        let func = match &*self.cx.kind(callable) {
            TyKind::FnDef(def, def_args) => {
                mir::Operand::Const(mir::Const::Fn(Box::new(self.cx.fn_value(*def, def_args)?)))
            }
            _ => self.operand(func)?,
        };
        let args = self.operands(args)?;
        Ok(mir::Terminator::TailCall(func, args))
    }

    fn operands(&mut self, operands: &[Operand]) -> Step<Vec<mir::Operand>> {
        operands.iter().map(|operand| self.operand(operand)).collect()
    }

    fn call_instance(
        &mut self,
        instance: &Instance,
        args: &[Operand],
        dest: mir::Place,
        target: BlockId,
        unwind: mir::UnwindAction,
    ) -> Step<mir::Terminator> {
        let args = self.operands(args)?;
        let id = self.cx.fn_id(instance)?;
        Ok(call(mir::FnRef::plain(mir::FnDefId::Fn(id)), args, dest, target, unwind))
    }

    /// An unsized `self` is not copied: the callee takes it from where it is.
    fn pass_by_pointer(&mut self, args: &[Operand], passed: &mut [mir::Operand]) -> Step<()> {
        let (Some(Operand::Copy(place) | Operand::Move(place)), Some(first)) =
            (args.first(), passed.first_mut())
        else {
            return unsupported("a method that takes a constant trait object by value");
        };
        let object = self.place_ty(place.local, &place.projection)?;
        let pointer = self.cx.mk(TyKind::RawPtr(object, Mutability::Mut));
        let pointer = self.cx.lower_ty(pointer)?;
        let local = mir::Place::from(self.new_local(pointer));
        let place = self.place(place)?;
        self.push(mir::Statement::Assign(local.clone(), mir::Rvalue::RawPtr(mir::Mutability::Mut, place)));
        *first = mir::Operand::Move(local);
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn call_intrinsic(
        &mut self,
        def: DefId,
        def_args: &Args,
        intrinsic: &IntrinsicDef,
        args: &[Operand],
        dest: mir::Place,
        target: BlockId,
        unwind: mir::UnwindAction,
    ) -> Step<mir::Terminator> {
        if &*intrinsic.name == "const_eval_select" {
            return self.call_at_run_time(def_args, args, dest, target, unwind);
        }
        match self.cx.lower_intrinsic(def, def_args, intrinsic)? {
            Lowered::Value(value) => {
                self.push(mir::Statement::Assign(dest, mir::Rvalue::Use(mir::Operand::Const(value))));
                Ok(mir::Terminator::Goto(target))
            }
            Lowered::Call(function) => {
                let args = self.operands(args)?;
                Ok(call(function, args, dest, target, unwind))
            }
        }
    }

    /// `const_eval_select((a, b), at_compile_time, at_run_time)`: calls the last with what is in the tuple.
    fn call_at_run_time(
        &mut self,
        def_args: &Args,
        args: &[Operand],
        dest: mir::Place,
        target: BlockId,
        unwind: mir::UnwindAction,
    ) -> Step<mir::Terminator> {
        let types: Vec<Ty> = def_args.iter().filter_map(|arg| crate::context::ArgExt::ty(*arg)).collect();
        let (Some(tuple), [tuple_ty, _, function, ..]) = (args.first(), &types[..]) else {
            return unsupported("`const_eval_select` of something else than two functions");
        };
        let TyKind::Tuple(fields) = &*self.cx.kind(*tuple_ty) else {
            return unsupported("`const_eval_select` of something else than a tuple");
        };
        let TyKind::FnDef(def, fn_args) = &*self.cx.kind(*function) else {
            return unsupported("`const_eval_select` of something else than a function");
        };
        let place = match self.operand(tuple)? {
            mir::Operand::Copy(place) | mir::Operand::Move(place) => place,
            constant => {
                let ty = self.cx.lower_ty(*tuple_ty)?;
                let local = mir::Place::from(self.new_local(ty));
                self.push(mir::Statement::Assign(local.clone(), mir::Rvalue::Use(constant)));
                local
            }
        };
        let passed = (0..fields.len() as u32).map(|n| mir::Operand::Move(place.clone().field(n))).collect();
        let function = self.cx.fn_value(*def, fn_args)?;
        Ok(call(function, passed, dest, target, unwind))
    }
}

/// A call of a function by its name.
pub(crate) fn call(
    function: mir::FnRef,
    args: Vec<mir::Operand>,
    dest: mir::Place,
    target: BlockId,
    unwind: mir::UnwindAction,
) -> mir::Terminator {
    let func = mir::Operand::Const(mir::Const::Fn(Box::new(function)));
    mir::Terminator::Call(Box::new(mir::Call { dest, func, args, target, unwind }))
}
