//! The configuration file: where it is found, the options that it gives to commands, and `rustassay config`, which shows them.
//!
//! An option's value comes from the first of these that has one: the command line, the environment, the table `[options.COMMAND]` of the
//! file, the default.

use super::man::{collect, full_name};
use super::output::{complain, say, write_data};
use super::{Status, read_text};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, CommandFactory};
use rustassay_lang::{ConfigSection, did_you_mean};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What the file is called that is found by itself.
const NAME: &str = "rustassay.toml";

/// Show which options are in force, and where each comes from
///
/// Options come from the command line, from the environment, and from the configuration file: the one that `--config` names, or the
/// nearest `rustassay.toml` in this folder and those above it. A table `[options.fuzz]` has options of `fuzz` as `jobs = 4`, and
/// `[options.all]` those of all commands that have them, as `store = "found"`. The file also names compilers and sets of backends, and
/// what generated programs are made of.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay config
  rustassay config fuzz
  rustassay config generate mir --json

Exit codes:
  0  the options are shown
  2  the file cannot be read, or there is no such command")]
pub struct Args {
    /// Show all options of this command, also those with their default
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,

    /// The configuration file, in place of the one that is found
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

/// The nearest configuration file in this folder and those above it.
pub fn found() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
}

/// Options by the name of a command, as `generate-mir`, or [`ALL`].
type Options = BTreeMap<String, BTreeMap<String, Value>>;

/// What has options of all commands.
const ALL: &str = "all";

/// The options that a file gives to commands; or what is wrong with them, for people.
fn options_of(root: &Command, file: &Path) -> Result<Options, String> {
    let text = read_text(file)?;
    let wrong = |why: String| format!("`{}`: {}", file.display(), why.trim_end());
    let options: Options = ConfigSection::Options.read(&text).map_err(wrong)?.unwrap_or_default();
    let mut commands = Vec::new();
    collect(root, &mut commands);
    for (name, values) in &options {
        let in_table = |why: &str| wrong(format!("`[options.{name}]`: {why}"));
        let meant = || commands.iter().filter(|command| name == ALL || key_of(command) == *name);
        if meant().next().is_none() {
            let keys: Vec<String> = commands.iter().map(|command| key_of(command)).collect();
            let better = did_you_mean(name, keys.iter().map(String::as_str));
            return Err(in_table(&format!("there is no such command{better}")));
        }
        for (option, value) in values {
            if meant().all(|command| option_of(command, option).is_none()) {
                let all = meant().flat_map(|command| command.get_arguments()).filter_map(Arg::get_long);
                let better = did_you_mean(option, all);
                return Err(in_table(&format!("there is no option `--{option}`{better}")));
            }
            words_of(option, value).map_err(|why| in_table(&why))?;
        }
    }
    Ok(options)
}

/// Those of a command, with what all commands have.
fn options_for(options: &Options, command: &Command) -> BTreeMap<String, Value> {
    let mut own = options.get(ALL).cloned().unwrap_or_default();
    own.retain(|name, _| option_of(command, name).is_some());
    own.extend(options.get(&key_of(command)).cloned().unwrap_or_default());
    own
}

/// What a command is called in the file.
fn key_of(command: &Command) -> String {
    let name = full_name(command);
    name.strip_prefix("rustassay ").unwrap_or(name).replace(' ', "-")
}

/// A long option of a command that a file may give. The file cannot say where the file is.
fn option_of<'c>(command: &'c Command, name: &str) -> Option<&'c Arg> {
    let never = ["help", "version", "config"];
    command.get_arguments().find(|arg| arg.get_long() == Some(name)).filter(|_| !never.contains(&name))
}

/// An option as it would be typed.
fn words_of(option: &str, value: &Value) -> Result<Vec<OsString>, String> {
    let one = |value: &Value| match value {
        Value::String(text) => Ok(format!("--{option}={text}")),
        Value::Number(number) => Ok(format!("--{option}={number}")),
        _ => Err(format!("`{option}` is a text, a number, `true`, `false` or a list of texts and numbers")),
    };
    match value {
        Value::Bool(true) => Ok(vec![format!("--{option}").into()]),
        Value::Bool(false) => Ok(Vec::new()),
        Value::Array(values) => values.iter().map(|value| one(value).map(OsString::from)).collect(),
        value => Ok(vec![one(value)?.into()]),
    }
}

