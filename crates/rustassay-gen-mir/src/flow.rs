//! Control flow: blocks, calls, loops, and what is observed.

use crate::observe::function;
use crate::scope::Scope;
use crate::writer::{Writer, ok};
use rustassay_machine::memory::Scalar;
use rustassay_mir::model::*;

#[derive(Copy, Clone)]
enum End {
    Goto,
    Switch,
    Call,
    CallAgain,
    Intrinsic,
    Loop,
    Observe,
}

/// How many calls may be under way.
const CALLS_UNDER_WAY: usize = 6;

/// How many parameters a function has at most.
const PARAMETERS: usize = 6;

/// How many statements the rest of a loop, or a call of something known, may execute.
const STEPS: u64 = 20_000;

impl Writer {
    /// Writes the body of the function that runs, until it has returned.
    fn body(&mut self) -> Option<()> {
        self.work();
        self.finish()
    }

    /// Writes blocks of the function that runs.
    fn work(&mut self) {
        let most = self.config.size.blocks;
        while self.left > 0 && self.blocks() < most {
            self.statements();
            self.end_block();
        }
    }

    /// Inputs that a compiler cannot know.
    pub fn inputs(&mut self) -> Option<()> {
        for _ in 0..self.random.between(2, 6) {
            let ty = *self.random.pick(&self.pool)?;
            let Some(constant) = self.constant(ty) else { continue };
            let id = find_intrinsic("black_box")?;
            let generics = vec![GenericArg::Ty(ty)].into();
            let func = Const::Fn(Box::new(FnRef { def: FnDefId::Intrinsic(id), generics })).into();
            let dest = Place::from(self.new_local(ty)?);
            let target = self.new_block();
            let args = vec![constant.into()];
            let call = Call { dest: dest.clone(), func, args, target, unwind: UnwindAction::Unreachable };
            ok(self.machine.end_block(Terminator::Call(Box::new(call))))?;
            self.is_given(&dest);
        }
        Some(())
    }

    /// Writes the rest of `main`, which shows what was mixed.
    pub fn rest_of_main(&mut self, mixed: Local) -> Option<()> {
        // Until there is nothing left to say: other functions are short.
        for _ in 0..8 {
            self.work();
        }
        self.attempt(|writer| writer.observe(4));
        let target = self.new_block();
        let args = vec![Operand::Copy(mixed.into())];
        self.call(self.observers.show(), Local::RETURN.into(), args, target)?;
        ok(self.machine.end_block(Terminator::Return))?;
        Some(())
    }

    /// Writes some statements.
    fn statements(&mut self) {
        let count = self.random.between(1, self.config.size.block);
        // What is proposed does not always go well.
        for _ in 0..count * 2 {
            self.statement();
        }
    }

    /// Ends the block that runs, somehow.
    fn end_block(&mut self) {
        let w = &self.config.weights;
        let own = self.machine.program.functions.len() - self.observers.count();
        let may_call = own < self.config.size.functions && self.scopes.len() < CALLS_UNDER_WAY;
        let table = [
            (w.gotos, End::Goto),
            (w.switches, End::Switch),
            (if may_call { w.calls } else { 0 }, End::Call),
            (if self.finished.is_empty() { 0 } else { w.repeated_calls }, End::CallAgain),
            (w.intrinsics, End::Intrinsic),
            (w.loops, End::Loop),
            (w.observations, End::Observe),
        ];
        let end = self.random.row(&table).unwrap_or(End::Goto);
        let is_done = self.attempt(|writer| match end {
            End::Goto => writer.goto(),
            End::Switch => writer.switch(),
            End::Call => writer.call_new(),
            End::CallAgain => writer.call_again(),
            End::Intrinsic => writer.call_intrinsic(),
            End::Loop => writer.repeat_block(),
            End::Observe => writer.observe(1),
        });
        if !is_done {
            self.attempt(Writer::goto);
        }
    }

    fn goto(&mut self) -> Option<()> {
        let target = self.new_block();
        ok(self.machine.end_block(Terminator::Goto(target)))?;
        Some(())
    }

