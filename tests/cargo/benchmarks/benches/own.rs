//! A benchmark with a harness of its own.

fn main() {
    println!("measured: {:?}", std::env::args().nth(1));
}
