//! Folders of files: the files, the errors that each expects, and a report of all that does not fit.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// The repository.
pub fn repository() -> &'static Path {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("this crate is among others");
    crates.parent().expect("they are in the repository")
}

/// The Rust files in a folder of the repository's `tests`, and in its folders, in order.
///
/// # Panics
///
/// If there is no such folder, or nothing in it.
#[track_caller]
pub fn suite(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![repository().join("tests").join(folder)];
    while let Some(folder) = folders.pop() {
        let entries = folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.expect("the folder can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    assert!(!files.is_empty(), "no Rust file is in `tests/{folder}`");
    files.sort();
    files
}

/// The lines, counted from 1, on which a file expects errors, with the text that each must contain.
pub fn expected_errors(text: &str) -> Vec<(usize, &str)> {
    annotations(text).into_iter().map(|annotation| (annotation.line, annotation.message)).collect()
}

/// An error that a file expects.
pub struct Annotation<'a> {
    /// Where, counted from 1.
    pub line: usize,
    /// Under which circumstances; always, if it says none: `//~ ERROR[tree] text`.
    pub only: Option<&'a str>,
    /// What the error must contain.
    pub message: &'a str,
}

/// The errors that a file expects. An annotation below others is about the same line as they are.
pub fn annotations(text: &str) -> Vec<Annotation<'_>> {
    let mut found: Vec<Annotation> = Vec::new();
    let mut code_line = 0;
    for (line, number) in text.lines().zip(1..) {
        let Some((code, annotation)) = line.split_once("//~") else {
            code_line = number;
            continue;
        };
        let above = annotation.strip_prefix('^');
        if above.is_none() || !code.trim().is_empty() {
            code_line = number;
        }
        let Some(rest) = above.unwrap_or(annotation).trim().strip_prefix("ERROR") else { continue };
        let (only, message) = match rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((only, message)) => (Some(only), message),
            None => (None, rest),
        };
        found.push(Annotation { line: code_line, only, message: message.trim() });
    }
    found
}

/// A rustc that accepts custom MIR, about to compile a file at a level.
pub fn rustc(rustc: &Path, path: &Path, level: u32) -> Command {
    let mut command = Command::new(rustc);
    command
        .args(["--edition", "2021"])
        .arg(format!("-Copt-level={level}"))
        .arg(path)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTC_ICE", "0");
    command
}

/// The first error that rustc wrote.
pub fn first_error(stderr: &[u8]) -> String {
    let errors = String::from_utf8_lossy(stderr);
    errors.lines().find(|line| line.contains("error")).unwrap_or("no message").to_owned()
}

/// Fails with what `judge` has against each file, in the order of the files.
///
/// # Panics
///
/// Also if there are no files.
#[track_caller]
pub fn assert_all(files: &[PathBuf], judge: impl Fn(&Path) -> Vec<String> + Sync) {
    assert!(!files.is_empty(), "there are no files to judge");
    let found = Mutex::new(Vec::new());
    let next = Mutex::new(files.iter());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(path) = next.lock().expect("nobody panics with it").next() else { break };
                    let against = judge(path);
                    let named = against.into_iter().map(|text| format!("{}: {text}", path.display()));
                    found.lock().expect("nobody panics with it").extend(named);
                }
            });
        }
    });
    let mut found = found.into_inner().expect("nobody panics with it");
    found.sort();
    assert!(found.is_empty(), "{} mismatches:\n{}", found.len(), found.join("\n"));
}
