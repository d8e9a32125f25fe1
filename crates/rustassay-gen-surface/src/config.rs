//! What programs are made of, and how much of each: all weights stand here.
//!
//! Each program draws its own mixture (swarm testing: Groce et al., ISSTA 2012): a feature that is always there a little never gets a
//! program of its own, and some bugs only show where others are absent.

pub use rustassay_mir::release::Release;
use rustassay_random::Random;
use std::fmt;
use std::str::FromStr;

/// How programs are to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// How large they are.
    pub size: Size,
    /// How often there is what, before a program draws its own mixture.
    pub weights: Weights,
    /// How many of 100 features a program leaves out.
    pub left_out: usize,
    /// Whether programs differ in size and in what they leave out; if not, each has just the sizes and weights given here.
    pub is_varied: bool,
    /// The edition that they are written in.
    pub edition: Edition,
    /// The oldest release of rustc that must accept them.
    pub release: Release,
}

/// An edition of the language.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Edition {
    E2018,
    E2021,
    E2024,
}

impl Edition {
    /// All of them.
    pub const ALL: [Edition; 3] = [Edition::E2018, Edition::E2021, Edition::E2024];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Edition::E2018 => "2018",
            Edition::E2021 => "2021",
            Edition::E2024 => "2024",
        }
    }

    /// The first release that has it.
    pub const fn since(self) -> Release {
        match self {
            Edition::E2018 => Release::new(31),
            Edition::E2021 => Release::new(56),
            Edition::E2024 => Release::new(85),
        }
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Edition {
    type Err = String;

    fn from_str(name: &str) -> Result<Edition, String> {
        let found = Edition::ALL.into_iter().find(|edition| edition.name() == name);
        found.ok_or_else(|| format!("there is no edition `{name}`: they are 2018, 2021, 2024"))
    }
}

/// What one program is made of.
#[derive(Clone, Debug)]
pub(crate) struct Mixture {
    pub size: Size,
    pub weights: Weights,
    pub edition: Edition,
    pub release: Release,
}

impl Mixture {
    /// Whether the oldest release has what came with this one.
    pub fn has(&self, minor: u16) -> bool {
        self.release >= Release::new(minor)
    }
}

/// How large a program is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Size {
    /// Statements, about.
    pub statements: usize,
    /// Statements of a function, about.
    pub function: usize,
    /// Statements of a block, at most.
    pub block: usize,
    /// How deep expressions and blocks are nested.
    pub depth: usize,
    /// How many types there are to choose from.
    pub types: usize,
    /// What a run costs, in steps of about a nanosecond when unoptimized.
    pub cost: usize,
}

/// How many of 1,000 programs have how many statements, about, where sizes are drawn; a statement is some ten lines, with the definitions that it brings
/// along.
const DRAWN: [(u64, [usize; 2]); 4] = [(900, [1, 10]), (88, [10, 40]), (10, [40, 120]), (2, [300, 500])];

/// How many statements the program of a seed has, where sizes are drawn: most are small, so that many of them share the price of a compiler's start and of
/// linking. In each of the ranges, small ones are as frequent as those that are twice as large.
pub fn drawn_statements(seed: u64) -> usize {
    // Fibonacci hashing: neighbours have nothing in common.
    let bits = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut ticket = (bits >> 32) % 1_000;
    let mut range = DRAWN[0].1;
    for (share, of_size) in DRAWN {
        range = of_size;
        if ticket < share {
            break;
        }
        ticket -= share;
    }
    let [low, high] = range.map(|statements| statements as f64);
    let position = (bits & 0xffff) as f64 / 65_536.0;
    (low * (high / low).powf(position)).round() as usize
}

impl Config {
    /// The same mixture in programs of about so many statements.
    pub fn with_statements(self, statements: usize) -> Config {
        let small = statements <= 10;
        let size = Size {
            statements,
            function: if small { 4 } else { self.size.function },
            block: if small { 3 } else { self.size.block },
            depth: if small { 3 } else { self.size.depth },
            types: if small { 4 } else { self.size.types.max(statements / 8) },
            cost: if small { 200_000 } else { self.size.cost },
        };
        Config { size, ..self }
    }
}

/// Declares the weights: a name, what it is, how often the default has it, and since when compilers do.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $default:literal $(since $since:literal)? $(in $edition:ident)?,)*) => {
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
            /// What they are called.
            pub const NAMES: &[&str] = &[$(stringify!($name),)*];

            /// The weight of a name.
            pub fn named(&mut self, name: &str) -> Option<&mut usize> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }

            /// The same with features left out at random, and others multiplied.
            fn drawn(&self, random: &mut Random, left_out: usize) -> Weights {
                let mut draw = |weight: usize| match random.below(100) {
                    ticket if ticket < left_out => 0,
                    ticket => weight * [1, 2, 4][ticket % 3],
                };
                Weights { $($name: draw(self.$name),)* }
            }

            /// The same without what the release or the edition lacks.
            fn restricted(mut self, release: Release, edition: Edition) -> Weights {
                $(
                    $(if release < Release::new($since) { self.$name = 0; })?
                    $(if edition < Edition::$edition { self.$name = 0; })?
                )*
                let _ = (release, edition, &mut self);
                self
            }
        }
    };
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

impl Config {
    /// The same for an edition and an oldest release; or why there are no such programs, for people.
    pub fn for_compilers(self, edition: Edition, release: Release) -> Result<Config, String> {
        if release < Release::new(63) {
            return Err(format!("rustc {release} is too old: programs need 1.63 at least"));
        }
        if release < edition.since() {
            return Err(format!(
                "edition {edition} came with rustc {}: {release} does not know it",
                edition.since()
            ));
        }
        Ok(Config { edition, release, ..self })
    }

