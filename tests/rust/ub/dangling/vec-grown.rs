fn main() {
    let mut numbers = Vec::with_capacity(1);
    numbers.push(1);
    let first = numbers.as_ptr();
    numbers.push(2);
    unsafe { first.read() }; //~ ERROR has been freed
}
