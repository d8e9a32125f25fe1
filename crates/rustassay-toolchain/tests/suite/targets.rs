//! Targets are found, are made to show what works, and are known by one table.

use crate::common::Fake;
use rustassay_lang::{ARCHITECTURES, Abilities, Architecture, DataLayout, Endian};
use rustassay_testing::{reference_rustc, write_script};
use rustassay_toolchain::{Cache, Discovery, Search, Target, Toolchain, WantedTargets, discover};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const TRIPLE: &str = "aarch64-unknown-linux-gnu";

/// What comes of a search for all targets of a compiler.
fn search(rustc: PathBuf, config: Option<PathBuf>, cache: &Cache) -> Discovery {
    let (rustcs, targets) = (vec![rustc], WantedTargets::All);
    discover(&Search { rustcs, config, targets, ..Search::default() }, cache)
}

/// The only target of a search.
fn only(discovery: Discovery) -> Target {
    assert_eq!(discovery.failed, []);
    let [toolchain] = <[Toolchain; 1]>::try_from(discovery.for_targets).expect("one target is found");
    toolchain.target.expect("it is for a target")
}

/// A configuration with the reference compiler's host as a target that needs a runner.
fn config(folder: &Path, host: &str, runner: &str) -> PathBuf {
    let file = folder.join("rustassay.toml");
    let text = format!("[[target]]\ntriple = \"{host}\"\nrunner = [\"{runner}\"]\n");
    fs::write(&file, text).expect("it is our folder");
    file
}

fn reference_host() -> String {
    let search = Search { rustcs: vec![reference_rustc()], ..Search::default() };
    discover(&search, &Cache::none()).found.remove(0).host
}

#[test]
fn a_target_whose_libraries_are_in_the_sysroot_is_found_and_says_what_is_missing() {
    let fake = Fake::new("1.85.0", "echo 'error: not today' >&2; exit 1");
    fake.write(&format!("lib/rustlib/{TRIPLE}/lib/libcore-0123.rlib"), "");
    fake.write("lib/rustlib/etc/lib/lldb.py", "");
    let discovery = search(fake.rustc(), None, &Cache::none());
    assert!(discovery.for_targets[0].name.ends_with(&format!("@{TRIPLE}")), "{discovery:?}");
    let target = only(discovery);
    assert!(!(target.compiles || target.links || target.runs || target.unwinds));
    assert_eq!(target.notes, ["programs cannot be compiled: exited with code 1, saying `error: not today`"]);
    assert!(target.is_usable().unwrap_err().to_string().contains("not today"));
}

#[test]
fn only_the_wanted_targets_are_tried() {
    let fake = Fake::new("1.85.0", "exit 1");
    fake.write(&format!("lib/rustlib/{TRIPLE}/lib/libcore-0123.rlib"), "");
    let found = |targets: WantedTargets| {
        let search = Search { rustcs: vec![fake.rustc()], targets, ..Search::default() };
        let discovery = discover(&search, &Cache::none());
        let missing = discovery.missing_targets.into_iter().map(|missing| missing.name);
        (discovery.for_targets.len(), missing.collect::<Vec<_>>())
    };
    let named = |names: &[&str]| WantedTargets::Named(names.iter().map(|&name| name.to_owned()).collect());
    assert_eq!(found(WantedTargets::Host), (0, vec![]));
    assert_eq!(found(named(&["aarch64"])), (1, vec![]));
    assert_eq!(found(named(&["riscv64gc", "x86_64"])), (0, vec!["riscv64gc".to_owned()]));
}

#[test]
fn a_configured_target_runs_under_its_runner_and_its_panics_are_caught() {
    let folder = TempDir::new().expect("a folder for the test");
    let runner = folder.path().join("runner");
    write_script(
        &runner,
        "#!/bin/sh\nif [ \"$1\" = --version ]; then echo runner 1.0; else exec \"$@\"; fi\n",
    );
    let config = config(folder.path(), &reference_host(), "./runner");
    let target = only(search(reference_rustc(), Some(config), &Cache::none()));
    assert!(target.compiles && target.links && target.runs && target.unwinds, "{target:?}");
    assert_eq!(target.runner_version.as_deref(), Some("runner 1.0"));
    assert_eq!(target.is_usable(), Ok(()));
}

#[test]
fn a_runner_that_does_not_run_programs_is_told() {
    let folder = TempDir::new().expect("a folder for the test");
    let runner = folder.path().join("runner");
    write_script(&runner, "#!/bin/sh\necho 'qemu-x: Could not open it' >&2\nexit 255\n");
    let config = config(folder.path(), &reference_host(), "./runner");
    let target = only(search(reference_rustc(), Some(config), &Cache::none()));
    assert!(target.links && !target.runs, "{target:?}");
    let told = "programs do not run: one exited with code 255, saying `qemu-x: Could not open it`";
    assert_eq!(target.notes, [told]);
}

