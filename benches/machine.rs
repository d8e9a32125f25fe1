//! The machine against rustc's compile-time evaluator, on the same custom-MIR loops, in one run: statements a CPU-second.
//!
//! Both check validity, initialization, bounds and alignment at each step; the evaluator has no aliasing model. What a compiler's start
//! costs is taken off.

use rustassay_machine::aliasing::Model;
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::{Config, Machine, Value};
use rustassay_machine::memory::Scalar;
use rustassay_mir::model::Ty;
use rustassay_mir::read::read;
use rustassay_testing::{cpu_seconds, reference_rustc};
use std::path::Path;
use std::process::Command;

/// How often each measurement is made; the median counts.
const RUNS: usize = 3;

const PROGRAMS: [(&str, &str); 4] = [
    ("arithmetic", include_str!("programs/arithmetic.rs")),
    ("memory", include_str!("programs/memory.rs")),
    ("calls", include_str!("programs/calls.rs")),
    ("references", include_str!("programs/references.rs")),
];

fn main() {
    // `cargo test --benches` starts benchmarks, too, and wants no figures.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    println!(
        "{:<12}{:>14}{:>14}{:>14}{:>10}{:>10}{:>10}",
        "M stmt/s", "evaluator", "tree", "stacked", "none", "tree x", "none x"
    );
    for (name, text) in PROGRAMS {
        let evaluator = evaluator(text);
        let rate =
            |model| statements(text, 1_000_000) as f64 / median(|| machine(text, 1_000_000, model).0) / 1e6;
        let (tree, stacked, none) = (rate(Model::Tree), rate(Model::Stacked), rate(Model::None));
        println!(
            "{name:<12}{evaluator:>14.1}{tree:>14.1}{stacked:>14.1}{none:>10.1}{:>10.1}{:>10.1}",
            tree / evaluator,
            none / evaluator
        );
    }
    println!("\nns a statement, memory, Tree Borrows:");
    let (_, text) = PROGRAMS[1];
    let most = if std::env::args().any(|arg| arg == "long") { 8 } else { 6 };
    for power in 3..=most {
        let iterations = 10_u64.pow(power) / 14 + 1;
        let (seconds, steps) = machine(text, iterations, Model::Tree);
        println!("{:>12} statements: {:>6.0}", steps, seconds * 1e9 / steps as f64);
    }
}

fn median(mut measure: impl FnMut() -> f64) -> f64 {
    let mut results: Vec<f64> = (0..RUNS).map(|_| measure()).collect();
    results.sort_by(f64::total_cmp);
    results[RUNS / 2]
}

fn statements(text: &str, iterations: u64) -> u64 {
    machine(text, iterations, Model::None).1
}

/// Runs the loop on the machine: CPU-seconds, and statements.
fn machine(text: &str, iterations: u64, aliasing: Model) -> (f64, u64) {
    let program = read(text).expect("the program can be read").program;
    let run = program.find_fn("run").expect("the program has a loop");
    let mut machine = Machine::new(program, Config { aliasing, ..Config::default() });
    let info = machine.info(Ty::U64).expect("integers have a layout");
    let start = cpu_seconds();
    let ending = machine.run_function(run, vec![(Value::Scalar(Scalar::new(iterations.into())), info)]);
    let seconds = cpu_seconds() - start;
    assert_eq!(ending, Ok(Ending::Finished));
    (seconds, machine.steps())
}

/// Statements a CPU-second of rustc's compile-time evaluator, in millions.
fn evaluator(text: &str) -> f64 {
    let rustc = reference_rustc();
    let iterations = 500_000;
    let time = |n: u64| median(|| compile(&rustc, text, n));
    let seconds = time(iterations) - time(1);
    statements(text, iterations) as f64 / seconds / 1e6
}

/// Compiles a constant that the loop computes: the child's CPU-seconds.
fn compile(rustc: &Path, text: &str, iterations: u64) -> f64 {
    let folder = tempfile::tempdir().expect("a folder for the measurement");
    let source = format!("{text}\npub const RESULT: u64 = run({iterations});\n");
    std::fs::write(folder.path().join("constant.rs"), source).expect("the file can be written");
    let before = children_seconds();
    let output = Command::new(rustc)
        .args([
            "--crate-type=lib",
            "--emit=metadata",
            "-Zunleash-the-miri-inside-of-you",
            "-Zextra-const-ub-checks",
        ])
        .args(["-Zmir-opt-level=0", "-Awarnings", "constant.rs"])
        .current_dir(folder.path())
        .env("RUSTC_BOOTSTRAP", "1")
        .output()
        .expect("rustc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    children_seconds() - before
}

/// CPU time of the children that have ended, as Linux counts it, in hundredths of a second.
fn children_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux tells about processes");
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or("").split(' ').collect();
    let ticks = |n: usize| fields.get(n).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(13) + ticks(14)) / 100.0
}
