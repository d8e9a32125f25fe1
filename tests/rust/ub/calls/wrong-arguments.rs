fn one(_: u32) {}

fn main() {
    let function: fn(u32, u32) = unsafe { std::mem::transmute(one as fn(u32)) };
    function(1, 2); //~ ERROR arguments
}
