//! Generated programs with threads do what they must when rustc has compiled them, however often they run.
//!
//! `RUSTASSAY_PROGRAMS` says how many programs are tried, from the seed `RUSTASSAY_SEED` on, and `RUSTASSAY_RUNS` how often each runs; `RUSTASSAY_RUSTC` may
//! name another compiler than the reference. docs/threads.md has the results of longer runs.

use crate::library::number;
use rustassay_gen_mir::config::Profile;
use rustassay_gen_mir::generate;
use rustassay_judge::packer::{PackPurpose, Packed, PackedProgram, RUN};
use rustassay_lang::Release;
use rustassay_mir::print::{Form, PrintOptions, print};
use rustassay_testing::reference_toolchain;
use rustassay_toolchain::{Cache, Search, Toolchain, discover};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// How many programs are in a crate.
const CRATE: u64 = 20;

/// The optimization levels.
const LEVELS: [&str; 2] = ["0", "3"];

/// A crate of programs, with what each must print.
struct Programs {
    text: String,
    first: u64,
    expected: Vec<Vec<u8>>,
}

impl Programs {
    fn new(seeds: std::ops::Range<u64>, release: Release) -> Programs {
        let config =
            Profile::Threads.config().for_releases(vec![release]).expect("it has all that is needed");
        let options = PrintOptions { form: Form::Fast, release };
        let (first, mut members, mut expected) = (seeds.start, Vec::new(), Vec::new());
        for seed in seeds {
            let generated = generate(seed, &config);
            assert!(generated.has_threads, "seed {seed}");
            let text = print(&generated.program, &options).expect("programs are for this release");
            members.push(PackedProgram::new(&text, PackPurpose::RunMir).expect("it can be a module"));
            expected.push(generated.expected);
        }
        let mut packed = Packed::new(&members.iter().collect::<Vec<_>>());
        let arms: String = (0..members.len())
            .map(|n| format!("        \"{n}\" => {}::{RUN}(),\n", packed.path(n)))
            .collect();
        packed.push_items(&format!(
            "fn main() {{\n    match &*std::env::args().nth(1).unwrap() {{\n{arms}        _ => {{}}\n    }}\n}}"
        ));
        Programs { text: packed.text().to_owned(), first, expected }
    }

    /// Compiles the crate, and says what any of its programs does wrong.
    fn try_level(&self, toolchain: &Toolchain, folder: &Path, level: &str, runs: u64) -> Vec<String> {
        let source = folder.join("programs.rs");
        let binary = folder.join("programs");
        std::fs::write(&source, &self.text).expect("the folder can be written");
        let mut rustc = Command::new(&toolchain.rustc);
        rustc.env("RUSTC_BOOTSTRAP", "1").args(["--edition", "2021", "--cap-lints=allow"]);
        rustc.arg(format!("-Copt-level={level}")).arg("-o").arg(&binary).arg(&source);
        let compiled = rustc.output().expect("rustc starts");
        let seeds = format!("the seeds from {}", self.first);
        if !compiled.status.success() {
            return vec![format!("{seeds}, level {level}: {}", String::from_utf8_lossy(&compiled.stderr))];
        }
        let mut wrong = Vec::new();
        for (n, expected) in self.expected.iter().enumerate() {
            for run in 0..runs {
                let mut program = Command::new("timeout");
                program.args(["10"]).arg(&binary).arg(n.to_string()).env("RUST_BACKTRACE", "0");
                let output = program.output();
                let output = output.expect("a program starts");
                if !output.status.success() || output.stdout != *expected {
                    let seed = self.first + n as u64;
                    let said = String::from_utf8_lossy(&output.stdout);
                    let status = output.status;
                    wrong.push(format!("seed {seed}, level {level}, run {run}: {status}, {said:?}"));
                    break;
                }
            }
        }
        wrong
    }
}

/// The compiler that the environment names, or the reference.
fn compiler() -> Arc<Toolchain> {
    let Some(rustc) = std::env::var_os("RUSTASSAY_RUSTC") else { return reference_toolchain() };
    let mut discovery = discover(&Search { rustcs: vec![rustc.into()], ..Search::default() }, &Cache::none());
    Arc::new(discovery.found.pop().expect("RUSTASSAY_RUSTC names a compiler"))
}

#[test]
fn compiled_programs_with_threads_print_what_they_must_in_every_run() {
    let toolchain = compiler();
    let release = toolchain.capabilities.custom_mir.expect("it compiles custom MIR");
    let (first, count) = (number("RUSTASSAY_SEED", 0), number("RUSTASSAY_PROGRAMS", 40));
    let runs = number("RUSTASSAY_RUNS", 5);
    let (next, wrong) = (AtomicU64::new(first), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..number("RUSTASSAY_JOBS", 2) {
            scope.spawn(|| {
                let folder = tempfile::tempdir().expect("a folder for temporary files");
                loop {
                    let from = next.fetch_add(CRATE, Ordering::Relaxed);
                    if from >= first + count {
                        break;
                    }
                    let programs = Programs::new(from..(from + CRATE).min(first + count), release);
                    for level in LEVELS {
                        let found = programs.try_level(&toolchain, folder.path(), level, runs);
                        wrong.lock().expect("nobody panics with it").extend(found);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("nobody panics with it");
    let compiler = toolchain.rustc.display();
    println!(
        "{count} programs, {runs} runs at each of {} levels by {compiler}: {} wrong",
        LEVELS.len(),
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
