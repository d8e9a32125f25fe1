//! What programs are made of, and how much of each: all weights stand here.
//!
//! Each program draws its own mixture (swarm testing: Groce et al., ISSTA 2012): a feature that is always there a little never gets a
//! program of its own, and some bugs only show where others are absent.

use crate::intrinsics::{Available, Group};
use rustassay_mir::model::Intrinsic;
use rustassay_mir::release::{Construct, Release, write_alike};
use rustassay_random::Random;
use std::rc::Rc;
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
    /// How many of 100 programs are made of `const fn`s, for compilers to evaluate. They do without what compile time has not: the
    /// heap, destructors, panics, statics that change, calls by pointer, pointer arithmetic and addresses.
    pub evaluable: usize,
    /// Whether programs differ in size and in what they leave out; if not, each has just the sizes and weights given here.
    pub is_varied: bool,
    /// The releases of rustc that can be given every program: what one of them has no words for is left out.
    pub releases: Vec<Release>,
    /// Whether programs do without the intrinsics that Miri does not know.
    pub for_miri: bool,
}

/// The releases that programs are for if nobody says: all that are still about, each with what all of them have.
pub const CURRENT_RELEASES: std::ops::RangeInclusive<u16> = 90..=98;

/// What one program is made of.
#[derive(Clone, Debug)]
pub(crate) struct Mixture {
    pub size: Size,
    pub weights: Weights,
    /// Whether its functions are `const fn`s.
    pub is_const: bool,
    /// The releases that can be given the program.
    pub releases: Vec<Release>,
    /// The intrinsics that it may call.
    pub available: Rc<Available>,
}

impl Mixture {
    /// Whether every release has the construct.
    pub fn has(&self, construct: Construct) -> bool {
        self.releases.iter().all(|release| release.has(construct))
    }
}

/// Whether all releases have an intrinsic, and are told of it in the same words.
fn all_have_intrinsic(releases: &[Release], intrinsic: Intrinsic) -> bool {
    releases.iter().all(|release| {
        release.has(Construct::Intrinsic(intrinsic)) && write_alike(releases[0], *release, intrinsic)
    })
}

/// How large a program is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Size {
    /// Statements that are executed as they are written, about.
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

impl Config {
    /// The same for these releases of rustc; or why there is no program for all of them, for people.
    pub fn for_releases(mut self, releases: Vec<Release>) -> Result<Config, String> {
        if releases.is_empty() {
            return Err("programs are for one release of rustc, or several".to_owned());
        }
        // Every program calls, and may panic, set up slices and assume.
        let needed = [Construct::Call, Construct::Cleanup, Construct::Offset, Construct::PtrMetadata]
            .into_iter()
            .chain([Construct::CastPtrToPtr, Construct::Assume]);
        for construct in needed {
            if let Some(release) = releases.iter().find(|release| !release.has(construct)) {
                return Err(format!(
                    "programs are full of {}, which custom MIR of rustc {release} lacks",
                    construct.name()
                ));
            }
        }
        self.releases = releases;
        Ok(self)
    }

    /// The intrinsics that all releases have in the same form, for functions that are `const` or not.
    fn available(&self, is_const: bool) -> Rc<Available> {
        let key = (self.releases.clone(), is_const, self.for_miri);
        Available::of(&key, |intrinsic| {
            let is_for_const = |release: &Release| {
                intrinsic.signature().is_const && release.has(Construct::ConstIntrinsic(intrinsic))
            };
            (!self.for_miri || intrinsic.is_known_to_miri())
                && all_have_intrinsic(&self.releases, intrinsic)
                && (!is_const || self.releases.iter().all(is_for_const))
        })
    }

    /// What programs do without because not all of their releases have it, or have it in the same form; for people.
    pub fn left_out_for_releases(&self) -> Vec<String> {
        let used = [Construct::CastUnsize, Construct::ConstPtrMetadata];
        let constructs = used.into_iter().filter(|&construct| {
            let mut has = self.releases.iter().map(|release| release.has(construct));
            has.clone().any(|has| has) && !has.all(|has| has)
        });
        let intrinsics = crate::intrinsics::used().filter(|&intrinsic| {
            let is_known = self.releases.iter().any(|release| release.has(Construct::Intrinsic(intrinsic)));
            is_known && !all_have_intrinsic(&self.releases, intrinsic)
        });
        let mut names: Vec<String> = constructs.map(|construct| construct.name().into_owned()).collect();
        names.extend(intrinsics.map(|intrinsic| format!("`{}`", intrinsic.family_name())));
        names.dedup();
        names
    }

