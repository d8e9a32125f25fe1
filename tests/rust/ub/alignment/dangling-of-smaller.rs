fn main() {
    let pointer = std::ptr::NonNull::<u8>::dangling().cast::<u64>();
    let _reference: &[u64] = unsafe { std::slice::from_raw_parts(pointer.as_ptr(), 0) }; //~ ERROR alignment
}
