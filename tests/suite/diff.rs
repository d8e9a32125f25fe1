//! `rustassay diff`: exit codes, and what people and scripts read.
#![cfg(target_os = "linux")]

use crate::TOOL;
use crate::library::has_library;
use rustassay_testing::{
    Requirement, code, reference_rustc, skip, stderr, stdout, write_compiler, write_script,
};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The compilers that the tests use.
struct Compilers {
    /// The reference rustc.
    real: PathBuf,
    /// A script that calls it with a setting that breaks programs.
    wrapper: PathBuf,
}

/// The compilers.
fn compilers() -> &'static Compilers {
    static COMPILERS: OnceLock<Compilers> = OnceLock::new();
    COMPILERS.get_or_init(|| {
        let real = reference_rustc();
        let wrapper = temporary("wrapper");
        let call = format!("exec '{}' \"$@\" -Cllvm-args=-attributor-enable=all", real.display());
        write_script(&wrapper, &format!("#!/bin/sh\n{call}\n"));
        Compilers { real, wrapper }
    })
}

/// A place in the folder that cargo gives to tests.
fn temporary(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("diff");
    fs::create_dir_all(&folder).expect("it is our folder");
    folder.join(name)
}

/// The command.
fn diff(args: &[&str]) -> Command {
    let mut command = TOOL.command();
    command.arg("diff").args(args);
    command
}

/// Runs the command with the reference rustc.
fn with_real(args: &[&str]) -> Output {
    let real = compilers().real.to_str().expect("a path that is text");
    run(&mut diff(&[&["--rustc", real], args].concat()))
}

fn run(command: &mut Command) -> Output {
    command.output().expect("the binary runs")
}

/// The objects for scripts, one a line.
fn data(output: &Output) -> Vec<Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect()
}

/// The table without the compilers' names and places: `NAME/O3` is `O3`, and commands begin with `rustc`.
fn table(output: &Output) -> String {
    let without_names = |line: &str| {
        let words = line.split(' ').map(|word| match word.contains(".rs") {
            true => word,
            false => word.rsplit('/').next().unwrap_or(word),
        });
        words.collect::<Vec<_>>().join(" ")
    };
    stdout(output).lines().map(|line| without_names(line) + "\n").collect()
}

const BROKEN: [&str; 4] = ["--config", "tests/diff/broken.toml", "--backends", "broken"];

#[test]
fn a_program_on_which_all_agree_exits_with_0() {
    let output = with_real(&["--backends", "quick", "tests/diff/agree.rs"]);
    if !has_library() {
        return;
    }
    let expected = "tests/diff/agree.rs: all agree
  machine, O0, O3
      hello

";
    assert_eq!((code(&output), &*table(&output)), (0, expected), "{}", stderr(&output));
}

#[test]
fn a_program_that_the_machine_knows_is_compared_with_it() {
    let output = with_real(&["tests/run/pass/integers/wrapping.rs"]);
    let expected = "tests/run/pass/integers/wrapping.rs: all agree
  machine, O0-mir0, O0, O1, O2, O3, Os, O3-mir4, O0-mir4, const
      44 -2147483648 18446744073709551615 -128

";
    assert_eq!((code(&output), &*table(&output)), (0, expected), "{}", stderr(&output));
}

#[test]
fn a_program_in_the_words_of_another_release_is_written_in_those_of_the_compiler() {
    let output = with_real(&["--backends", "quick", "tests/diff/atomics-of-1.90.rs"]);
    assert_eq!(code(&output), 0, "{}", table(&output));
    assert!(table(&output).contains("O0, O3\n      7\n"), "{}", table(&output));
}

#[test]
fn a_miscompilation_of_ordinary_rust_is_blamed_on_who_is_wrong() {
    if !has_library() {
        return;
    }
    let output = with_real(&[&BROKEN[..], &["tests/diff/attributor.rs"]].concat());
    let table = table(&output);
    assert_eq!(code(&output), 1, "{table}");
    for line in [
        "tests/diff/attributor.rs: found: compiler-crash, miscompilation",
        "  machine, O0, O3\n      [0, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 18, 19, 21, 22, 24, 25, 27, 28, 30]",
        "  miscompilation: the program prints the wrong output\n      by attributor\n",
        "      rustc --edition 2021 -o case -Copt-level=3 -Cllvm-args=-attributor-enable=all",
    ] {
        assert!(table.contains(line), "{line}\nis not in\n{table}");
    }
}

