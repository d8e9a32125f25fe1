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

    pub(super) fn float_to_int(&mut self, args: &Args<'_>) -> Step<Value> {
        let (&TyKind::Float(from), &TyKind::Int(to)) =
            (self.program.types.kind(args.ty(0)?), self.program.types.kind(args.ty(1)?))
        else {
            return unsupported("`float_to_int_unchecked` of these types");
        };
        let a = args.scalar(0)?;
        let (bits, in_range) = float::to_int(from, a.bits, to.bits(), to.signed());
        if !in_range {
            return ub(Ub::FloatToInt { value: format!("a {} of bits {:#x}", from.name(), a.bits) });
        }
        Ok(Value::Scalar(Scalar::new(to.truncate(bits)).tainted_if(a.is_tainted())))
    }
}
