fn main() {
    let byte = 1_u8;
    let _word: u64 = unsafe { std::mem::transmute_copy(&byte) }; //~ ERROR out of bounds
}
