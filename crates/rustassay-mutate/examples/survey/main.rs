//! The survey: how many mutants a compiler rejects, how many change what it does, and what making and checking them costs.
//!
//!     cargo run --release -p rustassay-mutate --example survey -- --rustc PATH --mutants 10000 --generated 12 --behaviour --out results
//!
//! The seeds are the shipped programs and generated ones, as far as the compiler takes them. Every mutator has as many tries; where one finds no place,
//! there is no mutant. `--behaviour` also compares the MIR of each mutant with its seed's, without names of places. `--show MUTATOR` prints why mutants of
//! one are rejected; `--show all`, of all.
//!
//! With `--out`, each lot's results are a line of `results.txt`. A survey that was stopped, in whatever way, goes on where it was, and more
//! mutants can be asked for later.

mod record;

use clap::Parser;
use record::{Records, Row, Rows};
use rustassay_corpus::{Fate, Fates, Source, shipped, sort_out};
use rustassay_gen_surface::config::{Edition, Profile, Release};
use rustassay_gen_surface::{Form, generate};
use rustassay_judge::engine::{Build, Engine, Trial};
use rustassay_mutate::Seed;
use rustassay_mutate::feedback::normal;
use rustassay_mutate::known::Known;
use rustassay_mutate::mutators::{MUTATORS, Mutator, by_name};
use rustassay_mutate::workshop::read_for;
use rustassay_outcome::Compiled;
use rustassay_random::{Random, mix};
use rustassay_toolchain::{Cache, Search, Toolchain, discover};
use rustix::time::{ClockId, clock_gettime};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Counts what becomes of mutants
#[derive(Parser)]
struct Args {
    /// A compiler
    #[arg(long, value_name = "PATH")]
    rustc: Option<PathBuf>,

    /// How many mutants are asked for
    #[arg(long, default_value_t = 520, value_name = "N")]
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
    #[arg(long, default_value_t = 12, value_name = "N")]
    generated: u64,

    /// Compare the MIR of mutants with that of their seeds
    #[arg(long)]
    behaviour: bool,

    /// Print why mutants of this mutator are rejected, or of `all`
    #[arg(long, value_name = "NAME")]
    show: Option<String>,

    /// Only make them, to see what that costs
    #[arg(long)]
    only_make: bool,

    /// A folder for the results
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// So many mutants are a line of the results: four of each mutator.
const LOT: u64 = 4 * MUTATORS.len() as u64;

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let only = match &args.mutator {
        Some(name) => Some(by_name(name).ok_or("there is no such mutator")?),
        None => None,
    };
    let search = Search { rustcs: args.rustc.iter().cloned().collect(), ..Search::default() };
    let toolchain =
        discover(&search, &Cache::standard()).found.into_iter().next().ok_or("there is no compiler")?;
    let engine = Engine::new()?;
    let (_, minor, _) = toolchain.version.release;
    let release = Release::new(u16::try_from(minor)?);
    let sources = sources(args.generated, release)?;
    let all = sources.len();
    let fates = sort_out(&engine, &toolchain, &sources, args.jobs, &mut Fates::default());
    let good = sources.into_iter().zip(fates).filter(|(_, fate)| *fate == Fate::Compiles);
    let sources: Vec<Source> = good.map(|(source, _)| source).collect();
    println!("{}: {} of {all} sources compile alone", toolchain.version, sources.len());
    let survey = format!(
        "{} generated={} mutator={} behaviour={} only_make={}",
        toolchain.version,
        args.generated,
        args.mutator.as_deref().unwrap_or("all"),
        args.behaviour,
        args.only_make
    );
    let records = Mutex::new(Records::open(args.out.as_deref(), &survey)?);
    let next = AtomicU64::new(0);
    let (started, checked) = (Instant::now(), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..args.jobs.max(1) {
            scope.spawn(|| {
                let (seeds, _) = read_for(&sources, release);
                let bench = Bench {
                    args: &args,
                    only,
                    engine: &engine,
                    toolchain: &toolchain,
                    known: seeds.iter().map(|_| OnceCell::new()).collect(),
                    seeds: &seeds,
                    behaviours: RefCell::default(),
                };
                loop {
                    let first = next.fetch_add(LOT, Ordering::Relaxed);
                    if first >= args.mutants {
                        break;
                    }
                    let (count, number) = (LOT.min(args.mutants - first), args.seed.wrapping_add(first));
                    if records.lock().expect("no thread panicked").has(number, count) {
                        continue;
                    }
                    let rows = bench.lot(number, count);
                    checked.fetch_add(rows.values().map(|row| row.mutants).sum(), Ordering::Relaxed);
                    let mut records = records.lock().expect("no thread panicked");
                    records.add(number, count, rows).expect("the results can be written");
                }
            });
        }
    });
    records.into_inner().expect("no thread panicked").report();
    let (checked, seconds) = (checked.into_inner(), started.elapsed().as_secs_f64());
    println!(
        "this time: {checked} in {seconds:.0} s on the clock, {:.0} an hour",
        checked as f64 * 3600.0 / seconds
    );
    Ok(())
}

