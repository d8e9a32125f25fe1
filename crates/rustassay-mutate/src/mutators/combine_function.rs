//! COMBINE-FUNCTION: the bodies of two functions with as many arguments, one after the other or their statements in turn.

use super::functions::{Exits, is_copied, output, plain_parameters};
use super::replace_function_body::conversion;
use super::{Mutation, MutationSubject};
use crate::known::{Home, KnownFunction, TypedSource};
use crate::tree::Edits;
use crate::types::words_of;
use rustassay_random::Random;
use std::collections::BTreeSet;
use syn::visit::{self, Visit};
use syn::{Block, FnArg, Pat, Stmt, parse_quote};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let mut sites: Vec<(usize, Block)> = Vec::new();
    for (own, function) in &known.functions {
        for (other, donor) in &known.functions {
            if own == other || function.signature.ident == "main" || donor.signature.ident == "main" {
                continue;
            }
            if let Some(bindings) = bindings(known, function, donor) {
                sites.push((*own, one_after_the_other(function, donor, &bindings)));
                sites.extend(in_turn(function, donor, &bindings, random).map(|body| (*own, body)));
            }
        }
    }
    let (own, body) = random.pick(&sites)?;
    let signature = known.function(*own)?.signature.clone();
    Some(Edits::default().function(*own, signature, body.clone()).into())
}

/// Declarations of the other's parameters from copies of ours; `None` if the other's body cannot be run here.
fn bindings(known: &TypedSource, function: &KnownFunction, donor: &KnownFunction) -> Option<Vec<Stmt>> {
    let (own, other) = (function.signature, donor.signature);
    let words = words_of(donor.body);
    let fits = own.asyncness.is_none()
        && other.asyncness.is_none()
        && (own.constness.is_none() || other.constness.is_some())
        && other.unsafety.is_none()
        && other.generics.params.is_empty()
        && !donor.nested
        && function.place == donor.place
        && matches!(donor.home, Home::Free | Home::Inherent)
        && !words.contains("self")
        && !words.contains("Self")
        && !words_of(other).contains("impl")
        && !words_of(&other.output).contains("Self");
    let exits = Exits::of_block(donor.body);
    let (mine, theirs) = (plain_parameters(own), plain_parameters(other));
    if !fits
        || exits.returns
        || exits.macros
        || mine.len() != theirs.len()
        || theirs.len() != other.inputs.len()
    {
        return None;
    }
    let pairs = mine.iter().zip(&theirs).zip(&other.inputs);
    let bound = pairs.map(|(((_, name, ty), (_, _, wanted)), input)| {
        let FnArg::Typed(typed) = input else { return None };
        // Ours is still needed.
        if !is_copied(known, ty) || words_of(wanted).contains("_") {
            return None;
        }
        let (pattern, value): (&Pat, _) = (&typed.pat, conversion(name, ty, wanted)?);
        Some(parse_quote!(let #pattern: #wanted = #value;))
    });
    bound.collect()
}

fn one_after_the_other(function: &KnownFunction, donor: &KnownFunction, bindings: &[Stmt]) -> Block {
    let (inner, ty, own) = (donor.body, output(donor.signature), &function.body.stmts);
    // Names of one are not seen by the other.
    let first: Stmt = parse_quote!({ #(#bindings)* let _: #ty = #inner; });
    parse_quote!({ #first #(#own)* })
}

/// Both bodies' statements in turn, if they have no name in common.
fn in_turn(
    function: &KnownFunction,
    donor: &KnownFunction,
    bindings: &[Stmt],
    random: &mut Random,
) -> Option<Block> {
    let (mine, theirs) = (&function.body.stmts, &donor.body.stmts);
    let mut names = Names::default();
    bindings.iter().for_each(|statement| names.visit_stmt(statement));
    theirs.iter().for_each(|statement| names.visit_stmt(statement));
    let own_words = words_of(function.body);
    let mut own_names = Names::default();
    mine.iter().for_each(|statement| own_names.visit_stmt(statement));
    let their_words = words_of(donor.body);
    let parameters: BTreeSet<String> =
        plain_parameters(function.signature).into_iter().map(|(_, name, _)| name.to_string()).collect();
    let apart = names.found.is_disjoint(&own_words)
        && own_names.found.is_disjoint(&their_words)
        && names.found.is_disjoint(&parameters);
    let plain = theirs.iter().all(|statement| matches!(statement, Stmt::Local(_) | Stmt::Expr(..)));
    if !apart || !plain || mine.is_empty() {
        return None;
    }
    let ty = output(donor.signature);
    let mut waiting: Vec<Stmt> = bindings.to_vec();
    waiting.extend(theirs.iter().map(|statement| match statement {
        Stmt::Expr(tail, None) if std::ptr::eq(statement, &theirs[theirs.len() - 1]) => {
            parse_quote!(let _: #ty = #tail;)
        }
        other => other.clone(),
    }));
    let mut waiting = waiting.into_iter().peekable();
    let mut stmts = Vec::new();
    for (at, statement) in mine.iter().enumerate() {
        let is_last = at + 1 == mine.len();
        while waiting.peek().is_some() && (is_last || random.chance(50)) {
            stmts.extend(waiting.next());
        }
        stmts.push(statement.clone());
    }
    Some(Block { brace_token: Default::default(), stmts })
}

/// The names that are declared anywhere in some statements.
#[derive(Default)]
struct Names {
    found: BTreeSet<String>,
}

impl<'a> Visit<'a> for Names {
    fn visit_pat(&mut self, pattern: &'a Pat) {
        if let Pat::Ident(it) = pattern {
            self.found.insert(it.ident.to_string());
        }
        visit::visit_pat(self, pattern);
    }
}
