//! Constants of compiled crates: memory that the compiler made, and what functions without parameters return.

use crate::aliasing::{Borrows, Tag};
use crate::code::TyInfo;
use crate::error::*;
use crate::exec::Progress;
use crate::machine::{Machine, Return, Slot};
use crate::memory::*;
use rustassay_mir::model::*;
use std::mem::swap;
use std::rc::Rc;

impl Machine {
    /// What memory that the compiler made holds.
    pub(crate) fn memory_contents(&mut self, id: MemoryId) -> Step<Region> {
        let def = self.program.memories[id].clone();
        let mut region = self.new_region(def.bytes.len());
        if !def.bytes.is_empty() {
            region.write_bytes(0, &def.bytes, false);
        }
        for range in &def.uninit {
            region.erase(range.start as usize..range.end as usize);
        }
        for &(at, target) in &def.pointers {
            let at = at as usize;
            let Some(offset) = region.read_address(at) else {
                return unsupported("a constant that is not well-formed");
            };
            let pointer = self.pointer_to(target, offset.bits as u64)?;
            region.write_address(at, pointer);
        }
        Ok(region)
    }

    /// Memory that the compiler made, as an allocation.
    fn memory_allocation(&mut self, id: MemoryId) -> Step<AllocId> {
        if let Some(Some(known)) = self.memories.get(id.index()) {
            return Ok(*known);
        }
        let def = &self.program.memories[id];
        let (size, align, is_mut) = (def.bytes.len() as u64, def.align, def.is_mut);
        let unit = self.info(Ty::UNIT)?;
        let info = TyInfo { size, align, ..unit };
        let memory = self.allocate_static(&info, AllocKind::Static, is_mut)?;
        if self.memories.len() <= id.index() {
            self.memories.resize(id.index() + 1, None);
        }
        // Known before its contents are, because it may refer to itself.
        self.memories[id.index()] = Some(memory);
        let contents = self.memory_contents(id)?;
        if !contents.is_empty() {
            self.alloc_mut(memory).region.put(0, &contents);
        }
        Ok(memory)
    }

    /// A pointer some bytes into what a constant points to.
    pub(crate) fn pointer_to(&mut self, target: PointerTarget, offset: u64) -> Step<Scalar> {
        let id = match target {
            PointerTarget::Static(id) => self.static_memory(id)?,
            PointerTarget::Memory(id) => self.memory_allocation(id)?,
            PointerTarget::Fn(def) => self.function_memory(def)?,
            PointerTarget::Vtable { concrete, object } => {
                let vtable = self.vtable_for(concrete, object)?;
                return Ok(self.metadata_scalar(vtable, Metadata::Vtable));
            }
        };
        Ok(self.alloc(id).pointer(id).wrapping_add(offset).into())
    }

    /// What a function without parameters returns, computed once: a constant. What it refers to becomes constant memory.
    pub fn evaluate(&mut self, id: FnId) -> Step<Rc<Region>> {
        if let Some(known) = self.constants.get(&id) {
            return Ok(known.clone());
        }
        // No checkpoint takes a constant back.
        let open = std::mem::replace(&mut self.journal.open, 0);
        if open > 0 {
            swap(&mut self.fixed.addresses, &mut self.constant_addresses);
        }
        let result = self.run_constant(id);
        if open > 0 {
            swap(&mut self.fixed.addresses, &mut self.constant_addresses);
        }
        self.journal.open = open;
        let value = Rc::new(result?);
        self.constants.insert(id, value.clone());
        Ok(value)
    }

    /// Whether what runs is to give a constant, at compile time as rustc has it.
    pub(crate) fn is_evaluating_constant(&self) -> bool {
        self.frames.iter().any(|frame| frame.ret == Return::Constant)
    }

    fn run_constant(&mut self, id: FnId) -> Step<Region> {
        self.push_frame(id, &[], Return::Constant)?;
        match self.run_frames()? {
            Progress::Finished => match self.evaluated.take() {
                Some(value) => Ok(value),
                None => unsupported("a constant without a value"),
            },
            Progress::More | Progress::Panicked => {
                Err(Box::new(Stop::Rejected("the evaluation of a constant panicked")))
            }
        }
    }

    /// Keeps what the running function returns as a constant, with all memory that it refers to.
    pub(crate) fn keep_constant(&mut self, mut value: Region) {
        let mut found = Vec::new();
        self.forget_borrows(&mut value, &mut found);
        while let Some(id) = found.pop() {
            let mut region = std::mem::replace(&mut self.alloc_mut(id).region, Region::empty());
            self.forget_borrows(&mut region, &mut found);
            let aliasing = self.config.aliasing;
            let alloc = self.alloc_mut(id);
            alloc.region = region;
            alloc.borrows = Borrows::new(aliasing, alloc.size, alloc.root, false);
        }
        let first = self.frames.last().map_or(0, |frame| frame.slots);
        for slot in first..self.slots.len() {
            if let Slot::Memory(id) = self.slots[slot]
                && self.alloc(id).kind == AllocKind::Static
            {
                self.slots[slot] = Slot::Dead;
            }
        }
        self.evaluated = Some(value);
    }

    /// Makes the pointers in a region those that the memory's creator has, and the memory constant. What was not before is added to the list.
    fn forget_borrows(&mut self, region: &mut Region, found: &mut Vec<AllocId>) {
        region.map_provenance(|provenance| {
            let Provenance::Allocation(id, _) = provenance else { return provenance };
            let alloc = self.alloc_mut(id);
            if !alloc.kind.is_from_the_start() && alloc.freed.is_none() {
                alloc.kind = AllocKind::Static;
                alloc.is_mutable = false;
                alloc.root = Tag(0);
                found.push(id);
            }
            Provenance::Allocation(id, alloc.root)
        });
    }
}
