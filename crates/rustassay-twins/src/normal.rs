//! What a compiler prints, in a form in which only what counts can differ.
//!
//! Layout and comments do not: a text becomes its tokens, with one space between any two. Signs that are one, as `&&`, are not the
//! same as signs that stand apart. The name that a function has got from us is no part of it. Documentation counts, but not how it is written: a comment
//! in one system is an attribute in the other.

/// Signs of several characters, longest first.
const SIGNS: [&str; 24] = [
    "<<=", ">>=", "...", "..=", "::", "->", "=>", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=",
    "%=", "^=", "&=", "|=", "<<", ">>", "..",
];

/// The tokens of what `-Zunpretty=hir` prints.
pub fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else { return tokens };
        if rest.starts_with("//") || rest.starts_with("/*") {
            let after = match rest.starts_with("//") {
                true => rest.find('\n').map_or("", |end| &rest[end..]),
                false => comment_end(rest),
            };
            let comment = &rest[..rest.len() - after.len()];
            tokens.extend(Some(comment).filter(|comment| comment_text(comment).is_some()));
            rest = after;
            continue;
        }
        let length = match first {
            '"' => string_length(rest, 1),
            '\'' => quote_length(rest),
            _ if first.is_ascii_digit() => number_length(rest),
            _ if is_word(first) => match prefixed_string(rest) {
                Some(length) => length,
                None => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            },
            _ => {
                SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(first.len_utf8(), |sign| sign.len())
            }
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after;
    }
}

/// What a comment says that is documentation; `None` for one that is not.
fn comment_text(comment: &str) -> Option<&str> {
    let is_line = (comment.starts_with("///") && !comment.starts_with("////")) || comment.starts_with("//!");
    if is_line {
        return Some(&comment[3..]);
    }
    let is_block = comment.starts_with("/**") && !comment.starts_with("/***") || comment.starts_with("/*!");
    comment.get(3..comment.len().saturating_sub(2)).filter(|_| is_block && comment.len() > 4)
}

/// The documentation that tokens begin with, however it is written, and what follows; `None` if they begin with something else, or with documentation that
/// is not a plain text.
fn documentation<'t, 'a>(tokens: &'t [&'a str]) -> Option<(String, &'t [&'a str])> {
    match tokens {
        ["#", "[", "doc", "=", literal, "]", after @ ..]
        | ["#", "!", "[", "doc", "=", literal, "]", after @ ..] => Some((literal_text(literal)?, after)),
        [comment, after @ ..] if comment.starts_with('/') => Some((comment_text(comment)?.to_owned(), after)),
        _ => None,
    }
}

/// The text of a string literal, if all that is escaped in it is understood.
fn literal_text(literal: &str) -> Option<String> {
    if let Some(raw) = literal.strip_prefix('r') {
        let fence = raw.len() - raw.trim_start_matches('#').len();
        let inside = raw.get(fence + 1..raw.len().checked_sub(fence + 1)?)?;
        return Some(inside.to_owned());
    }
    let mut chars = literal.strip_prefix('"')?.strip_suffix('"')?.chars();
    let mut text = String::new();
    while let Some(c) = chars.next() {
        text.push(match (c, c == '\\') {
            (c, false) => c,
            _ => match chars.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                '0' => '\0',
                c @ ('"' | '\'' | '\\') => c,
                'u' => {
                    let number: String = chars.by_ref().skip(1).take_while(|c| *c != '}').collect();
                    char::from_u32(u32::from_str_radix(&number, 16).ok()?)?
                }
                _ => return None,
            },
        });
    }
    Some(text)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// What is after a comment, in which comments may be nested.
fn comment_end(text: &str) -> &str {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if text[at..].starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return &text[at..];
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    ""
}

