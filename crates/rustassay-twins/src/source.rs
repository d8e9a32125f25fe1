//! Rust files, and the functions in them that twins can be made of.

use crate::sites::{Site, sites};
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::Visit;

/// A Rust file that compiles alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MacroFile {
    /// What people call it.
    pub name: String,
    /// Its text.
    pub text: String,
    /// As `--edition` takes it.
    pub edition: String,
    /// What it asks the compiler for besides.
    pub flags: Vec<String>,
}

/// Where a function stands: what may stand beside it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a module.
    Module,
    /// In an inherent `impl`.
    Impl,
    /// In a trait, with a body.
    Trait,
}

/// A function that twins can be made of. Ranges are of bytes in the file.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// All of it, from its attributes to its last brace.
    pub range: Range<usize>,
    /// Its name, where it is declared.
    pub name_range: Range<usize>,
    /// The names that it binds, and that are hygienic in a macro by example: locals, `self`, labels (with their quote).
    pub bound: BTreeSet<String>,
    /// Its words, in order.
    pub words: Vec<SourceToken>,
    /// The parts of it that a parameter can stand for.
    pub sites: Vec<Site>,
}

/// The syntax tree of a function.
#[derive(Copy, Clone)]
pub(crate) enum Tree<'a> {
    Free(&'a syn::ItemFn),
    Method(&'a syn::ImplItemFn),
    Provided(&'a syn::TraitItemFn),
}

/// A token of a function, as far as twins care.
#[derive(Clone, Debug)]
pub struct SourceToken {
    /// Where it is.
    pub range: Range<usize>,
    /// What it is.
    pub sort: Sort,
    /// Whether it is inside of the arguments of a macro call.
    pub in_macro: bool,
}

/// What a token is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Sort {
    Ident,
    /// With its quote.
    Lifetime,
    Literal,
    /// A whole group, with its delimiters; what is in it follows.
    Group,
    /// A sign that stands alone.
    Sign,
    /// A sign that is one with the next or the one before, as the halves of `==`.
    JoinedSign,
}

/// A file that was read, and what was found in it.
#[derive(Clone, Debug)]
pub struct ParsedFile {
    /// The functions, in order.
    pub functions: Vec<Function>,
    /// Where the file's own attributes end: the first place for an item.
    pub items_start: usize,
    /// Whether it has a `main` of its own.
    pub has_main: bool,
}

/// Reads a file; or says why it cannot be read.
pub fn parse(text: &str) -> Result<ParsedFile, String> {
    let file = syn::parse_file(text).map_err(|error| {
        let start = error.span().start();
        format!("line {}, column {}: {error}", start.line, start.column + 1)
    })?;
    if file.shebang.is_some() || text.starts_with('\u{feff}') {
        // The parser leaves them out of the positions that it gives.
        return Err("it begins with a byte-order mark or a line for the shell".to_owned());
    }
    let items_start = file.attrs.last().map_or(0, |attribute| attribute.span().byte_range().end);
    // A doc comment ends before its newline, and what follows on the line would be part of it.
    let items_start = text[items_start..].find('\n').map_or(text.len(), |at| items_start + at + 1);
    let items_start = if file.attrs.is_empty() { 0 } else { items_start };
    let mut finder = Finder { text, functions: Vec::new() };
    finder.items(&file.items);
    let has_main =
        file.items.iter().any(|item| matches!(item, syn::Item::Fn(function) if function.sig.ident == "main"));
    let mut functions = finder.functions;
    functions.retain(|function| is_fit(&text[function.range.clone()], &function.words, text));
    Ok(ParsedFile { functions, items_start, has_main })
}

/// A text cannot be in the body of a macro if it is about macros itself: `$` and, for `quote`, `#` have meanings there.
fn is_fit(own_text: &str, words: &[SourceToken], text: &str) -> bool {
    let is_sign =
        |word: &SourceToken, sign: &str| word.sort != Sort::Literal && &text[word.range.clone()] == sign;
    let interpolates =
        |pair: &[SourceToken]| is_sign(&pair[0], "#") && !text[pair[1].range.clone()].starts_with(['[', '!']);
    !words.iter().any(|word| is_sign(word, "$") || is_sign(word, "macro_rules"))
        && !words.windows(2).any(interpolates)
        && own_text.len() < LONGEST
}

/// Longer functions would make `quote` take minutes.
const LONGEST: usize = 6000;

struct Finder<'a> {
    text: &'a str,
    functions: Vec<Function>,
}

