fn main() {
    let bytes: [u8; 4] = 0x01020304_u32.to_be_bytes();
    println!("{bytes:?} {}", u32::from_le_bytes(bytes));
    let words: [u16; 2] = unsafe { std::mem::transmute([1_u8, 0, 2, 0]) };
    println!("{words:?} {}", unsafe { std::mem::zeroed::<u64>() });
}
