//! FLIP-BIT: one bit of a literal.

use super::{Mutation, MutationSubject};
use crate::known::{KnownExpr, TypedSource};
use crate::tree::Edits;
use crate::types::PrimType;
use proc_macro2::Literal;
use rustassay_random::Random;
use syn::{Expr, ExprLit, Lit, parse_quote};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let sites = literals(known);
    let number = *random.pick(&sites)?;
    let at = &known.exprs[number];
    let Expr::Lit(ExprLit { lit, .. }) = at.expr else { return None };
    let new: Expr = match lit {
        Lit::Bool(it) => {
            if it.value {
                parse_quote!(false)
            } else {
                parse_quote!(true)
            }
        }
        Lit::Char(it) => {
            let flipped = u32::from(it.value()) ^ 1 << random.below(7);
            let flipped = char::from_u32(flipped)?;
            parse_quote!(#flipped)
        }
        Lit::Byte(it) => {
            let flipped = Literal::byte_character(it.value() ^ 1 << random.below(8));
            parse_quote!(#flipped)
        }
        Lit::Float(it) => {
            let value: f64 = it.base10_parse().ok()?;
            // The sign and the exponent's high bits make numbers that are no literals.
            let flipped = f64::from_bits(value.to_bits() ^ 1 << random.between(20, 55));
            number_literal(&format!("{flipped:?}"), it.suffix())?
        }
        Lit::Int(it) => {
            let value: u128 = it.base10_parse().ok()?;
            // Where the type is not known, the bits that all types have.
            let bits =
                at.prim().filter(|prim| prim.is_integer()).map_or(7, |prim| 128 - prim.max().leading_zeros());
            let flipped = value ^ 1 << random.below(bits as usize);
            number_literal(&flipped.to_string(), it.suffix())?
        }
        _ => return None,
    };
    Some(Edits::default().expr(number, new).into())
}

/// A number with a suffix, as it was written.
pub fn number_literal(digits: &str, suffix: &str) -> Option<Expr> {
    let literal: Literal = format!("{digits}{suffix}").parse().ok()?;
    Some(parse_quote!(#literal))
}

/// Literals that may change: no part of a type or a pattern, and nothing that is computed at compile time, where it might decide of a length or fail.
pub fn literals(known: &TypedSource) -> Vec<usize> {
    let may = |at: &KnownExpr| {
        let is_literal = match at.expr {
            Expr::Lit(it) => {
                matches!(it.lit, Lit::Bool(_) | Lit::Char(_) | Lit::Byte(_) | Lit::Float(_) | Lit::Int(_))
            }
            _ => false,
        };
        is_literal && !at.context.fixed && (!at.context.constant || is_own_constant(known, at))
    };
    known.exprs.iter().enumerate().filter(|(_, at)| may(at)).map(|(number, _)| number).collect()
}

/// Whether a literal is all that a constant is, and no type, pattern or constant uses that constant.
fn is_own_constant(known: &TypedSource, at: &KnownExpr) -> bool {
    let own = known.file.items.iter().find_map(|item| match item {
        syn::Item::Const(it) if std::ptr::eq(&*it.expr, at.expr) && PrimType::of(&it.ty).is_some() => {
            Some(it)
        }
        _ => None,
    });
    let Some(own) = own else { return false };
    let name = own.ident.to_string();
    let uses =
        known.exprs.iter().filter(|use_| matches!(use_.expr, Expr::Path(path) if path.path.is_ident(&name)));
    let mut uses = uses.peekable();
    let is_local = uses.peek().is_some() && uses.all(|use_| !use_.context.fixed && !use_.context.constant);
    // A pattern would name it without being an expression, and so would a type.
    let text = quote::ToTokens::to_token_stream(known.file).to_string();
    let shown = known
        .exprs
        .iter()
        .filter(|use_| matches!(use_.expr, Expr::Path(path) if path.path.is_ident(&name)))
        .count();
    is_local && text.matches(&name).count() == shown + 1
}
