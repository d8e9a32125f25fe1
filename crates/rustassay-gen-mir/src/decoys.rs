//! Blocks that never run: for the optimizer, they might.

use crate::writer::Writer;
use rustassay_mir::model::*;
use rustassay_random::weighted;

impl Writer {
    /// A block that never runs, and would go on to `target` or elsewhere.
    pub fn decoy(&mut self, target: BlockId) -> Option<BlockId> {
        let statements = match self.random.coin() {
            true => self.copied_statements(),
            false => self.new_statements()?,
        };
        let decoy = self.new_block();
        let (id, is_cleanup) = (self.scope().id, self.is_in_cleanup());
        let blocks = self.blocks();
        let terminator = weighted!(
            self.random,
            (1, Terminator::Unreachable),
            (1, !is_cleanup, Terminator::Return),
            (1, !is_cleanup, {
                let other = BlockId::new(self.random.below(blocks - 1).max(1));
                let is_fit = !self.machine.program.functions[id].body.blocks[other].is_cleanup;
                Terminator::Goto(if is_fit { other } else { target })
            }),
            (3, Terminator::Goto(target)),
        );
        let block = &mut self.machine.program.functions[id].body.blocks[decoy];
        block.statements = statements;
        block.terminator = terminator;
        Some(decoy)
    }

    /// Statements of a block that has run.
    fn copied_statements(&mut self) -> Vec<Statement> {
        let body = &self.machine.program.functions[self.scope().id].body;
        let source = BlockId::new(self.random.below(body.blocks.len()));
        let mut statements = body.blocks[source].statements.clone();
        statements.truncate(self.random.within(&self.mixture.ranges.copied_decoys));
        statements
    }

    /// Statements that could run here: they did, and it was taken back.
    fn new_statements(&mut self) -> Option<Vec<Statement>> {
        let draft = self.draft();
        let (left, proposed, kept) = (self.left, self.proposed, self.kept);
        let id = self.scope().id;
        let before = self.scope().len();
        let block = self.machine.block()?;
        let written = self.machine.program.functions[id].body.blocks[block].statements.len();
        for _ in 0..self.random.within(&self.mixture.ranges.decoys) {
            self.statement();
        }
        let body = &mut self.machine.program.functions[id].body;
        let statements = body.blocks[block].statements.split_off(written);
        let locals: Vec<Ty> = body.locals.iter().skip(before).map(|decl| decl.ty).collect();
        self.retract(draft);
        (self.left, self.proposed, self.kept) = (left, proposed, kept);
        // What they need is there again, for them alone.
        for ty in locals {
            let local = self.new_local(ty)?;
            self.scope_mut().hide(local);
        }
        Some(statements)
    }
}
