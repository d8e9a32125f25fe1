//! Miscompiled at -Copt-level=1 and above by rustc 1.85, 1.95, 1.96 and a nightly of 1.97, and by all from 1.81 on as the report says:
//! jump threading forgets that a write to one field of a union changes the others. With -Zmir-opt-level=3, DataflowConstProp does, too;
//! generated programs found that.
//!
//! <https://github.com/rust-lang/rust/issues/161898>

union Flag {
    flag: bool,
    byte: u8,
}

#[inline(never)]
fn is_set(byte: u8) -> &'static str {
    let mut union = Flag { byte: 1 };
    union.flag = true;
    union.byte = byte;
    if unsafe { union.flag } { "set" } else { "not set" }
}

fn main() {
    println!("{}", is_set(0));
}
