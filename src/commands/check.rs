//! `rustassay check`: are these files well-formed custom MIR?

use super::{MessageFormat, Status, read_file, report};
use rustassay_mir::check::check;
use rustassay_mir::read::read;
use rustassay_mir::source::Diagnostic;
use std::path::PathBuf;

/// Say whether files are custom MIR that rustc takes, and if not, why
///
/// Exits with 0 when all files are well-formed, with 1 when one is not, and with 2 when one cannot be read.
#[derive(clap::Args)]
pub struct Args {
    /// The files to check; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// How to write diagnostics
    #[arg(long, value_enum, default_value = "human", value_name = "FORMAT")]
    message_format: MessageFormat,
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    let mut status = Status::Success;
    for path in &args.files {
        let Some(text) = read_file(path) else {
            status = status.max(Status::Unusable);
            continue;
        };
        let diagnostics = diagnose(&text);
        if !diagnostics.is_empty() {
            report(path, &text, &diagnostics, args.message_format);
            status = status.max(Status::Found);
        }
    }
    status
}

/// Everything that is wrong with a file.
fn diagnose(text: &str) -> Vec<Diagnostic> {
    match read(text) {
        Err(diagnostics) => diagnostics,
        Ok(parsed) => {
            let violations = check(&parsed.program);
            violations.iter().map(|violation| violation.diagnostic(|at| parsed.spans.span(at))).collect()
        }
    }
}
