fn main() {
    let slice: &[u32] = &[1, 2, 3];
    let object: &dyn std::fmt::Debug = &1_u16;
    println!("{} {} {}", size_of_val(slice), size_of_val("text"), size_of_val(object));
    println!("{} {}", align_of_val(object), std::mem::needs_drop::<String>());
    println!("{} {}", std::mem::offset_of!((u8, u32), 0), size_of::<&dyn Send>());
}
