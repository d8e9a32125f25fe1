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
        let comment = &without_lifetimes(comment);
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

/// A name without the lifetimes of signatures, which decide nothing, and with the two auto traits that a closure's type may have in one
/// order.
fn without_lifetimes(name: &str) -> String {
    let mut text = name.to_owned();
    while let Some(start) = text.find("for<'") {
        let end = text[start..].find("> ").map_or(text.len(), |end| start + end + 2);
        text.replace_range(start..end, "");
    }
    while let Some(start) = text.find('\'') {
        let after = text[start + 1..].trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        let after = after.strip_prefix(", ").or_else(|| after.strip_prefix(' ')).unwrap_or(after);
        text = format!("{}{after}", &text[..start]);
    }
    let text = text.replace("<>", "");
    text.replace("core::marker::Send + core::marker::Sync", "core::marker::Sync + core::marker::Send")
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

/// What came of a program.
#[derive(Default)]
struct Compared {
    calls: usize,
    /// Calls that rustc has in other functions only: it makes no code of blocks that a constant condition excludes.
    excluded: usize,
    wrong: Vec<String>,
}

/// Compares the calls of a program; nothing if it is none.
fn compare(interpreter: &Interpreter, program: &Program) -> Option<Compared> {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = folder.path().join("program.rs");
    std::fs::write(&file, &program.text).expect("it is our folder");
    let edition = Directives::of(&program.text).edition.unwrap_or(program.edition);
    let theirs = compiled(&file, edition).ok()?;
    let ours = match interpreted(interpreter, &file, edition) {
        Ok(ours) => ours,
        Err(why) => {
            let wrong = vec![format!("{}: {why}", program.name)];
            return Some(Compared { wrong, ..Compared::default() });
        }
    };
    let everywhere: BTreeSet<&String> = theirs.values().flatten().collect();
    let mut compared = Compared::default();
    for function in ours {
        let Some(calls) = theirs.get(&without_lifetimes(&function.name)) else {
            // Functions that only constants call are in no code.
            if !function.is_const {
                compared.wrong.push(format!("{}: rustc has no `{}`", program.name, function.name));
            }
            continue;
        };
        for call in function.calls.iter().map(|call| without_lifetimes(call)) {
            compared.calls += 1;
            if calls.contains(&call) {
                continue;
            }
            match everywhere.contains(&call) {
                true => compared.excluded += 1,
                false => {
                    let wrong = format!("{}: `{}` calls `{call}`, not rustc", program.name, function.name);
                    compared.wrong.push(wrong);
                }
            }
        }
    }
    Some(compared)
}

#[test]
fn what_functions_call_is_what_rustc_has_them_call() {
    let Some(interpreter) = interpreter() else { return };
    let numbers: Vec<u64> = (0..number("RUSTASSAY_PROGRAMS", PROGRAMS)).collect();
    let compared = in_parallel(&numbers, 2, |&number| compare(interpreter, &program(number)));
    let compared: Vec<Compared> = compared.into_iter().flatten().collect();
    let (programs, calls) = (compared.len(), compared.iter().map(|it| it.calls).sum::<usize>());
    let excluded: usize = compared.iter().map(|it| it.excluded).sum();
    let wrong: Vec<&str> = compared.iter().flat_map(|it| &it.wrong).map(String::as_str).collect();
    println!(
        "{programs} of {} are programs; {calls} calls, {excluded} of them in code that rustc leaves out, {} differ",
        numbers.len(),
        wrong.len()
    );
    let shown = &wrong[..wrong.len().min(30)];
    assert!(wrong.is_empty(), "{} of {calls} calls differ:\n{}", wrong.len(), shown.join("\n"));
    assert!(programs * 2 > numbers.len() && calls > programs, "too little was compared");
    assert!(excluded * 100 <= calls, "{excluded} of {calls} calls are in code that rustc leaves out");
}

#[test]
fn lifetimes_are_taken_out_of_names() {
    for (name, expected) in [
        (
            "<dyn for<'a, 'b> core::Fn<(&'a u8<'b>,), Output = ()>>::call",
            "<dyn core::Fn<(&u8,), Output = ()>>::call",
        ),
        ("f::<a::B<'a, u8>, &'b mut T>", "f::<a::B<u8>, &mut T>"),
        ("plain::<u8>", "plain::<u8>"),
    ] {
        assert_eq!(without_lifetimes(name), expected);
    }
}
