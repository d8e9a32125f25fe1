//! Text with accidents: what a reader must survive.

use crate::rng::Rng;

/// The text with one to four random accidents: bytes flipped, lines cut, doubled or swapped, tokens swapped or dropped, pieces
/// of another text spliced in, or the end lost. A pure function of its arguments.
pub fn damaged(seed: u64, text: &str, other: &str) -> String {
    let mut rng = Rng::new(seed);
    let mut text = text.to_owned();
    for _ in 0..rng.between(1, 4) {
        text = rng.row(ACCIDENTS)(&mut rng, &text, other);
    }
    text
}

type Accident = fn(&mut Rng, &str, &str) -> String;

const ACCIDENTS: &[(usize, Accident)] = &[
    (4, flip_bytes),
    (3, cut_line),
    (1, double_line),
    (2, swap_lines),
    (4, swap_tokens),
    (4, drop_token),
    (3, replace_token),
    (2, splice),
    (1, cut_end),
    (1, nest),
];

fn flip_bytes(rng: &mut Rng, text: &str, _: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..rng.between(1, 3) {
        if !bytes.is_empty() {
            let at = rng.below(bytes.len());
            bytes[at] ^= 1 << rng.below(8);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn cut_line(rng: &mut Rng, text: &str, _: &str) -> String {
    let mut lines = lines(text);
    if !lines.is_empty() {
        lines.remove(rng.below(lines.len()));
    }
    lines.concat()
}

fn double_line(rng: &mut Rng, text: &str, _: &str) -> String {
    let mut lines = lines(text);
    if !lines.is_empty() {
        let at = rng.below(lines.len());
        lines.insert(at, lines[at]);
    }
    lines.concat()
}

fn swap_lines(rng: &mut Rng, text: &str, _: &str) -> String {
    let mut lines = lines(text);
    if !lines.is_empty() {
        let (a, b) = (rng.below(lines.len()), rng.below(lines.len()));
        lines.swap(a, b);
    }
    lines.concat()
}

/// Words, runs of space, and single characters of anything else.
fn tokens(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        _ if c.is_alphanumeric() || c == '_' => 0,
        _ if c.is_whitespace() => 1,
        _ => 2,
    };
    let mut tokens = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((_, c)) = chars.next() {
        let end = chars.peek().map_or(text.len(), |&(at, _)| at);
        let goes_on = chars.peek().is_some_and(|&(_, next)| kind(c) != 2 && kind(next) == kind(c));
        if !goes_on {
            tokens.push(&text[start..end]);
            start = end;
        }
    }
    tokens
}

fn swap_tokens(rng: &mut Rng, text: &str, _: &str) -> String {
    let mut tokens = tokens(text);
    if !tokens.is_empty() {
        let (a, b) = (rng.below(tokens.len()), rng.below(tokens.len()));
        tokens.swap(a, b);
    }
    tokens.concat()
}

fn drop_token(rng: &mut Rng, text: &str, _: &str) -> String {
    let mut tokens = tokens(text);
    if !tokens.is_empty() {
        tokens.remove(rng.below(tokens.len()));
    }
    tokens.concat()
}

fn replace_token(rng: &mut Rng, text: &str, other: &str) -> String {
    let mut tokens = tokens(text);
    if let Some(replacement) = rng.pick(&self::tokens(other))
        && !tokens.is_empty()
    {
        let at = rng.below(tokens.len());
        tokens[at] = replacement;
    }
    tokens.concat()
}

fn splice(rng: &mut Rng, text: &str, other: &str) -> String {
    let (mut lines, others) = (lines(text), self::lines(other));
    if !others.is_empty() {
        let start = rng.below(others.len());
        let end = (start + rng.between(1, 5)).min(others.len());
        let at = rng.below(lines.len() + 1);
        lines.splice(at..at, others[start..end].iter().copied());
    }
    lines.concat()
}

fn cut_end(rng: &mut Rng, text: &str, _: &str) -> String {
    text[..text.floor_char_boundary(rng.below(text.len() + 1))].to_owned()
}

/// Replaces a token by itself, deep inside of brackets or behind many operators.
fn nest(rng: &mut Rng, text: &str, _: &str) -> String {
    let mut tokens: Vec<String> = tokens(text).into_iter().map(str::to_owned).collect();
    if !tokens.is_empty() {
        let at = rng.below(tokens.len());
        let depth = 1 << rng.below(17);
        let (open, close) = rng.row(&[
            (1, ("(", ")")),
            (1, ("[", "]")),
            (1, ("{", "}")),
            (1, ("-", "")),
            (1, ("&", "")),
            (1, ("*", "")),
        ]);
        tokens[at] = format!("{}{}{}", open.repeat(depth), tokens[at], close.repeat(depth));
    }
    tokens.concat()
}

/// The text with accidents as [`damaged`] has them, and in some cases with what happens to files as a whole: byte-order marks, foreign line
/// breaks, lines for the shell, bytes that are no text, literals and chains without end. A pure function of its arguments.
pub fn mangled(seed: u64, text: &str, other: &str) -> Vec<u8> {
    let mut rng = Rng::new(seed ^ 0x5eed);
    let mut bytes = damaged(seed, text, other).into_bytes();
    for _ in 0..rng.below(3) {
        bytes = rng.row(FILE_ACCIDENTS)(&mut rng, bytes);
    }
    bytes
}

type FileAccident = fn(&mut Rng, Vec<u8>) -> Vec<u8>;

const FILE_ACCIDENTS: &[(usize, FileAccident)] = &[
    (2, |_, bytes| [b"\xef\xbb\xbf", &bytes[..]].concat()),
    (2, |_, bytes| String::from_utf8_lossy(&bytes).replace('\n', "\r\n").into_bytes()),
    (1, |_, bytes| [b"#!/usr/bin/env rustx\n", &bytes[..]].concat()),
    (1, |_, bytes| [b"//@ edition: 2024\n//@ compile-flags: -O --edition\n", &bytes[..]].concat()),
    (1, |rng, bytes| with(rng, bytes, b"\0")),
    (1, |rng, bytes| with(rng, bytes, b"\xff\xc0\x80")),
    (1, |rng, bytes| with(rng, bytes, "\u{202e}é\u{1f600}\x1b[31m".as_bytes())),
    (1, |rng, bytes| with_many(rng, bytes, b"9")),
    (1, |rng, bytes| with_many(rng, bytes, b"x")),
    (1, |rng, bytes| with_many(rng, bytes, b".0")),
    (1, |rng, bytes| with_many(rng, bytes, b" + 1")),
    (1, |rng, bytes| with_many(rng, bytes, b" as u8")),
    (1, |rng, bytes| with_many(rng, bytes, b"&mut ")),
    (1, |rng, bytes| with_many(rng, bytes, b"[[")),
    (2, |rng, mut bytes| {
        let at = rng.below(bytes.len() + 1);
        bytes.truncate(at);
        bytes
    }),
];

fn with(rng: &mut Rng, mut bytes: Vec<u8>, what: &[u8]) -> Vec<u8> {
    let at = rng.below(bytes.len() + 1);
    bytes.splice(at..at, what.iter().copied());
    bytes
}

fn with_many(rng: &mut Rng, bytes: Vec<u8>, what: &[u8]) -> Vec<u8> {
    let count = 1 << rng.below(17);
    with(rng, bytes, &what.repeat(count))
}
