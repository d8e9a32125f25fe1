//! Text of others that is cut and quoted.

/// Bytes as text in which everything can be seen: what is no UTF-8 and what controls a terminal is written as `\x1b`.
pub fn printable(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\n' | '\t' => text.push(c),
                c if c.is_control() => text.push_str(&format!("\\x{:02x}", u32::from(c))),
                c => text.push(c),
            }
        }
        chunk.invalid().iter().for_each(|byte| text.push_str(&format!("\\x{byte:02x}")));
    }
    text
}

/// A text that may have been cut.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cut<'a> {
    /// What is left.
    pub text: &'a str,
    /// Its lines.
    pub lines: usize,
    /// The lines of the whole.
    pub of: usize,
}

impl<'a> Cut<'a> {
    /// The beginning of a text, at most so many bytes: whole lines, unless the first is longer than that.
    pub fn new(text: &'a str, most: usize) -> Cut<'a> {
        let of = text.lines().count();
        if text.len() <= most {
            return Cut { text, lines: of, of };
        }
        let most = text.floor_char_boundary(most);
        let end = text[..most].rfind('\n').map_or(most, |end| end + 1);
        Cut { text: &text[..end], lines: text[..end].lines().count(), of }
    }

    /// Whether something is missing.
    pub fn is_cut(&self, whole: &str) -> bool {
        self.text.len() < whole.len()
    }
}

/// A line of at most so many characters.
pub fn short(text: &str, most: usize) -> String {
    let mut line = String::new();
    // No more of a long text is looked at than is shown.
    for word in text.split_whitespace() {
        if line.len() > 4 * most {
            break;
        }
        line.push_str(if line.is_empty() { "" } else { " " });
        line.push_str(word);
    }
    match line.char_indices().nth(most) {
        None => line,
        Some((at, _)) => format!("{} ..", line[..at].trim_end()),
    }
}

/// So much of a message is looked at, in bytes.
const MESSAGE: usize = 20_000;

/// What is in brackets is spared if it is no longer than this: of a value, and of what is for people.
const FEW: usize = 8;
const FEW_FOR_PEOPLE: usize = 24;

/// A line of at most so many characters that has the end of a message, where compilers say the reason. What is in brackets is left out first, that which
/// describes values before that which is for people; then the middle.
pub(crate) fn condensed(message: &str, most: usize) -> String {
    let mut line = Cut::new(message, MESSAGE).text.split_whitespace().collect::<Vec<_>>().join(" ");
    while line.chars().count() > most {
        let groups = groups(&line);
        let longest = groups.iter().max_by_key(|group| (group.is_value, group.content.len()));
        let Some(Group { content, .. }) = longest else { break };
        line.replace_range(content.clone(), "..");
    }
    let characters: Vec<char> = line.chars().collect();
    if characters.len() <= most {
        return line;
    }
    let start: String = characters[..most / 3].iter().collect();
    let end: String = characters[characters.len() - (most - most / 3).saturating_sub(4)..].iter().collect();
    let start = start.rsplit_once(' ').map_or(&*start, |(words, _)| words);
    let end = end.split_once(' ').map_or(&*end, |(_, words)| words);
    format!("{start} .. {end}")
}

/// Something in brackets.
struct Group {
    content: std::ops::Range<usize>,
    /// Whether it is of a value, as `Debug` prints it: `Item(..)`, `Instance {..}`, `bb0[..]`.
    is_value: bool,
}

/// What is in brackets within a line and in no others, and long.
fn groups(line: &str) -> Vec<Group> {
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut groups = Vec::new();
    let mut before = ' ';
    let mut is_value = false;
    for (at, c) in line.char_indices() {
        match c {
            '(' | '[' | '{' => {
                if open.is_empty() {
                    is_value = c != '(' || before.is_alphanumeric();
                }
                open.push((c, at));
            }
            ')' | ']' | '}'
                if open
                    .last()
                    .is_some_and(|(start, _)| matches!((start, c), ('(', ')') | ('[', ']') | ('{', '}'))) =>
            {
                let content = open.pop().map_or(at, |(_, start)| start + 1)..at;
                let few = if is_value { FEW } else { FEW_FOR_PEOPLE };
                if open.is_empty() && content.len() > few {
                    groups.push(Group { content, is_value });
                }
            }
            _ => {}
        }
        before = c;
    }
    groups
}

/// The longest run of backticks in a text.
fn backticks(text: &str) -> usize {
    text.split(|c: char| c != '`').map(str::len).max().unwrap_or(0)
}

/// A block of code in Markdown, with a fence that the text cannot close
/// (<https://spec.commonmark.org/0.31.2/#fenced-code-blocks>).
pub(crate) fn block(language: &str, text: &str) -> String {
    let fence = "`".repeat((backticks(text) + 1).max(3));
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{text}{end}{fence}\n")
}

/// Code in a line of Markdown (<https://spec.commonmark.org/0.31.2/#code-spans>).
pub(crate) fn code(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let ticks = "`".repeat(backticks(&text) + 1);
    let space = if text.is_empty() || text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{ticks}{space}{text}{space}{ticks}")
}

/// A text within an address, in the form of RFC 3986.
pub(crate) fn percent_encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => encoded.push(byte.into()),
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_can_be_seen() {
        assert_eq!(printable(b"a\xff\x1b[1m\0\tb\r\n\xc3\xa4"), "a\\xff\\x1b[1m\\x00\tb\\x0d\n\u{e4}");
    }

