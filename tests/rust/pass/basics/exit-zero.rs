fn main() {
    print!("before");
    std::process::exit(0);
}
