//! What programs are made of, and how much of each: all weights stand here.
//!
//! Each program draws its own mixture (swarm testing: Groce et al., ISSTA 2012): a feature that is always there a little never gets a
//! program of its own, and some bugs only show where others are absent.

use crate::random::Random;

/// How programs are to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// How large they are.
    pub size: Size,
    /// How often there is what, before a program draws its own mixture.
    pub weights: Weights,
    /// How many of 100 features a program leaves out.
    pub left_out: usize,
    /// How many of 100 programs are made of `const fn`s, for compilers to evaluate. They do without pointer arithmetic.
    pub constant: usize,
}

/// How large a program is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Size {
    /// Statements that are executed as they are written, at most.
    pub statements: usize,
    /// Functions, at most.
    pub functions: usize,
    /// Blocks of a function, at most.
    pub blocks: usize,
    /// Statements of a block, at most.
    pub block: usize,
    /// Structs, enums, unions, tuples and arrays.
    pub types: usize,
}

/// Declares the weights: a name, what it is, and how often the default has it.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $default:literal,)*) => {
        /// How often there is what, against the others of its group.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Weights {
            $($(#[$doc])* pub $name: usize,)*
        }

        impl Default for Weights {
            fn default() -> Weights {
                Weights { $($name: $default,)* }
            }
        }

        impl Weights {
            /// The same with features left out at random, and others multiplied.
            fn drawn(&self, random: &mut Random, left_out: usize) -> Weights {
                let mut draw = |weight: usize| match random.below(100) {
                    ticket if ticket < left_out => 0,
                    ticket => weight * [1, 2, 4][ticket % 3],
                };
                Weights { $($name: draw(self.$name),)* }
            }
        }
    };
}

weights! {
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
    /// Tuples.
    tuples: 4,
    /// Arrays.
    arrays: 4,
    /// Structs.
    structs: 4,
    /// Enums.
    enums: 4,
    /// Unions.
    unions: 2,
    /// Raw pointers.
    raw_pointers: 5,
    /// References.
    references: 3,

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
    checked: 3,
    /// Discriminants that are read.
    discriminants: 3,
    /// Discriminants that are set.
    set_discriminants: 2,
    /// Constants.
    constants: 5,
    /// Aggregates made of parts.
    aggregates: 8,
    /// `[x; n]`.
    repeats: 2,
    /// Pointers moved by elements.
    offsets: 3,
    /// Pointers at another type, or as integers and back.
    pointer_casts: 3,

    // Where a statement finds its operands and its target.
    /// A whole local.
    locals: 8,
    /// A field of a local.
    fields: 6,
    /// An element of an array, by an index.
    elements: 3,
    /// Behind a pointer.
    behind_pointers: 5,

    // How a block ends.
    /// Goes on in another block.
    gotos: 3,
    /// Switches, with arms that are never taken.
    switches: 6,
    /// Calls of new functions.
    calls: 5,
    /// Calls of functions that have been called before.
    repeated_calls: 3,
    /// Intrinsics.
    intrinsics: 6,
    /// Loops.
    loops: 4,
    /// Observations in the middle.
    observations: 2,
}

impl Config {
    /// The mixture that a program of this seed has.
    pub(crate) fn drawn(&self, random: &mut Random) -> Config {
        let mut weights = self.weights.drawn(random, self.left_out);
        // Something to compute with and somewhere to go must remain.
        weights.integers = weights.integers.max(1);
        weights.arithmetic = weights.arithmetic.max(1);
        weights.gotos = weights.gotos.max(1);
        weights.locals = weights.locals.max(1);
        let constant = if random.chance(self.constant) { 100 } else { 0 };
        if constant == 100 {
            weights.offsets = 0;
        }
        let scale = [25, 50, 100, 100, 150][random.below(5)];
        let scaled = |most: usize| (most * scale / 100).max(1);
        let size = Size {
            statements: scaled(self.size.statements),
            functions: scaled(self.size.functions),
            blocks: scaled(self.size.blocks).max(3),
            block: scaled(self.size.block).max(2),
            types: scaled(self.size.types),
        };
        Config { size, weights, left_out: self.left_out, constant }
    }
}

/// A mixture with a name.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Profile {
    Tiny,
    Default,
    Large,
    Loops,
    Pointers,
    Floats,
    Calls,
    Aggregates,
}

impl Profile {
    /// All of them.
    pub const ALL: [Profile; 8] = [
        Profile::Tiny,
        Profile::Default,
        Profile::Large,
        Profile::Loops,
        Profile::Pointers,
        Profile::Floats,
        Profile::Calls,
        Profile::Aggregates,
    ];

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Profile::Tiny => "tiny",
            Profile::Default => "default",
            Profile::Large => "large",
            Profile::Loops => "loops",
            Profile::Pointers => "pointers",
            Profile::Floats => "floats",
            Profile::Calls => "calls",
            Profile::Aggregates => "aggregates",
        }
    }

    /// The profile of this name.
    pub fn from_name(name: &str) -> Option<Profile> {
        Profile::ALL.into_iter().find(|profile| profile.name() == name)
    }

    /// How its programs are.
    pub fn config(self) -> Config {
        let size = Size { statements: 400, functions: 6, blocks: 14, block: 10, types: 10 };
        let weights = Weights::default();
        let default = Config { size, weights: weights.clone(), left_out: 20, constant: 50 };
        match self {
            Profile::Default => default,
            Profile::Tiny => Config {
                size: Size { statements: 30, functions: 2, blocks: 5, block: 6, types: 3 },
                ..default
            },
            Profile::Large => Config {
                size: Size { statements: 8_000, functions: 40, blocks: 40, block: 14, types: 30 },
                ..default
            },
            Profile::Loops => {
                Config { weights: Weights { loops: 25, elements: 8, arrays: 8, ..weights }, ..default }
            }
            Profile::Pointers => Config {
                weights: Weights {
                    raw_pointers: 15,
                    references: 8,
                    behind_pointers: 15,
                    offsets: 8,
                    pointer_casts: 8,
                    ..weights
                },
                ..default
            },
            Profile::Floats => Config { weights: Weights { floats: 25, casts: 12, ..weights }, ..default },
            Profile::Calls => Config {
                size: Size { functions: 20, ..size },
                weights: Weights { calls: 20, repeated_calls: 15, ..weights },
                ..default
            },
            Profile::Aggregates => Config {
                size: Size { types: 20, ..size },
                weights: Weights {
                    tuples: 10,
                    arrays: 8,
                    structs: 10,
                    enums: 10,
                    unions: 6,
                    aggregates: 15,
                    fields: 15,
                    ..weights
                },
                ..default
            },
        }
    }
}
