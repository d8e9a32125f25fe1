//! The standard library with other attributes for tests: all of `LIBRARY`, but `#[test]` and `#[bench]` are ours.
//!
//! rustc is told that this crate is `core` or `std`. So whatever a test's attribute expands to, `#[test]`, `#[std::prelude::v1::test]`
//! or `#[::core::prelude::v1::test]`, it is ours; everything else is what it always was.

#![no_std]

extern crate LIBRARY as library;

pub use library::*;

/// The preludes with our attributes.
pub mod prelude {
    pub use library::prelude::*;

    macro_rules! preludes {
        ($($name:ident)*) => {
            $(
                /// A prelude with our attributes.
                pub mod $name {
                    pub use library::prelude::$name::*;
                    pub use rustassay_test::{bench, test};
                }
            )*
        };
    }

    preludes!(v1 rust_2015 rust_2018 rust_2021 rust_2024);
}
