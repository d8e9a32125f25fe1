//! CHANGE-TYPE: a value computed or kept in another type.

use super::{Mutation, MutationSubject};
use crate::known::{KnownExpr, Role, TypedSource};
use crate::scope::Scope;
use crate::tree::Edits;
use crate::types::{PRIMS, PrimClass, PrimType, operand};
use rustassay_random::Random;
use syn::{Block, Expr, Pat, Stmt, parse_quote};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let mut sites: Vec<Site> = Vec::new();
    for (number, at) in known.exprs.iter().enumerate() {
        if at.is_value() && !at.context.constant && at.prim().is_some_and(|prim| prim.is_number()) {
            sites.push(Site::Value(number));
        }
    }
    for (number, known_block) in known.blocks.iter().enumerate() {
        for (at, statement) in known_block.block.stmts.iter().enumerate() {
            if let Some((prim, uses)) = kept(known, number, at, statement) {
                sites.push(Site::Kept(number, at, prim, uses));
            }
        }
    }
    let site = random.pick(&sites)?;
    match site {
        Site::Value(number) => {
            let at = &known.exprs[*number];
            let prim = at.prim()?;
            let (own, ty, other) = (operand(at.expr.clone()), prim.ty(), another(prim, random)?.ty());
            Some(Edits::default().expr(*number, parse_quote!((#own as #other as #ty))).into())
        }
        Site::Kept(block, at, prim, uses) => {
            let (ty, other) = (prim.ty(), another(*prim, random)?.ty());
            let mut new: Block = known.blocks[*block].block.clone();
            let Stmt::Local(local) = &mut new.stmts[*at] else { return None };
            let Pat::Type(typed) = &mut local.pat else { return None };
            *typed.ty = other.clone();
            let init = local.init.as_mut()?;
            let value = operand((*init.expr).clone());
            // The value has its own type first, so that literals keep theirs.
            *init.expr = parse_quote!({ let kept: #ty = #value; kept as #other });
            // Each use has the type again that it had.
            let mut renamed =
                Renamed { uses: uses.iter().map(|&use_| known.exprs[use_].expr).collect(), ty, made: 0 };
            syn::visit_mut::VisitMut::visit_block_mut(&mut renamed, &mut new);
            (renamed.made == uses.len()).then(|| Edits::default().block(*block, new).into())
        }
    }
}

enum Site {
    Value(usize),
    Kept(usize, usize, PrimType, Vec<usize>),
}

/// Another type of numbers.
fn another(prim: PrimType, random: &mut Random) -> Option<PrimType> {
    let others: Vec<PrimType> =
        PRIMS.into_iter().filter(|other| other.is_number() && *other != prim).collect();
    random.pick(&others).copied()
}

/// A variable that is only read, with its type and all its uses.
fn kept(known: &TypedSource, block: usize, at: usize, statement: &Stmt) -> Option<(PrimType, Vec<usize>)> {
    let Stmt::Local(local) = statement else { return None };
    let Pat::Type(typed) = &local.pat else { return None };
    let Pat::Ident(name) = &*typed.pat else { return None };
    let prim = PrimType::of(&typed.ty).filter(|prim| prim.is_number() && prim.class != PrimClass::Float)?;
    let known_block = &known.blocks[block];
    let function = known_block.context.function?;
    if name.mutability.is_some()
        || name.by_ref.is_some()
        || known_block.context.constant
        || local.init.as_ref()?.diverge.is_some()
    {
        return None;
    }
    let name = name.ident.to_string();
    // The name stands for nothing else in the function, and is in no macro.
    let body = quote::ToTokens::to_token_stream(known.function(function)?.body).to_string();
    let occurrences =
        body.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| *word == name).count();
    let is_use = |use_: &KnownExpr| {
        matches!(use_.expr, Expr::Path(path) if path.path.is_ident(&name))
            && use_.context.function == Some(function)
    };
    let uses: Vec<usize> =
        known.exprs.iter().enumerate().filter(|(_, it)| is_use(it)).map(|(number, _)| number).collect();
    let fine = uses.iter().all(|&number| {
        let use_ = &known.exprs[number];
        use_.role == Role::Value && !use_.context.fixed && Scope::find(&use_.scope, &name).is_some()
    });
    let within = known_block.block.stmts[at + 1..].iter().map(|statement| {
        let text = quote::ToTokens::to_token_stream(statement).to_string();
        text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| *word == name).count()
    });
    let within: usize = within.sum();
    (fine && !uses.is_empty() && occurrences == uses.len() + 1 && within == uses.len())
        .then_some((prim, uses))
}

struct Renamed<'a> {
    uses: Vec<&'a Expr>,
    ty: syn::Type,
    made: usize,
}

impl syn::visit_mut::VisitMut for Renamed<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if matches!(expr, Expr::Path(_)) && self.uses.iter().any(|use_| *use_ == expr) {
            let (own, ty) = (expr.clone(), &self.ty);
            *expr = parse_quote!((#own as #ty));
            self.made += 1;
            return;
        }
        syn::visit_mut::visit_expr_mut(self, expr);
    }
}
