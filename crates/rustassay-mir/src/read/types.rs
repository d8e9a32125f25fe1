//! Types in text.

use super::cursor::{Cursor, Read};
use super::lifetimes::{bound_by_params, read_binder, result_lifetime};
use super::names::Names;
use super::tokens::TokenKind;
use crate::model::{Abi, FloatTy, FnSig, IntTy, Library, Mutability, Ty, Types};
use crate::source::{Diagnostic, Span};

/// Reads a type. Lifetimes are read and forgotten.
pub fn read_type(cursor: &mut Cursor, types: &mut Types, names: &Names) -> Read<Ty> {
    cursor.enter()?;
    let ty = read_type_inner(cursor, types, names);
    cursor.leave();
    ty
}

fn read_type_inner(cursor: &mut Cursor, types: &mut Types, names: &Names) -> Read<Ty> {
    let token = cursor.peek();
    match token.kind {
        TokenKind::Punct(b'!') => {
            cursor.bump();
            Ok(Ty::NEVER)
        }
        TokenKind::Punct(b'&') => {
            cursor.bump();
            if cursor.peek().kind == TokenKind::Lifetime {
                cursor.bump();
            }
            let mutability = if cursor.eat_keyword("mut") { Mutability::Mut } else { Mutability::Not };
            let pointee = read_type(cursor, types, names)?;
            Ok(types.reference(mutability, pointee))
        }
        TokenKind::Punct(b'*') => {
            cursor.bump();
            let mutability = match cursor.ident() {
                Some("const") => Mutability::Not,
                Some("mut") => Mutability::Mut,
                _ => return Err(cursor.unexpected("`const` or `mut`")),
            };
            cursor.bump();
            let pointee = read_type(cursor, types, names)?;
            Ok(types.raw_ptr(mutability, pointee))
        }
        TokenKind::Open(b'(') => {
            cursor.bump();
            let fields = cursor.list(b')', |cursor| {
                let field = read_type(cursor, types, names)?;
                Ok((field, cursor.at_punct(",")))
            })?;
            match fields[..] {
                [(only, false)] => Ok(only),
                _ => Ok(types.tuple(&fields.iter().map(|&(ty, _)| ty).collect::<Vec<_>>())),
            }
        }
        TokenKind::Open(b'[') => {
            cursor.bump();
            let element = read_type(cursor, types, names)?;
            if cursor.eat_close(b']') {
                return Ok(types.slice(element));
            }
            cursor.expect_punct(";")?;
            let len = read_len(cursor)?;
            cursor.expect_close(b']')?;
            Ok(types.array(element, len))
        }
        TokenKind::Ident => match cursor.slice(token.span()) {
            "fn" | "unsafe" | "extern" | "for" => {
                let sig = read_fn_ptr(cursor, types, names)?;
                Ok(types.fn_ptr(sig))
            }
            "dyn" | "impl" => {
                Err(unsupported(token.span(), "trait objects and `impl` types are not in the model"))
            }
            _ => read_named(cursor, types, names),
        },
        TokenKind::Punct(b':') if cursor.eat_punct("::") => read_named(cursor, types, names),
        _ => Err(cursor.unexpected("a type")),
    }
}

fn unsupported(span: Span, message: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::new("unsupported-type", span, message))
}

/// An array's length: a literal.
fn read_len(cursor: &mut Cursor) -> Read<u64> {
    let token = cursor.peek();
    if token.kind != TokenKind::Int {
        return Err(unsupported(token.span(), "an array's length must be a literal here"));
    }
    cursor.bump();
    let text = cursor.slice(token.span());
    let value = parse_int(text).filter(|(_, suffix)| matches!(*suffix, "" | "usize"));
    value
        .and_then(|(value, _)| u64::try_from(value).ok())
        .ok_or_else(|| unsupported(token.span(), "this is no length of an array"))
}

fn read_fn_ptr(cursor: &mut Cursor, types: &mut Types, names: &Names) -> Read<FnSig> {
    let lifetimes = read_binder(cursor)?;
    let is_unsafe = cursor.eat_keyword("unsafe");
    let abi = read_abi(cursor)?;
    cursor.expect_keyword("fn")?;
    let before = cursor.clone();
    cursor.expect_open(b'(')?;
    let params = cursor.list(b')', |cursor| {
        // A parameter may have a name, which says nothing.
        if cursor.ident().is_some() && cursor.peek_nth(1).kind == TokenKind::Punct(b':') {
            let double = cursor.peek_nth(2);
            if double.kind != TokenKind::Punct(b':') || double.start != cursor.peek_nth(1).end {
                cursor.bump();
                cursor.bump();
            }
        }
        read_type(cursor, types, names)
    })?;
    let (params_end, ret_start) = (cursor.last_end(), cursor.clone());
    let ret = read_ret(cursor, types, names)?;
    result_lifetime(before.clone(), params_end, ret_start.clone(), cursor.last_end())?;
    bound_by_params(&lifetimes, before, params_end, ret_start, cursor.last_end())?;
    Ok(FnSig { abi, is_unsafe, params, ret })
}

