//! What several mutators need to know of functions.

use crate::known::{Home, KnownFunction, TypedSource};
use crate::types::{PrimType, ident};
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, FnArg, Lifetime, Pat, ReturnType, Signature, Type, parse_quote};

/// Whether a signature may be changed: nobody prescribes it.
pub fn is_free_to_change(function: &KnownFunction) -> bool {
    let home = matches!(function.home, Home::Free | Home::Inherent);
    let signature = function.signature;
    home && signature.ident != "main"
        && signature.abi.is_none()
        && signature.variadic.is_none()
        && function.attributes.iter().all(|attribute| !attribute.path().is_ident("no_mangle"))
}

/// The name and type of each parameter that is one plain name, with its place among the inputs.
pub fn plain_parameters(signature: &Signature) -> Vec<(usize, Ident, Type)> {
    let plain = signature.inputs.iter().enumerate().filter_map(|(at, input)| match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                Some((at, name.ident.clone(), (*typed.ty).clone()))
            }
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    plain.collect()
}

/// What a function returns.
pub fn output(signature: &Signature) -> Type {
    match &signature.output {
        ReturnType::Default => parse_quote!(()),
        ReturnType::Type(_, ty) => (**ty).clone(),
    }
}

/// What leaves an expression other than by its end.
#[derive(Default, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exits {
    /// `return` and `?`.
    pub returns: bool,
    /// `break` and `continue` of a loop outside.
    pub jumps: bool,
    /// `.await`, and anything else that belongs to the function around.
    pub waits: bool,
    /// A macro, of which nobody knows.
    pub macros: bool,
    /// `let` in a condition, whose names live on.
    pub lets: bool,
    loops: usize,
}

impl Exits {
    /// What leaves an expression.
    pub fn of(expr: &Expr) -> Exits {
        let mut exits = Exits::default();
        exits.visit_expr(expr);
        exits
    }

    /// What leaves a block.
    pub fn of_block(block: &Block) -> Exits {
        let mut exits = Exits::default();
        exits.visit_block(block);
        exits
    }

    /// Whether the expression can be put into a closure.
    pub const fn is_closed(self) -> bool {
        !self.returns && !self.jumps && !self.waits && !self.lets
    }
}

impl<'a> Visit<'a> for Exits {
    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Return(_) | Expr::Try(_) => self.returns = true,
            Expr::Break(it) => self.jumps |= self.loops == 0 || it.label.is_some(),
            Expr::Continue(it) => self.jumps |= self.loops == 0 || it.label.is_some(),
            Expr::Await(_) | Expr::Yield(_) => self.waits = true,
            Expr::Let(_) => self.lets = true,
            // What leaves a closure stays within it.
            Expr::Closure(_) | Expr::Async(_) => return,
            _ => {}
        }
        let is_loop = matches!(expr, Expr::While(_) | Expr::Loop(_) | Expr::ForLoop(_));
        let is_scope = matches!(expr, Expr::If(_) | Expr::While(_));
        let outer = self.lets;
        self.loops += usize::from(is_loop);
        visit::visit_expr(self, expr);
        self.loops -= usize::from(is_loop);
        if is_scope {
            self.lets = outer;
        }
    }

    fn visit_macro(&mut self, it: &'a syn::Macro) {
        let known = ["println", "format", "vec", "assert", "assert_eq", "matches", "write", "print", "panic"];
        let name = it.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let text = it.tokens.to_string();
        self.macros |= !known.contains(&&*name);
        self.returns |= text.contains('?') || text.contains("return");
        self.waits |= text.contains("await");
    }
}

