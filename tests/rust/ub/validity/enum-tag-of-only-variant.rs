#[derive(Clone, Copy)]
#[repr(u32)]
enum Only {
    One = 1,
}

fn main() {
    let mut only = Only::One;
    unsafe { (&raw mut only).cast::<u32>().write(44) };
    let copy = only; //~ ERROR at .<enum-tag>: encountered 0x2c, but expected a valid enum tag
    assert_eq!(copy as u32, 1);
}
