//! UNSAFE: read or borrow by a raw pointer in an unsafe block, or put statements into one.

use super::functions::Exits;
use super::{Mutation, MutationSubject};
use crate::known::Role;
use crate::scope::Scope;
use crate::tree::Edits;
use crate::types::{PrimType, mentions, tail};
use rustassay_random::Random;
use syn::{Expr, Stmt, parse_quote};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    if known.words.contains("unsafe_code") || known.words.contains("unused_unsafe") {
        return None;
    }
    let mut sites: Vec<(usize, Expr)> = Vec::new();
    for (number, at) in known.exprs.iter().enumerate() {
        if at.context.constant || at.context.fixed {
            continue;
        }
        let place = match at.expr {
            Expr::Path(path) => {
                path.path.get_ident().and_then(|name| Scope::find(&at.scope, &name.to_string())).is_some()
            }
            Expr::Field(_) | Expr::Index(_) => true,
            _ => false,
        };
        let (expr, ty) = (at.expr, at.ty.as_ref());
        if let (true, Some(ty), true, true) = (place, ty, at.prim().is_some(), at.role == Role::Value) {
            sites.push((number, parse_quote!((unsafe { *(&#expr as *const #ty) }))));
            sites.push((number, parse_quote!((unsafe { std::ptr::read(&#expr) }))));
        }
        if let Expr::Reference(reference) = expr
            && let Some(pointee) = known.at(&reference.expr).and_then(|at| at.ty.as_ref())
            && at.role == Role::Value
            && is_variable(&reference.expr)
            && (PrimType::of(pointee).is_some()
                || crate::types::head(pointee).is_some_and(|(name, _)| known.items.types.contains(&name)))
        {
            let inner = &reference.expr;
            sites.push((
                number,
                match reference.mutability {
                    Some(_) => parse_quote!((unsafe { &mut *(&mut #inner as *mut #pointee) })),
                    None => parse_quote!((unsafe { &*(&#inner as *const #pointee) })),
                },
            ));
        }
        if let (Expr::Call(_) | Expr::MethodCall(_) | Expr::Binary(_), true, Some(_)) =
            (expr, at.is_value(), at.prim())
        {
            let expr = tail(expr);
            sites.push((number, parse_quote!((unsafe { #expr }))));
        }
    }
    let mut blocks: Vec<(usize, usize)> = Vec::new();
    for (number, known_block) in known.blocks.iter().enumerate() {
        let movable = |statement: &Stmt| match statement {
            Stmt::Expr(expr, Some(_)) => !Exits::of(expr).lets && !mentions(expr, &["await"]),
            _ => false,
        };
        let stmts = known_block.block.stmts.iter().enumerate();
        if known_block.context.function.is_some() {
            blocks.extend(stmts.filter(|(_, statement)| movable(statement)).map(|(at, _)| (number, at)));
        }
    }
    let chosen = random.below(sites.len() + blocks.len());
    match sites.get(chosen) {
        Some((number, new)) => Some(Edits::default().expr(*number, new.clone()).into()),
        None => {
            let (number, at) = blocks.get(chosen - sites.len())?;
            let mut block = known.blocks[*number].block.clone();
            let statement = block.stmts[*at].clone();
            block.stmts[*at] = parse_quote!(unsafe { #statement });
            Some(Edits::default().block(*number, block).into())
        }
    }
}

fn is_variable(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.path.get_ident().is_some_and(|name| name != "self"))
}