    /// A switch on a value that is known, with arms that are not taken.
    fn switch(&mut self) -> Option<()> {
        let ty = *self.random.pick(&self.pool)?;
        let width = match self.kind(ty) {
            TyKind::Int(int) => int.mask(),
            TyKind::Bool => 1,
            TyKind::Char => 0x7f,
            _ => return None,
        };
        let place = self.place(ty, true).filter(|place| !place.projection.contains(&Elem::Deref))?;
        let value = self.machine.peek(&place).filter(|scalar| !scalar.tainted)?.bits;
        let target = self.new_block();
        let mut values = Vec::new();
        for _ in 0..self.random.between(1, 3) {
            let other = match self.random.chance(50) {
                true => value ^ (1 << self.random.below(8)),
                false => self.random.wide_bits(),
            } & width;
            if other != value && values.iter().all(|&(seen, _)| seen != other) {
                values.push((other, self.decoy(target)));
            }
        }
        let otherwise = match self.random.chance(50) {
            true => {
                values.push((value, target));
                self.decoy(target)
            }
            false => target,
        };
        let targets = SwitchTargets { values, otherwise };
        ok(self.machine.end_block(Terminator::Switch(Operand::Copy(place), targets)))?;
        Some(())
    }

    /// A block that never runs: statements like those that do, or a copy of some that did.
    fn decoy(&mut self, target: BlockId) -> BlockId {
        let decoy = self.new_block();
        let id = self.scope().id;
        let body = &self.machine.program.functions[id].body;
        let source = BlockId::new(self.random.below(body.blocks.len()));
        let mut statements = body.blocks[source].statements.clone();
        statements.truncate(self.random.between(0, 6));
        let terminator = match self.random.below(6) {
            0 => Terminator::Unreachable,
            1 => Terminator::Return,
            2 => Terminator::Goto(BlockId::new(self.random.below(body.blocks.len() - 1).max(1))),
            _ => Terminator::Goto(target),
        };
        let block = &mut self.machine.program.functions[id].body.blocks[decoy];
        block.statements = statements;
        block.terminator = terminator;
        decoy
    }

    /// Calls a new function, and writes it.
    fn call_new(&mut self) -> Option<()> {
        let count = self.random.below(PARAMETERS + 1);
        let mut params: Vec<Ty> = (0..count).filter_map(|_| self.random.pick(&self.pool).copied()).collect();
        let ret = *self.random.pick(&self.pool)?;
        let args = self.arguments(&params)?;
        params.push(self.observers.state_ty);
        let number = self.machine.program.functions.len();
        let mut new = function(&format!("f{number}"), &params, ret, Body::new(&params, ret));
        new.inline =
            [None, Some(Inline::Always), Some(Inline::Never), Some(Inline::Hint)][self.random.below(4)];
        new.is_const = self.config.constant > 0;
        new.sig.abi = if self.random.chance(15) { Abi::C } else { Abi::Rust };
        let id = self.machine.program.add_fn(new);
        ok(self.machine.open_function(id))?;
        let dest = self.destination(ret)?;
        let target = self.new_block();
        self.call(FnDefId::Fn(id), dest.clone(), args, target)?;
        let types = &self.machine.program.types;
        let mut scope = Scope::new(id, Local::new(params.len()));
        scope.add(types, Local::RETURN, ret, false);
        for (n, &param) in params.iter().enumerate() {
            scope.add(types, Local::new(n + 1), param, true);
        }
        self.scopes.push(scope);
        let written = self.body();
        self.scopes.pop();
        written?;
        self.finished.push(id);
        self.is_given(&dest);
        Some(())
    }

    /// Arguments for parameters, and the observers' state.
    fn arguments(&mut self, params: &[Ty]) -> Option<Vec<Operand>> {
        let mut args = Vec::with_capacity(params.len() + 1);
        for &param in params {
            let arg = self.any_operand(param)?;
            args.push(match arg {
                Operand::Copy(place) if place.as_local().is_some() && self.random.chance(30) => {
                    Operand::Move(place)
                }
                arg => arg,
            });
        }
        args.push(Operand::Copy(self.scope().state.into()));
        Some(args)
    }