/// `extern "C"` or nothing.
pub fn read_abi(cursor: &mut Cursor) -> Read<Abi> {
    if !cursor.eat_keyword("extern") {
        return Ok(Abi::Rust);
    }
    let token = cursor.peek();
    if token.kind != TokenKind::Str {
        return Ok(Abi::C);
    }
    cursor.bump();
    let name = cursor.slice(token.span()).trim_matches('"');
    Abi::from_name(name).ok_or_else(|| {
        let known = Abi::ALL.map(|abi| format!("`{}`", abi.name())).join(", ");
        let message = format!("the calling convention `{name}` is not in the model");
        Box::new(Diagnostic::new("unknown-abi", token.span(), message).help(format!("known are {known}")))
    })
}

/// `-> T` or nothing.
pub fn read_ret(cursor: &mut Cursor, types: &mut Types, names: &Names) -> Read<Ty> {
    if cursor.eat_punct("->") { read_type(cursor, types, names) } else { Ok(Ty::UNIT) }
}

/// A type by name: a primitive, one of the program's, or one of the library's with its arguments.
fn read_named(cursor: &mut Cursor, types: &mut Types, names: &Names) -> Read<Ty> {
    let start = cursor.peek().start;
    let first = cursor.expect_ident()?;
    let mut path = vec![cursor.slice(first)];
    while cursor.at_punct("::") && cursor.peek_nth(2).kind == TokenKind::Ident {
        cursor.eat_punct("::");
        let name = cursor.expect_ident()?;
        path.push(cursor.slice(name));
    }
    let mut args = Vec::new();
    let has_args = cursor.at_punct("<") || cursor.at_punct("::<");
    if has_args {
        cursor.eat_punct("::");
        cursor.eat_punct("<");
        while !cursor.eat_punct(">") {
            if cursor.peek().kind == TokenKind::Lifetime {
                cursor.bump();
            } else {
                args.push(read_type(cursor, types, names)?);
            }
            if !cursor.eat_punct(",") && !cursor.at_punct(">") {
                return Err(cursor.unexpected("`,` or `>`"));
            }
        }
    }
    let span = cursor.span_from(start);
    resolve_type(types, names, &path, &args, span)
}

/// The type that a path and its arguments stand for.
fn resolve_type(types: &mut Types, names: &Names, path: &[&str], args: &[Ty], span: Span) -> Read<Ty> {
    let [.., name] = *path else { return Err(unsupported(span, "expected a type")) };
    if let [_] | ["crate" | "self", _] = path
        && args.is_empty()
        && let Some(&adt) = names.adts.get(name)
    {
        return Ok(types.adt(adt));
    }
    if let ([_], true, Some(ty)) = (path, args.is_empty(), primitive(name)) {
        return Ok(ty);
    }
    if names.opaque.contains_key(name) {
        return Err(names.unknown("type", name, span));
    }
    let home = Library::from_name(name).map_or("", Library::path);
    if !names.names_library_type(path, home) {
        return Err(names.unknown("type", &path.join("::"), span));
    }
    if name == "Box" && args.len() == 1 {
        return Ok(types.boxed(args[0]));
    }
    match Library::from_name(name) {
        Some(library) if library.arity() == args.len() => Ok(types.library(library, args)),
        Some(library) => {
            let message = format!("`{name}` takes {} type arguments, not {}", library.arity(), args.len());
            Err(Box::new(Diagnostic::new("wrong-generics", span, message)))
        }
        None => Err(names.unknown("type", name, span)),
    }
}

fn primitive(name: &str) -> Option<Ty> {
    match name {
        "bool" => Some(Ty::BOOL),
        "char" => Some(Ty::CHAR),
        "str" => Some(Ty::STR),
        _ => IntTy::from_name(name).map(Ty::int).or_else(|| FloatTy::from_name(name).map(Ty::float)),
    }
}

/// An integer literal's value and suffix; `None` when it needs more than 128 bits.
pub fn parse_int(text: &str) -> Option<(u128, &str)> {
    let (radix, digits) = match text.as_bytes() {
        [b'0', b'x', ..] => (16, &text[2..]),
        [b'0', b'o', ..] => (8, &text[2..]),
        [b'0', b'b', ..] => (2, &text[2..]),
        _ => (10, text),
    };
    let end = digits.find(|c: char| c != '_' && !c.is_digit(radix)).unwrap_or(digits.len());
    let mut value: u128 = 0;
    for digit in digits[..end].chars().filter_map(|c| c.to_digit(radix)) {
        value = value.checked_mul(radix.into())?.checked_add(digit.into())?;
    }
    Some((value, &digits[end..]))
}
