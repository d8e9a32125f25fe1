//! The machine and the generator against a real Miri, where there is one.
//!
//! `RUSTASSAY_MIRI` names Miri's driver, and `MIRI_SYSROOT` the libraries that it runs programs with (`cargo miri setup --print-sysroot`); without
//! them these tests say that they were skipped. docs/miri.md has the command, and what came of it.

use crate::interpreted::{CRATE, compiled, has_threads, program};
use crate::library::number;
use rustassay_gen_mir::config::{Config, Profile};
use rustassay_gen_mir::generate;
use rustassay_gen_surface::Generated;
use rustassay_gen_surface::together::together;
use rustassay_lang::{DEFAULT_EDITION, Directives, Edition, Release};
use rustassay_mir::print::{Form, PrintOptions, print};
use rustassay_testing::{Requirement, annotations, assert_all, skip, suite};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The aliasing models, and what Miri calls them.
const MODELS: [(&str, &[&str]); 3] =
    [("tree", &["-Zmiri-tree-borrows"]), ("stacked", &[]), ("none", &["-Zmiri-disable-stacked-borrows"])];

struct Miri {
    driver: PathBuf,
    release: Release,
}

impl Miri {
    /// The one that the environment names.
    fn find() -> Option<Miri> {
        let Some(driver) = std::env::var_os("RUSTASSAY_MIRI") else {
            skip(Requirement::Miri, "set RUSTASSAY_MIRI to Miri's driver, as docs/miri.md says");
            return None;
        };
        let driver = PathBuf::from(driver);
        let version = Command::new(&driver).arg("-vV").output().expect("Miri starts");
        let version = String::from_utf8_lossy(&version.stdout).into_owned();
        let release = version.lines().find_map(|line| line.strip_prefix("release: "));
        let release = release.and_then(|release| release.parse().ok()).expect("Miri says its release");
        Some(Miri { driver, release })
    }

    /// Runs ordinary Rust as `rustassay run` does by default.
    fn run_ordinary(&self, program: &Path, edition: Edition, flags: &[&str]) -> Output {
        let mut command = Command::new(&self.driver);
        if let Some(libraries) = std::env::var_os("MIRI_SYSROOT") {
            command.arg("--sysroot").arg(libraries);
        }
        command.args(["--edition", edition.name(), "--cap-lints=allow", "-Zmiri-ignore-leaks"]);
        command.args(["-Zmiri-permissive-provenance", "-Zmiri-symbolic-alignment-check"]).args(flags);
        command.env("RUSTC_BOOTSTRAP", "1").arg(program).output().expect("Miri starts")
    }

    fn run(&self, program: &Path, flags: &[&str]) -> Output {
        let mut command = Command::new(&self.driver);
        if let Some(libraries) = std::env::var_os("MIRI_SYSROOT") {
            command.arg("--sysroot").arg(libraries);
        }
        command
            .args(["--edition", "2021", "--cap-lints=allow", "-Zmiri-ignore-leaks"])
            .args(["-Zmiri-permissive-provenance", "-Zmiri-symbolic-alignment-check"])
            .args(flags)
            .arg(program);
        command.output().expect("Miri starts")
    }

    /// What Miri has against a program that must print `expected`, by Miri's seed.
    fn disagreements(
        &self,
        program: &Path,
        flags: &[&str],
        seeds: Range<usize>,
        expected: &[u8],
    ) -> Vec<String> {
        // One process for all seeds: Miri then loads and compiles the program once.
        let all_seeds = format!("-Zmiri-many-seeds={}..{}", seeds.start, seeds.end);
        let output = self.run(program, &[flags, &[&all_seeds]].concat());
        if output.status.success() && output.stdout == expected.repeat(seeds.len()) {
            return Vec::new();
        }
        let mut against = Vec::new();
        for seed in seeds {
            let output = self.run(program, &[flags, &[&format!("-Zmiri-seed={seed}")]].concat());
            if !output.status.success() || output.stdout != expected {
                let error = first_error(&output).unwrap_or_else(|| "other output".to_owned());
                against.push(format!("Miri's seed {seed}: {error}"));
            }
        }
        if against.is_empty() {
            against.push("Miri fails with all seeds in one process and with none of them alone".to_owned());
        }
        against
    }
}

/// How many of Miri's seeds run each program under one aliasing model. The other model has other seeds.
const SEEDS: usize = 2;

/// The first error that Miri reports.
fn first_error(output: &Output) -> Option<String> {
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines().find(|line| line.starts_with("error")).map(str::to_owned)
}

#[test]
fn the_suites_have_miris_answers() {
    let Some(miri) = Miri::find() else { return };
    let unknown = AtomicUsize::new(0);
    let files: Vec<PathBuf> = ["run/pass", "run/ub"].into_iter().flat_map(suite).collect();
    assert_all(&files, |path| {
        let text = std::fs::read_to_string(path).unwrap();
        // Where Miri is more lenient than the language's documentation, the file says why.
        if text.lines().any(|line| line.starts_with("//@ miri: accepts this, ")) {
            return Vec::new();
        }
        let expected = annotations(&text);
        let mut against = Vec::new();
        for (model, flags) in MODELS {
            let error = first_error(&miri.run(path, flags));
            let has_ub = match &error {
                None => false,
                Some(error) if error.starts_with("error: Undefined Behavior") => true,
                // What this Miri's library does not have, or Miri does not know, or the harness itself refuses.
                Some(_) => {
                    unknown.fetch_add(1, Ordering::Relaxed);
                    continue;
                }
            };
            let wants_ub = expected.iter().any(|annotation| annotation.only.is_none_or(|only| only == model));
            if has_ub != wants_ub {
                against.push(format!("{model}: Miri says {error:?}"));
            }
        }
        against
    });
    let (files, unknown) = (files.len(), unknown.into_inner());
    println!("{files} files, {} answers; Miri cannot run {unknown} of them", 3 * files);
    assert!(unknown < files / 4, "most files should be Miri's to answer");
}

