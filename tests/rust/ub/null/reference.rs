fn main() {
    let _reference: &u8 = unsafe { std::mem::transmute(0_usize) }; //~ ERROR null reference
}
