use std::fmt::Write;

fn main() {
    let mut text = String::new();
    write!(text, "{}-{:?}", 1, "a").unwrap();
    writeln!(text, "!").unwrap();
    print!("{text}");
}
