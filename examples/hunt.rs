//! The bug-finding experiment: how many CPU-seconds of generated programs it takes to find a compiler wrong,
//! and in how many ways.
//!
//!     cargo run --release --example hunt -- --rustc PATH --flags "-Copt-level=3" --for 300 --out found
//!
//! With `--programs 20000 --profile default --flags "-Copt-level=0 -Zmir-opt-level=0"` it is the test of the generator
//! itself: a program that is wrong then is the generator's fault.
//!
//! Programs go through the compiler in crates of fifty (large ones in twos). Each that is wrong is tried
//! again alone, and then it is found out which part of the compiler is guilty: what has the same cause counts
//! once. The first program of each cause is kept, with what it must print and with what the guilty pass did.

use clap::Parser;
use rustassay_bisect::{EFFORT, Guilty, Suspect, difference, localise, same_failure};
use rustassay_gen_mir::config::{Config, Profile};
use rustassay_gen_mir::generate;
use rustassay_judge::answer::{Answer, Observation, ProgramEnd, is_same_elsewhere};
use rustassay_judge::backend::{Backend, Codegen, Kind};
use rustassay_judge::batch::try_batch;
use rustassay_judge::case::Case;
use rustassay_judge::engine::{Engine, Outcome, Trial};
use rustassay_judge::words;
use rustassay_toolchain::{Cache, Search, discover};
use rustix::time::{ClockId, clock_gettime};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Hunts for bugs of a compiler with generated programs
#[derive(Parser)]
struct Args {
    /// The compiler
    #[arg(long, value_name = "PATH")]
    rustc: PathBuf,

    /// What it is told, as one word: `--flags "-Copt-level=3 -Zmir-opt-level=4"`
    #[arg(long, default_value = "-Copt-level=3", allow_hyphen_values = true, value_name = "FLAGS")]
    flags: String,

    /// What programs are made of; without it, all profiles in turn but `large`
    #[arg(long, value_name = "PROFILE")]
    profile: Option<Profile>,

    /// The seed of the first program
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,

    /// How long, in CPU-seconds of everything together; 60 if neither this nor a number of programs is given
    #[arg(long = "for", value_name = "SECONDS")]
    seconds: Option<f64>,

    /// How many programs, rounded up to whole crates
    #[arg(long, value_name = "N")]
    programs: Option<usize>,

    /// Let the compiler's evaluator run the programs that it can, one by one, instead of compiling them
    #[arg(long, conflicts_with = "flags")]
    evaluate: bool,

