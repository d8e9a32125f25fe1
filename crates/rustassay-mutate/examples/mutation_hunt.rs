//! A hunt: mutants of a corpus against one compiler, in parallel.
//!
//!     cargo run --release -p rustassay-mutate --example mutation_hunt -- --rustc PATH --minutes 60 --out findings [FILE...]
//!
//! Without files, the shipped programs are mutated; those that the compiler does not take alone are sorted out first. Mutants with which the compiler
//! does something new are mutated further. Findings of one signature are one file in the folder, with how to make the mutant again; they and
//! a report are written after every round, so that a hunt may be stopped at any time.

use clap::Parser;
use rustassay_corpus::{Bounds, open, shipped};
use rustassay_gen_surface::config::{Edition, Profile, Release};
use rustassay_gen_surface::{Form, generate};
use rustassay_gen_types::{Kind, sets};
use rustassay_judge::engine::Engine;
use rustassay_mutate::hunt::{Hunt, Tally};
use rustassay_mutate::mutators;
use rustassay_mutate::oracle::Asker;
use rustassay_mutate::pool::{Pool, gather};
use rustassay_mutate::workshop::{Choice, Manner};
use rustassay_toolchain::{Cache, Search, discover};
use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Hunts with mutants
#[derive(Parser)]
struct Args {
    /// Files and folders; the shipped programs without any
    files: Vec<PathBuf>,

    /// The compiler
    #[arg(long, value_name = "PATH")]
    rustc: Option<PathBuf>,

    /// The number of the first mutant
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,

    /// How many mutants
    #[arg(long, default_value_t = u64::MAX, value_name = "N")]
    mutants: u64,

    /// How long, at most
    #[arg(long, default_value_t = 1.0, value_name = "MINUTES")]
    minutes: f64,

    /// How many changes in one mutant
    #[arg(long, default_value_t = 1, value_name = "N")]
    steps: u64,

    /// Change programs without regard for what they mean: most mutants are rejected, which crashes compilers more often
    #[arg(long)]
    daring: bool,

    /// How many at once
    #[arg(long, default_value_t = 2, value_name = "N")]
    jobs: usize,

    /// Files that are larger are passed over
    #[arg(long, default_value_t = 30_000, value_name = "BYTES")]
    largest: u64,

    /// The compiler is asked about so many files, at most, whether they compile alone
    #[arg(long, default_value_t = 2000, value_name = "N")]
    most: usize,

    /// Take programs, too, that the compiler rejects, and parts of those with which it crashes: what is wrong in a new way crashes compilers more often
    #[arg(long, requires = "daring")]
    rejected: bool,

    /// Take so many generated programs of each kind, too: safe Rust, and each set of typing rules; they are written to the folder for findings
    #[arg(long, default_value_t = 0, value_name = "N", requires = "out")]
    generated: u64,

    /// Take the shipped programs, too
    #[arg(long)]
    shipped: bool,

