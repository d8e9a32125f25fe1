//! The rustc at hand, made to fail in the ways that it can be made to.

use rustassay_outcome::{Compiled, CrashKind, Level, LlvmErrorKind, Ran, RunFailure, compiled, ran};
use rustassay_process::{Finished, ResourceLimits, Scratch, Task, run};
use rustassay_testing::reference_rustc;
use std::path::Path;
use std::time::Duration;

/// Custom MIR with one function.
fn custom_mir(function: &str) -> String {
    format!(
        "#![feature(custom_mir, core_intrinsics)]\n#![allow(internal_features)]\n\
         use core::intrinsics::mir::*;\n\
         pub struct Unit;\npub enum Tagged {{ A(u8), B(u64) }}\n\
         #[custom_mir(dialect = \"runtime\", phase = \"initial\")]\npub {function}\nfn main() {{}}\n"
    )
}

/// A folder with `program.rs`, and what rustc made of it.
fn compile(source: &str, options: &[&str], limits: ResourceLimits) -> (Scratch, Finished) {
    let rustc = reference_rustc();
    let scratch = Scratch::new().expect("a folder for the test");
    std::fs::write(scratch.path().join("program.rs"), source).expect("the folder can be written to");
    let task = Task::new(&rustc, scratch.path())
        .args(["--edition=2021", "program.rs", "-o", "program"])
        .args(options)
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("RUSTC_BOOTSTRAP", "1")
        // No file with the crash's report.
        .env("RUSTC_ICE", "0")
        .limits(limits);
    let finished = run(&task).expect("rustc can be started");
    (scratch, finished)
}

/// What rustc made of a program, within limits that a noisy machine does not reach.
fn outcome(source: &str, options: &[&str]) -> Compiled {
    let patient = ResourceLimits {
        wall: Duration::from_secs(300),
        cpu: Duration::from_secs(300),
        ..ResourceLimits::default()
    };
    compiled(&compile(source, options, patient).1)
}

/// What a program did.
fn outcome_of_program(source: &str, options: &[&str]) -> Ran {
    let (scratch, finished) = compile(source, options, ResourceLimits::default());
    assert_eq!(compiled(&finished), Compiled::Built, "{}", String::from_utf8_lossy(&finished.stderr));
    let finished =
        run(&Task::new(Path::new("./program"), scratch.path())).expect("the program can be started");
    ran(&finished)
}

#[test]
fn a_good_program_is_built() {
    let outcome = outcome("fn main() { let unused = 1; }", &[]);
    assert_eq!(outcome, Compiled::Built);
}

#[test]
fn errors_are_the_same_as_json_and_as_text() {
    let source = "fn main() {\n    let x: u32 = \"a\";\n}\n";
    for format in ["human", "json"] {
        let outcome = outcome(source, &[&format!("--error-format={format}")]);
        let Compiled::Rejected(errors) = outcome else { panic!("{outcome:?}") };
        let [error] = &errors[..] else { panic!("{errors:?}") };
        assert_eq!((error.level, error.code.as_deref()), (Level::Error, Some("E0308")), "{format}");
        assert_eq!(error.message, "mismatched types");
        let span = error.span.as_ref().expect("a place");
        assert_eq!((span.file.as_str(), span.line, span.column), ("program.rs", 2, 18), "{format}");
    }
}

#[test]
fn broken_mir_is_told_with_pass_and_query() {
    let source = custom_mir("fn f(x: &&u32) -> u32 { mir!({ RET = **x; Return() }) }");
    let outcome = outcome(&source, &["-Zvalidate-mir"]);
    let Compiled::Crashed(crash) = &outcome else { panic!("{outcome:?}") };
    assert_eq!(crash.kind, CrashKind::BrokenMir);
    assert!(crash.message.contains("(after pass LowerIntrinsics)"), "{}", crash.message);
    assert_eq!(crash.thread.as_deref(), Some("rustc"));
    assert_eq!(
        crash.queries.first().map(|query| query.name.as_str()),
        Some("mir_drops_elaborated_and_const_checked")
    );
    assert!(!crash.backtrace.is_empty());
}

#[test]
fn a_delayed_bug_is_told() {
    let source = custom_mir("fn f(x: Unit) -> Tagged { mir!({ RET = CastTransmute(x); Return() }) }");
    // The option has the function optimized although nobody calls it.
    let outcome = outcome(&source, &["-Zvalidate-mir"]);
    let Compiled::Crashed(crash) = &outcome else { panic!("{outcome:?}") };
    assert_eq!(crash.kind, CrashKind::DelayedBug);
    assert_eq!(crash.message, "cannot build enum discriminant from zero-sized type");
}

#[test]
fn the_same_crash_in_another_program_has_the_same_signature() {
    let one = custom_mir("fn f(x: &&u32) -> u32 { mir!({ RET = **x; Return() }) }");
    let other =
        custom_mir("fn other(a: &&mut bool) -> bool { mir!(let b: bool; { b = **a; RET = b; Return() }) }");
    let one = outcome(&one, &["-Zvalidate-mir"]);
    let other = outcome(&other, &["-Zvalidate-mir", "--error-format=json"]);
    assert_ne!(one, other);
    assert_eq!(one.signature(), other.signature());
}

