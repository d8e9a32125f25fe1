//! The machine calls what rustc calls: for every function of a program that has run, the instances that it calls are those that rustc
//! names in its code.
//!
//! rustc says it in the LLVM IR that it makes without optimization: each function and each call has the demangled symbol beside it.
//! The functions that are defined there are all that rustc makes code of (`-Zprint-mono-items`): the front end resolves each of them.
//! Some programs are tried here; `RUSTASSAY_PROGRAMS=200 cargo test --test suite selection -- --nocapture` tries more.

use crate::library::{interpreter, number};
use rustassay_frontend::{Loaded, ProgramOptions, RunFunction};
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
use std::path::{Path, PathBuf};
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

/// What rustc makes of a program.
struct Code {
    /// The functions, each with those that it calls.
    functions: BTreeMap<String, BTreeSet<String>>,
    /// Those that rustc makes code of.
    defined: BTreeSet<String>,
    /// How many of them there are: several may have one name.
    definitions: usize,
    /// How many there are by rustc's own list.
    mono_items: usize,
}

/// The functions that rustc makes.
fn compiled(file: &Path, edition: Edition) -> Result<Code, String> {
    let code = file.with_extension("ll");
    let output = Command::new(reference_rustc())
        .args(["--edition", edition.name(), "--crate-name", "program", "--emit=llvm-ir", "--cap-lints=allow"])
        .args(["-Csymbol-mangling-version=v0", "-Ccodegen-units=1", "-Cno-prepopulate-passes"])
        .args(["-Zshare-generics=no", "-Zmir-opt-level=0", "-Zinline-mir=no", "-Zprint-mono-items=yes", "-o"])
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
    let mut defined = BTreeSet::new();
    for line in text.lines() {
        if line.starts_with("define ") && !current.is_empty() {
            defined.insert(current.clone());
        }
        if line == "}" || line.starts_with("declare ") {
            current.clear();
        }
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
    let items = String::from_utf8_lossy(&output.stdout);
    let mono_items = items.lines().filter(|line| line.starts_with("MONO_ITEM fn ")).count();
    let definitions = text.lines().filter(|line| line.starts_with("define ")).count();
    Ok(Code { functions, defined, definitions, mono_items })
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

/// A program, ready to run.
fn loaded(interpreter: &Interpreter, file: &Path, edition: Edition) -> Result<Loaded, String> {
    let source = SourceFile { edition, ..SourceFile::new(file) };
    let program = interpreter.compile(&source, Vec::new()).map_err(|error| error.to_string())?;
    let limits = Limits { steps: 20_000_000, ..Limits::default() };
    let options = ProgramOptions { args: vec!["program".to_owned()], checks_overflow: true };
    let loaded = program.load(Config { limits, ..Config::default() }, &options, World::default());
    loaded.map_err(|stop| format!("{stop:?}"))
}

/// The functions that have run on the machine.
fn interpreted(interpreter: &Interpreter, file: &Path, edition: Edition) -> Result<Vec<RunFunction>, String> {
    let mut loaded = loaded(interpreter, file, edition)?;
    // However it ends, what has run has been selected.
    let _ = loaded.run();
    loaded.run_functions().map_err(|stop| format!("{stop:?}"))
}

/// The file of a program, and its edition.
fn written(program: &Program, folder: &Path) -> (PathBuf, Edition) {
    let file = folder.join("program.rs");
    std::fs::write(&file, &program.text).expect("it is our folder");
    (file, Directives::of(&program.text).edition.unwrap_or(program.edition))
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
    let (file, edition) = written(program, folder.path());
    let theirs = compiled(&file, edition).ok()?.functions;
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

/// Whether no item of a crate with a body is a function: drop glue, shims, calls of closures and functions by their traits, and intrinsics.
fn is_made_up(name: &str) -> bool {
    // The library has impls of these traits for pointers.
    let is_call = name.starts_with('<')
        && name.contains(" as core::ops::function::Fn")
        && !["<&", "<alloc::boxed::Box<"].iter().any(|pointer| name.starts_with(pointer));
    // The last is what only the body of an intrinsic calls that the machine does not need.
    let glue = ["core::ptr::drop_in_place::<", "core::intrinsics::", "core::ptr::swap_nonoverlapping::<"];
    // Closures, tuples and arrays are cloned by shims; a closure's name ends in its number.
    let is_clone = name.contains("{closure#") && name.ends_with("} as core::clone::Clone>::clone");
    is_call || is_clone || glue.iter().any(|start| name.starts_with(start)) || name.contains("{shim:")
}

/// What is wrong with the functions that rustc makes code of, and how many there are; nothing if it is no program.
fn unresolved(interpreter: &Interpreter, program: &Program) -> Option<(usize, Vec<String>)> {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let (file, edition) = written(program, folder.path());
    let Code { defined, definitions, mono_items, .. } = compiled(&file, edition).ok()?;
    let mut wrong = Vec::new();
    if mono_items > definitions {
        wrong.push(format!("rustc lists {mono_items} functions and defines {definitions}"));
    }
    match loaded(interpreter, &file, edition) {
        Ok(mut loaded) => {
            let names = loaded.resolve_all();
            let ours: BTreeSet<String> = names.iter().map(|name| without_lifetimes(name)).collect();
            let missing = defined.iter().filter(|name| !is_made_up(name) && !ours.contains(*name));
            wrong.extend(missing.map(|name| format!("`{name}` is not resolved")));
        }
        Err(why) => wrong.push(why),
    }
    Some((mono_items, wrong.into_iter().map(|why| format!("{}: {why}", program.name)).collect()))
}

#[test]
fn all_that_rustc_makes_code_of_is_resolved() {
    let Some(interpreter) = interpreter() else { return };
    let numbers: Vec<u64> = (0..number("RUSTASSAY_PROGRAMS", PROGRAMS)).collect();
    let found = in_parallel(&numbers, 2, |&number| unresolved(interpreter, &program(number)));
    let found: Vec<(usize, Vec<String>)> = found.into_iter().flatten().collect();
    let (programs, items) = (found.len(), found.iter().map(|(items, _)| items).sum::<usize>());
    let wrong: Vec<&str> = found.iter().flat_map(|(_, wrong)| wrong).map(String::as_str).collect();
    println!("{programs} of {} are programs; {items} mono items, {} unresolved", numbers.len(), wrong.len());
    let shown = &wrong[..wrong.len().min(30)];
    assert!(wrong.is_empty(), "{} of {items} are unresolved:\n{}", wrong.len(), shown.join("\n"));
    assert!(programs * 2 > numbers.len() && items > programs, "too little was compared");
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
