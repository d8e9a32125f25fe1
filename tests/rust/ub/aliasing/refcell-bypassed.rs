use std::cell::RefCell;

fn main() {
    let cell = RefCell::new(1);
    let mut guard = cell.borrow_mut();
    let reference = &mut *guard;
    unsafe { *cell.as_ptr() = 2 };
    *reference = 3; //~ ERROR[tree] is forbidden
    //~^ ERROR[stacked] lost its permission
}
