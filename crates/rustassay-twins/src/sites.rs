//! The parts of a function that a macro's parameter can stand for.

use crate::kind::TwinKind;
use crate::source::{Function, Place, Sort, Tree};
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A part of a function that a parameter can stand for. Ranges are of bytes in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// The kind of the parameter.
    pub kind: TwinKind,
    /// Where it is; empty for a visibility that is not written.
    pub range: Range<usize>,
    /// How the parameter gets there.
    pub how: How,
}

/// How a parameter gets to its site.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum How {
    /// In place of the text.
    Replace,
    /// In place of each word of the function that is the same: a name.
    ReplaceName,
    /// In place of a statement, whose semicolon ends here.
    ReplaceStatement {
        /// The end of the semicolon.
        end: usize,
    },
    /// As an attribute, before the function, which has none.
    InsertAttribute,
    /// The whole function is the argument, inside of another.
    Enclose,
}

/// The argument that gives back the function where an attribute is added to it.
pub const ADDED_ATTRIBUTE: &str = "allow(dead_code)";

/// The sites of a function, in order.
pub(crate) fn sites(function: &Function, tree: Tree<'_>, text: &str) -> Vec<Site> {
    let mut finder = Finder { sites: Vec::new(), attributes: Vec::new(), is_public_allowed: true };
    let (attributes, visibility, signature) = match tree {
        Tree::Free(tree) => {
            finder.visit_item_fn(tree);
            (&tree.attrs, Some(&tree.vis), &tree.sig)
        }
        Tree::Method(tree) => {
            finder.visit_impl_item_fn(tree);
            (&tree.attrs, Some(&tree.vis), &tree.sig)
        }
        Tree::Provided(tree) => {
            finder.visit_trait_item_fn(tree);
            (&tree.attrs, None, &tree.sig)
        }
    };
    if let Some(visibility) = visibility {
        finder.visibility(visibility, signature.span().byte_range().start);
    }
    if attributes.is_empty() {
        finder.add(TwinKind::Meta, function.range.start..function.range.start, How::InsertAttribute);
    }
    if function.place == Place::Module {
        finder.add(TwinKind::Item, function.range.clone(), How::Enclose);
    }
    finder.words(function, text);
    let mut sites = finder.sites;
    sites.retain(|site| {
        site.range.start >= function.range.start
            && site.range.end <= function.range.end
            && (site.how == How::Enclose || !contains_strictly(&site.range, &function.name_range))
            && site.range != function.name_range
    });
    sites.sort_by_key(|site| (site.kind, site.range.start, site.range.end, site.how));
    sites.dedup();
    sites
}

fn contains_strictly(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end && outer != inner
}

struct Finder {
    sites: Vec<Site>,
    attributes: Vec<Range<usize>>,
    is_public_allowed: bool,
}

impl Finder {
    fn add(&mut self, kind: TwinKind, range: Range<usize>, how: How) {
        self.sites.push(Site { kind, range, how });
    }

    fn replace(&mut self, kind: TwinKind, part: &impl Spanned) {
        self.add(kind, part.span().byte_range(), How::Replace);
    }

    /// A visibility, or the place where one would be.
    fn visibility(&mut self, visibility: &syn::Visibility, before: usize) {
        match visibility {
            syn::Visibility::Inherited => self.add(TwinKind::Vis, before..before, How::Replace),
            written => self.replace(TwinKind::Vis, written),
        }
    }

