fn main() {
    let mut numbers = vec![1_u8];
    numbers.shrink_to_fit();
    unsafe { numbers.set_len(100) };
    println!("{}", numbers[50]); //~ ERROR beyond the bounds
}
