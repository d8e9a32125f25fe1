//! Nothing is wrong with this one.

fn main() {
    println!("hello");
}
