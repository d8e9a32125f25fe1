fn main() {
    let x = 1;
    let shared = &x;
    unsafe { *(&raw const *shared).cast_mut() = 2 }; //~ ERROR[tree] is forbidden
    //~^ ERROR[stacked] may only read
}
