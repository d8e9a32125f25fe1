//! Calls: of new functions, of old ones, by pointer, of functions that call themselves.

use crate::observe::function;
use crate::operands::{MAKING, function_pointer};
use crate::places::Use;
use crate::scope::Scope;
use crate::types::has_float;
use crate::writer::{Finished, Writer};
use rustassay_mir::model::*;

/// How many calls may be under way.
pub(crate) const CALLS_UNDER_WAY: usize = 6;

/// How many statements the rest of a loop, or a call of something known, may execute.
const STEPS: u64 = 2_000;

impl Writer {
    /// Calls something, and runs it if it is known.
    pub fn call(
        &mut self,
        func: Operand,
        dest: Place,
        args: Vec<Operand>,
        unwind: UnwindAction,
    ) -> Option<()> {
        let depth = self.machine.depth();
        let target = self.begin_call(func, dest.clone(), args, unwind)?;
        self.run_to(depth, target)?;
        self.is_given(&dest);
        Some(())
    }

    /// Begins a call, and says where it will go on. What is moved is nobody else's in the same call.
    pub fn begin_call(
        &mut self,
        func: Operand,
        dest: Place,
        args: Vec<Operand>,
        unwind: UnwindAction,
    ) -> Option<BlockId> {
        let local_of = |arg: &Operand| arg.place().map(|place| place.local);
        for (n, arg) in args.iter().enumerate() {
            let others =
                args.iter().enumerate().filter(|&(m, _)| m != n).filter_map(|(_, other)| local_of(other));
            let is_shared = others.chain([dest.local]).any(|other| Some(other) == local_of(arg));
            if matches!(arg, Operand::Move(_)) && is_shared {
                return None;
            }
        }
        for arg in &args {
            if let Operand::Move(place) = arg {
                self.scope_mut().take(place.local);
            }
        }
        let target = self.new_block();
        let call = Call { dest, func, args, target, unwind };
        self.end(Terminator::Call(Box::new(call)))?;
        Some(target)
    }

    /// Runs what is known, for as long as it may take.
    pub fn run_to(&mut self, depth: usize, target: BlockId) -> Option<()> {
        self.may_have_observed = true;
        let limit = self.machine.steps() + STEPS;
        self.run(|machine| machine.run_to(depth, target, limit))
    }

    /// Where a result goes.
    pub fn destination(&mut self, ty: Ty) -> Option<Place> {
        // A call cannot write into a packed type.
        let is_fit = |place: &Place| matches!(place.projection[..], [] | [Elem::Deref]);
        match self.place(ty, Use::Write).filter(is_fit).filter(|_| self.random.coin()) {
            Some(place) => Some(place),
            None => self.new_local(ty).map(Place::from),
        }
    }

    /// A result has arrived.
    pub fn is_given(&mut self, place: &Place) {
        match place.as_local() {
            Some(local) => self.scope_mut().give(local, 20),
            None => self.scope_mut().enrich(place.local, 20),
        }
    }

    /// What the call of a function does with a panic: there is none, where none is caught.
    fn unwind(&mut self) -> UnwindAction {
        match (self.catches, self.is_in_cleanup()) {
            (0, _) => UnwindAction::Unreachable,
            (_, true) => UnwindAction::Terminate(TerminateReason::InCleanup),
            _ if self.random.coin() => UnwindAction::Continue,
            _ => UnwindAction::Cleanup(self.machine.add_block(true)),
        }
    }

    /// Arguments for parameters, and the observers' state.
    fn arguments(&mut self, params: &[Ty]) -> Option<Vec<Operand>> {
        let mut args = Vec::with_capacity(params.len() + 1);
        for &param in params {
            let arg = self.any_operand(param)?;
            args.push(match arg {
                Operand::Copy(place)
                    if place.as_local().is_some()
                        && self.scope().is_free(&place)
                        && self.random.chance(self.mixture.chances.moved_arguments) =>
                {
                    Operand::Move(place)
                }
                arg => arg,
            });
        }
        args.push(Operand::Copy(self.scope().state.into()));
        Some(args)
    }

