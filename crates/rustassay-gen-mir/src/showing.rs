//! Observations: which values of a program reach its output.

use crate::calls::function_item;
use crate::places::Use;
use crate::writer::Writer;
use rustassay_machine::memory::Scalar;
use rustassay_mir::model::*;

impl Writer {
    /// Observes some values of the function that runs, preferably such as much went into.
    pub fn observe(&mut self, count: usize) -> Option<()> {
        let mut observed = 0;
        for _ in 0..count * 4 {
            observed += usize::from(self.attempt(Writer::observe_one));
            if observed == count {
                break;
            }
        }
        (observed > 0).then_some(())
    }

    fn observe_one(&mut self) -> Option<()> {
        let (ty, value) = match self.random.chance(self.mixture.chances.observed_discriminants) {
            true => {
                let (place, adt) = self.some_enum()?;
                let ty = Ty::int(self.types().discriminant_ty(adt));
                (ty, self.compute(ty, Rvalue::Discriminant(place))?.into())
            }
            false => {
                let ty = self.some_ty_that(|types, ty| {
                    matches!(types.kind(ty), TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Float(_))
                })?;
                (ty, self.observable(ty)?)
            }
        };
        self.observe_value(ty, value)
    }

    /// Observes the value of a place.
    pub fn observe_value(&mut self, ty: Ty, value: Place) -> Option<()> {
        let observer = self.observers.of(ty)?;
        let nothing = self.new_local(Ty::UNIT)?;
        self.scope_mut().hide(nothing);
        let args = vec![Operand::Copy(self.scope().state.into()), Operand::Copy(value)];
        self.call(function_item(observer), nothing.into(), args, UnwindAction::Unreachable)
    }

    /// A place of a type with a value that is the same everywhere.
    fn observable(&mut self, ty: Ty) -> Option<Place> {
        for _ in 0..3 {
            let place = match self.random.chance(self.mixture.chances.direct_observations) {
                true => self.listed(ty, Use::Read)?,
                false => self.place(ty, Use::Read)?,
            };
            // Whether what is behind a pointer is, shows afterwards.
            if place.projection.contains(&Elem::Deref) {
                return Some(place);
            }
            let value = self.machine.peek(&place);
            // Observers take all NaNs for one.
            let is_float = matches!(self.kind(ty), TyKind::Float(_));
            let is_same = |value: Scalar| !value.is_tainted() || (is_float && !value.is_unknown());
            if value.is_some_and(is_same) {
                return Some(place);
            }
        }
        None
    }
}
