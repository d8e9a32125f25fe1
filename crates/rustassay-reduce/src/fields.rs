//! Fields that go, from their definition and from wherever they are mentioned.

use rustassay_mir::model::*;

/// A field that goes.
#[derive(Copy, Clone)]
struct Gone {
    adt: AdtId,
    variant: VariantId,
    field: FieldId,
}

/// Takes a field away. Statements that mention it go; where a terminator does, the program is no program any more, which its
/// checks find out.
pub fn drop_field(program: &mut Program, adt: AdtId, variant: VariantId, field: FieldId) {
    let gone = Gone { adt, variant, field };
    let Program { types, functions, statics, consts, .. } = program;
    for function in functions.iter_mut() {
        let Body { locals, blocks, .. } = &mut function.body;
        for block in blocks.iter_mut() {
            block.statements.retain_mut(|statement| {
                if let Statement::Assign(_, Rvalue::Adt(made, of, only, operands)) = statement
                    && gone.is_in(*made, *of)
                {
                    match only {
                        Some(only) if *only == field => return false,
                        Some(only) => gone.renumber(only),
                        None if field.index() < operands.len() => drop(operands.remove(field.index())),
                        None => {}
                    }
                }
                gone.update(types, locals, statement.parts_mut())
            });
            gone.update(types, locals, block.terminator.parts_mut());
        }
    }
    statics.iter_mut().for_each(|def| gone.update_expr(&mut def.init));
    consts.iter_mut().for_each(|def| gone.update_expr(&mut def.value));
    let variant = &mut types.adts[adt].variants[variant];
    variant.fields.as_mut_vec().remove(field.index());
    if variant.ctor == Ctor::Tuple {
        for (n, field) in variant.fields.iter_mut().enumerate() {
            field.name = n.to_string().into();
        }
    }
}

impl Gone {
    fn is_in(self, adt: AdtId, variant: VariantId) -> bool {
        (self.adt, self.variant) == (adt, variant)
    }

    fn renumber(self, field: &mut FieldId) {
        if *field > self.field {
            *field = FieldId::new(field.index() - 1);
        }
    }

    /// Numbers the fields anew that parts of a statement mention; false if one of them is the one that goes.
    fn update<'a>(
        self,
        types: &Types,
        locals: &IdVec<Local, LocalDecl>,
        parts: impl IntoIterator<Item = PartMut<'a>>,
    ) -> bool {
        let mut is_without = true;
        for part in parts {
            match part {
                PartMut::Operand(Operand::Const(Const::Block(value))) => self.update_expr(value),
                part => {
                    if let Some(place) = part.into_place() {
                        is_without &= self.update_place(types, locals, place);
                    }
                }
            }
        }
        is_without
    }

    fn update_place(self, types: &Types, locals: &IdVec<Local, LocalDecl>, place: &mut Place) -> bool {
        let mut ty = PlaceTy::from(locals[place.local].ty);
        for elem in &mut place.projection {
            let old = *elem;
            if let (Elem::Field(field), TyKind::Adt(adt)) = (elem, types.kind(ty.ty))
                && self.is_in(*adt, ty.variant.unwrap_or(VariantId::ONLY))
            {
                if *field == self.field {
                    return false;
                }
                self.renumber(field);
            }
            match types.project(ty, old) {
                Some(next) => ty = next,
                None => return false,
            }
        }
        true
    }

    fn update_expr(self, value: &mut ConstExpr) {
        match value {
            ConstExpr::Const(Const::Block(value))
            | ConstExpr::Repeat(value, _)
            | ConstExpr::Ref(value)
            | ConstExpr::Unsize(value, _) => self.update_expr(value),
            ConstExpr::Tuple(values) | ConstExpr::Array(_, values) => {
                values.iter_mut().for_each(|value| self.update_expr(value));
            }
            ConstExpr::Adt(adt, variant, fields) => {
                if self.is_in(*adt, *variant) {
                    fields.retain(|(field, _)| *field != self.field);
                    fields.iter_mut().for_each(|(field, _)| self.renumber(field));
                }
                fields.iter_mut().for_each(|(_, value)| self.update_expr(value));
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
            | ConstExpr::Extern(..) => {}
        }
    }
}
