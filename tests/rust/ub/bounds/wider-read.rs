fn main() {
    let byte = 1_u8;
    let _value = unsafe { (&raw const byte).cast::<u16>().read_unaligned() }; //~ ERROR out of bounds
}
