//! Vtables: which method is at which position.

use crate::context::{Cx, IntoStep};
use crate::instance::{Callee, Instance};
use rustassay_machine::error::{Step, unsupported};
use rustassay_metadata::data::*;
use rustassay_mir::model as mir;

impl Cx<'_> {
    /// The methods of a trait object's vtable, each with the trait that has it: first those of the principal trait, then those
    /// of the traits above it. rustc's order is another one, which no program can see.
    fn vtable_entries(&mut self, object: Ty) -> Step<Vec<(TraitRef, DefId)>> {
        let Some(principal) = self.principal(object)? else { return Ok(Vec::new()) };
        let mut entries = Vec::new();
        for trait_ref in self.supertraits(&principal)? {
            for item in self.crates().associated_items(trait_ref.def_id).step()?.iter() {
                if item.kind == DefKind::AssocFn && self.is_in_vtable(item.def_id)? {
                    entries.push((trait_ref.clone(), item.def_id));
                }
            }
        }
        Ok(entries)
    }

    /// Whether trait objects have a method: it has no type parameters, and does not ask for `Self: Sized`.
    fn is_in_vtable(&self, method: DefId) -> Step<bool> {
        let generics = self.crates().generics_of(method).step()?;
        if generics.own_params.iter().any(|param| param.kind != GenericParamDefKind::Lifetime) {
            return Ok(false);
        }
        let sized = self.lang_item("Sized")?;
        let asks_for_sized = self.crates().predicates_of(method).step()?.iter().any(|predicate| {
            matches!(predicate, Predicate::Trait(trait_ref) if trait_ref.def_id == sized
                && matches!(trait_ref.args.first(), Some(GenericArg::Type(ty))
                    if matches!(&*self.kind(*ty), TyKind::Param { index: 0, .. })))
        });
        Ok(!asks_for_sized)
    }

    /// How many methods the vtable of a trait object has.
    pub(crate) fn vtable_len(&mut self, object: mir::Ty) -> Step<u32> {
        let object = self.origin_of(object)?;
        Ok(self.vtable_entries(object)?.len() as u32)
    }

    /// The position of a method in the vtable of a trait object.
    pub(crate) fn slot(&mut self, object: Ty, trait_ref: &TraitRef, method: DefId) -> Step<Option<u32>> {
        let entries = self.vtable_entries(object)?;
        Ok(entries.iter().position(|entry| entry.0 == *trait_ref && entry.1 == method).map(|at| at as u32))
    }

    /// The function at a position of the vtable of a type.
    pub(crate) fn vtable_method(&mut self, concrete: mir::Ty, object: mir::Ty, slot: u32) -> Step<mir::FnId> {
        let (concrete, object) = (self.origin_of(concrete)?, self.origin_of(object)?);
        let entries = self.vtable_entries(object)?;
        let Some((trait_ref, method)) = entries.into_iter().nth(slot as usize) else {
            return unsupported("a method that a vtable does not have");
        };
        let lifetimes = self.crates().generics_of(method).step()?.own_params.len();
        let args: Args = std::iter::once(GenericArg::Type(concrete))
            .chain(trait_ref.args.iter().copied().skip(1))
            .chain(std::iter::repeat_n(GenericArg::Lifetime, lifetimes))
            .collect();
        if self.takes_self_by_value(method)? {
            return self.fn_id(&Instance::ByPointer(method, args));
        }
        // If the trait itself says that the caller is to blame, calls by the vtable pass the blame on.
        let passes_blame = self.crates().codegen_fn_attrs(method).is_ok_and(|attrs| attrs.track_caller);
        match self.resolve(method, &args)? {
            Callee::Instance(instance) if passes_blame || !self.is_track_caller(&instance) => {
                self.fn_id(&instance)
            }
            _ => self.fn_id(&Instance::Reified(method, args)),
        }
    }
}