    /// Adds a function. The last parameter is the observers' state.
    pub fn new_function(&mut self, params: &[Ty], ret: Ty, abi: Abi) -> Option<FnId> {
        let number = self.machine.program.functions.len();
        let mut new = function(&format!("fn{number}"), params, ret, Body::new(params, ret));
        new.inline = self.random.one([None, Some(Inline::Always), Some(Inline::Never), Some(Inline::Hint)]);
        new.is_const = self.mixture.is_const;
        new.sig.abi = abi;
        let id = self.machine.program.add_fn(new);
        self.run(|machine| machine.open_function(id))?;
        Some(id)
    }

    /// The places of a new function: its parameters have values.
    pub fn enter(&mut self, id: FnId, state: Local) {
        let mut scope = self.new_scope(id, state);
        let program = &self.machine.program;
        for (local, decl) in program.functions[id].body.locals.iter_ids() {
            scope.add(&program.types, local, decl.ty, local != Local::RETURN);
        }
        self.scopes.push(scope);
    }

    fn signature(&mut self) -> Option<(Vec<Ty>, Ty)> {
        let range = match self.random.chance(self.mixture.chances.long_signatures) {
            true => &self.mixture.ranges.many_parameters,
            false => &self.mixture.ranges.parameters,
        };
        let count = self.random.within(range);
        let params = (0..count).filter_map(|_| self.some_ty()).collect();
        // That a function has nothing to return must not turn out when it has been written.
        let ret = self.some_ty()?;
        let draft = self.draft();
        let can_be_made = self.make(ret, MAKING).is_some();
        self.retract(draft);
        can_be_made.then_some((params, ret))
    }

    /// Calls a new function, and writes it.
    pub fn call_new(&mut self) -> Option<()> {
        let (mut params, ret) = self.signature()?;
        let args = self.arguments(&params)?;
        params.push(self.observers.state_ty);
        let wants_foreign = self.random.chance(self.mixture.chances.foreign_abis);
        // The C convention may return floats where they do not stay as they are.
        let may_be_foreign = self.mixture.abilities.keeps_nans || !has_float(self.types(), ret);
        let abi = if wants_foreign && may_be_foreign { Abi::C } else { Abi::Rust };
        let id = self.new_function(&params, ret, abi)?;
        let dest = self.destination(ret)?;
        let catches = self.catches;
        // A panic must not leave it, if that is not its convention.
        let unwind = if abi == Abi::C { UnwindAction::Unreachable } else { self.unwind() };
        if abi == Abi::C {
            self.catches = 0;
        }
        self.begin_call(function_item(id), dest.clone(), args, unwind)?;
        self.enter(id, Local::new(params.len()));
        let written = self.body();
        self.leave();
        self.catches = catches;
        written?;
        if self.is_unwinding {
            return self.clean_up(unwind);
        }
        self.has_finished(id, false);
        self.is_given(&dest);
        Some(())
    }

    /// A function has been called, and can be called again.
    fn has_finished(&mut self, id: FnId, is_recursive: bool) {
        let is_for_threads = self.strand() != 0;
        self.finished.push(Finished { id, is_recursive, is_for_threads });
    }

    /// Calls a function that has been called before, with other values: by name, or by pointer.
    pub fn call_again(&mut self, by_pointer: bool) -> Option<()> {
        let Finished { id, is_recursive, is_for_threads } = *self.random.pick(&self.finished)?;
        (is_for_threads || self.strand() == 0).then_some(())?;
        let sig = self.machine.program.functions[id].sig.clone();
        let params = &sig.params[usize::from(is_recursive)..sig.params.len() - 1];
        let mut args = self.arguments(params)?;
        if is_recursive {
            let depth = self.random.within(&self.mixture.ranges.recursion_depth) as i128;
            let depth = self.types().const_int(IntTy::U32, depth);
            args.insert(0, depth.into());
        }
        let dest = self.destination(sig.ret)?;
        let func = match by_pointer {
            true => self.pointer_of(id, sig)?,
            false => function_item(id),
        };
        self.call(func, dest, args, UnwindAction::Unreachable)
    }

