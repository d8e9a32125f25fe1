use std::cell::UnsafeCell;

fn main() {
    let cell = UnsafeCell::new(1);
    let shared = unsafe { &*cell.get() };
    unsafe { *cell.get() = 2 };
    println!("{shared}"); //~ ERROR[tree] is forbidden
    //~^ ERROR[stacked] lost its permission
}
