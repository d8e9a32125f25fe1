//! Programs for other targets run under a runner, whose own failures are nobody's fault.
#![cfg(target_os = "linux")]

use crate::common::{Court, found, known_program};
use rustassay_judge::backend::{Backend, Executor};
use rustassay_judge::case::Case;
use rustassay_judge::engine::{Engine, Outcome};
use rustassay_judge::sets::{backends, built_in};
use rustassay_judge::verdict::{Fault, Verdict};
use rustassay_testing::{Requirement, reference_toolchain, skip, write_script};
use rustassay_toolchain::{Runner, Target, TargetSetup, Toolchain};
use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;
use tempfile::TempDir;

/// The reference compiler, building for its own host as if that needed these runners.
fn under_all(runners: &[PathBuf]) -> Toolchain {
    let toolchain = reference_toolchain();
    let mut runners = runners.iter().map(|program| Runner { program: program.clone(), args: Vec::new() });
    let setup = TargetSetup {
        triple: toolchain.host.clone(),
        sysroot: None,
        linker: None,
        flags: Vec::new(),
        runner: runners.next(),
        second_runner: runners.next(),
    };
    let target = Target {
        runs_twice: setup.second_runner.is_some(),
        setup,
        facts: None,
        compiles: true,
        links: true,
        runs: true,
        unwinds: true,
        runner_version: None,
        second_runner_version: None,
        notes: Vec::new(),
    };
    toolchain.for_target(target)
}

fn under(program: PathBuf) -> Arc<Toolchain> {
    Arc::new(under_all(&[program]))
}

/// What comes of a program that the machine knows under scripts of these names and texts.
fn under_scripts(scripts: &[(&str, &str)]) -> Verdict {
    let folder = TempDir::new().expect("a folder for the test");
    let script = |(name, text): &(&str, &str)| {
        let script = folder.path().join(name);
        write_script(&script, &format!("#!/bin/sh\n{text}\n"));
        script
    };
    let scripts: Vec<PathBuf> = scripts.iter().map(script).collect();
    Court::new().with_toolchain(&Arc::new(under_all(&scripts))).judge(&known_program())
}

fn under_script(name: &str, text: &str) -> Verdict {
    under_scripts(&[(name, text)])
}

#[test]
fn a_program_runs_under_its_runner_and_the_command_says_so() {
    let verdict = under_script("runner", "exec \"$@\"");
    assert_eq!((found(&verdict), verdict.is_meaningful()), (vec![], true), "{verdict:?}");
    let command = &verdict.trials[1].command;
    assert!(command.contains(" --target=") && command.ends_with("/runner ./case"), "{command}");
}

#[test]
fn what_a_program_prints_under_its_runner_is_judged() {
    let verdict = under_script("runner", "\"$@\"; echo more");
    assert_eq!(found(&verdict), [(Fault::Miscompilation, "the program prints the wrong output")]);
}

#[test]
fn an_emulator_that_fails_is_no_fault_of_the_compiler() {
    for (text, told) in [
        ("echo \"qemu-x: Could not open '/lib/ld.so'\" >&2; exit 255", "gave up: qemu-x: Could not open"),
        ("echo 'QEMU internal SIGSEGV {code=MAPERR}' >&2; kill -SEGV $$", "gave up: QEMU internal SIGSEGV"),
        ("kill -ILL $$", "an instruction that it does not know"),
    ] {
        let verdict = under_script("qemu-x", text);
        assert_eq!(found(&verdict), [], "{verdict:?}");
        let Outcome::Failed(why) = &verdict.trials[1].outcome else { panic!("{verdict:?}") };
        assert!(why.contains(told) && why.contains("qemu-x"), "{why}");
    }
}

#[test]
fn a_signal_of_the_program_is_its_own_under_an_emulator_too() {
    let told = "expected that the program exits with code 0, but it dies of signal 11";
    assert_eq!(found(&under_script("qemu-x", "kill -SEGV $$")), [(Fault::Miscompilation, told)]);
}

#[test]
fn what_two_runners_see_is_a_finding() {
    let verdict = under_scripts(&[("one", "\"$@\"; echo more"), ("two", "\"$@\"; echo still more")]);
    assert_eq!(found(&verdict), [(Fault::Miscompilation, "the program prints the wrong output")]);
}

