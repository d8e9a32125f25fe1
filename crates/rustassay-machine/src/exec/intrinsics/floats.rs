//! Floats.

use super::super::float::{self, Computed, Extreme};
use super::Args;
use crate::error::*;
use crate::machine::{Machine, Value};
use crate::memory::*;
use rustassay_mir::model::*;
use rustc_apfloat::Round;

/// The bit of a float that is its sign.
fn sign_bit(float: FloatTy) -> u128 {
    1 << (float.bits() - 1)
}

/// The operator that an intrinsic computes in whatever order, and whether it promises that nothing is infinite or a NaN.
fn reordered_operator(intrinsic: Intrinsic) -> Option<(BinOp, bool)> {
    Some(match intrinsic {
        Intrinsic::FaddFast => (BinOp::Add, true),
        Intrinsic::FsubFast => (BinOp::Sub, true),
        Intrinsic::FmulFast => (BinOp::Mul, true),
        Intrinsic::FdivFast => (BinOp::Div, true),
        Intrinsic::FremFast => (BinOp::Rem, true),
        Intrinsic::FaddAlgebraic => (BinOp::Add, false),
        Intrinsic::FsubAlgebraic => (BinOp::Sub, false),
        Intrinsic::FmulAlgebraic => (BinOp::Mul, false),
        Intrinsic::FdivAlgebraic => (BinOp::Div, false),
        Intrinsic::FremAlgebraic => (BinOp::Rem, false),
        _ => return None,
    })
}

/// A function that mathematical libraries compute; `n` is the second argument where that is an integer.
fn transcendental(intrinsic: Intrinsic, a: f64, b: f64, n: i32) -> f64 {
    match intrinsic {
        Intrinsic::Powi(_) => a.powi(n),
        Intrinsic::Sin(_) => a.sin(),
        Intrinsic::Cos(_) => a.cos(),
        Intrinsic::Pow(_) => a.powf(b),
        Intrinsic::Exp(_) => a.exp(),
        Intrinsic::Exp2(_) => a.exp2(),
        Intrinsic::Log(_) => a.ln(),
        Intrinsic::Log10(_) => a.log10(),
        Intrinsic::Log2(_) => a.log2(),
        _ => f64::NAN,
    }
}

impl Args<'_> {
    /// The bits of a float.
    pub(super) fn float(&self, n: usize) -> Step<u128> {
        Ok(self.scalar(n)?.bits)
    }

    /// Touches the sign alone: a NaN stays the one that it is.
    pub(super) fn absolute(&self, float: FloatTy) -> Step<Value> {
        let a = self.scalar(0)?;
        Ok(Value::Scalar(Scalar { bits: a.bits & !sign_bit(float), ..a }))
    }

    /// Touches the sign alone.
    pub(super) fn copy_sign(&self, float: FloatTy) -> Step<Value> {
        let (a, from, sign) = (self.scalar(0)?, self.scalar(1)?, sign_bit(float));
        let signed = Scalar { bits: a.bits & !sign | from.bits & sign, ..a };
        let is_open = from.is_unknown() || (from.is_tainted() && !a.is_tainted());
        Ok(Value::Scalar(signed.tainted_if(is_open)))
    }
}

impl Machine {
    /// What was computed of all arguments.
    pub(super) fn float_value(&mut self, float: FloatTy, computed: Computed, args: &Args<'_>) -> Step<Value> {
        let operands = (0..args.values.len()).map(|n| args.scalar(n)).collect::<Step<Vec<Scalar>>>()?;
        Ok(Value::Scalar(self.computed_float(float, computed, &operands)))
    }

    pub(super) fn round(&mut self, float: FloatTy, to: Round, args: &Args<'_>) -> Step<Value> {
        let computed = float::round(float, to, args.float(0)?);
        self.float_value(float, computed, args)
    }

    pub(super) fn extreme(&mut self, float: FloatTy, which: Extreme, args: &Args<'_>) -> Step<Value> {
        let computed = float::extreme(float, which, args.float(0)?, args.float(1)?);
        self.float_value(float, computed, args)
    }

