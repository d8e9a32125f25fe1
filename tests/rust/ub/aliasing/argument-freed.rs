fn free(_reference: &mut i32, pointer: *mut i32) {
    drop(unsafe { Box::from_raw(pointer) }); //~ ERROR[tree] forbidden
    //~^ ERROR[stacked] protects
}

fn main() {
    let pointer = Box::into_raw(Box::new(1));
    free(unsafe { &mut *pointer }, pointer);
}
