fn number() -> u64 {
    1
}

fn main() {
    let function: fn() -> u32 = unsafe { std::mem::transmute(number as fn() -> u64) };
    function(); //~ ERROR a result of type
}
