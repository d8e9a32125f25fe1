//! Constants: numbers at which something happens, and what is made of them.

use rustassay_mir::model::*;
use rustassay_random::Random;

/// Numbers at which something happens.
const SPECIAL: [u64; 12] = [0, 1, 2, 3, 7, 8, 31, 63, 64, 127, 255, 65_535];

/// A constant of a scalar type that is no pointer.
pub fn scalar(types: &Types, ty: Ty, random: &mut Random) -> Option<Const> {
    Some(match *types.kind(ty) {
        TyKind::Bool => Const::Bool(random.chance(50)),
        TyKind::Char => {
            let code = match random.below(4) {
                0 => random.below(128) as u32,
                1 => 0xd7ff,
                2 => 0x10_ffff,
                _ => random.below(0xd800) as u32,
            };
            Const::Char(char::from_u32(code).unwrap_or('x'))
        }
        TyKind::Int(int) => {
            let bits = match random.below(6) {
                0 => int.min_bits(),
                1 => int.max_bits(),
                2 => int.truncate(u128::MAX),
                3 => random.wide_bits(),
                _ => u128::from(*random.pick(&SPECIAL)?),
            };
            Const::Int(int, int.truncate(bits))
        }
        TyKind::Float(float) => float_constant(float, random),
        _ => return None,
    })
}

/// Zeros, infinities, small and large numbers, subnormal ones, and bits without a pattern; no NaN, because the sign and payload of
/// one that comes out of arithmetic are not the same everywhere.
fn float_constant(float: FloatTy, random: &mut Random) -> Const {
    let (mantissa, exponent) = match float {
        FloatTy::F16 => (10, 5),
        FloatTy::F32 => (23, 8),
        FloatTy::F64 => (52, 11),
        FloatTy::F128 => (112, 15),
    };
    let bias = (1_u128 << (exponent - 1)) - 1;
    let of = |exponent: u128, fraction: u128| exponent << mantissa | fraction & ((1 << mantissa) - 1);
    let fraction = random.wide_bits();
    let magnitude = match random.below(10) {
        0 | 1 => 0,
        2 => of(bias, 0),
        3 => of((1 << exponent) - 1, 0),
        4 => of(0, fraction),
        5 => of((1 << exponent) - 2, u128::MAX),
        6 => of(1 + u128::from(random.bits()) % (2 * bias), fraction),
        // Such as have a few digits.
        _ => of(bias + random.below(8) as u128, fraction & (7 << (mantissa - 3))),
    };
    let sign = u128::from(random.chance(40)) << (mantissa + exponent);
    Const::Float(float, sign | magnitude)
}

/// A constant of any type that has some.
pub fn expression(types: &Types, ty: Ty, random: &mut Random) -> Option<ConstExpr> {
    Some(match types.kind(ty) {
        TyKind::Tuple(fields) => {
            let parts: Option<Vec<ConstExpr>> =
                fields.iter().map(|&field| expression(types, field, random)).collect();
            ConstExpr::Tuple(parts?)
        }
        &TyKind::Array(element, len) => {
            let parts: Option<Vec<ConstExpr>> =
                (0..len).map(|_| expression(types, element, random)).collect();
            ConstExpr::Array(element, parts?)
        }
        &TyKind::Adt(adt) => {
            let def = &types.adts[adt];
            // What has a destructor observes by a pointer.
            if def.drop.is_some() {
                return None;
            }
            let variant = VariantId::new(random.below(def.variants.len()));
            let fields: Vec<(FieldId, Ty)> =
                def.variants[variant].fields.iter_ids().map(|(id, field)| (id, field.ty)).collect();
            let fields = match def.kind {
                AdtKind::Union => vec![*random.pick(&fields)?],
                _ => fields,
            };
            let parts: Option<Vec<(FieldId, ConstExpr)>> =
                fields.into_iter().map(|(id, ty)| Some((id, expression(types, ty, random)?))).collect();
            ConstExpr::Adt(adt, variant, parts?)
        }
        &TyKind::RawPtr(_, pointee) if types.is_sized(pointee) => ConstExpr::Address(0, ty),
        _ => ConstExpr::Const(scalar(types, ty, random)?),
    })
}
