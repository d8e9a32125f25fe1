//! Atomic accesses. A thread that is alone sees them in order, whatever their memory orderings; several see what [`crate::concurrency`] says.

use super::super::retag::Retagging;
use super::{Args, nothing};
use crate::code::*;
use crate::error::*;
use crate::machine::{Machine, PlaceVal, Value};
use crate::memory::*;
use rustassay_mir::model::*;

impl Machine {
    /// What the first argument points to. Atomic accesses are aligned to their size, whatever the type's alignment.
    fn atomic_place(&mut self, args: &Args<'_>) -> Step<(PlaceVal, TyInfo)> {
        let info = self.info(args.ty(0)?)?;
        Ok((self.memory_place(args.pointer(0)?, info.size.max(1)), info))
    }

    /// What memory holds: the latest store.
    fn atomic_read(&mut self, place: PlaceVal, info: &TyInfo) -> Step<Scalar> {
        match self.unwatched(|machine| machine.load(place, info))? {
            Value::Scalar(value) => Ok(value),
            _ => unsupported("an atomic access of this type"),
        }
    }

    /// What an atomic access has read: where the schedule decides that, nothing may depend on it.
    fn atomic_result(&self, args: &Args<'_>, read: Scalar) -> Step<Scalar> {
        let id = self.resolve(args.pointer(0)?).map(|(id, ..)| id);
        let is_open = id.is_some_and(|id| self.alloc(id).discipline == Discipline::Contended);
        Ok(read.tainted_if(is_open))
    }

    pub(super) fn atomic_load(&mut self, args: &Args<'_>) -> Step<Value> {
        let (place, info) = self.atomic_place(args)?;
        self.check_read_only_load(args, info.size)?;
        let latest = self.atomic_read(place, &info)?;
        let read = self.model_load(args.pointer(0)?, info.size, args.ordering(0), latest)?;
        Ok(Value::Scalar(self.atomic_result(args, read)?))
    }

    /// Memory that may only be read has atomic loads just where these cannot become writes on some target (`core::sync::atomic`, "Atomic
    /// accesses to read-only memory").
    fn check_read_only_load(&self, args: &Args<'_>, size: u64) -> Step<()> {
        if let Some((alloc, ..)) = self.resolve(args.pointer(0)?)
            && !self.alloc(alloc).is_mutable
            && !self.alloc(alloc).kind.has_no_data()
            && (args.ordering(0) != AtomicOrdering::Relaxed || size > self.data.pointer_size())
        {
            return ub(Ub::ReadOnlyAtomic { alloc });
        }
        Ok(())
    }

    /// Stores where the latest value was read, by an atomic update.
    fn atomic_replace(
        &mut self,
        args: &Args<'_>,
        place: PlaceVal,
        size: u64,
        old: Scalar,
        new: Scalar,
    ) -> Step<()> {
        self.unwatched(|machine| machine.write_scalar(place, size, new))?;
        self.model_store(args.pointer(0)?, size, args.ordering(0), Some(old), true)
    }

    pub(super) fn atomic_store(&mut self, args: &Args<'_>) -> Step<Value> {
        let (place, info) = self.atomic_place(args)?;
        let old = self.latest_value(args.pointer(0)?, info.size);
        self.unwatched(|machine| machine.store(place, &info, &args.values[1].0, &mut Retagging::Plain))?;
        self.model_store(args.pointer(0)?, info.size, args.ordering(0), old, false)?;
        Ok(nothing())
    }

    /// A weak exchange may fail for no reason.
    pub(super) fn compare_exchange(&mut self, args: &Args<'_>, dest: &TyInfo, is_weak: bool) -> Step<Value> {
        let (place, info) = self.atomic_place(args)?;
        let old = self.atomic_read(place, &info)?;
        let (expected, new) = (args.scalar(1)?, args.scalar(2)?);
        // Also where nothing is exchanged (`core::sync::atomic`, "Atomic accesses to read-only memory").
        if let Some((alloc, ..)) = self.resolve(args.pointer(0)?)
            && !self.alloc(alloc).is_mutable
        {
            return ub(Ub::ReadOnly { alloc });
        }
        let equal = old.bits == expected.bits && !(is_weak && self.fails_spuriously());
        match equal {
            true => self.atomic_replace(args, place, info.size, old, new)?,
            false => self.model_failed_exchange(args.pointer(0)?, info.size, args.ordering(1))?,
        }
        // Among several threads it does fail for no reason, as often as other seeds say.
        let is_certain = !is_weak || self.watches_races;
        let old = self.atomic_result(args, old)?;
        let mut region = self.new_region(dest.size as usize);
        let value_at = self.field_offset(dest.ty, VariantId::ONLY, FieldId(0)) as usize;
        let flag_at = self.field_offset(dest.ty, VariantId::ONLY, FieldId(1)) as usize;
        region.write(value_at, info.size as usize, old);
        let tainted = old.is_tainted() || expected.is_tainted() || old.provenance.is_some() || !is_certain;
        region.write(flag_at, 1, Scalar::new(equal.into()).tainted_if(tainted));
        Ok(Value::Bytes(region))
    }

    pub(super) fn atomic_swap(&mut self, args: &Args<'_>) -> Step<Value> {
        let (place, info) = self.atomic_place(args)?;
        let old = self.atomic_read(place, &info)?;
        self.atomic_replace(args, place, info.size, old, args.scalar(1)?)?;
        Ok(Value::Scalar(self.atomic_result(args, old)?))
    }

    /// Replaces an integer by what is computed of it and the second argument.
    pub(super) fn atomic_update(
        &mut self,
        args: &Args<'_>,
        compute: fn(FixedInt, u128, u128) -> u128,
    ) -> Step<Value> {
        let (place, info) = self.atomic_place(args)?;
        let old = self.atomic_read(place, &info)?;
        let operand = args.scalar(1)?;
        let tainted = old.is_tainted() || operand.is_tainted();
        let new = match info.class {
            Class::Scalar(Prim::Int(int)) => Scalar::new(compute(int, old.bits, operand.bits)),
            // A pointer keeps its provenance (`core::sync::atomic::AtomicPtr::fetch_ptr_add` and its like).
            Class::Scalar(Prim::RawPtr(..)) => {
                Scalar { bits: compute(self.program.types.int(IntTy::Usize), old.bits, operand.bits), ..old }
            }
            _ => return unsupported("atomic arithmetic on this type"),
        };
        self.atomic_replace(args, place, info.size, old, new.tainted_if(tainted))?;
        Ok(Value::Scalar(self.atomic_result(args, old)?))
    }
}