#[test]
fn a_crash_exits_with_1_and_names_who_crashes() {
    if !has_library() {
        return;
    }
    let output = with_real(&[&BROKEN[..], &["tests/diff/loop-exits.rs"]].concat());
    let table = table(&output);
    assert_eq!(code(&output), 1, "{table}");
    for line in [
        "tests/diff/loop-exits.rs: found: compiler-crash\n",
        "  machine, O0, O3, attributor\n      4: Some(2)\n      7: None\n      91: Some(7)\n      97: None\n",
        "  compiler-crash: the compiler is killed by signal 4, in llvm::UnifyLoopExitsPass::run\n\
         \x20     by unify-loop-exits\n",
    ] {
        assert!(table.contains(line), "{line}\nis not in\n{table}");
    }
}

#[test]
fn a_script_gets_an_object_for_each_file() {
    if !has_library() {
        return;
    }
    let files = ["--json", "tests/diff/loop-exits.rs", "tests/run/pass/integers/wrapping.rs"];
    let output = with_real(&[&BROKEN[..], &files].concat());
    let data = data(&output);
    let [crash, agree] = &data[..] else { panic!("{data:?}") };
    assert_eq!((crash["verdict"].as_str(), agree["verdict"].as_str()), (Some("found"), Some("agree")));
    let finding = &crash["findings"][0];
    assert_eq!(finding["fault"], "compiler-crash");
    assert_eq!(finding["summary"], "the compiler is killed by signal 4, in llvm::UnifyLoopExitsPass::run");
    assert!(finding["signature"].as_str().is_some_and(|it| it.contains("UnifyLoopExits")), "{finding}");
    assert!(finding["backends"][0].as_str().is_some_and(|it| it.ends_with("/unify-loop-exits")), "{finding}");
    let outcomes = crash["trials"].as_array().expect("a list").iter();
    let outcomes: Vec<&str> = outcomes.filter_map(|trial| trial["outcome"].as_str()).collect();
    assert_eq!(outcomes, ["ran", "ran", "ran", "ran", "not-built"]);
    assert_eq!(crash["expected"]["stdout"], "4: Some(2)\n7: None\n91: Some(7)\n97: None\n");
    assert_eq!(agree["file"], "tests/run/pass/integers/wrapping.rs");
    assert_eq!(agree["expected"]["end"]["code"], 0);
    assert_eq!(agree["expected"]["stdout"], "44 -2147483648 18446744073709551615 -128\n");
    assert_eq!(agree["trials"][1]["detail"], agree["expected"]);
}

#[test]
fn a_wrapper_is_told_apart_from_what_it_wraps() {
    if !has_library() {
        return;
    }
    let compilers = compilers();
    let wrapper = compilers.wrapper.to_str().expect("a path that is text");
    let args = ["--rustc", wrapper, "--backends", "quick", "--json", "tests/diff/attributor.rs"];
    let output = with_real(&args);
    let data = data(&output);
    assert_eq!(code(&output), 1, "{data:?}");
    assert_eq!(data[0]["findings"][0]["backends"], serde_json::json!([format!("{wrapper}/O3")]), "{data:?}");
}

#[test]
fn undefined_behavior_is_the_programs_own_fault_and_exits_with_1() {
    let output = with_real(&["tests/run/ub/arithmetic/div-by-zero.rs"]);
    let expected = "tests/run/ub/arithmetic/div-by-zero.rs: found: undefined-behavior-in-test-case
  undefined-behavior-in-test-case: the program has Undefined Behavior: dividing by zero in `/`

";
    assert_eq!((code(&output), &*stdout(&output)), (1, expected));
}

/// What comes of a program of ordinary Rust at two levels, if the machine can run such.
fn judged(name: &str, text: &str) -> Option<Output> {
    let file = temporary(name);
    fs::write(&file, text).expect("it is our folder");
    let file = file.to_str().expect("a path that is text");
    has_library().then(|| with_real(&["--backends", "quick", "--json", file]))
}

