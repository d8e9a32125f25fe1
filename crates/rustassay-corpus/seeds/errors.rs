// Results, the question mark, own error types, boxed errors.

use std::error::Error;
use std::fmt;

#[derive(Debug, PartialEq)]
enum ParseError {
    Empty,
    BadDigit(char),
    TooLarge,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::Empty => f.write_str("nothing there"),
            ParseError::BadDigit(digit) => write!(f, "bad digit {digit}"),
            ParseError::TooLarge => f.write_str("too large"),
        }
    }
}

impl Error for ParseError {}

fn parse(text: &str) -> Result<u16, ParseError> {
    if text.is_empty() {
        return Err(ParseError::Empty);
    }
    let mut value: u16 = 0;
    for character in text.chars() {
        let digit: u32 = character.to_digit(10).ok_or(ParseError::BadDigit(character))?;
        value = value.checked_mul(10).and_then(|v| v.checked_add(digit as u16)).ok_or(ParseError::TooLarge)?;
    }
    Ok(value)
}

fn sum(texts: &[&str]) -> Result<u32, Box<dyn Error>> {
    let mut total: u32 = 0;
    for text in texts {
        total += u32::from(parse(text)?);
    }
    if total > 100_000 {
        return Err("the sum is too large".into());
    }
    Ok(total)
}

fn main() {
    let good: Result<u32, Box<dyn Error>> = sum(&["12", "30"]);
    println!("{:?}", good.map_err(|error| error.to_string()));
    for text in ["", "1x", "99999"] {
        match sum(&[text]) {
            Ok(total) => println!("{total}"),
            Err(error) => println!("error: {error}"),
        }
    }
    let same: bool = parse("7") == Ok(7);
    println!("{same} {:?}", parse("70000"));
}
