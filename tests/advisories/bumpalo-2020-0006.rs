//! `realloc` copies as many bytes as the new block has, not the old one.
//@ advisory: RUSTSEC-2020-0006
//@ dependency: bumpalo = { version = "=3.2.0", features = ["collections"] }
//@ fixed: 3.2.1
//@ error: are out of bounds

use bumpalo::Bump;
use bumpalo::collections::Vec;

fn main() {
    let arena = Bump::new();
    let mut vector = Vec::with_capacity_in(1, &arena);
    // The first block lies at the end of the arena's memory, and there is place to grow.
    vector.push([1u8; 128]);
    vector.push([2; 128]);
    assert_eq!(vector.len(), 2);
}
