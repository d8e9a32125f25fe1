//! Calls: arguments, return places, unwinding.

use super::Progress;
use crate::aliasing::Model;
use crate::code::*;
use crate::error::*;
use crate::harness::Called;
use crate::journal::Undo;
use crate::machine::{AfterDrop, Frame, Loc, Machine, PlaceVal, Return, Slot, Value};
use crate::memory::*;
use rustassay_mir::model::*;
use std::rc::Rc;

/// An argument on its way to the callee.
pub type Passed = (Value, TyInfo);

/// Memory that is off limits while a call lasts.
pub(crate) struct Guard {
    id: AllocId,
    range: std::ops::Range<u64>,
    what: Guarded,
}

impl Machine {
    pub(crate) fn call(
        &mut self,
        callee: &CalleeCode,
        args: &[OperandCode],
        dest: &PlaceCode,
        target: BlockId,
        unwind: UnwindAction,
    ) -> Step<Progress> {
        match callee {
            CalleeCode::Intrinsic(id, generics) => self.intrinsic(*id, generics, args, dest, target),
            CalleeCode::Surface(id) => {
                let id = *id;
                let values = args.iter().map(|arg| Ok((self.operand(arg)?, *arg.info())));
                let values = values.collect::<Step<Vec<_>>>()?;
                match self.call_surface(id, &values)? {
                    Called::Returned(value) => {
                        if dest.info.size > 0 {
                            let place = self.place(dest)?;
                            self.store(place, &dest.info, &value)?;
                        }
                        self.go_to(target);
                        Ok(Progress::More)
                    }
                    Called::Panicked => self.unwind_by(unwind),
                }
            }
            CalleeCode::Fn(id) => self.call_function(*id, args, dest, target, unwind),
            CalleeCode::Pointer(operand, sig) => {
                let pointer = Pointer::from(self.scalar(operand)?);
                let id = self.function_at(pointer, sig)?;
                // The call relies on its own convention, whatever the function's.
                let unwind = if sig.abi.may_unwind() { unwind } else { UnwindAction::Unreachable };
                self.call_function(id, args, dest, target, unwind)
            }
        }
    }

    /// The function that a pointer of this type calls.
    pub(crate) fn function_at(&mut self, pointer: Pointer, sig: &FnSig) -> Step<FnId> {
        let found = match pointer.provenance {
            Some(Provenance::Allocation(id, _)) => Some(id),
            Some(Provenance::Wildcard) => {
                let exposed = self.exposed.iter().map(|&(id, _)| id);
                exposed.into_iter().find(|&id| self.alloc(id).addr == pointer.addr)
            }
            None => None,
        };
        let function =
            found.map(|id| self.alloc(id)).filter(|alloc| alloc.addr == pointer.addr).map(|alloc| alloc.kind);
        let id = match function {
            Some(AllocKind::Function(id)) => id,
            Some(AllocKind::SurfaceFunction(_)) => {
                return unsupported("a call of a surface function by pointer");
            }
            _ => return ub(Ub::NotAFunction { addr: pointer.addr }),
        };
        let wanted = self.program.functions[id].sig.clone();
        if convention(wanted.abi) != convention(sig.abi) {
            return ub(Ub::CallAbi { caller: sig.abi.name(), callee: wanted.abi.name() });
        }
        if wanted.params.len() != sig.params.len() {
            return ub(Ub::CallArgCount { passed: sig.params.len(), wanted: wanted.params.len() });
        }
        let passed = sig.params.iter().zip(&wanted.params).enumerate();
        for (n, (&passed, &wanted)) in passed {
            self.check_abi_compatible(passed, wanted, || format!("argument {}", n + 1))?;
        }
        self.check_abi_compatible(sig.ret, wanted.ret, || "a result".to_owned())?;
        Ok(id)
    }

    /// That values of the two types are passed alike (the `fn` primitive's documentation, "ABI compatibility").
    fn check_abi_compatible(&mut self, passed: Ty, wanted: Ty, what: impl Fn() -> String) -> Step<()> {
        if self.abi_class(passed)? == self.abi_class(wanted)? {
            return Ok(());
        }
        let describe = rustassay_mir::print::Describe::from(&self.program);
        ub(Ub::CallType {
            what: what(),
            passed: describe.ty(passed).to_string(),
            wanted: describe.ty(wanted).to_string(),
        })
    }

