fn main() {
    let _product = unsafe { 200_u8.unchecked_mul(2) }; //~ ERROR overflow
}
