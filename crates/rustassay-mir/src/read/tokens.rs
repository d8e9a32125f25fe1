//! Source text as tokens, by rustc's own lexer.

use super::cursor::Read;
use crate::source::{Diagnostic, Span};
use ra_ap_rustc_lexer::{DocStyle, FrontmatterAllowed, LiteralKind, TokenKind as Raw, tokenize};

/// A token without trivia. Operators of several characters are several tokens that touch.
#[derive(Copy, Clone, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub start: u32,
    pub end: u32,
}

impl Token {
    pub fn span(self) -> Span {
        Span::new(self.start, self.end)
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TokenKind {
    Ident,
    Lifetime,
    Int,
    Float,
    Char,
    Byte,
    Str,
    ByteStr,
    /// Raw and C strings, which only surface Rust uses.
    OtherLiteral,
    /// An outer documentation comment outside of all braces: a part of the item that follows.
    Doc,
    /// One of `;,.@#~?:$=!<>-&|+*/^%`.
    Punct(u8),
    /// One of `(`, `{`, `[`.
    Open(u8),
    /// One of `)`, `}`, `]`.
    Close(u8),
    Eof,
}

/// The tokens of `text`, ending with one [`TokenKind::Eof`]; brackets are balanced.
///
/// Balance is checked here so that everything after can skip a group by counting.
pub fn lex(text: &str) -> Read<Vec<Token>> {
    let Ok(len) = u32::try_from(text.len()) else {
        return Err(Box::new(Diagnostic::new("too-large", None, "the file is larger than 4 GiB")));
    };
    let mut tokens = Vec::with_capacity(text.len() / 3);
    let mut open: Vec<(u8, u32)> = Vec::new();
    let mut at = before_the_first_token(text) as u32;
    for raw in tokenize(&text[at as usize..], FrontmatterAllowed::No) {
        let (start, end) = (at, at + raw.len);
        at = end;
        let span = Span::new(start, end);
        let lone = |byte| TokenKind::Punct(byte);
        let kind = match raw.kind {
            Raw::LineComment { doc_style: Some(DocStyle::Outer) } if open.is_empty() => TokenKind::Doc,
            Raw::BlockComment { doc_style: Some(DocStyle::Outer), .. } if open.is_empty() => TokenKind::Doc,
            Raw::BlockComment { terminated: false, .. } => {
                return Err(Box::new(Diagnostic::new("unterminated", span, "this comment never ends")));
            }
            Raw::Whitespace | Raw::LineComment { .. } | Raw::BlockComment { .. } => continue,
            Raw::Ident | Raw::RawIdent => TokenKind::Ident,
            Raw::Lifetime { .. } | Raw::RawLifetime => TokenKind::Lifetime,
            Raw::Literal { kind, .. } => literal(kind, span)?,
            Raw::OpenParen | Raw::OpenBrace | Raw::OpenBracket => {
                let byte = text.as_bytes()[start as usize];
                open.push((byte, start));
                TokenKind::Open(byte)
            }
            Raw::CloseParen | Raw::CloseBrace | Raw::CloseBracket => {
                let byte = text.as_bytes()[start as usize];
                close(&mut open, byte, span)?;
                TokenKind::Close(byte)
            }
            Raw::Semi => lone(b';'),
            Raw::Comma => lone(b','),
            Raw::Dot => lone(b'.'),
            Raw::At => lone(b'@'),
            Raw::Pound => lone(b'#'),
            Raw::Tilde => lone(b'~'),
            Raw::Question => lone(b'?'),
            Raw::Colon => lone(b':'),
            Raw::Dollar => lone(b'$'),
            Raw::Eq => lone(b'='),
            Raw::Bang => lone(b'!'),
            Raw::Lt => lone(b'<'),
            Raw::Gt => lone(b'>'),
            Raw::Minus => lone(b'-'),
            Raw::And => lone(b'&'),
            Raw::Or => lone(b'|'),
            Raw::Plus => lone(b'+'),
            Raw::Star => lone(b'*'),
            Raw::Slash => lone(b'/'),
            Raw::Caret => lone(b'^'),
            Raw::Percent => lone(b'%'),
            Raw::Eof => break,
            Raw::InvalidIdent
            | Raw::ForcedKeywordIdent
            | Raw::UnknownPrefix
            | Raw::UnknownPrefixLifetime
            | Raw::GuardedStrPrefix
            | Raw::Frontmatter { .. }
            | Raw::Unknown => {
                return Err(Box::new(Diagnostic::new("unknown-token", span, "this is no token of Rust")));
            }
        };
        tokens.push(Token { kind, start, end });
    }
    if let Some(&(byte, start)) = open.last() {
        let message = format!("this `{}` is never closed", byte as char);
        return Err(Box::new(Diagnostic::new("unbalanced", Span::new(start, start + 1), message)));
    }
    tokens.push(Token { kind: TokenKind::Eof, start: len, end: len });
    Ok(tokens)
}

/// What stands before the tokens: a byte-order mark, which rustc takes no notice of, and a line `#!/..` for the shell.
pub fn before_the_first_token(text: &str) -> usize {
    let mark = text.len() - text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).len();
    mark + ra_ap_rustc_lexer::strip_shebang(&text[mark..]).unwrap_or(0)
}

/// Some editors begin a file with it.
const BYTE_ORDER_MARK: char = '\u{feff}';

fn literal(kind: LiteralKind, span: Span) -> Read<TokenKind> {
    let (kind, complete) = match kind {
        LiteralKind::Int { empty_int, .. } => (TokenKind::Int, !empty_int),
        LiteralKind::Float { empty_exponent, .. } => (TokenKind::Float, !empty_exponent),
        LiteralKind::Char { terminated } => (TokenKind::Char, terminated),
        LiteralKind::Byte { terminated } => (TokenKind::Byte, terminated),
        LiteralKind::Str { terminated } => (TokenKind::Str, terminated),
        LiteralKind::ByteStr { terminated } => (TokenKind::ByteStr, terminated),
        LiteralKind::CStr { terminated } => (TokenKind::OtherLiteral, terminated),
        LiteralKind::RawStr { n_hashes }
        | LiteralKind::RawByteStr { n_hashes }
        | LiteralKind::RawCStr { n_hashes } => (TokenKind::OtherLiteral, n_hashes.is_some()),
    };
    if complete {
        Ok(kind)
    } else {
        Err(Box::new(Diagnostic::new("unterminated", span, "this literal is incomplete")))
    }
}

fn close(open: &mut Vec<(u8, u32)>, byte: u8, span: Span) -> Read<()> {
    let partner = match byte {
        b')' => b'(',
        b']' => b'[',
        _ => b'{',
    };
    match open.pop() {
        Some((opened, _)) if opened == partner => Ok(()),
        Some((opened, start)) => {
            let message = format!("this `{}` closes nothing", byte as char);
            let opened = format!("`{}` is still open", opened as char);
            Err(Box::new(
                Diagnostic::new("unbalanced", span, message).related(Span::new(start, start + 1), opened),
            ))
        }
        None => Err(Box::new(Diagnostic::new(
            "unbalanced",
            span,
            format!("this `{}` closes nothing", byte as char),
        ))),
    }
}