    /// The representative of the types that are passed like this one: transparent wrappers unwrapped, pointers alike,
    /// and all that is neither large nor aligned.
    fn abi_class(&mut self, ty: Ty) -> Step<Ty> {
        let info = self.info(ty)?;
        if (info.size, info.align, info.uninhabited) == (0, 1, false) && self.program.types.is_sized(ty) {
            return Ok(Ty::UNIT);
        }
        if let Some(payload) = self.nullable_payload(ty) {
            return self.abi_class(payload);
        }
        let types = &mut self.program.types;
        Ok(match types.kind(ty).clone() {
            TyKind::RawPtr(_, pointee) | TyKind::Ref(_, pointee) | TyKind::Box(pointee) => {
                let unit = if types.is_sized(pointee) { Ty::UNIT } else { Ty::STR };
                types.raw_ptr(Mutability::Not, unit)
            }
            TyKind::FnPtr(sig) => {
                let abi = convention(sig.abi);
                types.fn_ptr(FnSig { abi, is_unsafe: false, params: Vec::new(), ret: Ty::UNIT })
            }
            TyKind::Char => Ty::U32,
            TyKind::Int(IntTy::Usize) => Ty::U64,
            TyKind::Int(IntTy::Isize) => Ty::I64,
            TyKind::Adt(adt) if types.adts[adt].repr.transparent => {
                let fields: Vec<Ty> =
                    types.adts[adt].only_variant().fields.iter().map(|field| field.ty).collect();
                for field in fields {
                    if self.info(field)?.size > 0 {
                        return self.abi_class(field);
                    }
                }
                ty
            }
            _ => ty,
        })
    }

    /// What an `Option` holds, if null is its `None` (the module `core::option`, "Representation").
    pub(crate) fn nullable_payload(&self, ty: Ty) -> Option<Ty> {
        let types = &self.program.types;
        let TyKind::Adt(adt) = *types.kind(ty) else { return None };
        let def = &types.adts[adt];
        if def.library() != Some(Library::Option) {
            return None;
        }
        let payload = def.variants.iter().find_map(|variant| variant.fields.iter().next())?.ty;
        matches!(types.kind(payload), TyKind::Ref(..) | TyKind::Box(_) | TyKind::FnPtr(_)).then_some(payload)
    }

    fn call_function(
        &mut self,
        id: FnId,
        args: &[OperandCode],
        dest: &PlaceCode,
        target: BlockId,
        unwind: UnwindAction,
    ) -> Step<Progress> {
        let info = dest.info;
        let place = self.place(dest)?;
        let slot = (dest.word == WordPath::Whole && matches!(place.at, Loc::Stack(_)))
            .then(|| self.first_slot + dest.local.index());
        let (code, stack, slots) = self.make_room(id, args.len())?;
        let mut guards = Vec::new();
        if args.iter().any(|arg| matches!(arg, OperandCode::Move(_))) {
            self.pass_in_place(args, &code, stack, &mut guards)?;
        } else {
            for (n, arg) in args.iter().enumerate() {
                self.pass(arg, &code.locals[n + 1], stack, slots + n + 1)?;
            }
        }
        if info.size > 0 {
            self.check_aligned(place)?;
            // The callee may build its result in place, so what was there is gone.
            self.erase(place, info.size)?;
            if let Loc::Memory(pointer, _) = place.at {
                self.guard(pointer, info.size, Guarded::ReturnPlace, &mut guards)?;
            }
        }
        let ret = Return::To { dest: place, slot, info, target, unwind };
        self.enter(code, stack, slots, guards, ret)?;
        Ok(Progress::More)
    }