    /// A folder for findings
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let search = Search { rustcs: args.rustc.iter().cloned().collect(), ..Search::default() };
    let toolchain =
        discover(&search, &Cache::standard()).found.into_iter().next().ok_or("there is no compiler")?;
    let engine = Engine::new()?.with_timeouts(Duration::from_secs(20), Duration::from_secs(5));
    let mut files = args.files.clone();
    if let (Some(out), 1..) = (&args.out, args.generated) {
        let folder = out.join("generated");
        write_generated(&folder, args.generated, toolchain.version.release)?;
        files.push(folder);
    }
    let opened = open(&files, Bounds { bytes: args.largest, ..Bounds::default() })?;
    println!("{} files are too large, nested too deep or not UTF-8, and are passed over", opened.passed_over);
    let mut sources = opened.sources;
    if args.files.is_empty() || args.shipped {
        sources.extend(shipped());
    }
    let asker = Asker { engine: &engine, toolchain: &toolchain };
    let gathered = gather(&asker, &sources, args.jobs, args.most);
    println!("{}: {}", toolchain.version, gathered.summary());
    let crashes_before = gathered.crashes();
    for signature in &crashes_before {
        println!("crashes by a source: {signature}");
    }
    let mut programs = gathered.programs;
    let mut donors = Vec::new();
    if args.rejected {
        programs.extend(gathered.rejected);
        donors = gathered.crashing;
    }
    let pool = Pool::new(programs).with_donors(donors);
    let choice = if args.daring { Choice::Daring } else { Choice::Careful };
    let manner = Manner { choice, steps: args.steps };
    let hunt = Hunt { asker, pool, first: args.seed, mutants: args.mutants, manner, jobs: args.jobs };
    let started = Instant::now();
    let spent = engine.spent();
    let limit = Duration::from_secs_f64(60.0 * args.minutes);
    let cpu = || engine.spent().saturating_sub(spent);
    let mut failed = None;
    let mut tell = |tally: &Tally| {
        if let Some(folder) = &args.out {
            failed = save(tally, &report(tally, &crashes_before, started.elapsed(), cpu()), folder).err();
        }
    };
    let tally = hunt.run(&|| started.elapsed() > limit, &mut tell);
    print!("{}", report(&tally, &crashes_before, started.elapsed(), cpu()));
    match failed {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Writes programs that a release should accept, so that the commands that make their mutants name files.
fn write_generated(folder: &Path, count: u64, release: (u32, u32, u32)) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    let release = Release::new(u16::try_from(release.1)?).min(Release::new(85));
    let config = Profile::Default.config().for_compilers(Edition::E2021, release)?;
    for seed in 0..count {
        let text = generate(seed, &config).text(Form::Checksum);
        std::fs::write(folder.join(format!("surface-{seed}.rs")), text)?;
        // What older editions and releases do not know is sorted out with what does not compile.
        for program in sets().iter().flat_map(|set| set.generate(seed, Kind::Well)) {
            std::fs::write(folder.join(format!("{}.rs", program.name)), program.text)?;
        }
    }
    Ok(())
}

/// What came of a hunt, for people.
fn report(tally: &Tally, before: &BTreeSet<String>, wall: Duration, cpu: Duration) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "| mutator | mutants | stillborn |\n| --- | ---: | ---: |");
    for mutator in mutators::all() {
        let count = tally.counts.get(mutator.name).copied().unwrap_or_default();
        let _ = writeln!(text, "| {} | {} | {} |", mutator.name, count.mutants, count.stillborn);
    }
    let stillborn: u64 = tally.counts.values().map(|count| count.stillborn).sum();
    let _ = writeln!(
        text,
        "{} mutants checked, {stillborn} stillborn, {} could not be tried",
        tally.checked, tally.failed.0
    );
    let _ = writeln!(
        text,
        "{} mutants became seeds; the compiler was seen to do {} kinds of things, {} by the sources alone",
        tally.taken, tally.behaviours.1, tally.behaviours.0
    );
    if let Some(why) = &tally.failed.1 {
        let _ = writeln!(text, "why one could not be tried: {why}");
    }
    let an_hour = |seconds: f64| tally.checked as f64 / seconds.max(1e-9) * 3600.0;
    let _ = writeln!(
        text,
        "{:.0} an hour on the clock, {:.0} an hour of a processor, {:.0} an hour of two",
        an_hour(wall.as_secs_f64()),
        an_hour(cpu.as_secs_f64()),
        2.0 * an_hour(cpu.as_secs_f64())
    );
    let _ = writeln!(text, "{} distinct findings", tally.found.len());
    for ((oracle, signature), found) in &tally.found {
        // Flags stand before the compiler's own signature.
        let is_known = before.iter().any(|known| signature.ends_with(known));
        let known = match (found.is_of_seeds, is_known) {
            (true, _) => ", as by the seeds themselves",
            (_, true) => ", as by a source that was left out",
            _ => "",
        };
        let _ = writeln!(text, "- {oracle} ({} times{known}): {signature}\n  {}", found.times, found.command);
    }
    text
}

fn save(tally: &Tally, report: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join("report.md"), report)?;
    for ((oracle, signature), found) in &tally.found {
        let text = format!(
            "// {}\n// {oracle}: {}\n// flags: {}\n{}",
            found.command,
            signature.replace('\n', " "),
            found.suspicion.flags.join(" "),
            found.text
        );
        std::fs::write(folder.join(format!("{oracle}-{}.rs", found.number)), text)?;
    }
    Ok(())
}
