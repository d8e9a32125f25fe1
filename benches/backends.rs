//! What a program costs on its way through a compiler: programs a CPU-second, as ratios in one run on the same programs.
//!
//! - the form for compilers against the form for people;
//! - a crate of fifty programs against one by one;
//! - what the engine takes itself, beside rustc and the programs.

use rustassay_arbitrary::{ArbitraryConfig, program};
use rustassay_judge::answer::{Answer, answer};
use rustassay_judge::backend::{Backend, Codegen, Executor};
use rustassay_judge::batch::try_batch;
use rustassay_judge::case::{Case, CaseSource};
use rustassay_judge::engine::{Build, Engine, Outcome, Trial};
use rustassay_mir::print::{Form, PrintOptions, print};
use rustassay_outcome::Compiled;
use rustassay_testing::{cpu_seconds, reference_toolchain};
use rustassay_toolchain::Toolchain;
use std::path::Path;

/// How many programs are in a crate.
const BATCH: usize = 50;

/// How often each measurement is made; the median counts.
const RUNS: usize = 3;

fn main() {
    // `cargo test --benches` starts benchmarks, too, and wants no figures.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    let toolchain = reference_toolchain();
    let engine = Engine::new().expect("a folder for temporary files");
    let cases = cases();
    let answers: Vec<Answer> = cases.iter().map(answer).collect();
    println!("{} programs of tests/run/pass\n", cases.len());
    println!(
        "{:<6}{:>16}{:>16}{:>16}{:>12}{:>12}{:>12}",
        "", "people, ms", "fast, ms", "batch, ms", "fast x", "batch x", "engine %"
    );
    for level in ["0", "3"] {
        let backend = Backend {
            name: format!("O{level}"),
            kind: Executor::Compiled(Codegen::Llvm),
            toolchain: Some(toolchain.clone()),
            flags: vec![format!("-Copt-level={level}")],
        };
        let people: Vec<Case> = cases.iter().map(for_people).collect();
        let one_by_one = |cases: &[Case]| {
            let trials =
                cases.iter().zip(&answers).map(|(case, answer)| engine.try_case(case, &backend, answer));
            trials.collect::<Vec<_>>()
        };
        let (slow, _) = median(|| measure(cases.len(), || one_by_one(&people)));
        let (fast, overhead) = median(|| measure(cases.len(), || one_by_one(&cases)));
        let (batch, _) = median(|| {
            measure(cases.len(), || {
                let cases: Vec<&Case> = cases.iter().collect();
                let answers: Vec<&Answer> = answers.iter().collect();
                let crates = cases.chunks(BATCH).zip(answers.chunks(BATCH));
                crates.flat_map(|(cases, answers)| try_batch(&engine, cases, &backend, answers)).collect()
            })
        });
        println!(
            "O{level:<5}{slow:>16.1}{fast:>16.1}{batch:>16.1}{:>12.2}{:>12.1}{:>12.1}",
            slow / fast,
            fast / batch,
            overhead * 100.0
        );
    }
    large(&engine, &toolchain);
}

/// What the two forms of a large program cost to compile.
fn large(engine: &Engine, toolchain: &Toolchain) {
    let program = program(1, &ArbitraryConfig::sized(10_000));
    let flags = ["-Copt-level=0", "--crate-type=lib", "--emit=obj"].map(str::to_owned);
    let build = Build { edition: "2021", flags: &flags, only_check: false, share_library: false };
    let cost = |form| {
        let text =
            print(&program, &PrintOptions { form, ..PrintOptions::default() }).expect("it can be printed");
        let compile = || {
            let mut trial = Trial::default();
            let (_, compiled) = engine.build(&text, toolchain, &build, &mut trial).expect("rustc runs");
            assert_eq!(compiled, Compiled::Built);
            (trial.cpu.as_secs_f64(), 0.0)
        };
        median(compile).0
    };
    let (people, fast) = (cost(Form::People), cost(Form::Fast));
    println!(
        "\na program of 10,000 statements: people {people:.2} s, fast {fast:.2} s, {:.2} x",
        people / fast
    );
}

/// Programs without Undefined Behavior that end well: two crates full.
fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run/pass");
    let mut files = Vec::new();
    for group in folder.read_dir().expect("the suite is there").flatten() {
        files.extend(group.path().read_dir().into_iter().flatten().flatten().map(|file| file.path()));
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    files.sort();
    let read = |file: &std::path::PathBuf| {
        let case = Case::from_text(file.display().to_string(), std::fs::read_to_string(file).ok()?, None);
        let CaseSource::Mir(source) = &case.source else { return None };
        Some(Case::from_program(case.name.clone(), source.program.clone()))
    };
    let ends_well = |case: &Case| matches!(answer(case), Answer::Must(_));
    files.iter().filter_map(read).filter(ends_well).take(2 * BATCH).collect()
}

/// The same program, in the form that people read.
fn for_people(case: &Case) -> Case {
    let CaseSource::Mir(source) = &case.source else { return case.clone() };
    let text = print(&source.program, &PrintOptions { form: Form::People, ..PrintOptions::default() });
    Case::from_text(case.name.clone(), text.expect("the reference release knows every construct"), None)
}

/// Milliseconds of CPU time a program, all processes together, and the share of it that is the engine's own.
fn measure(count: usize, work: impl FnOnce() -> Vec<Trial>) -> (f64, f64) {
    let before = cpu_seconds();
    let trials = work();
    let own = cpu_seconds() - before;
    let wrong = trials.iter().filter(|trial| !matches!(trial.outcome, Outcome::Observed(_))).count();
    assert_eq!(wrong, 0, "a program did not run");
    let children: f64 = trials.iter().map(|trial| trial.cpu.as_secs_f64()).sum();
    ((own + children) * 1000.0 / count as f64, own / children)
}

fn median(mut measure: impl FnMut() -> (f64, f64)) -> (f64, f64) {
    let mut results: Vec<(f64, f64)> = (0..RUNS).map(|_| measure()).collect();
    results.sort_by(|a, b| a.0.total_cmp(&b.0));
    results[RUNS / 2]
}
