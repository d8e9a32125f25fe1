//! What the compiler defines with macros of its own: indices, sets of bits, tables, lang items, symbols.

use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::sources::{Sources, TypeItemKind, parse_items};
use super::{ExtractError, Extracted, unknown};
use crate::schema::escape;

/// A type that a macro defines.
pub(super) struct Defined {
    pub name: String,
    pub kind: TypeItemKind,
}

/// The types that an invocation of a macro defines.
pub(super) fn defined(mac: &syn::Macro) -> Vec<Defined> {
    let Some(name) = mac.path.segments.last() else { return Vec::new() };
    let tokens = || mac.tokens.clone();
    match name.ident.to_string().as_str() {
        "newtype_index" => {
            let name = after_keyword(tokens(), "struct");
            name.map(|name| Defined { name, kind: TypeItemKind::Index }).into_iter().collect()
        }
        "bitflags" => flags(tokens()).into_iter().collect(),
        "language_item_table" => vec![Defined { name: "LangItem".to_string(), kind: lang_items(tokens()) }],
        "define_tables" => tables(tokens()).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The name after the first occurrence of a keyword.
fn after_keyword(tokens: TokenStream, keyword: &str) -> Option<String> {
    let mut tokens = tokens.into_iter();
    tokens.find(|token| matches!(token, TokenTree::Ident(ident) if ident == keyword))?;
    Some(tokens.next()?.to_string())
}

/// `impl Name: u8 { const A = 1 << 0; .. }`. Constants that are not one bit are left out.
fn flags(tokens: TokenStream) -> Option<Defined> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_keyword =
        |token: &TokenTree| matches!(token, TokenTree::Ident(ident) if ident == "impl" || ident == "struct");
    let start = tokens.iter().position(is_keyword)?;
    let [TokenTree::Ident(name), TokenTree::Punct(_), TokenTree::Ident(repr), TokenTree::Group(body), ..] =
        &tokens[start + 1..]
    else {
        return None;
    };
    let body: Vec<TokenTree> = body.stream().into_iter().collect();
    let mut bits = Vec::new();
    for statement in body.split(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';')) {
        // Attributes and comments stand before the keyword.
        let Some(start) = statement.iter().position(|token| token.to_string() == "const") else { continue };
        let Some(name) = statement.get(start + 1) else { continue };
        let value: String = statement[start + 2..].iter().map(ToString::to_string).collect();
        if let Some(bit) = bit_of(value.trim_start_matches('=')) {
            bits.push((name.to_string(), bit));
        }
    }
    Some(Defined { name: name.to_string(), kind: TypeItemKind::Flags(repr.to_string(), bits) })
}

/// The bit of `1 << 3`, `0b1000` or `8`.
fn bit_of(value: &str) -> Option<u32> {
    let number = |text: &str| {
        let text = text.replace('_', "");
        match text.strip_prefix("0b") {
            Some(binary) => u128::from_str_radix(binary, 2).ok(),
            None => text.parse::<u128>().ok(),
        }
    };
    match value.split_once("<<") {
        Some(("1", shift)) => u32::try_from(number(shift)?).ok().filter(|bit| *bit < 128),
        Some(_) => None,
        None => number(value).filter(|value| value.is_power_of_two()).map(u128::trailing_zeros),
    }
}

/// Rows `Variant, name, getter, target, requirement;`.
fn lang_items(tokens: TokenStream) -> TypeItemKind {
    let mut variants = Vec::new();
    let mut at_start = true;
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            // An attribute or a comment.
            TokenTree::Punct(punct) if punct.as_char() == '#' => drop(tokens.next()),
            TokenTree::Punct(punct) if punct.as_char() == ';' => at_start = true,
            TokenTree::Ident(ident) if at_start => {
                variants.push((ident.to_string(), Vec::new()));
                at_start = false;
            }
            _ => {}
        }
    }
    TypeItemKind::Enum(variants)
}

