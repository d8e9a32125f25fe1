fn main() {
    let data = 1_u64;
    let parts = (&raw const data, 0_usize);
    let _object: &dyn std::fmt::Debug = unsafe { std::mem::transmute(parts) }; //~ ERROR vtable
}
