fn main() {
    let _flags: [bool; 3] = unsafe { std::mem::transmute([1_u8, 0, 4]) }; //~ ERROR 0x04
}