    /// What needs no tree: names, literals, tokens.
    fn words(&mut self, function: &Function, text: &str) {
        let mut before = "";
        for word in &function.words {
            let own = &text[word.range.clone()];
            let is_of_attribute = self
                .attributes
                .iter()
                .any(|range| range.start <= word.range.start && word.range.end <= range.end);
            if is_of_attribute || word.range == function.name_range {
                before = own;
                continue;
            }
            match word.sort {
                Sort::Ident if !is_keyword(own) => {
                    self.add(TwinKind::Ident, word.range.clone(), How::ReplaceName);
                    self.add(TwinKind::Tt, word.range.clone(), How::Replace);
                }
                // A field's number is no literal expression, and a string in a macro call may be a format.
                Sort::Literal if before != "." => {
                    let is_string = own.contains('"');
                    if !(is_string && word.in_macro) {
                        self.add(TwinKind::Literal, word.range.clone(), How::Replace);
                        self.add(TwinKind::Tt, word.range.clone(), How::Replace);
                    }
                }
                Sort::Lifetime => self.add(TwinKind::Lifetime, word.range.clone(), How::ReplaceName),
                Sort::Group if !contains_strictly(&word.range, &function.name_range) => {
                    self.add(TwinKind::Tt, word.range.clone(), How::Replace);
                }
                Sort::Sign if !matches!(own, "#" | "!" | ".") => {
                    self.add(TwinKind::Tt, word.range.clone(), How::Replace);
                }
                _ => {}
            }
            before = own;
        }
    }
}

/// Whether a word cannot be a name.
pub fn is_keyword(word: &str) -> bool {
    syn::parse_str::<syn::Ident>(word).is_err()
        || matches!(word, "union" | "auto" | "default" | "raw" | "safe")
}

