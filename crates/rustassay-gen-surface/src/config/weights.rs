//! How often there is what, against the others of its group.

use rustassay_lang::{Edition, Release};
use rustassay_random::{Random, knobs};

/// Declares the weights: a name, what it is, how often the default has it, and since when compilers do.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $default:literal $(since $since:literal)? $(in $edition:ident)?,)*) => {
        knobs! {
            /// How often there is what, against the others of its group.
            pub struct Weights, each a "weight" within 0..=10_000;
            $($(#[$doc])* $name: $default,)*
        }

        impl Weights {
            /// The same without what the release or the edition lacks.
            pub(super) fn restricted(mut self, release: Release, edition: Edition) -> Weights {
                $(
                    $(if release < Release::new($since) { self.$name = 0; })?
                    $(if edition < Edition::$edition { self.$name = 0; })?
                )*
                self
            }
        }
    };
}

impl Weights {
    /// The same with features left out at random, and others multiplied.
    pub(super) fn drawn(&self, random: &mut Random, left_out: usize) -> Weights {
        let mut drawn = self.clone();
        random.mix(drawn.values_mut(), left_out);
        drawn
    }
}

weights! {
    // What values are.
    /// Integers.
    integers: 14,
    /// `i128` and `u128`.
    wide_integers: 2,
    /// `bool`.
    bools: 3,
    /// `char`.
    chars: 2,
    /// `f32` and `f64`.
    floats: 3,
    /// `String` and `&'static str`.
    strings: 4,
    /// Tuples.
    tuples: 4,
    /// Arrays.
    arrays: 4,
    /// Structs.
    structs: 6,
    /// Enums.
    enums: 6,
    /// Structs and enums with type and const parameters.
    generic_types: 3,
    /// `Option`.
    options: 4,
    /// `Result`.
    results: 2,
    /// `Vec`.
    vectors: 4,
    /// `VecDeque`.
    deques: 1,
    /// `BTreeMap` and `BTreeSet`.
    maps: 2,
    /// `HashMap`, whose order is never looked at.
    hash_maps: 1,
    /// `Box`.
    boxes: 2,
    /// `Rc`.
    reference_counts: 2,
    /// `Cell` and `RefCell`.
    cells: 2,
    /// `Wrapping`.
    wrapping: 1,
    /// Structs whose destructor is observed.
    droppers: 3,

    // What an expression is.
    /// Constants.
    literals: 6,
    /// Variables and their parts.
    places: 14,
    /// `+`, `-`, `*`, in every way that they can be written.
    arithmetic: 12,
    /// `/` and `%`.
    divisions: 3,
    /// Shifts and rotations.
    shifts: 3,
    /// Bitwise operators.
    bitwise: 4,
    /// `as`, `From` and `TryFrom`.
    casts: 5,
    /// Comparisons.
    comparisons: 6,
    /// Methods of numbers.
    number_methods: 4,
    /// Calls of functions.
    calls: 6,
    /// `if`, as a value.
    if_values: 3,
    /// `match`, as a value.
    match_values: 4,
    /// Blocks, as a value.
    block_values: 2,
    /// `loop` and labelled blocks that are left with a value.
    break_values: 2,
    /// `const` and `static` items and const functions.
    constants: 3,
    /// `const { .. }`.
    const_blocks: 1 since 79,

    // What a statement is.
    /// `let`.
    lets: 14,
    /// Assignments.
    assignments: 8,
    /// `+=` and its like.
    compound_assignments: 6,
    /// `if`.
    ifs: 4,
    /// `match`.
    matches: 4,
    /// `while`, `for`, `loop`.
    loops: 5,
    /// References that live for some statements.
    borrows: 5,
    /// Patterns in `let`, `let`-`else` included.
    patterns: 4,
    /// Returns, `break`s and `continue`s in the middle.
    jumps: 2,
    /// What is mixed into the checksum.
    observations: 5,
    /// `let .. else`.
    let_else: 2 since 65,
    /// `if let .. && ..`.
    let_chains: 3 since 88 in E2024,
    /// Variables of an older one's name.
    shadowing: 2,

    // Things that take more than a statement.
    /// Traits, their implementations and what is generic over them.
    traits: 4,
    /// `dyn Trait`.
    trait_objects: 3,
    /// `impl Trait`.
    impl_trait: 2,
    /// Operators of the program's own types.
    operators: 2,
    /// Functions that are generic.
    generic_functions: 3,
    /// Closures.
    closures: 5,
    /// Iterators and adaptors.
    iterators: 5,
    /// Iterators of the program's own.
    own_iterators: 2,
    /// Slices and their patterns.
    slices: 3,
    /// Methods of strings.
    string_methods: 3,
    /// Methods of collections.
    collections: 4,
    /// `?`.
    question_marks: 3,
    /// `Rc`, `RefCell`, `Cell` that are shared.
    shared_state: 3,
    /// Scopes with destructors whose order is observed.
    drop_scopes: 3,
    /// `mem::replace`, `take` and `swap`.
    memory: 2,
    /// Raw pointers whose validity is known.
    raw_pointers: 2,
    /// Macros by example.
    macros: 3,
    /// Panics that are caught.
    panics: 2,
    /// Functions that call themselves.
    recursion: 2,
    /// Types that contain themselves.
    recursive_types: 2,
    /// Threads, channels, atomics and mutexes.
    threads: 2,
    /// `async` blocks, driven by a small executor.
    asynchronous: 2,
    /// Structs with references, reborrows, functions that pass references on.
    lifetimes: 3,
    /// Traits with types that have lifetimes.
    generic_associated_types: 1 since 65,
    /// What is seldom written.
    rare: 2,
    /// Several items that fit together, as people write them.
    idioms: 3,
    /// Modules.
    modules: 2,
}
