//! Features with which a crash of a compiler is no news. Of some, it says itself that they are its own (the lint `internal_features`) or incomplete and apt to crash
//! it (`incomplete_features`); nobody wants reports of programs that need them.

use syn::punctuated::Punctuated;
use syn::{File, Meta, Token};

/// What rustc 1.63, 1.85, 1.95 or 1.97 warns of as internal, of all features in its test suite; and two that are for its own libraries without a warning.
const INTERNAL: [&str; 37] = [
    "abi_unadjusted",
    "allocator_internals",
    "allow_internal_unsafe",
    "allow_internal_unstable",
    "builtin_syntax",
    "compiler_builtins",
    "core_intrinsics",
    "custom_mir",
    "freeze_impls",
    "generic_assert_internals",
    "intrinsics",
    "lang_items",
    "link_cfg",
    "link_llvm_intrinsics",
    "more_maybe_bounds",
    "needs_panic_runtime",
    "negative_bounds",
    "no_core",
    "omit_gdb_pretty_printer_section",
    "panic_internals",
    "panic_runtime",
    "pattern_types",
    "prelude_import",
    "proc_macro_internals",
    "profiler_runtime",
    "ptr_internals",
    "repr_simd",
    "rustc_allow_const_fn_unstable",
    "rustc_attrs",
    "rustc_private",
    "rustdoc_internals",
    "staged_api",
    "test_unstable_lint",
    "thread_local_internals",
    "unicode_internals",
    "unsafe_pin_internals",
    "unsized_fn_params",
];

/// What one of them warns of as incomplete.
const INCOMPLETE: [&str; 29] = [
    "adt_const_params",
    "async_drop",
    "async_fn_in_dyn_trait",
    "capture_disjoint_fields",
    "const_closures",
    "deref_patterns",
    "dyn_star",
    "explicit_tail_calls",
    "fn_delegation",
    "generic_const_exprs",
    "generic_const_items",
    "guard_patterns",
    "inherent_associated_types",
    "inline_const_pat",
    "lazy_type_alias",
    "min_generic_const_args",
    "mut_ref",
    "never_patterns",
    "non_lifetime_binders",
    "pin_ergonomics",
    "raw_dylib",
    "ref_pat_eat_one_layer_2024",
    "repr128",
    "specialization",
    "trait_upcasting",
    "unsafe_binders",
    "unsafe_fields",
    "unsized_const_params",
    "unsized_locals",
];

/// The first such feature that a program asks for.
pub(crate) fn asked_for(file: &File) -> Option<&'static str> {
    let attributes = file.attrs.iter().filter(|attribute| attribute.path().is_ident("feature"));
    let lists = attributes
        .flat_map(|attribute| attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated));
    let features: Vec<Meta> = lists.flatten().collect();
    INTERNAL
        .iter()
        .chain(&INCOMPLETE)
        .copied()
        .find(|name| features.iter().any(|it| it.path().is_ident(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_known_wherever_they_stand() {
        let asked = |text| asked_for(&syn::parse_file(text).expect("it is Rust"));
        assert_eq!(asked("#![feature(never_type, rustc_attrs)] fn main() {}"), Some("rustc_attrs"));
        assert_eq!(
            asked("#![feature(a)]\n#![allow(x)]\n#![feature(specialization)]\nfn main() {}"),
            Some("specialization")
        );
        assert_eq!(asked("#![feature(never_type)] fn rustc_attrs() {}"), None);
    }

    #[test]
    fn the_lists_are_in_order() {
        assert!(INTERNAL.is_sorted() && INCOMPLETE.is_sorted());
    }
}
