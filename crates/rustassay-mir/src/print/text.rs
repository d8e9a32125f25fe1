//! Small pieces of text, appended without formatting machinery.

use crate::model::{FixedInt, FloatTy};
use std::fmt::Write;

/// Appends a number in decimal.
pub fn push_u64(out: &mut String, value: u64) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    let mut rest = value;
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend(digits[start..].iter().map(|&digit| char::from(digit)));
}

/// Appends a number in decimal.
pub fn push_u128(out: &mut String, value: u128) {
    match u64::try_from(value) {
        Ok(value) => push_u64(out, value),
        Err(_) => write_to(out, format_args!("{value}")),
    }
}

/// Appends an integer of type `ty`, given as its bits, in signed decimal.
pub fn push_int(out: &mut String, ty: FixedInt, bits: u128) {
    let value = ty.sign_extend(ty.truncate(bits));
    if ty.signed() && value < 0 {
        out.push('-');
        push_u128(out, value.unsigned_abs());
    } else {
        push_u128(out, ty.truncate(bits));
    }
}

/// Appends a number as an index that programs count from: `_7`, `bb7`.
pub fn push_numbered(out: &mut String, prefix: &str, number: u32) {
    out.push_str(prefix);
    push_u64(out, number.into());
}

/// Appends a float as a literal with its suffix, if it has one: finite values of `f32` and `f64` do.
pub fn push_float_literal(out: &mut String, ty: FloatTy, bits: u128) -> bool {
    // `Debug` of floats is the shortest text that reads back as the same value, and always looks like a float.
    match ty {
        FloatTy::F32 if f32::from_bits(bits as u32).is_finite() => {
            write_to(out, format_args!("{:?}_f32", f32::from_bits(bits as u32)));
        }
        FloatTy::F64 if f64::from_bits(bits as u64).is_finite() => {
            write_to(out, format_args!("{:?}_f64", f64::from_bits(bits as u64)));
        }
        _ => return false,
    }
    true
}

/// Appends `f32::from_bits(0x7fc00000)`.
pub fn push_float_bits(out: &mut String, ty: FloatTy, bits: u128) {
    let width = (ty.bits() / 4) as usize;
    write_to(out, format_args!("{}::from_bits(0x{bits:0width$x})", ty.name()));
}

/// Appends a character in quotes.
pub fn push_char(out: &mut String, value: char) {
    out.push('\'');
    out.extend(value.escape_default());
    out.push('\'');
}

/// Appends a string in quotes.
pub fn push_str_literal(out: &mut String, value: &str) {
    out.push('"');
    out.extend(value.escape_default());
    out.push('"');
}

/// Appends a byte string in quotes.
pub fn push_byte_str_literal(out: &mut String, value: &[u8]) {
    out.push_str("b\"");
    write_to(out, format_args!("{}", value.escape_ascii()));
    out.push('"');
}

fn write_to(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("appending to a string cannot fail");
}
