//! Unsizing coercions: pointers to arrays, to types that implement a trait, and structs around such pointers (the Reference, "Unsized
//! coercions"; `InterpCx::unsize_into`).

use crate::code::*;
use crate::error::*;
use crate::machine::{Machine, Value};
use crate::memory::*;
use rustassay_mir::model::*;
use std::rc::Rc;

impl Machine {
    /// What an unsizing cast between two types does.
    pub(crate) fn compile_unsize(&mut self, from: Ty, to: Ty) -> Step<CastCode> {
        if from == to {
            // Types that differ in lifetimes or auto traits are one here.
            return Ok(CastCode::PtrToPtr);
        }
        if let Some((from, to)) = self.pointees(from, to) {
            return Ok(CastCode::Unsize(self.unsize_code(from, to)?));
        }
        let mut plan = UnsizeStruct { pointer: (0, 0), code: UnsizeCode::Same, others: Vec::new() };
        match self.plan_unsize(from, to, (0, 0), &mut plan)? {
            true => Ok(CastCode::UnsizeStruct(Rc::new(plan))),
            false => unsupported("an unsizing cast between these types"),
        }
    }

    /// What two pointer types point to.
    fn pointees(&self, from: Ty, to: Ty) -> Option<(Ty, Ty)> {
        let types = &self.program.types;
        types.pointee(from).zip(types.pointee(to))
    }

    /// What metadata a pointer gets that pointed to `from` and points to `to`.
    fn unsize_code(&mut self, mut from: Ty, mut to: Ty) -> Step<UnsizeCode> {
        loop {
            let types = &self.program.types;
            (from, to) = match (types.kind(from), types.kind(to)) {
                (TyKind::Array(_, len), TyKind::Slice(_)) => return Ok(UnsizeCode::Length(*len)),
                // Without a principal trait there is nothing that the vtable could lose.
                (TyKind::Dyn(a), TyKind::Dyn(b)) => {
                    let is_same = types.dyns[*a].principal == types.dyns[*b].principal;
                    return Ok(if is_same { UnsizeCode::Same } else { UnsizeCode::Upcast(to) });
                }
                (_, TyKind::Dyn(_)) => return Ok(UnsizeCode::Vtable { concrete: from, object: to }),
                (TyKind::Adt(_), TyKind::Adt(_)) | (TyKind::Tuple(_), TyKind::Tuple(_)) if from != to => {
                    match (self.last_field(from), self.last_field(to)) {
                        (Some(from), Some(to)) => (from, to),
                        _ => return unsupported("an unsizing cast between these types"),
                    }
                }
                _ => return unsupported("an unsizing cast between these types"),
            }
        }
    }

    /// Goes through the fields of two structs side by side, for the one that is a pointer. Whether there is one.
    fn plan_unsize(&mut self, from: Ty, to: Ty, at: (u64, u64), plan: &mut UnsizeStruct) -> Step<bool> {
        let (from_info, to_info) = (self.info(from)?, self.info(to)?);
        if from == to || (from_info.size == 0 && to_info.size == 0) {
            if from_info.size > 0 {
                plan.others.push((at.0, at.1, from_info.size));
            }
            return Ok(false);
        }
        if let (TyKind::RawPtr(..) | TyKind::Ref(..) | TyKind::Box(_), Some((from, to))) =
            (self.program.types.kind(from), self.pointees(from, to))
        {
            plan.pointer = at;
            plan.code = self.unsize_code(from, to)?;
            return Ok(true);
        }
        if let (&TyKind::Pat(from, _), &TyKind::Pat(to, _)) =
            (self.program.types.kind(from), self.program.types.kind(to))
        {
            return self.plan_unsize(from, to, at, plan);
        }
        let (Some(from_fields), Some(to_fields)) = (self.struct_fields(from), self.struct_fields(to)) else {
            return unsupported("an unsizing cast between these types");
        };
        let mut is_found = false;
        for (n, (from_field, to_field)) in from_fields.into_iter().zip(to_fields).enumerate() {
            let offset = |ty| self.field_offset(ty, VariantId::ONLY, FieldId::new(n));
            let at = (at.0 + offset(from), at.1 + offset(to));
            is_found |= self.plan_unsize(from_field, to_field, at, plan)?;
        }
        Ok(is_found)
    }

    fn struct_fields(&self, ty: Ty) -> Option<Vec<Ty>> {
        let def = self.program.adt(ty).filter(|def| def.kind == AdtKind::Struct)?;
        Some(def.only_variant().fields.iter().map(|field| field.ty).collect())
    }

    /// A pointer, unsized.
    pub(crate) fn unsize(&mut self, value: Value, code: UnsizeCode) -> Step<Value> {
        let (pointer, old) = match value {
            Value::Scalar(pointer) => (pointer, Scalar::new(0)),
            Value::Wide(pointer, metadata) => (pointer, metadata),
            Value::Bytes(_) => return unsupported("an unsizing cast of this value"),
        };
        let metadata = match code {
            UnsizeCode::Same => old,
            UnsizeCode::Length(len) => Scalar::new(len.into()),
            UnsizeCode::Vtable { concrete, object } => {
                let vtable = self.vtable_for(concrete, object)?;
                self.metadata_scalar(vtable, Metadata::Vtable)
            }
            UnsizeCode::Upcast(object) => {
                let vtable = self.metadata_of(old, Metadata::Vtable)?;
                let concrete = self.concrete_ty(vtable);
                let vtable = self.vtable_for(concrete, object)?;
                self.metadata_scalar(vtable, Metadata::Vtable)
            }
        };
        Ok(Value::Wide(pointer, metadata))
    }

    /// A struct around a pointer, unsized.
    pub(crate) fn unsize_struct(
        &mut self,
        value: &Value,
        from: &TyInfo,
        plan: &UnsizeStruct,
        to: &TyInfo,
    ) -> Step<Value> {
        let old = self.region_of(value, from);
        let mut new = self.new_region(to.size as usize);
        for &(at, to, size) in &plan.others {
            new.put(to as usize, &old.part(at as usize..(at + size) as usize));
        }
        let at = plan.pointer.0 as usize;
        let Some(address) = old.read_address(at) else {
            return ub(Ub::Uninit { what: "a pointer that is unsized".into() });
        };
        let pointer = match plan.code {
            UnsizeCode::Upcast(_) | UnsizeCode::Same => match old.read_address(at + self.pointer_size()) {
                Some(metadata) => Value::Wide(address, metadata),
                None => return ub(Ub::Uninit { what: "a pointer that is unsized".into() }),
            },
            UnsizeCode::Length(_) | UnsizeCode::Vtable { .. } => Value::Scalar(address),
        };
        let Value::Wide(address, metadata) = self.unsize(pointer, plan.code)? else {
            return unsupported("an unsizing cast of this value");
        };
        new.write_wide(plan.pointer.1 as usize, address, metadata);
        Ok(match to.class {
            Class::Wide(_) => Value::Wide(address, metadata),
            _ => Value::Bytes(new),
        })
    }
}
