//! Accesses to memory: which bytes a pointer may touch, and who may touch them.

use super::word::Spot;
use crate::aliasing::{Access, Borrows, Bytes, Tag, Through};
use crate::error::*;
use crate::journal::Undo;
use crate::machine::{Alignment, Loc, Machine, PlaceVal};
use crate::memory::*;
use rustassay_mir::model::IntTy;

impl Machine {
    /// The allocation that a pointer is for, the offset in it, and the borrow; `None` for a pointer to nowhere.
    ///
    /// A pointer from an integer is for any exposed allocation that is there (RFC 3559: exposed provenance).
    pub(crate) fn resolve(&self, pointer: Pointer) -> Option<(AllocId, i128, Option<Tag>)> {
        match pointer.provenance? {
            Provenance::Allocation(id, tag) => {
                let offset = i128::from(pointer.addr) - i128::from(self.alloc(id).addr);
                Some((id, offset, Some(tag)))
            }
            Provenance::Wildcard => {
                let covers = |id: &AllocId| {
                    let alloc = self.alloc(*id);
                    alloc.freed.is_none() && pointer.addr <= alloc.addr + alloc.size
                };
                let id = self.exposed.around(pointer.addr).find(covers)?;
                Some((id, i128::from(pointer.addr) - i128::from(self.alloc(id).addr), None))
            }
        }
    }

    /// That `size` bytes from the pointer on are inside a live allocation. Nothing is needed of an empty range but that its
    /// pointer is not dangling into freed memory when it has provenance.
    pub(crate) fn check_inbounds(&self, pointer: Pointer, size: u64, why: Purpose) -> Step<()> {
        if size == 0 || self.is_inbounds(pointer, size) {
            return Ok(());
        }
        let Some((id, offset, _)) = self.resolve(pointer) else {
            return ub(Ub::Dangling { pointer, why });
        };
        let alloc = self.alloc(id);
        if let Some(freed) = alloc.freed {
            return ub(Ub::UseAfterFree { alloc: id, why, freed });
        }
        if offset < 0 || offset + i128::from(size) > i128::from(alloc.size) {
            return ub(Ub::OutOfBounds { alloc: id, offset, size, alloc_size: alloc.size, why });
        }
        Ok(())
    }

    /// Whether the pointer's provenance says at once that the bytes are inside a live allocation.
    #[inline]
    pub(crate) fn is_inbounds(&self, pointer: Pointer, size: u64) -> bool {
        let Some(Provenance::Allocation(id, _)) = pointer.provenance else { return false };
        let alloc = self.alloc(id);
        let (offset, len) = (pointer.addr.wrapping_sub(alloc.addr), alloc.region.len() as u64);
        offset <= len && size <= len - offset
    }

    /// How many bytes `count` elements take, if `isize` has that number.
    pub(crate) fn byte_distance(&self, count: i128, size: u64) -> Option<i64> {
        let isize = self.program.types.int(IntTy::Isize);
        let bytes = count.checked_mul(size.into())?;
        (isize.sign_extend(bytes as u128) == bytes).then_some(bytes as i64)
    }

    /// A pointer moved by `bytes`, with the whole way inside one allocation (`ptr::offset`).
    pub(crate) fn inbounds_offset(&self, pointer: Pointer, bytes: i64) -> Step<Pointer> {
        let moved = pointer.wrapping_add(bytes as u64);
        match bytes {
            // In another layout it might not be the first.
            0 if self.config.symbolic_layout => self.check_inbounds(pointer, 1, Purpose::Arithmetic)?,
            0 => {}
            1.. => self.check_inbounds(pointer, bytes as u64, Purpose::Arithmetic)?,
            _ => self.check_inbounds(moved, bytes.unsigned_abs(), Purpose::Arithmetic)?,
        }
        Ok(moved)
    }

    /// An access to `size` bytes: in bounds, alive, data, allowed to everyone concerned. Gives the bytes' place.
    #[inline]
    pub(crate) fn access(&mut self, pointer: Pointer, size: u64, access: Access) -> Step<(AllocId, usize)> {
        let (id, offset, tag) = match pointer.provenance {
            Some(Provenance::Allocation(id, tag)) => {
                (id, pointer.addr.wrapping_sub(self.alloc(id).addr), Some(tag))
            }
            _ => match self.resolve(pointer) {
                Some((id, offset, tag)) => (id, offset as u64, tag),
                None => return ub(Ub::Dangling { pointer, why: Purpose::Access }),
            },
        };
        self.access_as(id, tag, offset, size, access)?;
        Ok((id, offset as usize))
    }

