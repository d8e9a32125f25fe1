fn main() {
    let array = [0_u8; 4];
    let pointer = array.as_ptr();
    let _distance = unsafe { pointer.offset_from_unsigned(pointer.add(2)) }; //~ ERROR ptr_offset_from
}
