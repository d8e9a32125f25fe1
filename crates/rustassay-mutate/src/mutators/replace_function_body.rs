//! REPLACE-FUNCTION-BODY: the body of another function with as many arguments.

use super::functions::{Exits, output, plain_parameters};
use super::{Mutation, MutationSubject};
use crate::known::{Home, KnownFunction, TypedSource};
use crate::tree::Edits;
use crate::types::{PrimType, words_of};
use rustassay_random::Random;
use syn::{Block, Ident, Type, parse_quote};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let sites = pairs(known);
    let (own, other) = *random.pick(&sites)?;
    let (function, other) = (known.function(own)?, known.function(other)?);
    let body = as_body_of(known, function, other)?;
    Some(Edits::default().function(own, function.signature.clone(), body).into())
}

/// Functions with another whose body can be theirs.
pub fn pairs(known: &TypedSource) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (own, function) in &known.functions {
        if function.signature.ident == "main" || function.nested || function.home == Home::Trait {
            continue;
        }
        for (other, donor) in &known.functions {
            if own != other && donor.signature.ident != "main" && as_body_of(known, function, donor).is_some()
            {
                found.push((*own, *other));
            }
        }
    }
    found
}

/// The body of one function for another; `None` where that is not possible. Primitive arguments and results are converted.
pub fn as_body_of(known: &TypedSource, function: &KnownFunction, donor: &KnownFunction) -> Option<Block> {
    let (own, other) = (function.signature, donor.signature);
    let similar = own.constness == other.constness
        && own.asyncness == other.asyncness
        && own.unsafety == other.unsafety
        && own.inputs.len() == other.inputs.len()
        && own.generics == other.generics
        && !donor.nested;
    // What is in a module or an impl is known there only; `Self` is another elsewhere.
    let words = words_of(donor.body);
    let own_words = words.contains("self") || words.contains("Self") || words_of(other).contains("Self");
    let same_place = function.place == donor.place;
    let visible =
        same_place || (donor.place == 0 && function.place != 0 && !in_module(known, function) && !own_words);
    let has_impl = words_of(own).contains("impl") || words_of(other).contains("impl");
    if !similar || !visible || has_impl {
        return None;
    }
    if same_place
        && !own_words
        && own.inputs.iter().zip(&other.inputs).all(|(left, right)| left == right)
        && own.output == other.output
    {
        return Some(donor.body.clone());
    }
    let (mine, theirs) = (plain_parameters(own), plain_parameters(other));
    if mine.len() != own.inputs.len() || theirs.len() != other.inputs.len() || own_words {
        return None;
    }
    let mut body = Block { brace_token: Default::default(), stmts: Vec::new() };
    // All at once, because names may change places.
    let converted: Option<Vec<syn::Expr>> = mine
        .iter()
        .zip(&theirs)
        .map(|((_, name, ty), (_, _, wanted))| conversion(name, ty, wanted))
        .collect();
    let converted = converted?;
    let inputs: Vec<&syn::Pat> = other
        .inputs
        .iter()
        .filter_map(|input| match input {
            syn::FnArg::Typed(typed) => Some(&*typed.pat),
            syn::FnArg::Receiver(_) => None,
        })
        .collect();
    let types: Vec<&Type> = theirs.iter().map(|(_, _, ty)| ty).collect();
    match types.len() {
        0 => {}
        1 => {
            let (input, ty, value) = (inputs[0], types[0], &converted[0]);
            body.stmts.push(parse_quote!(let #input: #ty = #value;));
        }
        _ => body.stmts.push(parse_quote!(let (#(#inputs),*): (#(#types),*) = (#(#converted),*);)),
    }
    let (gives, wanted) = (output(other), output(own));
    if gives == wanted {
        body.stmts.extend(donor.body.stmts.iter().cloned());
        return Some(body);
    }
    let (gives, wanted) = (PrimType::of(&gives)?, PrimType::of(&wanted)?);
    // What returns would return the wrong type.
    if Exits::of_block(donor.body).returns || !gives.is_number() || !wanted.is_number() {
        return None;
    }
    let (inner, gives, wanted) = (donor.body, gives.ty(), wanted.ty());
    body.stmts.push(parse_quote!(let result: #gives = #inner;));
    body.stmts.push(syn::Stmt::Expr(parse_quote!(result as #wanted), None));
    Some(body)
}

/// An argument as another function takes it.
pub fn conversion(name: &Ident, ty: &Type, wanted: &Type) -> Option<syn::Expr> {
    if ty == wanted {
        return Some(parse_quote!(#name));
    }
    let (from, to) = (PrimType::of(ty)?, PrimType::of(wanted)?);
    (from.is_number() && to.is_number()).then(|| parse_quote!(#name as #wanted))
}

/// Whether a function is in a module, where names of the root are not known.
fn in_module(known: &TypedSource, _: &KnownFunction) -> bool {
    known.file.items.iter().any(|item| matches!(item, syn::Item::Mod(_)))
}
