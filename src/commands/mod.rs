//! The subcommands, one module each, and what they share.

mod add_target;
pub mod bisect;
pub mod cargo;
pub mod check;
pub mod color;
mod compilers;
pub mod completions;
pub mod config;
pub mod diff;
mod duration;
mod exploring;
pub mod findings;
pub mod fmt;
pub mod fuzz;
pub mod generate;
pub mod interrupt;
mod judging;
pub mod log;
pub mod man;
pub mod merge;
pub mod miri_flags;
mod model;
pub mod mutate;
mod ordinary;
pub mod output;
mod profile;
mod progress;
pub mod reduce;
pub mod report;
pub mod run;
mod screen;
mod seeds;
pub mod serve;
pub mod status;
mod story;
pub mod toolchains;
pub mod twins;
mod twins_by_model;

use output::{complain, draw, write_data};
use rustassay_mir::source::{Diagnostic, Lines};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How a command ended. The codes are documented in the README and tested.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Status {
    /// All is well.
    Success = 0,
    /// The command did its work and found something wrong with what it was given.
    Found = 1,
    /// The command could not do its work.
    Unusable = 2,
    /// A program that was run panicked or aborted.
    Panicked = 3,
    /// A program that was run reached a limit.
    Exhausted = 4,
}

impl Status {
    /// The status that an exit code of `rustassay` stands for.
    fn of(code: i32) -> Option<Status> {
        [Status::Success, Status::Found, Status::Unusable, Status::Panicked, Status::Exhausted]
            .into_iter()
            .find(|status| *status as i32 == code)
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

/// How diagnostics are written.
#[derive(Copy, Clone, PartialEq, Eq, clap::ValueEnum, Debug)]
pub enum MessageFormat {
    /// As rustc draws them, on standard error.
    Human,
    /// One JSON object a line, on standard output.
    Json,
}

/// Larger files are not read, in bytes: nobody wrote them, and what is known of each token would fill the memory.
const LARGEST_FILE: u64 = 64 << 20;

/// The text of a file; or why it cannot be read.
fn read_text(path: &Path) -> Result<String, String> {
    let read_from = |input: &mut dyn Read| {
        let mut bytes = Vec::new();
        input.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map(|_| bytes)
    };
    let bytes = match path.as_os_str() == "-" {
        true => read_from(&mut std::io::stdin()),
        false => std::fs::File::open(path).and_then(|mut file| read_from(&mut file)),
    };
    let why = match bytes {
        Ok(bytes) if bytes.len() as u64 > LARGEST_FILE => "it is larger than 64 MiB".to_owned(),
        Ok(bytes) => match String::from_utf8(bytes) {
            Ok(text) => return Ok(text),
            Err(_) => "it is not valid UTF-8".to_owned(),
        },
        Err(error) => error.to_string(),
    };
    Err(format!("cannot read `{}`: {why}", path.display()))
}

/// Files as they are named, and in the place of a folder the Rust files in it and below, in the order of their names; or which folder cannot be read.
fn rust_files(named: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let cannot = |error: std::io::Error| format!("cannot read `{}`: {error}", path.display());
        let entries = std::fs::read_dir(path).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
        let mut inner = Vec::new();
        for entry in entries.map_err(cannot)? {
            // A link may lead back.
            let is_folder = entry.file_type().map_err(cannot)?.is_dir();
            if is_folder || entry.path().extension().is_some_and(|ending| ending == "rs") {
                inner.push(entry.path());
            }
        }
        inner.sort();
        files.extend(rust_files(&inner)?);
    }
    Ok(files)
}

/// The same, where there is at least one. What is wrong is said to the user here.
fn some_rust_files(named: &[PathBuf]) -> Option<Vec<PathBuf>> {
    match rust_files(named) {
        Ok(files) if files.is_empty() => complain("there are no Rust files in the folder"),
        Ok(files) => return Some(files),
        Err(why) => complain(&why),
    }
    None
}

/// The text of a file, or of standard input for `-`. What is wrong is said to the user here.
fn read_file(path: &Path) -> Option<String> {
    read_text(path).map_err(|why| complain(&why)).ok()
}

/// So many diagnostics of a file are drawn for people; the rest are counted.
const MOST_DRAWN: usize = 200;

/// Writes diagnostics of one file.
fn report(path: &Path, text: &str, diagnostics: &[Diagnostic], format: MessageFormat) {
    let path = path.display().to_string();
    match format {
        MessageFormat::Human => {
            let color = color::on_stderr();
            let mut out = String::new();
            for diagnostic in diagnostics.iter().take(MOST_DRAWN) {
                out.push_str(&diagnostic.render(&path, text, color));
                out.push_str("\n\n");
            }
            let more = diagnostics.len().saturating_sub(MOST_DRAWN);
            if more > 0 {
                out.push_str(&format!("error: and {more} more; `check --json` lists all of them\n\n"));
            }
            draw(&out);
        }
        MessageFormat::Json => {
            let lines = Lines::new(text);
            let mut out = String::new();
            for diagnostic in diagnostics {
                out.push_str(&json(&path, &lines, diagnostic).to_string());
                out.push('\n');
            }
            write_data(&out);
        }
    }
}

/// Where a store is, if the command line does not say so.
pub const STORE: &str = "RUSTASSAY_STORE";

/// A diagnostic as data. Lines and columns count from 1; columns count characters.
fn json(path: &str, lines: &Lines<'_>, diagnostic: &Diagnostic) -> serde_json::Value {
    let place = |span: rustassay_mir::source::Span| {
        let (line, column) = lines.line_and_column(span.start);
        let (end_line, end_column) = lines.line_and_column(span.end);
        serde_json::json!({
            "byte_start": span.start, "byte_end": span.end,
            "line": line, "column": column, "end_line": end_line, "end_column": end_column,
        })
    };
    let related: Vec<_> = diagnostic
        .related
        .iter()
        .map(|(span, label)| serde_json::json!({ "span": place(*span), "label": label }))
        .collect();
    serde_json::json!({
        "file": path,
        "code": diagnostic.code,
        "message": diagnostic.message,
        "span": diagnostic.span.map(place),
        "label": diagnostic.label,
        "related": related,
        "note": diagnostic.note,
        "help": diagnostic.help,
    })
}
