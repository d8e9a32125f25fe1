//! What each mutator does, and what holds for all of them.

use rustassay_corpus::{Source, shipped, shipped_by_name};
use rustassay_judge::engine::{Build, Engine, Trial};
use rustassay_lang::{Edition, Release};
use rustassay_mutate::Seed;
use rustassay_mutate::mutators::{all, by_name};
use rustassay_mutate::workshop::{Choice, Manner, Workshop, read, read_for};
use rustassay_outcome::Compiled;
use rustassay_testing::reference_toolchain;
use std::path::PathBuf;

fn donor() -> Seed {
    Seed::new(shipped_by_name("arithmetic").expect("it is shipped")).expect("it is Rust")
}

/// `tests/fixtures/MUTATOR.after.rs` is what becomes of `before.rs`. With `RUSTASSAY_WRITE=1` they are written anew, for a person to judge.
#[test]
fn each_mutator_does_to_a_program_what_is_written_down() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let text = std::fs::read_to_string(folder.join("before.rs")).expect("the fixture is there");
    let (seed, donor) = (Seed::new(Source::new("before.rs", text)).expect("it is Rust"), donor());
    let (known, donor) = (seed.known(), donor.known());
    for mutator in all() {
        let mutant = seed
            .mutant(&known, mutator, 1, Some(&donor))
            .unwrap_or_else(|| panic!("{} finds no place", mutator.name));
        let path = folder.join(format!("{}.after.rs", mutator.name));
        if std::env::var_os("RUSTASSAY_WRITE").is_some() {
            std::fs::write(&path, &mutant.text).expect("the fixture can be written");
        }
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(mutant.text, expected, "{}", mutator.name);
    }
}

#[test]
fn every_mutator_finds_places_in_the_shipped_programs_and_changes_them() {
    let (seeds, why) = read(&shipped());
    assert!(why.is_empty(), "{why:?}");
    let donor = donor();
    let donor = donor.known();
    let mut found = vec![0; all().count()];
    for seed in &seeds {
        let known = seed.known();
        let printed = seed.printed();
        for (at, mutator) in all().enumerate() {
            for number in 0..2 {
                let Some(mutant) = seed.mutant(&known, mutator, number, Some(&donor)) else { continue };
                found[at] += 1;
                assert_ne!(mutant.text, printed, "{} does nothing to {}", mutator.name, seed.source.name);
                assert!(
                    syn::parse_file(&mutant.text).is_ok(),
                    "{} breaks {}:\n{}",
                    mutator.name,
                    seed.source.name,
                    mutant.text
                );
            }
        }
    }
    for (mutator, found) in all().zip(found) {
        assert!(found >= 4, "{} finds a place only {found} times", mutator.name);
    }
}

#[test]
fn every_mutator_takes_forms_that_few_people_write() {
    let seed = Seed::new(Source::new("unusual.rs", include_str!("../fixtures/unusual.rs").to_owned()))
        .expect("it is Rust");
    let known = seed.known();
    let mut made = 0;
    for mutator in all() {
        let mutants = (0..60).filter_map(|number| seed.mutant(&known, mutator, number, Some(&known)));
        for mutant in mutants {
            assert!(syn::parse_file(&mutant.text).is_ok(), "{}:\n{}", mutator.name, mutant.text);
            made += 1;
        }
    }
    assert!(made > 300, "only {made} mutants");
}

#[test]
fn a_path_in_the_place_of_a_qualified_one_can_be_printed() {
    let text = "trait T { type A; fn f(); }\nfn g<X: T>(_: <X as T>::A) { <X as T>::f(); k() }\nfn k() {}\n";
    let seed = Seed::new(Source::new("qualified.rs", text.to_owned())).expect("it is Rust");
    let (known, graft) = (seed.known(), by_name("graft").expect("it is one"));
    let mutants = (0..400).filter_map(|number| seed.mutant(&known, graft, number, None));
    assert!(mutants.count() > 300);
}

