fn main() {
    let _value: char = unsafe { std::mem::transmute(0x110000_u32) }; //~ ERROR invalid value
}
