//! The litmus tests and random programs on the machine: what it shows in all executions, and with one seed after the other.

use super::explore as model;
use super::litmus::{Litmus, suite, text};
use super::printed::print;
use super::program::*;
use super::properties::{ATOMIC, MIXED, SC, random_program, seeds};
use rustassay_machine::error::{Stop, Ub};
use rustassay_machine::explore::ExplorationLimits;
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::{Config, Machine};
use rustassay_mir::check::check;
use rustassay_mir::model::Program as Mir;
use rustassay_mir::read::read;
use rustassay_random::Random;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// The program that a printed one is.
pub fn parse(text: &str) -> Mir {
    let parsed = read(text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    let violations = check(&parsed.program);
    assert!(violations.is_empty(), "{violations:?}\n{text}");
    parsed.program
}

/// How an execution of a printed program ended.
fn outcome(ending: &Result<Ending, Box<Stop>>, output: &[u8]) -> Outcome {
    match ending {
        Ok(Ending::Finished) => {
            let output = String::from_utf8_lossy(output);
            let values = output.trim().trim_matches(['[', ']']).split(", ");
            Outcome::Values(values.map(|value| value.parse().expect("values are printed")).collect())
        }
        Err(stop) if matches!(**stop, Stop::Ub(Ub::DataRace { .. })) => Outcome::Race,
        other => panic!("{other:?}"),
    }
}

/// All outcomes of a program on the machine, and how many executions have them.
pub fn explore(program: &Mir) -> (Outcomes, u64) {
    let main = program.find_fn("main").expect("there is a `main`");
    let mut machine = Machine::new(program.clone(), Config::default());
    machine.start_function(main, Vec::new()).expect("it begins");
    let found = machine.explore(&ExplorationLimits::default());
    assert!(found.unexplored.is_empty(), "{:?}", found.unexplored);
    let outcomes = found.outcomes.iter().map(|one| outcome(&one.ending, &one.output));
    (outcomes.collect(), found.executions)
}

/// The outcome of a program with a seed.
pub fn run(program: &Mir, seed: u64) -> Outcome {
    let mut machine = Machine::new(program.clone(), Config { seed, ..Config::default() });
    let ending = machine.run_main();
    outcome(&ending, machine.output())
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().expect("a number"))
}

/// The litmus tests of all files, with the programs that they are.
fn programs() -> impl Iterator<Item = (Litmus, Mir)> {
    suite().into_iter().flat_map(|(_, tests)| tests).map(|test| {
        let program = parse(&print(&test.program));
        (test, program)
    })
}

#[test]
fn an_exploration_of_the_program_shows_exactly_the_outcomes_that_the_litmus_tests_list() {
    let mut wrong = Vec::new();
    for (test, program) in programs() {
        let found = test.listed(&explore(&program).0);
        if found != test.outcomes {
            let (found, listed) = (text(&found), text(&test.outcomes));
            wrong.push(format!("{}: the machine shows {found}, listed are {listed}", test.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `RUSTASSAY_SEEDS=10000` says how many seeds each program is run with, and prints a table of how many it takes to see all outcomes.
#[test]
fn no_seed_shows_an_outcome_that_the_litmus_tests_do_not_list() {
    let seeds = variable("RUSTASSAY_SEEDS").unwrap_or(50);
    let (mut wrong, mut table) = (Vec::new(), String::new());
    for (test, program) in programs() {
        let mut seen = Outcomes::new();
        let mut last = 0;
        for seed in 0..seeds {
            let found = test.listed(&Outcomes::from([run(&program, seed)]));
            let outcome = found.into_iter().next().expect("a run has an outcome");
            if !test.outcomes.contains(&outcome) && test.outcomes != Outcomes::from([Outcome::Race]) {
                wrong.push(format!("{}: seed {seed} shows {outcome:?}", test.name));
            }
            if seen.insert(outcome) {
                last = seed;
            }
        }
        let missing: Outcomes = test.outcomes.difference(&seen).cloned().collect();
        let (all, count) = (test.outcomes.len(), test.outcomes.len() - missing.len());
        let missing = if missing.is_empty() { String::new() } else { format!(", not {}", text(&missing)) };
        let _ = writeln!(table, "{:<28} {count} of {all}, the last at seed {last}{missing}", test.name);
    }
    println!("{table}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The model's outcomes are those of all interleavings, executed one by one. `RUSTASSAY_PROGRAMS=3000` is a long run, `RUSTASSAY_SEED` says where
/// its seeds begin.
#[test]
fn explorations_and_seeds_of_random_programs_show_what_the_memory_model_shows() {
    /// With so many seeds each program is run as well.
    const RUNS: u64 = 10;
    let (mut executions, mut interleavings, mut outcomes) = (0, 0, 0);
    let all = seeds(60);
    for seed in all.clone() {
        let style = [ATOMIC, MIXED, SC][seed as usize % 3];
        let program = random_program(&mut Random::new(seed), style);
        let printed = print(&program);
        let mir = parse(&printed);
        let (found, count) = explore(&mir);
        let (expected, of_model) = model::explore(&program);
        (executions, interleavings) = (executions + count, interleavings + of_model);
        outcomes += expected.len();
        // Two accesses race in some executions, and others end before they come to it.
        let is_racy = expected.contains(&Outcome::Race);
        assert_eq!(found.contains(&Outcome::Race), is_racy, "seed {seed}:\n{printed}");
        assert!(is_racy || found == expected, "seed {seed}: {found:?}, not {expected:?}:\n{printed}");
        for run_seed in 0..RUNS {
            let seen = run(&mir, run_seed);
            assert!(is_racy || found.contains(&seen), "seed {seed}, run {run_seed}: {seen:?}\n{printed}");
        }
    }
    println!(
        "{} programs, {outcomes} outcomes: {executions} executions instead of {interleavings}",
        all.count()
    );
}

/// `RUSTASSAY_LITMUS=FOLDER` writes each litmus test as a file that `rustassay run --exhaustive` runs.
#[test]
fn litmus_tests_can_be_written_as_files() {
    let tests = suite().into_iter().flat_map(|(_, tests)| tests);
    let Some(folder) = std::env::var_os("RUSTASSAY_LITMUS").map(PathBuf::from) else {
        // Names of tests are names of files.
        return assert!(tests.into_iter().all(|test| !test.name.contains(['/', ' '])));
    };
    fs::create_dir_all(&folder).expect("the folder can be made");
    for test in tests {
        fs::write(folder.join(format!("{}.rs", test.name)), print(&test.program)).expect("it can be written");
    }
}
