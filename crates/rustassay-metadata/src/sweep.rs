//! Decodes everything that a crate's metadata says, to find out whether a schema fits.

use std::collections::BTreeMap;

use crate::crates::Crates;
use crate::data::{CrateNum, DefId, Provenance};
use crate::{MetadataError, Result};

/// What came of decoding everything.
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    /// For each query how many answers there were.
    pub answers: BTreeMap<&'static str, u64>,
    /// The first errors, each with the query that failed.
    pub errors: Vec<(&'static str, MetadataError)>,
    /// How many errors there were.
    pub error_count: u64,
}

/// So many errors are kept.
const KEPT_ERRORS: usize = 20;

impl Sweep {
    fn note<T>(&mut self, query: &'static str, answer: Result<T>) -> Option<T> {
        match answer {
            Ok(answer) => {
                *self.answers.entry(query).or_default() += 1;
                Some(answer)
            }
            // There is nothing to decode.
            Err(MetadataError::Absent { .. }) => None,
            Err(error) => {
                self.error_count += 1;
                if self.errors.len() < KEPT_ERRORS {
                    self.errors.push((query, error));
                }
                None
            }
        }
    }
}

impl Crates {
    /// Asks every question about every definition of a crate.
    pub fn sweep(&self, krate: CrateNum) -> Sweep {
        let mut sweep = Sweep::default();
        for index in 0..self.def_count(krate) {
            let def = DefId { krate, index };
            macro_rules! ask {
                ($($query:ident),* $(,)?) => { $(sweep.note(stringify!($query), self.$query(def));)* };
            }
            ask!(
                def_key,
                def_kind,
                def_span,
                generics_of,
                predicates_of,
                explicit_super_predicates_of,
                item_bounds,
                type_of,
                fn_sig,
                impl_trait_header,
                impl_parent,
                defaultness,
                trait_def,
                associated_items,
                associated_item,
                adt_destructor,
                params_in_repr,
                valid_range,
                codegen_fn_attrs,
                intrinsic,
                const_param_default,
                trait_impl_trait_tys,
                optimized_mir,
                mir_for_ctfe,
                promoted_mir,
                trivial_const,
                eval_static_initializer,
                coroutine_kind,
                coroutine_for_closure,
                coroutine_by_move_body_def_id,
                mir_coroutine_witnesses,
                impls_of_trait,
                module_children,
            );
            use crate::data::DefKind;
            if let Ok(DefKind::Struct | DefKind::Enum | DefKind::Union) = self.def_kind(def) {
                ask!(adt_def);
            }
        }
        for index in 0..self.alloc_count(krate) {
            let memory = Provenance { krate, index, immutable: false, shared_ref: false };
            sweep.note("global_alloc", self.global_alloc(memory));
        }
        sweep.note("exported_symbols", self.exported_symbols());
        sweep
    }
}
