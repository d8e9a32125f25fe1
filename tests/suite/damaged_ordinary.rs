//! Ordinary Rust that is damaged, and metadata that is: no panic, no hang, no memory without bound, from the compiler's answer to the
//! program's end on the machine.
//!
//! The suite tries some; `RUSTASSAY_DAMAGED=10000 cargo test --release --test suite damaged_ordinary -- --nocapture` tries more.

use crate::damaged_input::try_all;
use crate::library::{interpreter, number};
use rustassay_arbitrary::mangled;
use rustassay_frontend::{Loaded, ProgramOptions};
use rustassay_judge::interpreter::{Interpretable, Interpreter};
use rustassay_machine::machine::{Config, Limits};
use rustassay_metadata::{CrateFiles, Crates};
use rustassay_overlay::SourceFile;
use rustassay_random::Random;
use rustassay_testing::suite;
use std::cell::RefCell;
use std::path::Path;

/// How many of each kind are tried.
fn count() -> u64 {
    number("RUSTASSAY_DAMAGED", 40)
}

/// What a run of a damaged program may use.
const LIMITS: Limits =
    Limits { steps: 2_000_000, memory: 64 << 20, depth: 1_000, output: 1 << 20, time: None };

/// Programs before they are damaged.
fn originals() -> Vec<String> {
    let files = ["rust/pass", "rust/ub"].into_iter().flat_map(suite);
    files.map(|path| std::fs::read_to_string(path).expect("it can be read")).collect()
}

/// Runs a program of these crates as far as it goes; gives how many things were wrong with it.
fn run(files: &CrateFiles) -> usize {
    let options = ProgramOptions { args: vec!["damaged".to_owned()], checks_overflow: true };
    let Ok(crates) = Crates::open(files) else { return 1 };
    let Ok(mut loaded) = Loaded::new(crates, Config { limits: LIMITS, ..Config::default() }, &options) else {
        return 1;
    };
    let has_failed = loaded.run().is_err();
    // What is said of it is looked up in the metadata as well.
    loaded.users_place();
    usize::from(has_failed)
}

fn compiled(interpreter: &Interpreter, file: &Path) -> Option<Interpretable> {
    interpreter.compile(&SourceFile::new(file), Vec::new()).ok()
}

/// A text in which a word, a number or an operator is another one of the same kind that the text has, as if somebody had mistaken them.
fn mistaken(seed: u64, text: &str) -> String {
    let mut random = Random::new(seed);
    let kind = |c: char| match c {
        'a'..='z' | 'A'..='Z' | '_' | '0'..='9' => 1,
        '+' | '-' | '*' | '/' | '%' | '<' | '>' | '=' | '&' | '|' | '!' | '^' => 2,
        _ => 0,
    };
    let mut tokens: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match kind(first) {
            0 => first.len_utf8(),
            this => rest.find(|c| kind(c) != this).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(end);
        tokens.push(token);
        rest = after;
    }
    let class = |token: &str| {
        let first = token.chars().next().unwrap_or(' ');
        (kind(first), first.is_ascii_digit())
    };
    for _ in 0..=random.below(2) {
        let at = random.below(tokens.len());
        let same: Vec<&str> =
            tokens.iter().copied().filter(|token| class(token) == class(tokens[at])).collect();
        tokens[at] = same[random.below(same.len())];
    }
    tokens.concat()
}

#[test]
fn damaged_programs_are_refused_or_run_within_bounds() {
    let Some(interpreter) = interpreter() else { return };
    let originals = originals();
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = folder.path().join("damaged.rs");
    try_all(count(), "programs", |seed| {
        let pick = |n: u64| &originals[(n % originals.len() as u64) as usize];
        // Few texts with other bytes are still programs, and most with other words are.
        let text = match seed % 8 {
            0 => mangled(seed, pick(seed), pick(seed.wrapping_mul(7919))),
            _ => mistaken(seed, pick(seed)).into_bytes(),
        };
        std::fs::write(&file, text).expect("it is our folder");
        compiled(interpreter, &file).map_or(1, |program| run(program.crate_files()))
    });
}

#[test]
fn damaged_metadata_is_refused_or_runs_within_bounds() {
    let Some(interpreter) = interpreter() else { return };
    let paths = suite("rust/pass");
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let damaged = folder.path().join("libdamaged.rmeta");
    let last: RefCell<Option<(usize, Interpretable)>> = RefCell::new(None);
    let files_of = |n: usize| {
        let mut last = last.borrow_mut();
        if last.as_ref().is_none_or(|(known, _)| *known != n) {
            *last = Some((n, compiled(interpreter, &paths[n]).expect("it is a program")));
        }
        last.as_ref().expect("it was just made").1.crate_files().clone()
    };
    // A program is damaged in many ways before the next one is compiled.
    let each = 1 + count() / paths.len().min(50) as u64;
    try_all(count(), "metadata", |seed| {
        let mut random = Random::new(seed);
        let files = files_of((seed / each) as usize * 7 % paths.len());
        let mut bytes = std::fs::read(&files.root).expect("it was just made");
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            bytes[at] = random.below(256) as u8;
        }
        std::fs::write(&damaged, bytes).expect("it is our folder");
        run(&CrateFiles { root: damaged.clone(), ..files })
    });
}
