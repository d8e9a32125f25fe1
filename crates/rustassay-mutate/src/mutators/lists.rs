//! CUT, REPEAT, SWAP: an item of any list is left out, stands twice, or changes places with another of its list, whatever that means.
//!
//! As [grafts](super::graft), these are for crashes of compilers on programs that are wrong.

use super::{Mutation, MutationSubject, read_again};
use rustassay_random::Random;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{
    AngleBracketedGenericArguments, Attribute, Block, ExprArray, ExprCall, ExprMatch, ExprMethodCall,
    ExprStruct, ExprTuple, FieldsNamed, FieldsUnnamed, File, Generics, ItemEnum, ItemImpl, ItemMod,
    ItemTrait, PatStruct, PatTuple, PatTupleStruct, PredicateType, Signature, TypeImplTrait, TypeParam,
    TypeTraitObject, TypeTuple, WhereClause,
};

pub fn cut(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    changed(subject, random, Deed::Cut)
}

pub fn repeat(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    changed(subject, random, Deed::Repeat)
}

pub fn swap(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    changed(subject, random, Deed::Swap)
}

#[derive(Copy, Clone)]
enum Deed {
    Cut,
    Repeat,
    Swap,
}

fn changed(subject: &MutationSubject, random: &mut Random, deed: Deed) -> Option<Mutation> {
    let mut file = subject.known.file.clone();
    let mut count = Lists { seen: 0, at: None, deed, draw: 0 };
    count.visit_file_mut(&mut file);
    if count.seen == 0 {
        return None;
    }
    let (at, draw) = (random.below(count.seen), random.below(1 << 16));
    Lists { seen: 0, at: Some(at), deed, draw }.visit_file_mut(&mut file);
    read_again(&file)
}

/// Counts the items of all lists, and does something to one of them.
struct Lists {
    seen: usize,
    at: Option<usize>,
    deed: Deed,
    /// Decides what an item is swapped with.
    draw: usize,
}

impl Lists {
    fn plain<T: Clone>(&mut self, list: &mut Vec<T>) {
        let first = self.seen;
        self.seen += list.len();
        let Some(at) = self.at.and_then(|at| at.checked_sub(first)).filter(|at| *at < list.len()) else {
            return;
        };
        match self.deed {
            Deed::Cut => drop(list.remove(at)),
            Deed::Repeat => list.insert(at, list[at].clone()),
            Deed::Swap => {
                let other = self.draw % list.len();
                list.swap(at, other);
            }
        }
    }

    fn with<T: Clone, P: Default>(&mut self, list: &mut Punctuated<T, P>) {
        let mut items: Vec<T> = std::mem::take(list).into_iter().collect();
        self.plain(&mut items);
        *list = items.into_iter().collect();
    }
}

/// Declares which syntax has which lists.
macro_rules! lists {
    ($($visit:ident $syntax:ty: $($how:ident $list:ident)*;)*) => {
        impl VisitMut for Lists {
            fn visit_attribute_mut(&mut self, _: &mut Attribute) {}

            fn visit_item_mod_mut(&mut self, module: &mut ItemMod) {
                if let Some((_, items)) = &mut module.content {
                    self.plain(items);
                }
                visit_mut::visit_item_mod_mut(self, module);
            }

            $(fn $visit(&mut self, syntax: &mut $syntax) {
                $(self.$how(&mut syntax.$list);)*
                visit_mut::$visit(self, syntax);
            })*
        }
    };
}

lists! {
    visit_angle_bracketed_generic_arguments_mut AngleBracketedGenericArguments: with args;
    visit_block_mut Block: plain stmts;
    visit_expr_array_mut ExprArray: with elems;
    visit_expr_call_mut ExprCall: with args;
    visit_expr_match_mut ExprMatch: plain arms;
    visit_expr_method_call_mut ExprMethodCall: with args;
    visit_expr_struct_mut ExprStruct: with fields;
    visit_expr_tuple_mut ExprTuple: with elems;
    visit_fields_named_mut FieldsNamed: with named;
    visit_fields_unnamed_mut FieldsUnnamed: with unnamed;
    visit_file_mut File: plain items;
    visit_generics_mut Generics: with params;
    visit_item_enum_mut ItemEnum: with variants;
    visit_item_impl_mut ItemImpl: plain items;
    visit_item_trait_mut ItemTrait: with supertraits plain items;
    visit_pat_struct_mut PatStruct: with fields;
    visit_pat_tuple_mut PatTuple: with elems;
    visit_pat_tuple_struct_mut PatTupleStruct: with elems;
    visit_predicate_type_mut PredicateType: with bounds;
    visit_signature_mut Signature: with inputs;
    visit_type_impl_trait_mut TypeImplTrait: with bounds;
    visit_type_param_mut TypeParam: with bounds;
    visit_type_trait_object_mut TypeTraitObject: with bounds;
    visit_type_tuple_mut TypeTuple: with elems;
    visit_where_clause_mut WhereClause: with predicates;
}
