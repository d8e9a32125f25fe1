//! The pages about commands: `docs/commands`, manual pages and completions say what `--help` says.

use crate::TOOL;
use rustassay_testing::code;
use std::collections::BTreeMap;
use std::path::Path;

/// The files of a folder, by name.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries
        .map(|entry| {
            let entry = entry.expect("the folder can be listed");
            let text = std::fs::read_to_string(entry.path()).expect("a page is text");
            (entry.file_name().into_string().expect("a plain name"), text)
        })
        .collect()
}

fn pages(format: &str) -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let output =
        TOOL.command().args(["man", "--format", format, "--out"]).arg(folder.path()).output().expect("runs");
    assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
    files(folder.path())
}

#[test]
fn docs_commands_is_what_man_writes() {
    let written = pages("markdown");
    let kept = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/commands"));
    let stale: Vec<_> =
        written.keys().chain(kept.keys()).filter(|name| written.get(*name) != kept.get(*name)).collect();
    assert!(
        stale.is_empty(),
        "{stale:?} differ: `cargo run -- man --format markdown --out docs/commands` writes them again"
    );
}

#[test]
fn every_page_has_examples_and_exit_codes_or_lists_commands() {
    for (name, page) in pages("markdown") {
        let is_complete = page.contains("\n## Examples\n") && page.contains("\n## Exit codes\n");
        assert!(is_complete || page.contains("\n## Commands\n"), "{name} lacks examples or exit codes");
    }
}

#[test]
fn pages_have_no_line_of_prose_above_100_columns() {
    for (name, page) in pages("markdown") {
        let mut is_code = false;
        for line in page.lines() {
            is_code ^= line.starts_with("```");
            let may_be_long = is_code || line.starts_with(['|', '#']);
            assert!(may_be_long || line.chars().count() <= 100, "{name}: {line}");
        }
    }
}

#[test]
fn each_command_has_a_manual_page() {
    let pages = pages("roff");
    for name in ["rustassay.1", "rustassay-fuzz.1", "rustassay-generate-mir.1", "rustassay-cargo-test.1"] {
        assert!(pages.get(name).is_some_and(|page| page.contains("\n.SH NAME\n")), "{name}");
    }
}

#[test]
fn man_says_which_page_it_could_not_write() {
    let output = TOOL.command().args(["man", "--out", "Cargo.toml"]).output().expect("runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(code(&output), 2);
    assert!(errors.contains("cannot write `Cargo.toml/rustassay.1`"), "{errors}");
}

#[test]
fn every_shell_gets_completions_of_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = TOOL.command().args(["completions", shell]).output().expect("runs");
        let script = String::from_utf8_lossy(&output.stdout);
        assert_eq!(code(&output), 0);
        for command in ["bisect", "diff", "fuzz", "generate", "reduce", "run", "toolchains"] {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
}
