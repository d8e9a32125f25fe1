fn main() {
    let _value: char = unsafe { std::mem::transmute(0xd800_u32) }; //~ ERROR invalid value
}
