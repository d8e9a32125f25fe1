//! `rustassay fmt`: the canonical form of a file.

use super::output::{complain, write_source};
use super::{MessageFormat, Status, read_file, report};
use rustassay_lang::Release;
use rustassay_mir::comments::keep_comments;
use rustassay_mir::print::{Form, PrintOptions, print};
use rustassay_mir::read::{Parsed, read};
use std::path::PathBuf;

/// Print a custom-MIR file in its canonical form
///
/// Surface Rust and comments stay as they are. Exits with 0 when it printed, with 1 when the file has no custom MIR or cannot be said in
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

    /// Leave out comments, which are kept otherwise
    #[arg(long)]
    drop_comments: bool,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum CliForm {
    People,
    Fast,
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    let Some(text) = read_file(&args.file) else { return Status::Unusable };
    // The canonical form has one kind of line break.
    let text = text.replace("\r\n", "\n");
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
    if parsed.program.functions.is_empty() {
        complain(&format!(
            "`{}` has no custom MIR: no function in it has the attribute `custom_mir`",
            args.file.display()
        ));
        return Status::Found;
    }
    let options = PrintOptions { form, release: args.release };
    match print(&parsed.program, &options) {
        Ok(printed) => write_with_comments(args, &text, &parsed, &printed, &options),
        Err(unsupported) => {
            complain(&format!("`{}`: {unsupported}", args.file.display()));
            Status::Found
        }
    }
}

/// Writes the canonical form with the comments of the file. Where they cannot all be kept, nothing is written: a person decides.
fn write_with_comments(
    args: &Args,
    text: &str,
    parsed: &Parsed,
    printed: &str,
    options: &PrintOptions,
) -> Status {
    let kept = match args.drop_comments {
        true => Ok(printed.to_owned()),
        false => keep_comments(text, parsed, printed, options),
    };
    match kept {
        Ok(text) => {
            write_source(text.as_bytes());
            Status::Success
        }
        Err(lines) => {
            let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
            complain(&format!(
                "`{}`: the comments on lines {} cannot all be kept; `--drop-comments` leaves them out",
                args.file.display(),
                lines.join(", ")
            ));
            Status::Found
        }
    }
}
