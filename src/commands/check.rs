//! `rustassay check`: are these files well-formed custom MIR?

use super::compilers::architecture;
use super::{MessageFormat, Status, read_file, report, some_rust_files};
use rustassay_lang::Architecture;
use rustassay_mir::check::check;
use rustassay_mir::read::{read, read_for};
use rustassay_mir::source::Diagnostic;
use std::path::PathBuf;

/// Check that files are valid custom MIR, and explain what is not
///
/// rustc answers most mistakes in custom MIR with a crash. What `check` accepts compiles without an error or a crash.
/// What it rejects is reported with the place, the rule and the reason, all violations at once. Ordinary Rust in the
/// file is not checked.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay check twice.rs
  rustassay check --json case.rs found.rs

Exit codes:
  0  every file is valid
  1  at least one file is not
  2  a file cannot be read")]
pub struct Args {
    /// The files to check, or folders of Rust files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The target that the files are for: a triple, or an architecture such as `s390x`. By default what each says in a line `//@ target: TARGET`,
    /// or else x86-64
    #[arg(long, value_name = "TARGET", value_parser = architecture)]
    target: Option<&'static Architecture>,

    /// How to write diagnostics
    #[arg(long, value_enum, default_value = "human", value_name = "FORMAT")]
    message_format: MessageFormat,

    /// Write diagnostics as JSON: `--message-format json`
    #[arg(long, conflicts_with = "message_format")]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    let format = if args.json { MessageFormat::Json } else { args.message_format };
    let Some(files) = some_rust_files(&args.files) else { return Status::Unusable };
    let mut status = Status::Success;
    for path in &files {
        let Some(text) = read_file(path) else {
            status = status.max(Status::Unusable);
            continue;
        };
        let diagnostics = diagnose(&text, args.target);
        if !diagnostics.is_empty() {
            report(path, &text, &diagnostics, format);
            status = status.max(Status::Found);
        }
    }
    status
}

/// Everything that is wrong with a file.
fn diagnose(text: &str, target: Option<&'static Architecture>) -> Vec<Diagnostic> {
    let parsed = target.map_or_else(|| read(text), |target| read_for(text, target));
    match parsed {
        Err(diagnostics) => diagnostics,
        Ok(parsed) => {
            let violations = check(&parsed.program);
            violations.iter().map(|violation| violation.diagnostic(|at| parsed.spans.span(at))).collect()
        }
    }
}
