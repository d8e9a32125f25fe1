//! Texts of others, made fit to be shown to a person.

use std::borrow::Cow;
use std::fmt::Write;

/// The text with its control characters spelled out, but for line breaks and tabs: what a program prints must not move the
/// cursor, change colours or set the title of the terminal on which a person reads about it. So are the characters that reverse
/// the direction of what follows, which make a text look like another.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unseen) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\r' => shown.push_str("\\r"),
            c if !is_unseen(c) => shown.push(c),
            c if c.is_ascii() => {
                let _ = write!(shown, "\\x{:02x}", u32::from(c));
            }
            c => {
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(c));
            }
        }
    }
    Cow::Owned(shown)
}

fn is_unseen(c: char) -> bool {
    let is_control = c.is_control() && c != '\n' && c != '\t';
    is_control || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A name or piece of source that a message quotes has at most so many characters.
const LONGEST_QUOTE: usize = 120;
/// A message has at most so many characters.
const LONGEST_MESSAGE: usize = 4000;

/// A message in which no quoted name is long: of what stands between backticks, the beginning and the end are kept.
pub fn bounded(message: String) -> String {
    if message.len() <= LONGEST_QUOTE {
        return message;
    }
    let mut short = String::new();
    for (number, part) in message.split('`').enumerate() {
        if number > 0 {
            short.push('`');
        }
        let limit = if number % 2 == 1 { LONGEST_QUOTE } else { LONGEST_MESSAGE };
        push_bounded(&mut short, part, limit);
        if short.len() > 2 * LONGEST_MESSAGE {
            break;
        }
    }
    let mut whole = String::new();
    push_bounded(&mut whole, &short, LONGEST_MESSAGE);
    whole
}

/// Adds a text; of a long one the beginning, and a little of the end.
fn push_bounded(to: &mut String, text: &str, limit: usize) {
    let end = limit / 6;
    let cut = |n: usize| text.char_indices().nth(n).map(|(at, _)| at);
    match (cut(limit), cut(limit - end), text.char_indices().rev().nth(end - 1)) {
        (Some(_), Some(first), Some((last, _))) => {
            let _ = write!(to, "{}...{}", &text[..first], &text[last..]);
        }
        _ => to.push_str(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_spelled_out_but_for_line_breaks_and_tabs() {
        assert_eq!(visible("a\tb\nc"), "a\tb\nc");
        assert_eq!(visible("\x1b[31mred\x07\u{9b}2J\r"), "\\x1b[31mred\\x07\\u{9b}2J\\r");
        assert_eq!(visible("a\u{202e}b"), "a\\u{202e}b");
    }

    #[test]
    fn what_a_message_quotes_is_bounded_and_the_rest_of_it_stays() {
        let name = "x".repeat(50_000_000);
        let message = bounded(format!("the local `{name}` is declared twice, not `{name}`"));
        assert!(message.starts_with("the local `xxx") && message.contains("xxx` is declared twice, not `x"));
        assert!(message.chars().count() < 350, "{}", message.len());
        let short = "expected `;`, found `é`".to_owned();
        assert_eq!(bounded(short.clone()), short);
        assert!(bounded("é".repeat(100_000)).chars().count() <= LONGEST_MESSAGE + 3);
    }
}
