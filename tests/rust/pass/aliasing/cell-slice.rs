use std::cell::Cell;

fn main() {
    let mut array = [1, 2, 3];
    let cells = Cell::from_mut(&mut array[..]).as_slice_of_cells();
    for pair in cells.windows(2) {
        pair[1].set(pair[0].get() + pair[1].get());
    }
    println!("{array:?}");
}
