//! Generated programs do what they must when rustc has compiled them, and when its evaluator runs them.
//!
//! `RUSTASSAY_PROGRAMS` says how many programs are tried; the guide and docs/correctness.md have the results of longer runs.

use rustassay_gen_mir::config::Profile;
use rustassay_gen_mir::generate;
use rustassay_judge::answer::{Answer, answer};
use rustassay_judge::backend::{Backend, Codegen, Executor};
use rustassay_judge::batch::try_batch;
use rustassay_judge::case::Case;
use rustassay_judge::engine::{Engine, Outcome, Trial};
use rustassay_testing::reference_toolchain;
use rustassay_toolchain::Toolchain;
use std::sync::Arc;

/// How many programs are in a crate.
const BATCH: usize = 50;

fn count(default: u64) -> u64 {
    std::env::var("RUSTASSAY_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(default)
}

fn backend(toolchain: &Arc<Toolchain>, kind: Executor, flags: &[&str]) -> Backend {
    Backend {
        name: flags.join(" "),
        kind,
        toolchain: Some(toolchain.clone()),
        flags: flags.iter().map(|&flag| flag.to_owned()).collect(),
    }
}

/// Programs of all profiles but the largest, with what they must do.
fn cases(count: u64) -> Vec<(Case, Answer)> {
    let profiles = Profile::ALL.into_iter().filter(|profile| *profile != Profile::Large).cycle();
    let cases = (0..count).zip(profiles).map(|(seed, profile)| {
        let generated = generate(seed, &profile.config());
        let case = Case::from_program(format!("{} {seed}", profile.name()), generated.program);
        let answer = answer(&case);
        assert!(
            matches!(&answer, Answer::Must(observed) if observed.stdout == generated.expected),
            "{}: {answer:?}",
            case.name
        );
        (case, answer)
    });
    cases.collect()
}

/// Holds every program that a backend could run to what it must do. Gives how many these are.
#[track_caller]
fn assert_as_expected(cases: &[(Case, Answer)], trials: &[Trial], backend: &Backend) -> usize {
    assert_eq!(trials.len(), cases.len(), "each program has a trial");
    let mut ran = 0;
    for ((case, answer), trial) in cases.iter().zip(trials) {
        let Answer::Must(expected) = answer else { unreachable!("it was looked at before") };
        let is_right = match &trial.outcome {
            Outcome::Observed(observed) => {
                ran += 1;
                observed == expected
            }
            Outcome::NotApplicable(_) => true,
            _ => false,
        };
        assert!(is_right, "{} by {}: {:?}, not {expected:?}", case.name, backend.name, trial.outcome);
    }
    ran
}

#[test]
fn compiled_programs_print_what_they_must() {
    let toolchain = reference_toolchain();
    let engine = Engine::new().expect("a folder for temporary files");
    let cases = cases(count(100));
    for flags in [&["-Copt-level=0", "-Zmir-opt-level=0"], &["-Copt-level=3", "-Zmir-opt-level=2"]] {
        let backend = backend(&toolchain, Executor::Compiled(Codegen::Llvm), flags);
        for chunk in cases.chunks(BATCH) {
            let programs: Vec<&Case> = chunk.iter().map(|(case, _)| case).collect();
            let answers: Vec<&Answer> = chunk.iter().map(|(_, answer)| answer).collect();
            let trials = try_batch(&engine, &programs, &backend, &answers);
            assert_eq!(assert_as_expected(chunk, &trials, &backend), chunk.len(), "all can be compiled");
        }
    }
}

#[test]
fn evaluated_programs_compute_what_they_must() {
    let toolchain = reference_toolchain();
    let engine = Engine::new().expect("a folder for temporary files");
    let backend = backend(&toolchain, Executor::Evaluated, &[]);
    let cases = cases(count(100) / 4);
    let trials: Vec<Trial> =
        cases.iter().map(|(case, answer)| engine.try_case(case, &backend, answer)).collect();
    let evaluated = assert_as_expected(&cases, &trials, &backend);
    eprintln!("{evaluated} of {} programs are within the evaluator's reach", cases.len());
    assert!(
        evaluated > 0 && evaluated * 5 >= cases.len(),
        "only {evaluated} of {} were evaluated",
        cases.len()
    );
}
