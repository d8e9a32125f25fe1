//! Literals with their types.

use super::cursor::Read;
use super::types::parse_int;
use crate::model::{Const, FloatTy, IntTy, Ty, TyKind, Types};
use crate::source::{Diagnostic, Span};
use rustc_apfloat::Float as _;
use rustc_apfloat::ieee::{Half, Quad};

/// An integer literal. Without a suffix it takes the type that is wanted, or `i32`.
pub fn int(
    text: &str,
    types: &Types,
    (value, suffix): (u128, Option<Span>),
    negative: bool,
    wanted: Option<Ty>,
    span: Span,
    may_overflow: bool,
) -> Read<Const> {
    let ty = match suffix {
        Some(suffix) => IntTy::from_name(&text[suffix.range()]).expect("the grammar knows the suffixes"),
        None => match wanted.map(|ty| types.kind(ty)) {
            Some(TyKind::Int(int)) => *int,
            _ => IntTy::I32,
        },
    };
    if negative && !ty.signed() {
        let message = format!("`{}` has no negative values", ty.name());
        return Err(Box::new(Diagnostic::new("literal-out-of-range", span, message)));
    }
    let width = types.int(ty);
    let limit = if negative { width.min_bits() } else { width.max_bits() };
    if value > limit && !may_overflow {
        let message = format!("literal out of range for `{}`", ty.name());
        return Err(Box::new(
            Diagnostic::new("literal-out-of-range", span, message)
                .note("rustc denies this by the lint `overflowing_literals`, which the crate may allow"),
        ));
    }
    let value = if negative { value.wrapping_neg() } else { value };
    Ok(Const::Int(ty, width.truncate(value)))
}

/// A float literal. Without a suffix it takes the type that is wanted, or `f64`.
pub fn float(types: &Types, literal: &str, negative: bool, wanted: Option<Ty>, span: Span) -> Read<Const> {
    let suffix = FloatTy::ALL.into_iter().find(|float| literal.ends_with(float.name()));
    let digits = suffix.map_or(literal, |float| literal.trim_end_matches(float.name()));
    let ty = suffix.unwrap_or_else(|| match wanted.map(|ty| types.kind(ty)) {
        Some(TyKind::Float(float)) => *float,
        _ => FloatTy::F64,
    });
    let digits: String = digits.chars().filter(|&c| c != '_').collect();
    // Rust's own parsing rounds correctly for the types that it has; the others go through APFloat.
    let bits = match ty {
        FloatTy::F32 => digits.parse::<f32>().ok().map(|value| value.to_bits().into()),
        FloatTy::F64 => digits.parse::<f64>().ok().map(|value| value.to_bits().into()),
        FloatTy::F16 => digits.parse::<Half>().ok().map(Half::to_bits),
        FloatTy::F128 => digits.parse::<Quad>().ok().map(Quad::to_bits),
    };
    let Some(bits) = bits else {
        return Err(Box::new(Diagnostic::new("literal", span, "this is no floating-point literal")));
    };
    let sign = u128::from(negative) << (ty.bits() - 1);
    Ok(Const::Float(ty, bits ^ sign))
}

/// `i32::MAX`, `f32::NAN` and their like.
pub fn associated(types: &Types, ty: &str, name: &str) -> Option<Const> {
    if let Some(int) = IntTy::from_name(ty) {
        let width = types.int(int);
        return match name {
            "MAX" => Some(Const::Int(int, width.max_bits())),
            "MIN" => Some(Const::Int(int, width.min_bits())),
            "BITS" => Some(Const::Int(IntTy::U32, width.bits().into())),
            _ => None,
        };
    }
    match (ty, name) {
        ("char", "MAX") => Some(Const::Char(char::MAX)),
        ("char", "MIN") => Some(Const::Char('\0')),
        ("f32", _) => associated_f32(name).map(Const::f32),
        ("f64", _) => associated_f64(name).map(Const::f64),
        _ => None,
    }
}

fn associated_f32(name: &str) -> Option<f32> {
    Some(match name {
        "MAX" => f32::MAX,
        "MIN" => f32::MIN,
        "MIN_POSITIVE" => f32::MIN_POSITIVE,
        "EPSILON" => f32::EPSILON,
        "INFINITY" => f32::INFINITY,
        "NEG_INFINITY" => f32::NEG_INFINITY,
        "NAN" => f32::from_bits(0x7fc0_0000),
        _ => return None,
    })
}

fn associated_f64(name: &str) -> Option<f64> {
    Some(match name {
        "MAX" => f64::MAX,
        "MIN" => f64::MIN,
        "MIN_POSITIVE" => f64::MIN_POSITIVE,
        "EPSILON" => f64::EPSILON,
        "INFINITY" => f64::INFINITY,
        "NEG_INFINITY" => f64::NEG_INFINITY,
        "NAN" => f64::from_bits(0x7ff8_0000_0000_0000),
        _ => return None,
    })
}

/// The argument of `f32::from_bits(0x7fc00000)`.
pub fn from_bits(ty: &str, literal: &str) -> Option<Const> {
    let float = FloatTy::from_name(ty)?;
    let (bits, suffix) = parse_int(literal).filter(|_| literal.starts_with(|c: char| c.is_ascii_digit()))?;
    let of_bits = match float {
        FloatTy::F16 => IntTy::U16,
        FloatTy::F32 => IntTy::U32,
        FloatTy::F64 => IntTy::U64,
        FloatTy::F128 => IntTy::U128,
    };
    let is_bits = suffix.is_empty() || IntTy::from_name(suffix) == Some(of_bits);
    let fits = float.bits() == 128 || bits >> float.bits() == 0;
    (is_bits && fits).then_some(Const::Float(float, bits))
}
