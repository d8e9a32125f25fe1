//! A position in the tokens, and the small steps from there.

use super::tokens::{Token, TokenKind};
use crate::source::{Diagnostic, Span};

/// The result of reading something; what went wrong is boxed because it seldom does.
pub type Read<T> = Result<T, Box<Diagnostic>>;

/// How deep expressions and types may nest, so that no input can exhaust the stack.
const MAX_DEPTH: u32 = 96;

/// A position in the tokens.
#[derive(Clone)]
pub struct Cursor<'a> {
    pub text: &'a str,
    tokens: &'a [Token],
    pos: usize,
    depth: u32,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str, tokens: &'a [Token]) -> Cursor<'a> {
        Cursor { text, tokens, pos: 0, depth: 0 }
    }

    /// The same text from another token on.
    pub fn at(&self, pos: usize) -> Cursor<'a> {
        Cursor { pos, depth: 0, ..self.clone() }
    }

    pub fn pos(&self) -> usize {
        self.pos
    }

    pub fn peek(&self) -> Token {
        self.tokens[self.pos]
    }

    /// The token `n` further on; the last one is the end of the file.
    pub fn peek_nth(&self, n: usize) -> Token {
        self.tokens[(self.pos + n).min(self.tokens.len() - 1)]
    }

    pub fn bump(&mut self) -> Token {
        let token = self.peek();
        if token.kind != TokenKind::Eof {
            self.pos += 1;
        }
        token
    }

    pub fn slice(&self, span: Span) -> &'a str {
        &self.text[span.range()]
    }

    /// The identifier here, without moving.
    pub fn ident(&self) -> Option<&'a str> {
        self.ident_nth(0)
    }

    /// The identifier `n` tokens further on.
    pub fn ident_nth(&self, n: usize) -> Option<&'a str> {
        let token = self.peek_nth(n);
        (token.kind == TokenKind::Ident).then(|| self.slice(token.span()))
    }

    /// Whether the characters of `punct` stand here, touching.
    pub fn at_punct(&self, punct: &str) -> bool {
        let mut end = self.peek().start;
        punct.bytes().enumerate().all(|(n, byte)| {
            let token = self.peek_nth(n);
            let touches = token.start == end;
            end = token.end;
            token.kind == TokenKind::Punct(byte) && touches
        })
    }

    pub fn at_open(&self, byte: u8) -> bool {
        self.peek().kind == TokenKind::Open(byte)
    }

    pub fn at_close(&self, byte: u8) -> bool {
        self.peek().kind == TokenKind::Close(byte)
    }

    pub fn at_keyword(&self, keyword: &str) -> bool {
        self.ident() == Some(keyword)
    }

    /// Steps over `punct` if it stands here.
    pub fn eat_punct(&mut self, punct: &str) -> bool {
        let found = self.at_punct(punct);
        if found {
            self.pos += punct.len();
        }
        found
    }

    pub fn eat_open(&mut self, byte: u8) -> bool {
        let found = self.at_open(byte);
        self.pos += usize::from(found);
        found
    }

    pub fn eat_close(&mut self, byte: u8) -> bool {
        let found = self.at_close(byte);
        self.pos += usize::from(found);
        found
    }

    pub fn eat_keyword(&mut self, keyword: &str) -> bool {
        let found = self.at_keyword(keyword);
        self.pos += usize::from(found);
        found
    }

    pub fn expect_punct(&mut self, punct: &str) -> Read<()> {
        if self.eat_punct(punct) { Ok(()) } else { Err(self.unexpected(&format!("`{punct}`"))) }
    }

    pub fn expect_open(&mut self, byte: u8) -> Read<()> {
        if self.eat_open(byte) { Ok(()) } else { Err(self.unexpected(&format!("`{}`", byte as char))) }
    }

    pub fn expect_close(&mut self, byte: u8) -> Read<()> {
        if self.eat_close(byte) { Ok(()) } else { Err(self.unexpected(&format!("`{}`", byte as char))) }
    }

    pub fn expect_keyword(&mut self, keyword: &str) -> Read<()> {
        if self.eat_keyword(keyword) { Ok(()) } else { Err(self.unexpected(&format!("`{keyword}`"))) }
    }

    pub fn expect_ident(&mut self) -> Read<Span> {
        match self.peek().kind {
            TokenKind::Ident => Ok(self.bump().span()),
            _ => Err(self.unexpected("a name")),
        }
    }

    /// What to say when something else should stand here.
    pub fn unexpected(&self, wanted: &str) -> Box<Diagnostic> {
        let token = self.peek();
        let found = match token.kind {
            TokenKind::Eof => "the end of the file".to_owned(),
            _ => format!("`{}`", self.slice(token.span())),
        };
        Box::new(Diagnostic::new("syntax", token.span(), format!("expected {wanted}, found {found}")))
    }

    /// The end of the last token before this one.
    pub fn last_end(&self) -> u32 {
        self.pos.checked_sub(1).map_or(0, |last| self.tokens[last].end)
    }

    /// From `start` to the last token before this one.
    pub fn span_from(&self, start: u32) -> Span {
        Span::new(start, self.last_end().max(start))
    }

    /// Steps over one token, or over a whole group when one opens here. The tokens are balanced.
    pub fn skip_tree(&mut self) {
        let mut depth = 0usize;
        loop {
            match self.bump().kind {
                TokenKind::Open(_) => depth += 1,
                TokenKind::Close(_) => depth = depth.saturating_sub(1),
                TokenKind::Eof => return,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// Steps over generic parameters or arguments, from `<` to its `>`.
    pub fn skip_angles(&mut self) {
        let mut depth = 0usize;
        loop {
            if self.eat_punct("->") {
                continue;
            }
            match self.peek().kind {
                TokenKind::Punct(b'<') => depth += 1,
                TokenKind::Punct(b'>') => depth = depth.saturating_sub(1),
                TokenKind::Eof | TokenKind::Close(_) => return,
                _ => {}
            }
            self.skip_tree();
            if depth == 0 {
                return;
            }
        }
    }

    /// Reads items with `item`, separated by commas, up to the closing bracket, which is stepped over.
    pub fn list<T>(&mut self, close: u8, mut item: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut items = Vec::new();
        while !self.eat_close(close) {
            items.push(item(self)?);
            if !self.eat_punct(",") && !self.at_close(close) {
                return Err(self.unexpected(&format!("`,` or `{}`", close as char)));
            }
        }
        Ok(items)
    }

    /// Goes one level deeper; each success is followed by one [`leave`](Self::leave).
    pub fn enter(&mut self) -> Read<()> {
        if self.depth >= MAX_DEPTH {
            let message = format!("this nests more than {MAX_DEPTH} levels deep");
            let help = "each parenthesis, operator, field, index, cast and type argument is a level";
            return Err(Box::new(Diagnostic::new("too-deep", self.peek().span(), message).help(help)));
        }
        self.depth += 1;
        Ok(())
    }

    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// How many levels deep this is.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Leaves all levels that were entered since it was this deep.
    pub fn return_to(&mut self, depth: u32) {
        self.depth = depth;
    }
}
