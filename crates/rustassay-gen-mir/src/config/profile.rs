//! Mixtures with a name.

use super::{CURRENT_RELEASES, Chances, Config, Ranges, Sharing, Size, Weights};
use rustassay_lang::{Architecture, Release, did_you_mean};
use std::str::FromStr;

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
    Threads,
    Miri,
}

impl Profile {
    /// All of them.
    pub const ALL: [Profile; 10] = [
        Profile::Tiny,
        Profile::Default,
        Profile::Large,
        Profile::Loops,
        Profile::Pointers,
        Profile::Floats,
        Profile::Calls,
        Profile::Aggregates,
        Profile::Threads,
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
            Profile::Threads => "threads",
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
            sharing: Sharing::default(),
            chances: Chances::default(),
            ranges: Ranges::default(),
            left_out: 20,
            evaluable: 40,
            threaded: 3,
            is_varied: true,
            releases: CURRENT_RELEASES.map(Release::new).collect(),
            for_miri: false,
            target: Architecture::DEFAULT,
            abilities: Architecture::DEFAULT.abilities,
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
            Profile::Threads => Config {
                size: Size { statements: 500, functions: 12, ..size },
                weights: Weights { atomics: 8, heap: 6, ..weights },
                left_out: 10,
                evaluable: 0,
                threaded: 100,
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
        found.ok_or_else(|| {
            let names = Profile::ALL.map(Profile::name);
            format!(
                "there is no profile `{name}`: they are {}{}",
                names.join(", "),
                did_you_mean(name, names)
            )
        })
    }
}
