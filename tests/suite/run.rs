//! The abstract machine against its file suites and rustc.
//!
//! Files in `tests/run/ub` have Undefined Behavior, and say so where it happens: `//~ ERROR text` at the end of the line, or
//! `//~^ ERROR text` on the line below. Files in `tests/run/pass` have none, and print what the file beside them with the
//! ending `stdout` says, or the `//@ stdout: line` comments in them, or else nothing; compiled by rustc they print the same.
//! Every file has an answer for each aliasing model: `//~ ERROR[tree] text` is for Tree Borrows, `//~ ERROR[stacked] text` for Stacked Borrows,
//! `//~ ERROR text` for these two and none; under a model without an error a program ends well. `tests/suite/miri.rs` holds the answers against Miri.

use rustassay_machine::aliasing::Model;
use rustassay_machine::error::Stop;
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::{Config, Machine};
use rustassay_mir::check::check;
use rustassay_mir::model::Program;
use rustassay_mir::read::{SpanTable, read};
use rustassay_mir::source::line_and_column;
use rustassay_testing::{annotations, assert_all, first_error, reference_rustc, rustc, suite};
use std::path::Path;
use std::process::Command;

/// The program of a file that follows the rules, or what is wrong with the file.
fn program(text: &str) -> Result<(Program, SpanTable), Vec<String>> {
    let parsed = read(text).map_err(|diagnostics| {
        diagnostics.iter().map(|found| found.render("", text, false)).collect::<Vec<_>>()
    })?;
    let violations = check(&parsed.program);
    if violations.is_empty() {
        return Ok((parsed.program, parsed.spans));
    }
    let diagnostics = violations.iter().map(|violation| violation.diagnostic(|at| parsed.spans.span(at)));
    Err(diagnostics.map(|found| found.render("", text, false)).collect())
}

/// The aliasing models, and what files call them.
const MODELS: [(Model, &str); 3] =
    [(Model::Tree, "tree"), (Model::Stacked, "stacked"), (Model::None, "none")];

/// The line and the text of the error that a file expects under a model.
fn expected_error<'a>(text: &'a str, model: &str) -> Option<(usize, &'a str)> {
    let mut errors = annotations(text).into_iter();
    let error = errors.find(|annotation| annotation.only.is_none_or(|only| only == model))?;
    Some((error.line, error.message))
}

fn expected_output(path: &Path, text: &str) -> String {
    std::fs::read_to_string(path.with_extension("stdout")).unwrap_or_else(|_| {
        let lines = text.lines().filter_map(|line| line.strip_prefix("//@ stdout:"));
        lines.map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect()
    })
}

/// Every way to run a program that must not matter to it.
fn configurations() -> Vec<Config> {
    let models = MODELS.map(|(aliasing, _)| Config { aliasing, ..Config::default() });
    let seeds = [1, 2].map(|seed| Config { seed, ..Config::default() });
    let layouts = [1, 2].map(|seed| Config { layout_seed: Some(seed), ..Config::default() });
    models.into_iter().chain(seeds).chain(layouts).collect()
}

/// Runs a program that must end well, and says what is wrong with how it does.
fn run_well(
    program: Program,
    spans: &SpanTable,
    config: Config,
    text: &str,
    expected: &str,
) -> Option<String> {
    let how =
        format!("aliasing {:?}, seed {}, layout seed {:?}", config.aliasing, config.seed, config.layout_seed);
    let mut machine = Machine::new(program, config);
    match machine.run_main() {
        Ok(Ending::Finished) => {}
        Ok(Ending::Panicked) => return Some(format!("{how}: it panics")),
        Err(stop) => return Some(format!("{how}: {stop:?} on line {:?}", stopped_at(&machine, spans, text))),
    }
    let output = String::from_utf8_lossy(machine.output());
    (output != expected).then(|| format!("{how}: it prints\n{output}"))
}

/// The line that a machine stopped at.
fn stopped_at(machine: &Machine, spans: &SpanTable, text: &str) -> Option<usize> {
    let span = spans.span(*machine.backtrace().first()?)?;
    Some(line_and_column(text, span.start).0)
}

/// What the program prints that rustc makes of a file at this level, or why there is none.
fn compile_and_run(reference: &Path, path: &Path, level: u32) -> Result<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let executable = folder.path().join("program");
    let compiled = rustc(reference, path, level)
        .args(["--crate-name", "program", "-Cdebuginfo=0", "--cap-lints=allow"])
        .args(["-Cprefer-dynamic", "-Crpath", "-o"])
        .arg(&executable)
        .output()
        .expect("rustc runs");
    if !compiled.status.success() {
        return Err(format!("level {level}: {}", first_error(&compiled.stderr)));
    }
    let ran = Command::new(&executable).output().unwrap();
    if !ran.status.success() {
        return Err(format!("level {level}: {}: {}", ran.status, String::from_utf8_lossy(&ran.stderr)));
    }
    Ok(String::from_utf8_lossy(&ran.stdout).into_owned())
}

#[test]
fn undefined_behavior_is_found_where_it_happens() {
    assert_all(&suite("run/ub"), |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let (program, spans) = match program(&text) {
            Ok(read) => read,
            Err(diagnostics) => return diagnostics,
        };
        let mut against = Vec::new();
        if annotations(&text).is_empty() {
            against.push("it expects no error".to_owned());
        }
        for (aliasing, name) in MODELS {
            let mut machine = Machine::new(program.clone(), Config { aliasing, ..Config::default() });
            let found = match machine.run_main() {
                Err(stop) => match *stop {
                    Stop::Ub(ub) => Some((stopped_at(&machine, &spans, &text), ub.to_string())),
                    other => {
                        against.push(format!("{name}: it stops otherwise: {other:?}"));
                        continue;
                    }
                },
                Ok(_) => None,
            };
            let is_right = match (&found, expected_error(&text, name)) {
                (None, None) => true,
                (Some((at, found)), Some((line, message))) => *at == Some(line) && found.contains(message),
                _ => false,
            };
            if !is_right {
                against.push(format!("{name}: unexpected: {found:?}"));
            }
        }
        against
    });
}

#[test]
fn programs_without_undefined_behavior_print_what_they_should() {
    assert_all(&suite("run/pass"), |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let expected = expected_output(path, &text);
        let (program, spans) = match program(&text) {
            Ok(read) => read,
            Err(diagnostics) => return diagnostics,
        };
        configurations()
            .into_iter()
            .filter_map(|config| run_well(program.clone(), &spans, config, &text, &expected))
            .collect()
    });
}

#[test]
fn compiled_programs_print_what_they_should() {
    let reference = reference_rustc();
    assert_all(&suite("run/pass"), |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let expected = expected_output(path, &text);
        let levels = [0, 3].into_iter();
        levels
            .filter_map(|level| match compile_and_run(&reference, path, level) {
                Ok(output) => (output != expected).then(|| format!("level {level}: it prints\n{output}")),
                Err(why) => Some(why),
            })
            .collect()
    });
}
