//! FLIP-OPERATOR: another operator on the same operands.

use super::{Mutation, MutationSubject};
use crate::known::{KnownExpr, TypedSource};
use crate::tree::Edits;
use crate::types::{PrimClass, PrimType};
use rustassay_random::Random;
use syn::{BinOp, Expr, parse_quote};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let sites: Vec<(usize, Vec<BinOp>)> = known
        .exprs
        .iter()
        .enumerate()
        // A loop that is evaluated at compile time might then never end.
        .filter(|(_, at)| !at.context.fixed && !at.context.constant)
        .filter_map(|(number, at)| Some((number, others(known, at)?)))
        .collect();
    let (number, others) = random.pick(&sites)?;
    let Expr::Binary(binary) = known.exprs[*number].expr else { return None };
    let mut binary = binary.clone();
    let others: Vec<BinOp> = others.iter().filter(|other| **other != binary.op).copied().collect();
    binary.op = *random.pick(&others)?;
    // What binds otherwise now must not read otherwise.
    *binary.left = parenthesized(&binary.left);
    *binary.right = parenthesized(&binary.right);
    let is_assignment = crate::scope::is_assignment(&binary.op);
    let new: Expr = if is_assignment { Expr::Binary(binary) } else { parse_quote!((#binary)) };
    Some(Edits::default().expr(*number, new).into())
}

fn parenthesized(side: &Expr) -> Expr {
    match side {
        Expr::Binary(_) | Expr::Cast(_) => parse_quote!((#side)),
        other => other.clone(),
    }
}

/// The operators that the operands take.
fn others(known: &TypedSource, at: &KnownExpr) -> Option<Vec<BinOp>> {
    let Expr::Binary(binary) = at.expr else { return None };
    let prim = |side: &Expr| known.at(side).and_then(KnownExpr::prim);
    let both = prim(&binary.left).or_else(|| prim(&binary.right));
    let known_both = prim(&binary.left)
        .zip(prim(&binary.right))
        .filter(|(left, right)| left == right)
        .map(|(left, _)| left);
    let is_bool = both.is_some_and(|prim| prim.class == PrimClass::Bool);
    Some(match binary.op {
        BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)
            if known_both.is_some() =>
        {
            vec![
                parse_quote!(==),
                parse_quote!(!=),
                parse_quote!(<),
                parse_quote!(<=),
                parse_quote!(>),
                parse_quote!(>=),
            ]
        }
        // Every type that has one of these has the other.
        BinOp::Eq(_) | BinOp::Ne(_) => vec![parse_quote!(==), parse_quote!(!=)],
        BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
            vec![parse_quote!(<), parse_quote!(<=), parse_quote!(>), parse_quote!(>=)]
        }
        BinOp::And(_) | BinOp::Or(_) if !crate::mutators::functions::Exits::of(at.expr).lets => {
            vec![parse_quote!(&&), parse_quote!(||)]
        }
        BinOp::Add(_)
        | BinOp::Sub(_)
        | BinOp::Mul(_)
        | BinOp::Div(_)
        | BinOp::Rem(_)
        | BinOp::BitXor(_)
        | BinOp::BitAnd(_)
        | BinOp::BitOr(_) => operators(known_both?)?,
        BinOp::AddAssign(_)
        | BinOp::SubAssign(_)
        | BinOp::MulAssign(_)
        | BinOp::DivAssign(_)
        | BinOp::RemAssign(_)
        | BinOp::BitXorAssign(_)
        | BinOp::BitAndAssign(_)
        | BinOp::BitOrAssign(_) => {
            let prim = prim(&binary.left)?;
            match prim.class {
                PrimClass::Float => vec![parse_quote!(+=), parse_quote!(-=), parse_quote!(*=)],
                PrimClass::Bool => vec![parse_quote!(^=), parse_quote!(&=), parse_quote!(|=)],
                PrimClass::Char => return None,
                // Without a value that is certainly not zero there is no division.
                _ => vec![
                    parse_quote!(+=),
                    parse_quote!(-=),
                    parse_quote!(*=),
                    parse_quote!(^=),
                    parse_quote!(|=),
                    parse_quote!(&=),
                ],
            }
        }
        BinOp::Shl(_) | BinOp::Shr(_) if both.is_some() && !is_bool => {
            vec![parse_quote!(<<), parse_quote!(>>)]
        }
        BinOp::ShlAssign(_) | BinOp::ShrAssign(_) if both.is_some() => {
            vec![parse_quote!(<<=), parse_quote!(>>=)]
        }
        _ => return None,
    })
}

fn operators(prim: PrimType) -> Option<Vec<BinOp>> {
    Some(match prim.class {
        PrimClass::Float => vec![parse_quote!(+), parse_quote!(-), parse_quote!(*), parse_quote!(/)],
        PrimClass::Bool => vec![parse_quote!(^), parse_quote!(&), parse_quote!(|)],
        PrimClass::Char => return None,
        _ => vec![
            parse_quote!(+),
            parse_quote!(-),
            parse_quote!(*),
            parse_quote!(/),
            parse_quote!(%),
            parse_quote!(&),
            parse_quote!(|),
            parse_quote!(^),
        ],
    })
}