    /// Passes an argument to the frame that begins at `stack`, or to its slot.
    #[inline]
    fn pass(&mut self, arg: &OperandCode, local: &LocalCode, stack: usize, slot: usize) -> Step<()> {
        let info = arg.info();
        if info.ty == local.info.ty {
            if local.info.is_word()
                && let Slot::Stack(_) = self.slots[slot]
            {
                let scalar = match self.word(arg)? {
                    Some(bits) => Scalar::new(bits.into()),
                    None => self.scalar(arg)?,
                };
                if let Some(filled) = Slot::holding(scalar) {
                    self.slots[slot] = filled;
                    return Ok(());
                }
            }
            if self.copy_to_stack(arg, stack + local.offset) {
                return Ok(());
            }
        }
        let value = self.operand(arg)?;
        self.pass_value(&value, info, local, stack)
    }

    /// Passes arguments of which some are moved. First it is found out where they all are, then they are passed one after the other
    /// (`InterpCx::eval_fn_call_arguments`, `init_stack_frame`): a pointer that is moved still leads to those after it, but what
    /// an argument was moved from, the next ones cannot read.
    fn pass_in_place(
        &mut self,
        args: &[OperandCode],
        code: &FnCode,
        stack: usize,
        guards: &mut Vec<Guard>,
    ) -> Step<()> {
        let mut places = Vec::with_capacity(args.len());
        for arg in args {
            places.push(match arg {
                OperandCode::Copy(code) | OperandCode::Move(code) => Some(self.place(code)?),
                OperandCode::Word(..) | OperandCode::Scalar(..) | OperandCode::Bytes(..) => None,
            });
        }
        for (n, (arg, place)) in args.iter().zip(places).enumerate() {
            let info = arg.info();
            let value = match place {
                None => self.operand(arg)?,
                Some(place) => {
                    if let Loc::Memory(pointer, _) = place.at {
                        self.check_unguarded(pointer, info.size, guards)?;
                    }
                    self.load(place, info)?
                }
            };
            self.pass_value(&value, info, &code.locals[n + 1], stack)?;
            if let (OperandCode::Move(_), Some(place)) = (arg, place) {
                self.give_away(place, info.size, guards)?;
            }
        }
        Ok(())
    }

    /// Passes a value to the frame that begins at `stack`. What the callee takes is what it says, in the caller's bytes.
    fn pass_value(&mut self, value: &Value, info: &TyInfo, local: &LocalCode, stack: usize) -> Step<()> {
        let place = PlaceVal { at: Loc::Stack(stack + local.offset), len: 0 };
        if info.ty != local.info.ty {
            let value = self.transmute(value, info, &local.info)?;
            return self.store(place, &local.info, &value);
        }
        self.store(place, &local.info, value)
    }

    /// A moved argument is the callee's: it may use the memory as its own.
    fn give_away(&mut self, place: PlaceVal, size: u64, guards: &mut Vec<Guard>) -> Step<()> {
        if size == 0 {
            return Ok(());
        }
        self.erase(place, size)?;
        match place.at {
            // Nobody can reach the memory but by the local's name, and only when the call has returned.
            Loc::Stack(_) => Ok(()),
            Loc::Memory(pointer, _) => self.guard(pointer, size, Guarded::MovedArgument, guards),
        }
    }

    /// Adds a guard for the memory at a pointer, which must not be anyone else's in the same call.
    fn guard(&self, pointer: Pointer, size: u64, what: Guarded, guards: &mut Vec<Guard>) -> Step<()> {
        self.check_unguarded(pointer, size, guards)?;
        if let Some((id, start, _)) = self.resolve(pointer) {
            // The memory was accessed just now, so it is inside the allocation.
            guards.push(Guard { id, range: start as u64..start as u64 + size, what });
        }
        Ok(())
    }

    /// That the memory at a pointer is not what the call has taken already.
    fn check_unguarded(&self, pointer: Pointer, size: u64, guards: &[Guard]) -> Step<()> {
        let Some((id, start, _)) = self.resolve(pointer) else { return Ok(()) };
        let end = start + i128::from(size);
        let overlaps = |guard: &&Guard| {
            guard.id == id && i128::from(guard.range.start) < end && start < i128::from(guard.range.end)
        };
        match guards.iter().find(overlaps) {
            Some(guard) => ub(Ub::Guarded { alloc: id, what: guard.what }),
            None => Ok(()),
        }
    }

