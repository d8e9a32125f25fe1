fn main() {
    let (a, b) = (std::hint::black_box(0.1_f64), std::hint::black_box(0.2));
    println!("{} {} {} {}", a + b, a * b, a / b, a - b);
    println!("{:?} {:?}", 1.0_f32 / 3.0, f32::MAX);
}
