//! The subcommands, one module each, and what they share.

pub mod bisect;
pub mod check;
mod compilers;
pub mod diff;
pub mod findings;
pub mod fmt;
pub mod fuzz;
pub mod generate;
mod interrupt;
mod judging;
mod model;
pub mod mutate;
pub mod reduce;
pub mod report;
pub mod run;
mod screen;
pub mod status;
pub mod toolchains;
pub mod twins;
mod twins_by_model;

use rustassay_mir::source::{Diagnostic, line_and_column};
use std::io::{IsTerminal, Read, Write};
use std::path::Path;
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

/// The text of a file, or of standard input for `-`. What is wrong is said to the user here.
fn read_file(path: &Path) -> Option<String> {
    let bytes = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    let text = match bytes {
        Ok(bytes) => String::from_utf8(bytes).map_err(|_| "it is not valid UTF-8".to_owned()),
        Err(error) => Err(error.to_string()),
    };
    match text {
        Ok(text) => Some(text),
        Err(why) => {
            complain(&format!("cannot read `{}`: {why}", path.display()));
            None
        }
    }
}

/// Says something that a person may want to know, beside the output.
fn remark(message: &str) {
    // Nobody is left to tell when standard error is closed.
    let _ = writeln!(std::io::stderr(), "note: {message}");
}

/// Says that a command cannot do its work.
fn complain(message: &str) {
    eprintln!("error: {message}");
}

/// Writes to standard output. A reader that went away, as `head` does, ends the command quietly.
fn write_out(text: &str) {
    let mut out = std::io::stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        std::process::exit(Status::Success as i32);
    }
}

/// Writes diagnostics of one file.
fn report(path: &Path, text: &str, diagnostics: &[Diagnostic], format: MessageFormat) {
    let path = path.display().to_string();
    match format {
        MessageFormat::Human => {
            let color = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            let mut out = String::new();
            for diagnostic in diagnostics {
                out.push_str(&diagnostic.render(&path, text, color));
                out.push_str("\n\n");
            }
            // Nobody is left to tell when standard error is closed.
            let _ = std::io::stderr().lock().write_all(out.as_bytes());
        }
        MessageFormat::Json => {
            let mut out = String::new();
            for diagnostic in diagnostics {
                out.push_str(&json(&path, text, diagnostic).to_string());
                out.push('\n');
            }
            write_out(&out);
        }
    }
}

/// A diagnostic as data. Lines and columns count from 1; columns count characters.
fn json(path: &str, text: &str, diagnostic: &Diagnostic) -> serde_json::Value {
    let place = |span: rustassay_mir::source::Span| {
        let (line, column) = line_and_column(text, span.start);
        let (end_line, end_column) = line_and_column(text, span.end);
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
