//! Syntax trees as text.

use proc_macro2::{Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Expr, File, ForeignItem, ImplItem, Item, Pat, TraitItem, Type, TypeParamBound};

/// A program's text. Syntax that the parser keeps as mere tokens (what is unstable, or newer than the parser) is none that the printer knows how to lay out: it
/// panics instead, also where a `macro_rules` has other tokens than rules. Such a program is printed in one line.
pub fn print(file: &File) -> String {
    let mut mere = MereTokens(false);
    mere.visit_file(file);
    match mere.0 {
        true => file.to_token_stream().to_string() + "\n",
        false => prettyplease::unparse(file),
    }
}

/// Whether there is syntax that the parser keeps as tokens.
struct MereTokens(bool);

impl<'a> Visit<'a> for MereTokens {
    fn visit_expr(&mut self, expr: &'a Expr) {
        self.0 |= matches!(expr, Expr::Verbatim(_));
        visit::visit_expr(self, expr);
    }

    fn visit_foreign_item(&mut self, item: &'a ForeignItem) {
        self.0 |= matches!(item, ForeignItem::Verbatim(_));
        visit::visit_foreign_item(self, item);
    }

    fn visit_impl_item(&mut self, item: &'a ImplItem) {
        self.0 |= matches!(item, ImplItem::Verbatim(_));
        visit::visit_impl_item(self, item);
    }

    fn visit_item(&mut self, item: &'a Item) {
        self.0 |= match item {
            Item::Verbatim(_) => true,
            Item::Macro(it) => it.mac.path.is_ident("macro_rules") && !are_rules(&it.mac.tokens),
            _ => false,
        };
        visit::visit_item(self, item);
    }

    fn visit_pat(&mut self, pat: &'a Pat) {
        self.0 |= matches!(pat, Pat::Verbatim(_));
        visit::visit_pat(self, pat);
    }

    fn visit_trait_item(&mut self, item: &'a TraitItem) {
        self.0 |= matches!(item, TraitItem::Verbatim(_));
        visit::visit_trait_item(self, item);
    }

    fn visit_type(&mut self, ty: &'a Type) {
        self.0 |= matches!(ty, Type::Verbatim(_));
        visit::visit_type(self, ty);
    }

    fn visit_type_param_bound(&mut self, bound: &'a TypeParamBound) {
        self.0 |= matches!(bound, TypeParamBound::Verbatim(_));
        visit::visit_type_param_bound(self, bound);
    }
}

/// Whether tokens are `(..) => {..}; ..`.
fn are_rules(tokens: &TokenStream) -> bool {
    let is_sign = |tree: &TokenTree, sign, spacing| matches!(tree, TokenTree::Punct(it) if (it.as_char(), it.spacing()) == (sign, spacing));
    tokens.clone().into_iter().enumerate().all(|(at, tree)| match at % 5 {
        1 => is_sign(&tree, '=', Spacing::Joint),
        2 => is_sign(&tree, '>', Spacing::Alone),
        4 => is_sign(&tree, ';', Spacing::Alone),
        _ => matches!(tree, TokenTree::Group(_)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is printed is what was read.
    fn holds(text: &str) {
        let file = syn::parse_file(text).expect("it is Rust to the parser");
        let again = syn::parse_file(&print(&file)).expect("it is read again");
        assert_eq!(again.to_token_stream().to_string(), file.to_token_stream().to_string());
    }

    #[test]
    fn what_the_parser_keeps_as_tokens_is_printed() {
        holds("static X: u8; fn f() {}");
        holds("impl X { const A: u8; }");
        holds("trait T { pub fn f(); }");
        holds("extern \"C\" { type A = u8; }");
        holds("fn f(box x: Box<u8>) {}");
        holds("fn f() { builtin # offset_of(X, y) }");
    }

    #[test]
    fn macros_without_rules_are_printed() {
        holds("macro_rules! m { ($x:expr) => { $x }; () => { 1 }; }");
        holds("macro_rules! m { ($x:expr) -> 1 }");
        holds("macro_rules! m { x }");
        holds("macro_rules! m { () => 1 }");
    }
}
