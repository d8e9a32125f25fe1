//! `--llvm`: which LLVMs there are, and that programs go through them.
#![cfg(target_os = "linux")]

use crate::TOOL;
use rustassay_testing::{
    FakeLlvm, Requirement, assert_contains, code, reference_rustc, skip, stderr, stdout,
};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// A program that the machine knows.
const PROGRAM: &str = "tests/run/pass/integers/wrapping.rs";

fn path(path: &Path) -> &str {
    path.to_str().expect("a path that is text")
}

/// A configuration file with a fake LLVM, in a folder of this name.
fn config(name: &str, fake: &FakeLlvm) -> PathBuf {
    let file = TOOL.folder(&format!("llvm-{name}")).join("rustassay.toml");
    let [opt, llc] = ["opt", "llc"].map(|tool| fake.folder().join(tool).display().to_string());
    let text = format!("[[llvm]]\nname = \"fake\"\nopt = \"{opt}\"\nllc = \"{llc}\"\n");
    fs::write(&file, text).expect("it is our folder");
    file
}

/// The command with the reference compiler and the fake LLVM of this name, in a folder of the test's own.
fn with_fake(test: &str, name: &str, args: &[&str]) -> Output {
    let fake = FakeLlvm::new(name);
    let (config, rustc) = (config(test, &fake), reference_rustc());
    let given = ["--rustc", path(&rustc), "--config", path(&config)];
    TOOL.command().args(args).args(given).output().expect("the binary runs")
}

#[test]
fn toolchains_lists_what_each_llvm_can_do() {
    let works = stdout(&with_fake("list", "keeps-object", &["toolchains"]));
    let row = works.lines().find(|line| line.contains("+fake")).expect("a row for the LLVM");
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells[1..6], ["99.1.0", "yes", "yes", "yes", "-"], "{works}");
    let broken = with_fake("list", "cannot-read", &["toolchains"]);
    let table = stdout(&broken);
    let row = table.lines().find(|line| line.contains("+fake")).expect("a row for the LLVM");
    assert_eq!(row.split_whitespace().nth(2), Some("-"), "{table}");
    assert_contains(&stderr(&broken), &["its bitcode is not for this LLVM", "Invalid record"]);
}

#[test]
fn programs_are_judged_with_an_llvm_that_is_named() {
    let output = with_fake(
        "judged",
        "keeps-object",
        &["diff", PROGRAM, "--backends", "quick", "--llvm", "99", "--json"],
    );
    let data: Value = serde_json::from_str(&stdout(&output)).expect("one object");
    assert_eq!((code(&output), &data["verdict"]), (0, &"agree".into()), "{data}");
    let trials = data["trials"].as_array().expect("a list");
    let commands: Vec<String> = trials.iter().map(|trial| trial["command"].to_string()).collect();
    assert_eq!(commands.iter().filter(|command| command.contains("/llc ")).count(), 2, "{data}");
}

#[test]
fn an_llvm_that_does_not_work_or_is_not_there_is_an_error() {
    let missing = with_fake("missing", "keeps-object", &["diff", PROGRAM, "--llvm", "7"]);
    assert_eq!(code(&missing), 2);
    assert_contains(&stderr(&missing), &["there is no LLVM `7`", "[[llvm]]"]);
    let broken = with_fake("missing", "cannot-read", &["diff", PROGRAM, "--llvm", "fake"]);
    assert_eq!(code(&broken), 2);
    assert_contains(&stderr(&broken), &["Invalid record", "the LLVM `fake` works with no compiler at hand"]);
}

#[test]
fn the_set_for_other_llvms_needs_one() {
    let output = with_fake("no-llvm", "keeps-object", &["diff", PROGRAM, "--backends", "llvm"]);
    assert_eq!(code(&output), 2);
    assert_contains(&stderr(&output), &["name one with `--llvm`"]);
}

#[test]
fn generated_programs_do_what_they_must_with_the_llvms_of_this_machine() {
    let llvm = std::env::var("RUSTASSAY_LLVM").unwrap_or_default();
    if llvm.is_empty() {
        return skip(Requirement::Llvm, "set RUSTASSAY_LLVM to a version on `PATH`, as docs/llvm.md says");
    }
    let folder = TOOL.folder("llvm-programs");
    let rustc = reference_rustc();
    let generate = ["generate", "mir", "--count", "2", "--seed", "1", "--out", path(&folder)];
    assert!(TOOL.command().args(generate).status().expect("the binary runs").success());
    let given = ["--rustc", path(&rustc), "--llvm", &llvm, "--backends", "llvm", "--json"];
    let output = TOOL.command().arg("diff").arg(&folder).args(given).output().expect("the binary runs");
    assert!(code(&output) < 2, "{output:?}");
    for line in stdout(&output).lines() {
        let data: Value = serde_json::from_str(line).expect("an object a line");
        let trials = data["trials"].as_array().expect("a list").iter();
        let ran = trials.filter(|trial| trial["outcome"] == "ran").count();
        assert!(ran > 20, "{data}");
    }
}
