fn main() {
    let mut x = 1;
    let pointer = &raw mut x;
    let shared = unsafe { &*pointer };
    unsafe { *pointer = 2 };
    println!("{shared}"); //~ ERROR[tree] is forbidden
    //~^ ERROR[stacked] lost its permission
}
