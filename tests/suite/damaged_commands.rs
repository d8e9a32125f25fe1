//! Every command that reads a file, as a process, with files that are damaged: each ends within 10 seconds and 1 GiB, with an exit code of its
//! own, without a panic, and leaves no file behind.
//!
//! The suite tries some hundred; `RUSTASSAY_DAMAGED_COMMANDS=100000 RUSTASSAY_JOBS=4 cargo test --test suite damaged_commands -- --nocapture` tries more,
//! and `RUSTASSAY_DAMAGED_SEED=N` begins at another seed. `docs/robustness.md` has the results.
#![cfg(target_os = "linux")]

use crate::TOOL;
use crate::damaged_input::{CONFIGURATIONS, damage_database, originals};
use rustassay_arbitrary::{mangled, mistaken};
use rustassay_finding::{Fault, Finding, Reduction};
use rustassay_random::Random;
use rustassay_store::Store;
use rustassay_store::record::{NewFinding, NewSighting, Settled, Unit};
use rustassay_testing::{code, reference_rustc, write_script};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a command is given.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Input {
    /// `input.rs` is a program, most often in custom MIR.
    Program,
    /// `input.rs` is a program in ordinary Rust.
    Rust,
    /// `input.toml` configures something.
    Configuration,
    /// The folder `store` is a campaign's.
    Store,
    /// What is remembered of compilers.
    Cache,
}

/// Stands for a compiler that answers at once.
const RUSTC: &str = "RUSTC";

/// All ways to give a file to a command.
const COMMANDS: &[(Input, &[&str])] = &[
    (Input::Program, &["check", "input.rs"]),
    (Input::Program, &["check", "--message-format", "json", "input.rs"]),
    (Input::Program, &["fmt", "input.rs"]),
    (Input::Program, &["fmt", "--form", "fast", "--drop-comments", "input.rs"]),
    (Input::Program, &["fmt", "--release", "1.85", "input.rs"]),
    (Input::Program, &["run", "--step-limit", "100000", "--memory-limit", "50000000", "input.rs"]),
    (
        Input::Program,
        &[
            "run",
            "--aliasing",
            "stacked",
            "--symbolic-layout",
            "--seeds",
            "0..3",
            "--step-limit",
            "9999",
            "input.rs",
        ],
    ),
    (Input::Rust, &["mutate", "input.rs"]),
    (Input::Rust, &["mutate", "--daring", "--steps", "3", "input.rs"]),
    (Input::Rust, &["mutate", "--count", "3", "--donor", "input.rs", "--out", "mutants", "whole.rs"]),
    (Input::Program, &["diff", "--backends", "quick", "--rustc", RUSTC, "input.rs"]),
    (Input::Program, &["diff", "--json", "--backends", "quick", "--rustc", RUSTC, "input.rs", "whole.rs"]),
    (Input::Program, &["reduce", "--for", "1s", "--backends", "quick", "--rustc", RUSTC, "input.rs"]),
    (Input::Program, &["bisect", "--backends", "quick", "--rustc", RUSTC, "input.rs"]),
    (Input::Rust, &["twins", "--count", "2", "--inputs", "1", "--without-syn", "--rustc", RUSTC, "input.rs"]),
    (
        Input::Rust,
        &[
            "fuzz",
            "--generators",
            "mutate",
            "--programs",
            "1",
            "--for",
            "5s",
            "--corpus",
            "input.rs",
            "--rustc",
            RUSTC,
        ],
    ),
    (Input::Configuration, &["generate", "mir", "--config", "input.toml"]),
    (Input::Configuration, &["generate", "surface", "--config", "input.toml"]),
    (Input::Configuration, &["toolchains", "--config", "input.toml"]),
    (
        Input::Configuration,
        &["diff", "--backends", "own", "--config", "input.toml", "--rustc", RUSTC, "whole.rs"],
    ),
    (
        Input::Configuration,
        &[
            "fuzz",
            "--generators",
            "mir",
            "--programs",
            "1",
            "--for",
            "5s",
            "--backends",
            "quick",
            "--config",
            "input.toml",
            "--rustc",
            RUSTC,
        ],
    ),
    (
        Input::Configuration,
        &[
            "fuzz",
            "--generators",
            "mir",
            "--programs",
            "1",
            "--for",
            "5s",
            "--backends",
            "quick",
            "--known",
            "input.toml",
            "--rustc",
            RUSTC,
        ],
    ),
    (Input::Store, &["status"]),
    (Input::Store, &["status", "--json"]),
    (Input::Store, &["findings", "--all"]),
    (Input::Store, &["findings", "--json"]),
    (Input::Store, &["findings", "1", "--save", "saved"]),
    (Input::Store, &["report", "--out", "report"]),
    (
        Input::Store,
        &[
            "fuzz",
            "--generators",
            "mir",
            "--programs",
            "1",
            "--for",
            "5s",
            "--backends",
            "quick",
            "--rustc",
            RUSTC,
        ],
    ),
    (Input::Cache, &["toolchains", "--rustc", RUSTC]),
];

