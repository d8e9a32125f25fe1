//! What is known of an integer: the least and the greatest value that it can have.
//!
//! Every variable, parameter and result keeps to its interval for as long as it lives, so nothing has to be known about the flow of control.

use crate::types::Int;

/// All values from `low` to `high`. A `u128` above `i128::MAX` is known as that only, which then stands for all that are greater.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Interval {
    pub low: i128,
    pub high: i128,
}

impl Interval {
    pub const fn new(low: i128, high: i128) -> Interval {
        Interval { low, high }
    }

    /// One value.
    pub const fn exactly(value: i128) -> Interval {
        Interval { low: value, high: value }
    }

    /// All values of a type.
    pub fn of(int: Int) -> Interval {
        match (int.is_signed, int.bits) {
            (true, 128) => Interval::new(i128::MIN, i128::MAX),
            (false, 128) => Interval::new(0, i128::MAX),
            (true, bits) => Interval::new(-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            (false, bits) => Interval::new(0, (1 << bits) - 1),
        }
    }

    pub fn contains(self, other: Interval) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    pub fn has(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    /// Everything that is in one of the two.
    pub fn union(self, other: Interval) -> Interval {
        Interval::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// What an operation that is increasing or decreasing in each operand yields, if it always does.
    pub fn map2(self, other: Interval, op: impl Fn(i128, i128) -> Option<i128>) -> Option<Interval> {
        let mut result: Option<Interval> = None;
        for a in [self.low, self.high] {
            for b in [other.low, other.high] {
                let value = Interval::exactly(op(a, b)?);
                result = Some(result.map_or(value, |sum| sum.union(value)));
            }
        }
        result
    }

    /// The result of an operation in a type, if it never leaves it. Of `u128`, what comes from something without bound has none.
    pub fn within(self, int: Int, operands: [Interval; 2]) -> Option<Interval> {
        let mut result = self;
        let is_unbounded = |interval: &Interval| interval.high == i128::MAX;
        if int.bits == 128 && !int.is_signed && operands.iter().any(is_unbounded) {
            // The least value may come from the one that has no bound, too.
            result.high = i128::MAX;
            if operands[1].high == i128::MAX && result.low != operands[0].low.saturating_add(operands[1].low)
            {
                return None;
            }
        }
        Interval::of(int).contains(result).then_some(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const U8: Int = Int::ALL[0];
    const U128: Int = Int::ALL[4];
    const I128: Int = Int::ALL[10];

    fn sum(int: Int, a: Interval, b: Interval) -> Option<Interval> {
        a.map2(b, i128::checked_add)?.within(int, [a, b])
    }

    fn difference(int: Int, a: Interval, b: Interval) -> Option<Interval> {
        a.map2(b, i128::checked_sub)?.within(int, [a, b])
    }

    #[test]
    fn a_sum_is_known_if_it_never_leaves_its_type() {
        let small = Interval::new(0, 100);
        assert_eq!(sum(U8, small, Interval::new(1, 100)), Some(Interval::new(1, 200)));
        assert_eq!(sum(U8, small, Interval::new(0, 200)), None);
        assert_eq!(difference(U8, small, small), None);
    }

    #[test]
    fn what_has_no_bound_keeps_having_none() {
        let all = Interval::of(U128);
        assert_eq!(sum(U128, all, Interval::exactly(1)), None);
        assert_eq!(
            difference(U128, Interval::new(5, i128::MAX), Interval::exactly(1)),
            Some(Interval::new(4, i128::MAX))
        );
        assert_eq!(difference(I128, Interval::of(I128), Interval::exactly(0)), Some(Interval::of(I128)));
        assert_eq!(difference(I128, Interval::of(I128), Interval::exactly(1)), None);
    }
}
