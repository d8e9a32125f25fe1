fn main() {
    let _sum = unsafe { i32::MAX.unchecked_add(1) }; //~ ERROR overflow
}