#[test]
fn undefined_behavior_of_ordinary_rust_is_the_programs_own_fault_and_has_a_place() {
    let text = "fn main() {\n    let numbers = [1, 2, 3];\n    let at = numbers.as_ptr();\n    println!(\"{}\", unsafe { *at.add(3) });\n}\n";
    let Some(output) = judged("out-of-bounds.rs", text) else { return };
    let data = data(&output);
    assert_eq!(
        (code(&output), &data[0]["findings"][0]["fault"]),
        (1, &"undefined-behavior-in-test-case".into())
    );
    let summary = data[0]["findings"][0]["summary"].as_str().expect("a sentence");
    assert!(summary.starts_with("the program has Undefined Behavior: "), "{summary}");
    assert!(summary.contains("(at case.rs:4:"), "{summary}");
    assert_eq!(data[0]["trials"], serde_json::json!([]), "nobody is asked what becomes of it");
}

#[test]
fn what_the_machine_cannot_run_is_compared() {
    let text = "fn main() { unsafe { std::arch::asm!(\"nop\") }; println!(\"5\"); }\n";
    let Some(output) = judged("assembly.rs", text) else { return };
    let data = data(&output);
    assert_eq!((code(&output), &data[0]["verdict"]), (0, &"agree".into()), "{data:?}");
    assert_eq!(data[0]["expected"], Value::Null);
    let machine = &data[0]["trials"][0];
    assert_eq!(machine["outcome"], "does-not-apply");
    let why = machine["detail"].as_str().expect("a sentence");
    assert!(why.starts_with("unsupported operation: inline assembly"), "{why}");
}

#[test]
fn a_program_that_looks_at_the_world_is_not_deterministic() {
    let time = "std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs()";
    for (name, what) in [
        ("time.rs", time),
        ("process.rs", "std::process::id()"),
        ("address.rs", "std::ptr::from_ref(&5) as usize"),
        ("arguments.rs", "std::env::args().next().unwrap()"),
        ("folder.rs", "std::env::current_dir().unwrap().display()"),
    ] {
        let Some(output) = judged(name, &format!("fn main() {{ println!(\"{{}}\", {what}); }}\n")) else {
            return;
        };
        let data = data(&output);
        assert_eq!(data[0]["findings"][0]["fault"], "nondeterministic-test-case", "{name}: {data:?}");
    }
}

#[test]
fn ordinary_rust_wraps_on_the_machine_as_it_does_elsewhere() {
    let text = "fn main() {\n    let many: Vec<u8> = vec![200; std::env::args().count() + 1];\n    \
                println!(\"{} {}\", many.iter().sum::<u8>(), many[0] + many[1]);\n}\n";
    let Some(output) = judged("wraps.rs", text) else { return };
    let data = data(&output);
    assert_eq!((code(&output), &data[0]["verdict"]), (0, &"agree".into()), "{data:?}");
    assert_eq!(data[0]["expected"]["stdout"], "144 144\n");
}

#[test]
fn a_panic_is_an_end_that_the_machine_knows() {
    let Some(output) = judged("panics.rs", "fn main() { print!(\"a\"); panic!(\"b\") }\n") else { return };
    let data = data(&output);
    assert_eq!((code(&output), &data[0]["expected"]["end"]["code"]), (0, &101.into()), "{data:?}");
    assert_eq!(data[0]["expected"]["stdout"], "a");
}

#[test]
fn a_compiler_that_the_machine_cannot_use_is_told_once_and_backends_are_compared() {
    let empty = temporary("no-cache");
    let _ = fs::remove_dir_all(&empty);
    fs::write(&empty, "no folder").expect("it is our folder");
    let real = compilers().real.to_str().expect("a path that is text");
    let files = ["tests/diff/agree.rs", "tests/diff/edition-2024.rs"];
    let mut command = diff(&["--rustc", real, "--backends", "quick", files[0], files[1]]);
    let output = run(command.env("XDG_CACHE_HOME", &empty));
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    let told = stderr(&output);
    assert_eq!(told.matches("what ordinary Rust does is compared, and not known: ").count(), 1, "{told}");
    assert!(stdout(&output).contains("does not apply: it runs custom MIR only"), "{}", stdout(&output));
}

#[test]
fn a_file_says_its_edition() {
    let output = with_real(&["--backends", "quick", "tests/diff/edition-2024.rs"]);
    let table = table(&output);
    assert_eq!(code(&output), 0, "{table}");
    assert!(table.contains("O0, O3\n      drop temporary\n      drop local\n      9\n"), "{table}");
}