/// Compilers that answer at once, and what they do with a program.
const FAKES: &[(&str, &str)] = &[
    ("rejects", "echo 'error[E0308]: mismatched types' >&2; exit 1"),
    (
        "crashes",
        "echo \"thread 'rustc' panicked at compiler/rustc_fake/src/lib.rs:7:9:\" >&2; echo 'no' >&2; exit 101",
    ),
    ("prints", "printf '#!/bin/sh\\necho wrong\\n' > case && chmod +x case"),
];

/// Every so many commands a long run says where it is.
const PROGRESS: u64 = 1_000;

/// What a command may take.
const PATIENCE: Duration = Duration::from_secs(10);
const LONG_PATIENCE: Duration = Duration::from_secs(60);
const MEMORY_KIB: u64 = 1 << 20;
/// More than this is no message for people.
const MOST_SAID: u64 = 1 << 20;

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|value| value.parse().ok())
}

/// What damage is done to, and what commands need besides.
struct Materials {
    programs: Vec<String>,
    rust: Vec<String>,
    database: Vec<u8>,
    cache: Vec<u8>,
    /// The folder with what is remembered of the compilers, `XDG_CACHE_HOME`.
    caches: PathBuf,
    compilers: Vec<PathBuf>,
}

impl Materials {
    fn make(folder: &Path) -> Materials {
        let caches = folder.join("caches");
        let compilers: Vec<PathBuf> = FAKES.iter().map(|fake| compiler(folder, &caches, fake)).collect();
        lend_library(folder, &caches);
        Materials {
            programs: originals(),
            rust: rustassay_corpus::shipped().into_iter().map(|source| source.text).collect(),
            database: database(&folder.join("whole")),
            cache: fs::read(caches.join("rustassay/toolchains.json")).expect("compilers are remembered"),
            caches,
            compilers,
        }
    }
}

/// Has the standard library compiled for `run`, which takes longer than a command may, and lends it to the commands.
fn lend_library(folder: &Path, caches: &Path) {
    let program = folder.join("empty.rs");
    fs::write(&program, "fn main() {}").expect("it is our folder");
    let output = TOOL.command().arg("run").arg(&program).output().expect("the binary runs");
    if code(&output) == 0 {
        let place = TOOL.caches().join("rustassay/overlays");
        symlink(place, caches.join("rustassay/overlays")).expect("nothing has been compiled there");
    }
}

/// A compiler that is the real one while it is tried out, and answers at once from then on.
fn compiler(folder: &Path, caches: &Path, (name, answer): &(&str, &str)) -> PathBuf {
    let path = folder.join(name).join("rustc");
    let tried = folder.join(name).join("tried");
    fs::create_dir_all(folder.join(name)).expect("it is our folder");
    let text = format!(
        "#!/bin/sh\nif [ -f '{}' ]; then\n{answer}\nexit\nfi\nexec '{}' \"$@\"\n",
        tried.display(),
        reference_rustc().display()
    );
    write_script(&path, &text);
    let tried_out =
        TOOL.command().args(["toolchains", "--rustc"]).arg(&path).env("XDG_CACHE_HOME", caches).output();
    assert!(tried_out.expect("the binary runs").status.success(), "{name} is a compiler");
    fs::write(tried, "").expect("it is our folder");
    path
}

