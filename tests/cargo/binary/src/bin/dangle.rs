fn main() {
    let number = Box::new(42);
    let pointer = &raw const *number;
    drop(number);
    println!("{}", unsafe { *pointer });
}
