//! After an initializer has panicked, a lazy value takes for granted that there is one.
//@ advisory: RUSTSEC-2019-0017
//@ dependency: once_cell = "=1.0.0"
//@ fixed: 1.0.1
//@ error: entering unreachable code

use once_cell::sync::Lazy;
use std::panic::catch_unwind;

static VALUE: Lazy<u32> = Lazy::new(|| panic!("no value"));

fn main() {
    assert!(catch_unwind(|| *VALUE).is_err());
    assert!(catch_unwind(|| *VALUE).is_err());
}
