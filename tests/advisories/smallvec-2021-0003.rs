//! `insert_many` writes behind the buffer if the iterator has more elements than it promised.
//@ advisory: RUSTSEC-2021-0003
//@ dependency: smallvec = "=1.6.0"
//@ fixed: 1.6.1
//@ error: are out of bounds

use smallvec::SmallVec;

fn main() {
    let mut vector: SmallVec<[u8; 0]> = SmallVec::new();
    // An iterator with a filter promises no element.
    vector.push(1);
    vector.push(2);
    vector.insert_many(0, (0..16).filter(|_| true));
    assert_eq!(vector.len(), 18);
}
