//! What the compiler's own runtime provides: the allocator, and the beginning and the end of a panic.

use super::*;
use crate::journal::Payload;

pub(super) const TABLE: &[Entry] = &[
    ("__rust_alloc", &[I64, I64], Kind::Pointer, rust_alloc),
    ("__rust_alloc_zeroed", &[I64, I64], Kind::Pointer, rust_alloc_zeroed),
    ("__rust_dealloc", &[Kind::Pointer, I64, I64], Kind::Unit, rust_dealloc),
    ("__rust_realloc", &[Kind::Pointer, I64, I64, I64], Kind::Pointer, rust_realloc),
    ("__rust_no_alloc_shim_is_unstable_v2", &[], Kind::Unit, |_, _| Ok(NOTHING)),
    // The unwinder has no frames to show: those of the machine are not what it knows.
    ("_Unwind_Backtrace", &[Kind::Pointer, Kind::Pointer], I32, |_, _| Ok(number(URC_END_OF_STACK))),
];

const URC_END_OF_STACK: i64 = 5;

fn rust_alloc(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    Ok(machine.heap_alloc(args.number(0), args.number(1))?.into())
}

fn rust_alloc_zeroed(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let size = args.number(0);
    let made = machine.heap_alloc(size, args.number(1))?;
    if let Some((id, ..)) = machine.resolve(made) {
        machine.alloc_mut(id).region.write_bytes(0, &vec![0; size as usize], false);
    }
    Ok(made.into())
}

fn rust_dealloc(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    machine.dealloc(args.pointer(0), args.number(1), args.number(2))?;
    Ok(NOTHING)
}

fn rust_realloc(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let (old, old_size) = (args.pointer(0), args.number(1));
    Ok(machine.heap_realloc(old, old_size, args.number(2), args.number(3))?.into())
}

impl Machine {
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
        let contents = self.read_bytes(place(old), old_size.min(new_size))?;
        self.write_bytes(place(made), &contents)?;
        self.dealloc(old, old_size, align)?;
        Ok(made)
    }

    fn begin_panic(&mut self, pointer: Scalar, vtable: Scalar) {
        self.fixed.payloads.push(Payload { thread: self.thread, pointer, vtable });
    }

    /// How many panics of the thread that runs are under way.
    pub(crate) fn own_payloads(&self) -> usize {
        self.fixed.payloads.iter().filter(|payload| payload.thread == self.thread).count()
    }

    /// The two functions that begin and end a panic. What the crate `panic_unwind` would do with the exception, the
    /// machine does with a number: it is all that `catch_unwind` hands on to `__rust_panic_cleanup`.
    pub(super) fn call_unwinder(&mut self, name: &str, args: &[Passed]) -> Step<Option<Outcome>> {
        match (name, args) {
            ("rustassay_start_unwind", _) if self.config.panic_aborts => {
                Err(Box::new(Stop::Abort("the program aborted")))
            }
            ("miri_start_unwind", [(Value::Scalar(payload), _)]) => {
                self.begin_panic(*payload, Scalar::new(0));
                Ok(Some(Outcome::Unwinds))
            }
            // The payload is a `*mut (dyn Any + Send)`.
            ("rustassay_start_unwind", [(Value::Wide(pointer, vtable), _)]) => {
                self.begin_panic(*pointer, *vtable);
                Ok(Some(Outcome::Unwinds))
            }
            ("__rust_panic_cleanup", [(Value::Scalar(number), _)]) => {
                let latest = self.fixed.payloads.iter().rposition(|payload| payload.thread == self.thread);
                match latest {
                    Some(at) if self.own_payloads() as u128 == number.bits => {
                        let Payload { pointer, vtable, .. } = self.fixed.payloads.remove(at);
                        Ok(Some(Outcome::Returned(Value::Wide(pointer, vtable))))
                    }
                    _ => unsupported("a panic that ends before one that began after it"),
                }
            }
            _ => Ok(None),
        }
    }
}