    /// An access through a borrow of an allocation, or through an exposed one.
    #[inline]
    pub(crate) fn access_as(
        &mut self,
        id: AllocId,
        tag: Option<Tag>,
        offset: u64,
        size: u64,
        access: Access,
    ) -> Step<()> {
        let alloc = self.allocs[id.0 as usize].as_mut().expect("an allocation that is referred to is there");
        // What was freed, and functions, have no bytes.
        let len = alloc.region.len() as u64;
        if offset > len || size > len - offset || (access == Access::Write && !alloc.is_mutable) {
            return self.inaccessible(id, offset as i64, size);
        }
        if !alloc.guards.is_empty()
            && let Some((_, what)) =
                alloc.guards.iter().find(|(range, _)| range.start < offset + size && offset < range.end)
        {
            return ub(Ub::Guarded { alloc: id, what: *what });
        }
        if alloc.loose_ty.is_some() {
            self.check_in_any_layout(id, offset, size)?;
        }
        if self.watches_races {
            self.check_race(id, offset, size, access)?;
        }
        let alloc = self.alloc(id);
        if let Borrows::Untracked = alloc.borrows {
            Ok(())
        } else {
            self.borrowed_access(id, tag, offset, size, access)
        }
    }

    /// Tells the borrows of an allocation about an access.
    fn borrowed_access(
        &mut self,
        id: AllocId,
        tag: Option<Tag>,
        offset: u64,
        size: u64,
        access: Access,
    ) -> Step<()> {
        if self.tracking.is_some() {
            self.tell_access(id, tag, offset, size, access);
        }
        let now = self.now();
        let journal = &mut self.journal;
        let alloc = self.allocs[id.0 as usize].as_mut().expect("an allocation that is referred to is there");
        let mut log = journal.borrows_of(id, alloc);
        let bytes = Bytes { start: offset, end: offset + size };
        let exposed = &self.exposed;
        let is_exposed = |tag: Tag| exposed.contains(id, tag);
        let through = match tag {
            Some(tag) if alloc.borrows.is_wild(tag) => Through::Wild(tag, &is_exposed),
            Some(tag) => Through::Tag(tag),
            None => Through::Exposed(&is_exposed),
        };
        alloc.borrows.access(through, bytes, access, now, &mut log)
    }

    /// Why bytes cannot be accessed.
    #[cold]
    fn inaccessible(&self, id: AllocId, offset: i64, size: u64) -> Step<()> {
        let why = Purpose::Access;
        let alloc = self.alloc(id);
        ub(match (alloc.freed, alloc.kind) {
            (Some(freed), _) => Ub::UseAfterFree { alloc: id, why, freed },
            (None, kind) if kind.has_no_data() => Ub::NotData { alloc: id },
            (None, _)
                if alloc.is_mutable || offset < 0 || (offset as u64).saturating_add(size) > alloc.size =>
            {
                Ub::OutOfBounds { alloc: id, offset: offset.into(), size, alloc_size: alloc.size, why }
            }
            (None, _) => Ub::ReadOnly { alloc: id },
        })
    }

    /// Whether a pointer is aligned: by its address, and by what is certain of it wherever its allocation lies. A program that has looked at the
    /// address may rely on it ([`Alignment`]).
    #[inline]
    pub(crate) fn is_aligned(&self, pointer: Pointer, align: u64) -> bool {
        if align == 1 || self.config.alignment == Alignment::Unchecked {
            return true;
        }
        if pointer.addr & (align - 1) != 0 {
            return false;
        }
        if self.config.symbolic_layout {
            return match self.resolve(pointer) {
                Some((id, offset, _)) => self.is_aligned_in_any_layout(id, offset as u64, align),
                None => true,
            };
        }
        match pointer.provenance {
            Some(Provenance::Allocation(id, _)) => {
                let alloc = self.alloc(id);
                alloc.align >= align
                    || match self.config.alignment {
                        Alignment::Unchecked | Alignment::Address => true,
                        Alignment::Observed => alloc.is_observed,
                    }
            }
            _ => true,
        }
    }

