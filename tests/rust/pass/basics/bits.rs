fn main() {
    let x = 0b1011_0000_u8;
    println!("{} {} {} {}", x.count_ones(), x.leading_zeros(), x.trailing_zeros(), x.rotate_left(3));
    println!("{:x} {:x}", 0x1234_u16.swap_bytes(), 0x12345678_u32.reverse_bits());
}
