fn local() -> *const i32 {
    let x = 1;
    &raw const x
}

fn main() {
    let _x = unsafe { *local() }; //~ ERROR has been freed
}
