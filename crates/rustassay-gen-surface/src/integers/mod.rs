//! Integers: every way to compute one, bare where nothing can go wrong, and by a method that cannot where something could.

mod literals;
mod operators;

use crate::interval::Interval;
use crate::places::Purpose;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Int, TyKind};
use crate::writer::Writer;
use rustassay_random::weighted;

/// What the weight of `i128` and `u128` is a share of: so many of them are drawn, of which that many stay.
const WIDE_SHARE: usize = 12;

/// An integer, and what is known of it.
pub type BoundedInteger = (Expr, Interval);

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

impl Writer {
    /// An integer in an interval.
    pub fn int_within(&mut self, int: Int, wanted: Interval, typed: bool, depth: usize) -> Expr {
        let chances = self.chances();
        let literals = if depth == 0 { chances.bounded_leaves } else { chances.bounded_literals };
        if self.chance(literals) {
            return self.literal_within(int, wanted, typed);
        }
        let is_known = wanted.contains(Interval::of(int));
        let (expr, known) = self.int(int, typed && is_known, depth);
        self.fitted(int, expr, known, wanted)
    }

    /// An integer of which all is known that can be known cheaply.
    pub fn int(&mut self, int: Int, typed: bool, depth: usize) -> BoundedInteger {
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

    /// An integer that is stored somewhere: of the type, or of another one and converted, so that what is computed depends on what is not
    /// known before.
    fn int_place(&mut self, int: Int) -> Option<BoundedInteger> {
        if let Some(known) = self.place_of_int(int) {
            return Some(known);
        }
        let scope = &self.frames.last()?.scope;
        let candidates: Vec<Int> = scope
            .recent()
            .filter_map(|(_, var)| match self.types.kind(var.ty) {
                TyKind::Int(other) => Some(*other),
                _ => None,
            })
            .collect();
        let from = self.random.pick(&candidates).copied()?;
        let (expr, known) = self.place_of_int(from)?;
        Some(converted(expr, from, known, int))
    }

    fn place_of_int(&mut self, int: Int) -> Option<BoundedInteger> {
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

    fn int_cast(&mut self, int: Int, depth: usize) -> BoundedInteger {
        let all = Interval::of(int);
        weighted!(
            self.random,
            (1, (self.boolean(false, depth).cast(int.name()), Interval::new(0, 1))),
            (1, self.weights().chars > 0, {
                let ty = self.ty(TyKind::Char);
                let expr = self.expr(ty, false, depth);
                (expr.cast(int.name()), if int.bits >= 32 { Interval::new(0, 0x10_ffff) } else { all })
            }),
            (1, self.weights().floats > 0, {
                let kind = if self.coin() { TyKind::F32 } else { TyKind::F64 };
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

    fn int_method(&mut self, int: Int, depth: usize) -> BoundedInteger {
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
    fn length(&mut self, int: Int) -> Option<BoundedInteger> {
        let scope = &self.frames.last()?.scope;
        let candidates: Vec<Name> = scope
            .recent()
            .filter(|(_, var)| {
                let ty = match self.types.kind(var.ty) {
                    TyKind::Ref(_, to) => *to,
                    _ => var.ty,
                };
                matches!(
                    self.types.kind(ty),
                    TyKind::Vec(_)
                        | TyKind::Deque(_)
                        | TyKind::String
                        | TyKind::Text
                        | TyKind::Map(..)
                        | TyKind::Set(_)
                        | TyKind::Array(..)
                        | TyKind::Slice(_)
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
fn converted(expr: Expr, from: Int, known: Interval, to: Int) -> BoundedInteger {
    let all = Interval::of(to);
    // An interval cannot say how large a `u128` may be.
    let is_exact = all.contains(known) && !(from.bits == 128 && known.high == i128::MAX);
    (expr.cast(to.name()), if is_exact { known } else { all })
}
