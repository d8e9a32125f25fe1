//! The C library's functions of numbers: of floats those that the library calls and that are no intrinsics, which are the host's.

use super::*;
use crate::exec::float::{self, Computed};

const F32: Kind = Kind::Float(4);
const F64: Kind = Kind::Float(8);

/// Rows of functions of one float: `name` and `namef`, and the method that computes them.
macro_rules! unary {
    ($(($double:literal, $single:literal, $method:ident),)*) => {
        &[$(
            ($double, &[F64], F64, |machine, args| double(machine, args, args.double(0).$method())),
            ($single, &[F32], F32, |machine, args| single(machine, args, args.single(0).$method())),
        )*
            ("atan2", &[F64, F64], F64, |machine, args| {
                double(machine, args, args.double(0).atan2(args.double(1)))
            }),
            ("atan2f", &[F32, F32], F32, |machine, args| {
                single(machine, args, args.single(0).atan2(args.single(1)))
            }),
            ("abs", &[I32], I32, |_, args| absolute(args, args.int(0).checked_abs().map(i64::from))),
            ("labs", &[I64], I64, |_, args| absolute(args, (args.number(0) as i64).checked_abs())),
            ("llabs", &[I64], I64, |_, args| absolute(args, (args.number(0) as i64).checked_abs())),
            ("hypot", &[F64, F64], F64, |machine, args| {
                double(machine, args, args.double(0).hypot(args.double(1)))
            }),
            ("hypotf", &[F32, F32], F32, |machine, args| {
                single(machine, args, args.single(0).hypot(args.single(1)))
            }),
            ("fdim", &[F64, F64], F64, |machine, args| {
                double(machine, args, fdim(args.double(0), args.double(1)))
            }),
            ("fdimf", &[F32, F32], F32, |machine, args| {
                single(machine, args, fdim(args.single(0).into(), args.single(1).into()) as f32)
            }),
            ("ldexp", &[F64, I32], F64, |machine, args| {
                let scaled = float::scale(FloatTy::F64, args.number(0).into(), args.int(1));
                Ok(machine.computed_float(FloatTy::F64, scaled, &args.scalars[..1]))
            }),
        ]
    };
}

pub(super) const TABLE: &[Entry] = unary![
    ("cbrt", "cbrtf", cbrt),
    ("acos", "acosf", acos),
    ("asin", "asinf", asin),
    ("atan", "atanf", atan),
    ("tan", "tanf", tan),
    ("sinh", "sinhf", sinh),
    ("cosh", "coshf", cosh),
    ("tanh", "tanhf", tanh),
    ("expm1", "expm1f", exp_m1),
    ("log1p", "log1pf", ln_1p),
];

impl Args<'_> {
    fn double(&self, n: usize) -> f64 {
        f64::from_bits(self.number(n))
    }

    fn single(&self, n: usize) -> f32 {
        f32::from_bits(self.number(n) as u32)
    }
}

/// A result. Which NaN it is, if it is one, is open, as it is of an operator.
fn double(machine: &mut Machine, args: &Args<'_>, value: f64) -> Step<Scalar> {
    Ok(computed(machine, args, FloatTy::F64, value.to_bits().into()))
}

fn single(machine: &mut Machine, args: &Args<'_>, value: f32) -> Step<Scalar> {
    Ok(computed(machine, args, FloatTy::F32, value.to_bits().into()))
}

fn computed(machine: &mut Machine, args: &Args<'_>, ty: FloatTy, bits: u128) -> Scalar {
    let computed = if float::is_nan(ty, bits) { Computed::Nan } else { Computed::Certain(bits) };
    machine.computed_float(ty, computed, &args.scalars)
}

/// What `abs` returns; of a number without one of its type it is undefined (C23 7.24.6.1).
fn absolute(args: &Args<'_>, value: Option<i64>) -> Step<Scalar> {
    value.map_or_else(
        || args.unsupported("with a number that has no absolute value"),
        |value| Ok(number(value)),
    )
}

/// The difference if it is positive. Of floats of 32 bits it is rounded once, as theirs is.
fn fdim(a: f64, b: f64) -> f64 {
    if a <= b { 0.0 } else { a - b }
}
