//! A cloned interner keeps pointers into the strings of the original.
//@ advisory: RUSTSEC-2019-0023
//@ dependency: string-interner = "=0.7.0"
//@ fixed: 0.7.1
//@ error: encountered a dangling reference (use-after-free)

use string_interner::DefaultStringInterner;

fn main() {
    let mut first = DefaultStringInterner::default();
    let one = first.get_or_intern("one");
    let second = first.clone();
    drop(first);
    assert_eq!(second.get("one"), Some(one));
}
