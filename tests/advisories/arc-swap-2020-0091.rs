//! A mapped access keeps a reference into a guard, and then moves the guard.
//@ advisory: RUSTSEC-2020-0091
//@ dependency: arc-swap = "=1.0.0"
//@ fixed: 1.1.0
//@ error: encountered a dangling reference (use-after-free)

use arc_swap::access::{Access, Constant, Map};

fn main() {
    let map = Map::new(Constant([1, 2, 3]), |array: &[u32; 3]| &array[2]);
    let value = map.load();
    assert_eq!(*value, 3);
}
