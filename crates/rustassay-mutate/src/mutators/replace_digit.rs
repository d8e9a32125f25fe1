//! REPLACE-DIGIT: another digit in a literal, or another sign.

use super::flip_bit::{literals, number_literal};
use super::{Mutation, MutationSubject};
use crate::tree::Edits;
use crate::types::PrimClass;
use rustassay_random::Random;
use syn::{Expr, ExprLit, Lit, parse_quote};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let mut sites = literals(known);
    sites.retain(|&number| match known.exprs[number].expr {
        Expr::Lit(it) => matches!(it.lit, Lit::Int(_) | Lit::Float(_)),
        _ => false,
    });
    let number = *random.pick(&sites)?;
    let at = &known.exprs[number];
    let Expr::Lit(ExprLit { lit, .. }) = at.expr else { return None };
    let prim = at.prim();
    if prim.is_some_and(|prim| matches!(prim.class, PrimClass::Signed | PrimClass::Float))
        && random.chance(25)
    {
        let own = at.expr;
        return Some(Edits::default().expr(number, parse_quote!((-#own))).into());
    }
    let (digits, suffix) = match lit {
        Lit::Int(it) => (it.base10_digits().to_owned(), it.suffix()),
        Lit::Float(it) => (it.base10_digits().to_owned(), it.suffix()),
        _ => return None,
    };
    let max = prim.filter(|prim| prim.is_integer()).map_or(u128::MAX, |prim| prim.max());
    // A digit that is another, and fits; there is one, because zero does.
    for _ in 0..20 {
        let mut new: Vec<u8> = digits.bytes().collect();
        let at = random.below(new.len());
        let digit = b'0' + random.below(10) as u8;
        if !new[at].is_ascii_digit() || new[at] == digit {
            continue;
        }
        new[at] = digit;
        let text = String::from_utf8(new).ok()?;
        let fits = match lit {
            Lit::Int(_) => text.parse::<u128>().is_ok_and(|value| value <= max),
            _ => true,
        };
        if fits {
            return Some(Edits::default().expr(number, number_literal(&text, suffix)?).into());
        }
    }
    None
}