/// What was typed, with the options that the configuration file gives to the command and that neither it nor the environment has.
pub fn completed(mut words: Vec<OsString>) -> Result<Vec<OsString>, String> {
    let mut root = crate::Cli::command();
    root.build();
    // What is wrong with the command line is said where it is parsed.
    let Ok(matches) = root.clone().try_get_matches_from(&words) else { return Ok(words) };
    let (mut command, mut given, mut at) = (&root, &matches, 0);
    while let Some((name, beneath)) = given.subcommand() {
        let place = words.iter().skip(at + 1).position(|word| word == name);
        let (Some(next), Some(place)) = (command.find_subcommand(name), place) else { return Ok(words) };
        (command, given, at) = (next, beneath, at + 1 + place);
    }
    let named = given.try_get_one::<PathBuf>("config").ok().flatten().cloned();
    let Some(file) = named.or_else(found) else { return Ok(words) };
    // `config` says itself what is wrong with the file.
    let options = match options_of(&root, &file) {
        Ok(options) => options_for(&options, command),
        Err(_) if key_of(command) == "config" => return Ok(words),
        Err(why) => return Err(why),
    };
    let mut more = Vec::new();
    for (option, value) in &options {
        let arg = option_of(command, option).ok_or("the options were checked")?;
        if !is_settled(command, given, arg) {
            more.extend(words_of(option, value)?);
        }
    }
    words.splice(at + 1..at + 1, more);
    Ok(words)
}

/// Whether an option, or one that excludes it, has a value from the command line or the environment.
fn is_settled(command: &Command, given: &ArgMatches, arg: &Arg) -> bool {
    let is_given = |arg: &&Arg| {
        let source = given.value_source(arg.get_id().as_str());
        matches!(source, Some(ValueSource::CommandLine | ValueSource::EnvVariable))
    };
    let excludes = |one: &Arg, other: &Arg| {
        command.get_arg_conflicts_with(one).iter().any(|it| it.get_id() == other.get_id())
    };
    let mut settled = command.get_arguments().filter(is_given);
    settled.any(|other| other.get_id() == arg.get_id() || excludes(other, arg) || excludes(arg, other))
}

/// An option in force.
struct Setting {
    command: String,
    option: String,
    value: String,
    from: String,
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    match settings(args) {
        Ok((file, settings)) => {
            show(args.json, file.as_deref(), &settings);
            Status::Success
        }
        Err(why) => {
            complain(&why);
            Status::Unusable
        }
    }
}

/// The file, and the settings that are asked for.
fn settings(args: &Args) -> Result<(Option<PathBuf>, Vec<Setting>), String> {
    let mut root = crate::Cli::command().disable_help_subcommand(true);
    root.build();
    let file = args.config.clone().or_else(found);
    let options = file.as_deref().map_or(Ok(Options::new()), |file| options_of(&root, file))?;
    let mut commands = Vec::new();
    collect(&root, &mut commands);
    let wanted = args.command.join("-");
    commands.retain(|command| wanted.is_empty() || key_of(command) == wanted);
    if commands.is_empty() {
        return Err(format!("there is no command `{}`", args.command.join(" ")));
    }
    let mut settings = Vec::new();
    for command in commands {
        let (key, own) = (key_of(command), options_for(&options, command));
        for arg in command.get_arguments() {
            let Some(option) = arg.get_long() else { continue };
            let Some((value, from)) = in_force(arg, own.get(option).zip(file.as_deref())) else { continue };
            if from != DEFAULT || !wanted.is_empty() {
                settings.push(Setting { command: key.clone(), option: option.to_owned(), value, from });
            }
        }
    }
    Ok((file, settings))
}

const DEFAULT: &str = "default";

/// The value of an option that nobody typed, and where it comes from.
fn in_force(arg: &Arg, from_file: Option<(&Value, &Path)>) -> Option<(String, String)> {
    let from_environment = arg.get_env().and_then(|name| Some((name, std::env::var_os(name)?)));
    if let Some((name, value)) = from_environment {
        // It may hold a password.
        let is_secret = arg.is_hide_env_values_set();
        let value = if is_secret { "(hidden)".to_owned() } else { value.to_string_lossy().into_owned() };
        return Some((value, name.to_string_lossy().into_owned()));
    }
    if let Some((value, file)) = from_file {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let value = value
            .as_array()
            .map_or_else(|| text(value), |all| all.iter().map(text).collect::<Vec<_>>().join(","));
        return Some((value, file.display().to_string()));
    }
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    // A flag that is off is no news.
    (arg.get_action().takes_values() && !defaults.is_empty())
        .then(|| (defaults.join(","), DEFAULT.to_owned()))
}

fn show(is_json: bool, file: Option<&Path>, settings: &[Setting]) {
    if is_json {
        let row = |it: &Setting| json!({ "command": it.command, "option": it.option, "value": it.value, "from": it.from });
        let settings: Vec<Value> = settings.iter().map(row).collect();
        write_data(&format!("{}\n", json!({ "file": file, "options": settings })));
        return;
    }
    let place =
        file.map_or_else(|| format!("none: no `{NAME}` here or above"), |file| file.display().to_string());
    let mut text = format!("configuration file: {place}\n");
    let width =
        |part: fn(&Setting) -> &str| settings.iter().map(|it| part(it).chars().count()).max().unwrap_or(0);
    let (commands, options, values) =
        (width(|it| &it.command), width(|it| &it.option), width(|it| &it.value));
    for Setting { command, option, value, from } in settings {
        text.push_str(&format!("{command:commands$}  --{option:options$}  {value:values$}  from: {from}\n"));
    }
    if settings.is_empty() {
        text.push_str("All options have their default; `rustassay config COMMAND` lists them.\n");
    }
    say(&text);
}
