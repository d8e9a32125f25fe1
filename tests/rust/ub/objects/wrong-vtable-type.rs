trait Number {
    fn number(&self) -> u64;
}

impl Number for u64 {
    fn number(&self) -> u64 {
        *self
    }
}

fn main() {
    let small = 1_u8;
    let large: &dyn Number = &2_u64;
    let mut parts: [*const (); 2] = unsafe { std::mem::transmute(large) };
    parts[0] = (&raw const small).cast();
    let object: *const dyn Number = unsafe { std::mem::transmute(parts) };
    unsafe { (*object).number() }; //~ ERROR
}
