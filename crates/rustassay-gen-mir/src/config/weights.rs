//! How often there is what, against the others of its group.

use rustassay_random::{Random, knobs};

impl Weights {
    /// The same with features left out at random, and others multiplied.
    pub(super) fn drawn(&self, random: &mut Random, left_out: usize) -> Weights {
        let mut drawn = self.clone();
        random.mix(drawn.values_mut(), left_out);
        drawn
    }
}

knobs! {
    /// How often there is what, against the others of its group.
    pub struct Weights, each a "weight" within 0..=10_000;

    // What locals are.
    /// Integers.
    integers: 12,
    /// `i128` and `u128`.
    wide_integers: 3,
    /// `bool`.
    bools: 3,
    /// `char`.
    chars: 2,
    /// `f32` and `f64`.
    floats: 4,
    /// `f16` and `f128`.
    rare_floats: 1,
    /// Tuples.
    tuples: 4,
    /// Arrays.
    arrays: 4,
    /// Structs.
    structs: 4,
    /// Enums.
    enums: 4,
    /// `Option`s, of what has a niche where there is something.
    options: 3,
    /// Unions.
    unions: 3,
    /// Structs that point to more of themselves.
    recursive_types: 2,
    /// Types without any bytes.
    empty_types: 1,
    /// Raw pointers.
    raw_pointers: 5,
    /// References.
    references: 4,
    /// Pointers to slices.
    slices: 5,
    /// `Box`.
    boxes: 3,
    /// Structs with a destructor.
    destructors: 3,
    /// Statics, each with pointers to it.
    statics: 3,

    // What a statement does.
    /// Copies a value.
    copies: 6,
    /// Arithmetic on integers.
    arithmetic: 12,
    /// `/` and `%`.
    divisions: 3,
    /// Shifts.
    shifts: 4,
    /// Bitwise operators.
    bitwise: 5,
    /// Comparisons.
    comparisons: 6,
    /// `!` and `-`.
    unary: 4,
    /// `as`, of every kind.
    casts: 8,
    /// `CastTransmute`.
    transmutes: 4,
    /// `Checked(a + b)`.
    checked: 4,
    /// Discriminants that are read.
    discriminants: 3,
    /// Constants.
    constants: 5,
    /// `const { .. }`, of aggregates.
    const_blocks: 2,
    /// Aggregates made of parts.
    aggregates: 8,
    /// `[x; n]`.
    repeats: 2,
    /// Pointers to places.
    borrows: 8,
    /// Pointers moved by elements.
    offsets: 4,
    /// Pointers at another type.
    pointer_casts: 4,
    /// Pointers that were integers for a while.
    exposed_addresses: 2,
    /// Lengths of slices.
    lengths: 3,
    /// Discriminants that are set, and fields of a variant that are written before.
    set_discriminants: 3,
    /// Some fields of something that has no value as yet.
    partial_values: 2,
    /// Locals whose storage begins and ends.
    storage: 3,
    /// What is true, for the compiler to rely on.
    assumptions: 2,

    // Where a statement finds its operands and its target.
    /// A whole local.
    locals: 8,
    /// A field of a local.
    fields: 6,
    /// An element of an array or slice, by an index.
    elements: 4,
    /// A field of an enum's variant.
    variants: 3,
    /// Behind a pointer.
    behind_pointers: 6,
    /// Behind a pointer that is not in a local, by way of a temporary.
    temporaries: 3,

    // How a block ends.
    /// Goes on in another block.
    gotos: 2,
    /// Switches, with arms that are never taken.
    switches: 6,
    /// Calls of new functions.
    calls: 5,
    /// Calls of functions that have been called before.
    repeated_calls: 3,
    /// Calls of functions that call themselves.
    recursion: 2,
    /// Calls by pointer.
    function_pointers: 3,
    /// Intrinsics on integers.
    integer_intrinsics: 6,
    /// Intrinsics on floats.
    float_intrinsics: 3,
    /// Copies, swaps and comparisons of memory.
    memory_intrinsics: 4,
    /// Volatile accesses.
    volatile: 2,
    /// Atomic accesses, by the only thread.
    atomics: 3,
    /// Intrinsics on pointers.
    pointer_intrinsics: 4,
    /// Pointers moved somewhere and back.
    round_trips: 2,
    /// Other intrinsics.
    other_intrinsics: 2,
    /// Memory of the heap, got and given back.
    heap: 3,
    /// Destructors that run.
    drops: 4,
    /// Functions that may panic, and are caught.
    catches: 3,
    /// Loops.
    loops: 4,
    /// Observations in the middle.
    observations: 3,
}
