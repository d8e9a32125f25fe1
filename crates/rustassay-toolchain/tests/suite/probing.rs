//! Compilers are asked what they are and made to show what they can do, and none of them can hurt.
#![cfg(unix)]

use crate::common::Fake;
use rustassay_lang::Release;
use rustassay_testing::{copy_executable, reference_rustc, reference_version};
use rustassay_toolchain::{Cache, Capabilities, Channel, Search, Toolchain, discover};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(60);

fn only(found: Vec<Toolchain>) -> Toolchain {
    let [toolchain] = <[Toolchain; 1]>::try_from(found).expect("one compiler is found");
    toolchain
}

#[test]
fn the_reference_compiler_can_do_all_that_needs_no_further_component() {
    let rustc = reference_rustc();
    let search = Search { rustcs: vec![rustc], ..Search::default() };
    let toolchain = only(discover(&search, &Cache::none()).found);
    let can = &toolchain.capabilities;
    let (major, minor, patch) = toolchain.version.release;
    assert_eq!(format!("{major}.{minor}.{patch}"), reference_version());
    assert_eq!(toolchain.version.channel, Channel::Stable);
    assert!(can.unstable_flags && can.evaluates_custom_mir && can.links, "{toolchain:?}");
    assert_eq!(can.custom_mir, Some(Release::new(minor.try_into().expect("it is small"))));
    assert!(toolchain.sysroot.join("lib").is_dir());
}

#[test]
fn a_script_that_wraps_a_compiler_is_a_compiler_of_its_own() {
    let rustc = reference_rustc();
    let wrapper = Fake::script(&format!("exec '{}' -Copt-level=3 \"$@\"", rustc.display()));
    let search = Search { rustcs: vec![wrapper.rustc(), rustc], ..Search::default() };
    let found = discover(&search, &Cache::none()).found;
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].rustc, wrapper.rustc().canonicalize().expect("it is there"));
    assert_eq!(found[0].capabilities, found[1].capabilities);
}

#[test]
fn a_compiler_that_compiles_nothing_is_listed_and_says_why() {
    let fake = Fake::new("1.85.0", "echo 'error: not today' >&2; exit 1");
    let toolchain = only(fake.discover(&Cache::none()).found);
    assert_eq!(toolchain.version.release, (1, 85, 0));
    assert_eq!(toolchain.capabilities, Capabilities::default());
    assert_eq!(
        toolchain.notes,
        ["programs cannot be built", "unstable features are refused"]
            .map(|what| format!("{what}: exited with code 1, saying `error: not today`"))
    );
}

#[test]
fn a_compiler_that_writes_nothing_can_do_nothing() {
    let fake = Fake::new("1.85.0", "exit 0");
    assert_eq!(only(fake.discover(&Cache::none()).found).capabilities, Capabilities::default());
}

/// Writes a file for whatever it is given.
const YES: &str = "while [ $# -gt 0 ]; do if [ \"$1\" = -o ]; then echo > \"$2\"; fi; shift; done";

#[test]
fn an_evaluator_that_says_yes_to_everything_is_none() {
    let toolchain = only(Fake::new("1.85.0", YES).discover(&Cache::none()).found);
    assert_eq!(toolchain.capabilities.custom_mir, Some(Release::new(85)));
    assert!(!toolchain.capabilities.evaluates_custom_mir);
    assert!(toolchain.notes.iter().any(|note| note.contains("21 + 21 == 41")), "{:?}", toolchain.notes);
}

#[test]
fn a_nightly_may_speak_as_the_release_before() {
    // Refuses the syntax of 1.77 and later.
    let script = format!(
        "for last; do :; done\n\
         while read -r line; do case $line in *ReturnTo*) exit 1;; esac; done < \"$last\"\n{YES}"
    );
    let toolchain = only(Fake::new("1.77.0-nightly", &script).discover(&Cache::none()).found);
    assert_eq!(toolchain.capabilities.custom_mir, Some(Release::new(76)));
}

#[test]
fn a_compiler_without_custom_mir_is_not_blamed_for_that() {
    let toolchain = only(Fake::new("1.63.0", YES).discover(&Cache::none()).found);
    assert_eq!(toolchain.capabilities.custom_mir, None);
    assert!(!toolchain.notes.iter().any(|note| note.contains("custom MIR")), "{:?}", toolchain.notes);
}

#[test]
fn the_same_compiler_is_listed_once() {
    let fake = Fake::new("1.85.0", "exit 1");
    let link = fake.folder().join("link");
    std::os::unix::fs::symlink(fake.rustc(), &link).expect("links can be made");
    let search = Search { rustcs: vec![fake.rustc(), link, fake.rustc()], ..Search::default() };
    only(discover(&search, &Cache::none()).found);
}

#[test]
fn compilers_come_in_the_order_that_they_were_asked_for() {
    let fake = Fake::new("1.85.0", "exit 1");
    let names = ["d", "a", "c", "b"];
    for name in names {
        copy_executable(&fake.rustc(), &fake.folder().join(name));
    }
    let paths = names.map(|name| fake.folder().canonicalize().expect("it is there").join(name));
    let search = Search { rustcs: paths.to_vec(), ..Search::default() };
    let found = discover(&search, &Cache::none()).found.into_iter().map(|it| it.rustc);
    assert_eq!(found.collect::<Vec<_>>(), paths);
}

#[test]
fn a_compiler_that_hangs_is_stopped() {
    let why = Fake::script("while :; do sleep 1; done").failure(Duration::from_secs(1));
    assert_eq!(why, "stopped: it took too long");
}

#[test]
fn a_compiler_that_crashes_is_told_apart() {
    let why = Fake::script("kill -SEGV $$").failure(PATIENCE);
    assert_eq!(why, "killed by SIGSEGV");
}

#[test]
fn a_compiler_that_prints_without_end_is_stopped() {
    let why = Fake::script("while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done")
        .failure(PATIENCE);
    assert_eq!(why, "stopped: it printed too much");
}

#[test]
fn what_prints_something_else_is_no_compiler() {
    let why = Fake::script("printf 'h\\351llo\\033[1m world\\n'").failure(PATIENCE);
    assert_eq!(why, "it is no rustc: to `-vV` it says `h\u{fffd}llo[1m world`");
    let why = Fake::script(":").failure(PATIENCE);
    assert_eq!(why, "it is no rustc: to `-vV` it says nothing");
}

#[test]
fn what_is_not_there_or_no_program_is_said() {
    let fake = Fake::new("1.85.0", "exit 1");
    let rustcs = ["nothing", "introduction", "."].map(|name| fake.folder().join(name)).to_vec();
    let discovery = discover(&Search { rustcs, ..Search::default() }, &Cache::none());
    let why: Vec<&str> = discovery.failed.iter().map(|failure| failure.why.as_str()).collect();
    assert_eq!(why[..2], ["there is no such file", "the folder has no `bin/rustc`"]);
    assert!(why[2].starts_with("cannot execute"), "{why:?}");
}
