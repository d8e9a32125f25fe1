//! The survey: how many mutants a compiler rejects, how many change what it does, and what making them costs.
//!
//!     cargo run --release -p rustassay-mutate --example survey -- --rustc PATH --mutants 10000
//!
//! Half of the seeds are the shipped programs, half are generated ones. `--behaviour` also compares the MIR of each mutant with its seed's, without
//! names of places. `--show MUTATOR` prints why mutants of one are rejected.

use clap::Parser;
use rustassay_corpus::{Source, shipped};
use rustassay_gen_surface::config::{Edition, Profile, Release};
use rustassay_gen_surface::{Form, generate};
use rustassay_judge::engine::{Build, Engine, Trial};
use rustassay_mutate::Seed;
use rustassay_mutate::mutators::{MUTATORS, by_name};
use rustassay_outcome::Compiled;
use rustassay_random::{Random, mix};
use rustassay_toolchain::{Cache, Search, Toolchain, discover};
use rustix::time::{ClockId, clock_gettime};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts what becomes of mutants
#[derive(Parser)]
struct Args {
    /// A compiler
    #[arg(long, value_name = "PATH")]
    rustc: Option<PathBuf>,

    /// How many mutants
    #[arg(long, default_value_t = 500, value_name = "N")]
    mutants: u64,

    /// The seed of the first
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,

    /// Only this mutator
    #[arg(long, value_name = "NAME")]
    mutator: Option<String>,

    /// How many compilers run at once
    #[arg(long, default_value_t = 2, value_name = "N")]
    jobs: usize,

    /// How many generated programs beside the shipped ones
    #[arg(long, default_value_t = 40, value_name = "N")]
    generated: u64,

    /// Compare the MIR of mutants with that of their seeds
    #[arg(long)]
    behaviour: bool,

    /// Print why mutants of this mutator are rejected
    #[arg(long, value_name = "NAME")]
    show: Option<String>,

    /// Only make them, to see what that costs
    #[arg(long)]
    only_make: bool,
}

#[derive(Default, Clone, Copy)]
struct Row {
    mutants: u64,
    stillborn: u64,
    crashed: u64,
    compared: u64,
    changed: u64,
}

fn sources(generated: u64) -> Vec<Source> {
    let mut sources = shipped();
    let config =
        Profile::Default.config().for_compilers(Edition::E2021, Release::new(85)).expect("it is known");
    for seed in 0..generated {
        sources.push(Source::new(format!("surface-{seed}"), generate(seed, &config).text(Form::Checksum)));
    }
    sources
}

fn main() {
    let args = Args::parse();
    let only = args.mutator.as_deref().map(|name| by_name(name).expect("a mutator of this name"));
    let search = Search { rustcs: args.rustc.iter().cloned().collect(), ..Search::default() };
    let toolchain = discover(&search, &Cache::standard()).found.into_iter().next().expect("a compiler");
    let engine = Engine::new().expect("a folder for temporary files");
    let sources = sources(args.generated);
    let (next, rows) = (AtomicU64::new(0), Mutex::new(BTreeMap::<&str, Row>::new()));
    let making = Mutex::new(0.0);
    std::thread::scope(|scope| {
        for _ in 0..args.jobs {
            scope.spawn(|| {
                let start = thread_time();
                let seeds: Vec<Seed> =
                    sources.iter().filter_map(|source| Seed::new(source.clone()).ok()).collect();
                let known: Vec<_> = seeds.iter().map(Seed::known).collect();
                eprintln!(
                    "{} of {} sources are read in {:.2} CPU-seconds",
                    seeds.len(),
                    sources.len(),
                    thread_time() - start
                );
                let (mut behaviours, mut spent) = (BTreeMap::new(), 0.0);
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= args.mutants {
                        break;
                    }
                    let number = args.seed.wrapping_add(n);
                    let mut random = Random::new(mix(number, 2));
                    let before = thread_time();
                    let (at, donor) = (random.below(seeds.len()), random.below(seeds.len()));
                    // Every mutator has as many tries.
                    let mutator = only.unwrap_or(&MUTATORS[n as usize % MUTATORS.len()]);
                    let mutant = seeds[at].mutant(&known[at], mutator, number, Some(&known[donor]));
                    spent += thread_time() - before;
                    let Some(mutant) = mutant else { continue };
                    let mut row = Row { mutants: 1, ..Row::default() };
                    if !args.only_make {
                        let (compiled, mir) = compile(
                            &engine,
                            &toolchain,
                            &mutant.text,
                            mutant.edition.name(),
                            &seeds[at].source.flags,
                            args.behaviour,
                        );
                        match &compiled {
                            Compiled::Built => {}
                            Compiled::Rejected(errors) => {
                                row.stillborn = 1;
                                if args.show.as_deref() == Some(mutator.name) {
                                    println!("== {} {} seed {number}", mutator.name, seeds[at].source.name);
                                    errors.iter().take(1).for_each(|error| println!("{}", error.rendered));
                                }
                            }
                            broken => {
                                row.crashed = 1;
                                println!(
                                    "{} {} seed {number}: {:?}",
                                    mutator.name,
                                    seeds[at].source.name,
                                    broken.signature()
                                );
                            }
                        }
                        if let (true, Compiled::Built) = (args.behaviour, &compiled) {
                            let source = &seeds[at].source;
                            let own = behaviours.entry(at).or_insert_with(|| {
                                compile(
                                    &engine,
                                    &toolchain,
                                    &seeds[at].printed(),
                                    source.edition.name(),
                                    &source.flags,
                                    true,
                                )
                                .1
                            });
                            row.compared = 1;
                            row.changed = u64::from(*own != mir);
                        }
                    }
                    let mut rows = rows.lock().expect("no thread panicked");
                    let sum = rows.entry(mutator.name).or_default();
                    sum.mutants += row.mutants;
                    sum.stillborn += row.stillborn;
                    sum.crashed += row.crashed;
                    sum.compared += row.compared;
                    sum.changed += row.changed;
                }
                *making.lock().expect("no thread panicked") += spent;
            });
        }
    });
    report(&rows.into_inner().expect("no thread panicked"), making.into_inner().expect("no thread panicked"));
}