#[test]
fn what_one_of_two_runners_sees_is_no_fault_of_the_compiler() {
    let verdict = under_scripts(&[("one", "\"$@\"; echo more"), ("two", "exec \"$@\"")]);
    assert_eq!(found(&verdict), [], "{verdict:?}");
    let Outcome::Failed(why) = &verdict.trials[1].outcome else { panic!("{verdict:?}") };
    assert!(why.starts_with("the runners disagree: under `one` the program prints "), "{why}");
    assert!(why.contains("under `two` it prints ") && why.ends_with(", as it must"), "{why}");
}

#[test]
fn the_second_runner_does_not_run_what_is_right_under_the_first() {
    let verdict = under_scripts(&[("one", "exec \"$@\""), ("two", "exit 1")]);
    assert_eq!((found(&verdict), verdict.is_meaningful()), (vec![], true), "{verdict:?}");
}

#[test]
fn a_trap_of_webassembly_is_a_crash_of_the_program() {
    let told = "expected that the program exits with code 0, but it dies of signal 6";
    let verdict = under_script("wasmtime", "echo '1: wasm trap: unreachable executed' >&2; exit 134");
    assert_eq!(found(&verdict), [(Fault::Miscompilation, told)]);
}

#[test]
fn what_may_unwind_is_not_tried_where_panics_abort() {
    let folder = TempDir::new().expect("a folder for the test");
    let script = folder.path().join("runner");
    write_script(&script, "#!/bin/sh\nexec \"$@\"\n");
    let mut toolchain = under_all(&[script]);
    toolchain.target.as_mut().expect("it is for a target").unwinds = false;
    let toolchain = Arc::new(toolchain);
    let [calls, unwinds] = ["UnwindUnreachable()", "UnwindContinue()"].map(|unwind| {
        let text = PROGRAM_WITH_CALL.replace("UNWIND", unwind);
        let verdict = Court::new().with_toolchain(&toolchain).judge(&Case::from_text("case", text, None));
        verdict.trials[1].outcome.clone()
    });
    assert!(matches!(calls, Outcome::Observed(_)), "{calls:?}");
    assert!(matches!(unwinds, Outcome::NotApplicable(_)), "{unwinds:?}");
}

/// A program that calls a function.
const PROGRAM_WITH_CALL: &str = "#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features)]
extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
fn main() {
    mir! {
        let _1: ();
        {
            Call(_1 = show(7_u32), ReturnTo(bb1), UNWIND)
        }
        bb1 = {
            Return()
        }
    }
}

fn show(x: u32) {
    println!(\"{x:?}\");
}
";

#[test]
fn qemu_runs_programs_within_our_limits() {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = |name: &str| {
        let mut files = std::env::split_paths(&path).map(|folder| folder.join(OsStr::new(name)));
        files.find(|file| file.is_file())
    };
    let Some(qemu) = on_path("qemu-x86_64").or_else(|| on_path("qemu-x86_64-static")) else {
        return skip(Requirement::Qemu, "there is no qemu-x86_64; `apt install qemu-user`");
    };
    let verdict = Court::new().with_toolchain(&under(qemu)).judge(&known_program());
    assert_eq!((found(&verdict), verdict.is_meaningful()), (vec![], true), "{verdict:?}");
}

#[test]
fn what_only_suits_the_host_is_not_tried_on_a_target() {
    let ways = built_in("thorough", 0).expect("it is built in");
    let toolchain = under(PathBuf::from("/usr/bin/env"));
    let on_target = backends(&ways, std::slice::from_ref(&toolchain));
    let is_native = |backend: &Backend| backend.flags.iter().any(|flag| flag == "-Ctarget-cpu=native");
    assert!(on_target.len() > 20 && !on_target.iter().any(is_native));
    assert!(backends(&ways, &[reference_toolchain()]).iter().any(is_native));
    let names = on_target.iter().skip(1).map(Backend::compiler_name);
    assert!(names.clone().all(|name| name.ends_with(&format!("@{}", toolchain.host))), "{on_target:?}");
}

#[test]
fn constants_are_evaluated_for_the_target() {
    let engine = Engine::new().expect("a folder can be made");
    let case = known_program();
    let backend = Backend {
        name: "const".to_owned(),
        kind: Executor::Evaluated,
        toolchain: Some(under(PathBuf::from("/usr/bin/env"))),
        flags: Vec::new(),
    };
    let trial = engine.try_case(&case, &backend, &engine.answer(&case));
    assert!(trial.command.contains(" --target=") && !trial.command.contains("&&"), "{}", trial.command);
}
