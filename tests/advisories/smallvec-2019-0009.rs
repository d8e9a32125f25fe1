//! `grow` to the capacity that a spilled vector has frees its elements.
//@ advisory: RUSTSEC-2019-0009
//@ dependency: smallvec = "=0.6.9"
//@ fixed: 0.6.10
//@ error: encountered a dangling reference (use-after-free)

use smallvec::SmallVec;

fn main() {
    let mut vector: SmallVec<[u32; 2]> = (0..4).collect();
    vector.grow(vector.capacity());
    assert_eq!(vector[3], 3);
}
