fn write(reference: &mut i32, pointer: *mut i32) {
    *reference = 1;
    unsafe { *pointer = 2 }; //~ ERROR[tree] is forbidden
    //~^ ERROR[stacked] strongly protects
}

fn main() {
    let mut x = 0;
    let pointer = &raw mut x;
    write(unsafe { &mut *pointer }, pointer);
}
