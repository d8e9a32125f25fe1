trait Base {
    fn base(&self) -> u32;
}

trait Derived: Base {
    fn derived(&self) -> u32;
}

impl Base for u32 {
    fn base(&self) -> u32 {
        *self
    }
}

impl Derived for u32 {
    fn derived(&self) -> u32 {
        self * 2
    }
}

fn main() {
    let object: Box<dyn Derived> = Box::new(21);
    println!("{}", object.derived());
    let base: Box<dyn Base> = object;
    println!("{}", base.base());
}
