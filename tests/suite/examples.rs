//! The programs of `examples`, which newcomers start from, do what they say.

use rustassay_testing::{assert_contains, code, repository, stderr, stdout};
use std::path::PathBuf;
use std::process::{Command, Output};

/// Where cargo has put the examples, if this run of cargo has built them.
fn built(name: &str) -> Option<PathBuf> {
    let tests = std::env::current_exe().ok()?;
    let file =
        tests.parent()?.parent()?.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    file.exists().then_some(file)
}

fn example(name: &str, argument: &str) -> Output {
    let mut command = match built(name) {
        Some(file) => Command::new(file),
        None => {
            let mut cargo = Command::new(env!("CARGO"));
            cargo.args(["run", "--quiet", "--offline", "--example", name, "--"]);
            cargo
        }
    };
    command.arg(argument).current_dir(repository()).output().expect("it starts")
}

#[test]
fn a_program_is_generated_with_its_output() {
    let output = example("generate", "7");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_contains(&stdout(&output), &["fn main()", "// must print:\n//   "]);
}

#[test]
fn a_program_runs_on_the_machine() {
    let output = example("run", "tests/run/pass/integers/wrapping.rs");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_contains(&stdout(&output), &["Finished after "]);
}

#[test]
fn undefined_behavior_is_told_with_its_place() {
    let output = example("run", "tests/run/ub/arithmetic/div-by-zero.rs");
    assert_contains(
        &stdout(&output),
        &["tests/run/ub/arithmetic/div-by-zero.rs:", ": Undefined Behavior: dividing by zero"],
    );
}

#[test]
fn compilers_are_judged_on_a_generated_program() {
    let output = example("judge", "1");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_contains(&stdout(&output), &["machine: Observed(", "/O0: Observed("]);
}
