//! GRAFT: any part of this program or of another, in the place of one of the same kind of syntax, whatever it means.
//!
//! Nothing is known here of types, and of names only what sort they are of, so that most of what comes out is rejected: this is for crashes of compilers on programs that are
//! wrong, as splicing subtrees of test suites finds them ("Fuzzing with Code Fragments", Holler, Herzig, Zeller, USENIX Security 2012).

use super::settle::{Names, Settle};
use super::{Mutation, MutationSubject, read_again};
use proc_macro2::Ident;
use rustassay_random::Random;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Arm, Attribute, Block, Expr, Field, Fields, File, FnArg, GenericArgument, GenericParam, Generics,
    ImplItem, Item, Lifetime, Lit, Pat, Path, ReturnType, Signature, Stmt, TraitItem, Type, TypeParamBound,
    WherePredicate,
};

/// Declares what is known of kinds of syntax, by `syn`'s names for them.
macro_rules! kinds {
    ($($kind:ident $visit:ident $visit_mut:ident;)*) => {
        /// The parts of a program, by kind, in the order in which `syn` visits them.
        #[derive(Default)]
        struct Parts<'a> {
            $($visit: Vec<&'a $kind>,)*
        }

        impl<'a> Visit<'a> for Parts<'a> {
            fn visit_attribute(&mut self, _: &'a Attribute) {}

            $(fn $visit(&mut self, part: &'a $kind) {
                self.$visit.push(part);
                visit::$visit(self, part);
            })*
        }

        /// A part that goes to the place of a number among those of its kind.
        enum Graft {
            $($kind(usize, $kind),)*
            Done,
        }

        impl VisitMut for Graft {
            fn visit_attribute_mut(&mut self, _: &mut Attribute) {}

            $(fn $visit_mut(&mut self, place: &mut $kind) {
                match self {
                    Graft::$kind(0, _) => {
                        if let Graft::$kind(_, part) = std::mem::replace(self, Graft::Done) {
                            *place = part;
                        }
                        return;
                    }
                    Graft::$kind(left, _) => *left -= 1,
                    _ => {}
                }
                visit_mut::$visit_mut(self, place);
            })*
        }

        /// Chooses a kind, a place for it in a program, and a part of that kind. Every other part is the program's own; most of the others take on its names.
        fn choose(own: &Tree, donor: &Tree, random: &mut Random) -> Option<Graft> {
            type Choice = fn(&Tree, &Tree, &mut Random) -> Option<Graft>;
            let mut kinds: Vec<Choice> = Vec::new();
            $(if !own.parts.$visit.is_empty() {
                kinds.push(|own, donor, random| {
                    let place = random.below(own.parts.$visit.len());
                    if random.chance(50) || donor.parts.$visit.is_empty() {
                        let part = (*random.pick(&own.parts.$visit)?).clone();
                        return Some(Graft::$kind(place, part));
                    }
                    let mut part = (*random.pick(&donor.parts.$visit)?).clone();
                    if random.chance(80) {
                        Settle::new(&donor.names, &own.names, random).$visit_mut(&mut part);
                    }
                    Some(Graft::$kind(place, part))
                });
            })*
            random.pick(&kinds)?(own, donor, random)
        }
    };
}

kinds! {
    Arm visit_arm visit_arm_mut;
    Block visit_block visit_block_mut;
    Expr visit_expr visit_expr_mut;
    Field visit_field visit_field_mut;
    Fields visit_fields visit_fields_mut;
    FnArg visit_fn_arg visit_fn_arg_mut;
    GenericArgument visit_generic_argument visit_generic_argument_mut;
    GenericParam visit_generic_param visit_generic_param_mut;
    Generics visit_generics visit_generics_mut;
    Ident visit_ident visit_ident_mut;
    ImplItem visit_impl_item visit_impl_item_mut;
    Item visit_item visit_item_mut;
    Lifetime visit_lifetime visit_lifetime_mut;
    Lit visit_lit visit_lit_mut;
    Pat visit_pat visit_pat_mut;
    Path visit_path visit_path_mut;
    ReturnType visit_return_type visit_return_type_mut;
    Signature visit_signature visit_signature_mut;
    Stmt visit_stmt visit_stmt_mut;
    TraitItem visit_trait_item visit_trait_item_mut;
    Type visit_type visit_type_mut;
    TypeParamBound visit_type_param_bound visit_type_param_bound_mut;
    WherePredicate visit_where_predicate visit_where_predicate_mut;
}

/// A program's parts and names.
#[derive(Default)]
struct Tree<'a> {
    parts: Parts<'a>,
    names: Names,
}

impl<'a> Tree<'a> {
    fn of(file: &'a File) -> Tree<'a> {
        let mut parts = Parts::default();
        parts.visit_file(file);
        Tree { parts, names: Names::of(file) }
    }
}

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let own = Tree::of(subject.known.file);
    let donor = subject.donor.map(|known| Tree::of(known.file)).unwrap_or_default();
    let mut graft = choose(&own, &donor, random)?;
    let mut file = subject.known.file.clone();
    graft.visit_file_mut(&mut file);
    read_again(&file)
}
