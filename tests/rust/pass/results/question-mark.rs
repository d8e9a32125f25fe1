use std::error::Error;
use std::fmt;

#[derive(Debug)]
struct TooLarge(i32);

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is too large", self.0)
    }
}

impl Error for TooLarge {}

fn check(text: &str) -> Result<i32, Box<dyn Error>> {
    let number: i32 = text.parse()?;
    if number > 100 {
        return Err(Box::new(TooLarge(number)));
    }
    Ok(number)
}

fn main() {
    for text in ["5", "500", "five"] {
        match check(text) {
            Ok(number) => println!("{number}"),
            Err(error) => println!("{error} {}", error.is::<TooLarge>()),
        }
    }
}
