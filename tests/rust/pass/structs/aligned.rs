#[repr(align(32))]
struct Aligned(u8);

fn main() {
    let aligned = Aligned(7);
    println!("{} {} {}", size_of::<Aligned>(), (&raw const aligned).addr() % 32, aligned.0);
}
