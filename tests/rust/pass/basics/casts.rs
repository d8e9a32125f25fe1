fn main() {
    println!("{} {} {} {}", -1_i32 as u8, 300_u16 as u8, -1_i8 as u64, 3.9_f32 as i32);
    println!("{} {} {}", f64::NAN as u8, 1e20_f64 as i32, 'a' as u32);
    println!("{} {}", true as u8, 97_u8 as char);
}
