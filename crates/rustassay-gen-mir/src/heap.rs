//! Memory of the heap, boxes and destructors.

use crate::writer::Writer;
use rustassay_mir::model::*;

impl Writer {
    /// New memory for a value of a type whose layout is certain, as a pointer in a local.
    pub fn allocate(&mut self, pointee: Ty) -> Option<Local> {
        let alloc = self.harness.alloc?;
        let info = self.machine.info(pointee).ok()?;
        // Nothing is no size for an allocator, and another layout might have another one.
        (info.size > 0 && self.machine.has_fixed_layout(pointee)).then_some(())?;
        let types = &mut self.machine.program.types;
        let (bytes, ty) = (types.raw_ptr(Mutability::Mut, Ty::U8), types.raw_ptr(Mutability::Mut, pointee));
        let memory = self.new_local(bytes)?;
        let args = vec![self.size_operand(info.size), self.size_operand(info.align)];
        self.call(surface(alloc), memory.into(), args, UnwindAction::Unreachable)?;
        if bytes == ty {
            return Some(memory);
        }
        let cast = Rvalue::Cast(CastKind::PtrToPtr, Operand::Copy(memory.into()), ty);
        self.compute(ty, cast)
    }

    /// Gets memory and puts something there, or gives some back.
    pub fn use_heap(&mut self) -> Option<()> {
        if !self.scope().heap().is_empty() && self.random.chance(self.mixture.chances.deallocations) {
            return self.deallocate();
        }
        let pointee = self.some_ty_that(|types, ty| types.is_copy(ty) && types.is_sized(ty))?;
        let pointer = self.allocate(pointee)?;
        self.scope_mut().add_heap(pointer);
        let value = self.any_operand(pointee)?;
        self.assign(Place::from(pointer).deref(), Rvalue::Use(value))
    }

    /// Gives memory back. If that has been done before, it is Undefined Behavior, and is taken back.
    fn deallocate(&mut self) -> Option<()> {
        let dealloc = self.harness.dealloc?;
        let pointer = *self.random.pick(self.scopes.last()?.heap())?;
        let ty = self.machine.program.functions[self.scope().id].body.locals[pointer].ty;
        let info = self.types().pointee(ty).and_then(|pointee| self.machine.info(pointee).ok())?;
        let bytes = self.machine.program.types.raw_ptr(Mutability::Mut, Ty::U8);
        let pointer = match ty == bytes {
            true => pointer,
            false => {
                self.compute(bytes, Rvalue::Cast(CastKind::PtrToPtr, Operand::Copy(pointer.into()), bytes))?
            }
        };
        let nothing = self.new_local(Ty::UNIT)?;
        let args =
            vec![Operand::Copy(pointer.into()), self.size_operand(info.size), self.size_operand(info.align)];
        self.call(surface(dealloc), nothing.into(), args, UnwindAction::Unreachable)
    }

    /// Drops something that has a destructor, or a part with one.
    pub fn drop_something(&mut self) -> Option<()> {
        let locals = &self.machine.program.functions[self.scope().id].body.locals;
        let droppable: Vec<Local> =
            self.scope().given_locals().filter(|&local| self.machine.needs_drop(locals[local].ty)).collect();
        let local = *self.random.pick(&droppable)?;
        self.drop_local(local)
    }

    /// Drops all that is left, in the order of surface Rust: the last one first.
    pub fn drop_rest(&mut self) {
        let locals = &self.machine.program.functions[self.scope().id].body.locals;
        let droppable: Vec<Local> = self
            .scope()
            .given_locals()
            .filter(|&local| local != Local::RETURN && self.machine.needs_drop(locals[local].ty))
            .collect();
        for local in droppable.into_iter().rev() {
            self.attempt(|writer| writer.drop_local(local));
        }
    }

    fn drop_local(&mut self, local: Local) -> Option<()> {
        let depth = self.machine.depth();
        let target = self.new_block();
        let unwind = UnwindAction::Unreachable;
        self.end(Terminator::Drop { place: local.into(), target, unwind })?;
        self.run_to(depth, target)?;
        self.scope_mut().take(local);
        Some(())
    }

    fn size_operand(&self, bytes: u64) -> Operand {
        self.types().const_int(IntTy::Usize, bytes.into()).into()
    }
}

fn surface(id: SurfaceFnId) -> Operand {
    Const::Fn(Box::new(FnRef::plain(FnDefId::Surface(id)))).into()
}