#[test]
fn the_worst_of_several_files_decides_and_the_others_are_still_judged() {
    let files = ["tests/diff/missing.rs", "tests/diff/agree.rs"];
    let output = with_real(&[&["--backends", "quick"], &files[..]].concat());
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("error: cannot read `tests/diff/missing.rs`"), "{}", stderr(&output));
    assert!(stdout(&output).contains("tests/diff/agree.rs: all agree"), "{}", stdout(&output));
}

#[test]
fn a_program_that_no_compiler_accepts_exits_with_2() {
    if !has_library() {
        return;
    }
    let output = with_real(&["--backends", "quick", "tests/diff/rejected.rs"]);
    let expected = "tests/diff/rejected.rs: nothing to compare: fewer than two backends can say what it does
  machine
      does not apply: the compiler rejects it
  O0, O3
      the compiler rejects it: [E0308] mismatched types

";
    assert_eq!((code(&output), &*table(&output)), (2, expected));
}

#[test]
fn a_valid_program_that_is_rejected_without_a_reason_exits_with_1() {
    // What the checker accepts must be compiled: that nobody says why is no excuse.
    let program = "tests/run/pass/integers/wrapping.rs";
    for (name, answer) in [("without-code", "echo 'error: no' >&2; exit 1"), ("without-a-word", "exit 1")] {
        let compiler = temporary(name);
        let is_program = "[ -f case.rs ] && [ \"$(wc -c < case.rs)\" -gt 200 ]";
        write_compiler(&compiler, &compilers().real, &format!("{is_program} && {{ {answer}; }}"));
        let compiler = compiler.to_str().expect("a path that is text");
        let output = run(&mut diff(&["--json", "--backends", "quick", "--rustc", compiler, program]));
        assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
        let findings = &data(&output)[0]["findings"];
        assert_eq!(findings[0]["fault"], "rejected-valid-program", "{findings}");
    }
}

#[test]
fn an_unknown_set_exits_with_2_and_names_those_there_are() {
    let output = with_real(&["--config", "tests/diff/broken.toml", "--backends", "fast", "x.rs"]);
    let expected = "error: there is no set of backends `fast`; there are quick, default, thorough, llvm, check, \
                    check-next-solver, check-polonius, check-threads, broken\n";
    assert_eq!((code(&output), &*stderr(&output)), (2, expected));
}

#[test]
fn without_a_compiler_it_exits_with_2_and_says_what_to_do() {
    let empty = temporary("empty");
    fs::create_dir_all(&empty).expect("it is our folder");
    let mut command = diff(&["tests/diff/agree.rs"]);
    command.env("PATH", &empty).env("HOME", &empty).env_remove("RUSTUP_HOME").env_remove("CARGO_HOME");
    let output = run(&mut command);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).starts_with("error: there is no Rust compiler that works; install one with rustup")
    );
}

#[test]
fn a_time_that_makes_no_sense_is_a_mistake_on_the_command_line() {
    for option in ["--compile-timeout", "--run-timeout"] {
        for time in ["0", "18446744073709551615"] {
            let output = run(&mut diff(&[option, time, "tests/diff/agree.rs"]));
            assert_eq!(code(&output), 2, "{option} {time}: {}", stderr(&output));
            assert!(
                stderr(&output).contains("is not a duration from a second to a year"),
                "{}",
                stderr(&output)
            );
        }
    }
}

#[test]
#[cfg_attr(not(target_arch = "x86_64"), ignore = "the bug is one of code generation for x86")]
fn a_code_generator_that_is_wrong_without_optimization_is_found() {
    let args = ["--json", "--backends", "quick", "tests/diff/exact-division-by-minimum.rs"];
    let output = with_real(&args);
    assert_eq!(output.status.code(), Some(1));
    let data: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(data["findings"][0]["fault"], "miscompilation");
}

#[test]
fn a_crash_of_code_generation_is_found() {
    let args = ["--json", "--backends", "quick", "tests/diff/select-of-a-field.rs"];
    let output = with_real(&args);
    assert_eq!(output.status.code(), Some(1));
    let data: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(data["findings"][0]["fault"], "compiler-crash");
}

