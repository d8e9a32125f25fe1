//! `rustassay generate`: programs from seeds.

use super::Status;
use super::compilers::architecture;
use super::output::{complain, remark, say, write_file, write_source};
use rustassay_gen_mir::config::{Config as Mixture, Profile};
use rustassay_gen_mir::observe::for_people;
use rustassay_gen_mir::statistics::{Executed, constructs, missed};
use rustassay_gen_mir::{Generated, generate};
use rustassay_gen_surface::ObservationForm;
use rustassay_gen_surface::config::{Config as SurfaceConfig, EDITIONS, Profile as SurfaceProfile};
use rustassay_gen_types::{RequiredFate, RuleSet, TypesKind, TypesProgram, sets};
use rustassay_lang::{Architecture, Directives, Edition, Release, did_you_mean};
use rustassay_machine::machine::{Config, Machine};
use rustassay_mir::print::{Form, PrintOptions, print};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Generate random programs
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    language: Language,
}

#[derive(clap::Subcommand)]
enum Language {
    Mir(MirArgs),
    Surface(SurfaceArgs),
    Types(TypesArgs),
}

/// What all languages have in common: which programs, and where they go
#[derive(clap::Args)]
struct Common {
    /// The seed of the first program; the others follow
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,

    /// How many programs
    #[arg(long, default_value_t = 1, value_name = "N")]
    count: u64,

    /// A configuration file with the ranges to draw from, in the section named after the generator. By default the nearest `rustassay.toml` in this
    /// folder and those above it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// The folder for the programs and, where it is known, the expected output beside each. Without it, one program is printed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Common {
    fn seeds(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.count).map(|n| self.seed.wrapping_add(n))
    }

    /// What the file says, as `parse` understands it; `otherwise` if there is none.
    fn mixture<T>(&self, parse: impl FnOnce(&str) -> Result<T, String>, otherwise: T) -> Result<T, String> {
        let Some(file) = self.config.clone().or_else(super::config::found) else { return Ok(otherwise) };
        let about = |what: String| format!("`{}`: {}", file.display(), what.trim_end());
        let text = super::read_text(&file)?;
        parse(&text).map_err(about)
    }

    /// Writes programs to the folder, or the only one out: each is a name, a text, and what it prints if that is known.
    fn write(&self, programs: impl Iterator<Item = (String, String, Option<Vec<u8>>)>) -> Status {
        let Some(folder) = &self.out else {
            if self.count > 1 {
                complain("several programs need a folder: `--out DIR`");
                return Status::Unusable;
            }
            programs.for_each(|(_, text, _)| write_source(text.as_bytes()));
            return Status::Success;
        };
        for (name, text, expected) in programs {
            if let Err(why) = save(folder, &name, &text, expected.as_deref()) {
                complain(&why);
                return Status::Unusable;
            }
        }
        Status::Success
    }
}

/// Generate custom MIR without Undefined Behavior, and the output that it must print
///
/// The programs behave the same on every machine and under both aliasing models. A seed gives the same program in every
/// run of the same version.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay generate mir --seed 7
  rustassay generate mir --count 100 --profile pointers --out programs

Exit codes:
  0  the programs are written
  2  a file cannot be written, or the command line is wrong")]
struct MirArgs {
    #[command(flatten)]
    common: Common,

    /// The profile: what the programs are made of
    #[arg(long, value_name = "PROFILE")]
    profile: Option<Profile>,

    /// A release of rustc that must accept every program, such as `1.85`. May be repeated; by default 1.90 to 1.98
    #[arg(long = "release", value_name = "1.N")]
    releases: Vec<Release>,

    /// The target that the programs are for: a triple, or an architecture such as `s390x`; by default x86-64
    #[arg(long, value_name = "TARGET", value_parser = architecture)]
    target: Option<&'static Architecture>,

    /// What the programs print, and how they are written
    #[arg(long, value_enum, default_value = "checksum", value_name = "FORM")]
    form: ProgramForm,

    /// Print how many programs execute each construct, instead of the programs
    #[arg(long, conflicts_with = "out")]
    stats: bool,
}

/// Generate safe Rust that prints the same checksum at every optimization level
///
/// The programs exercise the whole compiler: traits, generics, closures, iterators, patterns, borrows, destructors,
/// collections, macros, threads and `async`. Each compiles, terminates, and panics only where it catches the panic. A
/// seed gives the same program in every run of the same version.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay generate surface --seed 7 --edition 2024
  rustassay generate surface --count 100 --profile traits --out programs

