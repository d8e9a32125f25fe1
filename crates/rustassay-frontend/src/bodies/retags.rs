//! What the bodies of releases up to 1.96 do not say of retags. Miri knew it by the kinds of locals, which metadata does not have, and
//! by statements of their own; from 1.97 on (rust-lang/rust@e402c1edf) assignments and the library's sources say it.
//!
//! - Pointers that are copied only to be dereferenced are not retagged. `Derefer` (`rustc_mir_transform::deref_separator`) takes a place
//!   with a dereference in its middle apart: `(*(*_1).0).1` becomes `_7 = copy ((*_1).0); .. (*_7).1`. No other local is like `_7`: it
//!   has neither a name nor storage statements, and one assignment, of a pointer that is copied out of a larger place.
//! - A raw pointer to what a box holds is a new borrow under Stacked Borrows, as one to what a reference points to is. But
//!   `ElaborateBoxDerefs` has made a raw pointer of the box before: `_7 = copy (_1.0) as *const T (Transmute); _8 = &raw mut (*_7)`. The
//!   pass `AddRetag` had a retag added there, for boxes of the global allocator.

use super::Lowering;
use rustassay_machine::error::Step;
use rustassay_metadata::data::*;
use rustassay_mir::model as mir;

/// The locals of a body that hold pointers which were copied to be dereferenced.
#[derive(Debug)]
pub(super) struct DerefTemps(Vec<bool>);

impl DerefTemps {
    pub(super) fn of(body: &Body) -> DerefTemps {
        let mut candidates = vec![true; body.local_decls.len()];
        let mut assignments = vec![0_u32; body.local_decls.len()];
        // The result and the arguments.
        candidates.iter_mut().take(body.arg_count + 1).for_each(|is_candidate| *is_candidate = false);
        let mut exclude = |local: Local| {
            if let Some(is_candidate) = candidates.get_mut(local.0 as usize) {
                *is_candidate = false;
            }
        };
        for info in &body.var_debug_info {
            if let VarDebugInfoContents::Place(place) = &info.value
                && place.projection.is_empty()
            {
                exclude(place.local);
            }
        }
        for block in &body.basic_blocks {
            for statement in &block.statements {
                match &statement.kind {
                    StatementKind::StorageLive(local) | StatementKind::StorageDead(local) => exclude(*local),
                    StatementKind::Assign(place, rvalue) if place.projection.is_empty() => {
                        let is_copy = matches!(rvalue, Rvalue::Use(Operand::Copy(from), _) if !from.projection.is_empty());
                        let count = assignments.get_mut(place.local.0 as usize);
                        let is_first = count.is_some_and(|count| std::mem::replace(count, 1) == 0);
                        if !is_copy || !is_first {
                            exclude(place.local);
                        }
                    }
                    _ => {}
                }
            }
            if let TerminatorKind::Call { destination, .. } = &block.terminator.kind {
                exclude(destination.local);
            }
        }
        DerefTemps(candidates)
    }

    /// Whether a place is one of them as a whole.
    pub(super) fn contains(&self, place: &Place) -> bool {
        place.projection.is_empty() && self.0.get(place.local.0 as usize).is_some_and(|&is_temp| is_temp)
    }
}

/// The locals that hold the pointer of a box, with that box.
#[derive(Default, Debug)]
pub(super) struct RetaggedBoxes(Vec<(Local, Local)>);

impl RetaggedBoxes {
    /// A place behind the pointer of a box as one in the box.
    pub(super) fn in_place(&self, place: &Place) -> Place {
        let found = self.0.iter().rev().find(|(pointer, _)| *pointer == place.local);
        match (found, place.projection.first()) {
            (Some((_, owner)), Some(ProjectionElem::Deref)) => Place { local: *owner, ..place.clone() },
            _ => place.clone(),
        }
    }
}

impl Lowering<'_, '_> {
    /// Remembers where the pointer of a box comes from.
    pub(super) fn note_box_pointer(&mut self, place: &Place, rvalue: &Rvalue) -> Step<()> {
        if let Rvalue::Cast(CastKind::Transmute, Operand::Copy(from), _) = rvalue
            && !from.projection.is_empty()
            && from.projection.iter().all(|elem| matches!(elem, ProjectionElem::Field(0, _)))
            && !self.cx.crates().copies_say_retag()
        {
            let lowered = self.locals[self.local(from.local)].ty;
            let adt = self.cx.machine.program.adt(lowered);
            if let Some(mir::AdtRole::Box { is_global: true, .. }) = adt.map(mir::AdtDef::role) {
                self.retagged_boxes.0.push((place.local, from.local));
            }
        }
        Ok(())
    }
}
