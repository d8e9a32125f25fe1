struct Holder<'a>(&'a mut i32);

fn set(holder: Holder<'_>, pointer: *mut i32) {
    *holder.0 = 1;
    unsafe { *pointer = 2 };
    *holder.0 = 3; //~ ERROR[tree] is forbidden
    //~^ ERROR[stacked] lost its permission
}

fn main() {
    let mut x = 0;
    let pointer = &raw mut x;
    set(Holder(unsafe { &mut *pointer }), pointer);
}
