//! LOWER-MATCH: a match as ifs, an if as a match, `while let` as a loop.

use super::functions::{Exits, fresh_ident};
use super::{Mutation, MutationSubject};
use crate::known::{KnownExpr, TypedSource};
use crate::tree::Edits;
use crate::types::tail;
use rustassay_random::Random;
use syn::{Arm, Expr, ExprMatch, Pat, parse_quote};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let sites = known.exprs.iter().enumerate().filter(|(_, at)| !at.context.fixed);
    let sites: Vec<(usize, Expr)> =
        sites.filter_map(|(number, at)| Some((number, lowered(known, at, subject)?))).collect();
    let (number, new) = random.pick(&sites)?;
    Some(Edits::default().expr(*number, new.clone()).into())
}

fn lowered(known: &TypedSource, at: &KnownExpr, subject: &MutationSubject) -> Option<Expr> {
    match at.expr {
        Expr::Match(it) => of_match(known, it, at.context.constant),
        Expr::If(it) => {
            // An `else if` is a part of another.
            let (then, otherwise) =
                (&it.then_branch, it.else_branch.as_ref().map(|(_, otherwise)| otherwise));
            let exits = Exits::of(&it.cond);
            match (&*it.cond, otherwise) {
                (Expr::Let(condition), otherwise) if !mentions_let(&condition.expr) => {
                    // What an `if let` borrows lives shorter than what a match borrows, in newer editions; so only what borrows nothing.
                    if !is_place(&condition.expr) {
                        return None;
                    }
                    let (pattern, value) = (&condition.pat, &condition.expr);
                    Some(match otherwise {
                        Some(otherwise) => {
                            parse_quote!({ match #value { #pattern => #then, _ => #otherwise } })
                        }
                        None => parse_quote!({ match #value { #pattern => #then, _ => {} } }),
                    })
                }
                (condition, otherwise) if !exits.lets && !matches!(condition, Expr::Let(_)) => {
                    Some(match otherwise {
                        Some(otherwise) => {
                            parse_quote!({ match #condition { true => #then, false => #otherwise } })
                        }
                        None => parse_quote!({ match #condition { true => #then, _ => {} } }),
                    })
                }
                _ => None,
            }
        }
        Expr::While(it) if it.label.is_none() => {
            let _ = subject;
            let body = &it.body;
            match &*it.cond {
                Expr::Let(condition) if !mentions_let(&condition.expr) => {
                    let (pattern, value) = (&condition.pat, &condition.expr);
                    Some(parse_quote!(loop { match #value { #pattern => #body, _ => break } }))
                }
                condition if !Exits::of(condition).lets => {
                    Some(parse_quote!(loop { if !(#condition) { break; } #body }))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn mentions_let(expr: &Expr) -> bool {
    Exits::of(expr).lets
}

fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) => true,
        Expr::Field(it) => is_place(&it.base),
        Expr::Unary(it) => matches!(it.op, syn::UnOp::Deref(_)) && is_place(&it.expr),
        Expr::Paren(it) => is_place(&it.expr),
        _ => false,
    }
}

/// A match without guards as a chain of `if let`.
fn of_match(known: &TypedSource, it: &ExprMatch, constant: bool) -> Option<Expr> {
    let (last, first) = it.arms.split_last()?;
    if first.is_empty() || it.arms.iter().any(|arm| arm.guard.is_some() || !arm.attrs.is_empty()) {
        return None;
    }
    let scrutinee = &it.expr;
    if is_place(scrutinee) {
        return chain(scrutinee, first, last, constant);
    }
    // A value is matched once, so that what it borrows lives as long as before.
    let name = fresh_ident(known, "scrutinee");
    let value: Expr = parse_quote!(#name);
    let chain = chain(&value, first, last, constant)?;
    Some(parse_quote!({ match #scrutinee { #name => #chain } }))
}

fn chain(value: &Expr, first: &[Arm], last: &Arm, constant: bool) -> Option<Expr> {
    let body = tail(&last.body);
    let mut chain: Expr = match &last.pat {
        Pat::Wild(_) => parse_quote!({ #body }),
        _ if constant => return None,
        pattern => parse_quote!(if let #pattern = #value { #body } else { unreachable!() }),
    };
    for arm in first.iter().rev() {
        let (pattern, body) = (&arm.pat, tail(&arm.body));
        chain = parse_quote!(if let #pattern = #value { #body } else #chain);
    }
    Some(parse_quote!({ #chain }))
}
