//! OWNERSHIP: swap two statements that do not depend on each other, or pass a value on through other hands.

use super::functions::fresh_ident;
use super::statements::variables;
use super::{Mutation, MutationSubject};
use crate::known::TypedSource;
use crate::tree::Edits;
use crate::types::{PrimType, argument_of, head, words_of};
use quote::ToTokens;
use rustassay_random::Random;
use std::collections::BTreeSet;
use syn::{Block, Expr, Local, Pat, Stmt, Type, parse_quote};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let mut sites: Vec<(usize, usize, Way)> = Vec::new();
    for (number, known_block) in known.blocks.iter().enumerate() {
        let block = known_block.block;
        for (at, statement) in block.stmts.iter().enumerate() {
            if let Stmt::Local(local) = statement
                && is_handed_on(local)
            {
                sites.push((number, at, Way::Renamed));
                if !known_block.context.constant
                    && local.init.as_ref().is_some_and(|init| is_owned(known, &init.expr))
                {
                    sites.push((number, at, Way::Boxed));
                    sites.push((number, at, Way::InTuple));
                }
            }
            if block.stmts.get(at + 1).is_some_and(|next| are_apart(known, number, at, statement, next)) {
                sites.push((number, at, Way::Swapped));
            }
        }
    }
    let (number, at, way) = random.pick(&sites)?;
    let block = known.blocks[*number].block;
    let new = match way {
        Way::Swapped => {
            let mut new = block.clone();
            new.stmts.swap(*at, *at + 1);
            new
        }
        way => passed_on(known, block, *at, *way)?,
    };
    Some(Edits::default().block(*number, new).into())
}

#[derive(Copy, Clone)]
enum Way {
    Swapped,
    Renamed,
    Boxed,
    InTuple,
}

/// Whether a declaration can take its value from another variable.
fn is_handed_on(local: &Local) -> bool {
    let name = match &local.pat {
        Pat::Type(typed) => &typed.pat,
        pattern => pattern,
    };
    let plain = matches!(name, Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none());
    plain && local.init.as_ref().is_some_and(|init| init.diverge.is_none())
}

/// Whether an expression's value owns all that it needs, so that it may be put somewhere else first.
fn is_owned(known: &TypedSource, expr: &Expr) -> bool {
    let ty = known.at(expr).and_then(|at| at.ty.as_ref());
    ty.is_some_and(|ty| {
        let own = head(ty).is_some_and(|(name, _)| known.items.types.contains(&name));
        let list = argument_of(ty, "Vec")
            .or_else(|| argument_of(ty, "Option"))
            .is_some_and(|ty| PrimType::of(ty).is_some());
        PrimType::of(ty).is_some()
            || matches!(ty, Type::Path(path) if path.path.is_ident("String"))
            || own
            || list
    })
}

fn passed_on(known: &TypedSource, block: &Block, at: usize, way: Way) -> Option<Block> {
    let mut block = block.clone();
    let Stmt::Local(local) = &mut block.stmts[at] else { return None };
    let name = fresh_ident(known, "handed_on");
    let ty = match &local.pat {
        Pat::Type(typed) => Some(typed.ty.clone()),
        _ => None,
    };
    let init = local.init.as_mut()?;
    let value = init.expr.clone();
    let first: Stmt = match (way, &ty) {
        (Way::Boxed, Some(ty)) => parse_quote!(let #name: Box<#ty> = Box::new(#value);),
        (Way::Boxed, None) => parse_quote!(let #name = Box::new(#value);),
        (Way::InTuple, Some(ty)) => parse_quote!(let #name: (#ty, u8) = (#value, 0);),
        (Way::InTuple, None) => parse_quote!(let #name = (#value, 0_u8);),
        (_, Some(ty)) => parse_quote!(let #name: #ty = #value;),
        (_, None) => parse_quote!(let #name = #value;),
    };
    *init.expr = match way {
        Way::Boxed => parse_quote!(*#name),
        Way::InTuple => parse_quote!(#name.0),
        _ => parse_quote!(#name),
    };
    block.stmts.insert(at, first);
    Some(block)
}

/// Whether two statements that follow each other can be swapped: neither is the value of the block, leaves it, or declares or changes what
/// the other uses.
fn are_apart(known: &TypedSource, block: usize, at: usize, one: &Stmt, other: &Stmt) -> bool {
    let is_plain = |statement: &Stmt| match statement {
        Stmt::Local(local) => local.init.as_ref().is_some_and(|init| init.diverge.is_none()),
        Stmt::Expr(_, semicolon) => semicolon.is_some(),
        Stmt::Macro(it) => it.semi_token.is_some() && !it.mac.path.is_ident("macro_rules"),
        Stmt::Item(_) => false,
    };
    if !is_plain(one) || !is_plain(other) {
        return false;
    }
    let scopes = &known.blocks[block].scopes;
    let leaves = |statement: &Stmt| {
        let text = statement.to_token_stream().to_string();
        ["return", "break", "continue", "?", "let else", "|"].iter().any(|word| text.contains(word))
    };
    if leaves(one) || leaves(other) {
        return false;
    }
    let declared = |statement: &Stmt| match statement {
        Stmt::Local(local) => words_of(&local.pat),
        _ => BTreeSet::new(),
    };
    let (first, second) = (words_of(one), words_of(other));
    if !declared(one).is_disjoint(&second) || !declared(other).is_disjoint(&first) {
        return false;
    }
    let (first, second) = (variables(one, &scopes[at]), variables(other, &scopes[at + 1]));
    let shared = first.intersection(&second);
    // What both use is only read, and copied.
    let readable: BTreeSet<String> =
        known.readable(&scopes[at], known.blocks[block].context).into_iter().map(|it| it.name).collect();
    let assigned = |statement: &Stmt| {
        matches!(statement, Stmt::Expr(Expr::Assign(_), _))
            || matches!(statement, Stmt::Expr(Expr::Binary(_), _))
    };
    shared.into_iter().all(|name| readable.contains(name)) && !assigned(one) && !assigned(other)
        || first.is_disjoint(&second)
}