    /// A pointer to a function, in a local, which other functions may be given too.
    fn pointer_of(&mut self, id: FnId, sig: FnSig) -> Option<Operand> {
        let ty = self.machine.program.types.fn_ptr(sig);
        if !self.pool.contains(&ty) {
            self.pool.push(ty);
        }
        let pointer = match self.local(ty, Use::Read) {
            Some(pointer) => pointer,
            None => self.compute(ty, Rvalue::Use(function_pointer(id, ty).into()))?,
        };
        Some(Operand::Copy(pointer.into()))
    }

    /// Calls a new function that calls itself as often as its first parameter says.
    ///
    /// What it does at the end of the chain is written first, by a call with 0; then a call with 1 goes the other way, which is
    /// written by then up to the branch, and on from there while it runs.
    pub fn call_recursive(&mut self) -> Option<()> {
        let (inner, ret) = self.signature()?;
        let mut params = vec![Ty::U32];
        params.extend(&inner);
        params.push(self.observers.state_ty);
        let id = self.new_function(&params, ret, Abi::Rust)?;
        let catches = std::mem::replace(&mut self.catches, 0);
        let [zero, one] = [0, 1].map(|n| Operand::from(self.types().const_int(IntTy::U32, n)));

        let mut args = self.arguments(&inner)?;
        args.insert(0, zero);
        let dest = self.destination(ret)?;
        self.begin_call(function_item(id), dest.clone(), args, UnwindAction::Unreachable)?;
        self.enter(id, Local::new(params.len()));
        let count = Local::new(1);
        self.scope_mut().fix(count);
        for _ in 0..self.random.within(&self.mixture.ranges.recursion_start) {
            self.statement();
        }
        let (last, more) = (self.new_block(), self.new_block());
        let targets = SwitchTargets { values: vec![(0, last)], otherwise: more };
        self.end(Terminator::Switch(Operand::Copy(count.into()), targets))?;
        let before = self.scope().clone();
        // Short, because the other way may not go well.
        for _ in 0..self.random.within(&self.mixture.ranges.recursion_end) {
            self.statement();
        }
        self.finish()?;
        self.leave();
        self.is_given(&dest);

        let mut args = self.arguments(&inner)?;
        args.insert(0, one.clone());
        let dest = self.destination(ret)?;
        let depth = self.machine.depth();
        self.begin_call(function_item(id), dest.clone(), args, UnwindAction::Unreachable)?;
        self.run_to(depth + 1, more)?;
        self.enter_again(before);
        for _ in 0..self.random.within(&self.mixture.ranges.recursion_step) {
            self.statement();
        }
        let less = Rvalue::Binary(BinOp::Sub, Operand::Copy(count.into()), one);
        let less = self.compute(Ty::U32, less)?;
        let mut args = self.arguments(&inner)?;
        args.insert(0, Operand::Copy(less.into()));
        let inner_dest = self.destination(ret)?;
        self.call(function_item(id), inner_dest, args, UnwindAction::Unreachable)?;
        for _ in 0..self.random.within(&self.mixture.ranges.recursion_step) {
            self.statement();
        }
        self.finish()?;
        self.leave();
        self.catches = catches;
        self.has_finished(id, true);
        self.is_given(&dest);
        Some(())
    }

    /// Goes on where a function was left, with the locals that it has got since: they have no values.
    fn enter_again(&mut self, mut scope: Scope) {
        let program = &self.machine.program;
        for (local, decl) in program.functions[scope.id].body.locals.iter_ids().skip(scope.len()) {
            scope.add(&program.types, local, decl.ty, false);
            scope.hide(local);
        }
        self.scopes.push(scope);
    }
}

/// A function, to be called by name.
pub(crate) fn function_item(id: FnId) -> Operand {
    Const::Fn(Box::new(FnRef::plain(FnDefId::Fn(id)))).into()
}
