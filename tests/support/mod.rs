//! What the file suites share: their files, the errors that a file expects, and a report of all that does not fit.
#![allow(dead_code, reason = "each test that has this module uses some of it")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// The Rust files in a folder of `tests`, and in its folders; none where there is no such folder.
pub fn suite(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
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

/// Writes a compiler at a path: a script that does something and then is the real one.
///
/// All scripts of a test binary are to be written before any of its tests starts a process: a file that is open for writing cannot be executed, and a
/// process that is just starting has a copy of all that is open.
#[cfg(unix)]
pub fn write_compiler(path: &Path, real: &Path, first: &str) {
    use std::os::unix::fs::PermissionsExt;
    let text = format!("#!/bin/sh\n{first}\nexec '{}' \"$@\"\n", real.display());
    std::fs::write(path, text).expect("it is our folder");
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("it is our file");
}

/// The first error that rustc wrote.
pub fn first_error(stderr: &[u8]) -> String {
    let errors = String::from_utf8_lossy(stderr);
    errors.lines().find(|line| line.contains("error")).unwrap_or("no message").to_owned()
}

/// Fails with what `judge` has against each file, in the order of the files.
#[track_caller]
pub fn assert_all(files: &[PathBuf], judge: impl Fn(&Path) -> Vec<String> + Sync) {
    let found = Mutex::new(Vec::new());
    let next = Mutex::new(files.iter());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(path) = next.lock().unwrap().next() else { break };
                    let against = judge(path);
                    let named = against.into_iter().map(|text| format!("{}: {text}", path.display()));
                    found.lock().unwrap().extend(named);
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap();
    found.sort();
    assert!(found.is_empty(), "{} mismatches:\n{}", found.len(), found.join("\n"));
}
