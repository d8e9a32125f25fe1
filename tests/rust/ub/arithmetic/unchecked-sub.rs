fn main() {
    let _difference = unsafe { 1_u8.unchecked_sub(2) }; //~ ERROR overflow
}
