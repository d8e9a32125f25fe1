fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    println!("hello {}", if names.is_empty() { "everybody".to_owned() } else { names.join(" and ") });
}
