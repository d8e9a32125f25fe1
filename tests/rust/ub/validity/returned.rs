fn make() -> bool {
    let byte = 5_u8;
    unsafe { *(&raw const byte).cast() } //~ ERROR 0x05
}

fn main() {
    make();
}
