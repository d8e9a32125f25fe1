//! rustc 1.85 miscompiles this at -Copt-level=1 and above, and 1.95 does not: LLVM takes the casts to an
//! integer and back for nothing, and the pointer that is left has no provenance to read with, so that the
//! read is unreachable.
//!
//! <https://github.com/rust-lang/rust/issues/147538>

#[inline(never)]
fn read(address: usize) -> u8 {
    let again = through(address) as usize;
    unsafe { *(again as *const u8) }
}

#[cold]
fn through(address: usize) -> *const u8 {
    unsafe { std::mem::transmute(address) }
}

fn main() {
    let byte = 42_u8;
    println!("{}", read((&raw const byte).expose_provenance()));
}
