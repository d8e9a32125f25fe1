//! INJECT-CONTROL-FLOW: leave a loop, go on with it or return in a certain iteration, which an own counter tells.

use super::functions::{fresh_ident, output};
use super::{Mutation, MutationSubject};
use crate::fresh::constant;
use crate::known::KnownExpr;
use crate::tree::Edits;
use crate::types::PrimType;
use rustassay_random::Random;
use syn::visit::{self, Visit};
use syn::{Block, Expr, Stmt, parse_quote};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let sites = known.exprs.iter().enumerate().filter(|(_, at)| {
        let defers = at.context.function.and_then(|number| known.function(number)).is_none_or(|it| it.defers);
        let is_loop = match at.expr {
            Expr::While(it) => it.label.is_none(),
            Expr::ForLoop(it) => it.label.is_none(),
            Expr::Loop(it) => it.label.is_none(),
            _ => false,
        };
        is_loop && !defers && !at.context.fixed
    });
    let sites: Vec<usize> = sites.map(|(number, _)| number).collect();
    let number = *random.pick(&sites)?;
    let at = &known.exprs[number];
    let counter = fresh_ident(known, "iterations");
    let when = proc_macro2::Literal::u32_unsuffixed(random.between(1, 6) as u32);
    let leave: Stmt = leave(subject, at, random)?;
    let guarded = |body: &Block| {
        let mut body = body.clone();
        body.stmts.insert(0, parse_quote!(#counter += 1;));
        body.stmts.insert(1, parse_quote!(if #counter == #when { #leave }));
        body
    };
    let mut changed = at.expr.clone();
    match &mut changed {
        Expr::While(it) => it.body = guarded(&it.body),
        Expr::ForLoop(it) => it.body = guarded(&it.body),
        Expr::Loop(it) => it.body = guarded(&it.body),
        _ => return None,
    }
    // A loop that does not break has any type; so has what is around it.
    Some(Edits::default().expr(number, parse_quote!({ let mut #counter: u32 = 0; #changed })).into())
}

fn leave(subject: &MutationSubject, at: &KnownExpr, random: &mut Random) -> Option<Stmt> {
    let function = at.context.function.and_then(|number| subject.known.function(number))?;
    let mut ways: Vec<Stmt> = vec![parse_quote!(continue;)];
    if !matches!(at.expr, Expr::Loop(_)) || breaks_plainly(at.expr) {
        ways.push(parse_quote!(break;));
    }
    if !at.context.inner && function.signature.asyncness.is_none() {
        match output(function.signature) {
            syn::Type::Tuple(unit) if unit.elems.is_empty() => ways.push(parse_quote!(return;)),
            ty => {
                if let Some(prim) = PrimType::of(&ty) {
                    let value = constant(prim, random);
                    ways.push(parse_quote!(return #value;));
                }
            }
        }
    }
    random.pick(&ways).cloned()
}

/// Whether a `loop` is left by a `break` without a value.
fn breaks_plainly(expr: &Expr) -> bool {
    struct Breaks {
        plain: bool,
        depth: usize,
    }
    impl<'a> Visit<'a> for Breaks {
        fn visit_expr(&mut self, expr: &'a Expr) {
            match expr {
                Expr::Break(it) => self.plain |= self.depth == 1 && it.expr.is_none() && it.label.is_none(),
                Expr::Closure(_) | Expr::Async(_) => return,
                _ => {}
            }
            let is_loop = matches!(expr, Expr::While(_) | Expr::Loop(_) | Expr::ForLoop(_));
            self.depth += usize::from(is_loop);
            visit::visit_expr(self, expr);
            self.depth -= usize::from(is_loop);
        }
    }
    let mut breaks = Breaks { plain: false, depth: 0 };
    breaks.visit_expr(expr);
    breaks.plain
}
