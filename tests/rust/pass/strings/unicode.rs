fn main() {
    let text = "größe ❤ 日本";
    println!("{} {} {:?}", text.len(), text.chars().count(), text.char_indices().nth(3));
    println!("{} {}", text.to_uppercase(), text.chars().rev().collect::<String>());
}
