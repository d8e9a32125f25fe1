//! Control flow: blocks and how they end.

use crate::calls::CALLS_UNDER_WAY;
use crate::intrinsics::Group;
use crate::operands::MAKING;
use crate::places::Use;
use crate::writer::Writer;
use rustassay_mir::model::*;
use std::ops::RangeInclusive;

/// The bits in which the value of an arm that is not taken may differ from that of the one that is.
const FLIPPED_BITS: RangeInclusive<usize> = 0..=7;

#[derive(Copy, Clone)]
enum End {
    Goto,
    Switch,
    Call,
    CallAgain,
    CallPointer,
    Recurse,
    Intrinsic(Group),
    RoundTrip,
    Heap,
    Drop,
    Catch,
    Loop,
    Observe,
    Update,
}

impl Writer {
    /// Writes the body of the function that runs, until it has returned or a panic has left it.
    pub fn body(&mut self) -> Option<()> {
        self.work();
        self.finish()
    }

    /// Writes blocks of the function that runs.
    pub fn work(&mut self) {
        let most = self.mixture.size.blocks;
        while self.left > 0 && self.blocks() < most && !self.is_unwinding {
            self.statements();
            self.end_block();
        }
    }

    /// Inputs that a compiler cannot know.
    pub fn inputs(&mut self) -> Option<()> {
        for _ in 0..self.random.within(&self.mixture.ranges.inputs) {
            let ty = self.some_ty()?;
            let Some(constant) = self.constant(ty) else { continue };
            let generics = vec![GenericArg::Ty(ty)].into();
            let black_box = FnRef { def: FnDefId::Intrinsic(Intrinsic::BlackBox), generics };
            let dest = self.new_local(ty)?;
            let func = Const::Fn(Box::new(black_box)).into();
            self.call(func, dest.into(), vec![constant.into()], UnwindAction::Unreachable)?;
        }
        Some(())
    }

    /// Writes the rest of `main`, which shows what was mixed.
    pub fn rest_of_main(&mut self, mixed: Local) -> Option<()> {
        if self.mixture.sharing.is_some() {
            self.work_of_threads()?;
        }
        // Until there is nothing left to say: other functions are short.
        for _ in 0..8 {
            self.work();
        }
        self.drop_rest();
        for _ in 0..3 {
            self.attempt(|writer| writer.observe(4));
        }
        let show = Const::Fn(Box::new(FnRef::plain(self.observers.show()))).into();
        let args = vec![Operand::Copy(mixed.into())];
        self.begin_call(show, Local::RETURN.into(), args, UnwindAction::Unreachable)?;
        self.end(Terminator::Return)?;
        Some(())
    }

    /// Writes some statements.
    pub fn statements(&mut self) {
        let count = self.random.between(1, self.mixture.size.block);
        // What is proposed does not always go well.
        for _ in 0..count + count / 2 {
            self.statement();
        }
    }

