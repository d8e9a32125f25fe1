fn main() {
    let _pointer: std::ptr::NonNull<u8> = unsafe { std::mem::transmute(0_usize) }; //~ ERROR invalid value
}
