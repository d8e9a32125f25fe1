//! Integers: every way to compute one, bare where nothing can go wrong, and by a method that cannot where something could.

use crate::interval::Interval;
use crate::places::Purpose;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Int, Kind};
use crate::writer::Writer;
use rustassay_random::weighted;
use std::ops::RangeInclusive;

/// What the weight of `i128` and `u128` is a share of: so many of them are drawn, of which that many stay.
const WIDE_SHARE: usize = 12;

/// The bits that literals with one bit have set.
const LITERAL_BITS: RangeInclusive<usize> = 0..=125;

/// Literals that are small.
const SMALL: RangeInclusive<usize> = 0..=19;

/// How many of 100 literals say their type where they need not.
const SUFFIXED: usize = 25;

/// An integer, and what is known of it.
pub type Known = (Expr, Interval);

#[derive(Copy, Clone)]
enum Way {
    Literal,
    Place,
    Constant,
    Arithmetic,
    Division,
    Shift,
    Bitwise,
    Cast,
    Method,
    Negation,
    Length,
    Hash,
    Other,
}

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
    /// An integer in an interval.
    pub fn int_within(&mut self, int: Int, wanted: Interval, typed: bool, depth: usize) -> Expr {
        if self.chance(if depth == 0 {
            self.chances().bounded_leaves
        } else {
            self.chances().bounded_literals
        }) {
            return self.literal_within(int, wanted, typed);
        }
        let is_known = wanted.contains(Interval::of(int));
        let (expr, known) = self.int(int, typed && is_known, depth);
        self.fitted(int, expr, known, wanted)
    }

    /// An integer of which all is known that can be known cheaply.
    pub fn int(&mut self, int: Int, typed: bool, depth: usize) -> Known {
        self.spend(2);
        if depth == 0 {
            if self.chance(self.chances().leaf_integers)
                && let Some(known) = self.int_place(int)
            {
                return known;
            }
            return self.int_literal(int, typed);
        }
        let weights = self.weights();
        let table = [
            (weights.literals, Way::Literal),
            (weights.places * 2, Way::Place),
            (weights.constants, Way::Constant),
            (weights.arithmetic, Way::Arithmetic),
            (weights.divisions, Way::Division),
            (weights.shifts, Way::Shift),
            (weights.bitwise, Way::Bitwise),
            (weights.casts, Way::Cast),
            (weights.number_methods, Way::Method),
            (if int.is_signed { 1 } else { 0 }, Way::Negation),
            (1, Way::Length),
            (1, Way::Hash),
            (10, Way::Other),
        ];
        let depth = depth - 1;
        match self.random.row(&table).unwrap_or(Way::Literal) {
            Way::Literal => self.int_literal(int, typed),
            Way::Place => self.int_place(int).unwrap_or_else(|| self.int_literal(int, typed)),
            Way::Constant => self.int_constant(int).unwrap_or_else(|| self.int_literal(int, typed)),
            Way::Arithmetic => self.arithmetic(int, depth),
            Way::Division => self.division(int, depth),
            Way::Shift => self.shift(int, depth),
            Way::Bitwise => self.bitwise(int, typed, depth),
            Way::Cast => self.int_cast(int, depth),
            Way::Method => self.int_method(int, depth),
            Way::Negation => {
                let (expr, known) = self.int(int, false, depth);
                let is_literal = matches!(expr, Expr::Lit(_));
                match known.map2(known, |a, _| a.checked_neg()) {
                    // `--5` and a literal that is too large for its sign are not what anyone means.
                    Some(result) if Interval::of(int).contains(result) && !is_literal => {
                        (Expr::Unary(UnOp::Neg, Box::new(expr)), result)
                    }
                    _ => (self.receiver(int, expr).method("wrapping_neg", Vec::new()), Interval::of(int)),
                }
            }
            Way::Length => self.length(int).unwrap_or_else(|| self.int_literal(int, typed)),
            Way::Hash => {
                let ty = self.any_type();
                let mark = self.loan_mark();
                let value = self.borrow_of(ty, depth);
                self.end_loans(mark);
                match value {
                    Some(value) => {
                        let hash = call("hash_of", vec![value]);
                        let is_same = int == Int::U64;
                        (if is_same { hash } else { hash.cast(int.name()) }, Interval::of(int))
                    }
                    None => self.int_literal(int, typed),
                }
            }
            Way::Other => {
                let ty = self.types.int(int);
                (self.compound(ty, typed, depth), Interval::of(int))
            }
        }
    }

    /// Any literal of the type; round, extreme and small ones are frequent.
    pub fn int_literal(&mut self, int: Int, typed: bool) -> Known {
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

    /// An integer that is stored somewhere: of the type, or of another one and converted, so that what is computed depends on what is not
    /// known before.
    fn int_place(&mut self, int: Int) -> Option<Known> {
        if let Some(known) = self.place_of_int(int) {
            return Some(known);
        }
        let scope = &self.frames.last()?.scope;
        let candidates: Vec<Int> = scope
            .recent()
            .filter_map(|(_, var)| match self.types.kind(var.ty) {
                Kind::Int(other) => Some(*other),
                _ => None,
            })
            .collect();
        let from = self.random.pick(&candidates).copied()?;
        let (expr, known) = self.place_of_int(from)?;
        Some(converted(expr, from, known, int))
    }

    fn place_of_int(&mut self, int: Int) -> Option<Known> {
        let ty = self.types.int(int);
        let place = self.find_place(ty, Purpose::Read)?;
        Some((place.expr, place.interval.unwrap_or(Interval::of(int))))
    }

    /// The expression as something that methods can be called on: literals say what they are.
    fn receiver(&mut self, int: Int, expr: Expr) -> Expr {
        match expr {
            Expr::Lit(Lit::Int { value, is_negative, base, .. }) => {
                Expr::Lit(Lit::Int { value, is_negative, suffix: Some(int.name()), base })
            }
            other => other,
        }
    }

    /// Makes an integer stay in an interval.
    pub fn fitted(&mut self, int: Int, expr: Expr, known: Interval, wanted: Interval) -> Expr {
        if wanted.contains(known) {
            return expr;
        }
        let count = wanted.high.saturating_sub(wanted.low).saturating_add(1);
        let can_divide = wanted.low == 0 && Interval::of(int).has(count);
        weighted!(
            self.random,
            (1, can_divide && known.low >= 0, {
                let divisor = self.literal(int, count, true);
                binary(BinOp::Rem, expr, divisor)
            }),
            (1, can_divide, {
                let divisor = self.literal(int, count, true);
                self.receiver(int, expr).method("rem_euclid", vec![divisor])
            }),
            (1, {
                let low = self.literal(int, wanted.low, true);
                let high = self.literal(int, wanted.high, true);
                // A comparison of what is unsigned with 0 is pointless, not wrong.
                self.receiver(int, expr).method("clamp", vec![low, high])
            }),
        )
    }

    fn arithmetic(&mut self, int: Int, depth: usize) -> Known {
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

    fn division(&mut self, int: Int, depth: usize) -> Known {
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

    fn shift(&mut self, int: Int, depth: usize) -> Known {
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

    fn bitwise(&mut self, int: Int, typed: bool, depth: usize) -> Known {
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

    fn int_cast(&mut self, int: Int, depth: usize) -> Known {
        let all = Interval::of(int);
        weighted!(
            self.random,
            (1, (self.boolean(false, depth).cast(int.name()), Interval::new(0, 1))),
            (1, self.weights().chars > 0, {
                let ty = self.ty(Kind::Char);
                let expr = self.expr(ty, false, depth);
                (expr.cast(int.name()), if int.bits >= 32 { Interval::new(0, 0x10_ffff) } else { all })
            }),
            (1, self.weights().floats > 0, {
                let kind = if self.coin() { Kind::F32 } else { Kind::F64 };
                let ty = self.ty(kind);
                (self.expr(ty, false, depth).cast(int.name()), all)
            }),
            (1, int.bits > 8 && !int.is_size, {
                let from = Int { bits: int.bits / 2, is_signed: int.is_signed, is_size: false };
                let (expr, known) = self.int(from, false, depth);
                (call_path(&[int.name(), "from"], vec![expr]), known)
            }),
            (1, {
                let from = self.some_int();
                let (expr, _) = self.int(from, false, depth);
                let other = self.literal_within(int, all, true);
                (call_path(&[int.name(), "try_from"], vec![expr]).method("unwrap_or", vec![other]), all)
            }),
            (2, {
                let from = self.some_int();
                let (expr, known) = self.int(from, false, depth);
                converted(expr, from, known, int)
            }),
        )
    }

    fn int_method(&mut self, int: Int, depth: usize) -> Known {
        let all = Interval::of(int);
        let (a, known) = self.int(int, false, depth);
        let a = self.receiver(int, a);
        let plain = |expr: Expr, name: &'static str| expr.method(name, Vec::new());
        let bits = i128::from(int.bits);
        let counted = |writer: &Self, expr: Expr, least: i128| {
            let _ = writer;
            match int == Int::U32 {
                true => (expr, Interval::new(least, bits)),
                false => (expr.cast(int.name()), Interval::new(least, bits)),
            }
        };
        weighted!(
            self.random,
            (1, counted(self, plain(a, "count_ones"), 0)),
            (1, counted(self, plain(a, "leading_zeros"), 0)),
            (1, counted(self, plain(a, "trailing_zeros"), 0)),
            (1, counted(self, plain(a, "trailing_ones"), 0)),
            (1, (plain(a, "swap_bytes"), all)),
            (1, (plain(a, "reverse_bits"), all)),
            (1, {
                let exponent = self.int_within(Int::U32, Interval::new(0, 5), true, depth.min(1));
                let name = if self.coin() { "wrapping_pow" } else { "saturating_pow" };
                (a.method(name, vec![exponent]), all)
            }),
            (1, !int.is_signed, {
                let (b, _) = self.int(int, true, depth);
                (a.method("abs_diff", vec![b]), all)
            }),
            (1, int.is_signed, (plain(a, "signum"), Interval::new(-1, 1))),
            (1, int.is_signed, (plain(a, "wrapping_abs"), all)),
            (
                1,
                int.is_signed && known.low > all.low,
                (
                    plain(a, "abs"),
                    Interval::new(0, known.low.saturating_abs().max(known.high.saturating_abs())),
                )
            ),
            (1, !int.is_signed && self.mixture.has(84), (plain(a, "isqrt"), Interval::new(0, known.high))),
            (1, self.mixture.has(67), {
                let log = plain(a, "checked_ilog2").method("unwrap_or", vec![number(0)]);
                counted(self, log, 0)
            }),
            (1, {
                let (b, known_b) = self.int(int, true, depth);
                match self.coin() {
                    true => {
                        let known = Interval::new(known.low.min(known_b.low), known.high.min(known_b.high));
                        (a.method("min", vec![b]), known)
                    }
                    false => {
                        let known = Interval::new(known.low.max(known_b.low), known.high.max(known_b.high));
                        (a.method("max", vec![b]), known)
                    }
                }
            }),
        )
    }

    /// The length of something in scope.
    fn length(&mut self, int: Int) -> Option<Known> {
        let scope = &self.frames.last()?.scope;
        let candidates: Vec<Name> = scope
            .recent()
            .filter(|(_, var)| {
                let ty = match self.types.kind(var.ty) {
                    Kind::Ref(_, to) => *to,
                    _ => var.ty,
                };
                matches!(
                    self.types.kind(ty),
                    Kind::Vec(_)
                        | Kind::Deque(_)
                        | Kind::String
                        | Kind::Text
                        | Kind::Map(..)
                        | Kind::Set(_)
                        | Kind::Array(..)
                        | Kind::Slice(_)
                )
            })
            .map(|(_, var)| var.name)
            .collect();
        let name = self.random.pick(&candidates).copied()?;
        let len = Expr::Name(name).method("len", Vec::new());
        let known = Interval::new(0, 1 << 40);
        Some(match int == Int::USIZE {
            true => (len, known),
            false => (len.cast(int.name()), Interval::of(int)),
        })
    }

    /// Some integer type of the mixture.
    pub fn some_int(&mut self) -> Int {
        let wide = self.weights().wide_integers;
        loop {
            let int = self.random.one(Int::ALL);
            if int.bits < 128 || self.random.ratio(wide, WIDE_SHARE) {
                return int;
            }
        }
    }
}

/// An integer of another type, converted by `as`.
fn converted(expr: Expr, from: Int, known: Interval, to: Int) -> Known {
    let all = Interval::of(to);
    // An interval cannot say how large a `u128` may be.
    let is_exact = all.contains(known) && !(from.bits == 128 && known.high == i128::MAX);
    (expr.cast(to.name()), if is_exact { known } else { all })
}
