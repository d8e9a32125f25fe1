fn main() {
    println!("{:05} {:+} {:#b} {:#o} {:e}", 42, 7, 5, 8, 1234.5);
    println!("{:>6.2}|{:<6}|{:^6}|{:*^7}|", 3.14159, "ab", "cd", "ef");
    let (width, precision) = (8, 3);
    println!("{:width$.precision$}|{0:?}|{name}", 2.0, name = "named");
}
