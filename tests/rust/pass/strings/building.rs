fn main() {
    let mut text = String::new();
    for n in 0..5 {
        text.push_str(&n.to_string());
        text.push(',');
    }
    text.pop();
    text.insert(0, '[');
    text += "]";
    println!("{text} {} {}", text.len(), text.replace(',', ";"));
}
