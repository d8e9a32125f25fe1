fn set(shared: &i32) {
    unsafe { (&raw const *shared).cast_mut().write(1) }; //~ ERROR[tree] is forbidden
    //~^ ERROR[stacked] may only read
}

fn main() {
    let x = 0;
    set(&x);
}
