//! How a place in a syntax tree is named, and how it is changed.
//!
//! Expressions, blocks and functions are numbered in the order in which `syn` visits them. What looks at a tree and what changes it
//! count alike, so that a number stands for the same place in both. Attributes are not looked into.

use std::collections::BTreeMap;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Block, Expr, File, ImplItemFn, Item, ItemFn, Signature, TraitItemFn};

/// Changes to a tree, by the numbers of the places. What is inside of something that is replaced is lost.
#[derive(Clone, Default, Debug)]
pub struct Edits {
    exprs: BTreeMap<usize, Expr>,
    blocks: BTreeMap<usize, Block>,
    functions: BTreeMap<usize, (Signature, Block)>,
    first: Vec<Item>,
    last: Vec<Item>,
}

impl Edits {
    /// Puts another expression in the place of one.
    pub fn expr(mut self, at: usize, new: Expr) -> Edits {
        self.exprs.insert(at, new);
        self
    }

    /// Puts another block in the place of one.
    pub fn block(mut self, at: usize, new: Block) -> Edits {
        self.blocks.insert(at, new);
        self
    }

    /// Gives a function another signature and body.
    pub fn function(mut self, at: usize, signature: Signature, body: Block) -> Edits {
        self.functions.insert(at, (signature, body));
        self
    }

    /// Puts an item before all others, where macros must stand.
    pub fn first(mut self, item: Item) -> Edits {
        self.first.push(item);
        self
    }

    /// Puts an item after all others.
    pub fn last(mut self, item: Item) -> Edits {
        self.last.push(item);
        self
    }

    /// The file with the changes made.
    pub fn made_in(mut self, file: &File) -> File {
        let mut file = file.clone();
        let (first, last) = (std::mem::take(&mut self.first), std::mem::take(&mut self.last));
        Editor { edits: self, exprs: 0, blocks: 0, functions: 0 }.visit_file_mut(&mut file);
        file.items.splice(0..0, first);
        file.items.extend(last);
        file
    }
}

struct Editor {
    edits: Edits,
    exprs: usize,
    blocks: usize,
    functions: usize,
}

/// Takes the next number.
pub(crate) fn next(counter: &mut usize) -> usize {
    let number = *counter;
    *counter += 1;
    number
}

impl VisitMut for Editor {
    fn visit_attribute_mut(&mut self, _: &mut Attribute) {}

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let number = next(&mut self.exprs);
        visit_mut::visit_expr_mut(self, expr);
        if let Some(new) = self.edits.exprs.remove(&number) {
            *expr = new;
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let number = next(&mut self.blocks);
        visit_mut::visit_block_mut(self, block);
        if let Some(new) = self.edits.blocks.remove(&number) {
            *block = new;
        }
    }

    fn visit_item_fn_mut(&mut self, function: &mut ItemFn) {
        let number = next(&mut self.functions);
        visit_mut::visit_item_fn_mut(self, function);
        if let Some((signature, body)) = self.edits.functions.remove(&number) {
            (function.sig, *function.block) = (signature, body);
        }
    }

    fn visit_impl_item_fn_mut(&mut self, function: &mut ImplItemFn) {
        let number = next(&mut self.functions);
        visit_mut::visit_impl_item_fn_mut(self, function);
        if let Some((signature, body)) = self.edits.functions.remove(&number) {
            (function.sig, function.block) = (signature, body);
        }
    }

    fn visit_trait_item_fn_mut(&mut self, function: &mut TraitItemFn) {
        let number = next(&mut self.functions);
        visit_mut::visit_trait_item_fn_mut(self, function);
        if let Some((signature, body)) = self.edits.functions.remove(&number) {
            (function.sig, function.default) = (signature, Some(body));
        }
    }
}
