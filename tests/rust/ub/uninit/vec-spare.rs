fn main() {
    let mut numbers: Vec<u8> = Vec::with_capacity(4);
    unsafe { numbers.set_len(1) };
    let _first = numbers[0]; //~ ERROR uninitialized
}