/// The shipped programs, and generated ones that the release and those since 1.85 know.
fn sources(generated: u64, release: Release) -> Result<Vec<Source>, String> {
    let mut sources = shipped();
    let config = Profile::Default.config();
    let config = config.for_compilers(Edition::E2021, release.min(Release::new(85)))?;
    for seed in 0..generated {
        sources.push(Source::new(format!("surface-{seed}"), generate(seed, &config).text(Form::Checksum)));
    }
    Ok(sources)
}

/// Where one thread makes and checks mutants.
struct Bench<'a> {
    args: &'a Args,
    only: Option<&'static Mutator>,
    engine: &'a Engine,
    toolchain: &'a Toolchain,
    seeds: &'a [Seed],
    known: Vec<OnceCell<Known<'a>>>,
    /// The MIR of seeds that were needed.
    behaviours: RefCell<BTreeMap<usize, String>>,
}

impl<'a> Bench<'a> {
    /// What becomes of mutants.
    fn lot(&self, first: u64, count: u64) -> Rows {
        let mut rows = Rows::new();
        for number in (0..count).map(|n| first.wrapping_add(n)) {
            let mutator = self.only.unwrap_or(&MUTATORS[(number % MUTATORS.len() as u64) as usize]);
            *rows.entry(mutator.name).or_default() += self.one(number, mutator);
        }
        rows
    }

    fn known(&self, at: usize) -> &Known<'a> {
        self.known[at].get_or_init(|| self.seeds[at].known())
    }

    fn one(&self, number: u64, mutator: &Mutator) -> Row {
        let start = thread_time();
        let mut random = Random::new(mix(number, 2));
        let (at, donor) = (random.below(self.seeds.len()), random.below(self.seeds.len()));
        let mutant = self.seeds[at].mutant(self.known(at), mutator, number, Some(self.known(donor)));
        let mut row = Row { making: (thread_time() - start).as_micros() as u64, ..Row::default() };
        if let Some(mutant) = mutant {
            row.mutants = 1;
            if !self.args.only_make {
                self.check(number, at, &mutant, &mut row);
            }
        }
        row.own = (thread_time() - start).as_micros() as u64;
        row
    }

    fn check(&self, number: u64, at: usize, mutant: &rustassay_mutate::Mutant, row: &mut Row) {
        let source = &self.seeds[at].source;
        let (compiled, mir, cpu) = self.compile(&mutant.text, mutant.edition.name(), &source.flags);
        row.compiling = cpu.as_micros() as u64;
        match &compiled {
            Compiled::Built => {}
            Compiled::Rejected(errors) => {
                row.stillborn = 1;
                if self.args.show.as_deref().is_some_and(|name| name == mutant.mutator || name == "all") {
                    println!("== {} {} seed {number}", mutant.mutator, source.name);
                    errors.iter().take(1).for_each(|error| println!("{}", error.rendered));
                }
            }
            broken => {
                row.crashed = 1;
                println!("{} {} seed {number}: {:?}", mutant.mutator, source.name, broken.signature());
            }
        }
        if self.args.behaviour && compiled == Compiled::Built {
            let mut behaviours = self.behaviours.borrow_mut();
            // The seed as it is printed, so that what the printer does is no difference.
            let own = behaviours.entry(at).or_insert_with(|| {
                self.compile(&self.seeds[at].printed(), source.edition.name(), &source.flags).1
            });
            row.compared = 1;
            row.changed = u64::from(*own != mir);
        }
    }

    /// What a compiler makes of a text, its MIR without what says where things were written, and what it cost.
    fn compile(&self, text: &str, edition: &str, flags: &[String]) -> (Compiled, String, Duration) {
        let mut flags = flags.to_vec();
        if self.args.behaviour {
            flags.push("--emit=mir".to_owned());
        }
        let build = Build { edition, flags: &flags, only_check: true, share_library: false };
        let mut trial = Trial::default();
        match self.engine.build(text, self.toolchain, &build, &mut trial) {
            Ok((binary, compiled)) => {
                let text = std::fs::read_to_string(binary.folder().join("case.mir")).unwrap_or_default();
                (compiled, normal(&text), trial.cpu)
            }
            Err(why) => panic!("{why}"),
        }
    }
}

/// Processor time of this thread.
fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}
