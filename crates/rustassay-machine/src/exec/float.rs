//! IEEE 754 arithmetic by APFloat, never by the host's.
//!
//! Two things the language leaves open: which NaN an operation makes (RFC 3514), and which zero is the smaller or larger of two.
//! The machine chooses by its seed, as Miri does, and what was chosen is tainted.

use rustassay_mir::model::{BinOp, FloatTy};
use rustc_apfloat::ieee::{Double, Half, Quad, Single};
use rustc_apfloat::{Float, FloatConvert, Round};
use smallvec::{SmallVec, smallvec};
use std::cmp::Ordering;

/// Calls an expression with `$float` as the APFloat type of a floating-point type.
macro_rules! dispatch {
    ($ty:expr, $float:ident => $body:expr) => {
        match $ty {
            FloatTy::F16 => {
                type $float = Half;
                $body
            }
            FloatTy::F32 => {
                type $float = Single;
                $body
            }
            FloatTy::F64 => {
                type $float = Double;
                $body
            }
            FloatTy::F128 => {
                type $float = Quad;
                $body
            }
        }
    };
}

/// The bits of the quiet NaN without payload that operations prefer.
pub fn preferred_nan(ty: FloatTy) -> u128 {
    match ty {
        FloatTy::F16 => 0x7e00,
        FloatTy::F32 => 0x7fc0_0000,
        FloatTy::F64 => 0x7ff8_0000_0000_0000,
        FloatTy::F128 => 0x7fff_8000 << 96,
    }
}

/// Whether the bits are neither a NaN nor infinite.
pub fn is_finite(ty: FloatTy, bits: u128) -> bool {
    let order = |bound: u128| compare(ty, bits & !(1 << (ty.bits() - 1)), bound);
    order(infinity(ty)) == Some(Ordering::Less)
}

/// Positive infinity.
fn infinity(ty: FloatTy) -> u128 {
    match ty {
        FloatTy::F16 => 0x7c00,
        FloatTy::F32 => f32::INFINITY.to_bits().into(),
        FloatTy::F64 => f64::INFINITY.to_bits().into(),
        FloatTy::F128 => 0x7fff << 112,
    }
}

/// Whether the bits are a NaN.
pub fn is_nan(ty: FloatTy, bits: u128) -> bool {
    dispatch!(ty, F => F::from_bits(bits).is_nan())
}

/// What an operation gives.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Computed {
    /// This, everywhere.
    Certain(u128),
    /// A NaN.
    Nan,
    /// Zero, of either sign.
    EitherZero,
}

fn rounded<F: Float>(value: F) -> Computed {
    if value.is_nan() { Computed::Nan } else { Computed::Certain(value.to_bits()) }
}

/// A NaN that an operation on these operands may give: the preferred one, or an operand that is a NaN, made quiet or as it is; of either
/// sign (RFC 3514). Choice 0 is the preferred one.
pub fn some_nan(ty: FloatTy, operands: &[u128], choice: u64) -> u128 {
    let preferred = preferred_nan(ty);
    let sign = 1 << (ty.bits() - 1);
    let mut all: SmallVec<[u128; 7]> = smallvec![preferred];
    for &nan in operands.iter().filter(|&&bits| is_nan(ty, bits)) {
        all.extend([nan & !sign | preferred, nan & !sign]);
    }
    let count = all.len() as u64;
    let magnitude = all[(choice % count) as usize];
    if (choice / count).is_multiple_of(2) { magnitude } else { magnitude | sign }
}

/// Zero of one sign or the other.
pub fn some_zero(ty: FloatTy, choice: u64) -> u128 {
    if choice.is_multiple_of(2) { 0 } else { 1 << (ty.bits() - 1) }
}

/// `+`, `-`, `*`, `/`, `%`.
pub fn arithmetic(ty: FloatTy, op: BinOp, a: u128, b: u128) -> Option<Computed> {
    dispatch!(ty, F => {
        let (a, b) = (F::from_bits(a), F::from_bits(b));
        let result = match op {
            BinOp::Add => (a + b).value,
            BinOp::Sub => (a - b).value,
            BinOp::Mul => (a * b).value,
            BinOp::Div => (a / b).value,
            BinOp::Rem => remainder(ty, a, b),
            _ => return None,
        };
        Some(rounded(result))
    })
}

