//! Panics: calls that catch them, what cleans up on the way, and what begins them.

use crate::operands::function_pointer;
use crate::writer::Writer;
use rustassay_mir::model::*;

impl Writer {
    /// Calls a new function that may panic, by `catch_unwind`. It is given a pointer to the observers' state and to a value.
    pub fn catch(&mut self) -> Option<()> {
        let caught = self.harness.caught?;
        let catch_unwind = self.mixture.available.catch()?;
        let is_bool = catch_unwind == Intrinsic::CatchUnwindBool;
        let value_ty = self.some_ty_that(|types, ty| types.is_copy(ty) && types.is_sized(ty))?;
        let value = self.any_operand(value_ty)?;
        let state_ty = self.observers.state_ty;
        let types = &mut self.machine.program.types;
        let bytes = types.raw_ptr(Mutability::Mut, Ty::U8);
        let data_ty = types.tuple(&[state_ty, value_ty]);
        let data_ptr = types.raw_ptr(Mutability::Mut, data_ty);
        let attempt_ty =
            types.fn_ptr(FnSig { abi: Abi::Rust, is_unsafe: is_bool, params: vec![bytes], ret: Ty::UNIT });
        let caught_ty = types.fn_ptr(FnSig {
            abi: Abi::Rust,
            is_unsafe: is_bool,
            params: vec![bytes, bytes],
            ret: Ty::UNIT,
        });

        let state = Operand::Copy(self.scope().state.into());
        let data = self.compute(data_ty, Rvalue::Tuple(vec![state, value]))?;
        self.scope_mut().hide(data);
        let pointer = self.compute(data_ptr, Rvalue::RawPtr(Mutability::Mut, data.into()))?;
        self.scope_mut().hide(pointer);
        let pointer =
            self.compute(bytes, Rvalue::Cast(CastKind::PtrToPtr, Operand::Copy(pointer.into()), bytes))?;
        self.scope_mut().hide(pointer);

        let id = self.new_function(&[bytes], Ty::UNIT, Abi::Rust)?;
        let catch_unwind = FnRef::plain(FnDefId::Intrinsic(catch_unwind));
        let dest = self.new_local(if is_bool { Ty::BOOL } else { Ty::int(IntTy::I32) })?;
        let args = vec![
            function_pointer(id, attempt_ty).into(),
            Operand::Copy(pointer.into()),
            function_pointer(caught, caught_ty).into(),
        ];
        let depth = self.machine.depth();
        let func = Const::Fn(Box::new(catch_unwind)).into();
        let target = self.begin_call(func, dest.into(), args, UnwindAction::Unreachable)?;
        self.catches += 1;
        self.enter(id, Local::RETURN);
        self.begin_caught(data_ptr)?;
        let written = self.body();
        self.leave();
        self.catches -= 1;
        written?;
        self.is_unwinding = false;
        self.run_to(depth, target)?;
        self.is_given(&dest.into());
        // What came of it is found like everything else.
        let result = self.compute(value_ty, Rvalue::Use(Operand::Copy(Place::from(data).field(1))))?;
        self.scope_mut().enrich(result, 30);
        Some(())
    }

    /// What is called by `catch_unwind` finds what it was given.
    fn begin_caught(&mut self, data_ptr: Ty) -> Option<()> {
        let given = Local::new(1);
        self.scope_mut().hide(given);
        let cast = Rvalue::Cast(CastKind::PtrToPtr, Operand::Copy(given.into()), data_ptr);
        let data = self.compute(data_ptr, cast)?;
        self.scope_mut().hide(data);
        let field = |n: u32| Place::from(data).deref().field(n);
        let state = self.compute(self.observers.state_ty, Rvalue::Use(Operand::Copy(field(0))))?;
        self.scope_mut().hide(state);
        self.scope_mut().state = state;
        let types = &mut self.machine.program.types;
        let Some(TyKind::Tuple(fields)) = types.pointee(data_ptr).map(|data| types.kind(data)) else {
            return None;
        };
        let value_ty = fields[1];
        let value_ptr = types.raw_ptr(Mutability::Mut, value_ty);
        self.compute(value_ptr, Rvalue::RawPtr(Mutability::Mut, field(1)))?;
        self.compute(value_ty, Rvalue::Use(Operand::Copy(field(1))))?;
        Some(())
    }

    /// Ends a function by a panic.
    pub fn panic(&mut self) -> Option<()> {
        let fail = Const::Fn(Box::new(FnRef::plain(FnDefId::Surface(self.harness.fail?)))).into();
        let nothing = self.new_local(Ty::UNIT)?;
        let unwind = match self.random.chance(self.mixture.chances.cleanups) {
            true => UnwindAction::Cleanup(self.machine.add_block(true)),
            false => UnwindAction::Continue,
        };
        self.begin_call(fail, nothing.into(), Vec::new(), unwind)?;
        self.is_unwinding = true;
        self.clean_up(unwind)
    }

    /// Writes what happens on a panic's way through the function that runs, if it stops there.
    pub fn clean_up(&mut self, unwind: UnwindAction) -> Option<()> {
        if !matches!(unwind, UnwindAction::Cleanup(_)) {
            return Some(());
        }
        for _ in 0..self.random.within(&self.mixture.ranges.cleanup_statements) {
            self.statement();
        }
        if self.random.chance(self.mixture.chances.cleanup_drops) {
            self.drop_rest();
        }
        if self.random.chance(self.mixture.chances.cleanup_observations) {
            self.attempt(|writer| writer.observe(2));
        }
        self.end(Terminator::UnwindResume)?;
        Some(())
    }
}
