fn main() {
    let x = std::hint::black_box(2.0_f64);
    println!("{} {} {}", x.sqrt(), x.powi(10), x.mul_add(3.0, 1.0));
    println!("{:.6} {:.6}", x.powf(0.5), x.cbrt());
}