    /// Starts a function with values that no code computed.
    pub(crate) fn push_frame(&mut self, id: FnId, args: &[Passed], ret: Return) -> Step<()> {
        let (code, stack, slots) = self.make_room(id, args.len())?;
        for ((value, info), local) in args.iter().zip(&code.locals[1..]) {
            self.pass_value(value, info, local, stack)?;
        }
        let mut guards = Vec::new();
        // After a tail call the result still goes where it went.
        if let Return::To { dest: PlaceVal { at: Loc::Memory(pointer, _), .. }, info, .. } = &ret
            && info.size > 0
        {
            self.guard(*pointer, info.size, Guarded::ReturnPlace, &mut guards)?;
        }
        self.enter(code, stack, slots, guards, ret)
    }

    /// A function's code, and where its part of the stack and its slots begin, for its arguments.
    fn make_room(&mut self, id: FnId, passed: usize) -> Step<(Rc<FnCode>, usize, usize)> {
        if self.frames.len() >= self.limits.depth {
            return Err(Box::new(Stop::Budget(Budget::Depth)));
        }
        let code: Rc<FnCode> = self.code(id)?;
        if passed != code.arg_count {
            return ub(Ub::CallArgCount { passed, wanted: code.arg_count });
        }
        let stack = self.stack.len();
        if stack + code.frame_size > self.limits.memory {
            return Err(Box::new(Stop::Budget(Budget::Memory)));
        }
        let slots = self.slots.len();
        self.journal.push_lengths(slots, stack);
        self.stack.resize(stack + code.frame_size);
        self.slots.extend(code.locals.iter().map(|local| match local.has_storage_statements {
            true => Slot::Dead,
            false => Slot::Stack(stack + local.offset),
        }));
        Ok((code, stack, slots))
    }

    /// Enters a function whose arguments are on the stack.
    fn enter(
        &mut self,
        code: Rc<FnCode>,
        stack: usize,
        slots: usize,
        guards: Vec<Guard>,
        ret: Return,
    ) -> Step<()> {
        for guard in &guards {
            self.alloc_mut(guard.id).guards.push((guard.range.clone(), guard.what));
            if self.journal.keeps(self.alloc(guard.id)) {
                self.journal.push(|| Undo::Guarded(guard.id));
            }
        }
        let frames = self.frames.len();
        if self.journal.keeps_frame(frames) {
            self.journal.push(|| Undo::Pushed(frames));
        }
        self.frames.push(Frame {
            code: code.clone(),
            block: BlockId::ENTRY,
            statement: 0,
            slots,
            stack,
            ret,
            protected: Vec::new(),
            guards: guards.iter().map(|guard| guard.id).collect(),
        });
        self.first_slot = slots;
        for (n, local) in code.locals[1..=code.arg_count].iter().enumerate() {
            // `noalias` is about arguments that are references, not about those inside of others.
            if local.info.has_references && local.info.class != Class::Aggregate {
                self.retag_argument(Local::new(n + 1), &local.info)?;
            }
        }
        Ok(())
    }

    /// Makes an argument a protected borrow of the call. A reference that has lost its rights is passed as it is: custom MIR may
    /// copy it around, the compiler relies on what is done through it, and whoever uses it will be told.
    fn retag_argument(&mut self, local: Local, info: &TyInfo) -> Step<()> {
        let value = match self.slot_scalar(local) {
            Some(scalar) => Value::Scalar(scalar),
            None => {
                let place = self.local_place(local)?;
                self.load(place, info)?
            }
        };
        let value = match self.retag_value(value, info, true) {
            // With both models at once, what one of them passes as it is, the other may protect.
            Err(stop)
                if matches!(*stop, Stop::Ub(Ub::Aliasing { protected: false, .. }))
                    && self.config.aliasing != Model::Both =>
            {
                return Ok(());
            }
            retagged => retagged?,
        };
        if let Value::Scalar(scalar) = value
            && self.put_in_slot(local, scalar)
        {
            return Ok(());
        }
        let place = self.local_place(local)?;
        self.store(place, info, &value)
    }

