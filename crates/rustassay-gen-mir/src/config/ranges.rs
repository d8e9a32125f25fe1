//! How many there are of what a program has several of.

use rustassay_random::ranges;

ranges! {
    /// How many there are of something: from the least to the most.
    pub struct Ranges;

    // What locals are.
    /// Fields of a tuple.
    tuple_fields: 1..=4, within 1..=12;
    /// Elements of an array.
    array_length: 1..=6, within 1..=64;
    /// Fields of a struct.
    fields: 1..=5, within 1..=16;
    /// Fields of a union.
    union_fields: 1..=3, within 1..=16;
    /// Variants of an enum.
    variants: 1..=4, within 1..=16;
    /// Fields of a variant.
    variant_fields: 0..=3, within 0..=16;
    /// Fields that a destructor observes.
    observed_fields: 1..=3, within 1..=8;
    /// Statics, as far as their weight allows.
    statics: 0..=4, within 0..=64;

    // What threads share.
    /// Threads of a group, beside `main`.
    threads: 1..=3, within 1..=8;
    /// Groups of threads, one after the other.
    thread_groups: 1..=2, within 1..=4;
    /// Messages and barriers of a group.
    signals: 0..=4, within 0..=16;
    /// Locks and sets of integers that a group updates.
    shares: 1..=3, within 0..=8;
    /// Integers of a set.
    shared_integers: 1..=4, within 1..=8;
    /// Statics for them.
    shared_statics: 0..=3, within 0..=8;
    /// Updates each time that a lock is taken.
    locked_updates: 1..=3, within 1..=8;

    // How a block ends.
    /// Inputs of a program that a compiler cannot know.
    inputs: 2..=6, within 0..=64;
    /// Parameters of a function.
    parameters: 0..=6, within 0..=32;
    /// Parameters of a function that may have many.
    many_parameters: 0..=14, within 0..=32;
    /// Times that a recursive function calls itself.
    recursion_depth: 0..=5, within 0..=32;
    /// Statements of a recursive function before it decides whether to call itself.
    recursion_start: 0..=3, within 0..=32;
    /// Statements of a recursive function that does not call itself.
    recursion_end: 0..=5, within 0..=32;
    /// Statements of a recursive function before and after it calls itself.
    recursion_step: 1..=6, within 0..=32;
    /// Arms of a switch that are not taken.
    dead_arms: 1..=3, within 0..=16;
    /// Statements of a block that never runs.
    decoys: 1..=6, within 0..=32;
    /// The same where they are those of another block.
    copied_decoys: 0..=6, within 0..=32;
    /// What the counter of a loop counts by.
    loop_step: 1..=2, within 1..=4;
    /// Rounds of a loop.
    loop_rounds: 2..=12, within 1..=30;
    /// Statements of a cleanup block.
    cleanup_statements: 0..=4, within 0..=32;
    /// Observations at the end of a function.
    final_observations: 2..=6, within 0..=32;
}
