//! `rustassay mutate`: programs that are a little different from others.

use super::Status;
use super::model::ModelArgs;
use super::output::{complain, say, warn, write_file, write_source};
use rustassay_corpus::{Bounds, Source, open, shipped};
use rustassay_lang::{Release, quoted};
use rustassay_language_model::{LanguageModel, prompts};
use rustassay_mutate::LATEST;
use rustassay_mutate::Seed;
use rustassay_mutate::mutators::{DARING, MUTATORS, Mutator, by_name};
use rustassay_mutate::workshop::{Choice, Manner, TracedMutant, Workshop, command, read_for};
use rustassay_random::{Random, mix};
use std::path::{Path, PathBuf};

/// Mutate Rust programs so that most mutants still compile
///
/// The same files, seed and mutator give the same mutant in every run of the same version. The first line of a mutant
/// is the command that reproduces it. `--model-url` asks a language model for mutants; such mutants are marked, and are
/// reproducible only from the cached answers.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay mutate --list
  rustassay mutate found.rs --mutator outlive --count 50 --out mutants

Exit codes:
  0  the mutants are written
  2  a file cannot be read or written, or no mutator applies")]
pub struct Args {
    /// Files, folders, or `shipped:NAME`; by default all programs that ship with Rustassay
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The seed of the first mutant; the others follow
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,

    /// How many seeds to try; a seed for which no mutator applies gives no mutant
    #[arg(long, default_value_t = 1, value_name = "N")]
    count: u64,

    /// Use only this mutator of those that `--list` names
    #[arg(long, value_name = "NAME", value_parser = mutator)]
    mutator: Option<&'static str>,

    /// How many mutations to apply one after the other
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100))]
    steps: u64,

    /// Also use mutators that ignore what a program means: rustc rejects most such mutants, and crashes on them more often
    #[arg(long, conflicts_with_all = ["mutator", "model_url"])]
    daring: bool,

    /// Use nothing newer than this release of Rust, as `1.85`
    #[arg(long, value_name = "1.N")]
    release: Option<Release>,

    /// Take replacement parts from this file, instead of from the mutated ones. May be repeated
    #[arg(long, value_name = "FILE")]
    donor: Vec<PathBuf>,

    /// The folder for the mutants. Without it, one is printed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    #[command(flatten)]
    model: ModelArgs,

    /// List the mutators
    #[arg(long)]
    list: bool,
}

fn mutator(name: &str) -> Result<&'static str, String> {
    let known = by_name(name).map(|mutator| mutator.name);
    known.ok_or_else(|| "there is no such mutator; `rustassay mutate --list` names them".to_owned())
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    if args.list {
        say(&list());
        return Status::Success;
    }
    if args.count > 1 && args.out.is_none() {
        complain("several mutants need a folder: `--out DIR`");
        return Status::Unusable;
    }
    let written = match args.model.model() {
        Some(model) => write_models(args, &model),
        None => write_all(args),
    };
    match written {
        Ok(0) => {
            complain("there is no mutant: no mutator finds a place in these files");
            Status::Unusable
        }
        Ok(_) => Status::Success,
        Err(why) => {
            complain(&why);
            Status::Unusable
        }
    }
}

/// The mutators, for people.
fn list() -> String {
    let line = |it: &Mutator| format!("{:<24} {:<11} {}", it.name, it.origin.to_string(), it.what);
    let careful = MUTATORS.iter().map(|it| line(it) + "\n");
    careful.chain(DARING.iter().map(|it| line(it) + " (with --daring)\n")).collect()
}

/// Makes and writes the mutants; how many there are.
fn write_all(args: &Args) -> Result<u64, String> {
    let sources = match args.files.is_empty() {
        true => shipped(),
        false => sources(&args.files)?,
    };
    let release = args.release.unwrap_or(LATEST);
    let (seeds, why) = read_for(&sources, release);
    why.iter().for_each(|why| warn(why));
    let (donor_seeds, _) = read_for(&sources_or_none(&args.donor)?, release);
    let donors = Workshop::new(&donor_seeds);
    let mut workshop = Workshop::new(&seeds);
    if !donor_seeds.is_empty() {
        workshop = workshop.with_donors(&donors);
    }
    let choice = match args.mutator.and_then(by_name) {
        Some(mutator) => Choice::Only(mutator),
        None if args.daring => Choice::Daring,
        None => Choice::Careful,
    };
    let manner = Manner { choice, steps: args.steps };
    let mut written = 0;
    for number in (0..args.count).map(|n| args.seed.wrapping_add(n)) {
        if seeds.is_empty() {
            break;
        }
        let Some(made) = workshop.make(number, manner) else { continue };
        let text = format!("// {}\n{}", made.command, made.mutant.text);
        match &args.out {
            Some(folder) => save(folder, number, &made, &text)?,
            None => write_source(text.as_bytes()),
        }
        written += 1;
    }
    Ok(written)
}

