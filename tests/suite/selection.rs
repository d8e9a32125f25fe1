//! The machine calls what rustc calls: for every function of a program that has run, the instances that it calls are those that rustc
//! names in its code.
//!
//! rustc says it in the LLVM IR that it makes without optimization: each function and each call has the demangled symbol beside it.
//! Some programs are tried here; `RUSTASSAY_PROGRAMS=200 cargo test --test suite selection -- --nocapture` tries more.

use crate::library::{interpreter, number};
use rustassay_frontend::{ProgramOptions, RunFunction};
use rustassay_gen_surface::config::{Profile, drawn_statements};
use rustassay_gen_surface::{ObservationForm, generate};
use rustassay_judge::interpreter::Interpreter;
use rustassay_lang::{Directives, Edition};
use rustassay_machine::foreign::World;
use rustassay_machine::machine::{Config, Limits};
use rustassay_overlay::SourceFile;
use rustassay_process::in_parallel;
use rustassay_testing::{first_error, reference_rustc, suite};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// So many programs are tried unless the environment says otherwise.
const PROGRAMS: u64 = 24;

struct Program {
    name: String,
    text: String,
    edition: Edition,
}

/// The program of a number: files of the suite, files that are mutated in campaigns, and generated ones take turns.
fn program(number: u64) -> Program {
    let at = (number / 3) as usize;
    match number % 3 {
        0 => {
            let files = suite("rust/pass");
            let path = &files[at * 7 % files.len()];
            let text = std::fs::read_to_string(path).expect("it can be read");
            Program { name: path.display().to_string(), text, edition: Edition::E2021 }
        }
        1 => {
            let seeds = rustassay_corpus::shipped();
            let seed = &seeds[at % seeds.len()];
            Program { name: seed.name.clone(), text: seed.text.clone(), edition: seed.edition }
        }
        _ => {
            let profile = Profile::ALL[at % Profile::ALL.len()];
            let config = profile.config().with_statements(drawn_statements(number));
            let text = generate(number, &config).text(ObservationForm::Checksum);
            Program { name: format!("{} {number}", profile.name()), text, edition: Edition::E2024 }
        }
    }
}

/// The functions that rustc makes, each with those that it calls.
fn compiled(file: &Path, edition: Edition) -> Result<BTreeMap<String, BTreeSet<String>>, String> {
    let code = file.with_extension("ll");
    let output = Command::new(reference_rustc())
        .args(["--edition", edition.name(), "--crate-name", "program", "--emit=llvm-ir", "--cap-lints=allow"])
        .args(["-Csymbol-mangling-version=v0", "-Ccodegen-units=1", "-Cno-prepopulate-passes"])
        .args(["-Zshare-generics=no", "-Zmir-opt-level=0", "-Zinline-mir=no", "-o"])
        .args([&code, file])
        .env("RUSTC_BOOTSTRAP", "1")
        .output()
        .expect("rustc runs");
    if !output.status.success() {
        return Err(first_error(&output.stderr));
    }
    let text = std::fs::read_to_string(&code).expect("it was just made");
    let mut functions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut current = String::new();
    for line in text.lines() {
        let Some(comment) = line.strip_prefix("; ") else { continue };
        match comment.strip_prefix("call ").or_else(|| comment.strip_prefix("invoke ")) {
            Some(called) => {
                functions.entry(current.clone()).or_default().insert(called.to_owned());
            }
            None if comment.starts_with("Function Attrs") => {}
            None => {
                current = comment.to_owned();
                functions.entry(current.clone()).or_default();
            }
        }
    }
    Ok(functions)
}

/// The functions that have run on the machine.
fn interpreted(interpreter: &Interpreter, file: &Path, edition: Edition) -> Result<Vec<RunFunction>, String> {
    let source = SourceFile { edition, ..SourceFile::new(file) };
    let program = interpreter.compile(&source, Vec::new()).map_err(|error| error.to_string())?;
    let limits = Limits { steps: 20_000_000, ..Limits::default() };
    let options = ProgramOptions { args: vec!["program".to_owned()], checks_overflow: true };
    let loaded = program.load(Config { limits, ..Config::default() }, &options, World::default());
    let mut loaded = loaded.map_err(|stop| format!("{stop:?}"))?;
    // However it ends, what has run has been selected.
    let _ = loaded.run();
    loaded.run_functions().map_err(|stop| format!("{stop:?}"))
}

/// How many calls of a program were compared, and those that differ; nothing if it is no program.
fn compare(interpreter: &Interpreter, program: &Program) -> Option<(usize, Vec<String>)> {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = folder.path().join("program.rs");
    std::fs::write(&file, &program.text).expect("it is our folder");
    let edition = Directives::of(&program.text).edition.unwrap_or(program.edition);
    let theirs = compiled(&file, edition).ok()?;
    let ours = match interpreted(interpreter, &file, edition) {
        Ok(ours) => ours,
        Err(why) => return Some((0, vec![format!("{}: {why}", program.name)])),
    };
    let (mut count, mut wrong) = (0, Vec::new());
    for function in ours {
        let Some(calls) = theirs.get(&function.name) else {
            // Functions that only constants call are in no code.
            if !function.is_const {
                wrong.push(format!("{}: rustc has no `{}`", program.name, function.name));
            }
            continue;
        };
        for call in &function.calls {
            count += 1;
            if !calls.contains(call) {
                let near: Vec<&String> = calls.iter().take(6).collect();
                wrong.push(format!(
                    "{}: `{}` calls `{call}`, not one of {near:?}",
                    program.name, function.name
                ));
            }
        }
    }
    Some((count, wrong))
}

#[test]
fn what_functions_call_is_what_rustc_has_them_call() {
    let Some(interpreter) = interpreter() else { return };
    let numbers: Vec<u64> = (0..number("RUSTASSAY_PROGRAMS", PROGRAMS)).collect();
    let compared = in_parallel(&numbers, 2, |&number| compare(interpreter, &program(number)));
    let programs = compared.iter().flatten().count();
    let calls: usize = compared.iter().flatten().map(|(calls, _)| calls).sum();
    let wrong: Vec<String> = compared.into_iter().flatten().flat_map(|(_, wrong)| wrong).collect();
    println!("{programs} of {} are programs; {calls} calls, {} differ", numbers.len(), wrong.len());
    let shown: Vec<&str> = wrong.iter().take(30).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} of {calls} calls differ:\n{}", wrong.len(), shown.join("\n"));
    assert!(programs * 2 > numbers.len() && calls > programs, "too little was compared");
}