    /// Ends the block that runs, somehow.
    pub fn end_block(&mut self) {
        let w = &self.mixture.weights;
        let own = self.machine.program.functions.len() - self.first_function;
        let may_call = own < self.mixture.size.functions && self.scopes.len() < CALLS_UNDER_WAY;
        let on = |condition: bool, weight: usize| if condition { weight } else { 0 };
        let has_finished = !self.finished.is_empty();
        let updates = match &self.mixture.sharing {
            Some(sharing) if self.may_update() => sharing.updates,
            _ => 0,
        };
        let table = [
            (w.gotos, End::Goto),
            (w.switches, End::Switch),
            (on(may_call, w.calls), End::Call),
            (on(has_finished, w.repeated_calls), End::CallAgain),
            (on(has_finished, w.function_pointers), End::CallPointer),
            (on(may_call, w.recursion), End::Recurse),
            (w.integer_intrinsics, End::Intrinsic(Group::Integer)),
            (w.float_intrinsics, End::Intrinsic(Group::Float)),
            (w.memory_intrinsics, End::Intrinsic(Group::Memory)),
            (w.volatile, End::Intrinsic(Group::Volatile)),
            (w.atomics, End::Intrinsic(Group::Atomic)),
            (w.pointer_intrinsics, End::Intrinsic(Group::Pointer)),
            (w.round_trips, End::RoundTrip),
            (w.other_intrinsics, End::Intrinsic(Group::Other)),
            (w.heap, End::Heap),
            (w.drops, End::Drop),
            (on(may_call, w.catches), End::Catch),
            (w.loops, End::Loop),
            (w.observations, End::Observe),
            (updates, End::Update),
        ];
        let end = self.random.row(&table).unwrap_or(End::Goto);
        let is_done = self.attempt(|writer| match end {
            End::Goto => writer.goto(),
            End::Switch => writer.switch(),
            End::Call => writer.call_new(),
            End::CallAgain => writer.call_again(false),
            End::CallPointer => writer.call_again(true),
            End::Recurse => writer.call_recursive(),
            End::RoundTrip => writer.round_trip(),
            End::Intrinsic(group) => writer.call_intrinsic(group),
            End::Heap => writer.use_heap(),
            End::Drop => writer.drop_something(),
            End::Catch => writer.catch(),
            End::Loop => writer.repeat_block(),
            End::Observe => writer.observe(1),
            End::Update => writer.update(),
        });
        if !is_done {
            self.attempt(Writer::goto);
        }
    }

    fn goto(&mut self) -> Option<()> {
        let target = self.new_block();
        self.end(Terminator::Goto(target))?;
        Some(())
    }

    /// A switch on a value that is known, with arms that are not taken.
    fn switch(&mut self) -> Option<()> {
        let ty = self.some_ty()?;
        let width = match *self.kind(ty) {
            TyKind::Int(int) => self.types().int(int).mask(),
            TyKind::Bool => 1,
            TyKind::Char => 0x7f,
            _ => return None,
        };
        let place = self.place(ty, Use::Read).filter(|place| !place.projection.contains(&Elem::Deref))?;
        let value = self.machine.peek(&place).filter(|scalar| !scalar.is_tainted())?.bits;
        let target = self.new_block();
        let mut values = Vec::new();
        for _ in 0..self.random.within(&self.mixture.ranges.dead_arms) {
            let other = match self.random.coin() {
                true => value ^ (1 << self.random.within(&FLIPPED_BITS)),
                false => self.random.wide_bits(),
            } & width;
            if other != value && values.iter().all(|&(seen, _)| seen != other) {
                values.push((other, self.decoy(target)?));
            }
        }
        let otherwise = match self.random.coin() {
            true => {
                values.push((value, target));
                self.decoy(target)?
            }
            false => target,
        };
        let targets = SwitchTargets { values, otherwise };
        self.end(Terminator::Switch(Operand::Copy(place), targets))?;
        Some(())
    }

    /// Observes what is left, and returns; or panics, where that is caught.
    pub fn finish(&mut self) -> Option<()> {
        if self.is_unwinding {
            return Some(());
        }
        let count = self.random.within(&self.mixture.ranges.final_observations);
        self.attempt(|writer| writer.observe(count));
        if self.catches > 0 && self.random.chance(self.mixture.chances.panics) && self.attempt(Writer::panic)
        {
            return Some(());
        }
        if self.random.chance(self.mixture.chances.final_drops) {
            self.drop_rest();
        }
        let ret = self.machine.program.functions[self.scope().id].sig.ret;
        if !self.scope().has_value(Local::RETURN) {
            let is_computed = self.attempt(|writer| {
                let rvalue = writer.rvalue(ret)?;
                writer.assign(Local::RETURN, rvalue)
            });
            if !is_computed {
                self.fill(Local::RETURN, ret, MAKING)?;
            }
        }
        self.end(Terminator::Return)?;
        Some(())
    }
}
