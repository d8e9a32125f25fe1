//! The checker against its file suites and rustc.
//!
//! Files in `tests/check/fail` break one rule each, and say so where they do: `//~ ERROR text` at the end of the line, or
//! `//~^ ERROR text` on the line below. Files in `tests/check/pass` are their legal neighbours, and rustc compiles them.
//! rustc rejects the files in `fail` or crashes on them, except where the first line says `// rustc accepts: why`.

use rustassay_arbitrary::reference_rustc;
use rustassay_mir::check::{Rule, check};
use rustassay_mir::read::read;
use rustassay_mir::source::{Diagnostic, line_and_column};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// Rules that no text can break, because the reader resolves names and types.
const NOT_IN_TEXT: &[Rule] = &[
    Rule::DanglingId,
    Rule::ItemOrder,
    Rule::ConstantRange,
    Rule::SignatureLocals,
    Rule::EntryBlock,
    Rule::SwitchValue,
];

fn suite(name: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check").join(name);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    files.sort();
    files
}

fn file_name(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

fn diagnostics(text: &str) -> Vec<Diagnostic> {
    match read(text) {
        Err(diagnostics) => diagnostics,
        Ok(parsed) => {
            let violations = check(&parsed.program);
            violations.iter().map(|violation| violation.diagnostic(|at| parsed.spans.span(at))).collect()
        }
    }
}

/// The lines, counted from 1, on which a file expects errors, with the text that each must contain.
fn expected(text: &str) -> Vec<(usize, &str)> {
    let lines = text.lines().zip(1..);
    let annotated = lines.filter_map(|(line, number)| {
        let (_, annotation) = line.split_once("//~")?;
        let above = annotation.strip_prefix('^');
        let message = above.unwrap_or(annotation).trim().strip_prefix("ERROR ")?;
        Some((number - usize::from(above.is_some()), message))
    });
    annotated.collect()
}

/// What rustc says against the file: nothing, or the start of its first error.
fn rustc(rustc: &Path, path: &Path, level: u32) -> Option<String> {
    let object =
        std::env::temp_dir().join(format!("rustassay-{}-{}-{level}.o", file_name(path), std::process::id()));
    let output = Command::new(rustc)
        .args(["--edition", "2021", "--crate-type", "lib", "--emit=obj", "-Zvalidate-mir"])
        .args(["-Zverify-llvm-ir", "-Zcross-crate-inline-threshold=never", "--crate-name", "checked"])
        .arg(format!("-Copt-level={level}"))
        .arg("-o")
        .arg(&object)
        .arg(path)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTC_ICE", "0")
        .output()
        .expect("rustc runs");
    // Where rustc failed there is none.
    std::fs::remove_file(&object).ok();
    let errors = String::from_utf8_lossy(&output.stderr);
    let first = || errors.lines().find(|line| line.contains("error")).unwrap_or("no message").to_owned();
    (!output.status.success()).then(first)
}

/// What `judge` has against each file, in the order of the files.
fn mismatches(files: &[PathBuf], judge: impl Fn(&Path) -> Vec<String> + Sync) -> Vec<String> {
    let found = Mutex::new(Vec::new());
    let next = Mutex::new(files.iter());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(path) = next.lock().unwrap().next() else { break };
                    let against = judge(path);
                    found
                        .lock()
                        .unwrap()
                        .extend(against.into_iter().map(|text| format!("{}: {text}", file_name(path))));
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap();
    found.sort();
    found
}

#[track_caller]
fn assert_none(mismatches: &[String]) {
    assert!(mismatches.is_empty(), "{} mismatches:\n{}", mismatches.len(), mismatches.join("\n"));
}

#[test]
fn files_that_break_a_rule_are_rejected_where_they_say() {
    let found = mismatches(&suite("fail"), |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let mut expected = expected(&text);
        let mut found = Vec::new();
        for diagnostic in diagnostics(&text) {
            let line = diagnostic.span.map(|span| line_and_column(&text, span.start).0);
            let known = expected.iter().position(|(expected_line, message)| {
                Some(*expected_line) == line && diagnostic.message.contains(message)
            });
            match known {
                Some(position) => drop(expected.remove(position)),
                None => found.push(format!("unexpected on line {line:?}: {}", diagnostic.message)),
            }
        }
        found.extend(expected.iter().map(|(line, message)| format!("not found on line {line}: {message}")));
        found
    });
    assert_none(&found);
}

#[test]
fn rustc_rejects_what_breaks_a_rule() {
    let Some(reference) = reference_rustc() else { return };
    let found = mismatches(&suite("fail"), |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let says_so = text.starts_with("// rustc accepts: ");
        let accepts = [0, 3].into_iter().all(|level| rustc(&reference, path, level).is_none());
        match (accepts, says_so) {
            (true, false) => vec!["rustc accepts it".to_owned()],
            (false, true) => vec!["rustc does not accept it".to_owned()],
            _ => vec![],
        }
    });
    assert_none(&found);
}

#[test]
fn legal_files_are_accepted() {
    let found = mismatches(&suite("pass"), |path| {
        let text = std::fs::read_to_string(path).unwrap();
        diagnostics(&text).iter().map(|diagnostic| diagnostic.render("", &text, false)).collect()
    });
    assert_none(&found);
}

#[test]
fn rustc_compiles_legal_files() {
    let Some(reference) = reference_rustc() else { return };
    let found = mismatches(&suite("pass"), |path| {
        [0, 3].into_iter().filter_map(|level| rustc(&reference, path, level)).collect()
    });
    assert_none(&found);
}

#[test]
fn every_rule_has_a_file_that_breaks_it() {
    let names: Vec<String> = suite("fail").iter().map(|path| file_name(path)).collect();
    let missing: Vec<&str> = (Rule::ALL.iter())
        .filter(|rule| !NOT_IN_TEXT.contains(rule))
        .map(|rule| rule.name())
        .filter(|rule| {
            !names.iter().any(|name| {
                name.strip_prefix(rule).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
            })
        })
        .collect();
    assert_eq!(missing, [""; 0]);
}
