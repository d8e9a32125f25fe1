fn main() {
    let _function: fn() = unsafe { std::mem::transmute(0_usize) }; //~ ERROR invalid value
}
