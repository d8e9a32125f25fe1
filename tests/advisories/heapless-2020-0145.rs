//! The clone of an iterator has the elements as well that are moved out already.
//@ advisory: RUSTSEC-2020-0145
//@ dependency: heapless = "=0.6.0"
//@ fixed: 0.6.1
//@ error: encountered a dangling box (use-after-free)

use heapless::Vec;
use heapless::consts::U4;

fn main() {
    let mut vector: Vec<Box<u32>, U4> = Vec::new();
    vector.push(Box::new(1)).unwrap();
    vector.push(Box::new(2)).unwrap();
    let mut elements = vector.into_iter();
    drop(elements.next());
    assert_eq!(elements.clone().map(|element| *element).sum::<u32>(), 2);
}
