//! `get_disjoint_mut` compares an index with the capacity, not with the length.
//@ advisory: RUSTSEC-2025-0047
//@ dependency: slab = "=0.4.10"
//@ fixed: 0.4.11
//@ error: reading uninitialized memory

use slab::Slab;

fn main() {
    let mut slab = Slab::with_capacity(4);
    slab.insert(1);
    assert!(slab.get_disjoint_mut([0, 2]).is_err());
}
