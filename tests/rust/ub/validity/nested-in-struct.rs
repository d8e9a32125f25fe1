struct Flags {
    _first: bool,
    _second: bool,
}

fn main() {
    let _flags: Flags = unsafe { std::mem::transmute([1_u8, 9]) }; //~ ERROR 0x09
}