    /// Ends the top frame's protection, guards and storage.
    fn leave_frame(&mut self) -> Step<Return> {
        let frame = self.frames.last().expect("a frame runs");
        let (slots, stack) = (frame.slots, frame.stack);
        for n in 0..frame.protected.len() {
            let (id, tag) = self.frames[self.frames.len() - 1].protected[n];
            self.end_protection(id, tag);
        }
        for slot in slots..self.slots.len() {
            if matches!(self.slots[slot], Slot::Memory(_)) {
                self.end_storage(slot)?;
            }
        }
        let frame = self.frames.pop().expect("a frame runs");
        self.first_slot = self.frames.last().map_or(0, |caller| caller.slots);
        // The caller goes on from where it called.
        self.log_position();
        for &id in &frame.guards {
            let alloc = self.alloc_mut(id);
            if let Some((range, what)) = alloc.guards.pop() {
                let at = alloc.guards.len();
                if self.journal.keeps(self.alloc(id)) {
                    self.journal.push(|| Undo::Unguarded(id, Box::new((at, range, what))));
                }
            }
        }
        self.save_slots(slots);
        self.slots.truncate(slots);
        if self.journal.keeps_stack(stack) {
            let end = self.stack.len();
            self.save_stack(stack, end - stack);
            self.journal.entries.push(Undo::StackLen(end.min(self.journal.young.stack)));
        }
        self.stack.truncate(stack);
        if self.journal.keeps_frame(self.frames.len()) {
            let ret = frame.ret.clone();
            self.journal.push(|| Undo::Popped(Box::new(frame)));
            return Ok(ret);
        }
        Ok(frame.ret)
    }

    /// Writes down what the slots from here on hold, before they go.
    fn save_slots(&mut self, first: usize) {
        if !self.journal.keeps_slot(first) {
            return;
        }
        let old = self.slots.len().min(self.journal.young.slots);
        let held = self.slots[first..old].iter().enumerate();
        self.journal.entries.extend(held.map(|(n, &slot)| Undo::Slot(first + n, slot)));
        self.journal.push(|| Undo::SlotCount(old));
    }

    /// What the top frame returns, if its slot holds it.
    #[inline]
    fn returned_word(&self, info: &TyInfo) -> Option<u64> {
        match (self.slots[self.first_slot], info.class) {
            (Slot::Word(bits), Class::Scalar(prim)) if prim.has_word(bits) => Some(bits),
            _ => None,
        }
    }

    /// Returns from the top frame.
    pub(crate) fn return_from(&mut self) -> Step<Progress> {
        let info = self.frames.last().expect("a frame runs").code.locals[0].info;
        if info.uninhabited {
            return ub(Ub::ReturnedNever);
        }
        let word = self.returned_word(&info);
        let value = match word {
            Some(bits) => Value::Scalar(Scalar::new(bits.into())),
            None => {
                let place = self.local_place(Local::RETURN)?;
                self.load(place, &info)?
            }
        };
        match self.leave_frame()? {
            Return::Bottom => return Ok(Progress::Finished),
            Return::To { slot: Some(slot), info: dest_info, target, .. }
                if dest_info.ty == info.ty
                    && let Some(bits) = word =>
            {
                self.set_slot(slot, Slot::Word(bits));
                self.go_to(target);
            }
            Return::To { dest, info: dest_info, target, .. } => {
                let value =
                    if dest_info.ty == info.ty { value } else { self.transmute(&value, &info, &dest_info)? };
                if dest_info.size > 0 {
                    self.store(dest, &dest_info, &value)?;
                }
                self.go_to(target);
            }
            Return::Drop { rest, then } => return self.drop_all(rest, then),
            Return::Catch { dest, target, .. } => {
                self.write_scalar(dest, 4, Scalar::new(0))?;
                self.go_to(target);
            }
            Return::Caught { dest, target } => {
                self.write_scalar(dest, 4, Scalar::new(1))?;
                self.go_to(target);
            }
        }
        Ok(Progress::More)
    }

