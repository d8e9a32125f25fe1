use std::cell::Cell;

fn main() {
    let mut cell = Cell::new(1);
    let pointer: *const Cell<i32> = &cell;
    let reference = cell.get_mut();
    unsafe { (*pointer).set(2) };
    *reference = 3; //~ ERROR[tree] is forbidden
    //~^ ERROR[stacked] lost its permission
}
