//! `rustassay man`: the help of every command as manual pages, or as the Markdown of `docs/commands`.
//!
//! Both are made from the declaration that `--help` is made from, so that none of the three can differ.

mod markdown;

use super::Status;
use super::output::{complain, write_file_into};
use clap::CommandFactory;
use std::path::PathBuf;

/// Write a manual page for each command
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay man --out ~/.local/share/man/man1
  rustassay man --format markdown --out pages

Exit codes:
  0  the pages are written
  2  a page cannot be written")]
pub struct Args {
    /// The folder for the pages
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// The format of the pages
    #[arg(long, value_enum, default_value = "roff")]
    format: Format,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum Format {
    /// `rustassay-fuzz.1` and so on, for `man`
    Roff,
    /// `fuzz.md` and so on
    Markdown,
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    let mut root = crate::Cli::command().disable_help_subcommand(true);
    root.build();
    let mut commands = Vec::new();
    collect(&root, &mut commands);
    for command in commands {
        let (name, text) = match args.format {
            Format::Roff => (format!("{}.1", hyphenated(command)), roff(command)),
            Format::Markdown => {
                let name = hyphenated(command);
                (format!("{}.md", name.strip_prefix("rustassay-").unwrap_or(&name)), markdown::page(command))
            }
        };
        if let Err(why) = write_file_into(&args.out, &name, text.as_bytes()) {
            complain(&why);
            return Status::Unusable;
        }
    }
    Status::Success
}

/// A command and all beneath it that are not hidden.
pub fn collect<'c>(command: &'c clap::Command, commands: &mut Vec<&'c clap::Command>) {
    commands.push(command);
    for beneath in command.get_subcommands().filter(|beneath| !beneath.is_hide_set()) {
        collect(beneath, commands);
    }
}

/// The whole name of a command, as `rustassay generate mir`.
pub fn full_name(command: &clap::Command) -> &str {
    command.get_bin_name().unwrap_or(command.get_name())
}

fn hyphenated(command: &clap::Command) -> String {
    full_name(command).replace(' ', "-")
}

fn roff(command: &clap::Command) -> String {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page).expect("a `Vec` takes what is written to it");
    String::from_utf8_lossy(&page).into_owned()
}
