#![feature(f16, f128)]
use std::hint::black_box;

fn main() {
    for bits in [0_u16, 0x8000, 1, 0x3ff, 0x400, 0x3c00, 0x4000, 0x4200, 0x7bff, 0x7c00] {
        println!("{bits:#x} {:#x}", black_box(f16::from_bits(bits)).sqrt().to_bits());
    }
    for value in [0.0_f64, -0.0, 1.0, 2.0, 3.0, 0.1, 1e300, 5e-324, 4.0, f64::INFINITY] {
        println!("{value:?} {:#x}", black_box(f128::from(value)).sqrt().to_bits());
    }
    let smallest = f128::from_bits(1);
    println!("{:#x} {:#x}", black_box(smallest).sqrt().to_bits(), black_box(f128::MAX).sqrt().to_bits());
    println!("{} {}", black_box(-1.0_f128).sqrt().is_nan(), black_box(f16::NAN).sqrt().is_nan());
}
