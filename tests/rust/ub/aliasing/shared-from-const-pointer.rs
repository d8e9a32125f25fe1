fn main() {
    let mut x = 1;
    let reference = &mut x;
    let pointer = &raw const *reference;
    *reference = 2;
    unsafe { *pointer.cast_mut() = 3 };
    println!("{reference}");
    let shared = &*reference;
    let frozen = &raw const *shared;
    unsafe { *frozen.cast_mut() = 4 }; //~ ERROR[tree] is forbidden
    //~^ ERROR[stacked] may only read
}
