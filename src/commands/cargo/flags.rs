//! The options of `rustassay run` that hold for Cargo projects, too: all that cargo does not decide itself.

use super::super::miri_flags::translated;
use super::super::run;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// Options about which file runs, how it is compiled and what is written. Cargo decides these, or they differ from program to program.
/// And those that only custom MIR has.
const LEFT_OUT: [&str; 23] = [
    "target",
    "file",
    "program_args",
    "edition",
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
    "folder",
    "program_name",
    "one_stream",
    "exhaustive",
    "max_preemptions",
    "replay",
];

/// The variable with options for every run.
const VARIABLE: &str = "RUSTASSAYFLAGS";

/// Options of the machine on a command line.
#[derive(Clone, Debug, Default)]
pub struct MachineFlags(Vec<OsString>);

/// Options of the machine on the command line and in the environment.
pub struct MachineOptions {
    /// Words for `rustassay run`.
    pub words: Vec<String>,
    /// How much processor time a program may take.
    pub timeout: Option<Duration>,
    /// What the program's crates are configured with, as by rustc's `--cfg`.
    pub cfgs: Vec<String>,
}

impl MachineFlags {
    /// These options together with those in the environment, which they overrule.
    pub fn with_environment(&self) -> Result<MachineOptions, clap::Error> {
        let flags = std::env::var(VARIABLE).unwrap_or_default();
        let flags = translated(flags.split_whitespace().map(OsString::from))
            .map_err(|why| clap::Error::raw(ErrorKind::UnknownArgument, format!("{why}\n")))?;
        let command = Command::new(VARIABLE).no_binary_name(true).args_override_self(true);
        let words = flags.into_iter().chain(self.0.iter().cloned());
        let matches = MachineFlags::augment_args(command).try_get_matches_from(words)?;
        Ok(MachineOptions {
            words: words_of(&matches, &["timeout", "cfgs"])
                .into_iter()
                .map(|word| word.to_string_lossy().into_owned())
                .collect(),
            timeout: matches.get_one("timeout").copied(),
            cfgs: matches.get_many("cfgs").into_iter().flatten().cloned().collect(),
        })
    }
}

/// The words of a command line that has these matches, but for some options.
fn words_of(matches: &ArgMatches, left_out: &[&str]) -> Vec<OsString> {
    let mut words = Vec::new();
    for arg in MachineFlags::augment_args(Command::new("")).get_arguments() {
        let id = arg.get_id().as_str();
        if left_out.contains(&id) || matches.value_source(id) != Some(ValueSource::CommandLine) {
            continue;
        }
        let option = format!("--{}", arg.get_long().unwrap_or_default());
        let with_value = |value: &std::ffi::OsStr| {
            let mut word = OsString::from(format!("{option}="));
            word.push(value);
            word
        };
        match id {
            // Programs run in other folders, so that these paths must be absolute.
            "allowed_folders" => {
                let folders = matches.get_many::<PathBuf>(id).into_iter().flatten();
                words.extend(folders.map(|folder| with_value(folder.as_os_str())));
            }
            _ if arg.get_action().takes_values() => {
                words.extend(matches.get_raw(id).into_iter().flatten().map(with_value));
            }
            _ => words.push(option.into()),
        }
    }
    words
}

impl Args for MachineFlags {
    fn augment_args(command: Command) -> Command {
        let all = run::Args::augment_args(Command::new("run"));
        let kept = all.get_arguments().filter(|arg| !LEFT_OUT.contains(&arg.get_id().as_str()));
        kept.cloned().fold(command, |command, arg| command.arg(arg.help_heading("Options of the machine")))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for MachineFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<MachineFlags, clap::Error> {
        Ok(MachineFlags(words_of(matches, &[])))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = MachineFlags::from_arg_matches(matches)?;
        Ok(())
    }
}
