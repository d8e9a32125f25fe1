//! References that live for some statements: shared and unique ones, reborrows, and slices.

use crate::places::Purpose;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Ty, TyKind};
use crate::writer::Writer;

impl Writer {
    /// Writes what may read everything outside, and change nothing of it.
    pub fn read_only<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.loan_mark();
        let count = self.frame().scope.vars.len();
        for id in count.saturating_sub(32)..count {
            if self.frame().scope.vars[id].unique == 0 {
                self.lend(id, Mutability::Not);
            }
        }
        let was_read_only = std::mem::replace(&mut self.frame_mut().is_read_only, true);
        self.scope().loops += 1;
        let result = write(self);
        self.scope().loops -= 1;
        self.frame_mut().is_read_only = was_read_only;
        self.end_loans(mark);
        result
    }

    /// `let r = &mut x.f;`, and what it borrows is not touched until `r` is not used any more.
    pub fn borrow_statement(&mut self, out: &mut Vec<Stmt>) {
        let preferred = if self.coin() { self.scalar_type() } else { self.any_type() };
        let mutability = self.mutability(self.chances().mutable_borrows);
        let purpose = if mutability == Mutability::Mut { Purpose::Write } else { Purpose::Read };
        let mut found = self.find_place(preferred, purpose).map(|place| (place, preferred));
        if found.is_none()
            && let Some((_, ty)) = self.some_mutable(preferred)
        {
            found = self.find_place(ty, purpose).map(|place| (place, ty));
        }
        let Some((place, ty)) = found else { return self.observation(out) };
        let mark = self.loan_mark();
        self.lend(place.var, mutability);
        let (expr, to) = self.unsized_reference(place.expr, ty, mutability);
        let r = self.name("r");
        let reference = self.types.reference(mutability, to);
        let annotation = self.chance(self.chances().typed_borrows).then(|| self.syntax(reference));
        // With its type said, a reference to an array may become one to a slice.
        out.push(let_pat(Pat::name(r), annotation, expr));
        self.declare_with_loans(r, reference, false, mark);
    }

    /// A reference to the place, or to a slice of it.
    fn unsized_reference(&mut self, place: Expr, ty: Ty, mutability: Mutability) -> (Expr, Ty) {
        let whole = |place: Expr| Expr::Ref(mutability, Box::new(place));
        let is_slice = self.chance(self.chances().unsized_borrows);
        match *self.kind(ty) {
            TyKind::Vec(of) | TyKind::Array(of, _) if is_slice => {
                let all = Expr::Range(None, None, false);
                (whole(place.index(all)), self.ty(TyKind::Slice(of)))
            }
            TyKind::String if is_slice && mutability == Mutability::Not => {
                (place.method("as_str", Vec::new()), self.ty(TyKind::Str))
            }
            TyKind::Box(of) if is_slice => (whole(place.deref()), of),
            _ => (whole(place), ty),
        }
    }
}