/// Has a language model make the mutants, and writes those that are Rust; how many there are. What is wrong with one answer is said, and the
/// next is asked for; a model that does not answer is the end.
fn write_models(args: &Args, model: &LanguageModel) -> Result<u64, String> {
    if args.steps > 1 {
        return Err("a language model makes one change at a time: leave out `--steps`".to_owned());
    }
    let sources = match args.files.is_empty() {
        true => shipped(),
        false => sources(&args.files)?,
    };
    let donors = sources_or_none(&args.donor)?;
    let donors = if donors.is_empty() { &sources } else { &donors };
    let mut written = 0;
    for number in (0..args.count).map(|n| args.seed.wrapping_add(n)) {
        let mut random = Random::new(mix(number, 5));
        let (Some(source), Some(donor)) = (random.pick(&sources), random.pick(donors)) else { break };
        let action = match args.mutator {
            Some(mutator) => mutator,
            None => prompts::ACTIONS[random.below(prompts::ACTIONS.len())].0,
        };
        let question = prompts::mutation(action, &source.text, &donor.text, number)
            .ok_or_else(|| format!("there is no question to a language model for `{action}`"))?;
        let code = match model.code(&question, 4 * source.text.len() + 4096) {
            Ok(code) => code,
            Err(error) if error.is_of_the_answer() => {
                warn(&format!("seed {number}: {error}"));
                continue;
            }
            Err(error) => return Err(error.to_string()),
        };
        // As all mutants: what the parser reads, and another program than before.
        let before = Seed::new(source.clone()).map(|seed| seed.printed())?;
        let text = source.directives() + &code;
        match Seed::new(Source::new(source.name.clone(), text.clone())) {
            Ok(seed) if seed.printed() != before => {}
            Ok(_) => {
                warn(&format!("seed {number}: the model has changed nothing"));
                continue;
            }
            Err(why) => {
                warn(&format!("seed {number}: the model's program is no Rust: {why}"));
                continue;
            }
        }
        let choice = by_name(action).map_or(Choice::Careful, Choice::Only);
        let manner = Manner { choice, steps: 1 };
        let endpoint = &model.endpoint;
        let text = format!(
            "// {} --model-url {} --model {}\n// This was written by a language model ({}), and not by Rustassay.\n{text}\n",
            command(&source.name, &donor.name, number, manner, LATEST),
            quoted(&endpoint.url),
            quoted(&endpoint.model),
            endpoint.model.replace('\n', " "),
        );
        match &args.out {
            Some(folder) => save_text(folder, &format!("model-{action}-{number}.rs"), &text)?,
            None => write_source(text.as_bytes()),
        }
        written += 1;
    }
    Ok(written)
}

/// What is in files and folders; or why they cannot be read.
pub fn sources(paths: &[PathBuf]) -> Result<Vec<Source>, String> {
    let opened = open(paths, Bounds::default())?;
    if opened.passed_over > 0 {
        warn(&format!(
            "{} files are too large, nested too deep, not UTF-8 or no Rust to the parser, and are passed over",
            opened.passed_over
        ));
    }
    Ok(opened.sources)
}

fn sources_or_none(paths: &[PathBuf]) -> Result<Vec<Source>, String> {
    if paths.is_empty() { Ok(Vec::new()) } else { sources(paths) }
}

fn save(folder: &Path, number: u64, made: &TracedMutant, text: &str) -> Result<(), String> {
    save_text(folder, &format!("{}-{number}.rs", made.mutators.join("-")), text)
}

fn save_text(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    write_file(&folder.join(name), text.as_bytes())
}
