trait Show {
    fn show(&self) -> u64;
}

impl Show for u64 {
    fn show(&self) -> u64 {
        *self
    }
}

fn main() {
    let words = [0_u64; 2];
    let pointer = words.as_ptr().cast::<u8>().wrapping_add(4).cast::<u64>() as *const dyn Show;
    unsafe { (*pointer).show() }; //~ ERROR alignment
}
