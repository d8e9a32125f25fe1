//! Colours for programs and differences, by rustc's own lexer: it takes any text, also what is no Rust.

use maud::{Markup, html};
use ra_ap_rustc_lexer::{FrontmatterAllowed, TokenKind, tokenize};

/// What a text is written in.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SourceLanguage {
    #[allow(missing_docs)]
    Rust,
    /// A unified diff.
    Diff,
    /// Nothing that has colours.
    Text,
}

/// The text with a class around each part that has a colour.
pub(crate) fn highlighted(text: &str, language: SourceLanguage) -> Markup {
    let parts = match language {
        SourceLanguage::Rust => rust(text),
        SourceLanguage::Diff => text.split_inclusive('\n').map(|line| (line, class_of_line(line))).collect(),
        SourceLanguage::Text => vec![(text, None)],
    };
    html! {
        @for (text, class) in parts {
            @match class {
                Some(class) => span class=(class) { (text) },
                None => (text),
            }
        }
    }
}

/// The tokens of a program, each with its class.
fn rust(text: &str) -> Vec<(&str, Option<&'static str>)> {
    let mut at = 0;
    let mut parts: Vec<(&str, Option<&'static str>)> = Vec::new();
    for token in tokenize(text, FrontmatterAllowed::Yes) {
        let end = at + token.len as usize;
        let class = class_of(token.kind, &text[at..end]);
        parts.push((&text[at..end], class));
        at = end;
    }
    parts
}

fn class_of(kind: TokenKind, text: &str) -> Option<&'static str> {
    use ra_ap_rustc_lexer::LiteralKind::{Float, Int};
    match kind {
        TokenKind::LineComment { .. } | TokenKind::BlockComment { .. } | TokenKind::Frontmatter { .. } => {
            Some("comment")
        }
        TokenKind::Literal { kind: Int { .. } | Float { .. }, .. } => Some("literal"),
        TokenKind::Literal { .. } => Some("string"),
        TokenKind::Lifetime { .. } | TokenKind::RawLifetime => Some("literal"),
        TokenKind::Ident if KEYWORDS.contains(&text) => Some("keyword"),
        _ => None,
    }
}

fn class_of_line(line: &str) -> Option<&'static str> {
    match line.as_bytes() {
        [b'+', ..] => Some("added"),
        [b'-', ..] => Some("removed"),
        [b'@', ..] => Some("comment"),
        _ => None,
    }
}

/// The keywords of edition 2024 and the words that are keywords in their place
/// (<https://doc.rust-lang.org/reference/keywords.html>).
const KEYWORDS: [&str; 42] = [
    "as",
    "async",
    "await",
    "break",
    "const",
    "continue",
    "crate",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro_rules",
    "match",
    "mod",
    "move",
    "mut",
    "pub",
    "raw",
    "ref",
    "return",
    "self",
    "Self",
    "static",
    "struct",
    "super",
    "trait",
    "true",
    "type",
    "union",
    "unsafe",
    "use",
    "where",
    "while",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_coloured_is_escaped() {
        let text = highlighted("let s = \"<b>&\"; // </pre>\n", SourceLanguage::Rust).into_string();
        assert_eq!(
            text,
            "<span class=\"keyword\">let</span> s = <span class=\"string\">&quot;&lt;b&gt;&amp;&quot;</span>; \
             <span class=\"comment\">// &lt;/pre&gt;</span>\n"
        );
    }

    #[test]
    fn any_text_keeps_all_of_its_characters() {
        for text in ["", "\"unclosed", "r###\"", "'", "\u{0}\u{e4}#!/bin/sh", "---\nfrontmatter", "/* open"] {
            let whole: String = rust(text).iter().map(|(part, _)| *part).collect();
            assert_eq!(whole, text);
        }
    }

    #[test]
    fn lines_of_a_difference_have_colours() {
        let text = highlighted("@@ -1 +1 @@\n-a\n+b\n c\n", SourceLanguage::Diff).into_string();
        assert!(
            text.contains("<span class=\"removed\">-a\n</span><span class=\"added\">+b\n</span> c\n"),
            "{text}"
        );
    }
}
