//! The items of a file: what kind each is, what it is called, and where its parts begin.

use super::cursor::{Cursor, Read};
use super::tokens::{Token, TokenKind};
use crate::model::{Derive, Inline, IntTy, Phase, Repr};
use crate::source::{Diagnostic, Span};

/// An item before its types and values are read.
#[derive(Debug)]
pub struct ItemSyntax {
    pub kind: ItemKind,
    /// Its name; for items without one, all of it.
    pub name: Span,
    /// All of it, attributes included.
    pub span: Span,
    pub attrs: Attrs,
    pub is_pub: bool,
    /// The token after the name.
    pub after_name: usize,
}

#[derive(Debug, PartialEq, Eq)]
pub enum ItemKind {
    Struct,
    Enum,
    Union,
    Static,
    Const,
    /// A function, its qualifiers, and whether its body is custom MIR.
    Fn {
        is_const: bool,
        is_unsafe: bool,
        /// The token of `extern`, if there is one.
        abi: Option<usize>,
        custom_mir: bool,
    },
    /// `impl Drop for S { fn drop(&mut self) { f(self) } }`: the type's name and the function's.
    DropImpl {
        ty: Span,
        function: Span,
    },
    /// A `Drop` implementation of another shape, for the type of this name.
    OtherDropImpl {
        ty: Span,
    },
    /// `extern "C" { .. }`: the token after its brace.
    ForeignMod {
        body: usize,
        abi: usize,
    },
    Other,
}

/// What an item's outer attributes say.
#[derive(Debug, Default)]
pub struct Attrs {
    pub phase: Option<Phase>,
    pub inline: Option<Inline>,
    pub derives: Vec<Derive>,
    pub repr: Repr,
    /// The last attribute that only types have.
    pub of_types: Option<Span>,
    /// The last attribute that only functions have.
    pub of_functions: Option<Span>,
    /// The others, as written between the brackets.
    pub other: Vec<Span>,
    /// Why the item cannot be taken into the model, if an attribute stands against it.
    pub obstacle: Option<(Span, String)>,
}

/// Takes a file apart into its inner attributes and items. What is wrong with an item is reported, and reading goes on.
pub fn split<'a>(
    text: &'a str,
    tokens: &'a [Token],
    errors: &mut Vec<Diagnostic>,
) -> (Vec<Span>, Vec<ItemSyntax>) {
    let mut cursor = Cursor::new(text, tokens);
    let mut inner = Vec::new();
    while cursor.at_punct("#!") && cursor.peek_nth(2).kind == TokenKind::Open(b'[') {
        cursor.eat_punct("#!");
        let open = cursor.peek();
        cursor.skip_tree();
        inner.push(Span::new(open.end, cursor.last_end() - 1));
    }
    let mut items = Vec::new();
    while cursor.peek().kind != TokenKind::Eof {
        let start = cursor.pos();
        match item(&mut cursor) {
            Ok(item) => items.push(item),
            Err(error) => {
                errors.push(*error);
                cursor = cursor.at(start);
                skip_item(&mut cursor);
            }
        }
        if cursor.pos() == start {
            cursor.bump();
        }
    }
    (inner, items)
}

/// Steps over an item: to its semicolon or over its braces.
fn skip_item(cursor: &mut Cursor) {
    loop {
        match cursor.peek().kind {
            TokenKind::Eof => return,
            TokenKind::Punct(b';') => {
                cursor.bump();
                return;
            }
            TokenKind::Open(b'{') => {
                cursor.skip_tree();
                return;
            }
            _ => cursor.skip_tree(),
        }
    }
}

