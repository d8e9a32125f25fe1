//! What every rule set promises.

use rustassay_gen_types::statistics::Statistics;
use rustassay_gen_types::{RequiredFate, TypesKind, sets};

const SEEDS: u64 = 400;

/// Some premises can seldom be negated, because what they are about is seldom there.
const SEEDS_TO_NEGATE: u64 = 2000;

#[test]
fn every_seed_has_programs_of_every_kind() {
    for set in sets() {
        for kind in TypesKind::ALL {
            for seed in 0..50 {
                let programs = set.generate(seed, kind);
                assert!(!programs.is_empty(), "{} {} {seed}", set.name(), kind.name());
                for program in programs {
                    let is_right = match kind {
                        TypesKind::Well => program.fate == RequiredFate::Accept,
                        TypesKind::Almost => {
                            matches!(&program.fate, RequiredFate::Reject { codes, .. } if !codes.is_empty())
                        }
                        TypesKind::Equivalent => program.fate == RequiredFate::Same,
                    };
                    assert!(is_right && !program.text.contains('$'), "{}", program.name);
                }
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_programs_whatever_was_made_before() {
    for set in sets() {
        for kind in TypesKind::ALL {
            let first = set.generate(7, kind);
            set.generate(8, TypesKind::Well);
            assert_eq!(first, set.generate(7, kind), "{}", set.name());
            assert_ne!(first, set.generate(8, kind), "{}", set.name());
        }
    }
}

#[test]
fn every_premise_that_can_be_negated_is() {
    for set in sets() {
        let statistics = Statistics::of(set, 0..SEEDS_TO_NEGATE, TypesKind::Almost);
        for negation in &set.rules().negations {
            assert!(statistics.negations.contains_key(&negation.name), "{}: {}", set.name(), negation.name);
        }
    }
}

#[test]
fn every_rule_and_rewriting_is_used() {
    for set in sets() {
        let mut used = Statistics::of(set, 0..SEEDS, TypesKind::Well).rules;
        for (rule, programs) in Statistics::of(set, 0..SEEDS, TypesKind::Equivalent).rules {
            *used.entry(rule).or_default() += programs;
        }
        let missing: Vec<_> =
            used.iter().filter(|(_, programs)| **programs == 0).map(|(rule, _)| *rule).collect();
        // The whole of System F is not written as Rust: its own start derives it.
        let allowed: &[&str] = if set.name() == "systemf" { &["tabs_full", "tapp_full"] } else { &[] };
        assert!(missing.iter().all(|rule| allowed.contains(rule)), "{}: {missing:?}", set.name());
    }
}

#[test]
fn what_a_seed_stands_for_does_not_change() {
    let mut sums = String::new();
    for set in sets() {
        for kind in TypesKind::ALL {
            let text: String =
                (0..20).flat_map(|seed| set.generate(seed, kind)).map(|program| program.text).collect();
            // FNV-1a.
            let sum = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
                (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
            });
            sums.push_str(&format!("{} {} {sum:016x}\n", set.name(), kind.name()));
        }
    }
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden.txt");
    if std::env::var_os("RUSTASSAY_WRITE").is_some() {
        std::fs::write(&file, &sums).expect("it can be written");
    }
    let golden = std::fs::read_to_string(&file).expect("it is there");
    assert_eq!(sums, golden, "`RUSTASSAY_WRITE=1 cargo test -p rustassay-gen-types` writes it anew");
}

#[test]
fn the_line_above_which_programs_share_is_the_one_that_checking_looks_for() {
    assert_eq!(rustassay_gen_types::SHARED_ABOVE, rustassay_judge::packer::SHARED_ABOVE);
}

#[test]
fn the_rules_know_the_fate_of_a_class() {
    for set in sets() {
        let mut fates = (0, 0);
        for seed in 0..40 {
            let (class, fate) = set.with_fate(seed, TypesKind::Equivalent).expect("every seed has one");
            assert!(class.iter().all(|program| program.fate == RequiredFate::Same), "{}", set.name());
            match fate {
                RequiredFate::Accept => fates.0 += 1,
                RequiredFate::Reject { .. } => fates.1 += 1,
                RequiredFate::Same => panic!("{}, seed {seed}: the class has no fate", set.name()),
            }
        }
        assert!(fates.0 > fates.1 && fates.1 > 0, "{}: {fates:?}", set.name());
    }
}
