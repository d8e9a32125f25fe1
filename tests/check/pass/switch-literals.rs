#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn of_bool(_1: bool) {
    mir! {
        type RET = ();
        {
            match _1 {
                false => bb1,
                true => bb1,
                _ => bb1,
            }
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn of_char(_1: char) {
    mir! {
        type RET = ();
        {
            match _1 {
                'a' => bb1,
                '\0' => bb1,
                '\u{10ffff}' => bb1,
                _ => bb1,
            }
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn of_i8(_1: i8) {
    mir! {
        type RET = ();
        {
            match _1 {
                -128 => bb1,
                127_i8 => bb1,
                -1_i8 => bb1,
                _ => bb1,
            }
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn of_u8(_1: u8) {
    mir! {
        type RET = ();
        {
            match _1 {
                255 => bb1,
                b'a' => bb1,
                0x7f => bb1,
                u8::MIN => bb1,
                _ => bb1,
            }
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn of_i64(_1: i64) {
    mir! {
        type RET = ();
        {
            match _1 {
                -9223372036854775808 => bb1,
                9223372036854775807 => bb1,
                _ => bb1,
            }
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn of_usize(_1: usize) {
    mir! {
        type RET = ();
        {
            match _1 {
                usize::MAX => bb1,
                _ => bb1,
            }
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn of_i128(_1: i128) {
    mir! {
        type RET = ();
        {
            match _1 {
                -170141183460469231731687303715884105728 => bb1,
                170141183460469231731687303715884105727 => bb1,
                -1 => bb1,
                _ => bb1,
            }
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn of_u128(_1: u128) {
    mir! {
        type RET = ();
        {
            match _1 {
                340282366920938463463374607431768211455 => bb1,
                0 => bb1,
                1_u128 => bb1,
                _ => bb1,
            }
        }
        bb1 = {
            Return()
        }
    }
}