fn item(cursor: &mut Cursor) -> Read<ItemSyntax> {
    let start = cursor.peek().start;
    let attrs = attributes(cursor)?;
    let is_pub = visibility(cursor);
    let (kind, name, after_name) = head(cursor, attrs.phase.is_some());
    match kind {
        // A tuple struct ends with a semicolon behind its parentheses, so the first semicolon or brace ends all of these.
        ItemKind::Struct | ItemKind::Enum | ItemKind::Union | ItemKind::Fn { .. } | ItemKind::Other => {
            skip_item(cursor);
        }
        // An initializer may have braces of its own.
        ItemKind::Static | ItemKind::Const => {
            while !cursor.eat_punct(";") {
                if cursor.peek().kind == TokenKind::Eof {
                    return Err(cursor.unexpected("`;`"));
                }
                cursor.skip_tree();
            }
        }
        ItemKind::DropImpl { .. } | ItemKind::OtherDropImpl { .. } | ItemKind::ForeignMod { .. } => {
            skip_item(cursor)
        }
    }
    let span = cursor.span_from(start);
    let name = name.unwrap_or(span);
    if attrs.phase.is_some() && !matches!(kind, ItemKind::Fn { .. }) {
        let message = "`custom_mir` can only be applied to functions";
        return Err(Box::new(Diagnostic::new("misplaced-attribute", name, message)));
    }
    if let (Some(span), ItemKind::Fn { custom_mir: true, .. }) = (attrs.of_types, &kind) {
        let message = "`derive` and `repr` can only be applied to types";
        return Err(Box::new(Diagnostic::new("misplaced-attribute", span, message)));
    }
    Ok(ItemSyntax { kind, name, span, attrs, is_pub, after_name })
}

/// Steps over `pub` and its restriction.
pub fn visibility(cursor: &mut Cursor) -> bool {
    let is_pub = cursor.eat_keyword("pub");
    if is_pub
        && cursor.at_open(b'(')
        && matches!(cursor.ident_nth(1), Some("crate" | "super" | "self" | "in"))
    {
        cursor.skip_tree();
    }
    is_pub
}

/// What kind of item begins here, its name, and the token after it. The cursor stays before the item's body.
fn head(cursor: &mut Cursor, custom_mir: bool) -> (ItemKind, Option<Span>, usize) {
    let simple = match cursor.ident() {
        Some("struct") => Some(ItemKind::Struct),
        Some("enum") => Some(ItemKind::Enum),
        Some("union") if cursor.ident_nth(1).is_some() => Some(ItemKind::Union),
        Some("impl") => return drop_impl(cursor),
        _ => None,
    };
    if let Some(kind) = simple {
        cursor.bump();
        let name = cursor.expect_ident().ok();
        return (kind, name, cursor.pos());
    }
    if cursor.eat_keyword("static") {
        cursor.eat_keyword("mut");
        let name = cursor.expect_ident().ok();
        return (ItemKind::Static, name, cursor.pos());
    }
    let start = cursor.pos();
    let is_const = cursor.eat_keyword("const");
    if is_const && !matches!(cursor.ident(), Some("fn" | "unsafe" | "extern" | "_")) {
        let name = cursor.expect_ident().ok();
        return (ItemKind::Const, name, cursor.pos());
    }
    let is_unsafe = cursor.eat_keyword("unsafe");
    let mut abi = None;
    if cursor.at_keyword("extern") {
        abi = Some(cursor.pos());
        cursor.bump();
        if cursor.peek().kind == TokenKind::Str {
            cursor.bump();
        }
        if cursor.at_open(b'{') {
            let body = cursor.pos() + 1;
            return (ItemKind::ForeignMod { body, abi: abi.unwrap_or(start) }, None, cursor.pos());
        }
    }
    if cursor.eat_keyword("fn") {
        let name = cursor.expect_ident().ok();
        return (ItemKind::Fn { is_const, is_unsafe, abi, custom_mir }, name, cursor.pos());
    }
    *cursor = cursor.at(start);
    (ItemKind::Other, None, start)
}