    /// Where a result goes.
    fn destination(&mut self, ty: Ty) -> Option<Place> {
        // A call cannot write into a packed type.
        let is_fit = |place: &Place| matches!(place.projection[..], [] | [Elem::Deref]);
        match self.place(ty, false).filter(is_fit).filter(|_| self.random.chance(50)) {
            Some(place) => Some(place),
            None => self.new_local(ty).map(Place::from),
        }
    }

    fn is_given(&mut self, place: &Place) {
        if let Some(local) = place.as_local() {
            self.scope_mut().has_value[local.index()] = true;
        }
    }

    /// Begins a call. What is moved is nobody else's in the same call.
    fn call(&mut self, def: FnDefId, dest: Place, args: Vec<Operand>, target: BlockId) -> Option<()> {
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
                self.scope_mut().has_value[place.local.index()] = false;
            }
        }
        let func = Const::Fn(Box::new(FnRef::plain(def))).into();
        let call = Call { dest, func, args, target, unwind: UnwindAction::Unreachable };
        ok(self.machine.end_block(Terminator::Call(Box::new(call))))?;
        Some(())
    }

    /// Calls a function that has been called before, with other values.
    fn call_again(&mut self) -> Option<()> {
        let id = *self.random.pick(&self.finished)?;
        let sig = self.machine.program.functions[id].sig.clone();
        let params = &sig.params[..sig.params.len() - 1];
        let args = self.arguments(params)?;
        let dest = self.destination(sig.ret)?;
        let target = self.new_block();
        ok(self.machine.seal(id))?;
        let depth = self.machine.depth();
        self.call(FnDefId::Fn(id), dest.clone(), args, target)?;
        self.run_to(depth, target)?;
        self.is_given(&dest);
        Some(())
    }

    /// Runs what is known, for as long as it may take.
    fn run_to(&mut self, depth: usize, target: BlockId) -> Option<()> {
        let limit = self.machine.steps() + STEPS;
        ok(self.machine.run_to(depth, target, limit))
    }

    fn call_intrinsic(&mut self) -> Option<()> {
        const UNARY: [&str; 6] = ["ctpop", "ctlz", "cttz", "bswap", "bitreverse", "black_box"];
        const BINARY: [&str; 10] = [
            "wrapping_add",
            "wrapping_sub",
            "wrapping_mul",
            "saturating_add",
            "saturating_sub",
            "unchecked_add",
            "unchecked_sub",
            "unchecked_mul",
            "unchecked_div",
            "exact_div",
        ];
        const SHIFTS: [&str; 4] = ["rotate_left", "rotate_right", "unchecked_shl", "unchecked_shr"];
        let ty = *self.random.pick(&self.pool)?;
        let TyKind::Int(int) = self.kind(ty) else { return None };
        let (name, second) = match self.random.below(4) {
            0 => (*self.random.pick(&UNARY)?, None),
            1 => (*self.random.pick(&SHIFTS)?, Some(Ty::U32)),
            _ => (*self.random.pick(&BINARY)?, Some(ty)),
        };
        if name.starts_with("rotate") && int.signed() {
            return None;
        }
        let id = find_intrinsic(name).filter(|&id| intrinsic(id).is_const || self.config.constant == 0)?;
        let mut generics = vec![GenericArg::Ty(ty)];
        if name.starts_with("unchecked_sh") {
            generics.push(GenericArg::Ty(Ty::U32));
        }
        let reference = FnRef { def: FnDefId::Intrinsic(id), generics: generics.into() };
        let (types, items) = self.machine.program.types_and_items();
        let sig = items.call_sig(types, &reference)?;
        let ret = sig.ret?;
        let mut args = vec![self.operand(ty)?];
        if let Some(second) = second {
            args.push(self.operand(second)?);
        }
        let dest = self.destination(ret)?;
        let target = self.new_block();
        let func = Const::Fn(Box::new(reference)).into();
        let call = Call { dest: dest.clone(), func, args, target, unwind: UnwindAction::Unreachable };
        ok(self.machine.end_block(Terminator::Call(Box::new(call))))?;
        self.is_given(&dest);
        Some(())
    }

    /// A loop: its body runs once while it is written, and then as often as goes well.
    fn repeat_block(&mut self) -> Option<()> {
        let (counter, more) = (self.new_local(Ty::U32)?, self.new_local(Ty::BOOL)?);
        let number = |n: i128| Operand::from(Const::int(IntTy::U32, n));
        self.assign(counter, Rvalue::Use(number(0)))?;
        let head = self.new_block();
        ok(self.machine.end_block(Terminator::Goto(head)))?;
        // Others must not write to it, or nobody knows when the loop ends.
        self.hide(counter);
        for _ in 0..self.random.between(1, 2 * self.config.size.block) {
            self.statement();
        }
        if self.random.chance(30) && self.blocks() + 4 < self.config.size.blocks {
            self.end_block();
            self.statements();
        }
        let rounds = self.random.between(2, 12) as i128;
        let one_more = Rvalue::Binary(BinOp::Add, Operand::Copy(counter.into()), number(1));
        self.assign(counter, one_more)?;
        let is_repeated = self.attempt(|writer| {
            let compare = Rvalue::Binary(BinOp::Lt, Operand::Copy(counter.into()), number(rounds));
            writer.assign(more, compare)?;
            let exit = writer.new_block();
            let targets = SwitchTargets { values: vec![(1, head)], otherwise: exit };
            let depth = writer.machine.depth();
            ok(writer.machine.end_block_and_seal(Terminator::Switch(Operand::Copy(more.into()), targets)))?;
            writer.run_to(depth, exit)
        });
        if !is_repeated {
            let compare = Rvalue::Binary(BinOp::Lt, Operand::Copy(counter.into()), number(1));
            self.assign(more, compare)?;
            let exit = self.new_block();
            let targets = SwitchTargets { values: vec![(1, head)], otherwise: exit };
            ok(self.machine.end_block(Terminator::Switch(Operand::Copy(more.into()), targets)))?;
        }
        Some(())
    }

    /// Lets nothing else use a local.
    fn hide(&mut self, local: Local) {
        self.scope_mut().hide(local);
    }

    /// Observes some values of the function that runs.
    fn observe(&mut self, count: usize) -> Option<()> {
        let types: Vec<Ty> = self.observers.types().collect();
        let mut observed = 0;
        for _ in 0..count * 6 {
            let ty = *self.random.pick(&types)?;
            let Some(place) = self.observable(ty) else { continue };
            let observer = self.observers.of(ty)?;
            let nothing = self.new_local(Ty::UNIT)?;
            let target = self.new_block();
            let depth = self.machine.depth();
            let args = vec![Operand::Copy(self.scope().state.into()), Operand::Copy(place)];
            self.call(FnDefId::Fn(observer), nothing.into(), args, target)?;
            self.run_to(depth, target)?;
            observed += 1;
            if observed == count {
                break;
            }
        }
        (observed > 0).then_some(())
    }

    /// A place of a type with a value that is the same everywhere.
    fn observable(&mut self, ty: Ty) -> Option<Place> {
        for _ in 0..3 {
            let scope = self.scopes.last()?;
            let place = self.random.pick(scope.of_type(ty))?.clone();
            let is_nan = |scalar: &Scalar| match ty {
                Ty::F32 => f32::from_bits(scalar.bits as u32).is_nan(),
                Ty::F64 => f64::from_bits(scalar.bits as u64).is_nan(),
                _ => false,
            };
            let value = self.machine.peek(&place);
            if value.is_some_and(|scalar| !scalar.tainted || is_nan(&scalar)) {
                return Some(place);
            }
        }
        None
    }

    /// Observes what is left, and returns.
    fn finish(&mut self) -> Option<()> {
        let count = self.random.between(2, 6);
        self.attempt(|writer| writer.observe(count));
        let id = self.scope().id;
        let ret = self.machine.program.functions[id].sig.ret;
        if !self.scope().has_value[0] {
            let is_copied = self.attempt(|writer| {
                let rvalue = writer.rvalue(ret)?;
                writer.assign(Local::RETURN, rvalue)
            });
            if !is_copied {
                self.fill(Local::RETURN, ret, 5)?;
            }
        }
        ok(self.machine.end_block(Terminator::Return))?;
        Some(())
    }
}
