//! Constants: those that a place holds, and those that a type has.

use rustassay_machine::machine::Machine;
use rustassay_mir::model::*;

/// A constant for what a place of the function that runs holds, if there is one.
pub fn constant(machine: &mut Machine, function: FnId, place: &Place) -> Option<Const> {
    let locals = &machine.program.functions[function].body.locals;
    let ty = machine.program.types.place_ty(locals, place)?;
    match held(machine, place, ty, DEPTH)? {
        ConstExpr::Const(value) => Some(value),
        made => Some(Const::Block(Box::new(made))),
    }
}

/// So deep are types looked into.
const DEPTH: usize = 6;

fn held(machine: &mut Machine, place: &Place, ty: Ty, depth: usize) -> Option<ConstExpr> {
    let depth = depth.checked_sub(1)?;
    if let TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Float(_) = machine.program.types.kind(ty) {
        let scalar =
            machine.peek(place).filter(|scalar| scalar.provenance.is_none() && !scalar.is_tainted())?;
        return of_bits(&machine.program.types, ty, scalar.bits).map(ConstExpr::Const);
    }
    match machine.program.types.kind(ty).clone() {
        TyKind::Tuple(fields) => {
            let held = fields.iter().enumerate();
            let held =
                held.map(|(n, &field)| held_in(machine, place, Elem::Field(FieldId::new(n)), field, depth));
            Some(ConstExpr::Tuple(held.collect::<Option<_>>()?))
        }
        TyKind::Adt(adt) if machine.program.types.adts[adt].kind == AdtKind::Struct => {
            let def = &machine.program.types.adts[adt];
            if def.library().is_some_and(|library| !library.fields_are_public()) {
                return None;
            }
            let fields: Vec<(FieldId, Ty)> =
                def.only_variant().fields.iter_ids().map(|(id, field)| (id, field.ty)).collect();
            let held = fields
                .into_iter()
                .map(|(id, field)| Some((id, held_in(machine, place, Elem::Field(id), field, depth)?)));
            Some(ConstExpr::Adt(adt, VariantId::ONLY, held.collect::<Option<_>>()?))
        }
        _ => None,
    }
}

fn held_in(machine: &mut Machine, place: &Place, elem: Elem, ty: Ty, depth: usize) -> Option<ConstExpr> {
    held(machine, &place.clone().project(elem), ty, depth)
}

/// The constant of a scalar type that has these bits.
fn of_bits(types: &Types, ty: Ty, bits: u128) -> Option<Const> {
    Some(match *types.kind(ty) {
        TyKind::Bool => Const::Bool(bits == 1),
        TyKind::Char => Const::Char(char::from_u32(bits as u32)?),
        TyKind::Int(int) => Const::Int(int, bits),
        TyKind::Float(float) => Const::Float(float, bits),
        _ => return None,
    })
}

/// The plainest constant of a type, if it has one: zeros, first variants, references to such.
pub fn plainest(types: &Types, ty: Ty) -> Option<Const> {
    match plain(types, ty, DEPTH)? {
        ConstExpr::Const(value) => Some(value),
        made => Some(Const::Block(Box::new(made))),
    }
}

fn plain(types: &Types, ty: Ty, depth: usize) -> Option<ConstExpr> {
    let depth = depth.checked_sub(1)?;
    Some(match types.kind(ty) {
        TyKind::Bool => Const::Bool(false).into(),
        TyKind::Char => Const::Char('a').into(),
        TyKind::Int(int) => Const::Int(*int, 0).into(),
        TyKind::Float(float) => Const::Float(*float, 0).into(),
        TyKind::Tuple(fields) => {
            let fields = fields.iter().map(|&field| plain(types, field, depth));
            ConstExpr::Tuple(fields.collect::<Option<_>>()?)
        }
        TyKind::Array(element, 0) => ConstExpr::Array(*element, Vec::new()),
        TyKind::Array(element, len) => ConstExpr::Repeat(Box::new(plain(types, *element, depth)?), *len),
        TyKind::Adt(adt) => return plain_adt(types, ty, *adt, depth),
        TyKind::RawPtr(_, pointee) if types.is_sized(*pointee) => ConstExpr::Address(8, ty),
        TyKind::Ref(Mutability::Not, pointee) if types.is_sized(*pointee) => {
            ConstExpr::Ref(Box::new(plain(types, *pointee, depth)?))
        }
        _ => return None,
    })
}

fn plain_adt(types: &Types, ty: Ty, adt: AdtId, depth: usize) -> Option<ConstExpr> {
    let def = &types.adts[adt];
    match def.library() {
        Some(Library::MaybeUninit) => return Some(ConstExpr::Uninit(ty)),
        Some(library) if !library.fields_are_public() => return None,
        _ => {}
    }
    let fields_of = |variant: &Variant| -> Option<Vec<(FieldId, ConstExpr)>> {
        let fields = variant.fields.iter_ids();
        let fields = fields.map(|(id, field)| Some((id, plain(types, field.ty, depth)?)));
        match def.kind {
            // One field is all that a union has.
            AdtKind::Union => fields.take(1).collect(),
            _ => fields.collect(),
        }
    };
    let mut variants = def.variants.iter_ids();
    variants.find_map(|(id, variant)| Some(ConstExpr::Adt(adt, id, fields_of(variant)?)))
}
