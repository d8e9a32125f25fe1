// Strings: building, cutting, characters, bytes, formatting.

use std::fmt;

struct Name {
    given: String,
    family: String,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.family, self.given)
    }
}

fn caesar(text: &str, by: u8) -> String {
    let mut result: String = String::new();
    for character in text.chars() {
        let shifted: char = match character {
            'a'..='z' => ((character as u8 - b'a' + by) % 26 + b'a') as char,
            other => other,
        };
        result.push(shifted);
    }
    result
}

fn is_palindrome(text: &str) -> bool {
    let letters: Vec<char> = text.chars().filter(|c| c.is_alphabetic()).collect();
    let length: usize = letters.len();
    let mut at: usize = 0;
    while at < length / 2 {
        if letters[at] != letters[length - 1 - at] {
            return false;
        }
        at += 1;
    }
    true
}

fn main() {
    let name: Name = Name { given: String::from("Ada"), family: "Lovelace".to_string() };
    let secret: String = caesar("attack at dawn", 3);
    let clear: String = caesar(&secret, 23);
    let is_same: bool = is_palindrome("never odd or even");
    let length: usize = secret.len() + clear.len();
    let upper: String = clear.to_uppercase();
    println!("{name} [{name:>4}] {secret} {upper} {is_same} {length}");
    println!("{:05} {:#x} {:>6.2} {:?}", 42, 255, 3.14159, "tab\t");
}
