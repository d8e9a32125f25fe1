//! Operators, and the methods that stand for them where they could overflow.

use super::BoundedInteger;
use crate::interval::Interval;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::Int;
use crate::writer::Writer;
use rustassay_random::weighted;

/// What keeps arithmetic from overflowing where intervals do not say that it cannot.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Overflow {
    /// Operands that are made so small that a plain operator will do.
    Bounded,
    Checked,
    Saturating,
    Overflowing,
    /// `Wrapping`.
    Newtype,
    Wrapping,
}

impl Writer {
    pub(super) fn arithmetic(&mut self, int: Int, depth: usize) -> BoundedInteger {
        let all = Interval::of(int);
        let overflow = weighted!(
            self.random,
            (2, int.bits > 8, Overflow::Bounded),
            (1, Overflow::Checked),
            (1, Overflow::Saturating),
            (1, Overflow::Overflowing),
            (1, Overflow::Newtype),
            (2, Overflow::Wrapping),
        );
        let (op, name) = self.random.one([(BinOp::Add, 0), (BinOp::Sub, 1), (BinOp::Mul, 2)]);
        let (a, known_a) = self.int(int, false, depth);
        let (b, known_b) = self.int(int, overflow != Overflow::Bounded, depth);
        let compute = |a: i128, b: i128| match op {
            BinOp::Add => a.checked_add(b),
            BinOp::Sub => a.checked_sub(b),
            _ => a.checked_mul(b),
        };
        let result = known_a.map2(known_b, compute).and_then(|known| known.within(int, [known_a, known_b]));
        if let Some(known) = result {
            return (binary(op, a, b), known);
        }
        let of = |names: [&'static str; 3]| names[name];
        let receiver = self.receiver(int, a.clone());
        let expr = match overflow {
            Overflow::Bounded => {
                let most =
                    if op == BinOp::Mul { (1i128 << (int.bits / 2 - 1)) - 1 } else { all.high / 2 - 1 };
                let is_unsigned_sub = op == BinOp::Sub && !int.is_signed;
                let (low, high) = if is_unsigned_sub { (most, all.high) } else { (0, most) };
                let first = self.fitted(int, a, known_a, Interval::new(low, high));
                let second = self.fitted(int, b, known_b, Interval::new(0, most));
                let first = if matches!(first, Expr::Lit(_)) { self.receiver(int, first) } else { first };
                let known = match op {
                    BinOp::Add => Interval::new(low, most * 2),
                    BinOp::Sub => Interval::new(low - most, high),
                    _ => Interval::new(0, most * most),
                };
                return (binary(op, first, second), known);
            }
            Overflow::Checked => {
                let name = of(["checked_add", "checked_sub", "checked_mul"]);
                let other = self.literal_within(int, all, true);
                receiver.method(name, vec![b]).method("unwrap_or", vec![other])
            }
            Overflow::Saturating => {
                let name = of(["saturating_add", "saturating_sub", "saturating_mul"]);
                receiver.method(name, vec![b])
            }
            Overflow::Overflowing => {
                let name = of(["overflowing_add", "overflowing_sub", "overflowing_mul"]);
                receiver.method(name, vec![b]).part(0)
            }
            Overflow::Newtype => {
                let wrap = |expr: Expr| call("Wrapping", vec![expr]);
                binary(op, wrap(receiver), wrap(b)).part(0)
            }
            Overflow::Wrapping => {
                let name = of(["wrapping_add", "wrapping_sub", "wrapping_mul"]);
                receiver.method(name, vec![b])
            }
        };
        (expr, all)
    }

    pub(super) fn division(&mut self, int: Int, depth: usize) -> BoundedInteger {
        let all = Interval::of(int);
        let (a, known_a) = self.int(int, false, depth);
        let (b, known_b) = self.int(int, false, depth);
        let is_rem = self.coin();
        let op = if is_rem { BinOp::Rem } else { BinOp::Div };
        let overflows = int.is_signed && known_a.has(all.low) && known_b.has(-1);
        if !known_b.has(0) && !overflows {
            let known = match (is_rem, known_b.low > 0) {
                (true, true) if known_a.low >= 0 => Interval::new(0, known_b.high - 1),
                _ => all,
            };
            return (binary(op, a, b), known);
        }
        weighted!(
            self.random,
            (1, {
                // From 1 on, or below 0 without a -1 that overflows.
                let divisor = self.fitted(int, b, known_b, Interval::new(1, all.high.min(1 << 40)));
                (binary(op, a, divisor), all)
            }),
            (1, {
                let name = if is_rem { "checked_rem" } else { "checked_div" };
                let other = self.literal_within(int, all, true);
                (self.receiver(int, a).method(name, vec![b]).method("unwrap_or", vec![other]), all)
            }),
            (1, {
                let name = match (is_rem, self.coin()) {
                    (true, true) => "wrapping_rem",
                    (true, false) => "wrapping_rem_euclid",
                    (false, true) => "wrapping_div",
                    (false, false) => "wrapping_div_euclid",
                };
                let divisor = self.fitted(int, b, known_b, Interval::new(1, all.high.min(1 << 40)));
                (self.receiver(int, a).method(name, vec![divisor]), all)
            }),
        )
    }

    pub(super) fn shift(&mut self, int: Int, depth: usize) -> BoundedInteger {
        let all = Interval::of(int);
        let amounts = Interval::new(0, i128::from(int.bits) - 1);
        let (a, known) = self.int(int, false, depth);
        let is_left = self.coin();
        weighted!(
            self.random,
            (1, {
                let name = if is_left { "wrapping_shl" } else { "wrapping_shr" };
                let (amount, _) = self.int(Int::U32, true, depth);
                (self.receiver(int, a).method(name, vec![amount]), all)
            }),
            (1, {
                let name = if is_left { "rotate_left" } else { "rotate_right" };
                let amount = self.int_within(Int::U32, amounts, true, depth);
                (self.receiver(int, a).method(name, vec![amount]), all)
            }),
            (1, {
                let name = if is_left { "checked_shl" } else { "checked_shr" };
                let (amount, _) = self.int(Int::U32, true, depth);
                let other = self.literal_within(int, all, true);
                (self.receiver(int, a).method(name, vec![amount]).method("unwrap_or", vec![other]), all)
            }),
            (1, {
                // The amount may be of any type.
                let of = self.some_int();
                let amount = self.int_within(of, amounts, false, depth);
                let a = self.receiver(int, a);
                let op = if is_left { BinOp::Shl } else { BinOp::Shr };
                let known = if !is_left && known.low >= 0 { Interval::new(0, known.high) } else { all };
                (binary(op, a, amount), known)
            }),
        )
    }

    pub(super) fn bitwise(&mut self, int: Int, typed: bool, depth: usize) -> BoundedInteger {
        let all = Interval::of(int);
        let (a, known_a) = self.int(int, typed, depth);
        if self.chance(self.chances().complements) {
            return (a.negated(), all);
        }
        let (b, known_b) = self.int(int, typed, depth);
        let op = self.random.one([BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor]);
        let known = match op {
            BinOp::BitAnd if known_b.low >= 0 => Interval::new(0, known_b.high),
            BinOp::BitAnd if known_a.low >= 0 => Interval::new(0, known_a.high),
            _ => all,
        };
        (binary(op, a, b), known)
    }
}
