fn main() {
    let data = [1_u64, 2];
    let parts = (data.as_ptr(), data.as_ptr());
    let _object: &dyn std::fmt::Debug = unsafe { std::mem::transmute(parts) }; //~ ERROR vtable
}
