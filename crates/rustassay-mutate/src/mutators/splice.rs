//! SPLICE: a part of another program in place of an expression of the same type: an expression that stands for itself, or a function that does,
//! with a call to it.

use super::expand::joined;
use super::functions::{Exits, output, plain_parameters};
use super::{Mutation, MutationSubject};
use crate::fresh::ExpressionMaker;
use crate::items::at_root;
use crate::known::{KnownExpr, TypedSource};
use crate::tree::Edits;
use crate::types::{PrimClass, PrimType, ident, operand, words_of};
use rustassay_random::Random;
use std::collections::BTreeSet;
use syn::visit::Visit;
use syn::{Expr, Item, ItemFn, Pat, parse_quote};

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let (known, donor) = (subject.known, subject.donor?);
    let is_site = |at: &KnownExpr| at.is_value() && !at.context.constant && at.context.function.is_some();
    let sites: Vec<(usize, PrimType)> = known
        .exprs
        .iter()
        .enumerate()
        .filter(|(_, at)| is_site(at))
        .filter_map(|(number, at)| Some((number, at.prim()?)))
        .collect();
    let parts = parts(donor);
    let fitting: Vec<(usize, PrimType)> =
        sites.into_iter().filter(|(_, prim)| parts.iter().any(|part| part.gives() == *prim)).collect();
    let &(number, prim) = random.pick(&fitting)?;
    let at = &known.exprs[number];
    let fitting: Vec<&Part> = parts.iter().filter(|part| part.gives() == prim).collect();
    let (mut edits, part) = match random.pick(&fitting)? {
        Part::Expression(_, expr) => (Edits::default(), (*expr).clone()),
        Part::Function(_, function) => {
            let name = known.fresh(&format!("spliced_{}", function.sig.ident));
            let mut item = (*function).clone();
            // It may call itself.
            rename(&mut item, &name);
            item.vis = parse_quote!(pub);
            let maker = ExpressionMaker::at(known, &at.scope, at.context);
            let args = plain_parameters(&item.sig);
            let args: Option<Vec<Expr>> =
                args.iter().map(|(_, _, ty)| Some(maker.leaf(PrimType::of(ty)?, random))).collect();
            let (path, args) = (at_root(&name), args?);
            (Edits::default().last(Item::Fn(item)), parse_quote!(#path(#(#args),*)))
        }
    };
    let (own, part) = (operand(at.expr.clone()), operand(part));
    let keeps = prim.class != PrimClass::Char && random.chance(60);
    edits = edits.expr(number, if keeps { joined(prim, own, part, random) } else { part });
    Some(edits.into())
}

enum Part<'a> {
    Expression(PrimType, &'a Expr),
    Function(PrimType, &'a ItemFn),
}

impl Part<'_> {
    const fn gives(&self) -> PrimType {
        match self {
            Part::Expression(prim, _) | Part::Function(prim, _) => *prim,
        }
    }
}

/// The parts of a program that need nothing else of it.
fn parts<'a>(donor: &TypedSource<'a>) -> Vec<Part<'a>> {
    let mut found = Vec::new();
    for at in &donor.exprs {
        let is_bare = matches!(at.expr, Expr::Lit(_) | Expr::Path(_) | Expr::Unary(_) | Expr::Paren(_));
        if let (true, false, Some(prim)) = (at.is_value(), is_bare, at.prim())
            && Exits::of(at.expr).is_closed()
            && stands_alone(&words_of(at.expr), &BTreeSet::new(), donor)
        {
            found.push(Part::Expression(prim, at.expr));
        }
    }
    for item in &donor.file.items {
        let Item::Fn(function) = item else { continue };
        let Some(prim) = PrimType::of(&output(&function.sig)) else { continue };
        let plain = plain_parameters(&function.sig);
        let is_plain = plain.len() == function.sig.inputs.len()
            && plain.iter().all(|(_, _, ty)| PrimType::of(ty).is_some())
            && function.sig.generics.params.is_empty()
            && function.sig.asyncness.is_none()
            && function.sig.unsafety.is_none()
            && function.sig.abi.is_none()
            && function.attrs.is_empty();
        let mut own = Own::default();
        own.visit_item_fn(function);
        own.found.insert(function.sig.ident.to_string());
        if is_plain && stands_alone(&words_of(function), &own.found, donor) {
            found.push(Part::Function(prim, function));
        }
    }
    found
}

/// Whether words are those of the language, of the standard library's prelude or methods, or `own`.
fn stands_alone(words: &BTreeSet<String>, own: &BTreeSet<String>, donor: &TypedSource) -> bool {
    const LANGUAGE: [&str; 26] = [
        "fn", "let", "mut", "if", "else", "while", "for", "in", "loop", "match", "return", "break",
        "continue", "as", "true", "false", "ref", "move", "Some", "None", "Ok", "Err", "Option", "String",
        "Vec", "vec",
    ];
    const METHODS: [&str; 26] = [
        "wrapping_add",
        "wrapping_sub",
        "wrapping_mul",
        "len",
        "max",
        "min",
        "abs",
        "count_ones",
        "leading_zeros",
        "trailing_zeros",
        "rotate_left",
        "rotate_right",
        "signum",
        "checked_add",
        "checked_mul",
        "unwrap_or",
        "pow",
        "push",
        "new",
        "from",
        "is_empty",
        "saturating_add",
        "MAX",
        "MIN",
        "iter",
        "sum",
    ];
    let is_own_item =
        |word: &str| donor.items.functions.contains_key(word) || donor.items.types.contains(word);
    words.iter().all(|word| {
        LANGUAGE.contains(&&**word)
            || METHODS.contains(&&**word)
            || PrimType::named(word).is_some()
            || (own.contains(word) && (!is_own_item(word) || own.contains(word)))
    })
}

/// The names that a function declares itself.
#[derive(Default)]
struct Own {
    found: BTreeSet<String>,
}

impl<'a> Visit<'a> for Own {
    fn visit_pat(&mut self, pattern: &'a Pat) {
        if let Pat::Ident(it) = pattern {
            self.found.insert(it.ident.to_string());
        }
        syn::visit::visit_pat(self, pattern);
    }
}

/// Gives a function another name, also where it calls itself.
fn rename(function: &mut ItemFn, name: &str) {
    struct Renaming<'a> {
        from: String,
        to: &'a str,
    }
    impl syn::visit_mut::VisitMut for Renaming<'_> {
        fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
            if path.path.is_ident(&self.from) {
                let name = ident(self.to);
                *path = parse_quote!(#name);
            }
        }
    }
    let mut renaming = Renaming { from: function.sig.ident.to_string(), to: name };
    syn::visit_mut::VisitMut::visit_item_fn_mut(&mut renaming, function);
    function.sig.ident = ident(name);
}
