use std::hint::black_box;

unsafe extern "C" {
    fn ldexp(value: f64, exponent: i32) -> f64;
}

fn main() {
    for (value, exponent) in [(1.5, 3), (-0.75, -1), (1.0, -1074), (3.0, -1075), (1.0, 1024), (0.0, 9), (1.0, i32::MIN)] {
        println!("{:?}", unsafe { ldexp(black_box(value), exponent) });
    }
    println!("{}", unsafe { ldexp(f64::NAN, 1) }.is_nan());
}