impl Finder<'_> {
    fn items(&mut self, items: &[syn::Item]) {
        for item in items {
            match item {
                syn::Item::Fn(function) => {
                    let tree = Tree::Free(function);
                    self.function(tree, Place::Module, &function.attrs, &function.sig, function.span());
                }
                syn::Item::Impl(implementation) if implementation.trait_.is_none() => {
                    if !are_harmless(&implementation.attrs) {
                        continue;
                    }
                    for item in &implementation.items {
                        if let syn::ImplItem::Fn(function) = item {
                            let tree = Tree::Method(function);
                            let span = function.span();
                            self.function(tree, Place::Impl, &function.attrs, &function.sig, span);
                        }
                    }
                }
                syn::Item::Trait(declaration) if are_harmless(&declaration.attrs) => {
                    for item in &declaration.items {
                        if let syn::TraitItem::Fn(function) = item
                            && function.default.is_some()
                        {
                            let tree = Tree::Provided(function);
                            let span = function.span();
                            self.function(tree, Place::Trait, &function.attrs, &function.sig, span);
                        }
                    }
                }
                syn::Item::Mod(module) if are_harmless(&module.attrs) => {
                    if let Some((_, items)) = &module.content {
                        self.items(items);
                    }
                }
                _ => {}
            }
        }
    }

    fn function(
        &mut self,
        tree: Tree<'_>,
        place: Place,
        attributes: &[syn::Attribute],
        signature: &syn::Signature,
        span: proc_macro2::Span,
    ) {
        if !are_harmless(attributes) {
            return;
        }
        let mut binder = Binder::default();
        let tokens = match tree {
            Tree::Free(function) => {
                binder.visit_item_fn(function);
                quote(function)
            }
            Tree::Method(function) => {
                binder.visit_impl_item_fn(function);
                quote(function)
            }
            Tree::Provided(function) => {
                binder.visit_trait_item_fn(function);
                quote(function)
            }
        };
        let mut function = Function {
            name: signature.ident.to_string(),
            place,
            range: span.byte_range(),
            name_range: signature.ident.span().byte_range(),
            bound: binder.names,
            words: words(tokens),
            sites: Vec::new(),
        };
        function.sites = sites(&function, tree, self.text);
        self.functions.push(function);
    }
}

fn quote(tree: &impl quote::ToTokens) -> TokenStream {
    let mut tokens = TokenStream::new();
    tree.to_tokens(&mut tokens);
    tokens
}

/// Attributes that mean the same on a copy of an item as on the item.
const HARMLESS: [&str; 10] =
    ["allow", "warn", "deny", "expect", "inline", "doc", "must_use", "cold", "track_caller", "deprecated"];

/// Whether a copy of what has these attributes can stand beside it.
fn are_harmless(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().all(|attribute| HARMLESS.iter().any(|name| attribute.path().is_ident(name)))
}

/// Collects the names that are bound in a function and are hygienic.
#[derive(Default)]
struct Binder {
    names: BTreeSet<String>,
}

impl Visit<'_> for Binder {
    fn visit_pat_ident(&mut self, pattern: &syn::PatIdent) {
        self.names.insert(pattern.ident.to_string());
        syn::visit::visit_pat_ident(self, pattern);
    }

    fn visit_receiver(&mut self, _: &syn::Receiver) {
        self.names.insert("self".to_owned());
    }

    fn visit_label(&mut self, label: &syn::Label) {
        self.names.insert(label.name.to_string());
    }
}

/// The words of tokens.
fn words(tokens: TokenStream) -> Vec<SourceToken> {
    let mut all = Vec::new();
    collect_words(tokens, false, &mut all);
    all
}

fn collect_words(tokens: TokenStream, in_macro: bool, all: &mut Vec<SourceToken>) {
    let mut tokens = tokens.into_iter().peekable();
    let mut before = Before::Other;
    while let Some(token) = tokens.next() {
        let range = token.span().byte_range();
        let word = |range, sort| SourceToken { range, sort, in_macro };
        let now = match token {
            TokenTree::Ident(_) => {
                all.push(word(range, Sort::Ident));
                Before::Ident
            }
            TokenTree::Literal(_) => {
                all.push(word(range, Sort::Literal));
                Before::Other
            }
            TokenTree::Punct(sign) if sign.as_char() == '\'' => {
                if let Some(name) = tokens.next() {
                    all.push(word(range.start..name.span().byte_range().end, Sort::Lifetime));
                }
                Before::Other
            }
            TokenTree::Punct(sign) => {
                let is_joined = before == Before::Joint || sign.spacing() == Spacing::Joint;
                all.push(word(range, if is_joined { Sort::JoinedSign } else { Sort::Sign }));
                match (sign.spacing(), sign.as_char(), before) {
                    (Spacing::Joint, _, _) => Before::Joint,
                    (Spacing::Alone, '!', Before::Ident) => Before::MacroCall,
                    _ => Before::Other,
                }
            }
            TokenTree::Group(group) => {
                if group.delimiter() != Delimiter::None {
                    all.push(word(range, Sort::Group));
                }
                collect_words(group.stream(), in_macro || before == Before::MacroCall, all);
                Before::Other
            }
        };
        before = now;
    }
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Before {
    Ident,
    Joint,
    MacroCall,
    Other,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_parser_leaves_out_of_its_positions_is_refused() {
        for before in ["\u{feff}", "#!/usr/bin/env run\n"] {
            assert!(parse(&format!("{before}fn é() {{ let é = 1; }}\n")).is_err(), "{before:?}");
        }
        assert!(parse("#![allow(warnings)]\r\nfn é() {\r\n let é = 1; }\r\n").is_ok());
    }
}
