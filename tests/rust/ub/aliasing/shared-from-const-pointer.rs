fn main() {
    let mut x = 1;
    let reference = &mut x;
    *reference = 2;
    let shared = &*reference;
    let frozen = &raw const *shared;
    unsafe { *frozen.cast_mut() = 4 }; //~ ERROR[tree] is forbidden
    //~^ ERROR[stacked] may only read
}
