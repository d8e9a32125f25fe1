fn main() {
    let (a, b) = (std::hint::black_box(-17_i32), std::hint::black_box(5));
    println!("{} {} {} {} {}", a + b, a - b, a * b, a / b, a % b);
    println!("{} {}", a.rem_euclid(b), a.div_euclid(b));
}
