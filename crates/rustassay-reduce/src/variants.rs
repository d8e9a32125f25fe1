//! Variants of enums that go, from their definition and from wherever they are mentioned.

use rustassay_mir::model::*;

/// A variant that goes.
#[derive(Copy, Clone)]
struct Gone {
    adt: AdtId,
    variant: VariantId,
}

/// The program without a variant: statements that mention it go. `None` where something else mentions it.
pub fn without_variant(program: &Program, adt: AdtId, variant: VariantId) -> Option<Program> {
    let gone = Gone { adt, variant };
    let mut new = program.clone();
    let Program { types, functions, statics, consts, .. } = &mut new;
    for function in functions.iter_mut() {
        let Body { locals, blocks, .. } = &mut function.body;
        for block in blocks.iter_mut() {
            block.statements.retain_mut(|statement| gone.update_statement(types, locals, statement));
            if !gone.update(types, locals, block.terminator.parts_mut()) {
                return None;
            }
        }
    }
    let mut values =
        statics.iter_mut().map(|def| &mut def.init).chain(consts.iter_mut().map(|def| &mut def.value));
    if !values.all(|value| gone.update_expr(value)) {
        return None;
    }
    let data = types.data_layout();
    let def = &mut types.adts[adt];
    // Those that come after it keep their numbers where they can say them: what they are switched on by stays right then.
    let numbers: Vec<u128> = def.discriminants(data).collect();
    if def.variants.iter().all(|variant| variant.fields.is_empty()) {
        for (variant, number) in def.variants.iter_mut().zip(numbers).skip(variant.index() + 1).take(1) {
            variant.discriminant = Some(number);
        }
    }
    def.variants.as_mut_vec().remove(variant.index());
    Some(new)
}

impl Gone {
    /// Numbers a variant of the enum anew; false if it is the one that goes.
    fn renumber(self, variant: &mut VariantId) -> bool {
        if *variant > self.variant {
            *variant = VariantId::new(variant.index() - 1);
            return true;
        }
        *variant != self.variant
    }

    fn update_statement(
        self,
        types: &Types,
        locals: &IdVec<Local, LocalDecl>,
        statement: &mut Statement,
    ) -> bool {
        let is_without = match statement {
            Statement::Assign(_, Rvalue::Adt(adt, variant, ..)) if *adt == self.adt => self.renumber(variant),
            Statement::SetDiscriminant(place, variant) => match types.place_ty(locals, place) {
                Some(ty) if *types.kind(ty) == TyKind::Adt(self.adt) => self.renumber(variant),
                _ => true,
            },
            _ => true,
        };
        is_without && self.update(types, locals, statement.parts_mut())
    }

    /// Numbers the variants anew that some parts mention; false if one of them is the one that goes.
    fn update<'a>(
        self,
        types: &Types,
        locals: &IdVec<Local, LocalDecl>,
        parts: impl IntoIterator<Item = PartMut<'a>>,
    ) -> bool {
        let mut is_without = true;
        for part in parts {
            is_without &= match part {
                PartMut::Operand(Operand::Const(Const::Block(value))) => self.update_expr(value),
                part => part.into_place().is_none_or(|place| self.update_place(types, locals, place)),
            };
        }
        is_without
    }

    fn update_place(self, types: &Types, locals: &IdVec<Local, LocalDecl>, place: &mut Place) -> bool {
        let mut ty = PlaceTy::from(locals[place.local].ty);
        for elem in &mut place.projection {
            let old = *elem;
            if let (Elem::Downcast(variant), TyKind::Adt(adt)) = (elem, types.kind(ty.ty))
                && *adt == self.adt
                && !self.renumber(variant)
            {
                return false;
            }
            match types.project(ty, old) {
                Some(next) => ty = next,
                None => return false,
            }
        }
        true
    }

    fn update_expr(self, value: &mut ConstExpr) -> bool {
        match value {
            ConstExpr::Const(Const::Block(value))
            | ConstExpr::Repeat(value, _)
            | ConstExpr::Ref(value)
            | ConstExpr::Unsize(value, _) => self.update_expr(value),
            ConstExpr::Tuple(values) | ConstExpr::Array(_, values) => {
                values.iter_mut().all(|value| self.update_expr(value))
            }
            ConstExpr::Adt(adt, variant, fields) => {
                (*adt != self.adt || self.renumber(variant))
                    && fields.iter_mut().all(|(_, value)| self.update_expr(value))
            }
            ConstExpr::Const(_)
            | ConstExpr::StaticPtr(..)
            | ConstExpr::FnPtr(..)
            | ConstExpr::Address(..)
            | ConstExpr::Uninit(_)
            | ConstExpr::Bits(..)
            | ConstExpr::Memory { .. }
            | ConstExpr::Pointer { .. }
            | ConstExpr::Call(_)
            | ConstExpr::Extern(..) => true,
        }
    }
}
