trait Describe {
    const NAME: &'static str;
    fn describe(&self) -> String {
        format!("a {}", Self::NAME)
    }
}

impl Describe for u8 {
    const NAME: &'static str = "byte";
}

impl<T: Describe> Describe for Vec<T> {
    const NAME: &'static str = "list";
    fn describe(&self) -> String {
        format!("a list of {}: {}", T::NAME, self.len())
    }
}

fn main() {
    println!("{} {}", 1_u8.describe(), vec![1_u8, 2].describe());
}