/// `- defaulted: name: Table<Index, Row>, .. - optional: name: Table<Index, Value>, ..`
fn tables(tokens: TokenStream) -> Option<Defined> {
    let text = tokens.to_string();
    let (_, rest) = text.split_once("defaulted")?;
    let (defaulted, optional) = rest.split_once("optional")?;
    let mut fields = Vec::new();
    for (part, is_optional) in [(defaulted, false), (optional, true)] {
        let part = part.trim_start_matches([' ', ':']).trim_end_matches(['-', ' ']);
        let table: syn::FieldsNamed = syn::parse_str(&format!("{{ {part} }}")).ok()?;
        for field in table.named {
            let (Some(name), syn::Type::Path(table)) = (field.ident, field.ty) else { return None };
            let syn::PathArguments::AngleBracketed(args) = &table.path.segments.last()?.arguments else {
                return None;
            };
            let syn::GenericArgument::Type(row) = args.args.last()? else { return None };
            let row = if is_optional {
                syn::parse_quote!(LazyTable<Option<#row>>)
            } else {
                syn::parse_quote!(LazyTable<#row>)
            };
            fields.push((name.to_string(), row));
        }
    }
    Some(Defined { name: "LazyTables".to_string(), kind: TypeItemKind::Struct(fields) })
}

/// The compact enums: name and line of the schema.
pub(super) fn rows(sources: &Sources) -> Extracted<Vec<(String, String)>> {
    let mut rows = Vec::new();
    for (module, macros) in [
        ("rustc_metadata::rmeta::table", &["fixed_size_enum", "defaulted_enum"][..]),
        ("rustc_abi::extern_abi", &["abi_impls"][..]),
    ] {
        let path = &sources.files[sources.file_of(module)?].path;
        for item in parse(path)? {
            let syn::Item::Macro(item) = item else { continue };
            let Some(name) = item.mac.path.segments.last().map(|segment| segment.ident.to_string()) else {
                continue;
            };
            if !macros.contains(&name.as_str()) {
                continue;
            }
            let row = if name == "abi_impls" { abi_row(item.mac.tokens) } else { enum_row(item.mac.tokens) };
            let Some((name, values)) = row else {
                return unknown(format!("`{name}!` in {}", path.display()));
            };
            rows.push((name.clone(), format!("row {name} {}", values.join(" "))));
        }
    }
    Ok(rows)
}

/// `path::Name { (Value) (Value) .. } unreachable { .. }`
fn enum_row(tokens: TokenStream) -> Option<(String, Vec<String>)> {
    let mut name = None;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => name = Some(ident.to_string()),
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                let values = group.stream().into_iter().map(|token| match token {
                    TokenTree::Group(value) => Some(compact(value.stream())),
                    _ => None,
                });
                return Some((name?, values.collect::<Option<_>>()?));
            }
            _ => {}
        }
    }
    None
}

/// `ExternAbi = { C { unwind: false } =><= "C", .. }`
fn abi_row(tokens: TokenStream) -> Option<(String, Vec<String>)> {
    let mut tokens = tokens.into_iter();
    let name = tokens.next()?.to_string();
    let body = tokens.find_map(|token| match token {
        TokenTree::Group(group) => Some(group.stream()),
        _ => None,
    })?;
    let body: Vec<TokenTree> = body.into_iter().collect();
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    let rows = body.split(is_comma).filter(|row| !row.is_empty());
    let value = |row: &[TokenTree]| {
        let before_arrow = row.iter().take_while(|token| !matches!(token, TokenTree::Punct(_)));
        compact(before_arrow.cloned().collect())
    };
    Some((name, rows.map(value).collect()))
}

/// Tokens without spaces, and without the crates before names.
fn compact(tokens: TokenStream) -> String {
    let text: String = tokens.to_string().split_whitespace().collect();
    text.replace("hir::", "").replace("ast::", "")
}

fn parse(path: &Path) -> Extracted<Vec<syn::Item>> {
    let unreadable = |why: String| ExtractError::Unreadable { path: path.into(), why };
    let text = fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
    parse_items(&text).map_err(unreadable)
}

/// The symbols that every compiler of the release begins with, in their order: keywords, symbols, digits and,
/// since 1.96, letters. Those that come from the environment are after these, and differ between builds.
pub(super) fn symbols(compiler: &Path) -> Extracted<Vec<String>> {
    let path = compiler.join("rustc_span/src/symbol.rs");
    let is_table = |item: syn::Item| match item {
        syn::Item::Macro(item) if item.mac.path.is_ident("symbols") => Some(item.mac.tokens),
        _ => None,
    };
    let Some(table) = parse(&path)?.into_iter().find_map(is_table) else {
        return unknown(format!("no `symbols!` in {}", path.display()));
    };
    let mut symbols = Vec::new();
    for token in table {
        let TokenTree::Group(group) = token else { continue };
        let body: Vec<TokenTree> = group.stream().into_iter().collect();
        let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
        for entry in body.split(is_comma) {
            match entry {
                [] => {}
                [TokenTree::Ident(name)] => symbols.push(name.to_string()),
                [TokenTree::Ident(_), TokenTree::Punct(_), TokenTree::Literal(value)] => {
                    let value: syn::LitStr = match syn::parse_str(&value.to_string()) {
                        Ok(value) => value,
                        Err(error) => return unknown(format!("symbol {value}: {error}")),
                    };
                    symbols.push(value.value());
                }
                // `name: env!("VARIABLE")`
                [TokenTree::Ident(_), TokenTree::Punct(_), TokenTree::Ident(env), ..] if env == "env" => {}
                other => return unknown(format!("symbol {}", compact(other.iter().cloned().collect()))),
            }
        }
    }
    symbols.extend(('0'..='9').map(String::from));
    let macros = compiler.join("rustc_macros/src/symbols.rs");
    let unreadable =
        |error: std::io::Error| ExtractError::Unreadable { path: macros.clone(), why: error.to_string() };
    if fs::read_to_string(&macros).map_err(unreadable)?.contains("'A'..='Z'") {
        symbols.extend(('A'..='Z').chain('a'..='z').map(String::from));
    }
    Ok(symbols.iter().map(|symbol| escape(symbol)).collect())
}
