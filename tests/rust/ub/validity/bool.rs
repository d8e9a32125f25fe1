fn main() {
    let _value: bool = unsafe { std::mem::transmute(2_u8) }; //~ ERROR 0x02
}
