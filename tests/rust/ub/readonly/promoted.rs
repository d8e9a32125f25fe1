fn main() {
    let one: &'static i32 = &1;
    unsafe { *(&raw const *one).cast_mut() = 2 }; //~ ERROR read-only
}