    /// Unwinds out of the top frame, to wherever its caller says.
    pub(crate) fn unwind(&mut self) -> Step<Progress> {
        loop {
            let function = self.frames.last().expect("a frame runs").code.id;
            let may_unwind = self.program.functions[function].sig.abi.may_unwind();
            if !may_unwind {
                return Err(Box::new(Stop::Abort("panic in a function that cannot unwind")));
            }
            let unwind = match self.leave_frame()? {
                Return::Bottom => return Ok(Progress::Panicked),
                Return::To { unwind, .. } => unwind,
                // The other parts of what is dropped are dropped all the same.
                Return::Drop { rest, then: AfterDrop::GoTo { unwind, .. } } => {
                    if !self.drop_up_to_a_destructor(rest, AfterDrop::Unwind(unwind))? {
                        return Ok(Progress::More);
                    }
                    unwind
                }
                Return::Drop { then: AfterDrop::Unwind(_), .. } => {
                    UnwindAction::Terminate(TerminateReason::InCleanup)
                }
                // `catch_fn` must not unwind, says `core::intrinsics::catch_unwind`.
                Return::Caught { .. } => UnwindAction::Unreachable,
                Return::Catch { dest, target, data, handler } => {
                    return self.catch(dest, target, data, handler);
                }
            };
            match self.take_unwind_action(unwind)? {
                Some(progress) => return Ok(progress),
                None => continue,
            }
        }
    }

    /// Unwinds out of a call that the top frame made.
    pub(crate) fn unwind_by(&mut self, action: UnwindAction) -> Step<Progress> {
        match self.take_unwind_action(action)? {
            Some(progress) => Ok(progress),
            None => self.unwind(),
        }
    }

    /// What a call that unwinds does: `None` when the frame is left, too.
    fn take_unwind_action(&mut self, unwind: UnwindAction) -> Step<Option<Progress>> {
        match unwind {
            UnwindAction::Continue => Ok(None),
            UnwindAction::Unreachable => ub(Ub::UnwindUnreachable),
            UnwindAction::Terminate(TerminateReason::Abi) => {
                Err(Box::new(Stop::Abort("panic in a function that cannot unwind")))
            }
            UnwindAction::Terminate(TerminateReason::InCleanup) => {
                Err(Box::new(Stop::Abort("panic in a destructor during cleanup")))
            }
            UnwindAction::Cleanup(block) => {
                self.go_to(block);
                Ok(Some(Progress::More))
            }
        }
    }

    /// Calls the handler of `catch_unwind` with its data and the panic's payload, of which there is none.
    fn catch(&mut self, dest: PlaceVal, target: BlockId, data: Scalar, handler: Scalar) -> Step<Progress> {
        let pointer_ty = self.program.types.raw_ptr(Mutability::Mut, Ty::U8);
        let info = self.info(pointer_ty)?;
        let sig = FnSig { abi: Abi::Rust, is_unsafe: false, params: vec![pointer_ty; 2], ret: Ty::UNIT };
        let function = self.function_at(handler.into(), &sig)?;
        let no_payload = Scalar::new(0);
        let args = [(Value::Scalar(data), info), (Value::Scalar(no_payload), info)];
        self.push_frame(function, &args, Return::Caught { dest, target })?;
        Ok(Progress::More)
    }

    pub(crate) fn tail_call(&mut self, callee: &CalleeCode, args: &[OperandCode]) -> Step<Progress> {
        let id = match callee {
            CalleeCode::Fn(id) => *id,
            CalleeCode::Pointer(operand, sig) => {
                let pointer = Pointer::from(self.scalar(operand)?);
                self.function_at(pointer, sig)?
            }
            CalleeCode::Surface(_) | CalleeCode::Intrinsic(..) => {
                return unsupported("a tail call of this function");
            }
        };
        let values = args.iter().map(|arg| Ok((self.operand(arg)?, *arg.info())));
        let values = values.collect::<Step<Vec<_>>>()?;
        // The frame ends before the callee begins, and its caller becomes the callee's.
        let ret = self.leave_frame()?;
        self.push_frame(id, &values, ret)?;
        Ok(Progress::More)
    }
}

/// How values are passed: whether a panic may pass has no part in it, and on the model's target `extern "system"` is
/// `extern "C"`.
fn convention(abi: Abi) -> Abi {
    match abi {
        Abi::C | Abi::CUnwind | Abi::System | Abi::SystemUnwind => Abi::C,
        Abi::SysV64 | Abi::SysV64Unwind => Abi::SysV64,
        Abi::Win64 | Abi::Win64Unwind => Abi::Win64,
        Abi::Rust => Abi::Rust,
    }
}
