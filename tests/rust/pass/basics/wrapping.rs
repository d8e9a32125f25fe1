fn main() {
    println!("{} {} {}", 250_u8.wrapping_add(10), i8::MIN.wrapping_neg(), 3_u16.wrapping_sub(4));
    println!("{:?} {:?}", 250_u8.checked_add(10), 250_u8.overflowing_add(10));
    println!("{} {}", 250_u8.saturating_add(10), i32::MIN.saturating_sub(1));
}
