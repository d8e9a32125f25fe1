#[derive(Clone, Copy)]
#[repr(u8)]
enum Light {
    _Red = 1,
    _Green = 2,
}

fn main() {
    let _light: Light = unsafe { std::mem::transmute(3_u8) }; //~ ERROR invalid
}
