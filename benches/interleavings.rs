//! Executions a second when every interleaving is explored: `cargo bench --bench interleavings`
//!
//! Each program of `benches/interleavings` is custom MIR. The figures are for one core, and processor time. Loom explores the same
//! algorithms in the same run if `RUSTASSAY_LOOM` names the peer, which is a package of its own:
//!
//!     cargo build --release --manifest-path benches/interleavings/loom/Cargo.toml
//!     RUSTASSAY_LOOM=benches/interleavings/loom/target/release/interleavings-in-loom cargo bench --bench interleavings

use rustassay_machine::explore::ExplorationLimits;
use rustassay_machine::machine::{Config, Machine};
use rustassay_mir::read::read;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How often each is measured; the median counts.
const RUNS: usize = 5;

const PROGRAMS: [&str; 4] = ["updates", "readers", "buffering", "dekker"];

fn main() {
    // `cargo test --benches` starts benchmarks, too, and wants no figures.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    println!(
        "{:<12}{:>12}{:>14}{:>12}{:>14}{:>10}",
        "", "executions", "a CPU-second", "Loom's", "a CPU-second", "ratio"
    );
    let mut ours = BTreeMap::<&str, Vec<Measured>>::new();
    let mut looms = BTreeMap::<String, Vec<Measured>>::new();
    for _ in 0..RUNS {
        for name in PROGRAMS {
            ours.entry(name).or_default().push(explore(name));
        }
        for (name, measured) in in_loom() {
            looms.entry(name).or_default().push(measured);
        }
    }
    for name in PROGRAMS {
        let (count, rate) = median(&ours[name]);
        let loom = looms.get(name).map(|all| median(all));
        println!(
            "{name:<12}{count:>12}{rate:>14.0}{:>12}{:>14}{:>10}",
            loom.map_or("-".to_owned(), |(count, _)| count.to_string()),
            loom.map_or("-".to_owned(), |(_, rate)| format!("{rate:.0}")),
            loom.map_or("-".to_owned(), |(_, loom)| format!("{:.1}", rate / loom)),
        );
    }
}

/// Executions, and the processor time of all.
#[derive(Copy, Clone)]
struct Measured {
    executions: u64,
    time: Duration,
}

/// The executions, and the median of how many there were a second.
fn median(all: &[Measured]) -> (u64, f64) {
    let mut rates: Vec<f64> = all.iter().map(|one| one.executions as f64 / one.time.as_secs_f64()).collect();
    rates.sort_by(f64::total_cmp);
    (all[0].executions, rates[rates.len() / 2])
}

fn explore(name: &str) -> Measured {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/interleavings").join(name);
    let text = std::fs::read_to_string(path.with_extension("rs")).expect("the program is there");
    let program = read(&text).expect("it is custom MIR").program;
    let main = program.find_fn("main").expect("it has a `main`");
    let mut machine = Machine::new(program, Config::default());
    machine.start_function(main, Vec::new()).expect("it begins");
    let before = cpu_time();
    let found = machine.explore(&ExplorationLimits::default());
    assert!(found.unexplored.is_empty(), "{name}: {:?}", found.unexplored);
    Measured { executions: found.executions, time: cpu_time() - before }
}

/// What Loom needs, if it is there.
fn in_loom() -> Vec<(String, Measured)> {
    let Some(peer) = std::env::var_os("RUSTASSAY_LOOM") else { return Vec::new() };
    let output = Command::new(peer).output().expect("the peer runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines = text.lines().map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, executions, nanoseconds] = words[..] else { panic!("the peer says {line}") };
        let number = |word: &str| word.parse::<u64>().expect("a number");
        let time = Duration::from_nanos(number(nanoseconds));
        (name.to_owned(), Measured { executions: number(executions), time })
    });
    lines.collect()
}

/// The processor time of this thread.
fn cpu_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}
