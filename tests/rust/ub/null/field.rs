struct Pair {
    _first: u64,
    second: u64,
}

fn main() {
    let pointer = std::ptr::null::<Pair>();
    let _value = unsafe { (*pointer).second }; //~ ERROR null pointer
}
