fn describe(n: u32) -> &'static str {
    match n {
        0 => "zero",
        1..=9 => "digit",
        n @ (10 | 20) if n == 20 => "twenty",
        10.. => "large",
    }
}

fn main() {
    for n in [0, 5, 10, 20, 99] {
        println!("{}", describe(n));
    }
}
