//! Writing a body while it runs.
//!
//! A generator proposes a statement, the machine executes it in the top frame, and what went well becomes part of the
//! function that runs there. What did not go well is retracted: the state goes back, and so does the text.

use crate::code::{Class, FnCode, LocalCode};
use crate::error::*;
use crate::exec::Progress;
use crate::journal::{Checkpoint, Undo};
use crate::machine::{Loc, Machine, Slot};
use crate::memory::{Discipline, Provenance, Scalar};
use rustassay_mir::model::*;
use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;

/// How many moments are set aside for a block that is yet to be written: more than it may have statements.
const MOMENTS: u32 = 1 << 10;

/// No allocation has an address from here on.
const PAST_ADDRESSES: u64 = 1 << 63;

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
    /// [`Machine::start_function`] begins one that nobody calls.
    pub fn open_function(&mut self, id: FnId) -> Step<()> {
        let body = &self.program.functions[id].body;
        let (types, arg_count): (Vec<Ty>, usize) =
            (body.locals.iter().map(|decl| decl.ty).collect(), body.arg_count);
        let mut code = FnCode {
            id,
            locals: Vec::with_capacity(16),
            arg_count,
            tracks_caller: false,
            is_library: false,
            frame_size: 0,
            new_slots: Vec::with_capacity(16),
            blocks: Vec::with_capacity(16),
            block_points: Vec::with_capacity(16),
        };
        for ty in types {
            let info = self.info(ty)?;
            code.locals.push(LocalCode { info, offset: code.frame_size, is_borrowed: false });
            code.new_slots.push(Slot::Fresh);
            code.frame_size = (code.frame_size + info.size as usize).next_multiple_of(8);
        }
        code.push_empty_block(self.next_moments(id));
        let body = &mut self.program.functions[id].body;
        body.locals.as_mut_vec().reserve(32);
        body.blocks.as_mut_vec().reserve(8);
        body.blocks.push(empty_block(false));
        if self.code.len() <= id.index() {
            self.code.resize(id.index() + 1, None);
        }
        self.code[id.index()] = Some(Rc::new(code));
        Ok(())
    }

    /// How many calls are under way.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The function and the block that run.
    pub fn running(&self) -> Option<(FnId, BlockId)> {
        self.frames.last().map(|frame| (frame.code.id, frame.block))
    }

    /// The function, the block and the statement that come next; past the last statement, it is the terminator.
    pub fn next(&self) -> Option<(FnId, BlockId, usize)> {
        self.frames.last().map(|frame| (frame.code.id, frame.block, frame.statement))
    }

    /// The block that runs.
    pub fn block(&self) -> Option<BlockId> {
        self.running().map(|(_, block)| block)
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
        self.program.functions[id].body.blocks.push(empty_block(is_cleanup))
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
        self.journal.push_lengths(self.slots.len(), end);
        self.stack.resize(new_end);
        self.slots.push(Slot::Fresh);
        self.change_code(|code| {
            code.locals.push(LocalCode { info, offset: at - stack, is_borrowed: false });
            code.new_slots.push(Slot::Fresh);
            code.frame_size = new_end - stack;
        });
        Ok(self.program.functions[id].body.locals.push(LocalDecl { name: None, ty }))
    }

    /// A new local of the function that runs, which has storage from a `StorageLive` on.
    pub fn add_dead_local(&mut self, ty: Ty) -> Step<Local> {
        let local = self.add_local(ty)?;
        self.change_code(|code| code.new_slots[local.index()] = Slot::Dead);
        self.set_slot(self.first_slot + local.index(), Slot::Dead);
        Ok(local)
    }

    /// Executes a statement, and writes it down if that went well. What it did before it went wrong is for the caller to
    /// retract.
    pub fn write(&mut self, statement: Statement) -> Step<()> {
        let (id, block) = self.position();
        // Most are assignments, and large: these are not put together just to be taken apart.
        if let Statement::Assign(place, rvalue) = &statement {
            let place = self.compile_place(id, place)?;
            let rvalue = self.compile_rvalue(id, rvalue, place.info)?;
            self.log_position();
            self.count_step()?;
            self.assign(&place, &rvalue)?;
        } else {
            let code = self.compile_statement(id, &statement)?;
            self.log_position();
            self.count_step()?;
            self.statement(&code)?;
        }
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

    /// Ends the block that runs by going to blocks that are there already.
    pub fn end_block_and_go_back(&mut self, terminator: Terminator) -> Step<()> {
        let (id, block) = self.position();
        self.program.functions[id].body.blocks[block].terminator = terminator;
        self.code(id)?;
        self.step().map(drop)
    }

    /// Runs what is written until the call at `depth` is about to run `block`; not beyond a number of steps.
    pub fn run_to(&mut self, depth: usize, block: BlockId, steps: u64) -> Step<()> {
        let limit = self.limits.steps;
        self.limits.steps = limit.min(steps);
        let result = self.run_blocks_to(depth, block);
        self.limits.steps = limit;
        result
    }

    fn run_blocks_to(&mut self, depth: usize, block: BlockId) -> Step<()> {
        while self.frames.len() != depth || self.block() != Some(block) {
            if self.frames.is_empty() || self.run_block()? != Progress::More {
                return unsupported("an end before the block was reached");
            }
        }
        Ok(())
    }

    /// The scalar at a place of the function that runs, if it is there and no pointer is on the way. This is no access.
    pub fn peek(&mut self, place: &Place) -> Option<Scalar> {
        let (id, _) = self.position();
        if place.projection.contains(&Elem::Deref) {
            return None;
        }
        if place.projection.is_empty()
            && let Some(scalar) = self.slot_scalar(place.local)
        {
            return Some(scalar);
        }
        if self.slot(place.local) == Slot::Fresh {
            return None;
        }
        if let Slot::Stack(at) = self.slot(place.local)
            && let Some(frame) = self.frames.last()
            && self.stack.is_uninit(at..at + frame.code.locals[place.local.index()].info.size as usize)
        {
            return None;
        }
        let code = self.compile_place(id, place).ok()?;
        let Class::Scalar(prim) = code.info.class else { return None };
        let size = prim.size(self.data) as usize;
        match self.place(&code).ok()?.at {
            Loc::Stack(at) => self.stack.read(at, size),
            Loc::Memory(pointer, _) => self.peek_behind(pointer.into(), size),
        }
    }

    /// Where a place of the function that runs is, as the addresses of its bytes. Locals that nobody has the address of lie past all
    /// addresses. This is no access.
    pub fn locate(&mut self, place: &Place) -> Option<Range<u64>> {
        let (id, _) = self.position();
        let code = self.compile_place(id, place).ok()?;
        let start = match self.place(&code).ok()?.at {
            Loc::Stack(at) => PAST_ADDRESSES + at as u64,
            Loc::Memory(pointer, _) => pointer.addr,
        };
        Some(start..start.checked_add(code.info.size)?)
    }

    /// The scalar of `size` bytes that a pointer points to, if it is there. This is no access.
    pub fn peek_behind(&self, pointer: Scalar, size: usize) -> Option<Scalar> {
        let (id, at, _) = self.resolve(pointer.into())?;
        self.is_inbounds(pointer.into(), size as u64)
            .then(|| self.alloc(id).region.read(at as usize, size))?
    }

    /// The type of the local that a pointer points into.
    pub fn pointee_local_ty(&self, pointer: Scalar) -> Option<Ty> {
        let Some(Provenance::Allocation(id, _)) = pointer.provenance else { return None };
        let slot = self.slots.iter().position(|slot| *slot == Slot::Memory(id))?;
        let frame = self.frames.iter().rev().find(|frame| frame.slots <= slot)?;
        Some(frame.code.locals[slot - frame.slots].info.ty)
    }

    /// The word that a local of the function that runs holds.
    pub fn local_word(&self, local: Local) -> Option<u64> {
        match self.slots[self.first_slot + local.index()] {
            Slot::Word(word) => word.as_plain(),
            _ => None,
        }
    }

    /// Says how threads that share the memory that a pointer points to keep apart.
    pub fn set_discipline(&mut self, pointer: Scalar, discipline: Discipline) -> Option<()> {
        let (id, ..) = self.resolve(pointer.into())?;
        let old = self.alloc(id).discipline;
        if self.journal.keeps(self.alloc(id)) {
            self.journal.push(|| Undo::Discipline(id, old));
        }
        self.alloc_mut(id).discipline = discipline;
        Some(())
    }

    /// Ends the thread that runs, whose function has returned.
    pub fn end_thread(&mut self) -> Step<()> {
        self.go_on_ending()
    }

    fn position(&self) -> (FnId, BlockId) {
        self.running().expect("a frame runs")
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
        while let Some(ItemId::Fn(id)) = self.program.order.last()
            && id.index() >= mark.functions
        {
            self.program.order.pop();
        }
        self.code.truncate(mark.functions);
        let body = &mut self.program.functions[mark.function].body;
        body.locals.truncate(mark.locals);
        body.blocks.truncate(mark.blocks);
        body.blocks[mark.block].statements.truncate(mark.statements);
        body.blocks[mark.block].terminator = Terminator::Unreachable;
        self.change_code(|code| {
            code.locals.truncate(mark.locals);
            code.new_slots.truncate(mark.locals);
            code.blocks.truncate(mark.blocks);
            code.block_points.truncate(mark.blocks);
            code.blocks[mark.block.index()] = OnceCell::new();
        });
    }

    /// Keeps what was written since a mark.
    pub fn keep(&mut self, mark: Mark) {
        self.commit(mark.checkpoint);
    }
}

/// A block that is yet to be written, with room for a few statements.
fn empty_block(is_cleanup: bool) -> Block {
    Block { is_cleanup, statements: Vec::with_capacity(8), ..Block::new(Terminator::Unreachable) }
}

impl FnCode {
    fn push_empty_block(&mut self, moments: u32) {
        self.blocks.push(OnceCell::new());
        self.block_points.push(moments);
    }
}
