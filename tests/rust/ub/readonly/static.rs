static NUMBER: i32 = 1;

fn main() {
    unsafe { *(&raw const NUMBER).cast_mut() = 2 }; //~ ERROR read-only
}
