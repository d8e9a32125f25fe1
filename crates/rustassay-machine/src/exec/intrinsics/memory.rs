//! Pointers and what they point to.

use super::super::retag::Retagging;
use super::{Args, nothing};
use crate::aliasing::Access;
use crate::code::*;
use crate::error::*;
use crate::machine::{Loc, Machine, PlaceVal, Value};
use crate::memory::*;
use rustassay_mir::model::*;
use std::cmp::Ordering;

impl Machine {
    pub(super) fn memory_place(&self, pointer: Pointer, align: u64) -> PlaceVal {
        let misaligned = (!self.is_aligned(pointer, align)).then_some(align);
        PlaceVal { at: Loc::Memory(pointer, misaligned), len: 0 }
    }

    /// Reads what the first argument points to.
    pub(super) fn read_target(&mut self, args: &Args<'_>, is_aligned: bool) -> Step<Value> {
        let info = self.info(args.ty(0)?)?;
        let place = self.memory_place(args.pointer(0)?, if is_aligned { info.align } else { 1 });
        self.load(place, &info)
    }

    /// Writes the second argument to where the first points.
    pub(super) fn write_target(&mut self, args: &Args<'_>, is_aligned: bool) -> Step<Value> {
        let info = self.info(args.ty(0)?)?;
        let place = self.memory_place(args.pointer(0)?, if is_aligned { info.align } else { 1 });
        self.store(place, &info, &args.values[1].0, &mut Retagging::Plain)?;
        Ok(nothing())
    }

    pub(super) fn typed_swap(&mut self, args: &Args<'_>) -> Step<Value> {
        let info = self.info(args.ty(0)?)?;
        let (a, b) = (args.pointer(0)?, args.pointer(1)?);
        if a.addr.abs_diff(b.addr) < info.size {
            return ub(Ub::OverlappingCopy { op: "typed_swap_nonoverlapping" });
        }
        let (a, b) = (self.memory_place(a, info.align), self.memory_place(b, info.align));
        // By way of a third place: what was in the first is copied twice, what was in the second once.
        let mut first = self.load(a, &info)?;
        if self.retags(&info) {
            first = self.retag_value(&first, &info, &mut Retagging::Plain)?;
        }
        let second = self.load(b, &info)?;
        self.store(a, &info, &second, &mut Retagging::Plain)?;
        self.store(b, &info, &first, &mut Retagging::Plain)?;
        Ok(nothing())
    }

    /// Pointer arithmetic that stays in the allocation.
    pub(super) fn offset_inbounds(&mut self, args: &Args<'_>) -> Step<Value> {
        let Some(pointee) = self.program.types.pointee(args.ty(0)?) else {
            return unsupported("an offset of this");
        };
        let size = self.info(pointee)?.size;
        let (count, int) = args.int(1)?;
        let Some(bytes) = self.byte_distance(int.sign_extend(count.bits), size) else {
            return ub(Ub::PointerArithmetic { why: "the offset in bytes does not fit `isize`".into() });
        };
        let moved = self.inbounds_offset(args.pointer(0)?, bytes)?;
        args.moved_to(moved)
    }

    /// Pointer arithmetic that may go anywhere.
    pub(super) fn offset_anywhere(&mut self, args: &Args<'_>) -> Step<Value> {
        let size = self.info(args.ty(0)?)?.size;
        let bytes = (args.scalar(1)?.bits as u64).wrapping_mul(size);
        let moved = args.pointer(0)?.wrapping_add(bytes);
        let addr = self.program.types.int(IntTy::Usize).truncate(moved.addr.into()) as u64;
        args.moved_to(Pointer { addr, ..moved })
    }

    /// The size or the alignment of what a pointer points to. What the layout of a `repr(Rust)` type is, a program must not depend on.
    pub(super) fn layout_of_val(&mut self, args: &Args<'_>, wanted: fn(u64, u64) -> u64) -> Step<Value> {
        let ty = args.ty(0)?;
        let info = self.info(ty)?;
        let metadata = match args.values[0].0 {
            Value::Wide(_, metadata) => self.metadata_of(metadata, info.metadata)?,
            _ => 0,
        };
        let Some((size, align)) = self.extent_of_val(ty, metadata) else { return ub(Ub::SizeOverflow) };
        let tainted = !self.has_fixed_layout(ty);
        Ok(Value::Scalar(Scalar::new(wanted(size, align).into()).tainted_if(tainted)))
    }

    fn count_bytes(&self, count: Scalar, info: &TyInfo) -> Step<u64> {
        let bytes =
            (count.bits as u64).checked_mul(info.size).filter(|&bytes| bytes <= self.data.largest_distance());
        bytes.ok_or_else(|| Ub::SizeOverflow.into())
    }

    fn check_pointer_aligned(&self, pointer: Pointer, align: u64) -> Step<()> {
        if !self.is_aligned(pointer, align) {
            return ub(self.misaligned(pointer, align));
        }
        Ok(())
    }