#[test]
fn a_target_that_works_is_tried_once() {
    // A compiler that writes a file for whatever it is given.
    let fake =
        Fake::new("1.85.0", "while [ $# -gt 0 ]; do if [ \"$1\" = -o ]; then echo > \"$2\"; fi; shift; done");
    let runner = fake.folder().join("runner");
    let text = "case $1 in --version) read -r line < \"${0%/*}/version\"; echo \"$line\";; \
                *) echo hello; echo caught;; esac";
    write_script(&runner, &format!("#!/bin/sh\n{text}\n"));
    let config = config(fake.folder(), TRIPLE, "./runner");
    let cache = Cache::at(&fake.folder().join("cache/toolchains.json"));
    let version = |cache: &Cache| only(search(fake.rustc(), Some(config.clone()), cache)).runner_version;
    fake.write("version", "one\n");
    assert_eq!(version(&cache).as_deref(), Some("one"));
    fake.write("version", "two\n");
    assert_eq!(version(&cache).as_deref(), Some("one"));
    assert_eq!(version(&cache.clone().refreshed()).as_deref(), Some("two"));
    fake.write("version", "three\n");
    // Another runner is another target.
    write_script(&runner, &format!("#!/bin/sh\n# Changed.\n{text}\n"));
    assert_eq!(version(&cache).as_deref(), Some("three"));
}

#[test]
fn a_configuration_that_cannot_be_understood_is_said() {
    let folder = TempDir::new().expect("a folder for the test");
    let file = folder.path().join("rustassay.toml");
    fs::write(&file, "[[target]]\ntripel = \"a\"\n").expect("it is our folder");
    let fake = Fake::new("1.85.0", "exit 1");
    let [failure] = &search(fake.rustc(), Some(file), &Cache::none()).failed[..] else { panic!() };
    assert!(failure.why.contains("unknown field `tripel`"), "{failure}");
}

/// A target's layout, as rustc has it in its specification.
fn layout_of(specification: &Value) -> DataLayout {
    let text = specification["data-layout"].as_str().expect("text");
    // `i64:64`, `f64:32:64`: the alignment in bits. What is left out is as in LLVM's documentation of data layouts; `u128` is aligned as
    // the largest integer that is told.
    let align = |name: &str| {
        let parts = text.split('-').filter_map(|part| part.split_once(':'));
        let found = parts.filter(|(own, _)| *own == name).map(|(_, bits)| bits.split(':').next());
        let bits = found.flatten().next().map(|bits| bits.parse::<u32>().expect("a number"));
        bits.map(|bits| bits / 8)
    };
    let align_of_u64 = align("i64").unwrap_or(4);
    DataLayout {
        endian: if text.starts_with('E') { Endian::Big } else { Endian::Little },
        pointer_bits: specification["target-pointer-width"].as_u64().expect("a number") as u32,
        align_of_u64,
        align_of_u128: align("i128").unwrap_or(align_of_u64),
        align_of_f64: align("f64").unwrap_or(8),
        align_of_f128: align("f128").unwrap_or(16),
    }
}

#[test]
fn the_table_of_memory_layouts_is_rustcs() {
    let output = Command::new(reference_rustc())
        .args(["-Zunstable-options", "--print", "all-target-specs-json"])
        .env("RUSTC_BOOTSTRAP", "1")
        .output()
        .expect("rustc starts");
    let all: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let mut supported = 0;
    for (triple, specification) in all.as_object().expect("it is an object") {
        let Some(known) = Architecture::of(triple) else { continue };
        supported += 1;
        assert_eq!(known.layout, layout_of(specification), "{triple}");
        // An enum in C is an `int`.
        assert_eq!(specification["c-enum-min-bits"], Value::Null, "{triple}");
    }
    assert!(supported > 150, "{supported} targets");
}

#[test]
fn the_table_promises_no_more_than_rustc_does() {
    let rustc = |args: &[&str]| {
        let output = Command::new(reference_rustc()).args(args).env("RUSTC_BOOTSTRAP", "1").output();
        String::from_utf8(output.expect("rustc starts").stdout).expect("text")
    };
    let list = rustc(&["--print", "target-list"]);
    for known in ARCHITECTURES {
        let is_on_linux = |triple: &&str| Architecture::of(triple) == Some(known) && triple.contains("linux");
        let Some(triple) = list.lines().find(is_on_linux) else { continue };
        let cfg = rustc(&["--print", "cfg", "--target", triple]);
        let has = |line: &str| cfg.lines().any(|own| own == line);
        let Abilities { atomic_bits, f16, f128, .. } = known.abilities;
        assert!(has(&format!("target_has_atomic=\"{atomic_bits}\"")), "{triple}: {cfg}");
        assert!(!f16 || has("target_has_reliable_f16"), "{triple}: {cfg}");
        assert!(!f128 || has("target_has_reliable_f128"), "{triple}: {cfg}");
    }
}