#[test]
fn a_crash_of_an_optimization_is_found_where_it_runs() {
    let args = ["--json", "--backends", "quick", "tests/diff/switch-with-three-targets.rs"];
    let output = with_real(&args);
    assert_eq!(output.status.code(), Some(1));
    let data: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(data["findings"][0]["fault"], "compiler-crash");
    let blamed = data["findings"][0]["backends"].to_string();
    assert!(blamed.contains("/O3") && !blamed.contains("/O0"), "{blamed}");
}

#[test]
fn a_real_miscompilation_of_1_95_is_blamed_on_who_is_wrong() {
    let output = with_real(&["--json", "tests/diff/result-into-copied-argument.rs"]);
    assert_eq!(output.status.code(), Some(1));
    let data: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(data["findings"][0]["fault"], "miscompilation");
    let blamed: Vec<&str> = data["findings"][0]["backends"]
        .as_array()
        .expect("some are blamed")
        .iter()
        .filter_map(|name| name.as_str()?.rsplit('/').next())
        .collect();
    assert_eq!(blamed, ["O1", "O2", "Os", "O0-mir4"]);
}

/// An older compiler, Debian's 1.85, if there is one.
fn debian() -> Option<String> {
    let path = std::env::var("RUSTASSAY_DEBIAN_RUSTC").ok();
    if path.is_none() {
        skip(Requirement::OldRustc, "set RUSTASSAY_DEBIAN_RUSTC to a rustc 1.85, as docs/guide.md says");
    }
    path
}

#[test]
fn a_real_miscompilation_of_1_85_is_found() {
    let Some(rustc) = debian() else { return };
    let output = run(&mut diff(&["--rustc", &rustc, "tests/diff/debian-1.85-exposed-address.rs"]));
    let table = table(&output);
    assert_eq!(code(&output), 1, "{table}");
    assert!(table.contains("  O1, O2, O3, Os, O3-mir4\n      dies of signal 4\n"), "{table}");
}

#[test]
fn a_real_miscompilation_of_1_85_is_blamed_on_who_is_wrong() {
    let Some(rustc) = debian() else { return };
    let output = run(&mut diff(&["--rustc", &rustc, "tests/diff/debian-1.85-exposed-address-mir.rs"]));
    let table = table(&output);
    assert_eq!(code(&output), 1, "{table}");
    let told = "  miscompilation: expected that the program exits with code 0, but it dies of signal 4\n\
                \x20     by O1, O2, O3, Os, O3-mir4\n";
    assert!(table.contains(told), "{table}");
}

#[test]
fn what_1_85_miscompiles_1_95_does_not() {
    let files = ["debian-1.85-exposed-address", "debian-1.85-exposed-address-mir"];
    let files = files.map(|name| format!("tests/diff/{name}.rs"));
    let output = with_real(&files.each_ref().map(|file| &**file));
    assert_eq!(code(&output), 0, "{}", stdout(&output));
}

#[test]
fn programs_that_are_generated_say_what_they_need_and_are_compared() {
    let folder = temporary("generated");
    let mut generate = TOOL.command();
    // It is for the edition of 2024, and no program of an earlier one.
    generate.args(["generate", "surface", "--seed", "1", "--out"]).arg(&folder);
    assert!(run(&mut generate).status.success());
    let file = folder.join("surface-default-1.rs");
    let text = fs::read_to_string(&file).expect("it was written");
    assert!(text.starts_with("//@ edition: 2024\n"), "{}", &text[..100]);
    let file = file.to_str().expect("a path that is text");
    let output = with_real(&["--backends", "quick", file]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
}

#[test]
fn a_file_is_compiled_with_the_flags_that_it_asks_for() {
    let file = temporary("asks.rs");
    let text = "//@ compile-flags: --cfg asked\nfn main() { println!(\"{}\", cfg!(asked)); }\n";
    fs::write(&file, text).expect("it is our folder");
    let output = with_real(&["--backends", "quick", file.to_str().expect("text")]);
    assert!(stdout(&output).contains("\n      true\n"), "{}", stdout(&output));
}

#[test]
fn what_a_program_prints_cannot_command_the_terminal() {
    let file = temporary("red.rs");
    fs::write(&file, "fn main() { println!(\"\\x1b[31mred\"); }\n").expect("it is our folder");
    let output = with_real(&["--backends", "quick", file.to_str().expect("text")]);
    let table = stdout(&output);
    assert!(!table.contains('\x1b') && table.contains("\\x1b[31mred"), "{table:?}");
}
