// Patterns: ranges, bindings, guards, slices, nested structures, or-patterns.

#[derive(Debug, Clone, Copy)]
enum Token {
    Digit(u8),
    Letter(char),
    Sign { plus: bool },
    End,
}

fn classify(character: char) -> Token {
    match character {
        digit @ '0'..='9' => Token::Digit(digit as u8 - b'0'),
        '+' => Token::Sign { plus: true },
        '-' => Token::Sign { plus: false },
        letter if letter.is_alphabetic() => Token::Letter(letter),
        _ => Token::End,
    }
}

fn weight(token: Token) -> i32 {
    match token {
        Token::Digit(0) => 0,
        Token::Digit(n @ 1..=4) => n as i32 * 10,
        Token::Digit(n) => n as i32,
        Token::Letter('a' | 'e' | 'i') => 100,
        Token::Letter(_) => 200,
        Token::Sign { plus } => if plus { 1 } else { -1 },
        Token::End => 0,
    }
}

fn ends(items: &[i32]) -> (i32, i32) {
    match items {
        [] => (0, 0),
        [only] => (*only, *only),
        [first, .., last] => (*first, *last),
    }
}

fn quadrant((x, y): (i32, i32)) -> u8 {
    match (x.signum(), y.signum()) {
        (0, _) | (_, 0) => 0,
        (1, 1) => 1,
        (-1, 1) => 2,
        (-1, -1) => 3,
        _ => 4,
    }
}

fn main() {
    let mut sum: i32 = 0;
    for character in "7+a-z0?".chars() {
        let token: Token = classify(character);
        sum += weight(token);
    }
    let (low, high): (i32, i32) = ends(&[4, 5, 6]);
    let where_it_is: u8 = quadrant((-3, 8));
    println!("{sum} {low} {high} {where_it_is} {:?}", ends(&[]));
}
