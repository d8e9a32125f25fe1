//! `rustassay generate`: programs from seeds.

use super::{Status, complain, write_out};
use rustassay_gen_mir::config::Profile;
use rustassay_gen_mir::observe::for_people;
use rustassay_gen_mir::statistics::constructs;
use rustassay_gen_mir::{Generated, generate};
use rustassay_machine::machine::{Config, Machine};
use rustassay_mir::print::{Form, Options, print};
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

    /// What they are made of
    #[arg(long, default_value = "default", value_name = "PROFILE", value_parser = profile)]
    profile: Profile,

    /// A folder for the programs and, beside each, what it prints; without it, one program is printed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// How they are written
    #[arg(long, value_enum, default_value = "checksum", value_name = "FORM")]
    form: ProgramForm,

    /// Show how many programs have which constructs, and write no programs
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

fn profile(name: &str) -> Result<Profile, String> {
    let names: Vec<&str> = Profile::ALL.into_iter().map(Profile::name).collect();
    Profile::from_name(name).ok_or_else(|| format!("the profiles are {}", names.join(", ")))
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    let Language::Mir(args) = &args.language;
    let seeds = (0..args.count).map(|n| args.seed.wrapping_add(n));
    let programs = seeds.map(|seed| (seed, generate(seed, &args.profile.config())));
    if args.stats {
        write_out(&statistics(programs.map(|(_, generated)| generated)));
        return Status::Success;
    }
    let Some(folder) = &args.out else {
        if args.count > 1 {
            complain("several programs need a folder: `--out DIR`");
            return Status::Unusable;
        }
        programs.for_each(|(_, generated)| write_out(&written(&generated, args.form).0));
        return Status::Success;
    };
    for (seed, generated) in programs {
        let (text, expected) = written(&generated, args.form);
        if let Err(error) = save(folder, args.profile, seed, &text, &expected) {
            complain(&format!("cannot write to `{}`: {error}", folder.display()));
            return Status::Unusable;
        }
    }
    Status::Success
}

fn save(folder: &Path, profile: Profile, seed: u64, text: &str, expected: &[u8]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let name = format!("mir-{}-{seed}", profile.name());
    std::fs::write(folder.join(format!("{name}.rs")), text)?;
    std::fs::write(folder.join(format!("{name}.expected")), expected)
}

/// A program's text, and what it prints.
fn written(generated: &Generated, form: ProgramForm) -> (String, Vec<u8>) {
    let known = "the reference release knows every construct";
    match form {
        ProgramForm::Checksum => {
            (print(&generated.program, &Options::default()).expect(known), generated.expected.clone())
        }
        ProgramForm::Fast => {
            let options = Options { form: Form::Fast, ..Options::default() };
            (print(&generated.program, &options).expect(known), generated.expected.clone())
        }
        ProgramForm::Debug => {
            let program = for_people(&generated.program, &generated.observers);
            let text = print(&program, &Options::default()).expect(known);
            let mut machine = Machine::new(program, Config::default());
            machine.run_main().expect("a generated program runs");
            (text, machine.output().to_vec())
        }
    }
}

/// How many programs have which constructs.
fn statistics(programs: impl Iterator<Item = Generated>) -> String {
    let mut found: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let (mut count, mut statements, mut proposed, mut kept) = (0, 0, 0, 0);
    for generated in programs {
        count += 1;
        proposed += generated.proposed;
        kept += generated.kept;
        let blocks = generated.program.functions.iter().flat_map(|function| &function.body.blocks);
        statements += blocks.map(|block| block.statements.len() + 1).sum::<usize>();
        for (name, times) in constructs(&generated.program) {
            let entry = found.entry(name).or_default();
            entry.0 += 1;
            entry.1 += times;
        }
    }
    let mut text = format!(
        "{count} programs, {statements} statements and terminators; {kept} of {proposed} proposals were kept\n\n\
         {:<32}{:>12}{:>14}\n",
        "construct", "programs, %", "in a program"
    );
    for (name, (programs, times)) in found {
        let (percent, each) = (100.0 * programs as f64 / count as f64, times as f64 / programs as f64);
        text.push_str(&format!("{name:<32}{percent:>12.1}{each:>14.1}\n"));
    }
    text
}
