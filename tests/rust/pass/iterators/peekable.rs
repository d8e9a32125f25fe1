fn main() {
    let mut chars = "12+345".chars().peekable();
    let mut tokens = Vec::new();
    while let Some(&c) = chars.peek() {
        if c.is_ascii_digit() {
            let mut number = 0;
            while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                number = number * 10 + digit;
                chars.next();
            }
            tokens.push(number.to_string());
        } else {
            tokens.push(c.to_string());
            chars.next();
        }
    }
    println!("{tokens:?}");
}
