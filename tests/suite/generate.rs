//! `rustassay generate`: what it writes, and its exit codes.

use crate::TOOL;
use std::path::Path;
use std::process::{Command, Output};

fn rustassay(args: &[&str], folder: &Path) -> Output {
    TOOL.command().args(args).current_dir(folder).output().expect("the binary runs")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder for temporary files")
}

/// The programs that were written to a folder: each does what stands beside it.
fn assert_as_expected(folder: &Path, count: usize) {
    let files = std::fs::read_dir(folder).expect("the folder can be listed");
    let paths = files.map(|entry| entry.expect("the folder can be listed").path());
    let programs: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect();
    assert_eq!(programs.len(), count);
    for program in programs {
        let run = rustassay(&["run", program.to_str().expect("a plain name")], folder);
        let expected = std::fs::read(program.with_extension("expected")).expect("it is beside the program");
        assert_eq!((run.status.code(), run.stdout), (Some(0), expected), "{}", program.display());
    }
}

#[test]
fn programs_are_written_with_what_they_print_in_every_form() {
    for form in ["checksum", "debug", "fast"] {
        let folder = folder();
        let args = ["generate", "mir", "--seed", "7", "--count", "5", "--form", form, "--out", "."];
        assert_eq!(rustassay(&args, folder.path()).status.code(), Some(0));
        assert_as_expected(folder.path(), 5);
    }
}

