//! Files that people wrote: reading, printing and reading again gives an equal program.

use rustassay_mir::print::{Form, Options, print};
use rustassay_mir::read::read;
use rustassay_mir::release::Release;
use std::path::{Path, PathBuf};

/// The Rust files below a folder, in order.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn files_of_the_suites_round_trip_in_both_forms() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut paths = Vec::new();
    for suite in ["check/pass", "run/pass", "run/ub"] {
        files(&tests.join(suite), &mut paths);
    }
    assert!(paths.len() >= 100, "only {} files were found", paths.len());
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        let program = read(&text).unwrap_or_else(|_| panic!("{} can be read", path.display())).program;
        for form in [Form::People, Form::Fast] {
            let printed = print(&program, &Options { form, release: Release::REFERENCE })
                .unwrap_or_else(|error| panic!("{} can be printed: {error}", path.display()));
            let again = read(&printed).unwrap_or_else(|errors| {
                panic!("{}: {}", path.display(), errors[0].render("printed", &printed, false))
            });
            assert!(again.program == program, "{} became another program in {form:?}", path.display());
        }
    }
}
