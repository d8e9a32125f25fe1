//! How many of 100 things are made in one of two ways.

use rustassay_random::knobs;

knobs! {
    /// How many of 100 are so. Unlike weights, these are the same in all programs of a mixture.
    pub struct Chances, each a "chance" within 0..=100;

    // Types.
    /// Tuples that are `()`.
    empty_tuples: 5,
    /// Parts of a type that are of a type that there is already.
    known_parts: 35,
    /// Keys of a map that are of a type that there is already, if it can be a key.
    known_keys: 30,
    /// Generic types with a const parameter.
    const_parameters: 30,
    /// Types that derive `Copy`, of those that can.
    copy_types: 60,
    /// Types that derive `Eq`, `Ord` and `Hash`, of those that can.
    key_types: 70,
    /// Structs that derive `Default`, of those that can.
    default_types: 60,
    /// Generic types that are another instance of one that there is already.
    known_generics: 60,
    /// Generic types that are enums.
    generic_enums: 40,
    /// Structs with a `repr`.
    struct_representations: 10,
    /// Enums with a `repr`, besides those with explicit discriminants.
    enum_representations: 10,
    /// Structs with a destructor that are one that there is already.
    known_droppers: 60,
    /// Structs with a destructor that have a field of another type.
    full_droppers: 40,
    /// Types that are new, as long as the program may have more.
    new_types: 30,
    /// Variables whose `let` says the type, where it need not.
    annotations: 40,
    /// Paths that leave their generic arguments to inference, where they can.
    inferred_paths: 70,
    /// Constructors that leave their generic arguments to inference, where they can.
    inferred_constructors: 70,

    // Which types values have: scalar ones, or any.
    /// New variables of a scalar type.
    scalar_variables: 45,
    /// Assignments to something of a scalar type.
    scalar_targets: 60,
    /// Collections and shared cells of scalars.
    scalar_items: 60,
    /// Iterators over scalars.
    scalar_iterators: 60,
    /// Items that `map` and its like turn into scalars.
    scalar_mapped: 70,
    /// Closures that return scalars.
    scalar_closure_results: 60,
    /// Parameters of closures that are scalars.
    scalar_closure_parameters: 70,
    /// Methods of traits that return scalars.
    scalar_method_results: 75,
    /// Implementations of a trait for a scalar type.
    scalar_implementors: 30,

    // Expressions.
    /// Variables, against literals, where a `bool` may not be nested deeper.
    leaf_bools: 70,
    /// Comparisons of values of any type, not of integers.
    general_comparisons: 20,
    /// `if let`, of the `if`s that have a value.
    if_let_values: 30,
    /// `else if`, of the `if`s that have a value.
    else_ifs: 20,
    /// Blocks with a value that have statements, too.
    full_value_blocks: 30,
    /// Integer variables that keep to a small interval, so that plain operators can be used on them.
    intervals: 30,
    /// Such intervals that include negative numbers.
    signed_intervals: 30,
    /// `None`, of the `Option`s that are made.
    nones: 30,
    /// `Ok`, of the `Result`s that are made.
    oks: 60,
    /// References that are those of a variable, not new ones.
    passed_references: 30,
    /// `Box::from` and its like in the place of `Box::new`.
    from_wrappers: 15,
    /// `T::default()`, of the structs that have it.
    default_values: 8,
    /// `..base`, of the structs that can be made so.
    struct_updates: 12,
    /// Struct literals whose fields are in another order.
    reordered_fields: 20,
    /// `char`s that are computed.
    computed_chars: 30,
    /// Literals, of the floats that are made.
    float_literals: 25,
    /// Literals, against variables that are made to fit, where an integer is to stay in an interval and may not be nested deeper.
    bounded_leaves: 40,
    /// The same where it may be nested deeper.
    bounded_literals: 15,
    /// Variables, against literals, where an integer may not be nested deeper.
    leaf_integers: 75,
    /// `!x`, of the bitwise operators.
    complements: 20,
    /// Values that are moved, against clones, where they can be moved.
    moves: 60,

    // Statements and control flow.
    /// References that are not used any more after a statement.
    expiring_references: 25,
    /// New variables that are `mut`.
    mutable_variables: 55,
    /// Variables that get their value in the branches of an `if`.
    late_initializations: 6,
    /// Assignments that give a variable a value again after it was moved, if there is such a variable.
    refills: 25,
    /// Assignments to a tuple of places.
    destructuring_assignments: 8,
    /// Blocks that show a variable at their end.
    observed_blocks: 20,
    /// `if let`, of the `if`s that are statements.
    if_lets: 35,
    /// `if`s with an `else`.
    elses: 60,
    /// Loops with a label.
    labels: 35,
    /// Loops over a `Vec`, against those over an array.
    loops_over_vectors: 60,
    /// Loops over unique references to what a variable holds.
    mutable_iterations: 40,
    /// Loops over a collection with `enumerate`.
    enumerations: 30,
    /// `while` loops with a condition besides their counter.
    while_conditions: 40,
    /// Items that a module ends before.
    module_ends: 10,

    // Patterns.
    /// Arms with a guard, of those that may have one.
    guards: 35,
    /// Matches of an enum that name all of its variants, without a wildcard.
    listed_variants: 60,
    /// Matches of an `Option` that end with `Some` and `None`, without a wildcard.
    listed_options: 60,
    /// Chains of conditions with a second `let`.
    second_lets: 40,
    /// `if let` statements with an `else`.
    if_let_elses: 60,
    /// `let` patterns that take a reference apart.
    borrowed_patterns: 40,
    /// Such references that are unique.
    mutable_patterns: 40,
    /// Blocks of `let .. else` that leave or continue a loop, where there is one.
    loop_exits: 60,
    /// Slices, of what is matched, if there is one.
    slice_scrutinees: 15,
    /// Matches that only borrow what is matched.
    borrowed_scrutinees: 45,
    /// Such borrows that are unique.
    mutable_scrutinees: 35,
    /// Such matches of a place, with bindings by `ref`.
    place_scrutinees: 40,
    /// Bindings by value that are `mut`.
    mutable_bindings: 15,
    /// Patterns that do not look deeper where they could.
    shallow_patterns: 20,
    /// Wildcards, against bindings, of such patterns.
    wildcards: 40,
    /// `None`, of the patterns for an `Option`.
    none_patterns: 25,
    /// `rest @ ..`, of the `..` in patterns for arrays and slices.
    bound_rests: 40,
    /// Patterns for slices with `..`.
    slice_rests: 60,

    // Functions and closures.
    /// Calls of a new function, where there is one that could be called.
    new_functions: 30,
    /// Functions that show what they computed at their end.
    observed_functions: 60,
    /// Functions that are `extern "C"`.
    foreign_abis: 5,
    /// Functions that are `pub(crate)`.
    visible_functions: 20,
    /// Closures that are `move`.
    move_closures: 35,
    /// Closures that can be called once.
    once_closures: 20,
    /// Closures that say what they return.
    typed_closures: 60,
    /// Stored closures that are boxed; others are function pointers.
    boxed_closures: 60,
    /// Awaits that may be of a new function, where there is one that could be awaited.
    new_async_functions: 30,
    /// Awaits of a function, against those of an `async` block.
    async_functions: 60,
    /// `async` blocks with a statement.
    full_async_blocks: 40,

    // Traits and generics.
    /// Uses of a new trait, where there is one that could be used.
    new_traits: 20,
    /// Traits with an associated constant.
    associated_constants: 40,
    /// Traits with an associated type.
    associated_types: 40,
    /// Traits with a supertrait, if there is one.
    supertraits: 30,
    /// Calls of a new generic function, where there is one that could be called.
    new_generic_functions: 25,
    /// Generic functions that are bounded by a trait of the program.
    trait_bounds: 70,
    /// Stored trait objects that are boxed; others are references.
    boxed_objects: 60,
    /// Uses of operators of a type that has them already.
    known_operators: 60,
    /// Iterators of the program that have a const parameter.
    generic_iterators: 30,
    /// Recursive types that are one that there is already.
    known_trees: 70,

    // References and ownership.
    /// References in a variable that are unique.
    mutable_borrows: 55,
    /// References in a variable whose `let` says the type.
    typed_borrows: 25,
    /// References to all elements of a collection as a slice, to a text as `str`, or to what a `Box` holds.
    unsized_borrows: 30,
    /// Structs with a unique reference.
    mutable_views: 40,
    /// Functions that pass a unique reference on.
    mutable_passes: 40,
    /// Functions that pass one of two references on and name a lifetime for each.
    two_lifetimes: 40,
    /// Reborrows that are unique.
    mutable_reborrows: 60,
    /// Shared cells that are a `Cell`, of those that can be.
    shared_cells: 40,
    /// `&raw`, of the raw pointers, where the release has it.
    raw_borrows: 60,
    /// Raw pointers that become a slice.
    raw_slices: 40,
    /// Scopes with destructors that have other statements, too.
    drop_scope_statements: 40,

    // Library.
    /// Removals, of the changes to a set.
    set_removals: 30,
    /// `unwrap_or_default`, of the values taken out of an `Option` that can be so.
    unwrap_or_defaults: 40,
    /// Collected values that can be changed.
    mutable_iterators: 30,
    /// Uses of a new macro, where there is one.
    new_macros: 20,
    /// Chains of methods of `Option` and `Result`, against functions with `?`.
    question_chains: 30,
    /// Functions with `?` on `Option`; others have it on `Result`.
    question_options: 40,
    /// Such chains that end with a `Result`.
    question_results: 30,
    /// Matches, of what is done with slices.
    slice_matches: 45,
    /// Channels without a bound.
    unbounded_channels: 60,
    /// Uses of a new constant, where there is one.
    new_constants: 25,
    /// `static`s, of the constants.
    statics: 30,
    /// Calls of a const function that there is already.
    known_const_functions: 60,
}
