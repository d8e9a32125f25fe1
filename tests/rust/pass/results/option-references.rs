fn main() {
    let mut name = Some(String::from("a"));
    if let Some(text) = name.as_mut() {
        text.push('b');
    }
    println!("{:?}", name.as_deref());
    println!("{:?}", name.take());
    println!("{:?}", name.get_or_insert_with(|| "new".into()));
    println!("{}", name.is_some_and(|n| n.len() == 3));
}
