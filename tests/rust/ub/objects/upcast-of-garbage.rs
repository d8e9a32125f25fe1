trait Base {
    fn base(&self) -> u32 {
        1
    }
}

trait Derived: Base {}

impl Base for u8 {}
impl Derived for u8 {}

fn main() {
    let byte = 1_u8;
    let other: &dyn std::fmt::Debug = &byte;
    let object: *const dyn Derived = unsafe { std::mem::transmute(other as *const dyn std::fmt::Debug) }; //~ ERROR vtable
    let _base = object as *const dyn Base;
}
