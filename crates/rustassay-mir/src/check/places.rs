//! Places and operands: what they are made of, and their types.

use super::{Checker, Cx, Fault, Rule};
use crate::model::{
    AdtKind, At, Elem, FieldId, Operand, Phase, Place, PlaceTy, Rvalue, Ty, TyKind, VariantId,
};

/// Calls `visit` with every place that an rvalue mentions.
pub fn visit_places<'r>(rvalue: &'r Rvalue, visit: &mut impl FnMut(&'r Place)) {
    match rvalue {
        Rvalue::Use(operand)
        | Rvalue::Repeat(operand, _)
        | Rvalue::Cast(_, operand, _)
        | Rvalue::Unary(_, operand)
        | Rvalue::UseWithoutRetag(operand) => operand.place().into_iter().for_each(visit),
        Rvalue::Binary(_, left, right)
        | Rvalue::Checked(_, left, right)
        | Rvalue::PtrFromParts(_, left, right) => {
            [left, right].into_iter().filter_map(|operand| operand.place()).for_each(visit);
        }
        Rvalue::Tuple(operands) | Rvalue::Array(_, operands) | Rvalue::Adt(_, _, _, operands) => {
            operands.iter().filter_map(Operand::place).for_each(visit);
        }
        Rvalue::Ref(_, place)
        | Rvalue::TwoPhaseRef(place)
        | Rvalue::RawPtr(_, place)
        | Rvalue::FakeRawPtr(place)
        | Rvalue::Discriminant(place)
        | Rvalue::CopyForDeref(place) => visit(place),
        Rvalue::ThreadLocalRef(..) => {}
    }
}

impl<'a> Checker<'a> {
    /// The type of a place, which is checked.
    pub(super) fn place(&mut self, cx: Cx<'a>, place: &Place, at: At) -> Option<Ty> {
        if place.projection.is_empty()
            && let Some(local) = cx.body.locals.get(place.local)
        {
            return Some(local.ty);
        }
        let ty = self.place_ty(cx, place);
        let ty = self.require(at, ty)?;
        if let Some(fault) = self.deref_fault(cx, place) {
            self.report(at, fault);
        }
        if let Some(fault) = self.pointee_size_fault(cx, place) {
            self.report(at, fault);
        }
        Some(ty)
    }

    /// A pointer to what is too big can be held, but not followed.
    fn pointee_size_fault(&mut self, cx: Cx<'a>, place: &Place) -> Option<Box<Fault>> {
        let mut ty = PlaceTy::from(cx.body.locals[place.local].ty);
        for &elem in &place.projection {
            ty = self.types.project(ty, elem)?;
            if elem == Elem::Deref && self.types.is_sized(ty.ty) {
                let fault = self.value_fault(ty.ty);
                if fault.is_some() {
                    return fault;
                }
            }
        }
        None
    }

    /// The type of a place whose value is used, so it has a size.
    pub(super) fn value_place(&mut self, cx: Cx<'a>, place: &Place, at: At) -> Option<Ty> {
        let ty = self.place(cx, place, at)?;
        // Locals were checked where they are declared.
        if !place.projection.is_empty()
            && let Some(fault) = self.pointee_fault(cx, place, ty)
        {
            self.report(at, fault);
            return None;
        }
        Some(ty)
    }

    /// Only what is behind a pointer can lack a size.
    fn pointee_fault(&mut self, cx: Cx<'a>, place: &Place, ty: Ty) -> Option<Box<Fault>> {
        let indirect = place.projection.contains(&Elem::Deref);
        if !indirect || matches!(self.types.kind(ty), TyKind::Int(_) | TyKind::RawPtr(..)) {
            return None;
        }
        let fault = self.value_fault(ty)?;
        let place = self.describe().place(cx.body, place);
        Some(fault.label(format!("`{place}` has this type")))
    }

    fn place_ty(&self, cx: Cx<'a>, place: &Place) -> Result<Ty, Box<Fault>> {
        let Some(local) = cx.body.locals.get(place.local) else {
            return Err(Fault::new(Rule::DanglingId, format!("there is no local {}", place.local.0)));
        };
        let mut ty = PlaceTy::from(local.ty);
        for &elem in &place.projection {
            ty = match self.types.project(ty, elem) {
                Some(next) if self.is_visible(ty, elem) => next,
                _ => return Err(self.step_fault(ty, elem)),
            };
            if let Elem::Index(index) = elem {
                match cx.body.locals.get(index) {
                    None => {
                        return Err(Fault::new(Rule::DanglingId, format!("there is no local {}", index.0)));
                    }
                    Some(decl) if decl.ty != Ty::USIZE => {
                        let message = format!("an index has type `usize`, not `{}`", self.name(decl.ty));
                        return Err(Fault::new(Rule::IndexType, message));
                    }
                    Some(_) => {}
                }
            }
        }
        match ty.variant {
            None => Ok(ty.ty),
            Some(_) => {
                let message = "a variant is no place of its own: a field must follow";
                Err(Fault::new(Rule::Downcast, message))
            }
        }
    }

    /// Whether a program may name the field.
    fn is_visible(&self, base: PlaceTy, elem: Elem) -> bool {
        match (elem, self.types.kind(base.ty)) {
            (Elem::Field(_), TyKind::Adt(adt)) => {
                self.types.adts[*adt].library().is_none_or(|library| library.fields_are_public())
            }
            _ => true,
        }
    }

