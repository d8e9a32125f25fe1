//! No compiler accepts this.

fn main() {
    let byte: u8 = "no byte";
    println!("{byte}");
}
