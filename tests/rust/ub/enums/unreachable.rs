fn half(number: u32) -> u32 {
    match number % 2 {
        0 => number / 2,
        _ => unsafe { std::hint::unreachable_unchecked() }, //~ ERROR unreachable
    }
}

fn main() {
    half(4);
    half(5);
}
