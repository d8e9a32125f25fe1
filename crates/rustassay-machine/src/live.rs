//! Writing a body while it runs.
//!
//! A generator proposes a statement, the machine executes it in the top frame, and what went well becomes part of the
//! function that runs there. What did not go well is retracted: the state goes back, and so does the text.

use crate::code::{BlockCode, FnCode, LocalCode, TerminatorCode};
use crate::error::*;
use crate::exec::{Passed, Progress};
use crate::journal::{Checkpoint, Undo};
use crate::machine::{Machine, Return, Slot};
use rustassay_mir::model::*;
use std::rc::Rc;

/// How many moments are set aside for a block that is yet to be written: more than it may have statements.
const MOMENTS: u32 = 1 << 10;

/// A state to come back to, with the text that was written by then.
#[derive(Debug)]
pub struct Mark {
    checkpoint: Checkpoint,
    functions: usize,
    function: FnId,
    locals: usize,
    blocks: usize,
    block: BlockId,
    statements: usize,
}

impl Machine {
    /// Lets a function be written while it runs. It has its return place and arguments, and no blocks yet.
    pub fn open_function(&mut self, id: FnId) -> Step<()> {
        let body = &self.program.functions[id].body;
        let (types, arg_count): (Vec<Ty>, usize) =
            (body.locals.iter().map(|decl| decl.ty).collect(), body.arg_count);
        let mut code = FnCode {
            id,
            locals: Vec::with_capacity(16),
            arg_count,
            frame_size: 0,
            blocks: Vec::new(),
            block_points: Vec::new(),
        };
        for ty in types {
            let info = self.info(ty)?;
            code.locals.push(LocalCode { info, offset: code.frame_size, has_storage_statements: false });
            code.frame_size = (code.frame_size + info.size as usize).next_multiple_of(8);
        }
        code.push_empty_block(self.next_moments(id));
        self.program.functions[id].body.blocks.push(Block::new(Terminator::Unreachable));
        if self.code.len() <= id.index() {
            self.code.resize(id.index() + 1, None);
        }
        self.code[id.index()] = Some(Rc::new(code));
        Ok(())
    }

    /// Begins to run an open function that nobody calls.
    pub fn enter_function(&mut self, id: FnId, args: &[Passed]) -> Step<()> {
        self.push_frame(id, args, Return::Bottom)
    }

    /// The function that runs.
    pub fn function(&self) -> Option<FnId> {
        Some(self.frames.last()?.code.id)
    }

    /// How many calls are under way.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The block that runs.
    pub fn block(&self) -> Option<BlockId> {
        Some(self.frames.last()?.block)
    }

    /// Changes the code of the function that runs, also for those who call it later.
    fn change_code(&mut self, change: impl FnOnce(&mut FnCode)) {
        let frame = self.frames.last_mut().expect("a frame runs");
        let id = frame.code.id.index();
        // With the table's reference gone, there is mostly nothing to copy.
        self.code[id] = None;
        change(Rc::make_mut(&mut frame.code));
        self.code[id] = Some(frame.code.clone());
    }

    /// Sets moments aside for a block that is yet to be written.
    fn next_moments(&mut self, id: FnId) -> u32 {
        let first = self.next_point;
        self.points.push((first, id));
        self.next_point += MOMENTS;
        first
    }

    /// A new block of the function that runs, empty as yet.
    pub fn add_block(&mut self, is_cleanup: bool) -> BlockId {
        let (id, _) = self.position();
        let moments = self.next_moments(id);
        self.change_code(|code| code.push_empty_block(moments));
        let block = Block { is_cleanup, ..Block::new(Terminator::Unreachable) };
        self.program.functions[id].body.blocks.push(block)
    }

    /// A new local of the function that runs, with storage for as long as the call lasts.
    pub fn add_local(&mut self, ty: Ty) -> Step<Local> {
        let info = self.info(ty)?;
        let frame = self.frames.last().expect("a frame runs");
        let (id, stack) = (frame.code.id, frame.stack);
        let end = self.stack.len();
        let at = end.next_multiple_of(8);
        let new_end = (at + info.size as usize).next_multiple_of(8);
        if new_end > self.limits.memory {
            return Err(Box::new(Stop::Budget(Budget::Memory)));
        }
        self.journal.push(|| Undo::StackLen(end));
        self.stack.resize(new_end);
        let slots = self.slots.len();
        self.journal.push(|| Undo::SlotCount(slots));
        self.slots.push(Slot::Stack(at));
        self.change_code(|code| {
            code.locals.push(LocalCode { info, offset: at - stack, has_storage_statements: false });
            code.frame_size = new_end - stack;
        });
        Ok(self.program.functions[id].body.locals.push(LocalDecl { name: None, ty }))
    }

