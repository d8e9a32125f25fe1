//! `rustassay bisect`: exit codes, and what people and scripts read.
#![cfg(target_os = "linux")]

use crate::TOOL;
use crate::library::has_library;
use rustassay_testing::{
    assert_contains, code, reference_rustc, reference_version, stderr, stdout, write_compiler,
};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::OnceLock;

/// The compilers that the tests use.
struct Compilers {
    /// The reference rustc.
    real: PathBuf,
    /// A script that calls it, and takes `right` for `wrong` at level 1. It cannot count passes.
    secretive: PathBuf,
}

const SECRETIVE: &str = r#"
case " $* " in
    *bisect-limit*|*dump-mir*) echo 'error: no such option' >&2; exit 1 ;;
    *" -Copt-level=1 "*) sed -i 's/right/wrong/' case.rs ;;
esac"#;

/// The compilers, and a file to compile.
fn compilers() -> &'static Compilers {
    static COMPILERS: OnceLock<Compilers> = OnceLock::new();
    COMPILERS.get_or_init(|| {
        let real = reference_rustc();
        let secretive = temporary("secretive");
        write_compiler(&secretive, &real, SECRETIVE);
        fs::write(temporary("right.rs"), "fn main() {\n    println!(\"right\");\n}\n")
            .expect("it is our folder");
        Compilers { real, secretive }
    })
}

/// A place in the folder that cargo gives to tests.
fn temporary(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bisect");
    fs::create_dir_all(&folder).expect("it is our folder");
    folder.join(name)
}

/// Runs the command with some compilers and a set of `levels.toml`.
fn bisect(rustcs: &[&Path], set: &str, args: &[&str]) -> Output {
    let mut command = TOOL.command();
    command.arg("bisect").args(args).args(["--config", "tests/bisect/levels.toml", "--backends", set]);
    rustcs.iter().for_each(|rustc| {
        command.arg("--rustc").arg(rustc);
    });
    command.output().expect("the binary runs")
}

/// Runs the command with the reference rustc.
fn with_real(set: &str, args: &[&str]) -> Output {
    bisect(&[&compilers().real], set, args)
}

const MISCOMPILED: &str = "tests/diff/result-into-copied-argument.rs";

#[test]
fn a_wrong_pass_is_named_with_its_flags_its_versions_and_what_it_did() {
    let output = with_real("levels", &[MISCOMPILED]);
    let text = stdout(&output);
    assert_eq!(code(&output), 0, "{text}{}", stderr(&output));
    assert_contains(
        &text,
        &[
            "result-into-copied-argument.rs: miscompilation: the program prints the wrong output\n",
            "  needs -Copt-level=1\n",
            "  guilty: the MIR pass DeadStoreElimination-initial on `case::main`, number 14; without it alone, all is well\n",
            &format!("  with these flags:\n      {}", reference_version()),
            "  bad (",
            "  every compiler that could be tried shows it\n",
            "  what DeadStoreElimination-initial did:\n",
            "      -        _1 = swap(copy _1)",
            "      +        _1 = swap(move _1)",
        ],
    );
}

#[test]
fn a_script_gets_one_object() {
    let output = with_real("levels", &["--json", MISCOMPILED]);
    let data: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let found = &data["localised"][0];
    assert_eq!((code(&output), &data["verdict"]), (0, &Value::from("found")));
    assert_eq!(found["cause"], "mir:DeadStoreElimination");
    assert_eq!(found["needed_flags"][0], "-Copt-level=1");
    let pass = &found["passes"][0];
    assert_eq!((&pass["layer"], &pass["on"]), (&Value::from("mir"), &Value::from("case::main")));
    assert!(pass["difference"].as_str().is_some_and(|diff| diff.contains("+        _1 = swap(move _1)")));
    assert_eq!(found["compilers"][0]["shows"], "yes");
}

#[test]
fn no_more_is_shown_of_a_difference_than_is_wanted() {
    let output = with_real("levels", &["--diff-lines", "2", MISCOMPILED]);
    let text = stdout(&output);
    let shown = text.split("did:\n").nth(1).expect("it shows what the pass did");
    assert_eq!(shown.trim_end().lines().count(), 3, "{shown}");
    assert_contains(shown, &[" more lines: `--diff-lines "]);
}

#[test]
fn a_crash_of_an_llvm_pass_is_followed() {
    let output = with_real("loops", &["tests/diff/loop-exits.rs"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let parts = ["  needs -Cpasses=unify-loop-exits\n", "  guilty: the LLVM pass unify-loop-exits on "];
    assert_contains(&stdout(&output), &parts);
}

#[test]
fn of_ordinary_rust_the_machine_knows_what_is_right() {
    if !has_library() {
        return;
    }
    let output = with_real("levels", &["tests/diff/union-sibling.rs"]);
    let text = stdout(&output);
    assert_eq!(code(&output), 0, "{text}");
    let parts = [
        "miscompilation: the program prints the wrong output\n",
        "  guilty: the MIR pass JumpThreading on `case::is_set`",
    ];
    assert_contains(&text, &parts);
    assert!(!text.contains("nobody knows"), "{text}");
}

#[test]
fn where_nobody_knows_what_is_right_it_says_whose_word_was_taken() {
    let known = fs::read_to_string("tests/diff/union-sibling.rs").expect("the file is there");
    // The machine has no assembly.
    let unknown = known.replace("fn main() {", "fn main() {\n    unsafe { std::arch::asm!(\"nop\") };");
    let file = temporary("with-assembly.rs");
    fs::write(&file, unknown).expect("it is our folder");
    let output = with_real("levels", &[file.to_str().expect("a path that is text")]);
    let text = stdout(&output);
    assert_eq!(code(&output), 0, "{text}");
    let parts = [
        "/O0: nobody knows what the program must do\n",
        "  guilty: the MIR pass JumpThreading on `case::is_set`",
    ];
    assert_contains(&text, &parts);
}

#[test]
fn a_program_that_no_compiler_gets_wrong_is_refused_with_what_was_seen() {
    let output = with_real("levels", &["tests/diff/agree.rs"]);
    assert_eq!((code(&output), stdout(&output)), (2, String::new()));
    let parts = [
        "error: there is nothing to bisect: no compiler is wrong about `tests/diff/agree.rs`\n",
        "tests/diff/agree.rs: all agree\n",
        "      hello\n",
    ];
    assert_contains(&stderr(&output), &parts);
}

#[test]
fn undefined_behavior_is_nothing_to_bisect() {
    let output = with_real("levels", &["tests/run/ub/arithmetic/div-by-zero.rs"]);
    assert_eq!(code(&output), 2);
    assert_contains(&stderr(&output), &["the program has Undefined Behavior: dividing by zero"]);
}

#[test]
fn where_the_guilty_part_cannot_be_told_it_exits_with_1() {
    let compilers = compilers();
    let file = temporary("right.rs");
    let output =
        bisect(&[&compilers.real, &compilers.secretive], "levels", &[file.to_str().expect("it is text")]);
    let text = stdout(&output);
    assert_eq!(code(&output), 1, "{text}{}", stderr(&output));
    let parts = ["  guilty: unknown: ", "  needs -Copt-level=1\n", "  it does not follow the versions\n"];
    assert_contains(&text, &parts);
}

#[test]
fn a_file_that_cannot_be_read_exits_with_2() {
    let output = with_real("levels", &["tests/diff/missing.rs"]);
    assert_eq!(code(&output), 2);
    assert_contains(&stderr(&output), &["error: cannot read `tests/diff/missing.rs`"]);
}
