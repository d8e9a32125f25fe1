//! A reference to a cell may be used beyond it, even if the cell has no size: Stacked Borrows has nothing there that would allow it.

use std::cell::Cell;

fn main() {
    let pair = (Cell::new(()), 1);
    let cell = &pair.0;
    let pointer = (&raw const *cell).cast::<i32>().cast_mut();
    unsafe { *pointer = 2 }; //~ ERROR[stacked] write of byte 0
    assert_eq!(unsafe { *pointer }, 2);
}