/// Whether an expression is, or is a chain with, a `let` condition: that is no expression by itself.
fn has_let(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

impl Finder {
    /// Looks for parts among the statements of a block.
    fn inside(&mut self, block: &syn::Block) {
        let last = block.stmts.len().wrapping_sub(1);
        for (at, statement) in block.stmts.iter().enumerate() {
            match statement {
                syn::Stmt::Local(local) => self.statement(&local.span(), local.semi_token.span()),
                syn::Stmt::Expr(expression, Some(semi)) if !is_block_like(expression) => {
                    self.statement(&expression.span(), semi.span())
                }
                // The semicolon of a macro call is its own.
                _ => {}
            }
            match statement {
                // A parameter would need a semicolon.
                syn::Stmt::Expr(expression, None) if at != last => visit::visit_expr(self, expression),
                // Some expressions end a statement where a parameter does not.
                syn::Stmt::Expr(expression, Some(_)) if is_block_like(expression) => {
                    visit::visit_expr(self, expression);
                }
                _ => visit::visit_stmt(self, statement),
            }
        }
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        self.attributes.push(attribute.span().byte_range());
        let is_comment = attribute.path().is_ident("doc");
        if !is_comment {
            self.replace(TwinKind::Meta, &attribute.meta);
        }
    }

    fn visit_macro(&mut self, _: &'ast syn::Macro) {}

    fn visit_receiver(&mut self, receiver: &'ast syn::Receiver) {
        if receiver.colon_token.is_some() {
            visit::visit_receiver(self, receiver);
        }
    }

    fn visit_expr(&mut self, expression: &'ast syn::Expr) {
        let cannot_be_passed = matches!(
            expression,
            syn::Expr::Infer(_) | syn::Expr::Verbatim(_) | syn::Expr::Const(_) | syn::Expr::Group(_)
        );
        if !cannot_be_passed && !has_let(expression) {
            self.replace(TwinKind::Expr, expression);
        }
        match expression {
            // What is compared with a `let` is not passed by itself.
            syn::Expr::Struct(literal) => {
                // Not its path: `$p { a: 1 }` with a `path` is no expression to rustc but where a statement may begin.
                for field in &literal.fields {
                    if field.colon_token.is_some() {
                        self.visit_expr(&field.expr);
                    }
                }
                literal.rest.iter().for_each(|rest| self.visit_expr(rest));
            }
            syn::Expr::Path(path) => {
                self.replace(TwinKind::Path, path);
                visit::visit_expr_path(self, path);
            }
            syn::Expr::If(branch) => {
                self.visit_expr(&branch.cond);
                self.visit_block(&branch.then_branch);
                if let Some((_, otherwise)) = &branch.else_branch {
                    visit::visit_expr(self, otherwise);
                }
            }
            // Not the block: rustc takes no `block` behind a keyword within an expression.
            syn::Expr::Unsafe(it) => self.inside(&it.block),
            syn::Expr::Async(it) => self.inside(&it.block),
            syn::Expr::Const(it) => self.inside(&it.block),
            _ => visit::visit_expr(self, expression),
        }
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        self.visit_pat(&arm.pat);
        if let Some((_, guard)) = &arm.guard {
            self.visit_expr(guard);
        }
        match arm.comma {
            Some(_) => self.visit_expr(&arm.body),
            // A parameter would need a comma.
            None => visit::visit_expr(self, &arm.body),
        }
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        self.replace(TwinKind::Block, block);
        self.inside(block);
    }

    fn visit_item(&mut self, item: &'ast syn::Item) {
        self.replace(TwinKind::Item, item);
        visit::visit_item(self, item);
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if let Some(name) = &field.ident
            && self.is_public_allowed
        {
            self.visibility(&field.vis, name.span().byte_range().start);
        }
        visit::visit_field(self, field);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        // The fields of variants have no visibility.
        self.is_public_allowed = false;
        visit::visit_item_enum(self, item);
        self.is_public_allowed = true;
    }

    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_type(&mut self, ty: &'ast syn::Type) {
        if matches!(ty, syn::Type::Verbatim(_) | syn::Type::Group(_)) {
            return;
        }
        self.replace(TwinKind::Ty, ty);
        if let syn::Type::Path(path) = ty {
            self.replace(TwinKind::Path, path);
        }
        visit::visit_type(self, ty);
    }

    fn visit_trait_bound(&mut self, bound: &'ast syn::TraitBound) {
        self.replace(TwinKind::Path, &bound.path);
        visit::visit_trait_bound(self, bound);
    }

    fn visit_pat(&mut self, pattern: &'ast syn::Pat) {
        match pattern {
            syn::Pat::Rest(_) | syn::Pat::Verbatim(_) => return,
            syn::Pat::Type(typed) => {
                self.visit_pat(&typed.pat);
                return self.visit_type(&typed.ty);
            }
            // Its parts are literals and paths to rustc, and no expressions.
            syn::Pat::Const(_) | syn::Pat::Lit(_) | syn::Pat::Range(_) | syn::Pat::Macro(_) => {
                return self.replace(TwinKind::Pat, pattern);
            }
            syn::Pat::Path(path) => self.replace(TwinKind::Path, path),
            syn::Pat::TupleStruct(tuple) => self.replace(TwinKind::Path, &tuple.path),
            syn::Pat::Struct(fields) => self.replace(TwinKind::Path, &fields.path),
            _ => {}
        }
        self.replace(TwinKind::Pat, pattern);
        visit::visit_pat(self, pattern);
    }

    fn visit_field_pat(&mut self, field: &'ast syn::FieldPat) {
        // `S { x }` has no pattern of its own.
        if field.colon_token.is_some() {
            self.visit_pat(&field.pat);
        }
    }
}

impl Finder {
    fn statement(&mut self, whole: &proc_macro2::Span, semi: proc_macro2::Span) {
        let (whole, semi) = (whole.byte_range(), semi.byte_range());
        // The span of a `let` has its semicolon in it.
        let end = whole.end.min(semi.start);
        self.add(TwinKind::Stmt, whole.start..end, How::ReplaceStatement { end: semi.end });
    }
}

fn is_block_like(expression: &syn::Expr) -> bool {
    use syn::Expr::*;
    matches!(
        expression,
        If(_)
            | Match(_)
            | Block(_)
            | Unsafe(_)
            | While(_)
            | Loop(_)
            | ForLoop(_)
            | TryBlock(_)
            | Const(_)
            | Async(_)
    )
}