#[test]
fn rustc_builds_programs_plainly_whatever_its_lints_deny() {
    let rustc = rustassay_testing::reference_rustc();
    let folder = folder();
    // The first of these negates the least `isize`, whose literal rustc takes for too large then.
    for seed in ["1018496", "1", "2"] {
        let args = ["generate", "mir", "--form", "debug", "--seed", seed];
        std::fs::write(folder.path().join("program.rs"), rustassay(&args, folder.path()).stdout).unwrap();
        let mut command = Command::new(&rustc);
        command.args(["--edition", "2021", "--emit=metadata", "program.rs"]).current_dir(folder.path());
        let output = command.env("RUSTC_BOOTSTRAP", "1").output().expect("rustc runs");
        assert!(output.status.success(), "seed {seed}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let folder = folder();
    let text = |seed: &str| rustassay(&["generate", "mir", "--seed", seed], folder.path()).stdout;
    assert_eq!(text("3"), text("3"));
    assert_ne!(text("3"), text("4"));
}

#[test]
fn a_file_says_what_programs_are_made_of() {
    let folder = folder();
    let only = "[mir]\nvaried = false\nevaluable = 0\n[mir.weights]\nloops = 500\n";
    std::fs::write(folder.path().join("loops.toml"), only).expect("it can be written");
    let output =
        rustassay(&["generate", "mir", "--config", "loops.toml", "--stats", "--count", "5"], folder.path());
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    assert!(text.lines().any(|line| line.starts_with("loop ") && line.contains("100.0")), "{text}");
}

#[test]
fn a_file_that_asks_for_what_there_is_not_is_rejected_with_its_name() {
    let folder = folder();
    std::fs::write(folder.path().join("wrong.toml"), "[mir.weights]\nlops = 3\n").expect("it can be written");
    let output = rustassay(&["generate", "mir", "--config", "wrong.toml"], folder.path());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors.contains("wrong.toml") && errors.contains("there is no weight `lops`"), "{errors}");
}

#[test]
fn several_programs_need_a_folder() {
    let folder = folder();
    let output = rustassay(&["generate", "mir", "--count", "2"], folder.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--out DIR"));
}

#[test]
fn statistics_count_what_is_executed() {
    let folder = folder();
    let output =
        rustassay(&["generate", "mir", "--count", "3", "--profile", "tiny", "--stats"], folder.path());
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    assert!(text.starts_with("3 programs, ") && text.contains("\nterminator Return "), "{text}");
}

#[test]
fn surface_programs_are_written_and_rustc_takes_them() {
    let rustc = rustassay_testing::reference_rustc();
    let folder = folder();
    let args = ["generate", "surface", "--seed", "7", "--count", "2", "--profile", "tiny", "--out", "."];
    assert_eq!(rustassay(&args, folder.path()).status.code(), Some(0));
    for seed in [7, 8] {
        let name = format!("surface-tiny-{seed}.rs");
        let mut command = Command::new(&rustc);
        command.args(["--edition", "2024", "--emit=metadata", &name]).current_dir(folder.path());
        let output = command.output().expect("rustc runs");
        assert!(output.status.success(), "seed {seed}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn the_debug_form_of_surface_programs_says_what_it_observes() {
    let folder = folder();
    let text =
        |form: &str| rustassay(&["generate", "surface", "--seed", "3", "--form", form], folder.path()).stdout;
    let has_labels = |text: &[u8]| String::from_utf8_lossy(text).contains("observe(\"main.part");
    assert!(has_labels(&text("debug")) && !has_labels(&text("checksum")));
    assert_eq!(text("debug"), text("debug"));
}

#[test]
fn an_edition_that_a_release_does_not_know_is_refused() {
    let folder = folder();
    let args = |edition: &'static str| ["generate", "surface", "--release", "1.63", "--edition", edition];
    let output = rustassay(&args("2024"), folder.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("edition 2024 came with rustc 1.85"));
    assert_eq!(rustassay(&args("2021"), folder.path()).status.code(), Some(0));
    // Without it, the latest that the release knows.
    assert_eq!(rustassay(&args("2021")[..4], folder.path()).status.code(), Some(0));
}

#[test]
fn a_file_says_what_surface_programs_are_made_of() {
    let folder = folder();
    let file = "[surface]\nvaried = false\n[surface.size]\nstatements = 3\n[mir]\nvaried = true\n";
    std::fs::write(folder.path().join("small.toml"), file).expect("it can be written");
    let small = rustassay(&["generate", "surface", "--config", "small.toml"], folder.path());
    assert_eq!(small.status.code(), Some(0), "{}", String::from_utf8_lossy(&small.stderr));
    let usual = rustassay(&["generate", "surface"], folder.path());
    assert!(small.stdout.len() < usual.stdout.len());
    std::fs::write(folder.path().join("wrong.toml"), "[surface.weights]\nlops = 3\n")
        .expect("it can be written");
    let output = rustassay(&["generate", "surface", "--config", "wrong.toml"], folder.path());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors.contains("wrong.toml") && errors.contains("there is no weight `lops`"), "{errors}");
}

#[test]
fn programs_for_the_typechecker_stand_beside_their_fate() {
    for (kind, first) in
        [("well", "accept\n"), ("almost", "reject\npremise "), ("equivalent", "same\nas all of ")]
    {
        let folder = folder();
        let args = ["generate", "types", "--seed", "5", "--count", "6", "--kind", kind, "--out", "programs"];
        assert_eq!(rustassay(&args, folder.path()).status.code(), Some(0));
        let mut programs = 0;
        for entry in std::fs::read_dir(folder.path().join("programs")).expect("the folder is made") {
            let path = entry.expect("the folder can be listed").path();
            if path.extension().is_some_and(|ending| ending == "rs") {
                let fate = std::fs::read_to_string(path.with_extension("expected"))
                    .expect("it is beside the program");
                assert!(fate.starts_with(first), "{}: {fate}", path.display());
                programs += 1;
            }
        }
        assert!(programs >= 6, "{kind}: {programs}");
    }
}

#[test]
fn a_rule_set_that_there_is_not_is_refused_with_those_there_are() {
    let folder = folder();
    let output = rustassay(&["generate", "types", "--rules", "systemg"], folder.path());
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("no rule set `systemg`") && errors.contains("`systemf`"), "{errors}");
}

#[test]
fn several_programs_for_the_typechecker_need_a_folder() {
    let folder = folder();
    let output = rustassay(&["generate", "types", "--count", "2"], folder.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--out DIR"));
}