/// `impl Drop for S { fn drop(&mut self) { f(self) } }`, another `Drop` implementation, or any other `impl`.
fn drop_impl(cursor: &mut Cursor) -> (ItemKind, Option<Span>, usize) {
    let start = cursor.pos();
    let mut ahead = cursor.clone();
    ahead.bump();
    let mut last = None;
    while let Some(word) = ahead.ident().filter(|&word| word != "for") {
        last = Some(word);
        ahead.bump();
        ahead.eat_punct("::");
    }
    if last != Some("Drop") || !ahead.eat_keyword("for") {
        return (ItemKind::Other, None, start);
    }
    let Ok(ty) = ahead.expect_ident() else { return (ItemKind::Other, None, start) };
    let function = (|| {
        ahead.expect_open(b'{').ok()?;
        ahead.expect_keyword("fn").ok()?;
        ahead.expect_keyword("drop").ok()?;
        ahead.expect_open(b'(').ok()?;
        ahead.expect_punct("&").ok()?;
        ahead.expect_keyword("mut").ok()?;
        ahead.expect_keyword("self").ok()?;
        ahead.expect_close(b')').ok()?;
        ahead.expect_open(b'{').ok()?;
        let function = ahead.expect_ident().ok()?;
        ahead.expect_open(b'(').ok()?;
        ahead.expect_keyword("self").ok()?;
        ahead.expect_close(b')').ok()?;
        ahead.eat_punct(";");
        ahead.expect_close(b'}').ok()?;
        ahead.expect_close(b'}').ok()?;
        Some(function)
    })();
    match function {
        Some(function) => (ItemKind::DropImpl { ty, function }, Some(ty), start),
        None => (ItemKind::OtherDropImpl { ty }, Some(ty), start),
    }
}

impl Attrs {
    /// Takes note of an attribute that only types have; one that cannot be read is rustc's to judge.
    fn note_of_type(&mut self, span: Span, read: Read<()>) {
        self.of_types = Some(span);
        if let Err(error) = read {
            self.obstacle = Some((span, error.message));
        }
    }
}

fn attributes(cursor: &mut Cursor) -> Read<Attrs> {
    let mut attrs = Attrs::default();
    loop {
        if cursor.peek().kind == TokenKind::Doc {
            cursor.bump();
            continue;
        }
        if !cursor.at_punct("#") || cursor.peek_nth(1).kind != TokenKind::Open(b'[') {
            return Ok(attrs);
        }
        cursor.bump();
        let open = cursor.peek();
        let mut inner = cursor.clone();
        inner.bump();
        cursor.skip_tree();
        let span = Span::new(open.end, cursor.last_end() - 1);
        match inner.ident() {
            Some("custom_mir") if attrs.phase.is_some() => {
                let message = "a body is in one stage of MIR";
                return Err(Box::new(Diagnostic::new("attribute", span, message)));
            }
            Some("custom_mir") => attrs.phase = Some(phase(&mut inner, span)?),
            Some("inline") => {
                attrs.inline = Some(inline(&mut inner, span)?);
                attrs.of_functions = Some(span);
            }
            Some("derive") => {
                let derives = derives(&mut inner, span, &mut attrs);
                attrs.note_of_type(span, derives);
            }
            Some("repr") => {
                let reprs = reprs(&mut inner, span, &mut attrs);
                attrs.note_of_type(span, reprs);
            }
            _ => attrs.other.push(span),
        }
        // Nothing follows what the attribute was read as.
        let is_read = matches!(attrs.other.last(), Some(&last) if last == span) || attrs.obstacle.is_some();
        if !is_read && inner.pos() + 1 != cursor.pos() {
            return Err(inner.unexpected("`]`"));
        }
    }
}

