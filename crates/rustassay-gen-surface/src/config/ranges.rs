//! How many there are of what a program has several of.

use rustassay_random::ranges;

ranges! {
    /// How many there are of something: from the least to the most.
    pub struct Ranges;

    // Types.
    /// Fields of a tuple.
    tuple_fields: 1..=4, within 1..=6;
    /// Elements of an array.
    array_length: 0..=5, within 0..=16;
    /// Variants of an enum.
    variants: 1..=5, within 1..=16;
    /// Fields of a struct or of a variant.
    fields: 1..=4, within 1..=8;
    /// Type parameters of a generic type.
    type_parameters: 1..=2, within 1..=4;

    // Expressions.
    /// Statements of a block with a value, at most.
    value_block: 1..=2, within 1..=16;
    /// Elements of `vec![x; n]`.
    repeated_elements: 0..=5, within 0..=64;
    /// Elements of a `Vec` that is collected from a range.
    collected_elements: 1..=6, within 1..=64;
    /// Entries of a map that is made.
    map_entries: 0..=3, within 0..=16;

    // Patterns.
    /// Arms of a `match` before those that make it exhaustive.
    refutable_arms: 1..=3, within 0..=16;
    /// Elements that a pattern for a slice names.
    slice_elements: 0..=2, within 0..=6;

    // Functions and closures.
    /// Parameters of a function.
    parameters: 0..=4, within 0..=12;
    /// Calls of itself that a recursive function has.
    recursive_calls: 1..=2, within 1..=2;
    /// Depth of a recursion with one call.
    recursion_depth: 1..=12, within 1..=64;
    /// Depth of a recursion with two calls.
    tree_recursion_depth: 1..=4, within 1..=6;
    /// Parameters of a recursive function besides its fuel.
    recursive_parameters: 0..=2, within 0..=8;
    /// Parameters of a closure.
    closure_parameters: 0..=2, within 0..=8;
    /// Calls of a closure by the function that it is passed to.
    closure_calls: 1..=4, within 1..=16;
    /// Closures that are stored together.
    stored_closures: 1..=3, within 1..=8;
    /// Times that a future yields before it is ready.
    yields: 0..=2, within 0..=8;
    /// Parameters of an `async` function.
    async_parameters: 0..=2, within 0..=8;
    /// Futures that run together.
    joined_futures: 1..=3, within 1..=8;

    // Traits and generics.
    /// Methods of a trait.
    trait_methods: 1..=3, within 1..=8;
    /// Parameters of a method.
    method_parameters: 0..=2, within 0..=8;
    /// Types that a trait is implemented for, about.
    implementors: 2..=4, within 1..=8;
    /// Statements of a method, at most.
    method_body: 0..=3, within 0..=32;
    /// Parameters of a generic function besides the generic ones.
    generic_parameters: 0..=2, within 0..=8;
    /// Trait objects that are stored together.
    trait_objects: 1..=3, within 1..=8;
    /// Items of an iterator of the program.
    iterator_length: 1..=6, within 1..=64;
    /// Depth of a value of a recursive type.
    tree_depth: 0..=3, within 0..=8;

    // References and ownership.
    /// Changes to what a shared cell holds.
    shared_changes: 1..=3, within 1..=8;
    /// Elements of an array that a raw pointer goes over.
    raw_array_length: 2..=6, within 1..=16;
    /// Values with a destructor in a scope.
    drop_scope: 1..=4, within 1..=16;
    /// Values with a destructor that a panic unwinds.
    unwound_droppers: 1..=2, within 0..=8;
    /// Guards that look at a cell when their scope ends.
    scope_guards: 1..=3, within 1..=8;

    // Library.
    /// Changes to a collection, one after the other.
    container_changes: 1..=3, within 1..=16;
    /// Adaptors of an iterator, one after the other.
    adaptors: 0..=3, within 0..=8;
    /// Items of a range that an iterator goes over.
    range_length: 1..=8, within 1..=64;
    /// Arguments of a macro that calls itself.
    macro_recursion: 1..=4, within 1..=16;
    /// Arguments of a macro that repeats a statement for each.
    macro_repetitions: 0..=3, within 0..=16;
    /// Pairs that a macro is given.
    macro_pairs: 1..=3, within 1..=8;
    /// `?`s of a function.
    question_marks: 1..=3, within 1..=8;
    /// Methods of `Option` and `Result`, one after the other.
    question_chain: 1..=3, within 1..=8;
    /// Messages that are sent through a channel.
    messages: 1..=5, within 1..=32;
    /// Threads that change an atomic.
    atomic_threads: 1..=3, within 1..=8;
    /// Threads that take a lock.
    locking_threads: 1..=3, within 1..=8;
}
