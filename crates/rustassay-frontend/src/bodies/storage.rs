//! Statements of storage that nobody can see. Two of three statements of rustc's MIR say where a local's storage begins or ends. That
//! matters to pointers to the local. A local that no pointer leads to is used by its name only, and the borrow checker has made sure that it
//! is initialized wherever it is used: so it may as well have storage all the time.

use rustassay_metadata::data::*;

/// The locals of a body whose storage may last for the whole call.
#[derive(Debug)]
pub(super) struct UnseenStorage(Vec<bool>);

impl UnseenStorage {
    pub(super) fn of(body: &Body) -> UnseenStorage {
        // Nobody has checked what is written by hand.
        let mut is_unseen = vec![!body.is_custom_mir; body.local_decls.len()];
        let mut see = |place: &Place| {
            if !place.projection.contains(&ProjectionElem::Deref)
                && let Some(is_unseen) = is_unseen.get_mut(place.local.0 as usize)
            {
                *is_unseen = false;
            }
        };
        for block in &body.basic_blocks {
            for statement in &block.statements {
                if let StatementKind::Assign(_, Rvalue::Ref(_, place) | Rvalue::RawPtr(_, place)) =
                    &statement.kind
                {
                    see(place);
                }
            }
            // A destructor gets a pointer.
            if let TerminatorKind::Drop { place, .. } = &block.terminator.kind {
                see(place);
            }
        }
        UnseenStorage(is_unseen)
    }

    pub(super) fn contains(&self, local: Local) -> bool {
        self.0.get(local.0 as usize).is_some_and(|&is_unseen| is_unseen)
    }
}
