/// Reads beyond the end of a slice if somebody asks for it.
pub fn get(numbers: &[u32], index: usize) -> u32 {
    unsafe { *numbers.as_ptr().add(index) }
}
