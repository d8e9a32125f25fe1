//! The options of `rustassay run` that also hold for Cargo projects: all but those that cargo decides.

use super::super::miri_flags::translated;
use super::super::run;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::ffi::OsString;

/// What cargo decides, or is for all programs together: the file, how it is compiled and with what, and what is written.
const OF_CARGO: [&str; 17] = [
    "file",
    "program_args",
    "edition",
    "cfgs",
    "externs",
    "search_paths",
    "rustc_flags",
    "json",
    "profile",
    "rustc",
    "toolchain",
    "config",
    "stock",
    "overlay",
    "sources",
    "entry",
    "users_crates",
];

/// The variable with options for every run.
const VARIABLE: &str = "RUSTASSAYFLAGS";

/// What the machine is told on the command line, as words for `rustassay run`.
#[derive(Clone, Debug, Default)]
pub struct MachineFlags(Vec<OsString>);

impl MachineFlags {
    /// The same, after what the environment says.
    pub fn with_environment(&self) -> Result<Vec<String>, clap::Error> {
        let said = std::env::var(VARIABLE).unwrap_or_default();
        let command = MachineFlags::augment_args(Command::new(VARIABLE)).no_binary_name(true);
        let said = translated(said.split_whitespace().map(OsString::from))
            .map_err(|why| clap::Error::raw(clap::error::ErrorKind::UnknownArgument, format!("{why}\n")))?;
        let words = said.into_iter().chain(self.0.iter().cloned());
        let matches = command.try_get_matches_from(words)?;
        let words = MachineFlags::from_arg_matches(&matches)?.0;
        Ok(words.into_iter().map(|word| word.to_string_lossy().into_owned()).collect())
    }
}

impl Args for MachineFlags {
    fn augment_args(command: Command) -> Command {
        let all = run::Args::augment_args(Command::new("run"));
        let kept = all.get_arguments().filter(|arg| !OF_CARGO.contains(&arg.get_id().as_str()));
        kept.cloned().fold(command, |command, arg| command.arg(arg.help_heading("Options of the machine")))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for MachineFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<MachineFlags, clap::Error> {
        let mut words = Vec::new();
        for arg in MachineFlags::augment_args(Command::new("")).get_arguments() {
            let id = arg.get_id().as_str();
            if matches.value_source(id) != Some(ValueSource::CommandLine) {
                continue;
            }
            let option = format!("--{}", arg.get_long().unwrap_or_default());
            match arg.get_action().takes_values() {
                true => {
                    let values = matches.get_raw(id).into_iter().flatten();
                    words.extend(values.map(|value| {
                        let mut word = OsString::from(format!("{option}="));
                        word.push(value);
                        word
                    }));
                }
                false => words.push(option.into()),
            }
        }
        Ok(MachineFlags(words))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = MachineFlags::from_arg_matches(matches)?;
        Ok(())
    }
}
