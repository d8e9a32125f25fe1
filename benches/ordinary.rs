//! What ordinary Rust costs on the machine: `cargo bench --bench ordinary`
//!
//! Each program of `benches/ordinary` runs natively without optimization, on the machine with Tree Borrows and without a model, and in Miri with
//! Tree Borrows if `RUSTASSAY_MIRI` names one and `MIRI_SYSROOT` its library. All take turns in one run. Time is processor time of whole processes; for
//! the machine and Miri, that of a program that does nothing is taken off, since both compile the program first. The median counts.

use rustassay_testing::reference_rustc;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How often each is measured; the median counts.
const RUNS: usize = 3;

/// A native run is too short for the clock, which counts hundredths of a second.
const NATIVE_RUNS: u32 = 50;

const TOOL: &str = env!("CARGO_BIN_EXE_rustassay");

fn main() {
    // `cargo test --benches` starts benchmarks, too, and wants no figures.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder for programs");
    let miri = std::env::var_os("RUSTASSAY_MIRI").map(PathBuf::from);
    let programs = programs();
    let nothing = Measured::of(&programs[0], folder.path(), miri.as_deref());
    println!(
        "a program that does nothing, CPU-seconds: machine {:.2}, Miri {}\n",
        nothing.tree,
        nothing.miri.map_or_else(|| "-".to_owned(), |miri| format!("{miri:.2}")),
    );
    println!(
        "{:<12}{:>12}{:>12}{:>12}{:>12}{:>12}{:>12}",
        "", "native, ms", "tree, ms", "none, ms", "Miri, ms", "tree/native", "Miri/tree"
    );
    let mut ratios = Vec::new();
    for path in &programs[1..] {
        let measured = Measured::of(path, folder.path(), miri.as_deref());
        let (native, tree, none) =
            (measured.native, measured.tree - nothing.tree, measured.none - nothing.none);
        let of_miri = measured.miri.zip(nothing.miri).map(|(all, nothing)| all - nothing);
        println!(
            "{:<12}{:>12.2}{:>12.0}{:>12.0}{:>12}{:>12.0}{:>12}",
            path.file_stem().unwrap_or_default().display(),
            native * 1e3,
            tree * 1e3,
            none * 1e3,
            of_miri.map_or("-".to_owned(), |miri| format!("{:.0}", miri * 1e3)),
            tree / native,
            of_miri.map_or("-".to_owned(), |miri| format!("{:.1}", miri / tree)),
        );
        ratios.extend(of_miri.map(|miri| miri / tree));
    }
    if !ratios.is_empty() {
        println!("\nMiri takes {:.1} times as long in the median", median(ratios));
    }
}

/// The programs; first the one that does nothing.
fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/ordinary");
    let entries = std::fs::read_dir(&folder).expect("the programs are there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    paths.sort_by_key(|path| (path.file_stem() != Some("nothing".as_ref()), path.clone()));
    paths
}

/// CPU-seconds, medians.
struct Measured {
    native: f64,
    tree: f64,
    none: f64,
    miri: Option<f64>,
}

impl Measured {
    fn of(program: &Path, folder: &Path, miri: Option<&Path>) -> Measured {
        let binary = folder.join("program");
        let built = Command::new(reference_rustc())
            .args(["--edition", "2024", "-Copt-level=0", "-o"])
            .args([&binary, program])
            .status();
        assert!(built.expect("rustc runs").success(), "{} compiles", program.display());
        let [mut native, mut tree, mut none, mut in_miri] = [const { Vec::new() }; 4];
        for _ in 0..RUNS {
            let runs = (0..NATIVE_RUNS).map(|_| cpu_seconds(&mut Command::new(&binary)));
            native.push(runs.sum::<f64>() / f64::from(NATIVE_RUNS));
            tree.push(cpu_seconds(&mut machine(program, "tree")));
            none.push(cpu_seconds(&mut machine(program, "none")));
            in_miri.extend(miri.map(|miri| {
                let mut command = Command::new(miri);
                if let Some(library) = std::env::var_os("MIRI_SYSROOT") {
                    command.arg("--sysroot").arg(library);
                }
                cpu_seconds(command.args(["--edition", "2024", "-Zmiri-tree-borrows"]).arg(program))
            }));
        }
        let miri = (!in_miri.is_empty()).then(|| median(in_miri));
        Measured { native: median(native), tree: median(tree), none: median(none), miri }
    }
}

fn machine(program: &Path, aliasing: &str) -> Command {
    let mut command = Command::new(TOOL);
    command
        .args(["run", "--edition", "2024", "--aliasing", aliasing])
        .arg("--rustc")
        .arg(reference_rustc())
        .arg(program);
    command
}

/// The processor time of a command and its children. It must end well.
fn cpu_seconds(command: &mut Command) -> f64 {
    let before = of_children();
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status().expect("it starts");
    assert!(status.success(), "{command:?}: {status}");
    of_children() - before
}

/// The processor time of all children that were waited for: fields 16 and 17 of `proc_pid_stat(5)`, where the name, which is gone, is the second.
fn of_children() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("`/proc` is there");
    let fields = stat.rsplit(')').next().unwrap_or_default().split_ascii_whitespace();
    let ticks: u64 = fields.skip(16 - 3).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    ticks as f64 / rustix::param::clock_ticks_per_second() as f64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
