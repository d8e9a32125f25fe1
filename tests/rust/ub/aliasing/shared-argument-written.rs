fn read(reference: &i32, pointer: *mut i32) -> i32 {
    unsafe { *pointer = 2 }; //~ ERROR[tree] is forbidden
    //~^ ERROR[stacked] strongly protects
    *reference
}

fn main() {
    let mut x = 0;
    let pointer = &raw mut x;
    read(unsafe { &*pointer }, pointer);
}
