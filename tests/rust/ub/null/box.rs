fn main() {
    let _boxed: Box<u8> = unsafe { std::mem::transmute(0_usize) }; //~ ERROR null box
}
