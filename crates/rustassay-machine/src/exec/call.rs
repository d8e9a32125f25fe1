//! Calls: arguments, return places, unwinding.

use super::Progress;
use super::parts::Seen;
use super::retag::Retagging;
use super::validity::WHOLE;
use super::word::Spot;
use crate::aliasing::{Access, Model};
use crate::code::*;
use crate::error::*;
use crate::foreign::Outcome;
use crate::harness::Called;
use crate::journal::Undo;
use crate::machine::{
    AfterDrop, Between, Frame, Loc, Machine, PlaceVal, ProtectedBorrows, Return, Slot, Value,
};
use crate::memory::*;
use rustassay_mir::model::*;
use smallvec::SmallVec;
use std::rc::Rc;

/// An argument on its way to the callee.
pub type Passed = (Value, TyInfo);

/// What a call has for itself while it lasts.
#[derive(Default)]
struct Taken {
    guards: Vec<Guard>,
    protected: ProtectedBorrows,
}

/// A result that is to be handed over.
enum Returned {
    Value(Value),
    /// What was looked at where it is.
    There(Spot, Seen),
}

/// Memory that is off limits while a call lasts.
struct Guard {
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
                let mut protected = ProtectedBorrows::new();
                let mut values = Vec::with_capacity(args.len());
                for arg in args {
                    let (mut value, info) = (self.operand(arg)?, *arg.info());
                    if self.retags(&info) {
                        value = self.retag_value(&value, &info, &mut Retagging::Protected(&mut protected))?;
                    }
                    values.push((value, info));
                }
                let called = self.call_surface(id, &values)?;
                protected.into_iter().for_each(|(id, tag)| self.end_protection(id, tag));
                match called {
                    Called::Returned(value) => {
                        if dest.info.size > 0 {
                            let place = self.place(dest)?;
                            self.store(place, &dest.info, &value, &mut Retagging::Plain)?;
                        }
                        self.go_to(target);
                        Ok(Progress::More)
                    }
                    Called::Panicked => self.unwind_by(unwind),
                    Called::Waits => Ok(Progress::More),
                }
            }
            CalleeCode::Fn(id) => self.call_function(*id, args, dest, target, unwind),
            CalleeCode::Builtin(builtin, generics) => self.builtin(*builtin, generics, args, dest, target),
            CalleeCode::Foreign(id) => self.call_foreign(*id, args, dest, target, unwind),
            CalleeCode::Virtual(slot) => {
                let (id, args) = self.dispatch(*slot, args)?;
                self.call_function(id, &args, dest, target, unwind)
            }
            CalleeCode::Pointer(operand, sig) => {
                let pointer = Pointer::from(self.scalar(operand)?);
                if let Some(id) = self.foreign_at(pointer) {
                    return self.call_foreign(id, args, dest, target, unwind);
                }
                let id = self.function_at(pointer, sig)?;
                // The call relies on its own convention, whatever the function's.
                let unwind = if sig.abi.may_unwind() { unwind } else { UnwindAction::Unreachable };
                self.call_function(id, args, dest, target, unwind)
            }
        }
    }

    /// Calls a function that is defined elsewhere.
    fn call_foreign(
        &mut self,
        id: ForeignFnId,
        args: &[OperandCode],
        dest: &PlaceCode,
        target: BlockId,
        unwind: UnwindAction,
    ) -> Step<Progress> {
        let values = args.iter().map(|arg| Ok((self.operand(arg)?, *arg.info())));
        let values = values.collect::<Step<Vec<Passed>>>()?;
        match self.foreign_call(id, &values, dest.info)? {
            Outcome::Returned(value) => {
                if dest.info.size > 0 {
                    let place = self.place(dest)?;
                    self.store(place, &dest.info, &value, &mut Retagging::Plain)?;
                }
                self.go_to(target);
                Ok(Progress::More)
            }
            Outcome::Unwinds => self.unwind_by(unwind),
            Outcome::Waits => Ok(Progress::More),
        }
    }

    /// The foreign function that a pointer points to.
    fn foreign_at(&self, pointer: Pointer) -> Option<ForeignFnId> {
        let Some(Provenance::Allocation(id, _)) = pointer.provenance else { return None };
        match self.alloc(id) {
            Allocation { kind: AllocKind::ForeignFunction(id), addr, .. } if *addr == pointer.addr => {
                Some(*id)
            }
            _ => None,
        }
    }

    /// The method that a call of a trait object goes to, and its arguments: the first one without the metadata.
    fn dispatch(&mut self, slot: u32, args: &[OperandCode]) -> Step<(FnId, Vec<OperandCode>)> {
        let Some((receiver, others)) = args.split_first() else {
            return unsupported("a method without `self`");
        };
        let (pointer, vtable) = self.receiver(receiver)?;
        let function = self.vtable_method(vtable, slot)?;
        let code = self.code(function)?;
        let Some(info) =
            code.locals.get(1).map(|local| local.info).filter(|info| info.size == self.data.pointer_size())
        else {
            return unsupported("a method of a trait object with such a `self`");
        };
        let receiver = match info.class {
            Class::Aggregate => {
                let mut region = self.new_region(self.pointer_size());
                region.write_address(0, pointer);
                OperandCode::Bytes(Rc::new(region), info)
            }
            _ => OperandCode::Scalar(pointer, info),
        };
        Ok((function, [receiver].into_iter().chain(others.iter().cloned()).collect()))
    }

    /// The address and the vtable of the trait object that a method is called on: by a pointer, by a struct around one, or, where the
    /// method takes it by value, where it is.
    fn receiver(&mut self, receiver: &OperandCode) -> Step<(Scalar, u64)> {
        let info = *receiver.info();
        if let (OperandCode::Copy(code) | OperandCode::Move(code), Metadata::Vtable) =
            (receiver, info.metadata)
        {
            let (pointer, vtable) = self.place_address(code)?;
            return Ok((pointer.into(), vtable));
        }
        let value = self.operand(receiver)?;
        let (pointer, metadata) = match value {
            Value::Wide(pointer, metadata) => (Some(pointer), Some(metadata)),
            value => {
                let Some(at) = self.pointer_inside(info.ty, 0)? else {
                    return unsupported("a method of a trait object with such a `self`");
                };
                let region = self.region_of(&value, &info);
                region.read_wide(at).into()
            }
        };
        match pointer.zip(metadata) {
            Some((pointer, metadata)) => Ok((pointer, self.metadata_of(metadata, Metadata::Vtable)?)),
            None => ub(Ub::Uninit { what: "a pointer to a trait object".into() }),
        }
    }

    /// Where the wide pointer is in a struct around one.
    fn pointer_inside(&mut self, ty: Ty, at: u64) -> Step<Option<usize>> {
        match self.info(ty)?.class {
            Class::Wide(_) => return Ok(Some(at as usize)),
            Class::Scalar(_) => return Ok(None),
            Class::Aggregate => {}
        }
        for (n, part) in self.parts(ty).into_iter().enumerate() {
            if self.info(part)?.size > 0 {
                let offset = self.field_offset(ty, VariantId::ONLY, FieldId::new(n));
                if let Some(found) = self.pointer_inside(part, at + offset)? {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// The function that a pointer of this type calls.
    pub(crate) fn function_at(&mut self, pointer: Pointer, sig: &FnSig) -> Step<FnId> {
        let found = match pointer.provenance {
            Some(Provenance::Allocation(id, _)) => Some(id),
            Some(Provenance::Wildcard) => self.exposed.beginning_at(pointer.addr).next(),
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
    /// and all that has no bytes, which is not passed at all (`InterpCx::pass_argument`).
    fn abi_class(&mut self, ty: Ty) -> Step<Ty> {
        let info = self.info(ty)?;
        let is_small = info.size == 0 && (info.align == 1 || !self.config.cautious);
        if is_small && !info.uninhabited && info.is_sized {
            return Ok(Ty::UNIT);
        }
        if let Some(payload) = self.nullable_payload(ty) {
            return self.abi_class(payload);
        }
        if let Some(part) = self.transparent_part(ty) {
            return self.abi_class(part);
        }
        if info.size == self.data.pointer_size()
            && !self.config.cautious
            && let Some(pointer) = self.only_pointer(ty).filter(|&pointer| pointer != ty)
        {
            return self.abi_class(pointer);
        }
        let types = &mut self.program.types;
        Ok(match types.kind(ty).clone() {
            TyKind::RawPtr(_, pointee) | TyKind::Ref(_, pointee) | TyKind::Box(pointee) => {
                // Pointers to trait objects have one of their own: two pointers side by side.
                let unit = match types.metadata(pointee) {
                    Metadata::None => Ty::UNIT,
                    Metadata::Length => Ty::STR,
                    Metadata::Vtable => types.raw_ptr(Mutability::Not, Ty::STR),
                };
                types.raw_ptr(Mutability::Not, unit)
            }
            TyKind::FnPtr(sig) => {
                let abi = convention(sig.abi);
                types.fn_ptr(FnSig { abi, is_unsafe: false, params: Vec::new(), ret: Ty::UNIT })
            }
            TyKind::Char => Ty::U32,
            TyKind::Int(IntTy::Usize) if self.data.pointer_bits == 32 => Ty::U32,
            TyKind::Int(IntTy::Isize) if self.data.pointer_bits == 32 => Ty::I32,
            TyKind::Int(IntTy::Usize) => Ty::U64,
            TyKind::Int(IntTy::Isize) => Ty::I64,
            TyKind::Pat(base, _) => return self.abi_class(base),
            TyKind::Adt(adt) if let AdtRole::Box { pointee, is_global: true } = types.adts[adt].role() => {
                let pointer = types.raw_ptr(Mutability::Not, pointee);
                return self.abi_class(pointer);
            }
            _ => ty,
        })
    }

    /// What an `Option` holds, if null is its `None` (the module `core::option`, "Representation"). In compiled crates every enum of that
    /// shape counts: two variants, one of which has nothing in it that takes room (`InterpCx::unfold_npo`).
    pub(crate) fn nullable_payload(&self, ty: Ty) -> Option<Ty> {
        let TyKind::Adt(adt) = *self.program.types.kind(ty) else { return None };
        let def = &self.program.types.adts[adt];
        if def.kind != AdtKind::Enum || (def.role() != AdtRole::Option && def.instance().is_none()) {
            return None;
        }
        let mut variants = def.variants.iter();
        let (Some(first), Some(second), None) = (variants.next(), variants.next(), variants.next()) else {
            return None;
        };
        let takes_no_room = |variant: &Variant| {
            variant.fields.iter().all(|field| {
                self.layouts
                    .get(field.ty)
                    .is_some_and(|layout| layout.sized && layout.size == 0 && layout.align == 1)
            })
        };
        let relevant = match (takes_no_room(first), takes_no_room(second)) {
            (true, _) => second,
            (false, true) => first,
            (false, false) => return None,
        };
        let mut fields = relevant.fields.iter();
        let (Some(field), None) = (fields.next(), fields.next()) else { return None };
        let mut payload = field.ty;
        while !self.is_never_null(payload) {
            let is_struct = self.program.adt(payload).is_some_and(|def| def.kind == AdtKind::Struct);
            payload = self.transparent_part(payload).filter(|_| is_struct)?;
        }
        Some(payload)
    }

    /// Whether a type promises that an `Option` of it is as large as it is itself.
    fn is_never_null(&self, ty: Ty) -> bool {
        let types = &self.program.types;
        match types.kind(ty) {
            TyKind::Ref(..) | TyKind::Box(_) | TyKind::FnPtr(_) => true,
            TyKind::Pat(_, range) => range.start == 1,
            TyKind::Adt(adt) => {
                let def = &types.adts[*adt];
                let valid_range = def.instance().and_then(|instance| instance.valid_range);
                matches!(def.role(), AdtRole::Box { .. }) || valid_range.is_some_and(|range| range.start == 1)
            }
            _ => false,
        }
    }

    /// What a transparent struct or union is a wrapper of: the field that takes room.
    fn transparent_part(&self, ty: Ty) -> Option<Ty> {
        let def = self.program.adt(ty)?;
        match def.repr.transparent && def.kind != AdtKind::Enum {
            true => self.parts(ty).into_iter().find(|&part| self.takes_room(part)),
            false => None,
        }
    }

    /// The pointer that is all there is in a struct, transparent or not: `Rc<T>` is passed as `*const T` is, or else methods of
    /// trait objects could not take it (`DispatchFromDyn`).
    fn only_pointer(&self, ty: Ty) -> Option<Ty> {
        match self.program.types.kind(ty) {
            TyKind::RawPtr(..) | TyKind::Ref(..) => Some(ty),
            TyKind::Adt(adt) if self.program.types.adts[*adt].kind == AdtKind::Struct => {
                let mut parts = self.parts(ty).into_iter().filter(|&part| self.takes_room(part));
                let (Some(part), None) = (parts.next(), parts.next()) else { return None };
                self.only_pointer(part)
            }
            _ => None,
        }
    }

    fn takes_room(&self, ty: Ty) -> bool {
        self.layouts.get(ty).is_some_and(|layout| layout.size > 0 || !layout.sized)
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
        let held = dest.word_local().filter(|&local| self.is_on_stack(local));
        let slot = held.map(|local| self.first_slot + local.index());
        let place = match held {
            Some(local) if !self.config.cautious => {
                PlaceVal { at: Loc::Stack(self.place_on_stack(local).at), len: 0 }
            }
            // What is there is erased below.
            None if info.class == Class::Aggregate
                && let Some(Spot::Stack(at)) = self.fresh_target(dest) =>
            {
                PlaceVal { at: Loc::Stack(at), len: 0 }
            }
            _ => self.place(dest)?,
        };
        let (code, stack, slots) = self.make_room(id, args.len())?;
        let mut taken = Taken::default();
        self.pass_all(args, &code, stack, slots, &mut taken).map_err(|stop| self.blame_callee(id, stop))?;
        if info.size > 0 && !self.is_held_as_scalar(dest, place) {
            self.check_aligned(place)?;
            // The callee may build its result in place, so what was there is gone.
            self.erase(place, info.size)?;
            if let Loc::Memory(pointer, _) = place.at {
                self.guard(pointer, info.size, Guarded::ReturnPlace, &mut taken.guards)?;
            }
        }
        let ret = Return::To { dest: place, slot, info, target, unwind };
        self.enter(code, stack, slots, taken, ret);
        Ok(Progress::More)
    }

    /// A borrow of an argument fails in the function that it is for. (Whoever writes custom MIR looks at the call.)
    #[cold]
    fn blame_callee(&mut self, id: FnId, stop: Box<Stop>) -> Box<Stop> {
        if let Stop::Ub(Ub::Aliasing { retag: Some(Retagged { is_argument: true, .. }), .. }) = *stop
            && self.supplier.is_some()
        {
            self.between = Some(Between::Entering(id));
        }
        stop
    }

    /// What is returned becomes a value of another type in the caller.
    #[cold]
    fn blame_caller(&mut self, stop: Box<Stop>) -> Box<Stop> {
        if let Stop::Ub(Ub::InvalidValue { .. }) = *stop
            && self.supplier.is_some()
        {
            self.between = Some(Between::Leaving);
        }
        stop
    }

    /// Passes arguments to the frame that begins at `stack`. First it is found out where they all are, then they are passed
    /// one after the other (`InterpCx::eval_fn_call_arguments`, `init_stack_frame`): a pointer that is moved still leads to
    /// those after it, but what an argument was moved from, and what one that was passed has for itself, the next ones cannot read.
    fn pass_all(
        &mut self,
        args: &[OperandCode],
        code: &FnCode,
        stack: usize,
        slots: usize,
        taken: &mut Taken,
    ) -> Step<()> {
        let must_be_found = |machine: &Machine, arg: &OperandCode| match arg {
            OperandCode::Move(code) => !machine.is_held_word(code),
            OperandCode::Copy(code) => {
                !code.steps.iter().all(|step| matches!(step, PlaceStep::Offset(_) | PlaceStep::Tail(_)))
            }
            OperandCode::Word(..) | OperandCode::Scalar(..) | OperandCode::Bytes(..) => false,
        };
        if args.iter().all(|arg| !must_be_found(self, arg))
            || !args.iter().any(|arg| matches!(arg, OperandCode::Move(_)) || arg.info().has_references)
        {
            for (n, arg) in args.iter().enumerate() {
                self.pass(arg, &code.locals[n + 1], stack, slots + n + 1, taken)?;
            }
            return Ok(());
        }
        let mut places = SmallVec::<[Option<PlaceVal>; 8]>::new();
        for arg in args {
            places.push(match arg {
                OperandCode::Copy(code) | OperandCode::Move(code) if must_be_found(self, arg) => {
                    Some(self.place(code)?)
                }
                _ => None,
            });
        }
        for (n, (arg, place)) in args.iter().zip(places).enumerate() {
            let (info, local) = (arg.info(), &code.locals[n + 1]);
            let Some(place) = place else {
                self.pass(arg, local, stack, slots + n + 1, taken)?;
                continue;
            };
            if let Loc::Memory(pointer, _) = place.at {
                self.check_unguarded(pointer, info.size, &taken.guards)?;
            }
            let from = self.readable(place, info.size)?;
            if !self.pass_from(from, info, local, stack, slots + n + 1, taken)? {
                let value = self.load(place, info)?;
                self.pass_value(&value, info, local, stack, slots + n + 1, taken)?;
            }
            if let OperandCode::Move(code) = arg
                && !self.is_held_as_scalar(code, place)
            {
                self.give_away(place, info.size, &mut taken.guards)?;
            }
        }
        Ok(())
    }

    /// Passes an argument to the frame that begins at `stack`, or to its slot.
    #[inline]
    fn pass(
        &mut self,
        arg: &OperandCode,
        local: &LocalCode,
        stack: usize,
        slot: usize,
        taken: &mut Taken,
    ) -> Step<()> {
        let info = arg.info();
        if info.ty == local.info.ty
            && let Class::Scalar(prim) = info.class
            && info.size <= 8
            && let Slot::Fresh = self.slots[slot]
        {
            if let Some(word) = self.word(arg)? {
                return self.pass_word(word, prim, slot, taken);
            }
            let mut scalar = self.scalar(arg)?;
            if prim.is_reference() {
                let retagging = &mut Retagging::Protected(&mut taken.protected);
                scalar = self.retag_scalar(scalar, 0, prim, WHOLE, retagging)?;
            }
            match Word::of(self.stored(scalar)) {
                Some(word) => self.slots[slot] = Slot::Word(word),
                None => {
                    let at = stack + local.offset;
                    self.slots[slot] = Slot::Stack(at);
                    self.write_stack(at, info.size as usize, scalar);
                }
            }
            return Ok(());
        }
        if let OperandCode::Copy(code) | OperandCode::Move(code) = arg
            && let Some(from) = self.find(code, Access::Read)?
            && self.pass_from(from, info, local, stack, slot, taken)?
        {
            return Ok(());
        }
        let value = self.operand(arg)?;
        self.pass_value(&value, info, local, stack, slot, taken)
    }

    /// Passes a word in the callee's slot.
    #[inline]
    fn pass_word(&mut self, mut word: Word, prim: Prim, slot: usize, taken: &mut Taken) -> Step<()> {
        if prim.is_reference() && self.config.aliasing != Model::None {
            word = self.retag_word(word, prim, &mut Retagging::Protected(&mut taken.protected))?;
        }
        self.slots[slot] = Slot::Word(word);
        Ok(())
    }

    /// Passes what was accessed somewhere; false for what the general rules must do.
    fn pass_from(
        &mut self,
        from: Spot,
        info: &TyInfo,
        local: &LocalCode,
        stack: usize,
        slot: usize,
        taken: &mut Taken,
    ) -> Step<bool> {
        if info.ty != local.info.ty {
            return Ok(false);
        }
        if let Class::Scalar(prim) = info.class {
            let word = if info.size <= 8 { self.word_in(from, info.size as usize) } else { None };
            let Some(word) = word.filter(|&word| self.is_word_of(prim, word)) else { return Ok(false) };
            self.pass_word(word, prim, slot, taken)?;
            return Ok(true);
        }
        let Some(seen) = self.look(from, info) else { return Ok(false) };
        let at = stack + local.offset;
        self.slots[slot] = Slot::Stack(at);
        let retagging = &mut Retagging::Protected(&mut taken.protected);
        self.copy_seen(from, Spot::Stack(at), info, seen, retagging)?;
        Ok(true)
    }

    /// Passes a value to the frame that begins at `stack`. What the callee takes is what it says, in the caller's bytes.
    fn pass_value(
        &mut self,
        value: &Value,
        info: &TyInfo,
        local: &LocalCode,
        stack: usize,
        slot: usize,
        taken: &mut Taken,
    ) -> Step<()> {
        let at = stack + local.offset;
        self.slots[slot] = Slot::Stack(at);
        let place = PlaceVal { at: Loc::Stack(at), len: 0 };
        let retagging = &mut Retagging::Protected(&mut taken.protected);
        self.store_as(place, info, &local.info, value, retagging)
    }

    /// Whether a place is a local whose slot holds it, and that is not passed in place: where it is and what it is cannot change
    /// while arguments are passed.
    fn is_held_word(&self, code: &PlaceCode) -> bool {
        !self.config.cautious && code.word_local().is_some_and(|local| self.slot_word(local).is_some())
    }

    /// Whether a local never was in memory, so that it is not passed in place: Miri holds it as scalars (`Operand::Immediate`).
    fn is_held_as_scalar(&self, code: &PlaceCode, place: PlaceVal) -> bool {
        let is_scalar = matches!(code.info.class, Class::Scalar(_) | Class::Wide(_));
        is_scalar && code.steps.is_empty() && matches!(place.at, Loc::Stack(_)) && !self.config.cautious
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

    /// Adds a guard for the memory at a pointer, which must not be anyone else's in the same call. Without an aliasing model nobody
    /// has memory for himself.
    fn guard(&self, pointer: Pointer, size: u64, what: Guarded, guards: &mut Vec<Guard>) -> Step<()> {
        if self.config.aliasing == Model::None {
            return Ok(());
        }
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
        let mut taken = Taken::default();
        for (n, ((value, info), local)) in args.iter().zip(&code.locals[1..]).enumerate() {
            self.pass_value(value, info, local, stack, slots + n + 1, &mut taken)
                .map_err(|stop| self.blame_callee(id, stop))?;
        }
        // After a tail call the result still goes where it went.
        if let Return::To { dest: PlaceVal { at: Loc::Memory(pointer, _), .. }, info, .. } = &ret
            && info.size > 0
        {
            self.guard(*pointer, info.size, Guarded::ReturnPlace, &mut taken.guards)?;
        }
        self.enter(code, stack, slots, taken, ret);
        Ok(())
    }

    /// A function's code, and where its part of the stack and its slots begin, for its arguments.
    fn make_room(&mut self, id: FnId, passed: usize) -> Step<(Rc<FnCode>, usize, usize)> {
        if self.frames.len() >= self.limits.depth {
            return Err(Box::new(Stop::Budget(Budget::Depth)));
        }
        let code: Rc<FnCode> = self.code(id)?;
        if self.tracking.is_some() {
            self.tell_call(id);
        }
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
        self.slots.extend_from_slice(&code.new_slots);
        Ok((code, stack, slots))
    }

    /// Enters a function whose arguments are on the stack.
    fn enter(&mut self, code: Rc<FnCode>, stack: usize, slots: usize, taken: Taken, ret: Return) {
        let Taken { guards, protected } = taken;
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
        let told_of = match self.frames.last() {
            Some(caller) if code.is_library => caller.told_of,
            _ => frames,
        };
        self.frames.push(Frame {
            code,
            block: BlockId::ENTRY,
            statement: 0,
            slots,
            stack,
            ret,
            protected,
            guards: guards.iter().map(|guard| (guard.id, guard.range.start)).collect(),
            told_of,
        });
        self.first_slot = slots;
    }

    /// Ends what the top frame has for itself: its protected borrows, and what was moved into it.
    fn release_frame(&mut self) {
        let top = self.frames.len() - 1;
        for n in 0..self.frames[top].protected.len() {
            let (id, tag) = self.frames[top].protected[n];
            self.end_protection(id, tag);
        }
        for n in 0..self.frames[top].guards.len() {
            let (id, start) = self.frames[top].guards[n];
            let alloc = self.alloc_mut(id);
            // Calls of several threads end in any order.
            if let Some(at) = alloc.guards.iter().rposition(|(range, _)| range.start == start) {
                let (range, what) = alloc.guards.remove(at);
                if self.journal.keeps(self.alloc(id)) {
                    self.journal.push(|| Undo::Unguarded(id, Box::new((at, range, what))));
                }
            }
        }
    }

    /// Ends the top frame's storage, and the frame.
    fn pop_frame(&mut self) -> Step<Return> {
        let frame = self.frames.last().expect("a frame runs");
        let (slots, stack) = (frame.slots, frame.stack);
        for slot in slots..self.slots.len() {
            if matches!(self.slots[slot], Slot::Memory(_)) {
                self.end_storage(slot)?;
            }
        }
        let frame = self.frames.pop().expect("a frame runs");
        self.first_slot = self.frames.last().map_or(0, |caller| caller.slots);
        // The caller goes on from where it called.
        self.log_position();
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

    /// Leaves the top frame without a result.
    fn leave_frame(&mut self) -> Step<Return> {
        self.release_frame();
        self.pop_frame()
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
    fn returned_word(&self, info: &TyInfo) -> Option<(Prim, Word)> {
        match (self.slots[self.first_slot], info.class) {
            (Slot::Word(word), Class::Scalar(prim)) if self.is_word_of(prim, word) => Some((prim, word)),
            _ => None,
        }
    }

    /// Whether the top frame's caller takes what it returns as the type that it is.
    fn returns_as(&self, info: &TyInfo) -> bool {
        match &self.frames.last().expect("a frame runs").ret {
            Return::To { info: taken, .. } => taken.ty == info.ty && !matches!(info.class, Class::Scalar(_)),
            _ => false,
        }
    }

    /// Writes a result to where the caller wants it.
    fn hand_over(&mut self, value: Returned, info: &TyInfo, dest: PlaceVal, dest_info: &TyInfo) -> Step<()> {
        match value {
            Returned::Value(value) => self.store_as(dest, info, dest_info, &value, &mut Retagging::Plain),
            Returned::There(from, seen) => {
                let to = self.writable(dest, info.size)?;
                self.copy_seen(from, to, info, seen, &mut Retagging::Plain)
            }
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
            Some((_, word)) => Returned::Value(Value::Scalar(word.into())),
            None => {
                let place = self.local_place(Local::RETURN)?;
                let from = self.readable(place, info.size).map_err(|stop| self.blame_caller(stop))?;
                match self.look(from, &info).filter(|_| self.returns_as(&info)) {
                    Some(seen) => Returned::There(from, seen),
                    None => Returned::Value(self.load(place, &info).map_err(|stop| self.blame_caller(stop))?),
                }
            }
        };
        self.release_frame();
        let (mut in_slot, top) = (None, self.frames.len() - 1);
        if let (Return::Constant, Returned::Value(value)) = (&self.frames[top].ret, &value) {
            let region = self.region_of(value, &info);
            self.keep_constant(region);
        }
        if let (Return::Thread, Returned::Value(Value::Scalar(result))) = (&self.frames[top].ret, &value) {
            self.thread_mut(self.thread).result = *result;
        }
        if let Return::To { dest, slot, info: dest_info, .. } = self.frames[top].ret {
            // The result is copied while what it points to in the frame is still there.
            match (slot, word) {
                (Some(slot), Some((prim, mut word))) if dest_info.ty == info.ty => {
                    if self.retags(&info) {
                        word = self
                            .retag_word(word, prim, &mut Retagging::Plain)
                            .map_err(|stop| self.blame_caller(stop))?;
                    }
                    in_slot = Some((slot, Slot::Word(word)));
                }
                _ if dest_info.size > 0 => {
                    self.hand_over(value, &info, dest, &dest_info).map_err(|stop| self.blame_caller(stop))?;
                    if let (Some(slot), Loc::Stack(at)) = (slot, dest.at) {
                        in_slot = Some((slot, Slot::Stack(at)));
                    }
                }
                _ => {}
            }
        }
        match self.pop_frame()? {
            Return::Bottom | Return::Thread | Return::Constant => return Ok(Progress::Finished),
            Return::To { target, .. } => {
                if let Some((slot, filled)) = in_slot {
                    self.set_slot(slot, filled);
                }
                self.go_to(target);
            }
            Return::Drop { rest, then } => return self.drop_all(rest, then),
            Return::Catch { dest, size, target, .. } => {
                self.write_scalar(dest, size, Scalar::new(0))?;
                self.go_to(target);
            }
            Return::Caught { dest, size, target } => {
                self.write_scalar(dest, size, Scalar::new(1))?;
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
                Return::Bottom | Return::Thread | Return::Constant => return Ok(Progress::Panicked),
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
                Return::Catch { dest, size, target, data, handler } => {
                    return self.catch(data, handler, Return::Caught { dest, size, target });
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

    /// Calls the handler of `catch_unwind` with its data and the panic's payload.
    fn catch(&mut self, data: Scalar, handler: Scalar, ret: Return) -> Step<Progress> {
        let pointer_ty = self.program.types.raw_ptr(Mutability::Mut, Ty::U8);
        let info = self.info(pointer_ty)?;
        let sig = FnSig { abi: Abi::Rust, is_unsafe: false, params: vec![pointer_ty; 2], ret: Ty::UNIT };
        let function = self.function_at(handler.into(), &sig)?;
        // A number stands for the payload; custom MIR has none.
        let payload = Scalar::new(self.own_payloads() as u128);
        let args = [(Value::Scalar(data), info), (Value::Scalar(payload), info)];
        self.push_frame(function, &args, ret)?;
        Ok(Progress::More)
    }

    pub(crate) fn tail_call(&mut self, callee: &CalleeCode, args: &[OperandCode]) -> Step<Progress> {
        let id = match callee {
            CalleeCode::Fn(id) => *id,
            CalleeCode::Pointer(operand, sig) => {
                let pointer = Pointer::from(self.scalar(operand)?);
                self.function_at(pointer, sig)?
            }
            CalleeCode::Surface(_)
            | CalleeCode::Intrinsic(..)
            | CalleeCode::Builtin(..)
            | CalleeCode::Foreign(_)
            | CalleeCode::Virtual(_) => {
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
pub(crate) fn convention(abi: Abi) -> Abi {
    match abi {
        Abi::C | Abi::CUnwind | Abi::System | Abi::SystemUnwind => Abi::C,
        Abi::SysV64 | Abi::SysV64Unwind => Abi::SysV64,
        Abi::Win64 | Abi::Win64Unwind => Abi::Win64,
        Abi::Rust => Abi::Rust,
    }
}
