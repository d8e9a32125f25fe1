//! Names of one program in a part that goes to another: what only its old home declares is called there as something of the new one, so that compilers look further
//! than at names that are not there.

use rustassay_random::Random;
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};
use syn::visit_mut::VisitMut;
use syn::{File, Ident, Lifetime};

/// The names that a program declares.
#[derive(Default)]
pub struct Names {
    types: BTreeSet<String>,
    traits: BTreeSet<String>,
    values: BTreeSet<String>,
    members: BTreeSet<String>,
    /// With their `'`.
    lifetimes: BTreeSet<String>,
}

impl Names {
    pub fn of(file: &File) -> Names {
        let mut names = Names::default();
        names.visit_file(file);
        names
    }

    fn sorts(&self) -> [&BTreeSet<String>; 5] {
        [&self.types, &self.traits, &self.values, &self.members, &self.lifetimes]
    }
}

impl<'a> Visit<'a> for Names {
    fn visit_item(&mut self, item: &'a syn::Item) {
        use syn::Item;
        match item {
            Item::Const(it) => self.values.insert(it.ident.to_string()),
            Item::Enum(it) => self.types.insert(it.ident.to_string()),
            Item::Fn(it) => self.values.insert(it.sig.ident.to_string()),
            Item::Static(it) => self.values.insert(it.ident.to_string()),
            Item::Struct(it) => self.types.insert(it.ident.to_string()),
            Item::Trait(it) => self.traits.insert(it.ident.to_string()),
            Item::TraitAlias(it) => self.traits.insert(it.ident.to_string()),
            Item::Type(it) => self.types.insert(it.ident.to_string()),
            Item::Union(it) => self.types.insert(it.ident.to_string()),
            _ => false,
        };
        visit::visit_item(self, item);
    }

    fn visit_trait_item_fn(&mut self, function: &'a syn::TraitItemFn) {
        self.members.insert(function.sig.ident.to_string());
        visit::visit_trait_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'a syn::ImplItemFn) {
        self.members.insert(function.sig.ident.to_string());
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_type(&mut self, ty: &'a syn::TraitItemType) {
        self.members.insert(ty.ident.to_string());
        visit::visit_trait_item_type(self, ty);
    }

    fn visit_variant(&mut self, variant: &'a syn::Variant) {
        self.members.insert(variant.ident.to_string());
        visit::visit_variant(self, variant);
    }

    fn visit_field(&mut self, field: &'a syn::Field) {
        self.members.extend(field.ident.as_ref().map(ToString::to_string));
        visit::visit_field(self, field);
    }

    fn visit_type_param(&mut self, parameter: &'a syn::TypeParam) {
        self.types.insert(parameter.ident.to_string());
        visit::visit_type_param(self, parameter);
    }

    fn visit_const_param(&mut self, parameter: &'a syn::ConstParam) {
        self.values.insert(parameter.ident.to_string());
        visit::visit_const_param(self, parameter);
    }

    fn visit_pat_ident(&mut self, pat: &'a syn::PatIdent) {
        self.values.insert(pat.ident.to_string());
        visit::visit_pat_ident(self, pat);
    }

    fn visit_lifetime_param(&mut self, parameter: &'a syn::LifetimeParam) {
        self.lifetimes.insert(parameter.lifetime.to_string());
        visit::visit_lifetime_param(self, parameter);
    }
}

/// Gives a part the names of its new home, each old one the same new one everywhere.
pub struct Settle<'a> {
    old: &'a Names,
    new: &'a Names,
    random: &'a mut Random,
    chosen: BTreeMap<String, String>,
}

impl<'a> Settle<'a> {
    pub fn new(old: &'a Names, new: &'a Names, random: &'a mut Random) -> Settle<'a> {
        Settle { old, new, random, chosen: BTreeMap::new() }
    }

    /// The name of the same sort that is used instead; `None` for one that is nothing of the old home, or something of both.
    fn instead(&mut self, name: &str) -> Option<String> {
        if let Some(chosen) = self.chosen.get(name) {
            return Some(chosen.clone());
        }
        let (old, new) = (self.old.sorts(), self.new.sorts());
        if new.iter().any(|names| names.contains(name)) {
            return None;
        }
        let sort = old.iter().position(|names| names.contains(name))?;
        let names: Vec<&String> = new[sort].iter().collect();
        let chosen = (*self.random.pick(&names)?).clone();
        self.chosen.insert(name.to_owned(), chosen.clone());
        Some(chosen)
    }
}

impl VisitMut for Settle<'_> {
    fn visit_ident_mut(&mut self, ident: &mut Ident) {
        if let Some(name) = self.instead(&ident.to_string()) {
            *ident = crate::types::ident(&name);
        }
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if let Some(name) = self.instead(&lifetime.to_string()) {
            *lifetime = Lifetime::new(&name, lifetime.apostrophe);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    #[test]
    fn names_of_the_old_home_become_names_of_the_new_one_of_their_sort() {
        let parse = |text: &str| syn::parse_file(text).expect("it is Rust");
        let old =
            parse("struct Old; trait Speak { fn say(&self); } fn run<'x>(x: &'x Old) { x.say(); Some(x); }");
        let new = parse("enum New { A } trait Walk { fn go(&self); } const ONE: u8 = 1;");
        let mut part: syn::ItemFn = syn::parse_quote!(
            fn run<'x>(x: &'x Old) -> Vec<Old>
            where
                Old: Speak,
            {
                x.say();
                Some(x)
            }
        );
        let (old, new, mut random) = (Names::of(&old), Names::of(&new), Random::new(1));
        Settle::new(&old, &new, &mut random).visit_item_fn_mut(&mut part);
        let text = part.to_token_stream().to_string();
        let settled = text.contains("Vec < New > where New : Walk") && text.contains("Some (ONE)");
        assert!(settled && text.contains("& 'x New"), "{text}");
        assert!(text.contains(". go ()") || text.contains(". A ()"), "{text}");
    }

    #[test]
    fn a_name_is_the_same_everywhere_in_the_part() {
        let parse = |text: &str| syn::parse_file(text).expect("it is Rust");
        let old = parse("fn f<'old>(x: &'old u8) -> &'old u8 { x }");
        let new = parse("fn g<'a, 'b, 'c, 'd, 'e>(p: u8, q: u8, r: u8, s: u8) {}");
        let (old, new) = (Names::of(&old), Names::of(&new));
        for seed in 0..20 {
            let mut part: syn::ItemFn = syn::parse_quote!(
                fn k(x: &'old u8, y: &'old u8) {
                    (x, x);
                }
            );
            Settle::new(&old, &new, &mut Random::new(seed)).visit_item_fn_mut(&mut part);
            let text = part.to_token_stream().to_string();
            let words: Vec<&str> = text.split([' ', '(', ')', ',']).collect();
            let lifetimes: BTreeSet<&&str> = words.iter().filter(|word| word.starts_with('\'')).collect();
            assert!(lifetimes.len() == 1 && !text.contains("old"), "{text}");
        }
    }
}