    /// The mixture that a program of this seed has.
    pub(crate) fn drawn(&self, random: &mut Random) -> Mixture {
        let weights = match self.is_varied {
            true => self.weights.drawn(random, self.left_out),
            false => self.weights.clone(),
        };
        let mut weights = weights.restricted(self.release, self.edition);
        // Something to compute with and to show must remain.
        for weight in [
            &mut weights.integers,
            &mut weights.literals,
            &mut weights.places,
            &mut weights.arithmetic,
            &mut weights.lets,
            &mut weights.observations,
        ] {
            *weight = (*weight).max(1);
        }
        let scale = if self.is_varied { [25, 50, 100, 100, 150][random.below(5)] } else { 100 };
        let scaled = |most: usize| (most * scale / 100).max(1);
        let size = Size {
            statements: scaled(self.size.statements),
            function: scaled(self.size.function).max(3),
            types: scaled(self.size.types).max(4),
            ..self.size
        };
        Mixture { size, weights, edition: self.edition, release: self.release }
    }
}

/// A mixture with a name.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Profile {
    Tiny,
    Default,
    Large,
    Numbers,
    Traits,
    Closures,
    Patterns,
    Drops,
    Collections,
    Borrows,
    Concurrency,
}

impl Profile {
    /// All of them.
    pub const ALL: [Profile; 11] = [
        Profile::Tiny,
        Profile::Default,
        Profile::Large,
        Profile::Numbers,
        Profile::Traits,
        Profile::Closures,
        Profile::Patterns,
        Profile::Drops,
        Profile::Collections,
        Profile::Borrows,
        Profile::Concurrency,
    ];

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Profile::Tiny => "tiny",
            Profile::Default => "default",
            Profile::Large => "large",
            Profile::Numbers => "numbers",
            Profile::Traits => "traits",
            Profile::Closures => "closures",
            Profile::Patterns => "patterns",
            Profile::Drops => "drops",
            Profile::Collections => "collections",
            Profile::Borrows => "borrows",
            Profile::Concurrency => "concurrency",
        }
    }

    /// How its programs are.
    pub fn config(self) -> Config {
        let size = Size { statements: 60, function: 12, block: 6, depth: 4, types: 12, cost: 2_000_000 };
        let weights = Weights::default();
        let default = Config {
            size,
            weights: weights.clone(),
            left_out: 25,
            is_varied: true,
            edition: Edition::E2024,
            release: Release::REFERENCE,
        };
        let themed = |weights: Weights| Config { weights, left_out: 15, ..default.clone() };
        match self {
            Profile::Default => default,
            Profile::Tiny => Config {
                size: Size { statements: 6, function: 5, block: 4, depth: 3, types: 4, cost: 100_000 },
                left_out: 40,
                ..default
            },
            Profile::Large => Config {
                size: Size { statements: 400, function: 22, block: 8, depth: 5, types: 40, cost: 20_000_000 },
                ..default
            },
            Profile::Numbers => themed(Weights {
                wide_integers: 8,
                floats: 8,
                wrapping: 6,
                divisions: 8,
                shifts: 8,
                bitwise: 8,
                casts: 12,
                number_methods: 14,
                constants: 8,
                const_blocks: 4,
                loops: 10,
                ..weights
            }),
            Profile::Traits => themed(Weights {
                generic_types: 12,
                traits: 20,
                trait_objects: 12,
                impl_trait: 10,
                operators: 10,
                generic_functions: 15,
                generic_associated_types: 6,
                own_iterators: 6,
                ..weights
            }),
            Profile::Closures => themed(Weights {
                closures: 30,
                iterators: 20,
                own_iterators: 8,
                impl_trait: 8,
                calls: 10,
                trait_objects: 6,
                ..weights
            }),
            Profile::Patterns => themed(Weights {
                enums: 14,
                tuples: 8,
                options: 8,
                results: 6,
                match_values: 16,
                matches: 20,
                patterns: 20,
                let_else: 8,
                let_chains: 12,
                slices: 12,
                recursive_types: 8,
                question_marks: 8,
                ..weights
            }),
            Profile::Drops => themed(Weights {
                droppers: 20,
                boxes: 6,
                reference_counts: 6,
                drop_scopes: 20,
                memory: 10,
                panics: 14,
                shared_state: 8,
                jumps: 6,
                shadowing: 5,
                break_values: 5,
                ..weights
            }),
            Profile::Collections => themed(Weights {
                vectors: 10,
                deques: 6,
                maps: 8,
                hash_maps: 6,
                strings: 8,
                collections: 25,
                iterators: 14,
                string_methods: 14,
                slices: 8,
                ..weights
            }),
            Profile::Borrows => themed(Weights {
                borrows: 20,
                lifetimes: 20,
                structs: 10,
                memory: 8,
                slices: 8,
                raw_pointers: 8,
                generic_associated_types: 4,
                ..weights
            }),
            Profile::Concurrency => themed(Weights {
                threads: 25,
                asynchronous: 25,
                closures: 8,
                shared_state: 8,
                panics: 5,
                ..weights
            }),
        }
    }
}

impl FromStr for Profile {
    type Err = String;

    fn from_str(name: &str) -> Result<Profile, String> {
        let found = Profile::ALL.into_iter().find(|profile| profile.name() == name);
        let names = || Profile::ALL.map(Profile::name).join(", ");
        found.ok_or_else(|| format!("there is no profile `{name}`: they are {}", names()))
    }
}