    /// Copies elements as they are: an untyped copy keeps padding and provenance.
    ///
    /// `source` and `target` are the positions of the pointers among the arguments.
    pub(super) fn copy_memory(
        &mut self,
        args: &Args<'_>,
        (source, target): (usize, usize),
        disjoint: bool,
    ) -> Step<Value> {
        let info = self.info(args.ty(0)?)?;
        let (from, to) = (args.pointer(source)?, args.pointer(target)?);
        let bytes = self.count_bytes(args.scalar(2)?, &info)?;
        self.check_pointer_aligned(from, info.align)?;
        self.check_pointer_aligned(to, info.align)?;
        if bytes == 0 {
            return Ok(nothing());
        }
        let (source, at) = self.access(from, bytes, Access::Read)?;
        let held = self.alloc(source).region.part(at..at + bytes as usize);
        let (target, start) = self.access(to, bytes, Access::Write)?;
        if disjoint && source == target && at.abs_diff(start) < bytes as usize {
            return ub(Ub::OverlappingCopy { op: "copy_nonoverlapping" });
        }
        self.save(target, start, bytes as usize);
        self.alloc_mut(target).region.put(start, &held);
        Ok(nothing())
    }

    pub(super) fn set_memory(&mut self, args: &Args<'_>) -> Step<Value> {
        let info = self.info(args.ty(0)?)?;
        let (to, byte) = (args.pointer(0)?, args.scalar(1)?);
        let bytes = self.count_bytes(args.scalar(2)?, &info)?;
        self.check_pointer_aligned(to, info.align)?;
        if bytes == 0 {
            return Ok(nothing());
        }
        let (target, start) = self.access(to, bytes, Access::Write)?;
        self.save(target, start, bytes as usize);
        let contents = vec![byte.bits as u8; bytes as usize];
        self.alloc_mut(target).region.write_bytes(start, &contents, byte.is_tainted());
        Ok(nothing())
    }

    /// How many elements lie between two pointers into one allocation.
    pub(super) fn distance(&mut self, args: &Args<'_>, unsigned: bool) -> Step<Value> {
        let size = self.info(args.ty(0)?)?.size;
        let (a, b) = (args.pointer(0)?, args.pointer(1)?);
        if size == 0 {
            return Err(Box::new(Stop::Abort("the distance of pointers to a zero-sized type was asked for")));
        }
        let bytes = a.addr.wrapping_sub(b.addr) as i64;
        let allocation = |pointer: Pointer| match pointer.provenance {
            Some(Provenance::Allocation(id, _)) => Some(id),
            _ => None,
        };
        // Where others lie than what both point into, is the same address by chance only.
        self.fixed.branch_tainted |= bytes == 0 && allocation(a) != allocation(b);
        if bytes != 0 {
            match (allocation(a), allocation(b)) {
                (Some(a), Some(b)) if a != b => {
                    return ub(Ub::PointerDistance { why: "point into different allocations" });
                }
                _ => {}
            }
            let (low, len) = if bytes < 0 { (a, bytes.unsigned_abs()) } else { (b, bytes.unsigned_abs()) };
            self.check_inbounds(low, len, Purpose::Arithmetic)?;
        }
        if !bytes.unsigned_abs().is_multiple_of(size) {
            return ub(Ub::PointerDistance { why: "are not a multiple of the element's size apart" });
        }
        if unsigned && bytes < 0 {
            return ub(Ub::PointerDistance { why: "are in the wrong order for an unsigned distance" });
        }
        let distance = self.program.types.int(IntTy::Usize).truncate((bytes / size as i64) as u128);
        Ok(Value::Scalar(Scalar::new(distance)))
    }

    /// How the bytes behind two pointers compare, as `memcmp` says it.
    pub(super) fn compare_bytes(&mut self, a: Pointer, b: Pointer, count: u128) -> Step<Scalar> {
        let bytes = count as u64;
        if bytes == 0 {
            return Ok(Scalar::new(0));
        }
        let (x, x_at) = self.access(a, bytes, Access::Read)?;
        let (y, y_at) = self.access(b, bytes, Access::Read)?;
        let len = bytes as usize;
        for (id, at) in [(x, x_at), (y, y_at)] {
            if self.alloc(id).region.first_uninit(at..at + len).is_some() {
                return ub(Ub::Uninit { what: "bytes that are compared".into() });
            }
        }
        let (x, y) = (&self.alloc(x).region, &self.alloc(y).region);
        let addresses = x.has_provenance(x_at..x_at + len) || y.has_provenance(y_at..y_at + len);
        let tainted = addresses || x.is_tainted(x_at..x_at + len) || y.is_tainted(y_at..y_at + len);
        let order = x.raw_bytes(x_at..x_at + len).cmp(y.raw_bytes(y_at..y_at + len));
        let bits = match order {
            Ordering::Less => FixedInt::I32.truncate(u128::MAX),
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        };
        Ok(Scalar::new(bits).tainted_if(tainted))
    }
}

impl Args<'_> {
    /// The first argument with another address, which the second decided.
    fn moved_to(&self, moved: Pointer) -> Step<Value> {
        let pointer = Scalar { bits: moved.addr.into(), ..self.scalar(0)? };
        Ok(Value::Scalar(pointer.tainted_if(self.scalar(1)?.is_tainted())))
    }
}
