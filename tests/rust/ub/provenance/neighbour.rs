fn main() {
    let array = [[1_u8; 4], [2; 4]];
    let first = &raw const array[0];
    let beyond = first.cast::<u8>().wrapping_add(8);
    let _byte = unsafe { *beyond }; //~ ERROR out of bounds
}
