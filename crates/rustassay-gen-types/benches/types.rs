//! What programs for the typechecker cost: programs of each set and kind a CPU-second; and the kernel against plain backtracking.
//!
//!     cargo bench -p rustassay-gen-types --bench types
//!
//! The peer is the same machine without foresight and restarts: Prolog's search, for expressions of the whole of System F at depth 6, where the
//! paper of 2015 says that it collapses.

use rustassay_gen_types::clp::{SearchLimits, Solver};
use rustassay_gen_types::{RuleSet, TypesKind, sets};
use rustassay_testing::cpu_seconds;

/// How often each measurement is made; the median counts.
const RUNS: usize = 3;

/// How many programs of each set and kind.
const PROGRAMS: u64 = 3000;

/// How many goals a derivation may try in plain backtracking, before it counts as lost.
const PATIENCE: u32 = 2_000_000;

fn main() {
    // `cargo test --benches` starts benchmarks, too, and wants no figures.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    println!("{:<16}{:>12}{:>12}{:>14}", "programs/CPU-s", "well", "almost", "equivalent");
    for set in sets() {
        let rates = TypesKind::ALL.map(|kind| programs_per_second(set, kind));
        println!("{:<16}{:>12.0}{:>12.0}{:>14.0}", set.name(), rates[0], rates[1], rates[2]);
    }
    kernel();
    if let Some(peak) = peak_memory() {
        println!("peak memory of all of it: {peak}");
    }
}

/// Programs, or classes, a second.
fn programs_per_second(set: &RuleSet, kind: TypesKind) -> f64 {
    set.generate(0, kind);
    let seconds = median(|| {
        let before = cpu_seconds();
        (0..PROGRAMS).for_each(|seed| {
            std::hint::black_box(set.generate(seed, kind));
        });
        cpu_seconds() - before
    });
    PROGRAMS as f64 / seconds
}

/// System F at depth 6, with foresight and restarts, and by plain backtracking.
fn kernel() {
    let set = sets().iter().find(|set| set.name() == "systemf").expect("it is there");
    let rules = set.rules();
    let start = rules.starts.iter().position(|(name, _)| name == "full").expect("it is there");
    let ours = SearchLimits { depth: 6, fuel: 60, ..SearchLimits::of(rules) };
    let plain = SearchLimits { is_foresighted: false, steps: PATIENCE, failures: u32::MAX, ..ours };
    for (name, limits, seeds) in [("foresight, restarts", ours, 20_000), ("plain backtracking", plain, 60)] {
        let mut machine = Solver::new(rules);
        let mut found = 0;
        let seconds = median(|| {
            let before = cpu_seconds();
            found = (0..seeds).filter(|&seed| machine.derive(start, seed, limits, None).is_ok()).count();
            cpu_seconds() - before
        });
        println!(
            "System F, depth 6, {name:<20}{:>9.0} expressions/CPU-s, {found} of {seeds} derivations found one",
            found as f64 / seconds
        );
    }
}

fn median(mut measure: impl FnMut() -> f64) -> f64 {
    let mut results: Vec<f64> = (0..RUNS).map(|_| measure()).collect();
    results.sort_by(f64::total_cmp);
    results[RUNS / 2]
}

/// Linux tells.
fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().to_owned())
}
