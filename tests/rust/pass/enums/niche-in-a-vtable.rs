// A raw pointer to a trait object has a niche: no vtable is at address 0.

trait Named {
    fn name(&self) -> &'static str;
}

impl Named for u8 {
    fn name(&self) -> &'static str {
        "u8"
    }
}

fn name(pointer: Option<*const dyn Named>) -> &'static str {
    match pointer {
        Some(pointer) => unsafe { (*pointer).name() },
        None => "none",
    }
}

fn main() {
    println!("{} {}", size_of::<Option<*const dyn Named>>(), size_of::<Option<*const [u8]>>());
    println!("{} {}", name(Some(&5_u8)), name(None));
    let both: [Result<*const dyn Named, ()>; 2] = [Ok(&7_u8), Err(())];
    println!("{} {}", both[0].is_ok(), both[1].is_err());
}
