fn one(_: f32) {}

fn main() {
    let function: fn(u32) = unsafe { std::mem::transmute(one as fn(f32)) };
    function(1); //~ ERROR of type
}
