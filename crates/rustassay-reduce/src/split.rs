//! A local that is only used field by field becomes a local for each field.

use rustassay_mir::model::*;

/// Whether a local of a function can be split.
pub fn can_split(program: &Program, function: FnId, local: Local) -> bool {
    let body = &program.functions[function].body;
    !body.is_signature_local(local) && split_body(&program.types, body, local).is_some()
}

/// Splits a local of a function.
pub fn split(program: &mut Program, function: FnId, local: Local) {
    let body = &mut program.functions[function].body;
    if let Some(split) = split_body(&program.types, body, local) {
        *body = split;
    }
}

fn split_body(types: &Types, body: &Body, local: Local) -> Option<Body> {
    let fields = fields(types, body.locals.get(local)?.ty)?;
    let mut body = body.clone();
    for block in body.blocks.iter_mut() {
        let statements = std::mem::take(&mut block.statements);
        block.statements = statements.into_iter().flat_map(|statement| by_field(statement, local)).collect();
    }
    let parts: Vec<Local> = fields.into_iter().map(|ty| body.local(ty)).collect();
    let mut is_by_field = true;
    body.for_each_place_mut(|place| {
        if place.local != local {
            return;
        }
        match place.projection.first() {
            Some(Elem::Field(field)) if field.index() < parts.len() => {
                place.local = parts[field.index()];
                place.projection.remove(0);
            }
            _ => is_by_field = false,
        }
    });
    is_by_field.then_some(body)
}

/// The types of the fields of a tuple or struct. One that is dropped as a whole stays whole.
fn fields(types: &Types, ty: Ty) -> Option<Vec<Ty>> {
    match types.kind(ty) {
        TyKind::Tuple(fields) if !fields.is_empty() => Some(fields.to_vec()),
        TyKind::Adt(adt) => {
            let def = &types.adts[*adt];
            let is_plain = def.kind == AdtKind::Struct && def.library().is_none() && def.drop.is_none();
            is_plain.then(|| def.only_variant().fields.iter().map(|field| field.ty).collect())
        }
        _ => None,
    }
}

/// The statement, in which all fields of the local are assigned one by one.
fn by_field(statement: Statement, local: Local) -> Vec<Statement> {
    match statement {
        Statement::StorageLive(other) | Statement::StorageDead(other) if other == local => Vec::new(),
        Statement::Assign(place, Rvalue::Tuple(operands) | Rvalue::Adt(_, _, None, operands))
            if place.as_local() == Some(local) =>
        {
            let assign = |(n, operand): (usize, Operand)| {
                Statement::Assign(place.clone().field(n as u32), Rvalue::Use(operand))
            };
            operands.into_iter().enumerate().map(assign).collect()
        }
        other => vec![other],
    }
}
