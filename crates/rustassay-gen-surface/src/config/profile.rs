//! Mixtures with a name.

use super::{Chances, Config, Ranges, Size, Weights};
use rustassay_lang::{Edition, Release, did_you_mean};
use std::str::FromStr;

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
            chances: Chances::default(),
            ranges: Ranges::default(),
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
