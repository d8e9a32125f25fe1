fn main() {
    let data = 1_u64;
    let _function: fn() = unsafe { std::mem::transmute(&raw const data) }; //~ ERROR invalid value
}
