//! Which files are of no use alone, as far as their syntax says. Most files of a crate are parts of it, and to ask a compiler about each costs a
//! hundred times as much as to read it.

use crate::unfinished;
use std::collections::BTreeSet;
use std::fmt;
use syn::visit::{self, Visit};
use syn::{File, Item, ItemExternCrate, ItemUse, UseTree};

/// Why a source is nothing by itself.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Unfit {
    /// The parser does not read it.
    NotRust,
    /// It names modules, or items of its crate, that are in other files.
    NeedsFiles,
    /// It names other crates.
    NeedsCrates,
    /// It asks for features with which compilers may crash, as they say.
    Unfinished,
}

impl Unfit {
    /// All of them.
    pub const ALL: [Unfit; 4] = [Unfit::NotRust, Unfit::NeedsFiles, Unfit::NeedsCrates, Unfit::Unfinished];

    /// As files call it.
    pub const fn name(self) -> &'static str {
        match self {
            Unfit::NotRust => "not-rust",
            Unfit::NeedsFiles => "needs-files",
            Unfit::NeedsCrates => "needs-crates",
            Unfit::Unfinished => "unfinished",
        }
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unfit::NotRust => "the parser does not read it",
            Unfit::NeedsFiles => "it needs other files of its crate",
            Unfit::NeedsCrates => "it needs other crates",
            Unfit::Unfinished => "it asks for features that are internal or incomplete",
        })
    }
}

/// Crates that every toolchain has.
const SYSROOT: [&str; 5] = ["std", "core", "alloc", "proc_macro", "test"];

/// This is for those who look for where an error comes from: with it, every error is a crash.
const BUG_ON_PURPOSE: &str = "treat-err-as-bug";

/// Why a source is of no use alone; `None` if it may compile, which only a compiler knows.
pub fn unfit(text: &str) -> Option<Unfit> {
    let Ok(file) = syn::parse_file(text) else { return Some(Unfit::NotRust) };
    let mut needs = Needs { names: names(&file), depth: 0, files: false, crates: false };
    needs.visit_file(&file);
    let is_unfinished = unfinished::asked_for(&file).is_some() || text.contains(BUG_ON_PURPOSE);
    match (needs.files, needs.crates, is_unfinished) {
        (true, _, _) => Some(Unfit::NeedsFiles),
        (_, true, _) => Some(Unfit::NeedsCrates),
        (_, _, true) => Some(Unfit::Unfinished),
        _ => None,
    }
}

/// The names of all items, wherever they are: what one of them is called is not another crate for sure.
fn names(file: &File) -> BTreeSet<String> {
    #[derive(Default)]
    struct Names(BTreeSet<String>);
    impl<'a> Visit<'a> for Names {
        fn visit_item(&mut self, item: &'a Item) {
            let ident = match item {
                Item::Const(it) => Some(&it.ident),
                Item::Enum(it) => Some(&it.ident),
                Item::ExternCrate(it) => Some(it.rename.as_ref().map_or(&it.ident, |(_, name)| name)),
                Item::Fn(it) => Some(&it.sig.ident),
                Item::Macro(it) => it.ident.as_ref(),
                Item::Mod(it) => Some(&it.ident),
                Item::Static(it) => Some(&it.ident),
                Item::Struct(it) => Some(&it.ident),
                Item::Trait(it) => Some(&it.ident),
                Item::TraitAlias(it) => Some(&it.ident),
                Item::Type(it) => Some(&it.ident),
                Item::Union(it) => Some(&it.ident),
                _ => None,
            };
            self.0.extend(ident.map(ToString::to_string));
            visit::visit_item(self, item);
        }

        fn visit_use_name(&mut self, name: &'a syn::UseName) {
            self.0.insert(name.ident.to_string());
        }

        fn visit_use_rename(&mut self, name: &'a syn::UseRename) {
            self.0.insert(name.rename.to_string());
        }
    }
    let mut names = Names::default();
    names.visit_file(file);
    names.0
}

struct Needs {
    names: BTreeSet<String>,
    /// How many modules are around.
    depth: usize,
    files: bool,
    crates: bool,
}

impl Needs {
    /// Looks at what a `use` begins with.
    fn look_at(&mut self, tree: &UseTree, is_absolute: bool) {
        match tree {
            UseTree::Path(path) => {
                let name = path.ident.to_string();
                match &*name {
                    "crate" => self.look_into_crate(&path.tree),
                    "super" if self.depth == 0 => self.files = true,
                    "super" | "self" => {}
                    _ if SYSROOT.contains(&&*name) => {}
                    _ if !is_absolute && self.names.contains(&name) => {}
                    // Macros may define modules, too, but seldom do.
                    _ => self.crates |= !self.names.contains(&name),
                }
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.look_at(tree, is_absolute));
            }
            _ => {}
        }
    }

    /// Looks at what comes after `crate::`.
    fn look_into_crate(&mut self, tree: &UseTree) {
        let name = match tree {
            UseTree::Path(path) => &path.ident,
            UseTree::Name(name) => &name.ident,
            UseTree::Rename(name) => &name.ident,
            UseTree::Glob(_) => return,
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.look_into_crate(tree));
            }
        };
        let name = name.to_string();
        self.files |= name != "self" && !self.names.contains(&name);
    }
}

impl<'a> Visit<'a> for Needs {
    fn visit_item(&mut self, item: &'a Item) {
        // What is there only sometimes may not be there now.
        if !attributes(item).iter().any(|attribute| attribute.path().is_ident("cfg")) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, module: &'a syn::ItemMod) {
        self.files |= module.content.is_none();
        self.depth += 1;
        visit::visit_item_mod(self, module);
        self.depth -= 1;
    }

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        self.look_at(&item.tree, item.leading_colon.is_some());
    }

    fn visit_item_extern_crate(&mut self, item: &'a ItemExternCrate) {
        let name = item.ident.to_string();
        self.crates |= name != "self" && !SYSROOT.contains(&&*name);
    }
}

fn attributes(item: &Item) -> &[syn::Attribute] {
    match item {
        Item::Mod(it) => &it.attrs,
        Item::Use(it) => &it.attrs,
        Item::ExternCrate(it) => &it.attrs,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_crates_are_known_by_their_syntax() {
        let table = [
            ("fn main() {", Some(Unfit::NotRust)),
            ("mod other;", Some(Unfit::NeedsFiles)),
            ("use crate::other::f;", Some(Unfit::NeedsFiles)),
            ("use super::f;", Some(Unfit::NeedsFiles)),
            ("use serde::Serialize;", Some(Unfit::NeedsCrates)),
            ("extern crate libc;", Some(Unfit::NeedsCrates)),
            ("use std::{fmt, io::Read};", None),
            ("mod own { pub fn f() {} mod inner { use super::f; } } use own::f; use crate::own as o;", None),
            ("enum E { A } use E::A; fn f() -> E { A }", None),
            ("#[cfg(test)] mod tests;", None),
            ("extern crate alloc; use alloc::vec::Vec;", None),
            ("#![feature(rustc_attrs)] fn main() {}", Some(Unfit::Unfinished)),
            ("//@ compile-flags: -Ztreat-err-as-bug\nfn main() {}", Some(Unfit::Unfinished)),
            ("#![feature(never_type)] fn main() {}", None),
        ];
        for (text, expected) in table {
            assert_eq!(unfit(text), expected, "{text}");
        }
    }

    #[test]
    fn shipped_programs_pass() {
        for source in crate::shipped() {
            assert_eq!(unfit(&source.text), None, "{}", source.name);
        }
    }
}
