//! An iterator's references may outlive the borrow of the cache.
//@ advisory: RUSTSEC-2021-0130
//@ dependency: lru = "=0.7.0"
//@ fixed: 0.7.1
//@ rejected: E0502
//@ error: encountered a dangling reference (use-after-free)

use lru::LruCache;

fn main() {
    let mut cache = LruCache::new(2);
    cache.put(1, String::from("one"));
    let value = cache.iter().next().unwrap().1;
    cache.pop(&1);
    assert_eq!(value, "one");
}
