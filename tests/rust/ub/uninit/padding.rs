fn main() {
    let pair = (1_u8, 2_u32);
    let bytes = (&raw const pair).cast::<[u8; 8]>();
    let _bytes = unsafe { *bytes }; //~ ERROR uninitialized
}
