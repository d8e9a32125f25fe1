//! `rustassay generate`: programs from seeds.

use super::{Status, complain, write_out};
use rustassay_gen_mir::config::{Config as Mixture, Profile};
use rustassay_gen_mir::observe::for_people;
use rustassay_gen_mir::statistics::{Executed, constructs, missed};
use rustassay_gen_mir::{Generated, generate};
use rustassay_machine::machine::{Config, Machine};
use rustassay_mir::print::{Form, Options, print};
use rustassay_mir::release::Release;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Write random programs, each with what it must print
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    language: Language,
}

#[derive(clap::Subcommand)]
enum Language {
    Mir(MirArgs),
}

/// Custom MIR, free of Undefined Behavior and the same on every machine
///
/// The same seed gives the same program, for ever within a version. Exits with 0, or with 2 when a file cannot be written.
#[derive(clap::Args)]
struct MirArgs {
    /// The seed of the first program; the others follow
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,

    /// How many programs
    #[arg(long, default_value_t = 1, value_name = "N")]
    count: u64,

    /// What they are made of: `default` if neither this nor a file says
    #[arg(long, value_name = "PROFILE")]
    profile: Option<Profile>,

    /// A file that says what they are made of, in its section `[mir]`
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// A release of rustc that can be given every program, such as `1.85`; several times for several. The programs are
    /// written for the first. Without it, for the release that this tool knows best
    #[arg(long = "release", value_name = "1.N")]
    releases: Vec<Release>,

    /// A folder for the programs and, beside each, what it prints; without it, one program is printed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// How they are written
    #[arg(long, value_enum, default_value = "checksum", value_name = "FORM")]
    form: ProgramForm,

    /// Show how many programs execute which constructs, and write no programs
    #[arg(long, conflicts_with = "out")]
    stats: bool,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum ProgramForm {
    /// Prints one number that all observed values are mixed into
    Checksum,
    /// Prints every observed value
    Debug,
    /// As `checksum`, in the form that compiles fastest
    Fast,
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    let Language::Mir(args) = &args.language;
    let mixture = match mixture(args) {
        Ok(mixture) => mixture,
        Err(message) => {
            complain(&message);
            return Status::Unusable;
        }
    };
    let seeds = (0..args.count).map(|n| args.seed.wrapping_add(n));
    let programs = seeds.map(|seed| (seed, generate(seed, &mixture)));
    if args.stats {
        write_out(&statistics(programs.map(|(_, generated)| generated)));
        return Status::Success;
    }
    let Some(folder) = &args.out else {
        if args.count > 1 {
            complain("several programs need a folder: `--out DIR`");
            return Status::Unusable;
        }
        programs.for_each(|(_, generated)| write_out(&written(&generated, args.form, mixture.releases[0]).0));
        return Status::Success;
    };
    for (seed, generated) in programs {
        let (text, expected) = written(&generated, args.form, mixture.releases[0]);
        if let Err(error) = save(folder, args.profile.unwrap_or(Profile::Default), seed, &text, &expected) {
            complain(&format!("cannot write to `{}`: {error}", folder.display()));
            return Status::Unusable;
        }
    }
    Status::Success
}

/// What programs are made of.
fn mixture(args: &MirArgs) -> Result<Mixture, String> {
    let mixture = match &args.config {
        None => args.profile.unwrap_or(Profile::Default).config(),
        Some(file) => {
            let about = |what: String| format!("`{}`: {}", file.display(), what.trim_end());
            let text = std::fs::read_to_string(file).map_err(|error| about(error.to_string()))?;
            Mixture::parse(&text, args.profile).map_err(about)?
        }
    };
    match args.releases.is_empty() {
        true => Ok(mixture),
        false => mixture.for_releases(args.releases.clone()),
    }
}

fn save(folder: &Path, profile: Profile, seed: u64, text: &str, expected: &[u8]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let name = format!("mir-{}-{seed}", profile.name());
    std::fs::write(folder.join(format!("{name}.rs")), text)?;
    std::fs::write(folder.join(format!("{name}.expected")), expected)
}

/// A program's text, and what it prints.
fn written(generated: &Generated, form: ProgramForm, release: Release) -> (String, Vec<u8>) {
    let known = "programs are made for the release";
    let options = Options { release, ..Options::default() };
    match form {
        ProgramForm::Checksum => {
            (print(&generated.program, &options).expect(known), generated.expected.clone())
        }
        ProgramForm::Fast => {
            let options = Options { form: Form::Fast, ..options };
            (print(&generated.program, &options).expect(known), generated.expected.clone())
        }
        ProgramForm::Debug => {
            let program = for_people(&generated.program, &generated.observers);
            let text = print(&program, &options).expect(known);
            let mut machine = Machine::new(program, Config::default());
            machine.run_main().expect("a generated program runs");
            (text, machine.output().to_vec())
        }
    }
}

/// How many statements of a program are left out, one at a time, to see whether they are missed.
const LEFT_OUT: usize = 10;

/// How many programs execute which constructs.
fn statistics(programs: impl Iterator<Item = Generated>) -> String {
    let mut found: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let (mut count, mut statements, mut proposed, mut kept, mut reaching) = (0, 0, 0, 0, 0);
    for generated in programs {
        let program = &generated.program;
        proposed += generated.proposed;
        kept += generated.kept;
        let blocks = program.functions.iter().flat_map(|function| &function.body.blocks);
        statements += blocks.map(|block| block.statements.len() + 1).sum::<usize>();
        let executed = Executed::of(program);
        for (name, times) in constructs(program, &executed) {
            let entry = found.entry(name).or_default();
            entry.0 += 1;
            entry.1 += times;
        }
        reaching += missed(program, &executed, &generated.expected, count as u64, LEFT_OUT);
        count += 1;
    }
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    let mut text = format!(
        "{count} programs, {statements} statements and terminators; {:.0}% of {proposed} proposals were kept\n\
         {:.0}% of executed statements change the output when they are left out\n\n\
         {:<44}{:>12}{:>14}\n",
        percent(kept, proposed),
        percent(reaching, count * LEFT_OUT),
        "executed construct",
        "programs, %",
        "in a program"
    );
    for (name, (programs, times)) in found {
        let each = times as f64 / programs as f64;
        text.push_str(&format!("{name:<44}{:>12.1}{each:>14.1}\n", percent(programs, count)));
    }
    text
}