    /// A folder for the first program of each cause
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// How many programs are in a crate: as many as are compiled within seconds.
const fn crate_size(profile: Profile) -> u64 {
    match profile {
        Profile::Large => 2,
        _ => 50,
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let mut hunt = Hunt::new(&args)?;
    let profiles = match args.profile {
        Some(profile) => vec![profile],
        None => Profile::ALL.into_iter().filter(|profile| *profile != Profile::Large).collect(),
    };
    let mut seed = args.seed;
    for profile in profiles.into_iter().cycle() {
        if hunt.is_over() {
            break;
        }
        let seeds: Vec<u64> = (0..crate_size(profile)).map(|n| seed.wrapping_add(n)).collect();
        hunt.try_crate(profile, &seeds)?;
        seed = seed.wrapping_add(crate_size(profile));
    }
    hunt.report();
    Ok(())
}

/// A program that is wrong.
struct Prey {
    case: Case,
    answer: Answer,
    trial: Trial,
}

/// What programs of one cause have in common.
struct Cause {
    times: usize,
    first: String,
    settings: Vec<String>,
}

struct Hunt<'a> {
    args: &'a Args,
    engine: Engine,
    backend: Backend,
    /// CPU-seconds of all children: of those that programs were tried with, and of those that found causes.
    trying: f64,
    localising: f64,
    programs: usize,
    wrong: usize,
    not_tried: usize,
    /// CPU-seconds before the first wrong program, without what it took to find its cause.
    first_wrong: Option<f64>,
    causes: BTreeMap<String, Cause>,
}

impl<'a> Hunt<'a> {
    fn new(args: &'a Args) -> Result<Hunt<'a>, Box<dyn Error>> {
        let search = Search { rustcs: vec![args.rustc.clone()], ..Search::default() };
        let discovery = discover(&search, &Cache::standard());
        let Some(toolchain) = discovery.found.into_iter().next() else {
            let why: Vec<String> = discovery.failed.iter().map(ToString::to_string).collect();
            return Err(format!("no compiler that works: {}", why.join("; ")).into());
        };
        let backend = Backend {
            name: "hunted".to_owned(),
            kind: if args.evaluate { Kind::Evaluated } else { Kind::Compiled(Codegen::Llvm) },
            toolchain: Some(Arc::new(toolchain)),
            flags: match args.evaluate {
                true => Vec::new(),
                false => args.flags.split_whitespace().map(str::to_owned).collect(),
            },
        };
        if let Some(folder) = &args.out {
            std::fs::create_dir_all(folder)?;
        }
        Ok(Hunt {
            args,
            engine: Engine::new()?,
            backend,
            trying: 0.0,
            localising: 0.0,
            programs: 0,
            wrong: 0,
            not_tried: 0,
            first_wrong: None,
            causes: BTreeMap::new(),
        })
    }

    fn is_over(&self) -> bool {
        let default = if self.args.programs.is_some() { f64::INFINITY } else { 60.0 };
        own_seconds() + self.trying + self.localising >= self.args.seconds.unwrap_or(default)
            || self.args.programs.is_some_and(|most| self.programs >= most)
    }

    /// What programs are made of, for a compiler of this release.
    fn config(&self, profile: Profile) -> Config {
        let config = profile.config();
        let for_it = |release| config.clone().for_releases(vec![release]).ok();
        self.backend.custom_mir().and_then(for_it).unwrap_or(config)
    }

    /// Tries the programs of these seeds.
    fn try_crate(&mut self, profile: Profile, seeds: &[u64]) -> Result<(), Box<dyn Error>> {
        let config = self.config(profile);
        let cases: Vec<(Case, Answer)> =
            seeds.iter().map(|&seed| generated(profile, &config, seed)).collect();
        let programs: Vec<&Case> = cases.iter().map(|(case, _)| case).collect();
        let answers: Vec<&Answer> = cases.iter().map(|(_, answer)| answer).collect();
        let trials = match self.args.evaluate {
            true => {
                let each = programs.iter().zip(&answers);
                each.map(|(case, answer)| self.engine.try_case(case, &self.backend, answer)).collect()
            }
            false => try_batch(&self.engine, &programs, &self.backend, &answers),
        };
        self.programs += trials.len();
        self.trying += trials.iter().map(|trial| trial.cpu.as_secs_f64()).sum::<f64>();
        for ((case, answer), trial) in cases.into_iter().zip(trials) {
            match how_it_is_wrong(&trial, &answer) {
                Wrong::No => {}
                Wrong::NotTried(why) => {
                    self.not_tried += 1;
                    if !self.args.evaluate {
                        eprintln!("{}: not tried: {why}", case.name);
                    }
                }
                Wrong::Yes(how) => {
                    let prey = Prey { case, answer, trial };
                    if self.is_wrong_alone(&prey) {
                        self.keep(&prey, &how)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a program is wrong when it is tried by itself, and nothing of it depends on where it lies in
    /// memory.
    fn is_wrong_alone(&mut self, prey: &Prey) -> bool {
        let again = self.engine.try_plainly(&prey.case, &self.backend, &prey.answer);
        self.trying += again.cpu.as_secs_f64();
        let is_wrong = same_failure(&prey.trial, &prey.answer)(&again);
        is_wrong && is_same_elsewhere(&prey.case, &prey.answer)
    }

    /// Counts a wrong program by its cause.
    fn keep(&mut self, prey: &Prey, how: &str) -> Result<(), Box<dyn Error>> {
        self.wrong += 1;
        let (own, trying) = (own_seconds(), self.trying);
        self.first_wrong.get_or_insert(own + trying);
        if self.args.evaluate {
            println!("{}: {how}", prey.case.name);
            return Ok(());
        }
        if self.args.seconds.is_some() && self.is_over() {
            return Ok(());
        }
        let still_bad = same_failure(&prey.trial, &prey.answer);
        let suspect = Suspect {
            engine: &self.engine,
            case: &prey.case,
            backend: &self.backend,
            answer: &prey.answer,
            still_bad: &still_bad,
        };
        let engine = self.engine.with_own_meter();
        let guilty = localise(&Suspect { engine: &engine, ..suspect }, EFFORT);
        self.localising += engine.spent().as_secs_f64();
        println!("{}: {how}; {guilty}", prey.case.name);
        let key = match &prey.trial.outcome {
            Outcome::NotBuilt(compiled) => {
                let signature =
                    compiled.signature().map_or_else(String::new, |signature| signature.to_string());
                format!("{}, {signature}", guilty.cause())
            }
            _ => guilty.cause(),
        };
        if let Some(cause) = self.causes.get_mut(&key) {
            cause.times += 1;
            return Ok(());
        }
        if let Some(folder) = &self.args.out {
            self.write(folder, prey, how, &guilty)?;
        }
        let first = prey.case.name.clone();
        self.causes.insert(key, Cause { times: 1, first, settings: guilty.settings });
        Ok(())
    }

    /// Writes a program, what it must print, and what is known about the cause.
    fn write(&self, folder: &Path, prey: &Prey, how: &str, guilty: &Guilty) -> Result<(), Box<dyn Error>> {
        let toolchain = self.backend.toolchain.as_ref();
        let text = prey.case.text_for(toolchain.and_then(|toolchain| toolchain.capabilities.custom_mir))?;
        let file = |extension: &str| folder.join(format!("{}.{extension}", prey.case.name));
        std::fs::write(file("rs"), text)?;
        if let Answer::Must(expected) = &prey.answer {
            std::fs::write(file("expected"), &expected.stdout)?;
        }
        let mut notes = format!("{how}\n{guilty}\n{}\n", prey.trial.command);
        for pass in guilty.stage.passes() {
            let changed = difference(&self.engine, &prey.case, &self.backend, pass);
            notes.push_str(&format!("\n{pass}\n{}\n", changed.unwrap_or_else(|why| why)));
        }
        Ok(std::fs::write(file("txt"), notes)?)
    }

    fn report(&self) {
        let own = own_seconds();
        println!(
            "\n{} programs, {} wrong, {} not tried; {:.0} CPU-seconds: \
             {own:.0} generating, {:.0} trying, {:.0} localising",
            self.programs,
            self.wrong,
            self.not_tried,
            own + self.trying + self.localising,
            self.trying,
            self.localising
        );
        if let Some(seconds) = self.first_wrong {
            println!("the first wrong one after {seconds:.1} CPU-seconds");
        }
        for (key, cause) in &self.causes {
            println!("{:>5} x {key}: {}, {}", cause.times, cause.first, cause.settings.join(" "));
        }
    }
}

/// The program of a seed, and what it must do.
fn generated(profile: Profile, config: &Config, seed: u64) -> (Case, Answer) {
    let generated = generate(seed, config);
    let case = Case::from_program(format!("mir-{}-{seed}", profile.name()), generated.program);
    (case, Answer::Must(Observation { stdout: generated.expected, end: ProgramEnd::Code(0) }))
}

enum Wrong {
    No,
    Yes(String),
    NotTried(String),
}

fn how_it_is_wrong(trial: &Trial, answer: &Answer) -> Wrong {
    match (&trial.outcome, answer) {
        (Outcome::Observed(observed), Answer::Must(expected)) if observed == expected => Wrong::No,
        (Outcome::Observed(Observation { end: ProgramEnd::Code(0), .. }), _) => {
            Wrong::Yes("the program prints something else".to_owned())
        }
        (Outcome::Observed(observed), _) => {
            Wrong::Yes(format!("the program {}", words::of_end(observed.end)))
        }
        (Outcome::NotBuilt(compiled), _) => {
            Wrong::Yes(format!("the compiler {}", words::of_compiler(compiled)))
        }
        (Outcome::Ub(what) | Outcome::Differs(what), _) => Wrong::Yes(what.clone()),
        (Outcome::NotApplicable(why) | Outcome::Failed(why), _) => Wrong::NotTried(why.clone()),
    }
}

/// CPU time of this process. What supervises children runs in its memory and is counted with them.
fn own_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