/// C's `fmod`, which Rust's `%` is: the sign is the dividend's. It is exact, and APFloat takes a step for each bit that the exponents
/// differ by, so numbers are divided as integers, as many digits at a time as there is room for.
fn remainder<F: Float>(ty: FloatTy, dividend: F, divisor: F) -> F {
    if !dividend.is_finite() || !divisor.is_finite() || divisor.is_zero() {
        return dividend.c_fmod(divisor).value;
    }
    let digits = fraction_bits(ty);
    let one = 1_u128 << digits;
    let sign = dividend.to_bits() & 1 << (ty.bits() - 1);
    // A number is an integer of up to `digits + 1` bits, times two to the power of an exponent that counts from 1.
    let parts = |magnitude: u128| match magnitude >> digits {
        0 => (1, magnitude),
        exponent => (exponent as u32, one | magnitude & (one - 1)),
    };
    let (mut exponent, mut rest) = parts(dividend.to_bits() & !sign);
    let (scale, divisor) = parts(divisor.abs().to_bits());
    if exponent < scale {
        return dividend;
    }
    rest %= divisor;
    while exponent > scale && rest > 0 {
        let more = (exponent - scale).min(127 - digits);
        rest = (rest << more) % divisor;
        exponent -= more;
    }
    let up = (rest.leading_zeros().saturating_sub(127 - digits)).min(scale - 1);
    let rest = rest << up;
    let exponent = if rest < one { 0 } else { u128::from(scale - up) };
    F::from_bits(sign | exponent << digits | rest & (one - 1))
}

/// How many bits of a floating-point type are the fraction.
const fn fraction_bits(ty: FloatTy) -> u32 {
    match ty {
        FloatTy::F16 => 10,
        FloatTy::F32 => 23,
        FloatTy::F64 => 52,
        FloatTy::F128 => 112,
    }
}

/// How two floats compare; `None` for NaN.
pub fn compare(ty: FloatTy, a: u128, b: u128) -> Option<Ordering> {
    dispatch!(ty, F => F::from_bits(a).partial_cmp(&F::from_bits(b)))
}

/// `-a`, which changes the sign and nothing else, of NaN too.
pub fn negate(ty: FloatTy, bits: u128) -> u128 {
    bits ^ 1 << (ty.bits() - 1)
}

/// `a * b + c`, rounded once.
pub fn fused_multiply_add(ty: FloatTy, a: u128, b: u128, c: u128) -> Computed {
    dispatch!(ty, F => rounded(F::from_bits(a).mul_add(F::from_bits(b), F::from_bits(c)).value))
}

/// A float times two to the power of an integer.
pub fn scale(ty: FloatTy, bits: u128, by: i32) -> Computed {
    dispatch!(ty, F => rounded(F::from_bits(bits).scalbn(by)))
}

/// Rounds to an integral value.
pub fn round(ty: FloatTy, round: Round, bits: u128) -> Computed {
    dispatch!(ty, F => rounded(F::from_bits(bits).round_to_integral(round).value))
}

/// An integer as a float, rounded to nearest.
pub fn from_int(ty: FloatTy, bits: u128, signed_value: Option<i128>) -> u128 {
    dispatch!(ty, F => match signed_value {
        Some(value) => F::from_i128(value).value.to_bits(),
        None => F::from_u128(bits).value.to_bits(),
    })
}

/// A float as an integer of `width` bits, cut towards zero; too large values saturate and NaN is 0. Also tells whether the value
/// was in range.
pub fn to_int(ty: FloatTy, bits: u128, width: u32, signed: bool) -> (u128, bool) {
    dispatch!(ty, F => {
        let value = F::from_bits(bits);
        let mut exact = false;
        if signed {
            let result = value.to_i128_r(width as usize, Round::TowardZero, &mut exact);
            let in_range = !result.status.contains(rustc_apfloat::Status::INVALID_OP);
            (result.value as u128, in_range)
        } else {
            let result = value.to_u128_r(width as usize, Round::TowardZero, &mut exact);
            let in_range = !result.status.contains(rustc_apfloat::Status::INVALID_OP);
            (result.value, in_range)
        }
    })
}

/// A float at another width.
pub fn convert(from: FloatTy, to: FloatTy, bits: u128) -> Computed {
    fn inner<A: Float + FloatConvert<B>, B: Float>(bits: u128) -> Computed {
        let mut loses = false;
        rounded(A::from_bits(bits).convert(&mut loses).value)
    }
    dispatch!(from, A => dispatch!(to, B => inner::<A, B>(bits)))
}

/// The square root, rounded to nearest.
pub fn sqrt(ty: FloatTy, bits: u128) -> Computed {
    // The host's square root is required by IEEE 754 to round correctly, and Rust guarantees it to.
    match ty {
        FloatTy::F32 => rounded(Single::from_bits(f32::from_bits(bits as u32).sqrt().to_bits().into())),
        FloatTy::F64 => rounded(Double::from_bits(f64::from_bits(bits as u64).sqrt().to_bits().into())),
        FloatTy::F16 | FloatTy::F128 => integer_sqrt(ty, bits),
    }
}