#[test]
fn the_suites_of_ordinary_rust_have_miris_answers() {
    let Some(miri) = Miri::find() else { return };
    let unknown = AtomicUsize::new(0);
    let files: Vec<PathBuf> = ["rust/pass", "rust/ub"].into_iter().flat_map(suite).collect();
    assert_all(&files, |path| {
        let text = std::fs::read_to_string(path).unwrap();
        if text.lines().any(|line| line.starts_with("//@ miri: ")) {
            return Vec::new();
        }
        let edition = Directives::of(&text).edition.unwrap_or(DEFAULT_EDITION);
        let expected = annotations(&text);
        let mut against = Vec::new();
        for (model, flags) in &MODELS[..2] {
            let output = miri.run_ordinary(path, edition, flags);
            let said = String::from_utf8_lossy(&output.stderr);
            let error = first_error(&output);
            let wanted = expected.iter().find(|annotation| annotation.only.is_none_or(|only| only == *model));
            let is_alike = match (&error, wanted) {
                (None, None) => true,
                (Some(error), Some(annotation)) if error.starts_with("error: Undefined Behavior") => {
                    // An error in the library is told there. Miri then names the user's line as well, unless a macro of the library made the call.
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    let mut places = said.lines().filter(|line| line.trim_start().starts_with("--> "));
                    places.next().is_some_and(|place| !place.contains(&*name))
                        || said.contains(&format!("{name}:{}:", annotation.line))
                }
                (Some(error), _) if !error.starts_with("error: Undefined Behavior") => {
                    unknown.fetch_add(1, Ordering::Relaxed);
                    eprintln!("{}: {model}: {error}", path.display());
                    true
                }
                _ => false,
            };
            if !is_alike {
                against.push(format!(
                    "{model}: Miri says {error:?}, and not that on line {:?}",
                    wanted.map(|it| it.line)
                ));
            }
        }
        against
    });
    let (files, unknown) = (files.len(), unknown.into_inner());
    println!("{files} files, {} answers; Miri cannot run {unknown} of them", 2 * files);
    assert!(unknown < files / 4, "most files should be Miri's to answer");
}

#[test]
fn generated_ordinary_rust_does_in_miri_what_it_does_when_it_is_compiled() {
    let Some(miri) = Miri::find() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("programs.rs");
    let numbers =
        number("RUSTASSAY_SEED", 0)..number("RUSTASSAY_SEED", 0) + number("RUSTASSAY_PROGRAMS", CRATE as u64);
    let programs = numbers.map(program).filter(|program| !has_threads(program));
    let programs: Vec<Generated> = programs.map(|program| program.generated).collect();
    for batch in programs.chunks(CRATE) {
        std::fs::write(&file, together(batch)).unwrap();
        let output = miri.run_ordinary(&file, Edition::E2024, &["-Zmiri-tree-borrows"]);
        assert_eq!(first_error(&output), None);
        assert_eq!(Ok(output.stdout), compiled(&file));
    }
    println!("{} programs", programs.len());
}

/// How many programs there are of a profile for one of each other: large ones take long.
fn share(profile: Profile) -> usize {
    if profile == Profile::Large { 1 } else { 12 }
}

/// So many programs are tried unless `RUSTASSAY_PROGRAMS` says otherwise.
const PROGRAMS: usize = 100;

#[test]
fn generated_programs_are_free_of_undefined_behavior_in_miri() {
    let Some(miri) = Miri::find() else { return };
    let number = |name, default: usize| number(name, default as u64) as usize;
    let (programs, first_seed) = (number("RUSTASSAY_PROGRAMS", PROGRAMS), number("RUSTASSAY_SEED", 0));
    // All profiles, or the one that is named.
    let named = std::env::var("RUSTASSAY_PROFILE").ok();
    let is_wanted = |profile: &Profile| named.as_deref().is_none_or(|name| profile.name() == name);
    let profiles = Profile::ALL.into_iter().filter(is_wanted);
    let deck: Vec<Profile> = profiles.flat_map(|profile| vec![profile; share(profile)]).collect();
    assert!(!deck.is_empty(), "RUSTASSAY_PROFILE names a profile");
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..number("RUSTASSAY_JOBS", 2) {
            scope.spawn(|| {
                let folder = tempfile::tempdir().unwrap();
                let file = folder.path().join("program.rs");
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= programs {
                        break;
                    }
                    let (profile, seed) = (deck[n % deck.len()], (first_seed + n) as u64);
                    let config = Config { for_miri: true, ..profile.config() };
                    let config = config.for_releases(vec![miri.release]).unwrap();
                    let generated = generate(seed, &config);
                    let options = PrintOptions { form: Form::Fast, release: miri.release };
                    std::fs::write(&file, print(&generated.program, &options).unwrap()).unwrap();
                    for (at, (model, flags)) in MODELS[..2].iter().enumerate() {
                        let seeds = SEEDS * at..SEEDS * (at + 1);
                        for against in miri.disagreements(&file, flags, seeds, &generated.expected) {
                            let profile = profile.name();
                            let against = format!("profile {profile}, seed {seed}, {model}, {against}");
                            wrong.lock().unwrap().push(against);
                        }
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    let runs = 2 * SEEDS * programs;
    println!("{programs} programs, {runs} runs of Miri, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
