//! `rustassay fmt`: the canonical form of a file.

use super::{MessageFormat, Status, complain, read_file, report, write_out};
use rustassay_mir::print::{Form, Options, print};
use rustassay_mir::read::read;
use rustassay_mir::release::Release;
use std::path::PathBuf;

/// Print a custom-MIR file in its canonical form
///
/// Surface Rust stays as it is. Exits with 0 when it printed, with 1 when the file is no custom MIR or cannot be said in
/// the syntax that was asked for, and with 2 when it cannot be read.
#[derive(clap::Args)]
pub struct Args {
    /// The file to print; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// For people, or for speed: what the `mir!` macro expands to
    #[arg(long, value_enum, default_value = "people")]
    form: CliForm,

    /// The release of rustc whose syntax to print
    #[arg(long, default_value_t = Release::REFERENCE, value_name = "1.N")]
    release: Release,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum CliForm {
    People,
    Fast,
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    let Some(text) = read_file(&args.file) else { return Status::Unusable };
    let parsed = match read(&text) {
        Ok(parsed) => parsed,
        Err(diagnostics) => {
            report(&args.file, &text, &diagnostics, MessageFormat::Human);
            return Status::Found;
        }
    };
    let form = match args.form {
        CliForm::People => Form::People,
        CliForm::Fast => Form::Fast,
    };
    match print(&parsed.program, &Options { form, release: args.release }) {
        Ok(printed) => {
            write_out(&printed);
            Status::Success
        }
        Err(unsupported) => {
            complain(&format!("`{}`: {unsupported}", args.file.display()));
            Status::Found
        }
    }
}
