//! OUTLIVE: a bound between two lifetimes of a function.

use super::functions::{is_free_to_change, name_lifetimes};
use super::{Mutation, MutationSubject};
use crate::tree::Edits;
use rustassay_random::Random;
use syn::{Lifetime, Signature, parse_quote};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let mut sites: Vec<(usize, Signature, Lifetime, Lifetime)> = Vec::new();
    for (number, function) in &known.functions {
        if !is_free_to_change(function) {
            continue;
        }
        let mut signature = function.signature.clone();
        let _ = name_lifetimes(&mut signature, known);
        let all: Vec<Lifetime> = signature.generics.lifetimes().map(|it| it.lifetime.clone()).collect();
        // What the caller gets back may have to live long, so that must not be what is outlived: it would live no longer than the other.
        let output = quote::ToTokens::to_token_stream(&signature.output).to_string();
        let returned = |lifetime: &Lifetime| output.contains(&lifetime.to_string());
        let mutable = quote::ToTokens::to_token_stream(&signature.inputs).to_string();
        for longer in &all {
            for shorter in all.iter().filter(|shorter| *shorter != longer && !returned(shorter)) {
                // A lifetime behind `&mut` is exact.
                let nested = format!("< {shorter}");
                if !mutable.contains(&nested) {
                    sites.push((*number, signature.clone(), longer.clone(), shorter.clone()));
                }
            }
        }
    }
    let (number, signature, longer, shorter) = random.pick(&sites)?;
    let mut signature = signature.clone();
    let in_place = random.chance(50);
    if in_place {
        let parameter = signature.generics.lifetimes_mut().find(|parameter| parameter.lifetime == *longer)?;
        if parameter.bounds.iter().any(|bound| bound == shorter) {
            return None;
        }
        parameter.colon_token = Some(Default::default());
        parameter.bounds.push(shorter.clone());
    } else {
        signature.generics.make_where_clause().predicates.push(parse_quote!(#longer: #shorter));
    }
    let body = known.function(*number)?.body.clone();
    Some(Edits::default().function(*number, signature, body).into())
}
