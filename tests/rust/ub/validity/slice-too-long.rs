fn main() {
    let byte = 0_u8;
    let pointer = std::ptr::slice_from_raw_parts(&raw const byte, usize::MAX);
    let _slice = unsafe { &*pointer }; //~ ERROR invalid value
}
