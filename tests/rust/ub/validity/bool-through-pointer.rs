fn main() {
    let byte = 3_u8;
    let _value = unsafe { *(&raw const byte).cast::<bool>() }; //~ ERROR 0x03
}
