fn main() {
    let zero = std::hint::black_box(0.0_f64);
    println!("{} {} {}", 1.0 / zero, -1.0 / zero, (zero / zero).is_nan());
    println!("{} {} {}", f64::EPSILON, f64::MIN_POSITIVE, -0.0_f64);
}
