use std::fmt;

struct Hex(u32);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#06x}", self.0)
    }
}

#[derive(Debug)]
#[allow(dead_code)]
struct Outer {
    inner: Option<(u8, &'static str)>,
}

fn main() {
    println!("{:>10}|{:<8}|{:^8}|", Hex(255).to_string(), 1, "mid");
    println!("{:?}", Outer { inner: Some((1, "a")) });
    println!("{:#?}", Outer { inner: None });
}