    /// The mixture that a program of this seed has.
    pub(crate) fn drawn(&self, random: &mut Random) -> Mixture {
        let mut weights = match self.is_varied {
            true => self.weights.drawn(random, self.left_out),
            false => self.weights.clone(),
        };
        let is_const = random.chance(self.evaluable);
        let available = self.available(is_const);
        for (weight, group) in [
            (&mut weights.integer_intrinsics, Group::Integer),
            (&mut weights.float_intrinsics, Group::Float),
            (&mut weights.memory_intrinsics, Group::Memory),
            (&mut weights.volatile, Group::Volatile),
            (&mut weights.atomics, Group::Atomic),
            (&mut weights.pointer_intrinsics, Group::Pointer),
            (&mut weights.other_intrinsics, Group::Other),
        ] {
            *weight *= usize::from(available.has_some(group));
        }
        weights.catches *= usize::from(available.catch().is_some());
        // Something to compute with and somewhere to go must remain.
        weights.integers = weights.integers.max(1);
        weights.arithmetic = weights.arithmetic.max(1);
        weights.gotos = weights.gotos.max(1);
        weights.locals = weights.locals.max(1);
        if is_const {
            weights = Weights {
                offsets: 0,
                round_trips: 0,
                exposed_addresses: 0,
                statics: 0,
                boxes: 0,
                heap: 0,
                destructors: 0,
                drops: 0,
                catches: 0,
                function_pointers: 0,
                volatile: 0,
                atomics: 0,
                ..weights
            };
            if !self.releases.iter().all(|release| release.has(Construct::ConstPtrMetadata)) {
                weights.slices = 0;
            }
        }
        let scale = if self.is_varied { [25, 50, 100, 100, 150][random.below(5)] } else { 100 };
        let scaled = |most: usize| (most * scale / 100).max(1);
        let size = Size {
            statements: scaled(self.size.statements),
            functions: scaled(self.size.functions),
            blocks: scaled(self.size.blocks).max(3),
            block: scaled(self.size.block).max(2),
            types: scaled(self.size.types),
        };
        Mixture { size, weights, is_const, releases: self.releases.clone(), available }
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
    Miri,
}

impl Profile {
    /// All of them.
    pub const ALL: [Profile; 9] = [
        Profile::Tiny,
        Profile::Default,
        Profile::Large,
        Profile::Loops,
        Profile::Pointers,
        Profile::Floats,
        Profile::Calls,
        Profile::Aggregates,
        Profile::Miri,
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
            Profile::Miri => "miri",
        }
    }

    /// How its programs are.
    pub fn config(self) -> Config {
        let size = Size { statements: 400, functions: 8, blocks: 24, block: 10, types: 14 };
        let weights = Weights::default();
        let default = Config {
            size,
            weights: weights.clone(),
            left_out: 20,
            evaluable: 40,
            is_varied: true,
            releases: CURRENT_RELEASES.map(Release::new).collect(),
            for_miri: false,
        };
        match self {
            Profile::Default => default,
            Profile::Miri => Config { for_miri: true, ..default },
            Profile::Tiny => Config {
                size: Size { statements: 30, functions: 2, blocks: 8, block: 6, types: 4 },
                ..default
            },
            Profile::Large => Config {
                size: Size { statements: 8_000, functions: 40, blocks: 60, block: 14, types: 30 },
                ..default
            },
            Profile::Loops => Config {
                weights: Weights { loops: 25, elements: 8, arrays: 8, recursion: 6, slices: 6, ..weights },
                left_out: 10,
                ..default
            },
            Profile::Pointers => Config {
                weights: Weights {
                    raw_pointers: 15,
                    references: 8,
                    recursive_types: 6,
                    slices: 20,
                    statics: 12,
                    behind_pointers: 15,
                    temporaries: 8,
                    offsets: 15,
                    pointer_casts: 8,
                    exposed_addresses: 6,
                    lengths: 15,
                    memory_intrinsics: 10,
                    pointer_intrinsics: 10,
                    round_trips: 6,
                    volatile: 6,
                    atomics: 8,
                    heap: 20,
                    boxes: 8,
                    ..weights
                },
                left_out: 10,
                evaluable: 20,
                ..default
            },
            Profile::Floats => Config {
                weights: Weights { floats: 25, rare_floats: 8, casts: 12, float_intrinsics: 50, ..weights },
                left_out: 10,
                ..default
            },
            Profile::Calls => Config {
                size: Size { functions: 20, ..size },
                weights: Weights {
                    calls: 20,
                    repeated_calls: 15,
                    recursion: 6,
                    function_pointers: 12,
                    destructors: 6,
                    boxes: 5,
                    drops: 8,
                    catches: 8,
                    ..weights
                },
                left_out: 10,
                evaluable: 20,
                ..default
            },
            Profile::Aggregates => Config {
                size: Size { types: 36, ..size },
                weights: Weights {
                    tuples: 10,
                    arrays: 8,
                    structs: 20,
                    enums: 10,
                    options: 12,
                    unions: 9,
                    empty_types: 5,
                    recursive_types: 4,
                    aggregates: 15,
                    const_blocks: 5,
                    checked: 8,
                    set_discriminants: 8,
                    partial_values: 6,
                    transmutes: 8,
                    fields: 15,
                    variants: 8,
                    ..weights
                },
                left_out: 10,
                ..default
            },
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
