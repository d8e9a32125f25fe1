fn main() {
    let numbers = vec![1, 2, 3];
    let mut iter = unsafe { std::slice::from_raw_parts(numbers.as_ptr(), 3) }.iter();
    drop(numbers);
    iter.next().map(|x| x + 1); //~ ERROR freed
}