/// What a compiler makes of a text, and its MIR without what says where things were written.
fn compile(
    engine: &Engine,
    toolchain: &Toolchain,
    text: &str,
    edition: &str,
    flags: &[String],
    mir: bool,
) -> (Compiled, String) {
    let mut flags = flags.to_vec();
    if mir {
        flags.push("--emit=mir".to_owned());
    }
    let build = Build { edition, flags: &flags, only_check: true, share_library: false };
    match engine.build(text, toolchain, &build, &mut Trial::default()) {
        Ok((binary, compiled)) => {
            let text = std::fs::read_to_string(binary.folder().join("case.mir")).unwrap_or_default();
            (compiled, normal(&text))
        }
        Err(why) => panic!("{why}"),
    }
}

/// MIR without comments and positions.
fn normal(mir: &str) -> String {
    let lines = mir.lines().map(|line| line.split("//").next().unwrap_or("").trim_end());
    let lines = lines.filter(|line| !line.is_empty());
    let mut text = String::new();
    for line in lines {
        // `case.rs:12:5: 12:9`
        let mut rest = line;
        while let Some(at) = rest.find("case.rs:") {
            text.push_str(&rest[..at]);
            rest = rest[at + 8..].trim_start_matches(|c: char| c.is_ascii_digit() || c == ':' || c == ' ');
        }
        text.push_str(rest);
        text.push('\n');
    }
    text
}

fn report(rows: &BTreeMap<&str, Row>, making: f64) {
    let percent = |part: u64, whole: u64| if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 };
    println!("| mutator | mutants | stillborn | % | crashes | changes behaviour % |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    let mut total = Row::default();
    for mutator in MUTATORS {
        let row = rows.get(mutator.name).copied().unwrap_or_default();
        println!(
            "| {} | {} | {} | {:.1} | {} | {:.0} |",
            mutator.name,
            row.mutants,
            row.stillborn,
            percent(row.stillborn, row.mutants),
            row.crashed,
            percent(row.changed, row.compared)
        );
        total.mutants += row.mutants;
        total.stillborn += row.stillborn;
        total.crashed += row.crashed;
        total.compared += row.compared;
        total.changed += row.changed;
    }
    println!(
        "| all | {} | {} | {:.1} | {} | {:.0} |",
        total.mutants,
        total.stillborn,
        percent(total.stillborn, total.mutants),
        total.crashed,
        percent(total.changed, total.compared)
    );
    println!("{:.0} mutants made in a CPU-second", total.mutants as f64 / making);
}

/// Processor time of this thread, in seconds.
fn thread_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
