//! Standard libraries are made once, for one compiler, and whole or not at all.

use crate::common::Fake;
use rustassay_testing::write_script;
use rustassay_toolchain::{AddedLibrary, Cache, LibraryError, LibraryOrder, LibraryProgress, add_library};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const TRIPLE: &str = "s390x-unknown-linux-gnu";

/// What a compiler says of a target with a standard library.
const KNOWN_TARGET: &str = "echo '{\"metadata\": {\"std\": true}}'";

/// A cargo that builds what it is told to.
const CARGO: &str = "for word; do case $previous in --target-dir) folder=$word;; esac; previous=$word; done\n\
    place=$folder/s390x-unknown-linux-gnu/release/deps\n\
    mkdir -p $place; echo $RUSTC_BOOTSTRAP > $place/libcore-1.rlib; echo > $place/libstd-2.rlib; echo > $place/libstd-2.d";

/// A compiler with sources and a cargo.
fn with_cargo(compile: &str, cargo: &str) -> Fake {
    let fake = Fake::new("1.95.0", compile);
    for file in ["library/Cargo.toml", "library/std/Cargo.toml", "src/version"] {
        fake.write(&format!("lib/rustlib/src/rust/{file}"), "1.95.0\n");
    }
    fs::create_dir_all(fake.folder().join("bin")).expect("it is our folder");
    write_script(&fake.folder().join("bin/cargo"), &format!("#!/bin/sh\n{cargo}\n"));
    fake
}

fn cache(fake: &Fake) -> PathBuf {
    fake.folder().join("cache")
}

fn order<'a>() -> LibraryOrder<'a> {
    LibraryOrder { triple: TRIPLE, sources: None, c_library: None, timeout: Duration::from_secs(60) }
}

fn add(fake: &Fake, order: &LibraryOrder<'_>) -> Result<AddedLibrary, LibraryError> {
    let toolchain = fake.discover(&Cache::none()).found.remove(0);
    add_library(&toolchain, order, Some(&cache(fake)), &mut |_| {})
}

fn error(fake: &Fake, order: &LibraryOrder<'_>) -> String {
    let error = add(fake, order).expect_err("there is no library");
    // Whatever was begun is gone.
    let unfinished = fs::read_dir(cache(fake).join("sysroots/unfinished")).into_iter().flatten().count();
    assert_eq!(unfinished, 0, "{error}");
    error.to_string()
}

fn file_names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().expect("text")).collect();
    names.sort();
    names
}

#[test]
fn a_library_is_made_once() {
    let fake = with_cargo(KNOWN_TARGET, CARGO);
    let Ok(AddedLibrary::Made { folder, .. }) = add(&fake, &order()) else { panic!("it is made") };
    assert_eq!(file_names(&folder.join("lib")), ["libcore-1.rlib", "libstd-2.rlib"]);
    assert_eq!(fs::read_to_string(folder.join("lib/libcore-1.rlib")).expect("text"), "1\n");
    fs::remove_file(fake.folder().join("bin/cargo")).expect("it is ours");
    assert_eq!(add(&fake, &order()).expect("it is there"), AddedLibrary::MadeBefore(folder));
}

#[test]
fn another_version_of_the_compiler_has_a_library_of_its_own() {
    let fake = with_cargo(KNOWN_TARGET, CARGO);
    assert!(matches!(add(&fake, &order()), Ok(AddedLibrary::Made { .. })));
    fake.introduce("1.95.1");
    assert!(error(&fake, &order()).contains("has the sources of 1.95.0, and the compiler is 1.95.1"));
    fs::remove_file(fake.folder().join("lib/rustlib/src/rust/src/version")).expect("it is ours");
    assert!(matches!(add(&fake, &order()), Ok(AddedLibrary::Made { .. })));
}

#[test]
fn a_damaged_library_is_made_again() {
    let fake = with_cargo(KNOWN_TARGET, CARGO);
    let Ok(AddedLibrary::Made { folder, .. }) = add(&fake, &order()) else { panic!("it is made") };
    fs::write(folder.join("made.json"), "{").expect("it is ours");
    assert!(matches!(add(&fake, &order()), Ok(AddedLibrary::Made { .. })));
}

#[test]
fn of_two_at_once_one_makes_the_library() {
    let fake = with_cargo(KNOWN_TARGET, &format!("sleep 1\n{CARGO}"));
    let toolchain = fake.discover(&Cache::none()).found.remove(0);
    let add = || {
        let mut has_waited = false;
        let added = add_library(&toolchain, &order(), Some(&cache(&fake)), &mut |progress| {
            has_waited |= progress == LibraryProgress::Waiting;
        });
        (matches!(added.expect("it is made"), AddedLibrary::Made { .. }), has_waited)
    };
    let (one, other) = std::thread::scope(|scope| {
        let one = scope.spawn(add);
        (add(), one.join().expect("it does not panic"))
    });
    assert_ne!(one.0, other.0, "one of them makes it");
    assert_eq!((one.0, other.0), (other.1, one.1), "the other one waits");
}

#[test]
fn what_cargo_says_is_told() {
    let fake =
        with_cargo(KNOWN_TARGET, "echo warning: x >&2; echo 'error[E0425]: no such thing' >&2; exit 101");
    let told = "does not build for `s390x-unknown-linux-gnu`: cargo exited with code 101, saying error[E0425]: no such thing";
    assert!(error(&fake, &order()).contains(told));
}

#[test]
fn a_cargo_that_builds_nothing_is_found_out() {
    let fake = with_cargo(KNOWN_TARGET, "exit 0");
    assert!(error(&fake, &order()).contains("has built nothing"));
}

#[test]
fn a_cargo_without_an_end_is_stopped() {
    let fake = with_cargo(KNOWN_TARGET, "sleep 600");
    let order = LibraryOrder { timeout: Duration::from_secs(2), ..order() };
    assert!(error(&fake, &order).contains("longer than 2 seconds; give it more with `--timeout`"));
}

#[test]
fn a_target_without_a_standard_library_is_refused() {
    let fake = with_cargo("echo '{\"metadata\": {\"std\": false}}'", CARGO);
    assert!(error(&fake, &order()).contains("has no standard library, only `core` and `alloc`"));
    let fake = with_cargo("echo 'error: no such target' >&2; exit 1", CARGO);
    assert!(error(&fake, &order()).contains("does not know the target"));
}

#[test]
fn missing_sources_are_said_with_what_to_do() {
    let fake = Fake::new("1.95.0", KNOWN_TARGET);
    assert!(
        error(&fake, &order()).contains("name a checkout of rust-lang/rust at 1.95.0 with `--sources DIR`")
    );
    fake.write("elsewhere/library/std/Cargo.toml", "");
    let elsewhere = fake.folder().join("elsewhere");
    let named = |sources: &Path| error(&fake, &LibraryOrder { sources: Some(sources), ..order() });
    assert!(named(fake.folder()).contains("there is no `library/std/Cargo.toml`"));
    assert!(named(&elsewhere).contains("is older than 1.82"));
}

#[test]
fn sources_elsewhere_serve_as_well() {
    let fake = with_cargo(KNOWN_TARGET, CARGO);
    let own = fake.folder().join("lib/rustlib/src/rust");
    let elsewhere = fake.folder().join("elsewhere");
    fs::rename(own, &elsewhere).expect("it is ours");
    for sources in [&elsewhere, &elsewhere.join("library")] {
        let order = LibraryOrder { sources: Some(sources), ..order() };
        assert!(add(&fake, &order).is_ok());
        fs::remove_dir_all(cache(&fake)).expect("it is ours");
    }
}
