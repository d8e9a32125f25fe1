fn main() {
    let text = greeting::hello().to_owned();
    let text = if cfg!(feature = "polite") { text + ", please" } else { text };
    println!("{}", if cfg!(feature = "loud") { text.to_uppercase() } else { text });
}
