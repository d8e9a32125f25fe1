//! Integers.

use super::super::rvalue::{overflowing, shift};
use super::Args;
use crate::code::*;
use crate::error::*;
use crate::machine::{Machine, Value};
use crate::memory::*;
use rustassay_mir::model::*;
use std::cmp::Ordering;

/// What becomes of a result that does not fit.
pub(super) enum OnOverflow {
    /// It is taken modulo the size of the type.
    Wrap,
    /// It becomes the end of the type on its side.
    Saturate,
    /// There is none: this intrinsic has Undefined Behavior.
    Undefined(Intrinsic),
}

pub(super) fn leading_zeros(int: FixedInt, bits: u128) -> u128 {
    (bits.leading_zeros() - (128 - int.bits())).into()
}

pub(super) fn trailing_zeros(int: FixedInt, bits: u128) -> u128 {
    bits.trailing_zeros().min(int.bits()).into()
}

pub(super) fn rotate_left(int: FixedInt, bits: u128, by: u128) -> u128 {
    let width = int.bits();
    match (by % u128::from(width)) as u32 {
        0 => bits,
        by => int.truncate(bits << by | bits >> (width - by)),
    }
}

pub(super) fn compare(int: FixedInt, a: u128, b: u128) -> Ordering {
    match int.signed() {
        true => int.sign_extend(a).cmp(&int.sign_extend(b)),
        false => a.cmp(&b),
    }
}

impl Args<'_> {
    /// An integer, tainted if any argument is.
    fn number(&self, bits: u128) -> Value {
        Value::Scalar(Scalar::new(bits).tainted_if(self.tainted()))
    }

    pub(super) fn unary(&self, op: impl Fn(FixedInt, u128) -> u128) -> Step<Value> {
        let (a, int) = self.int(0)?;
        Ok(self.number(op(int, a.bits)))
    }

    pub(super) fn binary(&self, op: impl Fn(FixedInt, u128, u128) -> Step<u128>) -> Step<Value> {
        let (a, int) = self.int(0)?;
        Ok(self.number(op(int, a.bits, self.scalar(1)?.bits)?))
    }

    /// That there are bits to count up to.
    pub(super) fn nonzero(&self, intrinsic: Intrinsic) -> Step<()> {
        match self.scalar(0)?.bits {
            0 => ub(Ub::ZeroCount { op: intrinsic.name() }),
            _ => Ok(()),
        }
    }

    pub(super) fn arithmetic(&self, op: BinOp, on_overflow: OnOverflow) -> Step<Value> {
        self.binary(|int, a, b| {
            let (bits, overflow) = overflowing(op, int, a, b);
            match on_overflow {
                _ if !overflow => Ok(bits),
                OnOverflow::Wrap => Ok(bits),
                OnOverflow::Saturate => {
                    // The sign that the result should have had decides which end it is.
                    let is_low = if int.signed() { int.sign_extend(a) < 0 } else { op == BinOp::Sub };
                    Ok(if is_low { int.min_bits() } else { int.max_bits() })
                }
                OnOverflow::Undefined(intrinsic) => ub(Ub::Overflow { op: intrinsic.name() }),
            }
        })
    }

    pub(super) fn unchecked_shift(&self, op: BinOp, intrinsic: Intrinsic) -> Step<Value> {
        let (by, by_int) = self.int(1)?;
        let by = by_int.sign_extend(by.bits);
        self.binary(|int, a, _| match by < 0 || by >= int.bits().into() {
            true => ub(Ub::ShiftOverflow { op: intrinsic.name(), by }),
            false => Ok(shift(op, int, a, by as u32)),
        })
    }

    /// The upper half of both numbers side by side, shifted left, or the lower half, shifted right.
    pub(super) fn funnel_shift(&self, op: BinOp, intrinsic: Intrinsic) -> Step<Value> {
        let by = self.scalar(2)?.bits;
        self.binary(|int, a, b| {
            let width = int.bits();
            if by >= width.into() {
                return ub(Ub::ShiftOverflow { op: intrinsic.name(), by: by as i128 });
            }
            Ok(match (op, by as u32) {
                (BinOp::Shl, 0) => a,
                (_, 0) => b,
                (BinOp::Shl, by) => int.truncate(a << by) | b >> (width - by),
                (_, by) => int.truncate(a << (width - by)) | b >> by,
            })
        })
    }

    /// Of integers, or of `char`s.
    pub(super) fn three_way_compare(&self) -> Step<Value> {
        let (a, b) = (self.scalar(0)?.bits, self.scalar(1)?.bits);
        let order = match self.values[0].1.class {
            Class::Scalar(Prim::Int(int)) => compare(int, a, b),
            _ => a.cmp(&b),
        };
        Ok(self.number(FixedInt::I8.truncate(order as i8 as u128)))
    }
}

impl Machine {
    /// The result modulo the size of the type, and whether it is another than the mathematical one.
    pub(super) fn with_overflow(&mut self, op: BinOp, args: &Args<'_>, dest: &TyInfo) -> Step<Value> {
        let (a, int) = args.int(0)?;
        let (bits, overflow) = overflowing(op, int, a.bits, args.scalar(1)?.bits);
        Ok(Value::Bytes(self.overflow_pair(int, bits, overflow, args.tainted(), dest)))
    }

    /// `a * b + c + d` in twice the width: the low half without a sign, and the high half.
    pub(super) fn carrying_mul_add(&mut self, args: &Args<'_>, dest: &TyInfo) -> Step<Value> {
        let (_, int) = args.int(0)?;
        if int.bits() == 128 {
            return unsupported("`carrying_mul_add` of 128 bits");
        }
        let value = |n: usize| Ok::<i128, Box<Stop>>(int.sign_extend(args.scalar(n)?.bits));
        let wide = match int.signed() {
            true => (value(0)? * value(1)? + value(2)? + value(3)?) as u128,
            false => {
                args.scalar(0)?.bits * args.scalar(1)?.bits + args.scalar(2)?.bits + args.scalar(3)?.bits
            }
        };
        let (low, high) = (int.truncate(wide), int.truncate(wide >> int.bits()));
        let size = int.size() as usize;
        let mut region = self.new_region(dest.size as usize);
        for (field, bits) in [(0, low), (1, high)] {
            let at = self.field_offset(dest.ty, VariantId::ONLY, FieldId(field)) as usize;
            region.write(at, size, Scalar::new(bits).tainted_if(args.tainted()));
        }
        Ok(Value::Bytes(region))
    }
}
