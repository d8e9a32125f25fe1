extern "C" fn number() -> u32 {
    1
}

fn main() {
    let function: fn() -> u32 = unsafe { std::mem::transmute(number as extern "C" fn() -> u32) };
    function(); //~ ERROR calling convention
}
