fn main() {
    let source = [1_u8; 4];
    let mut target = [0_u8; 2];
    unsafe { std::ptr::copy_nonoverlapping(source.as_ptr(), target.as_mut_ptr(), 4) }; //~ ERROR out of bounds
}
