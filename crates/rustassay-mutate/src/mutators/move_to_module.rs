//! MOVE-TO-MODULE: an item in a module of its own, from where it is taken back by `use`.

use super::functions::fresh_ident;
use super::{Mutation, MutationSubject};
use crate::types::words_of;
use quote::ToTokens;
use rustassay_random::Random;
use syn::{Fields, Item, Visibility, parse_quote};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let sites: Vec<usize> =
        known.file.items.iter().enumerate().filter(|(_, item)| can_move(item)).map(|(at, _)| at).collect();
    let at = *random.pick(&sites)?;
    let name = fresh_ident(known, "moved");
    let mut file = known.file.clone();
    let mut item = file.items[at].clone();
    let own = publish(&mut item);
    // Paths begin at the crate's root in the first edition.
    let is_first = subject.edition == rustassay_lang::Edition::E2015;
    let mut new: Vec<Item> = vec![parse_quote!(mod #name { use super::*; #item })];
    if let Some(own) = own {
        new.push(if is_first {
            parse_quote!(use #name::#own;)
        } else {
            parse_quote!(use self::#name::#own;)
        });
    }
    file.items.splice(at..=at, new);
    Some(file.into())
}

/// Whether an item can be elsewhere: nothing in it says where it is, and nobody names it by where it is.
fn can_move(item: &Item) -> bool {
    let words = words_of(item);
    let bound = words.contains("super")
        || words.contains("crate")
        || item.to_token_stream().to_string().contains("self ::");
    let may = match item {
        Item::Fn(it) => it.sig.ident != "main" && it.attrs.iter().all(|it| !it.path().is_ident("no_mangle")),
        // Fields of these can be made visible.
        Item::Struct(_) | Item::Enum(_) | Item::Trait(_) | Item::Static(_) => true,
        // One without a name cannot be taken back, and needs not be.
        Item::Const(it) => it.ident != "_",
        Item::Type(_) => true,
        // What a trait prescribes is as visible as the trait.
        Item::Impl(it) => it.trait_.is_some(),
        _ => false,
    };
    let restricted = item.to_token_stream().to_string().contains("pub (");
    may && !bound && !restricted
}

/// Makes an item visible to the module around, and gives its name.
fn publish(item: &mut Item) -> Option<syn::Ident> {
    let public: Visibility = parse_quote!(pub);
    Some(match item {
        Item::Fn(it) => {
            it.vis = public;
            it.sig.ident.clone()
        }
        Item::Struct(it) => {
            it.vis = public.clone();
            match &mut it.fields {
                Fields::Named(fields) => fields.named.iter_mut().for_each(|field| field.vis = public.clone()),
                Fields::Unnamed(fields) => {
                    fields.unnamed.iter_mut().for_each(|field| field.vis = public.clone())
                }
                Fields::Unit => {}
            }
            it.ident.clone()
        }
        Item::Enum(it) => {
            it.vis = public;
            it.ident.clone()
        }
        Item::Trait(it) => {
            it.vis = public;
            it.ident.clone()
        }
        Item::Const(it) => {
            it.vis = public;
            it.ident.clone()
        }
        Item::Static(it) => {
            it.vis = public;
            it.ident.clone()
        }
        Item::Type(it) => {
            it.vis = public;
            it.ident.clone()
        }
        _ => return None,
    })
}
