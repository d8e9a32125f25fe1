//! Generated programs of ordinary Rust on the machine: each prints what it prints when it is compiled.
//!
//! A few are tried here; `RUSTASSAY_PROGRAMS=2000 cargo test --release --test suite interpreted -- --nocapture` tries more, from
//! `RUSTASSAY_SEED` on. docs/front-end.md has the figures.

use crate::library::{interpreter, number};
use rustassay_frontend::ProgramOptions;
use rustassay_gen_surface::config::{Profile, drawn_statements};
use rustassay_gen_surface::together::together;
use rustassay_gen_surface::{Generated, ObservationForm, generate};
use rustassay_judge::interpreter::Interpreter;
use rustassay_lang::Edition;
use rustassay_machine::foreign::World;
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::{Config, Limits};
use rustassay_overlay::SourceFile;
use rustassay_process::in_parallel;
use rustassay_testing::{first_error, reference_rustc};
use std::path::Path;
use std::process::{Command, Stdio};

/// So many programs are tried unless the environment says otherwise: two of each profile.
const PROGRAMS: u64 = 2 * Profile::ALL.len() as u64;

/// How many programs are a crate, so that compilers start and libraries load once for all of them.
pub(crate) const CRATE: usize = 20;

pub(crate) struct Program {
    name: String,
    pub(crate) generated: Generated,
}

/// The program of a number: profiles take turns.
pub(crate) fn program(number: u64) -> Program {
    let profile = Profile::ALL[(number % Profile::ALL.len() as u64) as usize];
    let statements = drawn_statements(number);
    let config = profile.config().with_statements(statements);
    let name = format!("--profile {} --seed {number} --statements {statements}", profile.name());
    Program { name, generated: generate(number, &config) }
}

/// Whether a program starts threads.
pub(crate) fn has_threads(program: &Program) -> bool {
    let text = program.generated.text(ObservationForm::Checksum);
    text.contains("thread::spawn") || text.contains("thread::scope")
}

/// What a text prints on the machine, or why it does not end well.
fn interpreted(interpreter: &Interpreter, file: &Path) -> Result<Vec<u8>, String> {
    let source = SourceFile { edition: Edition::E2024, ..SourceFile::new(file) };
    let program = interpreter.compile(&source, Vec::new()).map_err(|error| error.to_string())?;
    let limits = Limits { steps: 2_000_000_000, ..Limits::default() };
    let options = ProgramOptions { args: vec!["program".to_owned()], checks_overflow: true };
    let loaded = program.load(Config { limits, ..Config::default() }, &options, World::default());
    let mut loaded = loaded.map_err(|stop| format!("{stop:?}"))?;
    match loaded.run() {
        Ok(Ending::Finished) => Ok(loaded.machine.output().to_vec()),
        Ok(Ending::Panicked) => Err("it panics".to_owned()),
        Err(stop) => Err(format!("{stop:?}, {:?}", loaded.users_place())),
    }
}

/// What a text prints that is compiled without optimization, or why it does not end well.
pub(crate) fn compiled(file: &Path) -> Result<Vec<u8>, String> {
    let executable = file.with_extension("program");
    let compiled = Command::new(reference_rustc())
        .args(["--edition", "2024", "-Cdebuginfo=0", "-Awarnings", "-Cprefer-dynamic", "-Crpath", "-o"])
        .args([&executable, file])
        .output()
        .expect("rustc runs");
    if !compiled.status.success() {
        return Err(first_error(&compiled.stderr));
    }
    let ran = Command::new(&executable).stdin(Stdio::null()).output().expect("it was just made");
    match ran.status.success() {
        true => Ok(ran.stdout),
        false => Err(format!("compiled, it fails: {}", ran.status)),
    }
}

/// What is wrong with a text.
fn difference(interpreter: &Interpreter, text: &str) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = folder.path().join("programs.rs");
    std::fs::write(&file, text).expect("it is our folder");
    match (interpreted(interpreter, &file), compiled(&file)) {
        (Ok(ours), Ok(theirs)) if ours == theirs => None,
        (Ok(_), Ok(_)) => Some("it prints something else than it does when it is compiled".to_owned()),
        (Err(why), Ok(_)) => Some(format!("on the machine: {why}")),
        (_, Err(why)) => Some(format!("compiled: {why}")),
    }
}

#[test]
fn generated_programs_print_what_compiled_ones_do() {
    let Some(interpreter) = interpreter() else { return };
    let first = number("RUSTASSAY_SEED", 0);
    let count = number("RUSTASSAY_PROGRAMS", PROGRAMS);
    let numbers: Vec<u64> = (first..first + count).collect();
    let batches: Vec<&[u64]> = numbers.chunks(CRATE).collect();
    let tried = in_parallel(&batches, 2, |batch| {
        let programs: Vec<Program> = batch.iter().map(|&number| program(number)).collect();
        let generated: Vec<Generated> = programs.iter().map(|program| program.generated.clone()).collect();
        match difference(interpreter, &together(&generated)) {
            None => Vec::new(),
            // One of them, or all of them together.
            Some(all) => {
                let alone = programs.iter().filter_map(|program| {
                    let text = program.generated.text(ObservationForm::Checksum);
                    Some(format!("{}: {}", program.name, difference(interpreter, &text)?))
                });
                let alone: Vec<String> = alone.collect();
                if alone.is_empty() {
                    vec![format!("programs {batch:?}, only together: {all}")]
                } else {
                    alone
                }
            }
        }
    });
    let wrong: Vec<String> = tried.into_iter().flatten().collect();
    println!("{count} programs; {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
