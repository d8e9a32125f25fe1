//! Constants: numbers at which something happens, and what is made of them.

use rustassay_mir::model::*;
use rustassay_random::{Random, weighted};
use std::ops::RangeInclusive;

/// Numbers at which something happens.
const SPECIAL: [u64; 12] = [0, 1, 2, 3, 7, 8, 31, 63, 64, 127, 255, 65_535];

/// Code points of one byte, and those below the surrogates.
const ASCII: RangeInclusive<usize> = 0..=0x7f;
const BELOW_SURROGATES: RangeInclusive<usize> = 0..=0xd7ff;

/// How many bits the whole part of a float has that can be written with a few digits.
const SHORT_EXPONENTS: RangeInclusive<usize> = 0..=7;

/// How many of 100 floats are negative.
const NEGATIVE: usize = 40;

/// A constant of a scalar type that is no pointer.
pub fn scalar(types: &Types, ty: Ty, random: &mut Random) -> Option<Const> {
    Some(match *types.kind(ty) {
        TyKind::Bool => Const::Bool(random.coin()),
        TyKind::Char => {
            let code = weighted!(
                random,
                (1, random.within(&ASCII) as u32),
                (1, 0xd7ff),
                (1, 0x10_ffff),
                (1, random.within(&BELOW_SURROGATES) as u32),
            );
            Const::Char(char::from_u32(code).unwrap_or('x'))
        }
        TyKind::Int(int) => {
            let width = types.int(int);
            let bits = weighted!(
                random,
                (1, width.min_bits()),
                (1, width.max_bits()),
                (1, width.truncate(u128::MAX)),
                (1, random.wide_bits()),
                (2, u128::from(random.one(SPECIAL))),
            );
            Const::Int(int, width.truncate(bits))
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
    let magnitude = weighted!(
        random,
        (2, 0),
        (1, of(bias, 0)),
        (1, of((1 << exponent) - 1, 0)),
        (1, of(0, fraction)),
        (1, of((1 << exponent) - 2, u128::MAX)),
        (1, of(1 + u128::from(random.bits()) % (2 * bias), fraction)),
        // Such as have a few digits.
        (3, of(bias + random.within(&SHORT_EXPONENTS) as u128, fraction & (7 << (mantissa - 3)))),
    );
    let sign = u128::from(random.chance(NEGATIVE)) << (mantissa + exponent);
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
