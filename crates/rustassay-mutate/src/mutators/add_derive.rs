//! ADD-DERIVE: one more derived trait, where all fields have it.

use super::{Mutation, MutationSubject};
use crate::items::derives;
use crate::types::{PrimClass, PrimType, argument_of, head, words_of};
use rustassay_random::Random;
use syn::{Attribute, Fields, File, Item, Type, parse_quote};

const TRAITS: [&str; 9] =
    ["Debug", "Clone", "Copy", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash", "Default"];

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let file = subject.known.file;
    let mut sites: Vec<(usize, &str)> = Vec::new();
    for (at, item) in file.items.iter().enumerate() {
        for name in TRAITS {
            if can_derive(file, item, name) {
                sites.push((at, name));
            }
        }
    }
    let &(at, name) = random.pick(&sites)?;
    let mut new = file.clone();
    let (attributes, name) = (attributes_of(&mut new.items[at])?, crate::types::ident(name));
    attributes.insert(0, parse_quote!(#[derive(#name)]));
    Some(new.into())
}

fn attributes_of(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    match item {
        Item::Struct(it) => Some(&mut it.attrs),
        Item::Enum(it) => Some(&mut it.attrs),
        _ => None,
    }
}

fn can_derive(file: &File, item: &Item, name: &str) -> bool {
    let (attrs, ident, fields): (_, _, Vec<&Fields>) = match item {
        Item::Struct(it) if it.generics.params.is_empty() => (&it.attrs, &it.ident, vec![&it.fields]),
        Item::Enum(it) if it.generics.params.is_empty() => {
            (&it.attrs, &it.ident, it.variants.iter().map(|it| &it.fields).collect())
        }
        _ => return false,
    };
    let ty = ident.to_string();
    let has = |name: &str| derives(attrs, name) || implements(file, &ty, name);
    // What a trait builds on must be there, and nothing that forbids it.
    let needs: &[&str] = match name {
        "Copy" => &["Clone"],
        "Eq" => &["PartialEq"],
        "PartialOrd" => &["PartialEq"],
        "Ord" => &["PartialEq", "Eq", "PartialOrd"],
        _ => &[],
    };
    let packed = attrs.iter().any(|attribute| words_of(&attribute.meta).contains("packed"));
    let derived_only = needs.iter().all(|need| derives(attrs, need));
    let dropped = name == "Copy" && implements(file, &ty, "Drop");
    let no_default = name == "Default" && matches!(item, Item::Enum(_));
    let is_empty_enum = matches!(item, Item::Enum(it) if it.variants.is_empty());
    !has(name)
        && derived_only
        && !packed
        && !dropped
        && !no_default
        && !is_empty_enum
        && fields.iter().all(|fields| fields.iter().all(|field| has_trait(file, &field.ty, name, &ty)))
}

/// Whether the file implements a trait for a type.
fn implements(file: &File, ty: &str, name: &str) -> bool {
    file.items.iter().any(|item| match item {
        Item::Impl(it) => {
            let is_trait = it
                .trait_
                .as_ref()
                .is_some_and(|(_, path, _)| path.segments.last().is_some_and(|last| last.ident == name));
            // One for all types is one for this, too.
            is_trait && head(&it.self_ty).is_some_and(|(own, _)| own == ty || !it.generics.params.is_empty())
        }
        // A macro may implement anything.
        Item::Macro(it) => words_of(&it.mac.tokens).contains(name),
        _ => false,
    })
}

/// Whether a field's type surely has a trait.
fn has_trait(file: &File, ty: &Type, name: &str, own: &str) -> bool {
    if let Some(prim) = PrimType::of(ty) {
        let partial = prim.class == PrimClass::Float && matches!(name, "Eq" | "Ord" | "Hash");
        return !partial;
    }
    if let Type::Tuple(tuple) = ty {
        return tuple.elems.len() <= 12 && tuple.elems.iter().all(|ty| has_trait(file, ty, name, own));
    }
    if let Type::Array(array) = ty {
        let small = name != "Default"
            || matches!(&array.len, syn::Expr::Lit(it) if matches!(&it.lit, syn::Lit::Int(n) if n.base10_parse::<u32>().is_ok_and(|n| n <= 32)));
        return small && has_trait(file, &array.elem, name, own);
    }
    if let Some(inner) = argument_of(ty, "Option") {
        return name == "Default" || has_trait(file, inner, name, own);
    }
    if let Some(inner) = argument_of(ty, "Vec") {
        return name != "Copy" && (name == "Default" || has_trait(file, inner, name, own));
    }
    if let Some(inner) = argument_of(ty, "Box") {
        return name != "Copy"
            && words_of(inner).iter().all(|word| word != "dyn")
            && has_trait(file, inner, name, own);
    }
    match head(ty) {
        Some((text, arguments)) if arguments.is_empty() => {
            text == "String" && name != "Copy"
                || (text == own && name != "Copy" && name != "Default")
                || file.items.iter().any(|item| match item {
                    Item::Struct(it) => {
                        it.ident == text && it.generics.params.is_empty() && derives(&it.attrs, name)
                    }
                    Item::Enum(it) => {
                        it.ident == text && it.generics.params.is_empty() && derives(&it.attrs, name)
                    }
                    _ => false,
                })
        }
        _ => false,
    }
}
