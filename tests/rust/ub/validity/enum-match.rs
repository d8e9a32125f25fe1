#[repr(u8)]
enum Light {
    Red = 1,
    Green = 2,
}

fn main() {
    let byte = 7_u8;
    let light = (&raw const byte).cast::<Light>();
    let number = match unsafe { &*light } { //~ ERROR invalid
        Light::Red => 1,
        Light::Green => 2,
    };
    println!("{number}");
}
