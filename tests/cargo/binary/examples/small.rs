fn main() {
    println!("an example of {}", env!("CARGO_PKG_NAME"));
}