/// The database of a campaign with a finding, a sighting that waits and one that was dismissed.
fn database(folder: &Path) -> Vec<u8> {
    let mut store = Store::open(folder).expect("a new store");
    let run = store.begin_run(r#"{"seed":1}"#, "a test", 1_000).expect("a run");
    let sighting = |seed: u64| NewSighting {
        seed,
        fault: Fault::CompilerCrash,
        key: None,
        summary: "the compiler crashes".to_owned(),
        program: Some(vec![seed as u8; 40]),
    };
    let unit = Unit {
        number: 0,
        generator: "mir".to_owned(),
        profile: "default".to_owned(),
        config: String::new(),
        first_seed: 0,
        backend: "stable/O3".to_owned(),
        programs: 3,
        statements: 300,
        executed: 3_000,
        agreed: 0,
        rejected: 0,
        known: 0,
        wrong: 3,
        skipped: 0,
        failed: 0,
        cpu: Duration::from_secs(1),
        own_cpu: Duration::from_millis(10),
        features: vec![("statement:assign".to_owned(), 3)],
        sampled: 3,
        behaviours: vec!["a pass".to_owned()],
        seeds: Vec::new(),
    };
    let seen = store.finish_unit(run, &unit, &[1, 2, 3].map(sighting), 2_000).expect("a unit");
    let mut known = Finding::new(Fault::CompilerCrash, "rustc panic | no", "the compiler crashes");
    known.reduction = Reduction::Reduced;
    let artefacts = vec![("program.rs".to_owned(), b"fn main() {}\n".to_vec())];
    let found = NewFinding { key: "crash | no".to_owned(), known, artefacts };
    store.settle(run, seen.waiting[0].id, &Settled::True(Box::new(found)), 2_500).expect("a finding");
    store.settle(run, seen.waiting[1].id, &Settled::Dismissed("it works".to_owned()), 2_600).expect("none");
    store.end_run(run, "time is up", 3_000).expect("it ends");
    drop(store);
    fs::read(folder.join("campaign.sqlite")).expect("a store has a database")
}

/// A folder in which commands run, one after the other.
struct Place<'a> {
    folder: PathBuf,
    materials: &'a Materials,
}

impl Place<'_> {
    fn new(folder: PathBuf, materials: &Materials) -> Place<'_> {
        Place { folder, materials }
    }

    /// Runs the command of a seed with the damage of that seed. Gives its name and how it ended, or what is wrong.
    fn run(&self, seed: u64, patience: Duration) -> Result<(&'static str, i32), String> {
        let (input, args) = COMMANDS[(seed % COMMANDS.len() as u64) as usize];
        self.prepare(seed, input);
        let Materials { caches, compilers, .. } = self.materials;
        let compiler =
            compilers[(seed / COMMANDS.len() as u64 % compilers.len() as u64) as usize].to_string_lossy();
        let args: Vec<&str> = args.iter().map(|arg| if *arg == RUSTC { &*compiler } else { arg }).collect();
        let create = |name: &str| File::create(self.folder.join(name)).expect("it is our folder");
        let mut command = Command::new("sh");
        command
            .args(["-c", &format!("ulimit -d {MEMORY_KIB}; exec \"$0\" \"$@\""), TOOL.binary])
            .args(&args)
            .args(if takes_store(&args) { &["--store", "store"][..] } else { &[] })
            .current_dir(&self.folder)
            .env("XDG_CACHE_HOME", if input == Input::Cache { &self.folder } else { caches })
            .env("RUSTASSAY_TOOLCHAINS", "")
            .env("HOME", &self.folder)
            .env("TMPDIR", self.folder.join("tmp"))
            .stdin(std::process::Stdio::null())
            .stdout(create("stdout"))
            .stderr(create("stderr"))
            .process_group(0);
        let ended = wait(command.spawn().expect("there is a shell"), patience);
        let said = fs::read(self.folder.join("stderr")).unwrap_or_default();
        let excerpt = || String::from_utf8_lossy(&said[..said.len().min(2_000)]).into_owned();
        let wrong = match ended.map(|status| status.code()) {
            None => "it did not end",
            Some(None) => "it was killed by a signal",
            Some(Some(0..=4))
                if contains(&said, b"panicked at src") || contains(&said, b"panicked at crates") =>
            {
                "it panicked"
            }
            Some(Some(0..=4)) if said.len() as u64 > MOST_SAID => "it says too much",
            Some(Some(0..=4)) if has_files(&self.folder.join("tmp")) => "it leaves temporary files",
            Some(Some(code @ 0..=4)) => {
                return Ok((COMMANDS[(seed % COMMANDS.len() as u64) as usize].1[0], code));
            }
            Some(Some(_)) => "its exit code is none of ours",
        };
        Err(format!("seed {seed}: {args:?}: {wrong}: {ended:?}: {}", excerpt()))
    }

    /// Empties the folder and writes what the command reads.
    fn prepare(&self, seed: u64, input: Input) {
        let _ = fs::remove_dir_all(&self.folder);
        fs::create_dir_all(self.folder.join("tmp")).expect("it is our folder");
        let write = |name: &str, bytes: &[u8]| {
            let path = self.folder.join(name);
            fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it is our folder");
            fs::write(path, bytes).expect("it is our folder");
        };
        let Materials { programs, rust, database, cache, .. } = self.materials;
        let round = seed / COMMANDS.len() as u64;
        let pick = |texts: &[String], n: u64| texts[(n % texts.len() as u64) as usize].clone();
        // One mistake leaves most programs as something that commands go on with; accidents leave few.
        let damage = |one: &str, other: &str| match round % 3 {
            0 => mistaken(seed, one, other).into_bytes(),
            _ => mangled(seed, one, other),
        };
        write("whole.rs", WHOLE.as_bytes());
        match input {
            Input::Program | Input::Rust => {
                let texts = if input == Input::Rust { rust } else { programs };
                write("input.rs", &damage(&pick(texts, round), &pick(programs, seed.wrapping_mul(7919))));
            }
            Input::Configuration => {
                let text = CONFIGURATIONS[(seed / 7 % 3) as usize];
                write("input.toml", &mangled(seed, text, CONFIGURATIONS[(seed % 3) as usize]));
            }
            Input::Store => {
                write("store/campaign.sqlite", &damage_database(&mut Random::new(seed), database))
            }
            Input::Cache => {
                let text = String::from_utf8_lossy(cache);
                write("rustassay/toolchains.json", &mangled(seed, &text, &text));
            }
        }
    }
}

