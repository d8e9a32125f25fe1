//! Lifetimes in text. The model has none, so all that there is to know of them is whether rustc takes them.

use super::cursor::{Cursor, Read};
use super::tokens::TokenKind;
use crate::source::{Diagnostic, Span};

/// The first reference before `end` that has no lifetime, but for those in the parameters of function pointers.
pub fn elided_lifetime(mut cursor: Cursor, end: u32) -> Option<Span> {
    while cursor.peek().start < end {
        let token = cursor.bump();
        let next = cursor.peek();
        match token.kind {
            TokenKind::Ident if cursor.slice(token.span()) == "fn" && cursor.at_open(b'(') => {
                cursor.skip_tree()
            }
            TokenKind::Punct(b'&') if next.kind != TokenKind::Lifetime => return Some(token.span()),
            TokenKind::Lifetime if cursor.slice(token.span()) == "'_" => return Some(token.span()),
            _ => {}
        }
    }
    None
}

/// How many lifetimes there are before `end`, elided or not, but for those in the parameters of function pointers.
fn lifetime_count(mut cursor: Cursor, end: u32) -> usize {
    let mut count = 0;
    while cursor.peek().start < end {
        match cursor.bump() {
            token if token.kind == TokenKind::Ident && cursor.slice(token.span()) == "fn" => {
                cursor.skip_tree()
            }
            token => count += usize::from(token.kind == TokenKind::Punct(b'&')),
        }
    }
    count
}

/// The first lifetime before `end` that has a name.
pub fn named_lifetime(mut cursor: Cursor, end: u32) -> Option<Span> {
    while cursor.peek().start < end {
        let token = cursor.bump();
        if token.kind == TokenKind::Lifetime && cursor.slice(token.span()) != "'_" {
            return Some(token.span());
        }
    }
    None
}

/// Whether something says how long a reference is valid that a function gives, from where its parameters and its result begin and end (E0106).
pub fn result_lifetime(params: Cursor, params_end: u32, ret: Cursor, ret_end: u32) -> Read<()> {
    match elided_lifetime(ret, ret_end) {
        Some(span) if lifetime_count(params, params_end) != 1 => {
            let message = "nothing says how long the reference that is returned is valid";
            Err(Box::new(Diagnostic::new("missing-lifetime", span, message).help("write `&'static T`")))
        }
        _ => Ok(()),
    }
}

/// Reads `for<'a, 'b>`, up to what it is before.
pub fn read_binder<'t>(cursor: &mut Cursor<'t>) -> Read<Vec<&'t str>> {
    let mut names = Vec::new();
    if !cursor.eat_keyword("for") {
        return Ok(names);
    }
    if !cursor.eat_punct("<") {
        return Err(cursor.unexpected("`<`"));
    }
    while !cursor.eat_punct(">") {
        let token = cursor.peek();
        let name = cursor.slice(token.span());
        if token.kind != TokenKind::Lifetime || matches!(name, "'static" | "'_") {
            return Err(cursor.unexpected("a lifetime"));
        }
        if names.contains(&name) {
            let message = format!("the lifetime `{name}` is declared twice");
            return Err(Box::new(Diagnostic::new("duplicate-lifetime", token.span(), message)));
        }
        names.push(name);
        cursor.bump();
        if !cursor.eat_punct(",") && !cursor.at_punct(">") {
            return Err(cursor.unexpected("`,` or `>`"));
        }
    }
    Ok(names)
}

/// Whether the lifetimes of a binder that a result names occur among the parameters (E0581).
pub fn bound_by_params(
    names: &[&str],
    mut params: Cursor,
    params_end: u32,
    mut ret: Cursor,
    ret_end: u32,
) -> Read<()> {
    let mut given = Vec::new();
    while params.peek().start < params_end {
        let token = params.bump();
        given.push(params.slice(token.span()));
    }
    while ret.peek().start < ret_end {
        let token = ret.bump();
        let name = ret.slice(token.span());
        if names.contains(&name) && !given.contains(&name) {
            let message = format!("the result has the lifetime `{name}`, which no parameter has");
            return Err(Box::new(Diagnostic::new("missing-lifetime", token.span(), message)));
        }
    }
    Ok(())
}
