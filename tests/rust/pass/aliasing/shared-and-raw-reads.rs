fn main() {
    let mut x = 5;
    let pointer = &raw mut x;
    unsafe {
        let shared = &*pointer;
        let other = *pointer;
        println!("{} {}", *shared, other);
        *pointer = 6;
    }
    println!("{x}");
}
