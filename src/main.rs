//! `rustassay`: puts Rust compilers to the test.

mod commands;

use clap::{Parser, Subcommand};
use commands::color::{self, ColorChoice};
use commands::{Status, output};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;

/// Puts Rust compilers to the test.
#[derive(Parser)]
#[command(version = env!("RUSTASSAY_VERSION"), about, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// When messages have colors
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto", global = true)]
    color: ColorChoice,
}

#[derive(Subcommand)]
enum Command {
    Bisect(commands::bisect::Args),
    Cargo(commands::cargo::Args),
    Check(commands::check::Args),
    Completions(commands::completions::Args),
    Config(commands::config::Args),
    Diff(commands::diff::Args),
    Findings(commands::findings::Args),
    Fmt(commands::fmt::Args),
    Fuzz(Box<commands::fuzz::Args>),
    Generate(commands::generate::Args),
    Man(commands::man::Args),
    Merge(commands::merge::Args),
    Mutate(commands::mutate::Args),
    Reduce(commands::reduce::Args),
    Report(commands::report::Args),
    Run(Box<commands::run::Args>),
    Serve(commands::serve::Args),
    Status(commands::status::Args),
    Toolchains(commands::toolchains::Args),
    Twins(commands::twins::Args),
}

/// What was typed, with our options in place of Miri's flags where a program runs on the machine, and with the options of the configuration file.
fn command_line() -> Result<Vec<OsString>, String> {
    let words = std::env::args_os();
    let words = match std::env::args_os().nth(1).is_some_and(|command| command == "run" || command == "cargo")
    {
        true => commands::miri_flags::translated(words)?,
        false => words.collect(),
    };
    commands::config::completed(words)
}

fn main() -> ExitCode {
    // Cargo starts us in place of other programs.
    let acted = rustassay_cargo::act_as_compiler()
        .or_else(commands::cargo::act_as_rustdoc)
        .or_else(commands::cargo::act_as_runner);
    if let Some(code) = acted {
        return code;
    }
    let words = match command_line() {
        Ok(words) => words,
        Err(why) => {
            output::complain(&why);
            return Status::Unusable.into();
        }
    };
    let cli = match Cli::try_parse_from(words) {
        Ok(cli) => cli,
        // What is wrong with the command line; or help, which is written as all output is.
        Err(error) if error.use_stderr() || std::io::stdout().is_terminal() => error.exit(),
        Err(help) => {
            output::say(&help.to_string());
            return Status::Success.into();
        }
    };
    if let Err(why) = commands::interrupt::listen() {
        output::complain(&why);
        return Status::Unusable.into();
    }
    color::choose(cli.color);
    let status = match cli.command {
        Command::Bisect(args) => commands::bisect::run(&args),
        Command::Cargo(args) => return commands::cargo::run(&args),
        Command::Check(args) => commands::check::run(&args),
        Command::Completions(args) => commands::completions::run(&args),
        Command::Config(args) => commands::config::run(&args),
        Command::Diff(args) => commands::diff::run(&args),
        Command::Findings(args) => commands::findings::run(&args),
        Command::Fmt(args) => commands::fmt::run(&args),
        Command::Fuzz(args) => commands::fuzz::run(&args),
        Command::Generate(args) => commands::generate::run(&args),
        Command::Man(args) => commands::man::run(&args),
        Command::Merge(args) => commands::merge::run(&args),
        Command::Mutate(args) => commands::mutate::run(&args),
        Command::Reduce(args) => commands::reduce::run(&args),
        Command::Report(args) => commands::report::run(&args),
        Command::Run(args) => commands::run::run(&args),
        Command::Serve(args) => commands::serve::run(&args),
        Command::Status(args) => commands::status::run(&args),
        Command::Toolchains(args) => commands::toolchains::run(&args),
        Command::Twins(args) => commands::twins::run(&args),
    };
    status.into()
}
