//! How many of 100 things are made in one of two ways.

use rustassay_random::knobs;

knobs! {
    /// How many of 100 are so. Unlike weights, these are the same in all programs of a mixture.
    pub struct Chances, each a "chance" within 0..=100;

    // What locals are.
    /// Aggregates that may have fields that are moved, not copied.
    moved_fields: 30,
    /// `*mut`, of the raw pointers.
    mutable_raw_pointers: 70,
    /// `&mut`, of the references.
    mutable_references: 50,
    /// `*mut` and `&mut`, of the pointers to slices.
    mutable_slices: 60,
    /// `static mut`, of the statics.
    mutable_statics: 60,

    // What a statement does.
    /// Assignments to a new local where there is a place that could be written.
    new_locals: 30,
    /// Pointers to slices that are put together of address and length, where there is another way.
    slices_of_parts: 20,
    /// Elements of a slice, against those of an array, where there is a slice.
    slice_elements: 50,
    /// Pointers that were integers, in which bits were flipped and flipped back.
    masked_addresses: 50,
    /// Observations of the discriminant of an enum.
    observed_discriminants: 10,
    /// Observations of a local or of a part of one, not of anything that can be read.
    direct_observations: 60,

    // What threads share.
    /// Threads that are begun by other threads than `main`.
    nested_threads: 25,
    /// Integers of threads that are statics, as far as there are some.
    shared_statics: 60,
    /// Memory of threads that is of the heap, not a local of `main`.
    shared_heap: 30,
    /// Waits and signals by a fence and a relaxed access, not by an ordered one.
    fences: 35,
    /// Parts of other threads that a thread finds after a barrier.
    shown_parts: 50,
    /// Updates that just read.
    glances: 15,
    /// Updates of which nobody looks at the result.
    discarded_results: 40,

    // How a block ends.
    /// Uses of the heap that give memory back, where there is some.
    deallocations: 50,
    /// Functions that are `extern "C"`.
    foreign_abis: 15,
    /// Functions that may have many parameters.
    long_signatures: 60,
    /// Arguments that are moved, of those that could be copied.
    moved_arguments: 30,
    /// Loops that count upwards.
    upward_loops: 70,
    /// Loops with several blocks.
    branching_loops: 40,
    /// Loops that end with `!=`, not with `<` or `>`.
    exact_loops: 30,
    /// Functions that end with a panic, where one is caught.
    panics: 50,
    /// Functions that drop what is left before they return.
    final_drops: 60,
    /// Panics that meet a cleanup block in the function where they begin.
    cleanups: 60,
    /// Cleanup blocks that drop what is left.
    cleanup_drops: 60,
    /// Cleanup blocks that observe.
    cleanup_observations: 60,
}
