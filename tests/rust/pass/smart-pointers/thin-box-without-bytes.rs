// The library keeps the metadata of a thin box without bytes in memory that a constant allocates.
#![feature(thin_box)]

use std::boxed::ThinBox;
use std::fmt::Debug;

#[derive(Debug)]
struct Empty;

fn main() {
    let thin: ThinBox<dyn Debug> = ThinBox::new_unsize(Empty);
    println!("{:?}", &*thin);
    let numbers: ThinBox<[u32]> = ThinBox::new_unsize([1, 2, 3]);
    println!("{:?}", &*numbers);
}
