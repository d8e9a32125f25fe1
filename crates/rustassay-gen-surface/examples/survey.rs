//! The survey: what compilers make of many programs. None may be rejected, panic, run for long, or print something else at another level.
//!
//!     cargo run --release --example survey -- --rustc PATH --programs 1000 --profile default
//!     cargo run --release --example survey -- --rustc PATH --programs 1000 --check
//!
//! `--check` only asks whether programs are accepted, which costs a tenth.

use clap::Parser;
use rustassay_gen_surface::config::{Edition, Profile, Release};
use rustassay_gen_surface::{Form, generate};
use rustassay_process::{End, Finished, Limits, Scratch, Task, run};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Compiles and runs many programs
#[derive(Parser)]
struct Args {
    /// A compiler; several times for several
    #[arg(long = "rustc", required = true, value_name = "PATH")]
    compilers: Vec<PathBuf>,

    /// What programs are made of; without it, all profiles in turn but `large`
    #[arg(long, value_name = "PROFILE")]
    profile: Option<Profile>,

    /// The seed of the first program
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,

    /// How many programs
    #[arg(long, default_value_t = 100, value_name = "N")]
    programs: u64,

    /// The levels of optimization to compare
    #[arg(long, default_value = "0,3", value_delimiter = ',', value_name = "LEVELS")]
    levels: Vec<String>,

    /// Only whether programs are accepted
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

    /// A folder for what went wrong
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// What became of a program, if not what should.
enum Trouble {
    Rejected(String),
    Crashed(String),
    Ended(String),
    Differs(String),
}

#[derive(Default)]
struct Totals {
    lines: u64,
    compile: BTreeMap<String, f64>,
    run: BTreeMap<String, f64>,
    troubles: BTreeMap<&'static str, Vec<String>>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let next = AtomicU64::new(0);
    let totals = Mutex::new(Totals::default());
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder)?;
    }
    std::thread::scope(|scope| {
        for _ in 0..args.jobs.max(1) {
            scope.spawn(|| {
                let scratch = Scratch::new().expect("a folder for temporary files");
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= args.programs {
                        break;
                    }
                    one(&args, n, scratch.path(), &totals);
                    if (n + 1).is_multiple_of(100) {
                        eprintln!("{} programs", n + 1);
                    }
                }
            });
        }
    });
    report(&args, &totals.into_inner().expect("no thread panicked"));
    Ok(())
}

/// The profiles that take turns.
fn profile_of(args: &Args, n: u64) -> Profile {
    let all: Vec<Profile> = Profile::ALL.into_iter().filter(|profile| *profile != Profile::Large).collect();
    args.profile.unwrap_or(all[n as usize % all.len()])
}

fn one(args: &Args, n: u64, folder: &Path, totals: &Mutex<Totals>) {
    let seed = args.seed.wrapping_add(n);
    let profile = profile_of(args, n);
    let config = match profile.config().for_compilers(args.edition, args.release) {
        Ok(config) => config,
        Err(message) => panic!("{message}"),
    };
    let text = generate(seed, &config).text(Form::Checksum);
    let name = format!("{}-{seed}", profile.name());
    totals.lock().expect("no thread panicked").lines += text.lines().count() as u64;
    if let Err(trouble) = try_program(args, &text, folder, totals) {
        let (kind, message) = match trouble {
            Trouble::Rejected(message) => ("rejected", message),
            Trouble::Crashed(message) => ("compiler crashed", message),
            Trouble::Ended(message) => ("did not end well", message),
            Trouble::Differs(message) => ("differs", message),
        };
        if let Some(out) = &args.out {
            let saved = std::fs::write(out.join(format!("{name}.rs")), &text)
                .and_then(|()| std::fs::write(out.join(format!("{name}.txt")), &message));
            saved.expect("the folder can be written to");
        }
        let first = message.lines().find(|line| line.contains("error") || line.contains("panicked"));
        let line = format!("{name}: {}", first.or(message.lines().next()).unwrap_or_default());
        println!("{kind}: {line}");
        totals.lock().expect("no thread panicked").troubles.entry(kind).or_default().push(line);
    }
}