Exit codes:
  0  the programs are written
  2  a file cannot be written, or the command line is wrong")]
struct SurfaceArgs {
    #[command(flatten)]
    common: Common,

    /// The profile: what the programs are made of
    #[arg(long, value_name = "PROFILE")]
    profile: Option<SurfaceProfile>,

    /// The approximate number of statements, without the definitions that they need
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    statements: Option<u32>,

    /// The oldest release of rustc that must accept every program, such as `1.85`
    #[arg(long, value_name = "1.N")]
    release: Option<Release>,

    /// The edition; by default the latest that the release knows
    #[arg(long, value_name = "YEAR")]
    edition: Option<Edition>,

    /// What the programs print, and how they are written
    #[arg(long, value_enum, default_value = "checksum", value_name = "FORM")]
    form: SurfaceForm,
}

/// Generate libraries that the typechecker must accept or must reject
///
/// The programs are derived from typing rules. Beside each stands the expected result: `accept`; `reject` with the
/// negated premise and the errors that may report it; or `same` with the class whose programs must share one result. A
/// seed gives the same program in every run of the same version.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay generate types --rules borrows --kind almost --seed 7
  rustassay generate types --kind well --count 100 --out programs

Exit codes:
  0  the programs are written
  2  a file cannot be written, or there are no such rules")]
struct TypesArgs {
    /// The seed of the first program; the others follow
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,

    /// How many programs or classes to write
    #[arg(long, default_value_t = 1, value_name = "N")]
    count: u64,

    /// The rule set; by default, all take turns
    #[arg(long, value_name = "SET")]
    rules: Option<String>,

    /// What the typechecker must make of the programs
    #[arg(long, value_enum, default_value = "well", value_name = "KIND")]
    kind: KindArg,

