//! What generated programs cost, all checks included: statements and terminators of their text a CPU-second, for each profile; growth with
//! size; memory; and, in the same run on the same programs, what rustc takes to compile them.

use rustassay_gen_mir::config::{Config, Profile, Size};
use rustassay_gen_mir::{Generated, generate};
use rustassay_judge::answer::{Answer, answer};
use rustassay_judge::backend::{Backend, Codegen, Executor};
use rustassay_judge::batch::try_batch;
use rustassay_judge::case::Case;
use rustassay_judge::engine::{Engine, Outcome};
use rustassay_lang::Release;
use rustassay_mir::model::Program;
use rustassay_testing::{cpu_seconds, reference_toolchain};

/// How often each measurement is made; the median counts.
const RUNS: usize = 3;

/// How many statements are written for a measurement, at least.
const STATEMENTS: usize = 100_000;

/// How many programs are in a crate.
const BATCH: usize = 50;

fn main() {
    // `cargo test --benches` starts benchmarks, too, and wants no figures.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    println!(
        "{:<12}{:>12}{:>14}{:>12}{:>14}{:>12}",
        "", "M stmt/s", "ns a stmt", "kept, %", "stmt/program", "peak, MB"
    );
    // Small ones first: what the process has taken at most is then what the last ones took.
    for statements in [100, 1_000, 10_000, 100_000] {
        row(&format!("of {statements}"), &sized(statements));
    }
    for profile in Profile::ALL {
        row(profile.name(), &for_one(profile.config()));
    }
    against_rustc();
}

/// For one release, as campaigns make programs.
fn for_one(config: Config) -> Config {
    config.for_releases(vec![Release::REFERENCE]).expect("it has all that programs need")
}

/// The default mixture at another size: more functions, not longer ones.
fn sized(statements: usize) -> Config {
    let config = for_one(Profile::Default.config());
    let functions = (statements / 60).max(config.size.functions);
    Config { size: Size { statements, functions, ..config.size }, ..config }
}

/// Measures programs and prints a row.
fn row(name: &str, config: &Config) {
    // As many seeds as it takes.
    let mut programs = Vec::new();
    let mut written = 0;
    for seed in 0.. {
        let generated = generate(seed, config);
        written += statements(&generated.program);
        programs.push((generated.proposed, generated.kept));
        if written >= STATEMENTS {
            break;
        }
    }
    let seconds = median(|| cpu_seconds_of(|| generate_all(programs.len() as u64, config)));
    let proposed: usize = programs.iter().map(|(proposed, _)| proposed).sum();
    let kept: usize = programs.iter().map(|(_, kept)| kept).sum();
    println!(
        "{name:<12}{:>12.2}{:>14.0}{:>12.1}{:>14}{:>12}",
        written as f64 / seconds / 1e6,
        seconds * 1e9 / written as f64,
        kept as f64 * 100.0 / proposed as f64,
        written / programs.len(),
        peak_megabytes().map_or("-".to_owned(), |peak| peak.to_string())
    );
}

fn generate_all(count: u64, config: &Config) {
    for seed in 0..count {
        std::hint::black_box(generate(seed, config));
    }
}

/// Statements and terminators in a program's text.
fn statements(program: &Program) -> usize {
    let blocks = program.functions.iter().flat_map(|function| &function.body.blocks);
    blocks.map(|block| block.statements.len() + 1).sum()
}

/// What rustc takes for the programs of the default profile, against what writing them takes.
fn against_rustc() {
    let backend = Backend {
        name: "O0".to_owned(),
        kind: Executor::Compiled(Codegen::Llvm),
        toolchain: Some(reference_toolchain()),
        flags: vec!["-Copt-level=0".to_owned()],
    };
    let engine = Engine::new().expect("a folder for temporary files");
    let config = for_one(Profile::Default.config());
    let written = median(|| cpu_seconds_of(|| generate_all(BATCH as u64, &config)));
    let case = |seed: u64| {
        let Generated { program, .. } = generate(seed, &config);
        Case::from_program(seed.to_string(), program)
    };
    let cases: Vec<Case> = (0..BATCH as u64).map(case).collect();
    let answers: Vec<Answer> = cases.iter().map(answer).collect();
    let cases: Vec<&Case> = cases.iter().collect();
    let answers: Vec<&Answer> = answers.iter().collect();
    let compiled = median(|| {
        let trials = try_batch(&engine, &cases, &backend, &answers);
        assert!(trials.iter().all(|trial| matches!(trial.outcome, Outcome::Observed(_))));
        trials.iter().map(|trial| trial.cpu.as_secs_f64()).sum()
    });
    println!(
        "\n{BATCH} programs in a crate: written in {:.1} ms, compiled at -Copt-level=0 and run in {:.0} ms, {:.0} x",
        written * 1e3,
        compiled * 1e3,
        compiled / written
    );
}

fn median(mut measure: impl FnMut() -> f64) -> f64 {
    let mut results: Vec<f64> = (0..RUNS).map(|_| measure()).collect();
    results.sort_by(f64::total_cmp);
    results[RUNS / 2]
}

fn cpu_seconds_of(work: impl FnOnce()) -> f64 {
    let before = cpu_seconds();
    work();
    cpu_seconds() - before
}

/// The most memory that this process has had, where the system says so.
fn peak_megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? / 1024)
}
