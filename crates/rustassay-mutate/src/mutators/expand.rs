//! EXPAND: an expression joined with another of the program, of the same type.

use super::functions::Exits;
use super::{Mutation, MutationSubject};
use crate::known::{KnownExpr, TypedSource};
use crate::scope::Scope;
use crate::tree::Edits;
use crate::types::{PrimClass, PrimType, ident, operand};
use rustassay_random::Random;
use syn::visit::{self, Visit};
use syn::{Expr, parse_quote};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let sites = known.exprs.iter().enumerate();
    let sites = sites.filter(|(_, at)| {
        at.is_value() && !at.context.constant && at.prim().is_some_and(|prim| prim.class != PrimClass::Char)
    });
    let sites: Vec<usize> = sites.map(|(number, _)| number).collect();
    let number = *random.pick(&sites)?;
    let at = &known.exprs[number];
    let prim = at.prim()?;
    // Parts of the same function whose variables are in scope here, too.
    let parts = known.exprs.iter().filter(|part| {
        part.prim() == Some(prim)
            && part.context.function == at.context.function
            && !part.context.fixed
            && part.is_value()
            && !std::ptr::eq(part.expr, at.expr)
            && can_move(known, part, at)
    });
    let parts: Vec<&Expr> = parts.map(|part| part.expr).collect();
    let part = operand((*random.pick(&parts)?).clone());
    let own = operand(at.expr.clone());
    let new: Expr = joined(prim, own, part, random);
    Some(Edits::default().expr(number, new).into())
}

/// Two expressions of a type as one.
pub fn joined(prim: PrimType, left: Expr, right: Expr, random: &mut Random) -> Expr {
    let ty = ident(prim.name);
    match prim.class {
        PrimClass::Bool => match random.below(3) {
            0 => parse_quote!((#left && #right)),
            1 => parse_quote!((#left || #right)),
            _ => parse_quote!((#left ^ #right)),
        },
        PrimClass::Float => match random.below(2) {
            0 => parse_quote!((#left + #right)),
            _ => parse_quote!((#left * #right)),
        },
        _ => match random.below(5) {
            0 => parse_quote!((#left ^ #right)),
            1 => parse_quote!((#left | #right)),
            2 => parse_quote!((#left & #right)),
            // By the type's name: a literal in front of a method has no type yet.
            3 => parse_quote!(#ty::wrapping_add(#left, #right)),
            _ => parse_quote!(#ty::wrapping_mul(#left, #right)),
        },
    }
}

/// Whether a part means the same at another place: it only reads variables that are in scope there.
fn can_move(known: &TypedSource, part: &KnownExpr, to: &KnownExpr) -> bool {
    if !Exits::of(part.expr).is_closed() {
        return false;
    }
    let mut reads = Reads { known, to, fine: true };
    reads.visit_expr(part.expr);
    reads.fine
}

struct Reads<'k, 'a> {
    known: &'k TypedSource<'a>,
    to: &'k KnownExpr<'a>,
    fine: bool,
}

impl<'s> Visit<'s> for Reads<'_, '_> {
    fn visit_expr(&mut self, expr: &'s Expr) {
        match expr {
            Expr::Path(path) => {
                if let Some(name) = path.path.get_ident().map(ToString::to_string) {
                    let here = self.known.at(expr).and_then(|at| Scope::find(&at.scope, &name));
                    let there = Scope::find(&self.to.scope, &name);
                    // Items, and variables that may be read there.
                    self.fine &= match (here, there) {
                        (None, None) => name != "self",
                        (Some(here), Some(there)) => {
                            let readable = self.known.readable(&self.to.scope, self.to.context);
                            here == there && readable.iter().any(|variable| variable.name == name)
                        }
                        _ => false,
                    };
                }
            }
            Expr::Macro(_) | Expr::Closure(_) | Expr::Assign(_) | Expr::Reference(_) | Expr::Async(_) => {
                self.fine = false
            }
            Expr::Binary(it) => self.fine &= !crate::scope::is_assignment(&it.op),
            // Names that are bound inside are not worth telling apart.
            Expr::Block(_) | Expr::Match(_) | Expr::If(_) | Expr::Unsafe(_) | Expr::Loop(_) => {
                self.fine = false
            }
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}
