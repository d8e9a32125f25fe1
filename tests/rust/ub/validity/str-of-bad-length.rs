fn main() {
    let parts = (std::ptr::NonNull::<u8>::dangling(), 4_usize);
    let _text: &str = unsafe { std::mem::transmute(parts) }; //~ ERROR dangling reference
}