/// Names the lifetimes that references in a signature leave out. Gives the names that were added; `None` where that is not simple.
pub fn name_lifetimes(signature: &mut Signature, known: &TypedSource) -> Option<Vec<Lifetime>> {
    let is_method = signature.inputs.iter().any(|input| matches!(input, FnArg::Receiver(_)));
    if is_method || signature.asyncness.is_some() {
        return None;
    }
    let mut elided = Elided { known, names: Vec::new(), hidden: false, output: None };
    for input in &mut signature.inputs {
        if let FnArg::Typed(typed) = input {
            elided.visit_type_mut(&mut typed.ty);
        }
    }
    // With one lifetime among the inputs, named or not, the output has that; else it has none to leave out.
    let mut named: Vec<Lifetime> =
        signature.generics.lifetimes().map(|parameter| parameter.lifetime.clone()).collect();
    named.extend(elided.names.iter().cloned());
    if let ReturnType::Type(_, ty) = &mut signature.output {
        if crate::types::words_of(ty).contains("impl") {
            return None;
        }
        elided.output = Some(if named.len() == 1 { Some(named[0].clone()) } else { None });
        elided.visit_type_mut(ty);
    }
    if elided.hidden {
        return None;
    }
    let names = elided.names;
    let at = signature.generics.lifetimes().count();
    for (n, name) in names.iter().enumerate() {
        signature.generics.params.insert(at + n, parse_quote!(#name));
    }
    Some(names)
}

struct Elided<'k, 'a> {
    known: &'k TypedSource<'a>,
    names: Vec<Lifetime>,
    /// Something may have a lifetime that is not seen.
    hidden: bool,
    /// In the output: the lifetime to use.
    output: Option<Option<Lifetime>>,
}

impl VisitMut for Elided<'_, '_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            Type::Reference(reference) => {
                let is_hidden = reference.lifetime.as_ref().is_none_or(|lifetime| lifetime.ident == "_");
                if is_hidden {
                    match &self.output {
                        Some(Some(lifetime)) => reference.lifetime = Some(lifetime.clone()),
                        Some(None) => self.hidden = true,
                        None => {
                            let name = self.known.fresh(&format!("life{}", self.names.len() + 1));
                            let lifetime = Lifetime::new(&format!("'{name}"), proc_macro2::Span::call_site());
                            reference.lifetime = Some(lifetime.clone());
                            self.names.push(lifetime);
                        }
                    }
                }
                visit_mut::visit_type_mut(self, ty);
            }
            // Functions' own references have lifetimes of their own; so have trait objects.
            Type::BareFn(_) | Type::TraitObject(_) | Type::ImplTrait(_) => {
                self.hidden |= crate::types::words_of(ty).contains("_")
                    || quote::ToTokens::to_token_stream(ty).to_string().contains('&');
            }
            Type::Path(path) => {
                // A type of the program's own may have a lifetime that is not written.
                let last = path.path.segments.last();
                let own = last.is_some_and(|last| {
                    let text = quote::ToTokens::to_token_stream(&last.arguments).to_string();
                    text.contains("'_")
                        || (last.arguments.is_none() && self.has_lifetime(&last.ident.to_string()))
                });
                self.hidden |= own;
                visit_mut::visit_type_mut(self, ty);
            }
            _ => visit_mut::visit_type_mut(self, ty),
        }
    }
}

impl Elided<'_, '_> {
    /// Whether a type of the file, or a well-known one, has a lifetime parameter.
    fn has_lifetime(&self, name: &str) -> bool {
        if matches!(name, "Formatter" | "Context" | "Chars" | "Cow" | "Iter" | "Ref" | "RefMut" | "Self") {
            return true;
        }
        self.known.file.items.iter().any(|item| match item {
            syn::Item::Struct(it) => it.ident == name && it.generics.lifetimes().next().is_some(),
            syn::Item::Enum(it) => it.ident == name && it.generics.lifetimes().next().is_some(),
            syn::Item::Type(_) => true,
            _ => false,
        })
    }
}

/// Whether values of a type are copied, as far as that is sure.
pub fn is_copied(known: &TypedSource, ty: &Type) -> bool {
    match ty {
        Type::Reference(reference) => reference.mutability.is_none(),
        Type::Tuple(tuple) => tuple.elems.iter().all(|ty| is_copied(known, ty)),
        Type::Array(array) => is_copied(known, &array.elem),
        _ => {
            let own = crate::types::head(ty).is_some_and(|(name, _)| {
                known.items.copied.contains(&name) && known.items.types.contains(&name)
            });
            PrimType::of(ty).is_some() || own
        }
    }
}

/// A name for a parameter or a variable.
pub fn fresh_ident(known: &TypedSource, start: &str) -> Ident {
    ident(&known.fresh(start))
}
