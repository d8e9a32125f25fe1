//! PIN: an attribute on any part that can have one, whether it means something there or not.
//!
//! As [grafts](super::graft), this is for crashes of compilers on programs that are wrong. Attributes in unexpected places are a class of them of their own: rustc 1.63
//! crashes on `#[doc(alias = "..")]` before a `let`, and on `#[target_feature(..)]` before a structure.

use super::{Mutation, MutationSubject, read_again};
use rustassay_random::Random;
use syn::parse::Parser;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{AttrStyle, Attribute, ForeignItem, ImplItem, Item, TraitItem};

/// Attributes of the language that every release knows, each in a form in which it is right somewhere.
const ATTRIBUTES: [&str; 40] = [
    "#[allow(unused)]",
    "#[automatically_derived]",
    "#[cfg(all())]",
    "#[cfg(any())]",
    "#[cfg_attr(all(), inline)]",
    "#[cold]",
    "#[default]",
    "#[deny(unused_must_use)]",
    "#[deprecated]",
    "#[deprecated(since = \"1\", note = \"n\")]",
    "#[derive(Clone)]",
    "#[derive(Debug, PartialEq)]",
    "#[derive(Default)]",
    "#[doc = \"text\"]",
    "#[doc(alias = \"other\")]",
    "#[doc(hidden)]",
    "#[doc(inline)]",
    "#[expect(unused)]",
    "#[forbid(unsafe_code)]",
    "#[global_allocator]",
    "#[ignore]",
    "#[inline]",
    "#[inline(always)]",
    "#[inline(never)]",
    "#[macro_export]",
    "#[macro_use]",
    "#[must_use]",
    "#[must_use = \"it\"]",
    "#[non_exhaustive]",
    "#[proc_macro]",
    "#[proc_macro_derive(D)]",
    "#[recursion_limit = \"10\"]",
    "#[repr(C)]",
    "#[repr(transparent)]",
    "#[repr(u8)]",
    "#[should_panic]",
    "#[target_feature(enable = \"sse2\")]",
    "#[test]",
    "#[track_caller]",
    "#[used]",
];

pub fn apply(subject: &MutationSubject, random: &mut Random) -> Option<Mutation> {
    let mut used = Used::default();
    used.visit_file(subject.known.file);
    if let Some(donor) = subject.donor {
        used.visit_file(donor.file);
    }
    let attribute = match random.chance(40) {
        true => random.pick(&used.0).map(|attribute| (*attribute).clone()),
        false => None,
    };
    let attribute = match attribute {
        Some(attribute) => attribute,
        None => Attribute::parse_outer.parse_str(ATTRIBUTES[random.below(ATTRIBUTES.len())]).ok()?.pop()?,
    };
    let mut file = subject.known.file.clone();
    let mut count = Places { seen: 0, pin: None };
    count.visit_file_mut(&mut file);
    if count.seen == 0 {
        return None;
    }
    let at = random.below(count.seen);
    Places { seen: 0, pin: Some((at, attribute)) }.visit_file_mut(&mut file);
    read_again(&file)
}

/// The attributes of a program, but for those of the whole: these come before all else.
#[derive(Default)]
struct Used<'a>(Vec<&'a Attribute>);

impl<'a> Visit<'a> for Used<'a> {
    fn visit_attribute(&mut self, attribute: &'a Attribute) {
        if attribute.style == AttrStyle::Outer {
            self.0.push(attribute);
        }
        visit::visit_attribute(self, attribute);
    }
}

/// Counts the parts that can have attributes, and gives one to one of them.
struct Places {
    seen: usize,
    pin: Option<(usize, Attribute)>,
}

impl Places {
    fn see(&mut self, attributes: &mut Vec<Attribute>) {
        if let Some((_, attribute)) = self.pin.take_if(|(at, _)| *at == self.seen) {
            attributes.insert(0, attribute);
        }
        self.seen += 1;
    }
}

/// Declares the parts that have attributes, by `syn`'s names.
macro_rules! places {
    ($($visit:ident $part:ident;)*) => {
        $(fn $visit(&mut self, part: &mut syn::$part) {
            self.see(&mut part.attrs);
            visit_mut::$visit(self, part);
        })*
    };
}

/// The same for what is one of several.
macro_rules! choices {
    ($($visit:ident $kind:ident { $($variant:ident)* })*) => {
        $(fn $visit(&mut self, part: &mut $kind) {
            match part {
                $($kind::$variant(it) => self.see(&mut it.attrs),)*
                _ => {}
            }
            visit_mut::$visit(self, part);
        })*
    };
}

impl VisitMut for Places {
    choices! {
        visit_item_mut Item {
            Const Enum ExternCrate Fn ForeignMod Impl Macro Mod Static Struct Trait TraitAlias Type Union Use
        }
        visit_impl_item_mut ImplItem { Const Fn Type Macro }
        visit_trait_item_mut TraitItem { Const Fn Type Macro }
        visit_foreign_item_mut ForeignItem { Fn Static Type Macro }
    }

    places! {
        visit_arm_mut Arm;
        visit_bare_fn_arg_mut BareFnArg;
        visit_const_param_mut ConstParam;
        visit_expr_block_mut ExprBlock;
        visit_expr_call_mut ExprCall;
        visit_expr_closure_mut ExprClosure;
        visit_expr_if_mut ExprIf;
        visit_expr_lit_mut ExprLit;
        visit_expr_loop_mut ExprLoop;
        visit_expr_macro_mut ExprMacro;
        visit_expr_match_mut ExprMatch;
        visit_expr_method_call_mut ExprMethodCall;
        visit_field_mut Field;
        visit_field_pat_mut FieldPat;
        visit_field_value_mut FieldValue;
        visit_lifetime_param_mut LifetimeParam;
        visit_local_mut Local;
        visit_pat_type_mut PatType;
        visit_receiver_mut Receiver;
        visit_stmt_macro_mut StmtMacro;
        visit_type_param_mut TypeParam;
        visit_variant_mut Variant;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_attribute_of_the_table_is_one() {
        for text in ATTRIBUTES {
            assert_eq!(Attribute::parse_outer.parse_str(text).map(|them| them.len()).ok(), Some(1), "{text}");
        }
    }
}