/// The square root by one of integers, digit by digit: APFloat has none.
fn integer_sqrt(ty: FloatTy, bits: u128) -> Computed {
    let sign = 1 << (ty.bits() - 1);
    if bits & !sign == 0 || bits == infinity(ty) {
        return Computed::Certain(bits);
    }
    if bits & sign != 0 || is_nan(ty, bits) {
        return Computed::Nan;
    }
    let digits = fraction_bits(ty);
    let bias = (1 << (ty.bits() - digits - 2)) - 1;
    // The number is `fraction`, of `digits + 1` bits, times two to the power of `exponent`.
    let (mut fraction, mut exponent) = match bits >> digits {
        0 => (bits, 1 - bias),
        biased => (bits & ((1 << digits) - 1) | 1 << digits, biased as i32 - bias),
    };
    let up = fraction.leading_zeros() - (127 - digits);
    fraction <<= up;
    exponent -= (digits + up) as i32;
    // Its root has two bits more than there are digits, since the radicand has twice as many, or one less. The exponent becomes even.
    let length = digits + 3;
    let shift = 2 * length - (digits + 1);
    let shift = shift - u32::from((exponent - shift as i32) % 2 != 0);
    let digit = |at: u32| if at < shift { 0 } else { fraction >> (at - shift) & 1 };
    let (mut root, mut rest) = (0_u128, 0_u128);
    for pair in (0..length).rev() {
        rest = rest << 2 | digit(2 * pair + 1) << 1 | digit(2 * pair);
        let next = root << 2 | 1;
        root <<= 1;
        if rest >= next {
            rest -= next;
            root |= 1;
        }
    }
    let exponent = (exponent - shift as i32) / 2 + 2;
    let (kept, cut) = (root >> 2, root & 3);
    // It is never halfway between two floats: such a number has a square with more digits.
    let kept = kept + u128::from(cut > 2 || cut == 2 && rest > 0);
    // A root is normal. Where rounding goes up to the next power of two, the sum carries into the exponent.
    let biased = (exponent + digits as i32 + bias) as u128;
    Computed::Certain((biased << digits) + (kept - (1 << digits)))
}

/// Which operand `minnum`, `maxnum`, `minimum` and `maximum` give.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Extreme {
    MinNum,
    MaxNum,
    Minimum,
    Maximum,
}

/// The smaller or larger of two floats. `minnum` and `maxnum` prefer a number to NaN and leave the order of zeros open;
/// `minimum` and `maximum` give NaN for NaN and order the zeros.
pub fn extreme(ty: FloatTy, which: Extreme, a: u128, b: u128) -> Computed {
    dispatch!(ty, F => {
        let (x, y) = (F::from_bits(a), F::from_bits(b));
        match which {
            Extreme::MinNum | Extreme::MaxNum if x.is_zero() && y.is_zero() && a != b => Computed::EitherZero,
            Extreme::MinNum => rounded(x.min(y)),
            Extreme::MaxNum => rounded(x.max(y)),
            Extreme::Minimum => rounded(x.minimum(y)),
            Extreme::Maximum => rounded(x.maximum(y)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits without a pattern, with short exponents and fractions among them.
    fn numbers(ty: FloatTy) -> impl Iterator<Item = u128> {
        let mut random = rustassay_random::Random::new(0);
        std::iter::repeat_with(move || {
            let bits = random.wide_bits();
            let cleared = random.below(ty.bits() as usize);
            let kept = if random.chance(50) { u128::MAX << cleared } else { u128::MAX >> cleared };
            bits & kept & u128::MAX >> (128 - ty.bits())
        })
    }

    #[test]
    fn a_square_root_by_digits_is_the_hosts() {
        for ty in [FloatTy::F32, FloatTy::F64] {
            for bits in numbers(ty).take(20_000) {
                assert_eq!(integer_sqrt(ty, bits), sqrt(ty, bits), "{ty:?}: {bits:#x}");
            }
        }
    }

    #[test]
    fn a_remainder_is_what_apfloat_says() {
        for ty in [FloatTy::F16, FloatTy::F32, FloatTy::F64, FloatTy::F128] {
            let mut numbers = numbers(ty);
            for _ in 0..2_000 {
                let (a, b) = (numbers.next().unwrap(), numbers.next().unwrap());
                let expected = dispatch!(ty, F => rounded(F::from_bits(a).c_fmod(F::from_bits(b)).value));
                assert_eq!(arithmetic(ty, BinOp::Rem, a, b), Some(expected), "{ty:?}: {a:#x} % {b:#x}");
            }
        }
    }
}
