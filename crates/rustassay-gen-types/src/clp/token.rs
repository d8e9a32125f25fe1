//! The notation's words.

/// Where something is, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The file, the line and the column, then what is wrong.
    pub message: String,
}

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Mistake {}

/// A word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    /// A name that begins small, or anything in single quotes.
    Name(String),
    /// A name that begins big, or with `_`.
    Variable(String),
    Number(i32),
    Text(String),
    /// Anything else, such as `:-`.
    Sign(&'static str),
    End,
}

impl std::fmt::Display for Word {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Word::Name(text) | Word::Variable(text) => write!(f, "`{text}`"),
            Word::Number(value) => write!(f, "`{value}`"),
            Word::Text(_) => f.write_str("a text"),
            Word::Sign(sign) => write!(f, "`{sign}`"),
            Word::End => f.write_str("the end of the file"),
        }
    }
}

/// A word with its place.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub word: Word,
    pub line: u32,
    pub column: u32,
}

/// The signs, longer ones first.
const SIGNS: [&str; 18] =
    [":-", "\\=", "\\+", "=<", "=>", "..", "(", ")", "[", "]", "{", "}", "|", ",", ".", ":", "=", "<"];

/// The words of a file.
pub(crate) fn tokens(file: &str, text: &str) -> Result<Vec<Token>, Mistake> {
    let mut tokens = Vec::new();
    let mut rest = text;
    // The line, and how much text was left when it began.
    let (mut line, mut start) = (1, text.len());
    while let Some(first) = rest.chars().next() {
        let column = (start - rest.len()) as u32 + 1;
        let wrong = |what: &str| Mistake { message: format!("{file}:{line}:{column}: {what}") };
        let mut lines = 0;
        let (word, length) = match first {
            '\n' => {
                lines = 1;
                (None, 1)
            }
            ' ' | '\t' | '\r' => (None, 1),
            '#' => (None, rest.find('\n').unwrap_or(rest.len())),
            '"' | '\'' => {
                let (text, length) = quoted(rest, first).ok_or_else(|| wrong("this quote is not closed"))?;
                lines = rest[..length].matches('\n').count() as u32;
                (Some(if first == '"' { Word::Text(text) } else { Word::Name(text) }), length)
            }
            _ if first.is_ascii_alphabetic() || first == '_' => {
                let length = length_while(rest, |c| c.is_ascii_alphanumeric() || c == '_');
                let name = rest[..length].to_owned();
                (
                    Some(if first.is_ascii_lowercase() { Word::Name(name) } else { Word::Variable(name) }),
                    length,
                )
            }
            _ if first.is_ascii_digit()
                || first == '-' && rest[1..].starts_with(|c: char| c.is_ascii_digit()) =>
            {
                let length = 1 + length_while(&rest[1..], |c| c.is_ascii_digit());
                let number = rest[..length].parse().ok().filter(|value: &i32| value.abs() < 1 << 28);
                (Some(Word::Number(number.ok_or_else(|| wrong("this number is too large"))?)), length)
            }
            _ => {
                let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
                let sign = sign.ok_or_else(|| wrong(&format!("`{first}` means nothing here")))?;
                (Some(Word::Sign(sign)), sign.len())
            }
        };
        tokens.extend(word.map(|word| Token { word, line, column }));
        rest = &rest[length..];
        if lines > 0 {
            // Columns after a text of several lines count from its end: good enough to find the place.
            (line, start) = (line + lines, rest.len());
        }
    }
    tokens.push(Token { word: Word::End, line, column: 1 });
    Ok(tokens)
}

fn length_while(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.find(|letter| !is_part(letter)).unwrap_or(text.len())
}

/// What stands in quotes, and how many bytes that takes.
fn quoted(text: &str, quote: char) -> Option<(String, usize)> {
    let mut result = String::new();
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => match letters.next()?.1 {
                'n' => result.push('\n'),
                other => result.push(other),
            },
            letter if letter == quote => return Some((result, at + 1)),
            letter => result.push(letter),
        }
    }
    None
}
