//! What scripts rely on: exit codes, and which stream has what.

use crate::TOOL;
use rustassay_testing::code;
use std::path::Path;
use std::process::{Output, Stdio};

const GOOD: &str = "tests/check/pass/";

fn rustassay(args: &[&str]) -> Output {
    TOOL.command().args(args).output().expect("the binary runs")
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

/// Runs the tool with one of its streams connected to something else.
fn with_streams(args: &[&str], stdout: Stdio, stderr: Stdio) -> Output {
    let child = TOOL.command().args(args).stdout(stdout).stderr(stderr).spawn().expect("the binary runs");
    child.wait_with_output().expect("the binary runs")
}

/// A disk on which nothing fits.
#[cfg(target_os = "linux")]
fn full() -> Stdio {
    std::fs::File::options().write(true).open("/dev/full").expect("Linux has it").into()
}

/// Commands that write to standard output, each in its own way.
#[cfg(target_os = "linux")]
const WRITERS: [&[&str]; 9] = [
    &["--help"],
    &["check", "--message-format", "json", BAD],
    &["fmt", "tests/run/pass/integers/wrapping.rs"],
    &["run", "tests/run/pass/integers/wrapping.rs"],
    &["generate", "mir"],
    &["generate", "mir", "--stats"],
    &["generate", "surface"],
    &["mutate", "--list"],
    &["mutate", "shipped:bits"],
];

#[test]
#[cfg(target_os = "linux")]
fn what_does_not_fit_on_the_disk_exits_with_2_and_a_sentence() {
    for args in WRITERS {
        let output = with_streams(args, full(), Stdio::piped());
        let errors = text(&output.stderr);
        assert_eq!(code(&output), 2, "{args:?}: {errors}");
        assert!(errors.contains("cannot write to standard output"), "{args:?}: {errors}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_reader_that_goes_away_is_no_error() {
    for args in WRITERS {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = with_streams(args, writer.into(), Stdio::piped());
        let errors = text(&output.stderr);
        assert_eq!(code(&output), 0, "{args:?}: {errors}");
        assert!(!errors.contains("error"), "{args:?}: {errors}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_complained_about_changes_no_exit_code() {
    assert_eq!(code(&with_streams(&["check", BAD], Stdio::null(), full())), 1);
    assert_eq!(code(&with_streams(&["check", "no-such-file.rs"], Stdio::null(), full())), 2);
}

#[test]
fn a_folder_that_cannot_be_written_to_exits_with_2_and_its_name() {
    for args in [&["generate", "surface"][..], &["generate", "types"], &["mutate", "shipped:bits"]] {
        let output = rustassay(&[args, &["--out", "Cargo.toml/programs"]].concat());
        let errors = text(&output.stderr);
        assert_eq!(code(&output), 2, "{args:?}: {errors}");
        assert!(errors.contains("cannot write `Cargo.toml/programs"), "{args:?}: {errors}");
    }
}

#[test]
fn a_store_that_is_a_url_is_refused_and_makes_no_folder() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    for name in ["fuzz", "findings", "report", "serve", "status"] {
        let mut command = TOOL.command();
        command.args([name, "--store", "mysql://host/base"]).current_dir(folder.path());
        let output = command.output().expect("the binary runs");
        let errors = text(&output.stderr);
        assert_eq!(code(&output), 2, "{name}: {errors}");
        assert!(errors.contains("`mysql://` is neither"), "{name}: {errors}");
    }
    assert_eq!(folder.path().read_dir().expect("it is our folder").count(), 0);
}

/// A file in a folder of its own.
fn file(name: &str, content: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let path = folder.path().join(name);
    std::fs::write(&path, content).expect("it is our file");
    let path = path.to_str().expect("a path that is text").to_owned();
    (folder, path)
}

#[test]
fn fmt_of_a_file_without_custom_mir_exits_with_1_and_a_sentence() {
    let (_folder, path) = file("plain.rs", "fn main() {}\n");
    let output = rustassay(&["fmt", &path]);
    assert_eq!((code(&output), text(&output.stdout)), (1, String::new()));
    assert!(text(&output.stderr).contains("has no custom MIR"), "{}", text(&output.stderr));
}

#[test]
fn fmt_keeps_comments_and_drops_them_when_it_is_told_to() {
    let program = "//@ edition: 2024\n#![feature(custom_mir, core_intrinsics)]\nuse core::intrinsics::mir::*;\n// why\n\
                   #[custom_mir(dialect = \"runtime\", phase = \"optimized\")]\n\
                   fn f() { mir! { { Return() /* end */ } } }\nfn main() { f() }\n";
    let (_folder, path) = file("commented.rs", program);
    let kept = text(&rustassay(&["fmt", &path]).stdout);
    for comment in ["//@ edition: 2024", "// why", "/* end */"] {
        assert!(kept.contains(comment), "{kept}");
    }
    let dropped = rustassay(&["fmt", "--drop-comments", &path]);
    assert_eq!(code(&dropped), 0);
    assert!(!text(&dropped.stdout).contains("why"), "{}", text(&dropped.stdout));
}

#[test]
fn what_a_program_prints_is_passed_on_unchanged_and_a_name_cannot_command_the_terminal() {
    let (_folder, path) = file("red.rs", "fn main() { println!(\"\\x1b[31mred\"); }\n");
    assert_eq!(rustassay(&["run", &path]).stdout, b"\x1b[31mred\n");
    let output = rustassay(&["check", "no\x1b[31m.rs"]);
    let errors = text(&output.stderr);
    assert!(!errors.contains('\x1b') && errors.contains("no\\x1b[31m.rs"), "{errors:?}");
}

#[test]
fn a_folder_stands_for_the_rust_files_in_it_and_below() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let path = folder.path().to_str().expect("a path that is text");
    let empty = rustassay(&["check", path]);
    assert_eq!(code(&empty), 2);
    assert!(text(&empty.stderr).contains("there are no Rust files in the folder"), "{}", text(&empty.stderr));
    std::fs::create_dir(folder.path().join("below")).expect("it is our folder");
    std::fs::copy(good_file(), folder.path().join("good.rs")).expect("it is our folder");
    std::fs::copy(BAD, folder.path().join("below/bad.rs")).expect("it is our folder");
    std::fs::write(folder.path().join("below/notes.txt"), "fn").expect("it is our folder");
    let output = rustassay(&["check", "--json", path]);
    assert_eq!((code(&output), text(&output.stdout).lines().count()), (1, 1), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("/below/bad.rs"), "{}", text(&output.stdout));
}

#[test]
fn a_minus_is_standard_input() {
    for args in [&["check", "-"][..], &["fmt", "-"], &["run", "-"]] {
        let file = std::fs::File::open("tests/run/pass/integers/wrapping.rs").expect("the suite is there");
        let output = TOOL.command().args(args).stdin(file).output().expect("the binary runs");
        assert_eq!(code(&output), 0, "{args:?}: {}", text(&output.stderr));
    }
}

#[test]
fn colors_are_as_the_command_line_says() {
    for (choice, has_color) in [("always", true), ("never", false), ("auto", false)] {
        let output = rustassay(&["check", BAD, "--color", choice]);
        assert_eq!(text(&output.stderr).contains("\x1b["), has_color, "{choice}");
    }
    let forced =
        TOOL.command().args(["check", BAD]).env("CLICOLOR_FORCE", "1").output().expect("the binary runs");
    assert!(text(&forced.stderr).contains("\x1b["), "{}", text(&forced.stderr));
}

#[test]
fn a_mistyped_name_has_a_suggestion() {
    for (args, meant) in [
        (&["fuz"][..], "'fuzz'"),
        (&["fuzz", "--progams", "5"], "'--programs'"),
        (&["fuzz", "--generators", "surfcae"], "did you mean `surface`?"),
        (&["fuzz", "--profile", "pointres"], "did you mean `pointers`?"),
        (&["generate", "mir", "--profile", "larg"], "did you mean `large`?"),
        (&["generate", "types", "--rules", "borows"], "did you mean `borrows`?"),
        (&["diff", "--backends", "thorugh", BAD], "did you mean `thorough`?"),
        (&["mutate", "shipped:closure"], "did you mean `closures`?"),
    ] {
        let output = rustassay(args);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(text(&output.stderr).contains(meant), "{args:?}: {}", text(&output.stderr));
    }
}
