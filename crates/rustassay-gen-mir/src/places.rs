//! Where statements find their operands, and where they put results.

use crate::config::Weights;
use crate::scope::Scope;
use crate::writer::Writer;
use rustassay_machine::machine::Machine;
use rustassay_mir::model::*;
use rustassay_random::Menu;
use rustassay_random::weighted;

/// What a place is wanted for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// It has a value.
    Read,
    /// It may be changed, and have no value as yet.
    Write,
}

/// How a place is found.
#[derive(Copy, Clone, Debug)]
pub(crate) enum PlaceRule {
    Local,
    Field,
    Element,
    Variant,
    Behind,
    Temporary,
}

/// How places are found.
pub(crate) fn menu(w: &Weights) -> Menu<PlaceRule> {
    Menu::new(&[
        (w.locals, PlaceRule::Local),
        (w.fields, PlaceRule::Field),
        (w.elements, PlaceRule::Element),
        (w.variants, PlaceRule::Variant),
        (w.behind_pointers, PlaceRule::Behind),
        (w.temporaries, PlaceRule::Temporary),
    ])
}

impl Writer {
    /// A place of a type.
    pub fn place(&mut self, ty: Ty, wanted: Use) -> Option<Place> {
        for _ in 0..3 {
            let found = match self.random.choose(&self.menus.places)? {
                PlaceRule::Local => self.local(ty, wanted).map(Place::from),
                PlaceRule::Field => self.listed(ty, wanted),
                PlaceRule::Element => self.element(ty, wanted),
                PlaceRule::Variant => self.field_of_variant(ty),
                PlaceRule::Behind => self.behind(ty),
                PlaceRule::Temporary => self.behind_temporary(ty),
            };
            if found.is_some() {
                return found;
            }
        }
        self.listed(ty, wanted)
    }

    /// A local of a type, or a field: of two, the one that more went into.
    pub fn listed(&mut self, ty: Ty, wanted: Use) -> Option<Place> {
        self.find_listed(ty, wanted).cloned()
    }

    fn find_listed(&mut self, ty: Ty, wanted: Use) -> Option<&Place> {
        let scope = self.scopes.last()?;
        let places = scope.of_type(ty);
        let mut best: Option<&Place> = None;
        for _ in 0..4 {
            let place = self.random.pick(places)?;
            if !is_fit(place, wanted, scope, &mut self.machine) {
                continue;
            }
            match best {
                Some(other) if scope.complexity(other) >= scope.complexity(place) => return Some(other),
                Some(_) => return Some(place),
                None if wanted == Use::Write => return Some(place),
                None => best = Some(place),
            }
        }
        best
    }

    /// A whole local of a type.
    pub fn local(&mut self, ty: Ty, wanted: Use) -> Option<Local> {
        (0..3).find_map(|_| self.find_listed(ty, wanted).and_then(Place::as_local))
    }

    /// An element of an array or slice, by an index that is in bounds.
    fn element(&mut self, ty: Ty, wanted: Use) -> Option<Place> {
        let scope = self.scopes.last()?;
        let slices = scope.slices_of(ty);
        if !slices.is_empty() && self.random.chance(self.mixture.chances.slice_elements) {
            let slice = *self.random.pick(slices)?;
            if !scope.is_given(&slice.into()) {
                return None;
            }
            let len =
                self.compute(Ty::USIZE, Rvalue::Unary(UnOp::PtrMetadata, Operand::Copy(slice.into())))?;
            let index = self.machine.local_word(len).filter(|&len| len > 0)?;
            let index = self.index_below(index)?;
            return Some(Place::from(slice).deref().project(Elem::Index(index)));
        }
        let (array, len) = self.random.pick(scope.arrays_of(ty)).cloned()?;
        let is_fit = scope.is_given(&array) && (wanted == Use::Read || scope.is_free(&array));
        is_fit.then_some(())?;
        let index = self.index_below(len)?;
        Some(array.project(Elem::Index(index)))
    }

    /// A local that is an index below a length.
    pub fn index_below(&mut self, len: u64) -> Option<Local> {
        for _ in 0..4 {
            let scope = self.scopes.last()?;
            let Some(place) = self.random.pick(scope.of_type(Ty::USIZE)) else { break };
            let is_index = scope.is_given(place)
                && place.projection.is_empty()
                && self.machine.local_word(place.local).is_some_and(|n| n < len);
            if is_index {
                return Some(place.local);
            }
        }
        let index = self.random.below(len as usize) as i128;
        let value = self.types().const_int(IntTy::Usize, index);
        self.compute(Ty::USIZE, Rvalue::Use(value.into()))
    }

