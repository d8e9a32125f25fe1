//! What the compiler's own runtime provides: the allocator, and the beginning and the end of a panic.

use super::{Args, Outcome, Row, nothing};
use crate::error::*;
use crate::machine::{Loc, Machine, PlaceVal, Value};
use crate::memory::*;

pub(super) static ROWS: &[Row] = &[
    Row { name: "__rust_alloc", params: 2, run: |machine, args| machine.rust_alloc(args) },
    Row { name: "__rust_alloc_zeroed", params: 2, run: |machine, args| machine.rust_alloc_zeroed(args) },
    Row { name: "__rust_dealloc", params: 3, run: |machine, args| machine.rust_dealloc(args) },
    Row { name: "__rust_realloc", params: 4, run: |machine, args| machine.rust_realloc(args) },
    Row { name: "__rust_no_alloc_shim_is_unstable_v2", params: 0, run: |_, _| Ok(nothing()) },
    Row { name: "rustassay_start_unwind", params: 1, run: |machine, args| machine.start_unwind(args) },
    Row { name: "__rust_panic_cleanup", params: 1, run: |machine, args| machine.end_unwind(args) },
    Row { name: "abort", params: 0, run: |_, _| Err(Box::new(Stop::Abort("the program aborted"))) },
    Row { name: "exit", params: 1, run: |_, args| exit(args) },
    Row { name: "_exit", params: 1, run: |_, args| exit(args) },
];

fn exit(args: &Args<'_>) -> Step<Outcome> {
    Err(Box::new(Stop::Exit(args.scalar(0)?.bits as u32 as i32)))
}

impl Machine {
    fn rust_alloc(&mut self, args: &Args<'_>) -> Step<Outcome> {
        let made = self.heap_alloc(args.number(0)?, args.number(1)?)?;
        Ok(args.returned(made.into()))
    }

    fn rust_alloc_zeroed(&mut self, args: &Args<'_>) -> Step<Outcome> {
        let size = args.number(0)?;
        let made = self.heap_alloc(size, args.number(1)?)?;
        if let Some((id, ..)) = self.resolve(made) {
            self.alloc_mut(id).region.write_bytes(0, &vec![0; size as usize], false);
        }
        Ok(args.returned(made.into()))
    }

    fn rust_dealloc(&mut self, args: &Args<'_>) -> Step<Outcome> {
        self.dealloc(args.pointer(0)?, args.number(1)?, args.number(2)?)?;
        Ok(nothing())
    }

    fn rust_realloc(&mut self, args: &Args<'_>) -> Step<Outcome> {
        let (old, old_size) = (args.pointer(0)?, args.number(1)?);
        let (align, new_size) = (args.number(2)?, args.number(3)?);
        let made = self.heap_realloc(old, old_size, align, new_size)?;
        Ok(args.returned(made.into()))
    }

    /// Memory of another size with what the old memory held, which is no more.
    pub(crate) fn heap_realloc(
        &mut self,
        old: Pointer,
        old_size: u64,
        align: u64,
        new_size: u64,
    ) -> Step<Pointer> {
        self.heap_memory(old, old_size, align)?;
        let made = self.heap_alloc(new_size, align)?;
        let kept = old_size.min(new_size);
        let place = |pointer| PlaceVal { at: Loc::Memory(pointer, None), len: 0 };
        let contents = self.read_bytes(place(old), kept)?;
        self.write_bytes(place(made), &contents)?;
        self.dealloc(old, old_size, align)?;
        Ok(made)
    }

    /// A panic begins, with this payload: a `*mut (dyn Any + Send)`. What the crate `panic_unwind` would do with the exception, the
    /// machine does with a number: it is all that `catch_unwind` hands on to [`Machine::end_unwind`].
    fn start_unwind(&mut self, args: &Args<'_>) -> Step<Outcome> {
        let Value::Wide(pointer, vtable) = *args.value(0)? else {
            return unsupported("a panic with this payload");
        };
        self.fixed.payloads.push((pointer, vtable));
        Ok(Outcome::Unwinds)
    }

    /// A panic ends, and its payload is given back.
    fn end_unwind(&mut self, args: &Args<'_>) -> Step<Outcome> {
        match (self.fixed.payloads.len() as u64, self.fixed.payloads.last().copied()) {
            (count, Some((pointer, vtable))) if count == args.number(0)? => {
                self.fixed.payloads.pop();
                Ok(Outcome::Returned(Value::Wide(pointer, vtable)))
            }
            _ => unsupported("a panic that ends before one that began after it"),
        }
    }
}
