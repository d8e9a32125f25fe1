fn main() {
    let (a, b) = ([0_u8; 4], [0_u8; 4]);
    let _distance = unsafe { a.as_ptr().offset_from(b.as_ptr()) }; //~ ERROR different allocations
}
