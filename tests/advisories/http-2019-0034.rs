//! What a forgotten `Drain` has given away still belongs to the map.
//@ advisory: RUSTSEC-2019-0034
//@ dependency: http = "=0.1.19"
//@ fixed: 0.1.20
//@ error: has been freed

use http::header::{HOST, HeaderMap};
use std::mem::forget;

fn main() {
    let mut map: HeaderMap<Box<u32>> = HeaderMap::with_capacity(4);
    map.insert(HOST, Box::new(5));
    let mut entries = map.drain();
    drop(entries.next());
    forget(entries);
    drop(map);
}