#[test]
fn the_same_seed_gives_the_same_mutant() {
    let make = || {
        let (seeds, _) = read(&shipped());
        let workshop = Workshop::new(&seeds);
        let made =
            (0..60).filter_map(|number| workshop.make(number, Manner { steps: 2, ..Manner::default() }));
        made.map(|made| made.mutant.text).collect::<Vec<_>>()
    };
    let first = make();
    assert!(first.len() > 30, "only {} mutants of 60", first.len());
    assert_eq!(first, make());
}

#[test]
fn a_mutant_can_be_made_again_from_its_command() {
    let (seeds, _) = read(&shipped());
    let workshop = Workshop::new(&seeds);
    let manner = Manner { choice: Choice::Daring, steps: 2 };
    let mut count = 0;
    for number in 0..20 {
        let Some(made) = workshop.make(number, manner) else { continue };
        count += 1;
        // `rustassay mutate FILE --donor FILE --seed N --steps N`
        let words: Vec<&str> = made.command.split(' ').collect();
        let file = Seed::new(shipped_by_name(words[2]).expect("it is shipped")).expect("it is Rust");
        let donor = [Seed::new(shipped_by_name(words[4]).expect("it is shipped")).expect("it is Rust")];
        let donors = Workshop::new(&donor);
        let alone = [file];
        let again =
            Workshop::new(&alone).with_donors(&donors).make(number, manner).expect("it was made before");
        assert_eq!(again.mutant, made.mutant, "{}", made.command);
    }
    assert!(count > 10, "only {count} mutants of 20");
}

#[test]
fn nothing_is_written_that_came_after_the_release() {
    let (old, why) = read_for(&shipped(), Release::new(63));
    assert!(why.is_empty(), "{why:?}");
    let (wrap, edition) =
        (by_name("wrap").expect("it is one"), by_name("change-edition").expect("it is one"));
    let mut found = [false; 2];
    for seed in &old {
        let newest = Seed::new(seed.source.clone()).expect("it is Rust");
        let known = seed.known();
        for number in 0..20 {
            let wrapped = seed.mutant(&known, wrap, number, None);
            let before = newest.printed().matches("const {").count();
            let constants = |text: &str| text.matches("const {").count() > before;
            assert!(!wrapped.is_some_and(|mutant| constants(&mutant.text)), "{}", seed.source.name);
            let moved = seed.mutant(&known, edition, number, None);
            assert!(moved.is_none_or(|mutant| mutant.edition != Edition::E2024), "{}", seed.source.name);
            // Without a release in the way there are both.
            found[0] |= newest.mutant(&known, wrap, number, None).is_some_and(|it| constants(&it.text));
            let moved = newest.mutant(&known, edition, number, None);
            found[1] |= moved.is_some_and(|mutant| mutant.edition == Edition::E2024);
        }
    }
    assert_eq!(found, [true; 2]);
}

#[test]
fn few_mutants_are_rejected() {
    let toolchain = reference_toolchain();
    let engine = Engine::new().expect("a folder for temporary files");
    let (seeds, _) = read(&shipped());
    let workshop = Workshop::new(&seeds);
    let mutants: Vec<_> = (0..130).filter_map(|number| workshop.make(number, Manner::default())).collect();
    assert!(mutants.len() > 100, "only {} mutants of 130", mutants.len());
    let mut rejected = Vec::new();
    for made in &mutants {
        let build =
            Build { edition: made.mutant.edition.name(), flags: &[], only_check: true, share_library: false };
        let (_, compiled) = engine
            .build(&made.mutant.text, &toolchain, &build, &mut Trial::default())
            .expect("it can be tried");
        if compiled != Compiled::Built {
            rejected.push(made.command.clone());
        }
    }
    // The survey measures far less; this is what is promised.
    assert!(
        rejected.len() * 100 <= mutants.len() * 15,
        "{} of {}: {rejected:#?}",
        rejected.len(),
        mutants.len()
    );
}
