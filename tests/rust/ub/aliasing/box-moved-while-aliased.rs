fn main() {
    let mut boxed = Box::new(1);
    let pointer = &raw mut *boxed;
    let mut moved = boxed;
    *moved = 2;
    unsafe { *pointer = 3 }; //~ ERROR[stacked] lost its permission
    println!("{moved}"); //~ ERROR[tree] is forbidden
}