#[test]
fn an_error_of_llvm_is_told() {
    let outcome = outcome("fn main() {}", &["-O", "-Cllvm-args=-fast-isel-abort=3"]);
    let Compiled::LlvmError(error) = &outcome else { panic!("{outcome:?}") };
    assert_eq!(error.kind, LlvmErrorKind::Fatal);
    assert_eq!(error.message, "-fast-isel-abort > 0 requires -fast-isel");
}

#[test]
#[cfg(target_os = "linux")]
fn a_stack_overflow_of_the_compiler_is_told() {
    let source = format!("fn main() {{ let x = {}1; }}\n", "1 + ".repeat(100_000));
    let outcome = outcome(&source, &[]);
    let Compiled::Signaled(killed) = &outcome else { panic!("{outcome:?}") };
    assert!(killed.stack_overflow, "{}", killed.stderr_tail);
}

#[test]
fn an_undefined_symbol_is_a_failure_to_link() {
    let source = "extern \"C\" { fn no_such_symbol(); }\nfn main() { unsafe { no_such_symbol() } }\n";
    for format in ["human", "json"] {
        let outcome = outcome(source, &[&format!("--error-format={format}")]);
        let Compiled::LinkFailed(failure) = &outcome else { panic!("{outcome:?}") };
        assert!(failure.errors.iter().any(|error| error.contains("no_such_symbol")), "{failure:?}");
    }
}

#[test]
fn a_missing_linker_is_a_failure_to_link() {
    let outcome = outcome("fn main() {}", &["-Clinker=no-such-linker"]);
    let Compiled::LinkFailed(failure) = &outcome else { panic!("{outcome:?}") };
    assert_eq!((failure.linker.as_str(), failure.missing), ("no-such-linker", true));
}

#[test]
fn a_bad_option_to_llvm_is_not_explained_away() {
    let outcome = outcome("fn main() {}", &["-Cllvm-args=-no-such-option"]);
    let Compiled::Unexplained { stderr_tail, .. } = &outcome else { panic!("{outcome:?}") };
    assert!(stderr_tail.contains("no-such-option"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_compiler_that_is_refused_memory_did_not_crash() {
    let little = ResourceLimits {
        reservation: Some(24 << 20),
        wall: Duration::from_secs(60),
        ..ResourceLimits::default()
    };
    let (_, finished) = compile("fn main() { println!(\"{:?}\", vec![1]) }", &["-O"], little);
    let outcome = compiled(&finished);
    // Threads are refused for want of memory, too.
    assert!(matches!(outcome, Compiled::OutOfMemory | Compiled::TooManyProcesses), "{outcome:?}");
}

#[test]
fn a_compiler_that_does_not_end_hangs() {
    let source = "#![allow(long_running_const_eval)]\nconst X: () = loop {};\nfn main() { X }\n";
    let brief = ResourceLimits { wall: Duration::from_secs(2), ..ResourceLimits::default() };
    let (_, finished) = compile(source, &[], brief);
    let outcome = compiled(&finished);
    assert!(matches!(outcome, Compiled::TimedOut { .. }), "{outcome:?}");
}

#[test]
fn a_panic_of_a_program_is_told() {
    let source = "fn main() {\n    print!(\"before\");\n    let v: Vec<u8> = vec![];\n    v[3];\n}\n";
    let outcome = outcome_of_program(source, &[]);
    let Ran::Exited { code: 101, cause: Some(RunFailure::Panicked { message, location }), stdout, .. } =
        &outcome
    else {
        panic!("{outcome:?}")
    };
    assert_eq!(message, "index out of bounds: the len is 0 but the index is 3");
    assert_eq!(location.as_ref().map(|place| place.line), Some(4));
    assert_eq!(stdout, b"before");
}

#[test]
fn an_exit_code_is_not_a_panic() {
    let outcome = outcome_of_program("fn main() { std::process::exit(101) }", &[]);
    assert!(matches!(outcome, Ran::Exited { code: 101, cause: None, .. }), "{outcome:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn signals_of_a_program_are_told() {
    let abort = outcome_of_program("fn main() { std::process::abort() }", &[]);
    assert!(matches!(abort, Ran::Signaled { signal: 6, cause: None, .. }), "{abort:?}");

    let source = "fn f(a: &mut [u64; 99]) -> u64 { let mut b = *a; b[3] += 1; f(&mut b) + b[5] }\n\
                  fn main() { println!(\"{}\", f(&mut [0; 99])) }\n";
    let overflow = outcome_of_program(source, &[]);
    assert!(matches!(overflow, Ran::Signaled { cause: Some(RunFailure::StackOverflow), .. }), "{overflow:?}");

    let source = "fn main() {\n    let (v, at) = ([1_u8; 3], std::hint::black_box(7));\n    \
                  println!(\"{}\", unsafe { v.get_unchecked(at) });\n}\n";
    let check = outcome_of_program(source, &["-Cdebug-assertions=yes"]);
    assert!(matches!(check, Ran::Signaled { cause: Some(RunFailure::UbCheck { .. }), .. }), "{check:?}");
}
