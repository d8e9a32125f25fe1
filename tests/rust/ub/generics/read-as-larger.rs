fn read_as<T, U>(value: &T) -> U {
    unsafe { (&raw const *value).cast::<U>().read_unaligned() } //~ ERROR out of bounds
}

fn main() {
    let _word: u64 = read_as(&1_u8);
}
