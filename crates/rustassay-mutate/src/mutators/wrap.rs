//! WRAP: an expression in a closure, a block, a constant, a future or a macro.

use super::functions::{Exits, fresh_ident};
use super::{Mutation, MutationSubject};
use crate::items::at_root;
use crate::known::{KnownExpr, Role, TypedSource};
use crate::tree::Edits;
use crate::types::{PrimType, operand, tail};
use rustassay_lang::{Edition, Release};
use rustassay_random::Random;
use syn::{Expr, Item, Lit, parse_quote};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let known = subject.known;
    let mut sites: Vec<(usize, Way)> = Vec::new();
    for (number, at) in known.exprs.iter().enumerate() {
        sites.extend(ways(subject, known, at).into_iter().map(|way| (number, way)));
    }
    let (number, way) = *random.pick(&sites)?;
    let (expr, inner) = (tail(known.exprs[number].expr), operand(known.exprs[number].expr.clone()));
    let ty = known.exprs[number].ty.clone();
    let edits = Edits::default();
    let edits = match way {
        Way::Closure => edits.expr(number, parse_quote!((|| #expr)())),
        Way::Typed => edits.expr(number, parse_quote!((|| -> #ty { #expr })())),
        Way::Block => edits.expr(number, parse_quote!(({ #expr }))),
        Way::Labelled => edits.expr(number, parse_quote!(('wrapped: { break 'wrapped #expr; }))),
        Way::Constant => edits.expr(number, parse_quote!(const { #expr })),
        Way::Macro => {
            let name = fresh_ident(known, "wrapped");
            let item: Item = parse_quote!(macro_rules! #name { ($it:expr) => { $it }; });
            edits.first(item).expr(number, parse_quote!(#name!(#inner)))
        }
        Way::Future => {
            let name = known.fresh("wait_for");
            let waker = fresh_ident(known, "Waking");
            let (path, name) = (at_root(&name), crate::types::ident(&name));
            edits
                .expr(number, parse_quote!(#path(async { #expr })))
                .last(parse_quote!(struct #waker;))
                .last(parse_quote! {
                    impl std::task::Wake for #waker {
                        fn wake(self: std::sync::Arc<Self>) {}
                    }
                })
                .last(parse_quote! {
                    pub fn #name<F: std::future::Future>(future: F) -> F::Output {
                        let waker = std::task::Waker::from(std::sync::Arc::new(#waker));
                        let mut context = std::task::Context::from_waker(&waker);
                        let mut future = Box::pin(future);
                        loop {
                            if let std::task::Poll::Ready(output) = future.as_mut().poll(&mut context) {
                                return output;
                            }
                        }
                    }
                })
        }
    };
    Some(edits.into())
}

/// The first release with constant blocks (rust-lang/rust#104087).
const CONST_BLOCKS: Release = Release::new(79);

#[derive(Copy, Clone)]
enum Way {
    Closure,
    Typed,
    Block,
    Labelled,
    Constant,
    Macro,
    Future,
}

/// What an expression can be wrapped in.
fn ways(subject: &MutationSubject, known: &TypedSource, at: &KnownExpr) -> Vec<Way> {
    let mut ways = Vec::new();
    if at.context.fixed || matches!(at.expr, Expr::Let(_)) || at.context.function.is_none() {
        return ways;
    }
    let exits = Exits::of(at.expr);
    // A macro keeps a place a place; only at the start of a statement it would be another thing.
    let is_simple = matches!(
        at.expr,
        Expr::Lit(_)
            | Expr::Path(_)
            | Expr::Call(_)
            | Expr::MethodCall(_)
            | Expr::Binary(_)
            | Expr::Index(_)
            | Expr::Field(_)
    );
    if matches!(at.role, Role::Value | Role::Place | Role::Receiver)
        && is_simple
        && !exits.lets
        && !is_function(known, at)
    {
        ways.push(Way::Macro);
    }
    if !at.is_value() || at.prim().is_none() || exits.lets {
        return ways;
    }
    ways.push(Way::Block);
    if !exits.jumps {
        ways.push(Way::Labelled);
    }
    if is_literal(at.expr) && subject.release >= CONST_BLOCKS {
        ways.push(Way::Constant);
    }
    let borrows = crate::types::mentions(at.expr, &["mut", "self"]);
    if exits.is_closed() && !exits.macros && !at.context.constant && !borrows && !has_guarded(known, at) {
        ways.extend([Way::Closure, Way::Typed]);
        if subject.edition > Edition::E2015 {
            ways.push(Way::Future);
        }
    }
    ways
}

/// Whether a path is a function or a method's name.
fn is_function(known: &TypedSource, at: &KnownExpr) -> bool {
    let _ = known;
    at.role == Role::Callee
}

/// Whether the expression uses something that is changed while others look at it, or has effects of its own on variables.
fn has_guarded(known: &TypedSource, at: &KnownExpr) -> bool {
    let Some(function) = at.context.function.and_then(|number| known.function(number)) else { return true };
    let words = crate::types::words_of(at.expr);
    let visible = crate::scope::Scope::visible(&at.scope);
    let assigns = matches!(at.expr, Expr::Assign(_));
    // Everything that is not copied may be moved or borrowed in ways that a closure changes.
    let risky = visible.iter().any(|variable| {
        words.contains(&variable.name)
            && (function.guarded.contains(&variable.name)
                || variable.ty.as_ref().is_none_or(|ty| PrimType::of(ty).is_none() && !is_shared(ty)))
    });
    assigns || risky
}

fn is_shared(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Reference(reference) if reference.mutability.is_none())
}

fn is_literal(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(it) => !matches!(it.lit, Lit::Str(_)),
        Expr::Unary(it) => is_literal(&it.expr),
        Expr::Paren(it) => is_literal(&it.expr),
        _ => false,
    }
}
