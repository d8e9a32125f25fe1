fn main() {
    let mut numbers = vec![1, 2];
    numbers.push(numbers.len());
    let length = numbers.len();
    numbers[length - 1] += numbers[0];
    println!("{numbers:?}");
}
