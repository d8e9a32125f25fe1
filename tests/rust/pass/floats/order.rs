fn main() {
    let mut numbers = [3.5, -1.0, f64::INFINITY, 0.0, -0.0];
    numbers.sort_by(f64::total_cmp);
    println!("{numbers:?} {:?}", 1.0_f64.partial_cmp(&f64::NAN));
    println!("{} {} {}", 1.0_f32.max(f32::NAN), 5.0_f32.clamp(0.0, 2.0), (-3.0_f32).signum());
}
