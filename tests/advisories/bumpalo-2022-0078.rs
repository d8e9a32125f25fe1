//! The iterator of a vector may outlive the arena that the vector lies in.
//@ advisory: RUSTSEC-2022-0078
//@ dependency: bumpalo = { version = "=3.11.0", features = ["collections"] }
//@ fixed: 3.11.1
//@ rejected: E0505
//@ error: has been freed

use bumpalo::Bump;
use bumpalo::collections::Vec;

fn main() {
    let arena = Bump::new();
    let mut vector = Vec::new_in(&arena);
    vector.extend([1u8; 32]);
    let mut elements = vector.into_iter();
    drop(arena);
    assert_eq!(elements.next(), Some(1));
}
