fn main() {
    let numbers = vec![1_u32, 2];
    let sum: u32 = (0..3).map(|n| unsafe { *numbers.as_ptr().add(n) }).sum(); //~ ERROR out of bounds
    println!("{sum}");
}