    /// Why a pointer is not aligned.
    #[cold]
    pub(crate) fn misaligned(&self, pointer: Pointer, required: u64) -> Ub {
        let by_address = 1 << pointer.addr.trailing_zeros().min(29);
        let is_luck = by_address >= required;
        let found = match self.resolve(pointer) {
            Some((id, offset, _)) if is_luck => {
                let within = 1 << offset.trailing_zeros().min(29);
                self.alloc(id).align.min(within).min(required / 2)
            }
            _ => by_address,
        };
        Ub::Misaligned { required, found, is_luck }
    }

    /// Remembers that a program has looked at an allocation's address.
    pub(crate) fn observe_address(&mut self, provenance: Option<Provenance>) {
        if let Some(Provenance::Allocation(id, _)) = provenance
            && !self.alloc(id).is_observed
        {
            if self.journal.keeps(self.alloc(id)) {
                self.journal.push(|| Undo::Observed(id));
            }
            self.alloc_mut(id).is_observed = true;
        }
    }

    /// That a place was reached through pointers that were aligned for what they point to.
    pub(crate) fn check_aligned(&self, place: PlaceVal) -> Step<()> {
        match place.at {
            Loc::Memory(pointer, Some(required)) => ub(self.misaligned(pointer, required)),
            _ => Ok(()),
        }
    }

    /// Reads a scalar of `size` bytes; `None` if it is uninitialized.
    pub(crate) fn read_scalar(&mut self, place: PlaceVal, size: u64) -> Step<Option<Scalar>> {
        match place.at {
            Loc::Stack(at) => Ok(self.stack.read(at, size as usize)),
            Loc::Memory(pointer, misaligned) => {
                if misaligned.is_some() {
                    self.check_aligned(place)?;
                }
                let (id, at) = self.access(pointer, size, Access::Read)?;
                Ok(self.alloc(id).region.read(at, size as usize))
            }
        }
    }

    /// Reads a pointer, or what else is as large as one; `None` if it is uninitialized.
    #[inline]
    pub(crate) fn read_pointer(&mut self, place: PlaceVal) -> Step<Option<Scalar>> {
        self.read_scalar(place, self.data.pointer_size())
    }

    /// Where a place is, accessed for reading.
    pub(crate) fn readable(&mut self, place: PlaceVal, size: u64) -> Step<Spot> {
        self.accessed(place, size, Access::Read)
    }

    /// Where a place is, accessed for writing.
    #[inline]
    pub(crate) fn writable(&mut self, place: PlaceVal, size: u64) -> Step<Spot> {
        self.accessed(place, size, Access::Write)
    }

    #[inline]
    fn accessed(&mut self, place: PlaceVal, size: u64, access: Access) -> Step<Spot> {
        match place.at {
            Loc::Stack(at) => Ok(Spot::Stack(at)),
            Loc::Memory(..) if size == 0 => {
                self.check_aligned(place)?;
                Ok(Spot::Nowhere)
            }
            Loc::Memory(pointer, _) => {
                self.check_aligned(place)?;
                let (id, at) = self.access(pointer, size, access)?;
                Ok(Spot::Memory(id, at))
            }
        }
    }

    /// A scalar as it is stored: without taint in a program that is not asked about it.
    #[inline]
    pub(crate) fn stored(&self, value: Scalar) -> Scalar {
        if self.follows_taint() { value } else { Scalar { taint: Taint::Clean, ..value } }
    }

    /// Whether what depends on addresses, layouts and NaNs is of interest.
    #[inline]
    pub(crate) fn follows_taint(&self) -> bool {
        self.supplier.is_none()
    }

    /// Writes a scalar of `size` bytes where it may be written.
    #[inline]
    pub(crate) fn put_scalar_at(&mut self, spot: Spot, size: usize, value: Scalar) {
        match spot {
            Spot::Nowhere => {}
            Spot::Stack(at) => self.write_stack(at, size, value),
            Spot::Memory(id, at) => {
                let value = self.stored(value);
                self.save(id, at, size);
                self.alloc_mut(id).region.write(at, size, value);
            }
        }
    }

    /// Writes bytes as they are where they may be written.
    pub(crate) fn put_bytes_at(&mut self, spot: Spot, bytes: &Region) {
        match spot {
            _ if bytes.is_empty() => {}
            Spot::Nowhere => {}
            Spot::Stack(at) => {
                self.save_stack(at, bytes.len());
                self.stack.put(at, bytes);
            }
            Spot::Memory(id, at) => {
                self.save(id, at, bytes.len());
                self.alloc_mut(id).region.put(at, bytes);
            }
        }
    }

