extern "C" fn compare(a: *const i32, b: *const i32) -> i32 {
    unsafe { *a - *b }
}

fn main() {
    let function: extern "C" fn(*const i32, *const i32) -> i32 = compare;
    println!("{}", function(&5, &3));
}
