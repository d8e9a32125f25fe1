fn main() {
    let x = 1;
    let pointer = &raw const x;
    let mut bytes: [std::mem::MaybeUninit<u8>; 8] = unsafe { std::mem::transmute(pointer) };
    bytes[0] = std::mem::MaybeUninit::new(0);
    let torn: *const i32 = unsafe { std::mem::transmute(bytes) };
    let _x = unsafe { *torn }; //~ ERROR provenance
}