    /// Executes a statement, and writes it down if that went well. What it did before it went wrong is for the caller to
    /// retract.
    pub fn write(&mut self, statement: Statement) -> Step<()> {
        let (id, block) = self.position();
        let code = self.compile_statement(id, &statement)?;
        self.log_position();
        self.count_step()?;
        self.statement(&code)?;
        self.frames.last_mut().expect("a statement leaves its frame").statement += 1;
        self.program.functions[id].body.blocks[block].statements.push(statement);
        Ok(())
    }

    /// Executes the terminator of the block that runs, and writes it down if that went well.
    pub fn end_block(&mut self, terminator: Terminator) -> Step<Progress> {
        let (id, block) = self.position();
        let code = self.compile_terminator(id, &terminator)?;
        self.log_position();
        self.count_step()?;
        let progress = self.terminator(&code)?;
        self.program.functions[id].body.blocks[block].terminator = terminator;
        Ok(progress)
    }

    /// Runs code that is sealed until the call at `depth` is about to run `block`, or has returned.
    pub fn run_to(&mut self, depth: usize, block: BlockId) -> Step<()> {
        while self.frames.len() > depth || (self.frames.len() == depth && self.block() != Some(block)) {
            match self.step()? {
                None => {}
                Some(_) => break,
            }
        }
        Ok(())
    }

    fn position(&self) -> (FnId, BlockId) {
        let frame = self.frames.last().expect("a frame runs");
        (frame.code.id, frame.block)
    }

    /// Makes what was written of a function runnable again: for loops, and for calls from elsewhere.
    pub fn seal(&mut self, id: FnId) -> Step<()> {
        let blocks = self.program.functions[id].body.blocks.clone();
        let mut sealed = Vec::with_capacity(blocks.len());
        for block in &blocks {
            let statements = block.statements.iter().map(|statement| self.compile_statement(id, statement));
            let statements = statements.collect::<Step<Vec<_>>>()?;
            let terminator = self.compile_terminator(id, &block.terminator)?;
            sealed.push(Rc::new(BlockCode { statements, terminator }));
        }
        let Some(Some(code)) = self.code.get_mut(id.index()) else { return unsupported("a function without code") };
        Rc::make_mut(code).blocks = sealed;
        let code = code.clone();
        for frame in self.frames.iter_mut().filter(|frame| frame.code.id == id) {
            frame.code = code.clone();
        }
        Ok(())
    }

    /// Remembers the state and the text, to come back to.
    pub fn mark(&mut self) -> Mark {
        let (function, block) = self.position();
        let body = &self.program.functions[function].body;
        Mark {
            functions: self.program.functions.len(),
            function,
            locals: body.locals.len(),
            blocks: body.blocks.len(),
            block,
            statements: body.blocks[block].statements.len(),
            checkpoint: self.checkpoint(),
        }
    }

    /// Goes back to a mark, and takes back what was written since.
    pub fn retract(&mut self, mark: Mark) {
        self.undo(&mark.checkpoint);
        self.commit(mark.checkpoint);
        self.program.functions.truncate(mark.functions);
        self.code.truncate(mark.functions);
        let body = &mut self.program.functions[mark.function].body;
        body.locals.truncate(mark.locals);
        body.blocks.truncate(mark.blocks);
        body.blocks[mark.block].statements.truncate(mark.statements);
        body.blocks[mark.block].terminator = Terminator::Unreachable;
        self.change_code(|code| {
            code.locals.truncate(mark.locals);
            code.blocks.truncate(mark.blocks);
            code.block_points.truncate(mark.blocks);
        });
    }

    /// Keeps what was written since a mark.
    pub fn keep(&mut self, mark: Mark) {
        self.commit(mark.checkpoint);
    }
}

impl FnCode {
    fn push_empty_block(&mut self, moments: u32) {
        let empty = BlockCode { statements: Vec::new(), terminator: TerminatorCode::Unreachable };
        self.blocks.push(Rc::new(empty));
        self.block_points.push(moments);
    }
}
