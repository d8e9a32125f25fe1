fn main() {
    println!("{:#x} {}", 1.5_f32.to_bits(), f64::from_bits(0x4009_21fb_5444_2d18));
    println!("{:?}", 1.0_f64.to_be_bytes());
}
