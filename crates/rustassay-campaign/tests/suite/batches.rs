//! A campaign compiles many generated programs as one crate. If it silently stopped doing that, everything would still be right and several times slower.

use rustassay_campaign::generator::{Generator, Mir, Surface};
use rustassay_judge::answer::Answer;
use rustassay_judge::backend::{Backend, Codegen, Executor};
use rustassay_judge::batch::try_batch;
use rustassay_judge::case::Case;
use rustassay_judge::engine::{Engine, Outcome};
use rustassay_testing::reference_toolchain;

/// How many programs of a generator had to be compiled as crates of their own, of two of each profile.
fn compiled_alone(generator: &dyn Generator) -> usize {
    let backend = Backend {
        name: "O0".to_owned(),
        kind: Executor::Compiled(Codegen::Llvm),
        toolchain: Some(reference_toolchain()),
        flags: vec!["-Copt-level=0".to_owned()],
    };
    let engine = Engine::new().expect("a folder can be made");
    let profiles = generator.profiles().iter().filter(|profile| *profile != "large");
    let made = profiles.flat_map(|profile| {
        let config = generator.config(profile).expect("it is one of the profiles");
        [1, 2].map(|seed| generator.make(profile, &config, seed, &backend))
    });
    let specimens: Vec<_> = made.flatten().map(|made| made.specimen).collect();
    assert!(specimens.len() >= 10, "there are {} programs", specimens.len());
    let cases: Vec<&Case> = specimens.iter().map(|specimen| &specimen.case).collect();
    let answers: Vec<&Answer> = specimens.iter().map(|specimen| &specimen.answer).collect();
    let trials = try_batch(&engine, &cases, &backend, &answers);
    for (trial, case) in trials.iter().zip(&cases) {
        assert!(matches!(trial.outcome, Outcome::Observed(_)), "{}: {:?}", case.name, trial.outcome);
    }
    // Only a program that was compiled alone has a command that compiles it.
    trials.iter().filter(|trial| !trial.command.is_empty()).count()
}

#[test]
fn mir_programs_are_compiled_together() {
    assert_eq!(compiled_alone(&Mir::of_profiles(&[])), 0);
}

#[test]
fn surface_programs_are_compiled_together() {
    assert_eq!(compiled_alone(&Surface::of_profiles(&[])), 0);
}
