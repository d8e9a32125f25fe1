fn main() {
    let x = 1;
    let address: usize = unsafe { std::mem::transmute(&raw const x) };
    let pointer = address as *const i32;
    let _x = unsafe { *pointer }; //~ ERROR no memory there is exposed
}
