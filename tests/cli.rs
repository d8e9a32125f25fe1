//! What scripts rely on: exit codes, and which stream has what.

use std::path::Path;
use std::process::{Command, Output, Stdio};

const GOOD: &str = "tests/check/pass/";

fn rustassay(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rustassay"));
    command.args(args).current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null());
    command.output().expect("the binary runs")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("the binary exits by itself")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the binary writes UTF-8")
}

/// Some file of the suite that must pass.
fn good_file() -> String {
    let mut files: Vec<String> = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(GOOD))
        .expect("the suite is there")
        .map(|entry| entry.expect("the suite can be listed").file_name().into_string().expect("a plain name"))
        .collect();
    files.sort();
    format!("{GOOD}{}", files[0])
}

const BAD: &str = "tests/check/fail/deref-not-first.rs";

#[test]
fn check_exits_with_0_and_says_nothing_when_all_is_well() {
    let output = rustassay(&["check", &good_file()]);
    assert_eq!(
        (code(&output), text(&output.stdout), text(&output.stderr)),
        (0, String::new(), String::new())
    );
}

#[test]
fn check_exits_with_1_and_points_into_the_text() {
    let output = rustassay(&["check", BAD]);
    let errors = text(&output.stderr);
    assert_eq!(code(&output), 1);
    assert!(errors.contains("error[deref-not-first]"), "{errors}");
    assert!(errors.contains(&format!("--> {BAD}:12:19")), "{errors}");
}

#[test]
fn check_goes_on_after_a_file_that_cannot_be_read_and_exits_with_2() {
    let output = rustassay(&["check", "tests/there-is-no-such-file.rs", BAD]);
    let errors = text(&output.stderr);
    assert_eq!(code(&output), 2);
    assert!(errors.contains("cannot read `tests/there-is-no-such-file.rs`"), "{errors}");
    assert!(errors.contains("error[deref-not-first]"), "{errors}");
}

#[test]
fn check_without_files_exits_with_2() {
    assert_eq!(code(&rustassay(&["check"])), 2);
}

#[test]
fn check_gives_diagnostics_as_json_lines() {
    let output = rustassay(&["check", "--message-format", "json", BAD]);
    let lines = text(&output.stdout);
    let diagnostic: serde_json::Value = serde_json::from_str(lines.trim_end()).expect("one JSON object");
    assert_eq!(code(&output), 1);
    assert_eq!(diagnostic["code"], "deref-not-first");
    assert_eq!((&diagnostic["file"], &diagnostic["span"]["line"]), (&BAD.into(), &12.into()));
}

#[test]
fn fmt_prints_what_it_reads_again_unchanged() {
    let file = good_file();
    for form in ["people", "fast"] {
        let first = rustassay(&["fmt", "--form", form, &file]);
        assert_eq!(code(&first), 0, "{}", text(&first.stderr));
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("printed.rs");
        std::fs::write(&path, &first.stdout).expect("the file can be written");
        let second = rustassay(&["fmt", "--form", form, path.to_str().expect("a plain path")]);
        assert_eq!(text(&second.stdout), text(&first.stdout));
    }
}

#[test]
fn fmt_exits_with_1_for_what_is_no_custom_mir() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("bad.rs");
    std::fs::write(&path, "fn f( {").expect("the file can be written");
    let unbalanced = rustassay(&["fmt", path.to_str().expect("a plain path")]);
    assert_eq!(code(&unbalanced), 1);
    assert!(text(&unbalanced.stderr).contains("error[unbalanced]"));
}

#[test]
fn fmt_exits_with_2_for_a_release_that_is_none() {
    assert_eq!(code(&rustassay(&["fmt", "--release", "ninety-five", &good_file()])), 2);
}
