struct Holder<'a>(&'a mut i32);

fn set(holder: Holder<'_>, pointer: *mut i32) {
    *holder.0 = 1;
    unsafe { *pointer = 2 }; //~ ERROR[tree] is forbidden
    //~^ ERROR[stacked] strongly protects
}

fn main() {
    let mut x = 0;
    let pointer = &raw mut x;
    set(Holder(unsafe { &mut *pointer }), pointer);
}
