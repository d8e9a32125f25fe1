//! Types that are written as primitive types are, and what is known of the others by their looks.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::{Expr, GenericArgument, PathArguments, Type, parse_quote};

/// What values of a primitive type are.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum PrimClass {
    Unsigned,
    Signed,
    Float,
    Bool,
    Char,
}

/// A primitive type whose values are copied.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PrimType {
    /// As it is written.
    pub name: &'static str,
    /// What its values are.
    pub class: PrimClass,
    /// How wide they are. Those of the pointer's width count as the narrowest that there are.
    pub bits: u32,
}

const fn prim(name: &'static str, class: PrimClass, bits: u32) -> PrimType {
    PrimType { name, class, bits }
}

/// All of them.
pub const PRIMS: [PrimType; 16] = [
    prim("u8", PrimClass::Unsigned, 8),
    prim("u16", PrimClass::Unsigned, 16),
    prim("u32", PrimClass::Unsigned, 32),
    prim("u64", PrimClass::Unsigned, 64),
    prim("u128", PrimClass::Unsigned, 128),
    prim("usize", PrimClass::Unsigned, 16),
    prim("i8", PrimClass::Signed, 8),
    prim("i16", PrimClass::Signed, 16),
    prim("i32", PrimClass::Signed, 32),
    prim("i64", PrimClass::Signed, 64),
    prim("i128", PrimClass::Signed, 128),
    prim("isize", PrimClass::Signed, 16),
    prim("f32", PrimClass::Float, 32),
    prim("f64", PrimClass::Float, 64),
    prim("bool", PrimClass::Bool, 1),
    prim("char", PrimClass::Char, 21),
];

impl PrimType {
    /// The type of this name.
    pub fn named(name: &str) -> Option<PrimType> {
        PRIMS.into_iter().find(|prim| prim.name == name)
    }

    /// What a type is, if it is one of these.
    pub fn of(ty: &Type) -> Option<PrimType> {
        match ty {
            Type::Path(path) if path.qself.is_none() => PrimType::named(&path.path.get_ident()?.to_string()),
            Type::Paren(inner) => PrimType::of(&inner.elem),
            Type::Group(inner) => PrimType::of(&inner.elem),
            _ => None,
        }
    }

    /// The type of an expression's value, if its suffix says so.
    pub fn of_suffix(suffix: &str) -> Option<PrimType> {
        PrimType::named(suffix)
    }

    /// Whether it has integers.
    pub const fn is_integer(self) -> bool {
        matches!(self.class, PrimClass::Unsigned | PrimClass::Signed)
    }

    /// Whether it has numbers.
    pub const fn is_number(self) -> bool {
        !matches!(self.class, PrimClass::Bool | PrimClass::Char)
    }

    /// The largest integer.
    pub fn max(self) -> u128 {
        let bits = if self.class == PrimClass::Signed { self.bits - 1 } else { self.bits };
        if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
    }

    /// As a type.
    pub fn ty(self) -> Type {
        let name = self.ident();
        parse_quote!(#name)
    }

    /// Its name, for paths.
    pub fn ident(self) -> Ident {
        ident(self.name)
    }
}

/// A name.
pub fn ident(name: &str) -> Ident {
    // Raw identifiers are rare, and their names are passed on without the mark by `Ident::to_string` with it.
    match name.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, Span::call_site()),
        None => Ident::new(name, Span::call_site()),
    }
}

/// A type that is only a name.
pub fn named(name: &str) -> Type {
    let name = ident(name);
    parse_quote!(#name)
}

/// A reference to a type. Several bounds stand in parentheses behind it.
pub fn reference_to(ty: Type, is_mutable: bool) -> Type {
    let has_bounds = matches!(&ty, Type::TraitObject(it) if it.bounds.len() > 1)
        || matches!(&ty, Type::ImplTrait(it) if it.bounds.len() > 1);
    let ty = if has_bounds { parse_quote!((#ty)) } else { ty };
    if is_mutable { parse_quote!(&mut #ty) } else { parse_quote!(&#ty) }
}

/// The type behind a reference, or the type itself.
pub fn behind(ty: &Type) -> &Type {
    match ty {
        Type::Reference(reference) => behind(&reference.elem),
        Type::Paren(inner) => behind(&inner.elem),
        Type::Group(inner) => behind(&inner.elem),
        other => other,
    }
}

/// The last name of a path type, and its type arguments.
pub fn head(ty: &Type) -> Option<(String, Vec<&Type>)> {
    let Type::Path(path) = ty else { return None };
    if path.qself.is_some() {
        return None;
    }
    let last = path.path.segments.last()?;
    let arguments = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => arguments
            .args
            .iter()
            .filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    Some((last.ident.to_string(), arguments))
}

/// The one type argument of `Name<T>`.
pub fn argument_of<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    match head(ty)? {
        (found, arguments) if found == name => arguments.first().copied(),
        _ => None,
    }
}

/// What the elements of an array, a slice or a vector are.
pub fn element(ty: &Type) -> Option<&Type> {
    match behind(ty) {
        Type::Array(array) => Some(&array.elem),
        Type::Slice(slice) => Some(&slice.elem),
        other => argument_of(other, "Vec"),
    }
}

/// All words of some tokens, also those within groups and format strings.
pub fn words(tokens: TokenStream, found: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                found.insert(ident.to_string());
            }
            TokenTree::Group(group) => words(group.stream(), found),
            // A format string may name variables.
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                if text.contains('{') {
                    let parts = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
                    found.extend(parts.filter(|part| !part.is_empty()).map(str::to_owned));
                }
            }
            TokenTree::Punct(_) => {}
        }
    }
}

/// All words of a part of a program.
pub fn words_of(part: &impl ToTokens) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    words(part.to_token_stream(), &mut found);
    found
}

/// Whether some words occur in a part of a program.
pub fn mentions(part: &impl ToTokens, wanted: &[&str]) -> bool {
    let found = words_of(part);
    wanted.iter().any(|word| found.contains(*word))
}

/// An expression that can be the value of a block: what begins with a block would be read as a statement of its own.
pub fn tail(expr: &Expr) -> Expr {
    match expr {
        Expr::Lit(_) | Expr::Path(_) | Expr::Paren(_) | Expr::Block(_) | Expr::Macro(_) => expr.clone(),
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => expr.clone(),
        other => parse_quote!((#other)),
    }
}

/// An expression that can stand wherever an operand can.
pub fn operand(expr: Expr) -> Expr {
    match expr {
        Expr::Lit(_)
        | Expr::Path(_)
        | Expr::Paren(_)
        | Expr::Call(_)
        | Expr::MethodCall(_)
        | Expr::Macro(_) => expr,
        other => parse_quote!((#other)),
    }
}
