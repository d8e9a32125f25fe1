//! The C library's heap, and memory from `mmap`. Neither is Rust's heap: memory of one must not be freed by another.

use super::errno::*;
use super::*;

pub(super) const TABLE: &[Entry] = &[
    ("malloc", &[I64], Kind::Pointer, |machine, args| machine.c_alloc(args.number(0), ALIGN)),
    ("calloc", &[I64, I64], Kind::Pointer, calloc),
    ("realloc", &[Kind::Pointer, I64], Kind::Pointer, realloc),
    ("free", &[Kind::Pointer], Kind::Unit, free),
    ("posix_memalign", &[Kind::Pointer, I64, I64], I32, posix_memalign),
    ("aligned_alloc", &[I64, I64], Kind::Pointer, aligned_alloc),
    ("mmap", &[Kind::Pointer, I64, I32, I32, I32, I64], Kind::Pointer, mmap),
    ("mmap64", &[Kind::Pointer, I64, I32, I32, I32, I64], Kind::Pointer, mmap),
    ("munmap", &[Kind::Pointer, I64], I32, munmap),
];

/// The alignment of what is asked for without one.
const ALIGN: u64 = 16;

/// The size of a page.
const PAGE: u64 = environment::PAGE as u64;

/// What `mmap` returns when it fails.
const MAP_FAILED: Scalar = Scalar::new(u64::MAX as u128);

impl Machine {
    fn c_alloc(&mut self, size: u64, align: u64) -> Step<Scalar> {
        if size > i64::MAX as u64 {
            return Ok(Scalar::new(0));
        }
        let id = self.allocate(size, align, AllocKind::CHeap, true)?;
        Ok(self.alloc(id).pointer(id).into())
    }

    /// Memory of this heap that a function of the C library gives to its caller.
    pub(super) fn c_memory_for(&mut self, size: u64) -> Step<Pointer> {
        Ok(self.c_alloc(size, ALIGN)?.into())
    }

    /// Gives memory back to this heap.
    pub(super) fn c_free(&mut self, pointer: Pointer) -> Step<()> {
        let (_, size, align) = self.c_memory(pointer)?;
        let (id, tag) = self.heap_memory_of(AllocKind::CHeap, pointer, size, align)?;
        self.dealloc_borrows(id, tag)?;
        self.free(id);
        Ok(())
    }

    /// Zeros from `mmap`, in whole pages.
    fn map(&mut self, length: u64) -> Step<Scalar> {
        let Some(size) =
            length.checked_next_multiple_of(PAGE).filter(|size| (1..=i64::MAX as u64).contains(size))
        else {
            self.fail(if length == 0 { EINVAL } else { ENOMEM })?;
            return Ok(MAP_FAILED);
        };
        let id = self.allocate(size, PAGE, AllocKind::Mapping, true)?;
        self.alloc_mut(id).region.write_bytes(0, &vec![0; size as usize], false);
        Ok(self.alloc(id).pointer(id).into())
    }

    /// The allocation of the C heap that begins at a pointer.
    fn c_memory(&self, pointer: Pointer) -> Step<(AllocId, u64, u64)> {
        let Some((id, _, _)) = self.resolve(pointer) else {
            return ub(Ub::Dangling { pointer, why: Purpose::Dealloc });
        };
        let alloc = self.alloc(id);
        Ok((id, alloc.size, alloc.align))
    }
}

fn calloc(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let Some(size) = args.number(0).checked_mul(args.number(1)) else { return Ok(Scalar::new(0)) };
    let made = machine.c_alloc(size, ALIGN)?;
    if let Some(Provenance::Allocation(id, _)) = made.provenance {
        machine.alloc_mut(id).region.write_bytes(0, &vec![0; size as usize], false);
    }
    Ok(made)
}

fn realloc(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let (old, size) = (args.pointer(0), args.number(1));
    if old.addr == 0 {
        return machine.c_alloc(size, ALIGN);
    }
    let (_, old_size, align) = machine.c_memory(old)?;
    machine.heap_memory_of(AllocKind::CHeap, old, old_size, align)?;
    let made = machine.c_alloc(size, align)?;
    let kept = old_size.min(size);
    if kept > 0 {
        let bytes = machine.read_bytes(place(old), kept)?;
        machine.write_bytes(place(made.into()), &bytes)?;
    }
    free(machine, args)?;
    Ok(made)
}

fn free(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let pointer = args.pointer(0);
    if pointer.addr != 0 {
        machine.c_free(pointer)?;
    }
    Ok(NOTHING)
}

fn posix_memalign(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let (align, size) = (args.number(1), args.number(2));
    if !align.is_power_of_two() || align < 8 {
        return Ok(number(i64::from(EINVAL)));
    }
    let made = machine.c_alloc(size, align)?;
    machine.write_scalar(place(args.pointer(0)), 8, made)?;
    Ok(number(0))
}

fn aligned_alloc(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    match args.number(0).is_power_of_two() {
        true => machine.c_alloc(args.number(1), args.number(0)),
        false => Ok(Scalar::new(0)),
    }
}

/// Maps memory that is the program's alone. Mappings of files, of shared memory, at fixed addresses, and with protection are unsupported.
fn mmap(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    const PROT_READ_WRITE: i32 = 1 | 2;
    const MAP_PRIVATE: i32 = 0x2;
    const MAP_ANONYMOUS: i32 = 0x20;
    const MAP_NORESERVE: i32 = 0x4000;
    if args.int(3) & !MAP_NORESERVE != MAP_PRIVATE | MAP_ANONYMOUS {
        return args.unsupported("for anything but private anonymous memory");
    }
    if args.int(2) != PROT_READ_WRITE {
        return args.unsupported("for memory that cannot be both read and written");
    }
    machine.map(args.number(1))
}

fn munmap(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let pointer = args.pointer(0);
    let mapping = machine
        .resolve(pointer)
        .map(|(id, ..)| machine.alloc(id))
        .filter(|alloc| alloc.kind == AllocKind::Mapping);
    let size = args.number(1).checked_next_multiple_of(PAGE);
    let Some(size) = size.filter(|size| mapping.is_some_and(|mapping| mapping.size == *size)) else {
        return args.unsupported("for anything but a whole mapping");
    };
    let (id, tag) = machine.heap_memory_of(AllocKind::Mapping, pointer, size, PAGE)?;
    machine.dealloc_borrows(id, tag)?;
    machine.free(id);
    Ok(number(0))
}