/// The length of a string whose quote is before `start`.
fn string_length(text: &str, start: usize) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < start) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// `b"..."`, `r#"..."#`, `b'x'` and the like.
fn prefixed_string(text: &str) -> Option<usize> {
    let prefix = ["br", "cr", "r", "b", "c"]
        .into_iter()
        .find(|prefix| text.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(['"', '#', '\''])))?;
    let rest = &text[prefix.len()..];
    if prefix == "b" && rest.starts_with('\'') {
        return Some(1 + quote_length(rest));
    }
    if !prefix.contains('r') {
        return rest.starts_with('"').then(|| string_length(text, prefix.len() + 1));
    }
    let fence = rest.len() - rest.trim_start_matches('#').len();
    let inside = rest[fence..].strip_prefix('"')?;
    let end = format!("\"{}", &rest[..fence]);
    Some(inside.find(&end).map_or(text.len(), |at| prefix.len() + fence + 1 + at + end.len()))
}

/// The length of a character or a lifetime.
fn quote_length(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => {
            // The escaped character may be a quote itself.
            let after = chars.next().map_or(text.len(), |(at, c)| at + c.len_utf8());
            text[after..].find('\'').map_or(text.len(), |at| after + at + 1)
        }
        Some((at, c)) => {
            let after = at + c.len_utf8();
            if text[after..].starts_with('\'') {
                return after + 1;
            }
            1 + text[1..].find(|c| !is_word(c)).unwrap_or(text.len() - 1)
        }
        None => 1,
    }
}

fn number_length(text: &str) -> usize {
    let word_end = |from: usize| text[from..].find(|c| !is_word(c)).map_or(text.len(), |at| from + at);
    let whole = word_end(0);
    let is_fraction =
        text[whole..].starts_with('.') && text[whole + 1..].starts_with(|c: char| c.is_ascii_digit());
    let end = if is_fraction { word_end(whole + 1) } else { whole };
    // `1e-3`.
    let is_exponent =
        !text.starts_with("0x") && text[..end].ends_with(['e', 'E']) && text[end..].starts_with(['-', '+']);
    if is_exponent { word_end(end + 1) } else { end }
}

/// The HIR of one function, with `twin` in place of its name.
pub fn hir(text: &str, name: &str) -> String {
    join(&tokens(text), name)
}

/// Tokens with one space between any two, and `twin` in place of a name.
pub fn join(tokens: &[&str], name: &str) -> String {
    let mut normal = String::new();
    let mut rest = tokens;
    while let [token, after @ ..] = rest {
        if !normal.is_empty() {
            normal.push(' ');
        }
        if let Some((text, after)) = documentation(rest) {
            normal.push_str(&format!("#[doc = {:?}]", text.trim_end()));
            rest = after;
            continue;
        }
        rest = after;
        normal.push_str(if *token == name { "twin" } else { token });
    }
    normal
}

/// The MIR of one function: what says where it stands in the file is left out, and memory is numbered by itself.
pub fn mir(text: &str, name: &str) -> String {
    let mut normal = String::new();
    let mut memories: Vec<&str> = Vec::new();
    let places_gone = without_places(text);
    for token in tokens(&places_gone) {
        if !normal.is_empty() {
            normal.push(' ');
        }
        let is_memory = token
            .strip_prefix("alloc")
            .is_some_and(|number| !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit()));
        if is_memory {
            let number = memories.iter().position(|known| *known == token).unwrap_or_else(|| {
                memories.push(token);
                memories.len() - 1
            });
            normal.push_str(&format!("memory{number}"));
        } else {
            normal.push_str(if token == name { "twin" } else { token });
        }
    }
    normal
}

/// Text without places in the files that we write: `user.rs:1:2: 3:4 (#0)` becomes `here`.
pub fn without_places(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((at, after)) = FILES.iter().filter_map(|file| Some((rest.find(file)?, file.len()))).min() {
        let numbers = &rest[at + after..];
        let mut end =
            numbers.find(|c: char| !(c.is_ascii_digit() || c == ':' || c == ' ')).unwrap_or(numbers.len());
        // The context that hygiene goes by.
        if let Some(context) = numbers[end..].strip_prefix("(#")
            && let Some(close) = context.find(')')
            && context[..close].bytes().all(|c| c.is_ascii_digit())
        {
            end += "(#".len() + close + 1;
        }
        kept.push_str(&rest[..at]);
        kept.push_str("here");
        rest = &numbers[end..];
    }
    kept.push_str(rest);
    kept
}

