//! Loops that really iterate.

use crate::writer::Writer;
use rustassay_mir::model::*;

/// The types of counters; `usize` is an index, too.
const COUNTERS: [IntTy; 6] = [IntTy::Usize, IntTy::Usize, IntTy::U32, IntTy::I32, IntTy::U8, IntTy::I64];

impl Writer {
    /// A loop: its body runs once while it is written, and then as often as goes well.
    ///
    /// Its counter is there to be read, for indices too; others must not change it, or nobody knows when the loop ends.
    pub fn repeat_block(&mut self) -> Option<()> {
        let int = self.random.one(COUNTERS);
        let counter_ty = Ty::int(int);
        let width = self.types().int(int);
        let number = |n: i128| Operand::from(Const::Int(int, width.truncate(n as u128)));
        let step = self.random.within(&self.mixture.ranges.loop_step) as i128;
        let is_upward = self.random.chance(self.mixture.chances.upward_loops);
        let rounds = self.random.within(&self.mixture.ranges.loop_rounds) as i128;
        let more = self.new_local(Ty::BOOL)?;
        let first = if is_upward { 0 } else { rounds * step };
        let counter = self.compute(counter_ty, Rvalue::Use(number(first)))?;
        self.scope_mut().fix(counter);
        self.scope_mut().hide(more);
        let head = self.new_block();
        self.end(Terminator::Goto(head))?;
        let stored = self.scope().stored().len();

        for _ in 0..self.random.between(1, 2 * self.mixture.size.block) {
            self.statement();
        }
        if self.random.chance(self.mixture.chances.branching_loops)
            && self.blocks() + 4 < self.mixture.size.blocks
        {
            self.end_block();
            if self.is_unwinding {
                return None;
            }
            self.statements();
        }
        // What began in the loop ends in it, or it would begin twice.
        while let Some(&local) = self.scope().stored().get(stored) {
            self.bury(local)?;
        }

        let op = if is_upward { BinOp::Add } else { BinOp::Sub };
        let next = Rvalue::Binary(op, Operand::Copy(counter.into()), number(step));
        self.run(|machine| machine.write(Statement::Assign(counter.into(), next)))?;
        let compare = |end: i128, is_exact: bool| {
            let op = match (is_exact, is_upward) {
                (true, _) => BinOp::Ne,
                (_, true) => BinOp::Lt,
                (_, false) => BinOp::Gt,
            };
            Rvalue::Binary(op, Operand::Copy(counter.into()), number(end))
        };
        let is_exact = self.random.chance(self.mixture.chances.exact_loops);
        // As often as it should be, or as a short array has elements, or at least twice.
        for rounds in [rounds, 4, 2] {
            let end = first + if is_upward { rounds * step } else { -rounds * step };
            let is_repeated = self.attempt(|writer| {
                writer.assign(more, compare(end, is_exact))?;
                let exit = writer.new_block();
                let targets = SwitchTargets { values: vec![(1, head)], otherwise: exit };
                let depth = writer.machine.depth();
                let switch = Terminator::Switch(Operand::Copy(more.into()), targets);
                writer.run(|machine| machine.end_block_and_go_back(switch))?;
                writer.run_to(depth, exit)
            });
            if is_repeated {
                return Some(());
            }
        }
        // Not at all, but nobody who reads it knows.
        let end = first + if is_upward { step } else { -step };
        self.assign(more, compare(end, is_exact))?;
        let exit = self.new_block();
        let targets = SwitchTargets { values: vec![(1, head)], otherwise: exit };
        self.end(Terminator::Switch(Operand::Copy(more.into()), targets))?;
        Some(())
    }
}
