fn main() {
    let _value: Option<bool> = unsafe { std::mem::transmute(200_u8) }; //~ ERROR invalid
}
