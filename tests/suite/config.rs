//! `rustassay.toml`: where it is found, which options it gives, and what `rustassay config` says of them.

use crate::TOOL;
use rustassay_testing::{code, stderr, stdout};
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

/// A folder with a configuration file, and a folder within it.
fn configured(text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::write(folder.path().join("rustassay.toml"), text).expect("it is our folder");
    fs::create_dir(folder.path().join("within")).expect("it is our folder");
    folder
}

fn rustassay(folder: &Path, args: &[&str]) -> Output {
    TOOL.command()
        .args(args)
        .current_dir(folder)
        .env_remove("RUSTASSAY_STORE")
        .output()
        .expect("the binary runs")
}

#[test]
fn a_file_in_a_folder_above_gives_options() {
    let folder = configured("[options.generate-surface]\nseed = 7\n[surface]\nprofile = \"tiny\"\n");
    let typed = rustassay(Path::new("/"), &["generate", "surface", "--seed", "7", "--profile", "tiny"]);
    let found = rustassay(&folder.path().join("within"), &["generate", "surface"]);
    assert_eq!((code(&found), stdout(&found)), (0, stdout(&typed)), "{}", stderr(&found));
}

#[test]
fn what_is_typed_comes_before_the_file() {
    let folder = configured("[options.generate-surface]\nseed = 7\n");
    let typed = rustassay(folder.path(), &["generate", "surface", "--seed", "8"]);
    assert_eq!(stdout(&typed), stdout(&rustassay(Path::new("/"), &["generate", "surface", "--seed", "8"])));
}

#[test]
fn an_option_that_excludes_what_is_typed_is_left_out() {
    let folder = configured("[options.all]\nbackends = \"no-such-set\"\n");
    let output = rustassay(folder.path(), &["fuzz", "--flags=-Copt-level=3", "--rustc", "/no/such/rustc"]);
    assert!(stderr(&output).contains("`/no/such/rustc`"), "{}", stderr(&output));
    let output = rustassay(folder.path(), &["diff", "any.rs"]);
    assert!(stderr(&output).contains("there is no set of backends `no-such-set`"), "{}", stderr(&output));
}

#[test]
fn config_says_which_options_are_in_force_and_where_each_comes_from() {
    let folder =
        configured("[options.all]\nstore = \"mine\"\n[options.fuzz]\njobs = 3\nno-feedback = true\n");
    let file =
        folder.path().join("rustassay.toml").canonicalize().expect("it is there").display().to_string();
    let shown = stdout(&rustassay(folder.path(), &["config"]));
    assert!(shown.starts_with(&format!("configuration file: {file}\n")), "{shown}");
    let has = |words: [&str; 4]| {
        shown
            .lines()
            .any(|line| line.split_whitespace().eq([words[0], words[1], words[2], "from:", words[3]]))
    };
    assert!(has(["fuzz", "--jobs", "3", &file]) && has(["fuzz", "--no-feedback", "true", &file]), "{shown}");
    assert!(has(["serve", "--store", "mine", &file]) && has(["status", "--store", "mine", &file]), "{shown}");
    let whole = stdout(&rustassay(folder.path(), &["config", "fuzz"]));
    assert!(whole.contains("--triage") && whole.contains("from: default"), "{whole}");
}

#[test]
fn the_environment_comes_before_the_file_and_is_not_shown_where_it_may_be_secret() {
    let folder = configured("[options.all]\nstore = \"mine\"\n");
    let mut command = TOOL.command();
    command.args(["config", "status", "--json"]).current_dir(folder.path());
    let output =
        command.env("RUSTASSAY_STORE", "postgres://me:secret@host/base").output().expect("the binary runs");
    let shown: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("it is JSON");
    assert_eq!(shown["options"][0]["from"], "RUSTASSAY_STORE");
    assert!(!stdout(&output).contains("secret"), "{shown}");
}

#[test]
fn what_is_wrong_with_the_file_is_said_with_its_name() {
    for (text, expected) in [
        ("[options.fuz]\njobs = 1\n", "`[options.fuz]`: there is no such command; did you mean `fuzz`?"),
        ("[options.fuzz]\njbos = 1\n", "`[options.fuzz]`: there is no option `--jbos`; did you mean `jobs`?"),
        ("[options.fuzz]\njobs = {}\n", "`jobs` is a text, a number"),
        ("[option.fuzz]\njobs = 1\n", "unknown field `option`"),
        ("[options.fuzz]\njobs = \n", "line 2"),
    ] {
        let folder = configured(text);
        for args in [&["config"][..], &["status"]] {
            let output = rustassay(folder.path(), args);
            let errors = stderr(&output);
            assert_eq!(code(&output), 2, "{args:?}: {errors}");
            assert!(errors.contains("rustassay.toml`: ") && errors.contains(expected), "{args:?}: {errors}");
        }
    }
}

#[test]
fn without_a_file_config_says_so() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let output = rustassay(folder.path(), &["config"]);
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).starts_with("configuration file: none"), "{}", stdout(&output));
    assert_eq!(code(&rustassay(folder.path(), &["config", "fuz"])), 2);
}
