//! What generated Rust costs: lines of text a CPU-second, generated and printed, for each profile; and growth with size.

use rustassay_gen_surface::config::{Config, Profile, Size};
use rustassay_gen_surface::print::print;
use rustassay_gen_surface::{ObservationForm, generate};
use rustassay_testing::cpu_seconds;

/// How often each measurement is made; the median counts.
const RUNS: usize = 3;

/// How many lines are written for a measurement, at least.
const LINES: usize = 200_000;

fn main() {
    // `cargo test --benches` starts benchmarks, too, and wants no figures.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    println!("{:<16}{:>14}{:>14}{:>16}", "", "k lines/s", "us a line", "lines/program");
    for statements in [10, 100, 1_000, 10_000] {
        row(&format!("of {statements}"), &sized(statements));
    }
    for profile in Profile::ALL {
        row(profile.name(), &profile.config());
    }
}

/// The default mixture at another size: more functions, not longer ones.
fn sized(statements: usize) -> Config {
    let config = Profile::Default.config();
    Config { size: Size { statements, ..config.size }, is_varied: false, ..config }
}

/// Measures programs and prints a row.
fn row(name: &str, config: &Config) {
    let mut lines = 0;
    let mut programs = 0;
    while lines < LINES {
        lines += lines_of(programs, config);
        programs += 1;
    }
    let seconds = median(|| {
        let before = cpu_seconds();
        (0..programs).for_each(|seed| {
            std::hint::black_box(generate(seed, config).text(ObservationForm::Checksum));
        });
        cpu_seconds() - before
    });
    println!(
        "{name:<16}{:>14.0}{:>14.2}{:>16}",
        lines as f64 / seconds / 1e3,
        seconds * 1e6 / lines as f64,
        lines / programs as usize
    );
}

/// A program's own lines: what it brings along is not made but copied.
fn lines_of(seed: u64, config: &Config) -> usize {
    print(&generate(seed, config).program.items, ObservationForm::Checksum).lines().count()
}

fn median(mut measure: impl FnMut() -> f64) -> f64 {
    let mut results: Vec<f64> = (0..RUNS).map(|_| measure()).collect();
    results.sort_by(f64::total_cmp);
    results[RUNS / 2]
}
