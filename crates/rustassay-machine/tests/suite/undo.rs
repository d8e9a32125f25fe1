//! Undo is exact: whatever a program does after a checkpoint, going back gives the very state that was there, and the program
//! goes on from it as if nothing had happened. The programs are those of the run suite, the bad ones included.

use rustassay_machine::aliasing::Model;
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::{Config, Limits, Machine};
use rustassay_mir::read::read;
use rustassay_random::Random;
use std::path::{Path, PathBuf};

const MODELS: [Model; 3] = [Model::Tree, Model::Stacked, Model::None];

/// Steps that a program may take; the suite's need fewer.
const STEPS: u64 = 2_000;

/// How far a program runs ahead of a checkpoint.
const AHEAD: usize = 300;

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("the suite is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The suite's programs whose `main` is custom MIR, under each model: at the start of `main`.
fn for_each_program(mut f: impl FnMut(&str, Machine)) {
    let mut paths = Vec::new();
    rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/run"), &mut paths);
    let mut programs = 0;
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a readable program");
        for model in MODELS {
            let Ok(parsed) = read(&text) else { continue };
            let Some(main) = parsed.program.find_fn("main") else { continue };
            let limits = Limits { steps: STEPS, ..Limits::default() };
            let mut machine =
                Machine::new(parsed.program, Config { aliasing: model, limits, ..Config::default() });
            if machine.start_function(main, Vec::new()).is_ok() {
                programs += 1;
                f(&format!("{} under {model:?}", path.display()), machine);
            }
        }
    }
    assert!(programs > 1_500, "only {programs} programs start");
}

/// What there is to see of a run: how it ended, after how many steps, with which output.
fn finish(machine: &mut Machine) -> (String, u64, Vec<u8>) {
    let ending = loop {
        match machine.step() {
            Ok(None) => {}
            Ok(Some(Ending::Finished)) => break "finished".to_owned(),
            Ok(Some(Ending::Panicked)) => break "panicked".to_owned(),
            Err(stop) => break format!("{stop:?}"),
        }
    };
    (ending, machine.steps(), machine.output().to_vec())
}

/// Runs up to `steps` steps; whether there is more to run.
fn advance(machine: &mut Machine, steps: usize) -> bool {
    (0..steps).all(|_| matches!(machine.step(), Ok(None)))
}

#[test]
fn undo_restores_the_state_of_every_step_whatever_follows() {
    for_each_program(|name, mut machine| {
        for step in 0.. {
            let checkpoint = machine.checkpoint();
            let before = machine.state();
            advance(&mut machine, AHEAD);
            machine.undo(&checkpoint);
            let differences = before.differences(&machine.state());
            assert!(differences.is_empty(), "{name}, step {step}: {differences:?}");
            machine.commit(checkpoint);
            if !advance(&mut machine, 1) {
                break;
            }
        }
    });
}

#[test]
fn nested_checkpoints_restore_their_own_states() {
    let mut random = Random::new(0);
    for_each_program(|name, mut machine| {
        let mut open = Vec::new();
        for _ in 0..12 {
            let checkpoint = machine.checkpoint();
            open.push((checkpoint, machine.state()));
            advance(&mut machine, random.below(6));
            if random.below(3) == 0 {
                let (checkpoint, before) = &open[random.below(open.len())];
                machine.undo(checkpoint);
                let differences = before.differences(&machine.state());
                assert!(differences.is_empty(), "{name}: {differences:?}");
                // The checkpoints after the one that was gone back to are no more.
                let kept = open.iter().position(|(_, state)| std::ptr::eq(state, before)).unwrap_or(0) + 1;
                for (checkpoint, _) in open.drain(kept..) {
                    machine.commit(checkpoint);
                }
            }
        }
        for (checkpoint, before) in open.into_iter().rev() {
            machine.undo(&checkpoint);
            let differences = before.differences(&machine.state());
            assert!(differences.is_empty(), "{name}: {differences:?}");
            machine.commit(checkpoint);
        }
    });
}

#[test]
fn a_run_that_was_taken_back_leaves_no_trace_in_the_next() {
    let mut undisturbed = Vec::new();
    for_each_program(|_, mut machine| undisturbed.push(finish(&mut machine)));
    let mut undisturbed = undisturbed.into_iter();
    let mut random = Random::new(1);
    let mut compared = 0;
    for_each_program(|name, mut machine| {
        let expected = undisturbed.next();
        if !advance(&mut machine, random.below(4)) {
            return;
        }
        let checkpoint = machine.checkpoint();
        advance(&mut machine, AHEAD);
        machine.undo(&checkpoint);
        machine.commit(checkpoint);
        assert_eq!(Some(finish(&mut machine)), expected, "{name}");
        compared += 1;
    });
    assert!(compared > 1_000, "only {compared} programs run for some steps");
}