    /// What the language leaves open, as the host computes it: the precision of transcendental functions, and in which order and how
    /// often arithmetic rounds.
    pub(super) fn open_float(&mut self, intrinsic: Intrinsic, args: &Args<'_>) -> Step<Value> {
        let float = match intrinsic.float() {
            Some(float) => float,
            None => match *self.program.types.kind(args.ty(0)?) {
                TyKind::Float(float) => float,
                _ => return unsupported(format!("`{}` of this type", intrinsic.name())),
            },
        };
        if let Some((op, is_fast)) = reordered_operator(intrinsic) {
            let Some(computed) = float::arithmetic(float, op, args.float(0)?, args.float(1)?) else {
                return unsupported(format!("`{}`", intrinsic.name()));
            };
            let is_finite = |computed: &Computed| match computed {
                Computed::Certain(bits) => float::is_finite(float, *bits),
                Computed::Nan | Computed::EitherZero => !matches!(computed, Computed::Nan),
            };
            let operands = [args.float(0)?, args.float(1)?];
            if is_fast
                && !(operands.iter().all(|&bits| float::is_finite(float, bits)) && is_finite(&computed))
            {
                return ub(Ub::Overflow { op: intrinsic.name() });
            }
            return self.float_value(float, computed, args);
        }
        if let Intrinsic::Fmuladd(_) = intrinsic {
            let [a, b, c] = [args.float(0)?, args.float(1)?, args.float(2)?];
            // A compiler rounds once or twice, as it likes.
            let product = match self.choose() % 2 {
                0 => None,
                _ => float::arithmetic(float, BinOp::Mul, a, b),
            };
            let computed = match product {
                None => float::fused_multiply_add(float, a, b, c),
                Some(Computed::Certain(product)) => {
                    float::arithmetic(float, BinOp::Add, product, c).unwrap_or(Computed::Nan)
                }
                Some(other) => other,
            };
            return self.float_value(float, computed, args);
        }
        let bits = |n: usize| args.float(n);
        let result = match float {
            FloatTy::F32 => {
                let [a, b] =
                    [bits(0)?, if args.values.len() > 1 { bits(1)? } else { 0 }].map(|bits| bits as u32);
                let computed =
                    transcendental(intrinsic, f32::from_bits(a).into(), f32::from_bits(b).into(), b as i32);
                u128::from((computed as f32).to_bits())
            }
            FloatTy::F64 => {
                let [a, b] =
                    [bits(0)?, if args.values.len() > 1 { bits(1)? } else { 0 }].map(|bits| bits as u64);
                u128::from(
                    transcendental(intrinsic, f64::from_bits(a), f64::from_bits(b), b as i32).to_bits(),
                )
            }
            FloatTy::F16 | FloatTy::F128 => return unsupported(format!("`{}`", intrinsic.name())),
        };
        let computed = if float::is_nan(float, result) { Computed::Nan } else { Computed::Certain(result) };
        Ok(match self.float_value(float, computed, args)? {
            Value::Scalar(scalar) => Value::Scalar(scalar.tainted_if(true)),
            other => other,
        })
    }

    pub(super) fn float_to_int(&mut self, args: &Args<'_>) -> Step<Value> {
        let (&TyKind::Float(from), &TyKind::Int(to)) =
            (self.program.types.kind(args.ty(0)?), self.program.types.kind(args.ty(1)?))
        else {
            return unsupported("`float_to_int_unchecked` of these types");
        };
        let to = self.program.types.int(to);
        let a = args.scalar(0)?;
        let (bits, in_range) = float::to_int(from, a.bits, to.bits(), to.signed());
        if !in_range {
            return ub(Ub::FloatToInt { value: format!("a {} of bits {:#x}", from.name(), a.bits) });
        }
        Ok(Value::Scalar(Scalar::new(to.truncate(bits)).tainted_if(a.is_tainted())))
    }
}