/// `custom_mir(dialect = "runtime", phase = "initial")`
fn phase(cursor: &mut Cursor, span: Span) -> Read<Phase> {
    cursor.bump();
    cursor.expect_open(b'(')?;
    let (mut dialect, mut phase) = (None, None);
    cursor.list(b')', |cursor| {
        let key = cursor.expect_ident()?;
        cursor.expect_punct("=")?;
        let value = cursor.bump();
        let text = cursor.slice(value.span()).trim_matches('"');
        match (cursor.slice(key), value.kind) {
            ("dialect", TokenKind::Str) => dialect = Some(text),
            ("phase", TokenKind::Str) => phase = Some(text),
            _ => {
                let message = "expected `dialect = \"..\"` and `phase = \"..\"`";
                return Err(Box::new(Diagnostic::new("attribute", key, message)));
            }
        }
        Ok(())
    })?;
    let known = dialect.and_then(|dialect| Phase::from_attribute(dialect, phase));
    known.ok_or_else(|| {
        let help = "dialects are `built`, `analysis` (phases `initial`, `post-cleanup`) and `runtime` (phases \
                    `initial`, `post-cleanup`, `optimized`)";
        Box::new(Diagnostic::new("attribute", span, "this is no stage of MIR").help(help))
    })
}

fn inline(cursor: &mut Cursor, span: Span) -> Read<Inline> {
    cursor.bump();
    if !cursor.eat_open(b'(') {
        return Ok(Inline::Hint);
    }
    match cursor.ident() {
        Some("always") => {
            cursor.bump();
            cursor.expect_close(b')')?;
            Ok(Inline::Always)
        }
        Some("never") => {
            cursor.bump();
            cursor.expect_close(b')')?;
            Ok(Inline::Never)
        }
        _ => Err(Box::new(Diagnostic::new("attribute", span, "expected `always` or `never`"))),
    }
}

fn derives(cursor: &mut Cursor, span: Span, attrs: &mut Attrs) -> Read<()> {
    cursor.bump();
    cursor.expect_open(b'(')?;
    cursor.list(b')', |cursor| {
        let mut name = cursor.expect_ident()?;
        while cursor.eat_punct("::") {
            name = cursor.expect_ident()?;
        }
        let name = cursor.slice(name);
        match Derive::from_name(name) {
            Some(derive) => attrs.derives.push(derive),
            None => attrs.obstacle = Some((span, format!("`derive({name})` is not in the model"))),
        }
        Ok(())
    })?;
    Ok(())
}

/// rustc takes the largest of several alignments, and no other hint twice.
const REPEATED: &str = "a representation that is given twice is not in the model";

fn reprs(cursor: &mut Cursor, span: Span, attrs: &mut Attrs) -> Read<()> {
    cursor.bump();
    cursor.expect_open(b'(')?;
    cursor.list(b')', |cursor| {
        let name = cursor.expect_ident()?;
        let name = cursor.slice(name);
        let mut argument = None;
        if cursor.eat_open(b'(') {
            let token = cursor.bump();
            let value =
                super::types::parse_int(cursor.slice(token.span())).filter(|(_, suffix)| suffix.is_empty());
            argument = value.and_then(|(value, _)| u64::try_from(value).ok());
            cursor.expect_close(b')')?;
            if argument.is_none() {
                return Err(Box::new(Diagnostic::new("attribute", span, "expected a number")));
            }
        }
        match (name, argument) {
            ("C", None) => attrs.repr.c = true,
            ("transparent", None) if attrs.repr.transparent => {
                attrs.obstacle = Some((span, REPEATED.to_owned()));
            }
            ("transparent", None) => attrs.repr.transparent = true,
            ("packed", _) if attrs.repr.pack.is_some() => attrs.obstacle = Some((span, REPEATED.to_owned())),
            ("align", _) if attrs.repr.align.is_some() => attrs.obstacle = Some((span, REPEATED.to_owned())),
            ("packed", argument) => attrs.repr.pack = Some(argument.unwrap_or(1)),
            ("align", Some(align)) => attrs.repr.align = Some(align),
            ("Rust", None) => {}
            _ => match IntTy::from_name(name).filter(|_| argument.is_none()) {
                Some(_) if attrs.repr.int.is_some() => attrs.obstacle = Some((span, REPEATED.to_owned())),
                Some(int) => attrs.repr.int = Some(int),
                None => attrs.obstacle = Some((span, format!("`repr({name})` is not in the model"))),
            },
        }
        Ok(())
    })?;
    Ok(())
}
