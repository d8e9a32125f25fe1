//! REPLACE-BY-CONSTANT: a constant of the same type in place of an expression.

use super::{Mutation, MutationSubject};
use crate::fresh::constant;
use crate::known::KnownExpr;
use crate::tree::Edits;
use crate::types::operand;
use rustassay_random::Random;
use syn::Expr;

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let is_site = |at: &KnownExpr| {
        at.is_value() && at.prim().is_some() && !at.context.constant && !matches!(at.expr, Expr::Lit(_))
    };
    let sites: Vec<usize> =
        known.exprs.iter().enumerate().filter(|(_, at)| is_site(at)).map(|(number, _)| number).collect();
    let number = *random.pick(&sites)?;
    let new = constant(known.exprs[number].prim()?, random);
    Some(Edits::default().expr(number, operand(new)).into())
}
