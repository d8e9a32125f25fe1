//! Hunts with a real compiler.

use rustassay_corpus::{Fate, Source, Unfit, shipped_by_name};
use rustassay_judge::case::Edition;
use rustassay_judge::engine::Engine;
use rustassay_mutate::hunt::{Hunt, Tally};
use rustassay_mutate::oracle::{Asker, Oracle, Program};
use rustassay_mutate::pool::{Pool, gather};
use rustassay_mutate::workshop::Manner;
use rustassay_outcome::Compiled;
use rustassay_testing::reference_toolchain;

fn sources() -> Vec<Source> {
    ["bits", "lifetimes", "closures"].map(|name| shipped_by_name(name).expect("it is shipped")).to_vec()
}

#[test]
fn a_hunt_is_the_same_whatever_the_number_of_jobs() {
    let (engine, toolchain) = (Engine::new().expect("a folder"), reference_toolchain());
    let asker = Asker { engine: &engine, toolchain: &toolchain };
    let hunt = |jobs: usize| -> Tally {
        let pool = Pool::new(gather(&asker, &sources(), jobs, 10).programs);
        let hunt =
            Hunt { asker: asker.clone(), pool, first: 5, mutants: 14, manner: Manner::default(), jobs };
        let mut told = 0;
        let tally = hunt.run(&|| false, &mut |_| told += 1);
        assert_eq!(told, 1, "there is one round");
        tally
    };
    let (one, many) = (hunt(1), hunt(3));
    assert_eq!((one.checked, one.taken, one.behaviours), (many.checked, many.taken, many.behaviours));
    assert_eq!(one.counts, many.counts);
    assert!(one.checked > 8, "{}", one.checked);
    assert!(one.behaviours.0 > 50, "the compiler was seen to do {} kinds of things", one.behaviours.0);
    assert!(one.taken > 0 && one.behaviours.1 > one.behaviours.0, "a mutant shows something new");
}

#[test]
fn what_does_not_compile_alone_is_sorted_out_and_counted() {
    let (engine, toolchain) = (Engine::new().expect("a folder"), reference_toolchain());
    let mut sources = sources();
    sources.push(Source::new("part.rs", "use super::other;".to_owned()));
    sources.push(Source::new("wrong.rs", "fn f() -> u8 { missing() }".to_owned()));
    let gathered = gather(&Asker { engine: &engine, toolchain: &toolchain }, &sources, 2, 10);
    assert_eq!(gathered.programs.len(), 3);
    assert!(gathered.fates.contains(&Fate::Unfit(Unfit::NeedsFiles)));
    let expected = "3 of 5 sources compile alone; 1 need other files of their crate, 1 are rejected";
    assert_eq!(gathered.summary(), expected);
    let few = gather(&Asker { engine: &engine, toolchain: &toolchain }, &sources, 2, 2);
    assert_eq!(few.programs.len(), 2);
    assert!(few.summary().ends_with("2 more were not tried"), "{}", few.summary());
}

#[test]
fn an_error_that_comes_with_instances_is_no_difference() {
    let (engine, toolchain) = (Engine::new().expect("a folder"), reference_toolchain());
    let asker = Asker { engine: &engine, toolchain: &toolchain };
    // Only who makes instances, as for MIR, comes to the limit.
    let text = "pub fn deeper<T>(n: u32, t: T) { if n > 0 { deeper(n - 1, (t, 0u8)) } }\npub fn start() { deeper(1, ()) }";
    let program = Program { text, edition: Edition::E2021, flags: &[] };
    let (plain, _) = asker.watched(program).expect("it can be tried");
    assert!(matches!(plain, Compiled::Rejected(_)), "{plain:?}");
    assert_eq!(asker.incremental(program, program, &plain), Ok(None));
    // More passes come to more instances, too.
    let silent = asker.compile(program, &[]).expect("it can be tried");
    assert_eq!(silent, Compiled::Built);
    assert_eq!(asker.compared(program, &silent, Oracle::Passes), Ok(None));
    assert_eq!(asker.compared(program, &silent, Oracle::Code), Ok(None));
}

#[test]
fn of_what_is_rejected_only_that_is_of_use_which_is_told_with_its_place() {
    let (engine, toolchain) = (Engine::new().expect("a folder"), reference_toolchain());
    let sources = [
        Source::new("wrong.rs", "fn f() -> u8 { missing() }".to_owned()),
        Source::new("flag.rs", "//@ compile-flags: --no-such-flag\nfn f() {}".to_owned()),
    ];
    let gathered = gather(&Asker { engine: &engine, toolchain: &toolchain }, &sources, 2, 10);
    let rejected: Vec<&str> = gathered.rejected.iter().map(|(source, _)| &*source.name).collect();
    assert_eq!(rejected, ["wrong.rs"]);
    assert_eq!(gathered.fates.len(), 2);
}

#[test]
fn what_a_seed_shows_already_is_told_as_its_own() {
    let (engine, toolchain) = (Engine::new().expect("a folder"), reference_toolchain());
    // An error without a place, whatever a mutator makes of the rest.
    let seed = "pub struct S<T>(T);\npub fn f() -> u8 { 1 + 2 }\npub fn g() -> u8 { f() }\n";
    let flag = Source::new("flag.rs", format!("//@ compile-flags: --crate-type=cdylib\n#![no_std]\n{seed}"));
    let pool = Pool::new(vec![(flag, Default::default())]);
    let asker = Asker { engine: &engine, toolchain: &toolchain };
    let hunt = Hunt { asker, pool, first: 0, mutants: 3, manner: Manner::default(), jobs: 1 };
    let tally = hunt.run(&|| false, &mut |_| {});
    assert_eq!(tally.found.len(), 1, "{:?}", tally.found.keys());
    assert!(tally.found.values().all(|found| found.is_of_seeds));
}