    /// Writes a scalar of `size` bytes.
    pub(crate) fn write_scalar(&mut self, place: PlaceVal, size: u64, value: Scalar) -> Step<()> {
        let spot = self.writable(place, size)?;
        self.put_scalar_at(spot, size as usize, value);
        Ok(())
    }

    /// Writes a scalar to the stack.
    #[inline]
    pub(crate) fn write_stack(&mut self, at: usize, size: usize, value: Scalar) {
        let value = self.stored(value);
        self.save_stack(at, size);
        self.stack.write(at, size, value);
    }

    /// Writes down what bytes of the stack hold, before they change.
    #[inline]
    pub(crate) fn save_stack(&mut self, at: usize, size: usize) {
        if self.journal.keeps_stack(at) {
            self.save_old_stack(at, size);
        }
    }

    #[inline(never)]
    fn save_old_stack(&mut self, at: usize, size: usize) {
        let end = (at + size).min(self.journal.young.stack);
        let saved = self.stack.save(at..end, &mut self.journal.archive);
        self.journal.entries.push(Undo::StackBytes(at, saved));
    }

    /// Writes down what bytes of an allocation hold, before they change.
    #[inline]
    pub(crate) fn save(&mut self, id: AllocId, at: usize, size: usize) {
        let alloc = self.allocs[id.0 as usize].as_ref().expect("an allocation that is referred to is there");
        if self.journal.keeps(alloc) {
            let saved = alloc.region.save(at..at + size, &mut self.journal.archive);
            self.journal.entries.push(Undo::Bytes(id, at, saved));
        }
    }

    /// What `size` bytes hold, whatever it is.
    pub(crate) fn read_bytes(&mut self, place: PlaceVal, size: u64) -> Step<Region> {
        let size_bytes = size as usize;
        match place.at {
            Loc::Stack(at) => Ok(self.stack.part(at..at + size_bytes)),
            Loc::Memory(..) if size == 0 => {
                self.check_aligned(place)?;
                Ok(self.new_region(0))
            }
            Loc::Memory(pointer, _) => {
                self.check_aligned(place)?;
                let (id, at) = self.access(pointer, size, Access::Read)?;
                Ok(self.alloc(id).region.part(at..at + size_bytes))
            }
        }
    }

    /// Writes bytes as they are.
    pub(crate) fn write_bytes(&mut self, place: PlaceVal, bytes: &Region) -> Step<()> {
        let spot = self.writable(place, bytes.len() as u64)?;
        self.put_bytes_at(spot, bytes);
        Ok(())
    }

    /// Makes bytes uninitialized.
    pub(crate) fn erase(&mut self, place: PlaceVal, size: u64) -> Step<()> {
        match place.at {
            _ if size == 0 => self.check_aligned(place)?,
            Loc::Stack(at) => self.erase_stack(at, size as usize),
            Loc::Memory(pointer, _) => {
                self.check_aligned(place)?;
                let (id, at) = self.access(pointer, size, Access::Write)?;
                self.erase_spot(Spot::Memory(id, at), size as usize);
            }
        }
        Ok(())
    }

    /// Frees an allocation: its contents are gone, and its address may be used again.
    pub(crate) fn free(&mut self, id: AllocId) {
        if self.tracking.is_some() {
            self.tell_freed(id);
        }
        let now = self.now();
        if self.concurrency.is_some() {
            self.share_address(id);
        }
        let alloc = self.allocs[id.0 as usize].as_mut().expect("an allocation that is freed is there");
        self.fixed.used -= alloc.region.len();
        self.fixed.addresses.free(alloc.addr, alloc.size, self.thread);
        if self.journal.keeps(alloc) {
            let old = Box::new(alloc.clone());
            self.journal.push(|| Undo::Replaced(id, old));
        }
        alloc.region = Region::empty();
        alloc.guards = Vec::new();
        // Nobody may access it any more, whoever he is.
        alloc.borrows = Borrows::Untracked;
        alloc.freed = Some(now);
        let (addr, size) = (alloc.addr, alloc.size);
        if !self.threads().locks.is_empty() {
            self.forget_locks(addr, size);
        }
    }
}
