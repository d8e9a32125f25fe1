//! The checker against its file suites and rustc.
//!
//! Files in `tests/check/fail` break one rule each, and say so where they do: `//~ ERROR text` at the end of the line, or
//! `//~^ ERROR text` on the line below. Files in `tests/check/pass` are their legal neighbours, and rustc compiles them.
//! rustc rejects the files in `fail` or crashes on them, except where the first line says `// rustc accepts: why`.

use rustassay_mir::check::{Rule, check};
use rustassay_mir::read::read;
use rustassay_mir::source::{Diagnostic, line_and_column};
use rustassay_testing::{assert_all, expected_errors, first_error, reference_rustc, rustc, suite};
use std::path::Path;

/// Rules that no text can break, because the reader resolves names and types, or has no syntax for what breaks them.
const NOT_IN_TEXT: &[Rule] = &[
    Rule::DanglingId,
    Rule::ItemOrder,
    Rule::ConstantRange,
    Rule::SignatureLocals,
    Rule::EntryBlock,
    Rule::NotCustomMir,
];

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

/// What rustc says against the file: nothing, or the start of its first error.
fn rustc_rejects(reference: &Path, path: &Path, level: u32) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let output = rustc(reference, path, level)
        .args(["--crate-type", "lib", "--emit=obj", "-Zvalidate-mir", "-Zverify-llvm-ir"])
        .args(["-Zcross-crate-inline-threshold=never", "--crate-name", "checked", "--out-dir"])
        .arg(folder.path())
        .output()
        .expect("rustc runs");
    (!output.status.success()).then(|| first_error(&output.stderr))
}

#[test]
fn files_that_break_a_rule_are_rejected_where_they_say() {
    assert_all(&suite("check/fail"), |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let mut expected = expected_errors(&text);
        if expected.is_empty() {
            return vec!["it expects no error".to_owned()];
        }
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
}

#[test]
fn rustc_rejects_what_breaks_a_rule() {
    let reference = reference_rustc();
    assert_all(&suite("check/fail"), |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let says_so = text.starts_with("// rustc accepts: ");
        let accepts = [0, 3].into_iter().all(|level| rustc_rejects(&reference, path, level).is_none());
        match (accepts, says_so) {
            (true, false) => vec!["rustc accepts it".to_owned()],
            (false, true) => vec!["rustc does not accept it".to_owned()],
            _ => vec![],
        }
    });
}

#[test]
fn legal_files_are_accepted() {
    assert_all(&suite("check/pass"), |path| {
        let text = std::fs::read_to_string(path).unwrap();
        diagnostics(&text).iter().map(|diagnostic| diagnostic.render("", &text, false)).collect()
    });
}

#[test]
fn rustc_compiles_legal_files() {
    let reference = reference_rustc();
    assert_all(&suite("check/pass"), |path| {
        [0, 3].into_iter().filter_map(|level| rustc_rejects(&reference, path, level)).collect()
    });
}

#[test]
fn every_rule_has_a_file_that_breaks_it() {
    let names: Vec<String> = suite("check/fail").iter().map(|path| file_name(path)).collect();
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
