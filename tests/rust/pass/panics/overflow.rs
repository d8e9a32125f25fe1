fn main() {
    std::panic::set_hook(Box::new(|info| println!("{:?}", info.payload_as_str())));
    let max = std::hint::black_box(u8::MAX);
    println!("{}", std::panic::catch_unwind(|| max + 1).is_err());
    let zero = std::hint::black_box(0);
    println!("{}", std::panic::catch_unwind(|| 1 / zero).is_err());
    let shift = std::hint::black_box(40);
    println!("{}", std::panic::catch_unwind(|| 1_u32 << shift).is_err());
}
