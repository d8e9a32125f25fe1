//! GENERALIZE: a generic parameter with bounds in place of a parameter's type.
//!
//! The bound is a trait that only the old type satisfies, so that what callers leave to inference stays as it was.

use super::functions::{fresh_ident, is_free_to_change, plain_parameters};
use super::{Mutation, MutationSubject};
use crate::items::at_root;
use crate::known::{Home, TypedSource};
use crate::tree::Edits;
use crate::types::{PrimType, head};
use rustassay_random::Random;
use syn::{FnArg, Ident, Item, Path, Type, parse_quote};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let mut sites: Vec<(usize, usize, Ident, Type)> = Vec::new();
    for (number, function) in &known.functions {
        let signature = function.signature;
        let fits = is_free_to_change(function)
            && signature.constness.is_none()
            && !function.nested
            && !is_named_with_arguments(known, &signature.ident.to_string())
            // A method that is not generic may be part of a trait object, or named where it must not be generic.
            && matches!(function.home, Home::Free | Home::Inherent);
        if fits {
            let plain = plain_parameters(signature).into_iter();
            sites.extend(
                plain.filter(|(_, _, ty)| is_plain(known, ty)).map(|(at, name, ty)| (*number, at, name, ty)),
            );
        }
    }
    let (number, at, name, ty) = random.pick(&sites)?;
    let function = known.function(*number)?;
    let (mut signature, mut body) = (function.signature.clone(), function.body.clone());
    let (same, parameter) = (known.fresh("SameAs"), fresh_ident(known, "Generalized"));
    let path: Path = at_root(&same);
    let FnArg::Typed(typed) = &mut signature.inputs[*at] else { return None };
    let pattern = typed.pat.clone();
    *typed.pat = parse_quote!(#name);
    let more: Vec<Path> = match PrimType::of(ty) {
        Some(_) => vec![parse_quote!(Copy), parse_quote!(PartialEq), parse_quote!(std::fmt::Debug)],
        None => Vec::new(),
    };
    let count = random.below(more.len() + 1);
    let more = &more[..count];
    match random.below(3) {
        0 => *typed.ty = parse_quote!(impl #path<#ty> #(+ #more)*),
        1 => {
            *typed.ty = parse_quote!(#parameter);
            signature.generics.params.push(parse_quote!(#parameter: #path<#ty> #(+ #more)*));
        }
        _ => {
            *typed.ty = parse_quote!(#parameter);
            signature.generics.params.push(parse_quote!(#parameter));
            signature
                .generics
                .make_where_clause()
                .predicates
                .push(parse_quote!(#parameter: #path<#ty> #(+ #more)*));
        }
    }
    let convert = parse_quote!(let #pattern: #ty = #path::<#ty>::into_same(#name););
    body.stmts.insert(0, convert);
    let same = crate::types::ident(&same);
    let item: Item = parse_quote! {
        pub trait #same<T> {
            fn into_same(self) -> T;
        }
    };
    let implementation: Item = parse_quote! {
        impl<T> #same<T> for T {
            fn into_same(self) -> T { self }
        }
    };
    Some(Edits::default().function(*number, signature, body).last(item).last(implementation).into())
}

/// A type whose values are passed as they are: nothing is coerced to it.
fn is_plain(known: &TypedSource, ty: &Type) -> bool {
    let own = head(ty).is_some_and(|(name, arguments)| {
        arguments.is_empty() && (name == "String" || known.items.types.contains(&name))
    });
    let is_name = matches!(ty, Type::Path(path) if path.path.get_ident().is_some());
    is_name && (PrimType::of(ty).is_some() || own)
}

/// Whether a function is named with generic arguments, or as a value, somewhere.
fn is_named_with_arguments(known: &TypedSource, name: &str) -> bool {
    let text = quote::ToTokens::to_token_stream(known.file).to_string();
    text.contains(&format!("{name} :: <"))
        || known.exprs.iter().any(|at| match at.expr {
            syn::Expr::Path(path) => {
                let last = path.path.segments.last().is_some_and(|last| last.ident == name);
                last && at.role != crate::known::Role::Callee
            }
            _ => false,
        })
}
