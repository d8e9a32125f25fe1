//! The corpus that ships with the tool: small programs of our own, which together use most of the language.
//!
//! Each ends by itself, prints the same each time, and compiles without errors in its edition. To add one, put a file into
//! `seeds` and its name into the table.

macro_rules! shipped {
    ($($name:ident),* $(,)?) => {
        [$((stringify!($name), include_str!(concat!("../seeds/", stringify!($name), ".rs")))),*]
    };
}

/// Name and text of each program, in the order of their names.
pub const SHIPPED: &[(&str, &str)] = &shipped![
    arithmetic,
    associated,
    async_state,
    bits,
    borrowing,
    captures,
    closures,
    collections,
    const_eval,
    const_generics,
    cow,
    dispatch,
    drops,
    enums,
    errors,
    floats,
    futures,
    gats,
    generics,
    higher_order,
    higher_ranked,
    impl_trait,
    inference,
    iterators,
    labels,
    let_else,
    lifetimes,
    linked_list,
    macros,
    modules,
    nested_items,
    new_edition,
    old_edition,
    oldest_edition,
    opaque,
    operators,
    panics,
    patterns,
    phantom,
    recursion,
    references_of_traits,
    representations,
    shapes,
    shared,
    simulation,
    slice_patterns,
    slices,
    sorting,
    state_machine,
    statics,
    strings,
    threads,
    trait_objects,
    tuples,
    type_level,
    uninhabited,
    unions,
    unsafe_code,
    visitors,
    written_by_macros,
];
