trait Limits {
    const LOW: i64 = -1;
    const HIGH: i64;
    const SPAN: i64 = Self::HIGH - Self::LOW;
}

impl Limits for u8 {
    const LOW: i64 = 0;
    const HIGH: i64 = 255;
}

impl Limits for () {
    const HIGH: i64 = 1;
}

struct Table<T, const N: usize>([T; N]);

impl<T, const N: usize> Table<T, N> {
    const BYTES: usize = N * size_of::<T>();
    const NAMES: [&'static str; 2] = ["first", "last"];
}

fn main() {
    println!("{} {}", u8::SPAN, <()>::SPAN);
    println!("{} {:?}", Table::<u32, 3>::BYTES, Table::<u8, 1>::NAMES);
    println!("{}", Table([0_u16; 5]).0.len());
}
