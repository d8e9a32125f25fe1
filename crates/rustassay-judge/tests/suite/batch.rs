//! Many programs in one crate give what each gives alone.
#![cfg(target_os = "linux")]

use crate::common::{Court, rust, suite_file};
use rustassay_judge::answer::{Answer, Observation, ProgramEnd, answer};
use rustassay_judge::batch::try_batch;
use rustassay_judge::case::Case;
use rustassay_judge::engine::Outcome;
use rustassay_outcome::Compiled;

/// What comes of programs, in a batch and one by one, by the last backend.
fn both_ways(court: &Court, cases: &[Case]) -> (Vec<String>, Vec<String>) {
    let backend = court.backends.last().expect("there is the machine");
    let cases: Vec<&Case> = cases.iter().collect();
    let answers: Vec<Answer> = cases.iter().map(|case| answer(case)).collect();
    let answers: Vec<&Answer> = answers.iter().collect();
    let together = try_batch(&court.engine, &cases, backend, &answers);
    let together = together.iter().map(|trial| told(&trial.outcome)).collect();
    let alone = cases.iter().zip(&answers).map(|(case, answer)| court.engine.try_case(case, backend, answer));
    (together, alone.map(|trial| told(&trial.outcome)).collect())
}

/// An outcome without the compiler's words on where in the file it is.
fn told(outcome: &Outcome) -> String {
    match outcome {
        Outcome::NotBuilt(Compiled::Rejected(errors)) => format!("rejected: {}", errors[0].message),
        Outcome::NotBuilt(compiled) => format!("{:?}", compiled.signature().map(|it| it.to_string())),
        other => format!("{other:?}"),
    }
}

fn well_behaved() -> Vec<Case> {
    ["integers/wrapping", "calls/recursion", "heap/linked-list", "enums/discriminants", "unwind/catch-twice"]
        .map(|name| suite_file(&format!("pass/{name}.rs")))
        .into()
}

/// `main` with these blocks.
fn custom(blocks: &str) -> Case {
    rust(&format!(
        "#![feature(custom_mir, core_intrinsics)]
        use core::intrinsics::mir::*;
        fn fail() {{ panic!() }}
        #[custom_mir(dialect = \"runtime\", phase = \"initial\")]
        fn main() {{ mir! {{ type RET = (); {blocks} }} }}"
    ))
}

fn panicking() -> Case {
    custom("{ Call(RET = fail(), ReturnTo(bb1), UnwindContinue()) } bb1 = { Return() }")
}

fn aborting() -> Case {
    custom("{ Call(RET = fail(), ReturnTo(bb1), UnwindTerminate(ReasonAbi)) } bb1 = { Return() }")
}

#[test]
fn a_batch_gives_what_each_program_gives_alone() {
    let court = Court::new().with_real(&["3"]);
    let (together, alone) = both_ways(&court, &well_behaved());
    assert_eq!(together, alone);
    assert!(together.iter().all(|outcome| outcome.starts_with("Observed")), "{together:?}");
}

#[test]
fn programs_that_end_the_process_do_not_disturb_the_others() {
    let court = Court::new().with_real(&["0"]);
    let mut cases = well_behaved();
    cases.insert(1, panicking());
    cases.insert(3, aborting());
    let (together, alone) = both_ways(&court, &cases);
    assert_eq!(together, alone);
    let ends = |end| format!("{:?}", Outcome::Observed(Observation { stdout: Vec::new(), end }));
    assert_eq!(together[1], ends(ProgramEnd::Code(101)));
    assert_eq!(together[3], ends(ProgramEnd::Signal(6)));
}

#[test]
fn programs_that_are_rejected_do_not_disturb_the_others() {
    let court = Court::new().with_real(&["0"]);
    let mut cases = well_behaved();
    // Ordinary Rust is a crate of its own.
    cases.insert(2, rust("fn main() { let x: u8 = true; }"));
    let (together, alone) = both_ways(&court, &cases);
    assert_eq!(together, alone);
    assert!(together[2].starts_with("rejected"), "{together:?}");
}

#[test]
fn a_program_that_crashes_the_compiler_stands_alone() {
    let court = Court::new().with_fake("dies-of-linked-lists");
    let (together, alone) = both_ways(&court, &well_behaved());
    assert_eq!(together, alone);
    let observed: Vec<bool> = together.iter().map(|outcome| outcome.starts_with("Observed")).collect();
    assert_eq!(observed, [true, true, false, true, true], "{together:?}");
}

#[test]
fn a_program_that_is_rejected_though_it_is_valid_stands_alone() {
    let court = Court::new().with_fake("rejects-linked-lists");
    let (together, alone) = both_ways(&court, &well_behaved());
    assert_eq!(together, alone);
    assert_eq!(together[2], "rejected: mismatched types");
}

#[test]
fn a_miscompiled_program_does_not_disturb_the_others() {
    let court = Court::new().with_fake("miscompiles-linked-lists");
    let (together, alone) = both_ways(&court, &well_behaved());
    assert_eq!(together, alone);
    assert!(together[2].contains("Code(7)"), "{together:?}");
}