    /// Why there is no such step.
    fn step_fault(&self, base: PlaceTy, elem: Elem) -> Box<Fault> {
        let name = self.name(base.ty);
        let kind = self.types.kind(base.ty);
        match (elem, base.variant) {
            (Elem::ConstantIndex { .. } | Elem::Subslice { .. }, _) => {
                Fault::not_custom_mir("an element or a part of an array or slice, at a fixed position")
            }
            (Elem::Deref | Elem::Index(_) | Elem::Downcast(_), Some(_)) => {
                Fault::new(Rule::Downcast, "after `Variant` a field must follow")
            }
            (Elem::Deref, None) => Fault::new(
                Rule::DerefNonPointer,
                format!("`{name}` is no pointer, so it cannot be dereferenced"),
            ),
            (Elem::Index(_), None) => {
                let fault = Fault::new(Rule::IndexNonArray, format!("`{name}` cannot be indexed"));
                match self.types.pointee(base.ty).and_then(|pointee| self.types.element(pointee)) {
                    Some(_) => fault.help("dereference it first: `(*x)[i]`"),
                    None => fault.label("not an array or slice"),
                }
            }
            (Elem::Downcast(variant), None) => match kind {
                TyKind::Adt(adt) if self.types.adts[*adt].kind == AdtKind::Enum => {
                    let count = super::names::count_of(&self.types.adts[*adt].variants, "variant");
                    Fault::new(Rule::Downcast, format!("`{name}` has no variant {}", variant.0)).label(count)
                }
                _ => Fault::new(Rule::Downcast, format!("`{name}` is no enum, so it has no variants")),
            },
            (Elem::Field(field), variant) => self.field_fault(base.ty, variant, field),
        }
    }

    fn field_fault(&self, ty: Ty, variant: Option<VariantId>, field: FieldId) -> Box<Fault> {
        let name = self.name(ty);
        match self.types.kind(ty) {
            TyKind::Adt(adt) => {
                let def = &self.types.adts[*adt];
                if def.library().is_some_and(|library| !library.fields_are_public()) {
                    return Fault::new(Rule::PrivateField, format!("the fields of `{name}` are private"));
                }
                if def.kind == AdtKind::Enum && variant.is_none() {
                    return Fault::new(
                        Rule::NoSuchField,
                        format!("`{name}` is an enum: its variants have fields"),
                    )
                    .help("choose one: `Field::<T>(Variant(x, 0), 0)`");
                }
                let fields =
                    def.variants.get(variant.unwrap_or(VariantId::ONLY)).map(|variant| &variant.fields);
                let count = fields.map_or_else(String::new, |fields| super::names::count_of(fields, "field"));
                Fault::new(Rule::NoSuchField, format!("`{name}` has no field {}", field.0)).label(count)
            }
            TyKind::Tuple(fields) => {
                Fault::new(Rule::NoSuchField, format!("`{name}` has no field {}", field.0))
                    .label(format!("its fields are {} in number", fields.len()))
            }
            _ => Fault::new(Rule::NoSuchField, format!("`{name}` has no fields")),
        }
    }

    /// What the phase says against the place's dereferences.
    fn deref_fault(&self, cx: Cx<'a>, place: &Place) -> Option<Box<Fault>> {
        let first = place.projection.iter().position(|&elem| elem == Elem::Deref)?;
        if cx.phase < Phase::AnalysisPostCleanup {
            return None;
        }
        let later = place.projection[1..].contains(&Elem::Deref);
        if later {
            let message = "a dereference must be a place's first step in this phase";
            let fault = Fault::new(Rule::DerefNotFirst, message)
                .label("dereferenced after another step")
                .help("copy the pointer to a local and dereference that");
            return Some(fault);
        }
        let base = cx.body.locals[place.local].ty;
        if cx.phase.is_runtime() && first == 0 && matches!(self.types.kind(base), TyKind::Box(_)) {
            let message = "a `Box` cannot be dereferenced in the runtime dialect";
            let fault = Fault::new(Rule::BoxDeref, message).help("use a raw pointer to what is inside");
            return Some(fault);
        }
        None
    }

    /// The type of an operand, which is checked.
    pub(super) fn operand(&mut self, cx: Cx<'a>, operand: &'a Operand, at: At) -> Option<Ty> {
        match operand {
            Operand::Copy(place) => {
                let ty = self.value_place(cx, place, at)?;
                if !cx.phase.is_runtime() && !self.types.is_copy(ty) {
                    let message =
                        format!("`{}` is not `Copy`, so it must be moved in this phase", self.name(ty));
                    let help = format!("write `Move({})`", self.describe().place(cx.body, place));
                    self.report(at, Fault::new(Rule::CopyOfNonCopy, message).help(help));
                }
                Some(ty)
            }
            Operand::Move(place) => self.value_place(cx, place, at),
            Operand::Const(value) => self.constant(value, at),
        }
    }

    /// The packed type that the place is in, by the steps after the last dereference (`is_within_packed` of
    /// `rustc_const_eval::util`), and how much it packs.
    pub(super) fn packed_base(&self, cx: Cx<'a>, place: &Place) -> Option<(Ty, u64)> {
        let mut ty = PlaceTy::from(cx.body.locals.get(place.local)?.ty);
        let mut most: Option<(Ty, u64)> = None;
        for &elem in &place.projection {
            match (elem, self.types.kind(ty.ty)) {
                (Elem::Deref, _) => most = None,
                (_, TyKind::Adt(adt)) => {
                    if let Some(pack) = self.types.adts[*adt].repr.pack
                        && most.is_none_or(|(_, known)| pack < known)
                    {
                        most = Some((ty.ty, pack));
                    }
                }
                _ => {}
            }
            ty = self.types.project(ty, elem)?;
        }
        most
    }
}
