//! All integration tests of this crate, in one binary.

mod intrinsics_compile;
mod layout_matches_rustc;
mod print_compiles;
