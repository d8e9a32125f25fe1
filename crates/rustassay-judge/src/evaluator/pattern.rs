//! Printed values as patterns.
//!
//! What `{:?}` writes of a value is a Rust pattern that the value matches, but for floats, pointers and
//! variants without fields. So a program that cannot print, because it runs at compile time, can still say
//! whether it has the values that were printed.

use std::fmt::Write;

/// A pattern and the conditions on what it binds.
#[derive(Default, Debug)]
pub struct MessagePattern {
    /// The pattern, which binds references to the parts that cannot be matched.
    pub text: String,
    /// What must hold for the bound parts.
    pub guards: Vec<String>,
}

impl MessagePattern {
    /// The pattern of a value that `{:?}` writes as `debug`. Names that it binds begin with `prefix`. The
    /// variants of enums have to be in scope.
    pub fn of(debug: &str, prefix: &str) -> MessagePattern {
        let mut pattern = MessagePattern::default();
        let mut rest = debug;
        while let Some(first) = rest.chars().next() {
            let len = match first {
                '"' | '\'' => literal_len(rest),
                '-' | '0'..='9' | 'a'..='z' | 'A'..='Z' | '_' => word_len(rest),
                other => other.len_utf8(),
            };
            let (token, after) = rest.split_at(len);
            rest = after;
            pattern.token(token, rest, prefix);
        }
        pattern
    }

    fn token(&mut self, token: &str, rest: &str, prefix: &str) {
        let is_number = token.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        let magnitude = token.trim_start_matches('-');
        if magnitude == "NaN" {
            self.bind(prefix, |name| format!("{name}.is_nan()"));
        } else if magnitude == "inf" {
            let sign = token.starts_with('-');
            self.bind(prefix, |name| format!("{name}.is_infinite() && {name}.is_sign_negative() == {sign}"));
        } else if is_number && magnitude.starts_with("0x") {
            self.bind(prefix, |name| format!("bits({name}) == {token}"));
        } else if is_number && magnitude.contains(['.', 'e']) {
            // Comparing alone would not tell the zeros apart.
            let sign = token.starts_with('-');
            self.bind(prefix, |name| format!("*{name} == {token} && {name}.is_sign_negative() == {sign}"));
        } else {
            self.text.push_str(token);
            // With braces, a variant or a struct that is not in scope is an error, and not a name that
            // matches everything.
            let is_name = token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
            let is_bool = matches!(token, "true" | "false");
            let names_field = rest.starts_with(": ");
            if is_name && !is_bool && !names_field && !rest.starts_with('(') && !rest.starts_with(" {") {
                self.text.push_str(" {}");
            }
        }
    }

    fn bind(&mut self, prefix: &str, guard: impl FnOnce(&str) -> String) {
        let name = format!("{prefix}_{}", self.guards.len());
        let _ = write!(self.text, "{name}");
        self.guards.push(guard(&name));
    }
}

/// The bytes of the text or char literal that this begins with.
fn literal_len(text: &str) -> usize {
    let quote = text.as_bytes()[0];
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            _ if byte == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The bytes of the name or number that this begins with.
fn word_len(text: &str) -> usize {
    let is_number = text.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    let mut previous = ' ';
    let end = text.char_indices().find(|&(at, c)| {
        let belongs = c.is_alphanumeric()
            || c == '_'
            || (is_number && c == '.')
            || (c == '-' && (at == 0 || previous == 'e'));
        previous = c;
        !belongs
    });
    end.map_or(text.len(), |(at, _)| at)
}

#[test]
fn floats_are_bound_and_compared_with_their_sign() {
    let pattern = MessagePattern::of("S { a: (1, -0.0), b: [NaN, -inf], c: 1e-5 }", "x");
    assert_eq!(pattern.text, "S { a: (1, x_0), b: [x_1, x_2], c: x_3 }");
    let guards = [
        "*x_0 == -0.0 && x_0.is_sign_negative() == true",
        "x_1.is_nan()",
        "x_2.is_infinite() && x_2.is_sign_negative() == true",
        "*x_3 == 1e-5 && x_3.is_sign_negative() == false",
    ];
    assert_eq!(pattern.guards, guards);
}

#[test]
fn names_without_fields_get_braces_and_literals_stay() {
    let pattern = MessagePattern::of(r#"(None, Some(A), "a \" None", '\'', true, -5, 0x8)"#, "x");
    assert_eq!(pattern.text, r#"(None {}, Some(A {}), "a \" None", '\'', true, -5, x_0)"#);
    assert_eq!(pattern.guards, ["bits(x_0) == 0x8"]);
}