    /// A field of the variant that an enum is in, which is found out first.
    fn field_of_variant(&mut self, ty: Ty) -> Option<Place> {
        let (place, enum_ty) = self.some_enum()?;
        // rustc 1.95 cannot name the lifetime of a reference there.
        if self.types().mentions_reference(ty) || !self.types().is_copy(ty) {
            return None;
        }
        let TyKind::Adt(adt) = *self.kind(enum_ty) else { return None };
        let has_some = |variant: &Variant| variant.fields.iter().any(|field| field.ty == ty);
        self.types().adts[adt].variants.iter().any(has_some).then_some(())?;
        let variant = self.variant_of(&place, enum_ty)?;
        let fields = &self.types().adts[adt].variants[variant].fields;
        let fitting: Vec<FieldId> =
            fields.iter_ids().filter(|(_, field)| field.ty == ty).map(|(id, _)| id).collect();
        let field = *self.random.pick(&fitting)?;
        Some(place.project(Elem::Downcast(variant)).project(Elem::Field(field)))
    }

    /// An enum that has a value.
    pub fn some_enum(&mut self) -> Option<(Place, Ty)> {
        let scope = self.scopes.last()?;
        let (place, ty) = self.random.pick(scope.enums()).cloned()?;
        (scope.is_given(&place) && scope.is_free(&place)).then_some((place, ty))
    }

    /// The variant that an enum is in, by reading its discriminant.
    fn variant_of(&mut self, place: &Place, ty: Ty) -> Option<VariantId> {
        let int = self.types().discriminant_ty(ty);
        let read = self.compute(Ty::int(int), Rvalue::Discriminant(place.clone()))?;
        let value = self.machine.peek(&read.into()).filter(|scalar| !scalar.is_tainted())?;
        let def = self.machine.program.adt(ty)?;
        let variant = def
            .discriminants(self.types().data_layout())
            .position(|discriminant| discriminant == value.bits)?;
        // In another round or call too: what fields of other variants are, depends on where they lie.
        let expected = Operand::from(Const::Int(int, value.bits));
        let is_same = Rvalue::Binary(BinOp::Eq, Operand::Copy(read.into()), expected);
        let is_same = self.compute(Ty::BOOL, is_same)?;
        self.write(Statement::Assume(Operand::Copy(is_same.into())))?;
        Some(VariantId::new(variant))
    }

    /// What a pointer in a local points to, or a field of that.
    pub fn behind(&mut self, ty: Ty) -> Option<Place> {
        let scope = self.scopes.last()?;
        let place = self.random.pick(scope.behind(ty))?;
        scope.is_given(place).then(|| place.clone())
    }

    /// What a pointer points to that is in a field, in an array or behind another pointer: custom MIR follows pointers in locals only.
    fn behind_temporary(&mut self, ty: Ty) -> Option<Place> {
        let is_pointer = |types: &Types, pointer: Ty| match *types.kind(pointer) {
            TyKind::RawPtr(_, pointee) | TyKind::Ref(Mutability::Not, pointee) => pointee == ty,
            _ => false,
        };
        let pointer_ty = self.some_ty_that(is_pointer)?;
        let pointer = weighted!(
            self.random,
            (1, self.element(pointer_ty, Use::Read)?),
            (1, self.behind(pointer_ty)?),
            (1, self.listed(pointer_ty, Use::Read).filter(|place| !place.projection.is_empty())?),
        );
        let temporary = self.compute(pointer_ty, Rvalue::Use(Operand::Copy(pointer)))?;
        Some(Place::from(temporary).deref())
    }
}

/// Whether a place is fit for a use.
fn is_fit(place: &Place, wanted: Use, scope: &Scope, machine: &mut Machine) -> bool {
    match wanted {
        Use::Write => scope.is_free(place),
        Use::Read if scope.is_given(place) => true,
        // Something may have been put into what has no value as a whole.
        Use::Read => !place.projection.is_empty() && scope.is_free(place) && machine.peek(place).is_some(),
    }
}
