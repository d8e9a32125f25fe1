//! The survey: what compilers make of many programs. None may be rejected, panic, run for more than five seconds, or print something else at
//! another level of optimization.
//!
//!     cargo run --release -p rustassay-gen-surface --example survey -- --rustc PATH --programs 1000 --out results
//!
//! Programs of all themes take turns. Their sizes are drawn by the seed (`draw`): most are small, as a bug needs few features at a time,
//! and some have thousands of lines. Fifty are one crate (`together`), because starting a compiler, and what programs have in common, is most
//! of what small ones cost. When anything is wrong with a crate, each of its programs is tried as a crate of its own.
//!
//! With `--out`, each crate's results are a line of `results.txt`. A survey that was stopped, in whatever way, goes on where it was, and more of
//! them can be asked for later.

mod draw;
mod record;
mod trial;

use clap::Parser;
use record::{Record, Records};
use rustassay_gen_surface::Generated;
use rustassay_gen_surface::config::Profile;
use rustassay_lang::{Edition, Release};
use rustassay_process::Scratch;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use trial::{Cost, Lab};

/// Compiles and runs many programs
#[derive(Parser)]
struct Args {
    /// A compiler; several times for several
    #[arg(long = "rustc", required = true, value_name = "PATH")]
    compilers: Vec<PathBuf>,

    /// What programs are made of, with the sizes of this profile; without it, all themes in turn, of sizes that are drawn
    #[arg(long, value_name = "PROFILE")]
    profile: Option<Profile>,

    /// The seed of the first program
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,

    /// How many programs
    #[arg(long, default_value_t = 100, value_name = "N")]
    programs: u64,

    /// How many are one crate
    #[arg(long, default_value_t = 50, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    together: u64,

    /// The levels of optimization to compare
    #[arg(long, default_value = "0,3", value_delimiter = ',', value_name = "LEVELS")]
    levels: Vec<String>,

    /// Only whether programs are accepted, which costs a fifth
    #[arg(long)]
    check: bool,

    /// How many at a time
    #[arg(long, default_value_t = 2, value_name = "N")]
    jobs: usize,

    /// The edition
    #[arg(long, default_value = "2024", value_name = "YEAR")]
    edition: Edition,

    /// The oldest release that must accept the programs
    #[arg(long, default_value = "1.95", value_name = "1.N")]
    release: Release,

    /// A folder for the results, and for the programs with which something is wrong
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    // What can be wrong with the command is wrong before anything was compiled.
    draw::config(&args, args.seed)?;
    let lab = Lab {
        compilers: &args.compilers,
        levels: if args.check { &args.levels[..1] } else { &args.levels },
        check: args.check,
        edition: args.edition,
    };
    let records = Mutex::new(Records::open(args.out.as_deref())?);
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..args.jobs.max(1) {
            scope.spawn(|| {
                let scratch = Scratch::new().expect("a folder for temporary files");
                loop {
                    let first = next.fetch_add(args.together, Ordering::Relaxed);
                    if first >= args.programs {
                        break;
                    }
                    let count = args.together.min(args.programs - first);
                    let first = args.seed.wrapping_add(first);
                    if records.lock().expect("no thread panicked").has(first, count) {
                        continue;
                    }
                    let record = one_crate(&args, &lab, first, count, &scratch);
                    let mut records = records.lock().expect("no thread panicked");
                    records.add(record).expect("the results can be written");
                }
            });
        }
    });
    let records = records.into_inner().expect("no thread panicked");
    records.report(args.seed..args.seed.wrapping_add(args.programs));
    Ok(())
}

/// Tries some programs as one crate, and each alone if anything is wrong with that.
fn one_crate(args: &Args, lab: &Lab, first: u64, count: u64, scratch: &Scratch) -> Record {
    let seeds: Vec<u64> = (first..first + count).collect();
    let programs: Vec<Generated> =
        seeds.iter().map(|&seed| draw::program(args, seed).expect("it was tried before")).collect();
    let texts: Vec<String> = programs.iter().map(draw::text).collect();
    let lines = texts.iter().map(|text| text.lines().count() as u64).collect();
    let mut costs: BTreeMap<String, Cost> = BTreeMap::new();
    let results = match lab.try_together(&programs, scratch.path(), &mut costs) {
        Ok(outputs) => outputs.into_iter().map(Ok).collect(),
        Err(trouble) => {
            let alone: Vec<_> =
                texts.iter().map(|text| lab.try_alone(text, scratch.path(), &mut costs)).collect();
            match alone.iter().all(Result::is_ok) {
                true => seeds.iter().map(|_| Err(trouble.only_together())).collect(),
                false => alone,
            }
        }
    };
    for ((seed, text), result) in seeds.iter().zip(&texts).zip(&results) {
        let Err(trouble) = result else { continue };
        println!("{seed}: {trouble}");
        if let Some(out) = &args.out {
            let saved = std::fs::write(out.join(format!("{seed}.rs")), text)
                .and_then(|()| std::fs::write(out.join(format!("{seed}.txt")), &trouble.message));
            saved.expect("the folder can be written to");
        }
    }
    Record { first, lines, costs, results: results.into_iter().map(|r| r.map_err(|t| t.kind)).collect() }
}