    #[test]
    fn a_fence_is_longer_than_any_in_the_text() {
        assert_eq!(block("rust", "x"), "```rust\nx\n```\n");
        assert_eq!(block("", "```\n````\n"), "`````\n```\n````\n`````\n");
    }

    #[test]
    fn a_code_span_survives_backticks() {
        assert_eq!(code("a b"), "`a b`");
        assert_eq!(code("a `b`"), "`` a `b` ``");
        assert_eq!(code("line\nbreak"), "`line break`");
    }

    #[test]
    fn texts_are_cut_between_lines() {
        let text = "one\ntwo\nthree\n";
        assert_eq!(Cut::new(text, 9), Cut { text: "one\ntwo\n", lines: 2, of: 3 });
        assert_eq!(Cut::new(text, 100), Cut { text, lines: 3, of: 3 });
        assert!(Cut::new(text, 9).is_cut(text) && !Cut::new(text, 100).is_cut(text));
    }

    #[test]
    fn a_long_line_is_cut_between_characters() {
        assert_eq!(Cut::new("\u{e4}\u{e4}\u{e4}", 3).text, "\u{e4}");
    }

    #[test]
    fn a_title_is_one_short_line() {
        assert_eq!(short("a\n  b", 10), "a b");
        assert_eq!(short("one two three", 8), "one two ..");
    }

    #[test]
    fn a_message_keeps_its_reason_when_it_is_cut() {
        let message = "broken MIR in Item(DefId(0:15 ~ case[30f9]::f)) (after pass GVN) at bb0[0]:\n    place (*(*_1)) has deref as a \
                       later projection (it is only permitted as the first projection)";
        assert_eq!(
            condensed(message, 160),
            "broken MIR in Item(..) (after pass GVN) at bb0[0]: place (*(*_1)) has deref as a later projection \
             (it is only permitted as the first projection)"
        );
        assert_eq!(
            condensed(message, 120),
            "broken MIR in Item(..) (after pass GVN) at bb0[0]: place (*(*_1)) has deref as a later projection (..)"
        );
        let words = format!("it begins {}the reason", "and goes on ".repeat(50));
        assert_eq!(condensed(&words, 40), "it begins .. and goes on the reason");
    }

    #[test]
    fn a_question_fits_into_an_address() {
        assert_eq!(percent_encoded("a b:\u{e4}"), "a%20b%3A%C3%A4");
    }
}
