//! Atomic accesses. There is one thread, which sees them in order whatever their memory orderings.

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

    fn atomic_read(&mut self, place: PlaceVal, info: &TyInfo) -> Step<Scalar> {
        match self.load(place, info)? {
            Value::Scalar(value) => Ok(value),
            _ => unsupported("an atomic access of this type"),
        }
    }

    pub(super) fn atomic_load(&mut self, args: &Args<'_>) -> Step<Value> {
        let (place, info) = self.atomic_place(args)?;
        Ok(Value::Scalar(self.atomic_read(place, &info)?))
    }

    pub(super) fn atomic_store(&mut self, args: &Args<'_>) -> Step<Value> {
        let (place, info) = self.atomic_place(args)?;
        self.store(place, &info, &args.values[1].0, &mut Retagging::Plain)?;
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
        let equal = old.bits == expected.bits;
        if equal {
            self.write_scalar(place, info.size, new)?;
        }
        let mut region = Region::new(dest.size as usize);
        let value_at = self.field_offset(dest.ty, VariantId::ONLY, FieldId(0)) as usize;
        let flag_at = self.field_offset(dest.ty, VariantId::ONLY, FieldId(1)) as usize;
        region.write(value_at, info.size as usize, old);
        let tainted = old.is_tainted() || expected.is_tainted() || old.provenance.is_some() || is_weak;
        region.write(flag_at, 1, Scalar::new(equal.into()).tainted_if(tainted));
        Ok(Value::Bytes(region))
    }

    pub(super) fn atomic_swap(&mut self, args: &Args<'_>) -> Step<Value> {
        let (place, info) = self.atomic_place(args)?;
        let old = self.atomic_read(place, &info)?;
        self.write_scalar(place, info.size, args.scalar(1)?)?;
        Ok(Value::Scalar(old))
    }

    /// Replaces an integer by what is computed of it and the second argument.
    pub(super) fn atomic_update(
        &mut self,
        args: &Args<'_>,
        compute: fn(IntTy, u128, u128) -> u128,
    ) -> Step<Value> {
        let (place, info) = self.atomic_place(args)?;
        let old = self.atomic_read(place, &info)?;
        let operand = args.scalar(1)?;
        let tainted = old.is_tainted() || operand.is_tainted();
        let new = match info.class {
            Class::Scalar(Prim::Int(int)) => Scalar::new(compute(int, old.bits, operand.bits)),
            // A pointer keeps its provenance (`core::sync::atomic::AtomicPtr::fetch_ptr_add` and its like).
            Class::Scalar(Prim::RawPtr(..)) => {
                Scalar { bits: compute(IntTy::Usize, old.bits, operand.bits), ..old }
            }
            _ => return unsupported("atomic arithmetic on this type"),
        };
        self.write_scalar(place, info.size, new.tainted_if(tainted))?;
        Ok(Value::Scalar(old))
    }
}