    /// The folder for the programs and the expected result beside each. Without it, one program is printed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum KindArg {
    /// Accept: they are well-typed
    Well,
    /// Reject: one premise does not hold
    Almost,
    /// The same for all programs of a class
    Equivalent,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum SurfaceForm {
    /// One checksum of all observed values
    Checksum,
    /// Every observed value besides
    Debug,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum ProgramForm {
    /// One checksum of all observed values
    Checksum,
    /// Every observed value
    Debug,
    /// The checksum, in the form that compiles fastest
    Fast,
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    let done = match &args.language {
        Language::Mir(args) => run_mir(args),
        Language::Surface(args) => run_surface(args),
        Language::Types(args) => run_types(args),
    };
    done.unwrap_or_else(|message| {
        complain(&message);
        Status::Unusable
    })
}

fn run_mir(args: &MirArgs) -> Result<Status, String> {
    let profile = args.profile.unwrap_or(Profile::Default);
    let mut mixture = args.common.mixture(|text| Mixture::parse(text, args.profile), profile.config())?;
    if !args.releases.is_empty() {
        mixture = mixture.for_releases(args.releases.clone())?;
    }
    if let Some(target) = args.target {
        mixture = mixture.for_target(target);
    }
    let left_out = mixture.left_out_for_releases();
    if !left_out.is_empty() {
        let releases: Vec<String> = mixture.releases.iter().map(Release::to_string).collect();
        remark(&format!(
            "the programs are for rustc {}, so they leave out what not all of these have in the same form: {}; \
             `--release 1.N` makes programs for one release",
            releases.join(", "),
            left_out.join(", ")
        ));
    }
    let programs = args.common.seeds().map(|seed| (seed, generate(seed, &mixture)));
    if args.stats {
        say(&statistics(programs.map(|(_, generated)| generated)));
        return Ok(Status::Success);
    }
    Ok(args.common.write(programs.map(|(seed, generated)| {
        let (text, expected) = written(&generated, args.form, mixture.releases[0]);
        (format!("mir-{}-{seed}", profile.name()), text, Some(expected))
    })))
}

fn run_surface(args: &SurfaceArgs) -> Result<Status, String> {
    let profile = args.profile.unwrap_or(SurfaceProfile::Default);
    let config = args.common.mixture(|text| SurfaceConfig::parse(text, args.profile), profile.config())?;
    let config = match args.statements {
        Some(statements) => config.with_statements(statements as usize),
        None => config,
    };
    let release = args.release.unwrap_or(config.release);
    let known = EDITIONS.into_iter().rev().find(|edition| edition.since() <= release);
    let edition = args.edition.unwrap_or(known.map_or(config.edition, |known| known.min(config.edition)));
    let config = config.for_compilers(edition, release)?;
    let directives = directives(edition);
    let form = match args.form {
        SurfaceForm::Checksum => ObservationForm::Checksum,
        SurfaceForm::Debug => ObservationForm::Debug,
    };
    Ok(args.common.write(args.common.seeds().map(|seed| {
        let text = rustassay_gen_surface::generate(seed, &config).text(form);
        (format!("surface-{}-{seed}", profile.name()), directives.complete(text), None)
    })))
}

/// The edition that typing rules are about.
const TYPES_EDITION: Edition = Edition::E2024;

/// What files of an edition ask compilers for.
fn directives(edition: Edition) -> Directives {
    Directives { edition: Some(edition), ..Directives::default() }
}

fn run_types(args: &TypesArgs) -> Result<Status, String> {
    let chosen: Vec<&'static RuleSet> = match &args.rules {
        None => sets().iter().collect(),
        Some(name) => vec![rule_set(name)?],
    };
    let kind = match args.kind {
        KindArg::Well => TypesKind::Well,
        KindArg::Almost => TypesKind::Almost,
        KindArg::Equivalent => TypesKind::Equivalent,
    };
    if args.out.is_none() && (args.count > 1 || kind == TypesKind::Equivalent) {
        return Err("several programs need a folder: `--out DIR`".to_owned());
    }
    for number in 0..args.count {
        let seed = args.seed.wrapping_add(number);
        let set = chosen[(seed % chosen.len() as u64) as usize];
        let programs = set.generate(seed, kind);
        if programs.is_empty() {
            complain(&format!(
                "the rules of `{}` have no {} program for seed {seed}",
                set.name(),
                kind.name()
            ));
        }
        for mut program in programs {
            program.text = directives(TYPES_EDITION).complete(program.text);
            let Some(folder) = &args.out else {
                write_source(program.text.as_bytes());
                continue;
            };
            save(folder, &program.name, &program.text, Some(fate(&program).as_bytes()))?;
        }
    }
    Ok(Status::Success)
}

fn rule_set(name: &str) -> Result<&'static RuleSet, String> {
    sets().iter().find(|set| set.name() == name).ok_or_else(|| {
        let names: Vec<String> = sets().iter().map(|set| format!("`{}`", set.name())).collect();
        let meant = did_you_mean(name, sets().iter().map(|set| set.name()));
        format!("there is no rule set `{name}`; there are {}{meant}", names.join(", "))
    })
}

/// What must become of a program, as the file beside it says: a line for scripts, then why.
fn fate(program: &TypesProgram) -> String {
    match &program.fate {
        RequiredFate::Accept => "accept\n".to_owned(),
        RequiredFate::Reject { premise, codes } => {
            format!("reject\npremise {premise} does not hold\nerror {}\n", codes.join(" or "))
        }
        RequiredFate::Same => {
            let class = program.name.rsplit_once('-').map_or(&*program.name, |(class, _)| class);
            format!("same\nas all of {class}\n")
        }
    }
}

fn save(folder: &Path, name: &str, text: &str, expected: Option<&[u8]>) -> Result<(), String> {
    write_file(&folder.join(format!("{name}.rs")), text.as_bytes())?;
    expected.map_or(Ok(()), |expected| write_file(&folder.join(format!("{name}.expected")), expected))
}

/// A program's text, and what it prints.
fn written(generated: &Generated, form: ProgramForm, release: Release) -> (String, Vec<u8>) {
    let known = "programs are made for the release";
    let options = PrintOptions { release, ..PrintOptions::default() };
    match form {
        ProgramForm::Checksum => {
            (print(&generated.program, &options).expect(known), generated.expected.clone())
        }
        ProgramForm::Fast => {
            let options = PrintOptions { form: Form::Fast, ..options };
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
    let mut dropped = 0;
    for generated in programs {
        let program = &generated.program;
        proposed += generated.proposed;
        kept += generated.kept;
        dropped += generated.dropped;
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
         {dropped} more were dropped: they print something else on another machine\n\
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