fn try_program(args: &Args, text: &str, folder: &Path, totals: &Mutex<Totals>) -> Result<(), Trouble> {
    std::fs::write(folder.join("program.rs"), text).expect("the folder can be written to");
    let mut outputs: Vec<(String, Vec<u8>)> = Vec::new();
    for compiler in &args.compilers {
        let levels: &[String] = if args.check { &args.levels[..1] } else { &args.levels };
        for level in levels {
            let compiled = compile(args, compiler, level, folder);
            let key = format!("{} -Copt-level={level}", compiler.display());
            {
                let mut totals = totals.lock().expect("no thread panicked");
                *totals.compile.entry(key.clone()).or_default() += compiled.cpu.as_secs_f64();
            }
            let stderr = String::from_utf8_lossy(&compiled.stderr).into_owned();
            match compiled.end {
                End::Exited(0) => {}
                End::Exited(1) => return Err(Trouble::Rejected(stderr)),
                end => return Err(Trouble::Crashed(format!("{key}: {end}\n{stderr}"))),
            }
            if args.check {
                continue;
            }
            let limits =
                Limits { wall: Duration::from_secs(600), cpu: Duration::from_secs(5), ..Limits::default() };
            let ran =
                run(&Task::new(&folder.join("program"), folder).limits(limits)).expect("it can be started");
            {
                let mut totals = totals.lock().expect("no thread panicked");
                *totals.run.entry(key.clone()).or_default() += ran.cpu.as_secs_f64();
            }
            if ran.end != End::Exited(0) {
                let stderr = String::from_utf8_lossy(&ran.stderr);
                return Err(Trouble::Ended(format!("{key}: {}\n{stderr}", ran.end)));
            }
            outputs.push((key, ran.stdout));
        }
    }
    match outputs.iter().find(|(_, output)| *output != outputs[0].1) {
        None => Ok(()),
        Some((key, output)) => Err(Trouble::Differs(format!(
            "{}: {}{key}: {}",
            outputs[0].0,
            String::from_utf8_lossy(&outputs[0].1),
            String::from_utf8_lossy(output)
        ))),
    }
}

fn compile(args: &Args, compiler: &Path, level: &str, folder: &Path) -> Finished {
    let mut task = Task::new(compiler, folder)
        .args(["--edition", args.edition.name(), "program.rs", "-Cdebuginfo=0"])
        .arg(format!("-Copt-level={level}"))
        .env("RUSTC_ICE", "0");
    task = match args.check {
        true => task.args(["--emit=metadata", "-o", "program.rmeta"]),
        false => task.args(["-o", "program", "-Cprefer-dynamic", "-Crpath"]),
    };
    for name in ["PATH", "HOME", "LD_LIBRARY_PATH"] {
        if let Some(value) = std::env::var_os(name) {
            task = task.env(name, value);
        }
    }
    let limits =
        Limits { wall: Duration::from_secs(3600), cpu: Duration::from_secs(120), ..Limits::default() };
    run(&task.limits(limits)).expect("the compiler can be started")
}

fn report(args: &Args, totals: &Totals) {
    println!("{} programs, {} lines each", args.programs, totals.lines / args.programs.max(1));
    for (key, seconds) in &totals.compile {
        let each = seconds * 1e3 / args.programs.max(1) as f64;
        let ran = totals.run.get(key).map_or(0.0, |seconds| seconds * 1e3 / args.programs.max(1) as f64);
        println!("{key}: {each:.0} ms to compile a program, {ran:.1} ms to run it");
    }
    for kind in ["rejected", "compiler crashed", "did not end well", "differs"] {
        println!("{kind}: {}", totals.troubles.get(kind).map_or(0, Vec::len));
    }
}