const WHOLE: &str = "fn main() {\n    let x = std::hint::black_box(3);\n    println!(\"{}\", x & 1);\n}\n";

fn takes_store(args: &[&str]) -> bool {
    matches!(args[0], "fuzz" | "status" | "findings" | "report")
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

/// Whether there is a file in the folder that all runs share, which itself may stay.
fn has_files(temporary: &Path) -> bool {
    let files = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten().collect::<Vec<_>>();
    files(temporary).iter().any(|base| !files(&base.path()).is_empty())
}

/// How a command ended; it is killed with its children if it does not.
fn wait(mut child: Child, patience: Duration) -> Option<ExitStatus> {
    let began = Instant::now();
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait().expect("it is our child") {
            return Some(status);
        }
        if began.elapsed() > patience {
            let group = format!("-{}", child.id());
            let _ = Command::new("kill").args(["-9", "--", &group]).status();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(8));
    }
}

#[test]
fn commands_end_with_an_exit_code_of_theirs_whatever_they_are_given() {
    let count = variable("RUSTASSAY_DAMAGED_COMMANDS").unwrap_or(300);
    let first = variable("RUSTASSAY_DAMAGED_SEED").unwrap_or(0);
    let jobs = variable("RUSTASSAY_JOBS").unwrap_or(2);
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let materials = Materials::make(folder.path());
    let next = AtomicU64::new(first);
    let (codes, wrong) = (Mutex::new(BTreeMap::<(&str, i32), u64>::new()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for job in 0..jobs {
            let place = Place::new(folder.path().join(format!("place-{job}")), &materials);
            let (next, codes, wrong) = (&next, &codes, &wrong);
            scope.spawn(move || {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + count {
                        break;
                    }
                    if seed.is_multiple_of(PROGRESS) {
                        eprintln!("seed {seed}");
                    }
                    // A machine that is busy with other things may stall any command; one that hangs does so again, however long it has.
                    let once_more = |what: String| {
                        eprintln!("once more: {what}");
                        place.run(seed, LONG_PATIENCE)
                    };
                    match place.run(seed, PATIENCE).or_else(once_more) {
                        Ok(end) => *codes.lock().expect("no thread panics").entry(end).or_default() += 1,
                        Err(what) => {
                            eprintln!("{what}");
                            wrong.lock().expect("no thread panics").push(what);
                        }
                    }
                }
            });
        }
    });
    let (codes, wrong) =
        (codes.into_inner().expect("all have ended"), wrong.into_inner().expect("all have ended"));
    eprintln!("{count} commands from seed {first} on; by command and exit code: {codes:?}");
    assert!(wrong.is_empty(), "{} of {count} commands:\n{}", wrong.len(), wrong.join("\n"));
    let of = |code: i32| {
        codes.iter().filter(|((_, ended), _)| *ended == code).map(|(_, times)| times).sum::<u64>()
    };
    assert!(of(2) > count / 4, "most damaged input is refused: {codes:?}");
    assert!(of(0) + of(1) > count / 20, "some damage does not matter: {codes:?}");
}
