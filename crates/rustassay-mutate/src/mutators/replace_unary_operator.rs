//! REPLACE-UNARY-OPERATOR: a unary operator, or one that assigns, written as an assignment.

use super::functions::fresh_ident;
use super::{Mutation, MutationSubject};
use crate::known::Role;
use crate::tree::Edits;
use crate::types::{PrimClass, operand};
use rustassay_random::Random;
use syn::{BinOp, Expr, UnOp, parse_quote};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let name = fresh_ident(known, "assigned");
    let mut sites: Vec<(usize, Expr)> = Vec::new();
    for (number, at) in known.exprs.iter().enumerate() {
        if at.context.fixed || at.context.constant {
            continue;
        }
        match at.expr {
            Expr::Unary(unary) if at.is_value() => {
                let Some(prim) = at.prim() else { continue };
                let (inner, ty) = (operand((*unary.expr).clone()), prim.ty());
                match unary.op {
                    UnOp::Neg(_) if !matches!(*unary.expr, Expr::Lit(_)) => {
                        sites.push((
                            number,
                            parse_quote!({ let mut #name: #ty = #inner; #name = -#name; #name }),
                        ));
                        if prim.class == PrimClass::Signed {
                            sites.push((
                                number,
                                parse_quote!({ let mut #name: #ty = #inner; #name *= -1; #name }),
                            ));
                            sites.push((number, parse_quote!((!#inner))));
                        }
                    }
                    UnOp::Not(_) if prim.class == PrimClass::Bool => {
                        sites.push((
                            number,
                            parse_quote!({ let mut #name: #ty = #inner; #name ^= true; #name }),
                        ));
                        sites.push((number, parse_quote!((#inner == false))));
                    }
                    UnOp::Not(_) => {
                        sites.push((
                            number,
                            parse_quote!({ let mut #name: #ty = #inner; #name ^= !0; #name }),
                        ));
                    }
                    UnOp::Deref(_) => {
                        let own = at.expr;
                        sites.push((number, parse_quote!({ let #name: #ty; #name = #own; #name })));
                    }
                    _ => {}
                }
            }
            Expr::Binary(binary) if at.role == Role::Statement => {
                let prim = known.at(&binary.left).and_then(|left| left.prim());
                let place = &binary.left;
                // A place that is computed would be computed twice.
                let is_place = matches!(**place, Expr::Path(_))
                    || matches!(&**place, Expr::Field(it) if matches!(*it.base, Expr::Path(_)));
                let right = operand((*binary.right).clone());
                if let (Some(_), true) = (prim.filter(|prim| prim.is_number()), is_place) {
                    let new: Option<Expr> = match binary.op {
                        BinOp::AddAssign(_) => Some(parse_quote!(#place = #place + #right)),
                        BinOp::SubAssign(_) => Some(parse_quote!(#place = #place - #right)),
                        BinOp::MulAssign(_) => Some(parse_quote!(#place = #place * #right)),
                        BinOp::BitXorAssign(_) => Some(parse_quote!(#place = #place ^ #right)),
                        BinOp::ShrAssign(_) => Some(parse_quote!(#place = #place >> #right)),
                        BinOp::ShlAssign(_) => Some(parse_quote!(#place = #place << #right)),
                        BinOp::DivAssign(_) => Some(parse_quote!(#place = #place / #right)),
                        _ => None,
                    };
                    sites.extend(new.map(|new| (number, new)));
                }
            }
            _ => {}
        }
    }
    let (number, new) = random.pick(&sites)?;
    Some(Edits::default().expr(*number, wrapped(new.clone())).into())
}

/// A block as an operand is put in parentheses, or else it might be taken for a statement.
fn wrapped(new: Expr) -> Expr {
    match new {
        Expr::Block(_) => parse_quote!((#new)),
        other => other,
    }
}
