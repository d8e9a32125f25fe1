//! Literals: extreme, round and small ones, in every base.

use super::BoundedInteger;
use crate::interval::Interval;
use crate::syntax::*;
use crate::types::Int;
use crate::writer::Writer;
use rustassay_random::weighted;
use std::ops::RangeInclusive;

/// The bits that literals with one bit have set.
const LITERAL_BITS: RangeInclusive<usize> = 0..=125;

/// Literals that are small.
const SMALL: RangeInclusive<usize> = 0..=19;

/// How many of 100 literals say their type where they need not.
const SUFFIXED: usize = 25;

impl Writer {
    /// Any literal of the type; round, extreme and small ones are frequent.
    pub fn int_literal(&mut self, int: Int, typed: bool) -> BoundedInteger {
        let all = Interval::of(int);
        let value = weighted!(
            self.random,
            (1, all.low),
            (1, all.high),
            (1, 1i128.wrapping_shl(self.random.within(&LITERAL_BITS) as u32).clamp(all.low, all.high)),
            (1, (self.random.wide_bits() as i128).clamp(all.low, all.high)),
            (1, i128::from(self.random.bits() as u16).clamp(all.low, all.high)),
            (1, int.is_signed, -(self.random.within(&SMALL) as i128)),
            (2, self.random.within(&SMALL) as i128),
        );
        (self.literal(int, value, typed), Interval::exactly(value))
    }

    /// A literal in an interval.
    pub fn literal_within(&mut self, int: Int, wanted: Interval, typed: bool) -> Expr {
        let span = wanted.high.saturating_sub(wanted.low).clamp(0, 1 << 40) as usize;
        let value = wanted.low + self.random.below(span.saturating_add(1)) as i128;
        self.literal(int, value, typed)
    }

    /// This value as a literal.
    pub fn literal(&mut self, int: Int, value: i128, typed: bool) -> Expr {
        let is_suffixed = !typed || self.chance(SUFFIXED);
        let base = weighted!(
            self.random,
            (1, Base::Hex),
            (1, value.unsigned_abs() < 256, Base::Binary),
            (1, value.unsigned_abs() < 4096, Base::Octal),
            (9, Base::Decimal),
        );
        Expr::Lit(Lit::Int {
            value: value.unsigned_abs(),
            is_negative: value < 0,
            suffix: is_suffixed.then(|| int.name()),
            base,
        })
    }
}
