//! `rustassay fmt`: the canonical form of a file.

use super::output::{complain, write_source};
use super::{MessageFormat, Status, read_file, report};
use rustassay_lang::Release;
use rustassay_mir::comments::keep_comments;
use rustassay_mir::print::{Form, PrintOptions, print};
use rustassay_mir::read::{Parsed, read};
use std::path::PathBuf;

/// Print a custom-MIR file in canonical form
///
/// Ordinary Rust and comments stay as they are.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay fmt found.rs
  rustassay fmt found.rs --form fast --release 1.85

Exit codes:
  0  the file is printed
  1  the file has no custom MIR, or that release has no syntax for it
  2  the file cannot be read")]
pub struct Args {
    /// The file to print; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The form: for people, or what the `mir!` macro expands to, which compiles faster
    #[arg(long, value_enum, default_value = "people")]
    form: CliForm,

    /// Print the syntax of this release of rustc
    #[arg(long, default_value_t = Release::REFERENCE, value_name = "1.N")]
    release: Release,

    /// Leave out comments
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