/// How places in our own files begin.
const FILES: [&str; 2] = ["user.rs:", "by_example.rs:"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_and_comments_do_not_count() {
        let one = "fn f ( )\n    ->\n        u8 { /* a /* b */ */ let x =\n 1 ; // c\n x+0x1f }";
        let other = "fn g() -> u8 { let x = 1; x + 0x1f }";
        assert_eq!(hir(one, "f"), hir(other, "g"));
    }

    #[test]
    fn documentation_counts_and_how_it_is_written_does_not() {
        let same = [
            "/// a \"b\"\nfn f() {}",
            "#[doc = \" a \\\"b\\\"\"] fn f() {}",
            "#[doc = r#\" a \"b\"\"#] fn f() {}",
            "/** a \"b\"*/ fn f() {}",
            "//! a \"b\"\nfn f() {}",
        ];
        for text in same {
            assert_eq!(hir(text, "f"), hir(same[0], "f"), "{text}");
        }
        let others =
            ["fn f() {}", "/// a\nfn f() {}", "// a \"b\"\nfn f() {}", "#[doc = concat!()] fn f() {}"];
        for text in others {
            assert_ne!(hir(text, "f"), hir(same[0], "f"), "{text}");
        }
        assert_eq!(hir("/**/ //// a\nfn f() {}", "f"), hir("fn f() {}", "f"));
        assert_ne!(hir("#[doc = concat!()] fn f() {}", "f"), hir("fn f() {}", "f"));
    }

    #[test]
    fn different_programs_stay_different() {
        let pairs = [
            ("fn f() { a }", "fn f() { b }"),
            ("{ a - -b }", "{ a -b }"),
            ("{ & &a }", "{ &&a }"),
            ("{ \"a b\" }", "{ \"a  b\" }"),
            ("{ \"/* a */\" }", "{ \"/* b */\" }"),
            ("{ 'a' }", "{ 'b' }"),
            ("{ r#\"a\"b\"# }", "{ r#\"a\"c\"# }"),
            ("{ 0..1 }", "{ 0.1 }"),
            ("{ '\\'' }", "{ '\"' }"),
            ("{ b'\\\\' }", "{ b'/' }"),
            ("{ x. y }", "{ x.. y }"),
            ("{ Range { start: 0, end: 10 } }", "{ Range { start: 0, end: 1 } }"),
        ];
        for (one, other) in pairs {
            assert_ne!(hir(one, "f"), hir(other, "f"));
        }
    }

    #[test]
    fn only_the_name_that_was_given_is_left_out() {
        assert_eq!(hir("fn twin_1() { twin_1() }", "twin_1"), hir("fn twin_2() { twin_2() }", "twin_2"));
        assert_ne!(hir("fn twin_1() { twin_3() }", "twin_1"), hir("fn twin_2() { twin_4() }", "twin_2"));
    }

    #[test]
    fn places_in_files_are_left_out_of_mir() {
        let one = "fn f(_1: &{closure@user.rs:10:5: 10:8}) -> () { _2 = const <impl at user.rs:1:1: 2:2>::N; alloc7 alloc3 alloc7 }";
        let other = "fn f(_1: &{closure@user.rs:11:9: 12:8}) -> () { _2 = const <impl at user.rs:3:1: 3:2>::N; alloc5 alloc9 alloc5 }";
        assert_eq!(mir(one, "f"), mir(other, "f"));
        let third = other.replace("alloc9", "alloc5");
        assert_ne!(mir(one, "f"), mir(&third, "f"));
        assert_eq!(
            mir("{coroutine@user.rs:1:2: 3:4 (#6)} {", "f"),
            mir("{coroutine@by_example.rs:2:2: 3:4 (#17)} {", "f")
        );
        assert_ne!(mir("_2 = const 1_u8", "f"), mir("_2 = const 2_u8", "f"));
    }
}
