//! LIFETIME: arguments by reference, with named lifetimes.
//!
//! A function hands its arguments on to one inside of it that takes them by reference; or the lifetimes that its references leave out get names.

use super::functions::{fresh_ident, is_copied, is_free_to_change, name_lifetimes, plain_parameters};
use super::{Mutation, MutationSubject};
use crate::known::KnownFunction;
use crate::tree::Edits;
use crate::types::words_of;
use rustassay_random::Random;
use syn::{Block, Expr, FnArg, Lifetime, Signature, Type, parse_quote};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let mut sites: Vec<(usize, Way)> = Vec::new();
    for (number, function) in &known.functions {
        if !is_free_to_change(function) || function.signature.asyncness.is_some() {
            continue;
        }
        let mut named = function.signature.clone();
        if name_lifetimes(&mut named, known).is_some_and(|names| !names.is_empty()) {
            sites.push((*number, Way::Named(named)));
        }
        if function.signature.constness.is_none()
            && let Some((signature, body)) = handed_on(subject, function, random)
        {
            sites.push((*number, Way::HandedOn(signature, body)));
        }
    }
    let (number, way) = random.pick(&sites)?;
    let function = known.function(*number)?;
    let edits = match way {
        Way::Named(signature) => Edits::default().function(*number, signature.clone(), function.body.clone()),
        Way::HandedOn(signature, body) => Edits::default().function(*number, signature.clone(), body.clone()),
    };
    Some(edits.into())
}

enum Way {
    Named(Signature),
    HandedOn(Signature, Block),
}

/// The function, with its body in one inside of it that takes what is copied by reference.
fn handed_on(
    subject: &MutationSubject,
    function: &KnownFunction,
    random: &mut Random,
) -> Option<(Signature, Block)> {
    let known = subject.known;
    let outer = function.signature;
    let words = words_of(function.body);
    let is_plain = outer.generics.params.is_empty()
        && outer.unsafety.is_none()
        && !words.contains("self")
        && !words.contains("Self")
        && !words_of(&outer.inputs).contains("impl")
        && !words_of(&outer.output).contains("impl")
        && !words_of(&outer.inputs).contains("Self")
        && !words_of(&outer.output).contains("Self");
    let plain = plain_parameters(outer);
    // Every argument has a name by which it is handed on.
    if !is_plain || plain.is_empty() || plain.len() != outer.inputs.len() {
        return None;
    }
    let mut inner = outer.clone();
    name_lifetimes(&mut inner, known)?;
    let count = inner.generics.lifetimes().count();
    inner.ident = fresh_ident(known, "by_reference");
    let mut body = function.body.clone();
    let mut arguments: Vec<Expr> = Vec::new();
    let mut taken = 0;
    for (at, name, ty) in &plain {
        let FnArg::Typed(typed) = &mut inner.inputs[*at] else { return None };
        let by_reference = is_copied(known, ty) && !matches!(ty, Type::Reference(_)) && random.chance(80);
        if !by_reference {
            arguments.push(parse_quote!(#name));
            continue;
        }
        let lifetime = known.fresh(&format!("arg{}", taken + 1));
        let lifetime = Lifetime::new(&format!("'{lifetime}"), proc_macro2::Span::call_site());
        let mutability = match &*typed.pat {
            syn::Pat::Ident(it) => it.mutability,
            _ => None,
        };
        *typed.pat = parse_quote!(#name);
        *typed.ty = parse_quote!(&#lifetime #ty);
        inner.generics.params.insert(count + taken, parse_quote!(#lifetime));
        body.stmts.insert(taken, parse_quote!(let #mutability #name: #ty = *#name;));
        arguments.push(parse_quote!(&#name));
        taken += 1;
    }
    if taken == 0 {
        return None;
    }
    // The arguments that are handed on are not changed outside.
    let mut outer = outer.clone();
    for input in &mut outer.inputs {
        if let FnArg::Typed(typed) = input
            && let syn::Pat::Ident(name) = &mut *typed.pat
        {
            name.mutability = None;
        }
    }
    let name = inner.ident.clone();
    Some((outer, parse_quote!({ #inner #body #name(#(#arguments),*) })))
}
