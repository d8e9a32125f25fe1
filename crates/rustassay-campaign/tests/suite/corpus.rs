//! Which programs a real compiler takes alone: the one that these tests are built with.

use rustassay_campaign::corpus::{SeedFitness, gather, generated};
use rustassay_corpus::{Source, Unfit, shipped};
use rustassay_judge::engine::Engine;
use rustassay_testing::reference_toolchain;

#[test]
fn every_shipped_program_compiles_alone() {
    let (engine, sources) = (Engine::new().expect("a folder"), shipped());
    let gathered = gather(&engine, &reference_toolchain(), &sources, 2, usize::MAX, None);
    assert_eq!(gathered.programs.len(), sources.len(), "{}", gathered.summary());
    assert!(gathered.programs.iter().all(|(_, feedback)| !feedback.behaviours.is_empty()));
}

#[test]
fn what_does_not_compile_alone_is_sorted_out_and_counted() {
    let (engine, toolchain) = (Engine::new().expect("a folder"), reference_toolchain());
    let sources = [
        Source::new("alone.rs", "pub fn f() -> u8 { 1 }".to_owned()),
        Source::new("too.rs", "pub fn f(x: u8) -> u8 { x + 1 }".to_owned()),
        Source::new("part.rs", "use super::other;".to_owned()),
        Source::new("wrong.rs", "fn f() -> u8 { missing() }".to_owned()),
    ];
    let gathered = gather(&engine, &toolchain, &sources, 2, 10, None);
    assert_eq!(gathered.programs.len(), 2);
    assert!(gathered.fates.contains(&SeedFitness::Unfit(Unfit::NeedsFiles)));
    let expected = "2 of 4 sources compile alone; 1 need other files of their crate, 1 are rejected";
    assert_eq!(gathered.summary(), expected);
    let few = gather(&engine, &toolchain, &sources, 2, 1, None);
    assert_eq!(few.programs.len(), 1);
    assert!(few.summary().ends_with("2 more were not tried"), "{}", few.summary());
}

#[test]
fn of_what_is_rejected_only_that_is_of_use_which_is_told_with_its_place() {
    let sources = [
        Source::new("wrong.rs", "fn f() -> u8 { missing() }".to_owned()),
        Source::new("flag.rs", "//@ compile-flags: --no-such-flag\nfn f() {}".to_owned()),
    ];
    let gathered = gather(&Engine::new().expect("a folder"), &reference_toolchain(), &sources, 2, 10, None);
    let rejected: Vec<&str> = gathered.rejected.iter().map(|(source, _)| &*source.name).collect();
    assert_eq!(rejected, ["wrong.rs"]);
    assert_eq!(gathered.fates.len(), 2);
}

#[test]
fn generated_seeds_say_how_to_make_them() {
    let programs = generated(1, &reference_toolchain());
    assert!(programs.len() > 1);
    for program in programs {
        let made_by = program.made_by.expect("it was made");
        assert!(made_by.starts_with("rustassay generate "), "{made_by}");
        assert!(
            made_by.ends_with(&format!("--seed 0 > {}", program.source.name))
                || made_by.contains(" --seed 0 "),
            "{made_by}"
        );
    }
}
