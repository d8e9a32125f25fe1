//! `rustassay generate`: programs from seeds.

use super::Status;
use super::output::{complain, remark, say, write_file, write_source};
use rustassay_gen_mir::config::{Config as Mixture, Profile};
use rustassay_gen_mir::observe::for_people;
use rustassay_gen_mir::statistics::{Executed, constructs, missed};
use rustassay_gen_mir::{Generated, generate};
use rustassay_gen_surface::ObservationForm;
use rustassay_gen_surface::config::{Config as SurfaceConfig, EDITIONS, Profile as SurfaceProfile};
use rustassay_gen_types::{RequiredFate, RuleSet, TypesKind, TypesProgram, sets};
use rustassay_lang::{Directives, Edition, Release};
use rustassay_machine::machine::{Config, Machine};
use rustassay_mir::print::{Form, PrintOptions, print};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Write random programs
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

    /// A file that says what they are made of, in its section of the language's name
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// A folder for the programs and, beside each, what it prints where that is known; without it, one program is printed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Common {
    fn seeds(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.count).map(|n| self.seed.wrapping_add(n))
    }

    /// What the file says, as `parse` understands it; `otherwise` if there is none.
    fn mixture<T>(&self, parse: impl FnOnce(&str) -> Result<T, String>, otherwise: T) -> Result<T, String> {
        let Some(file) = &self.config else { return Ok(otherwise) };
        let about = |what: String| format!("`{}`: {}", file.display(), what.trim_end());
        let text = super::read_text(file)?;
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

/// Custom MIR, free of Undefined Behavior and the same on every machine
///
/// The same seed gives the same program, for ever within a version. Exits with 0, or with 2 when a file cannot be written.
#[derive(clap::Args)]
struct MirArgs {
    #[command(flatten)]
    common: Common,

    /// What they are made of: `default` if neither this nor a file says
    #[arg(long, value_name = "PROFILE")]
    profile: Option<Profile>,

    /// A release of rustc that must accept every program, such as `1.85`; several times for several. Without it, 1.90 to 1.98
    #[arg(long = "release", value_name = "1.N")]
    releases: Vec<Release>,

    /// How they are written
    #[arg(long, value_enum, default_value = "checksum", value_name = "FORM")]
    form: ProgramForm,

    /// Show how many programs execute which constructs, and write no programs
    #[arg(long, conflicts_with = "out")]
    stats: bool,
}

/// Safe Rust that compiles, ends and prints a checksum, the same at every level of optimization
///
/// The same seed gives the same program, for ever within a version. Exits with 0, or with 2 when a file cannot be written.
#[derive(clap::Args)]
struct SurfaceArgs {
    #[command(flatten)]
    common: Common,

    /// What they are made of: `default` if neither this nor a file says
    #[arg(long, value_name = "PROFILE")]
    profile: Option<SurfaceProfile>,

    /// How many statements a program has, about; the definitions that they need come on top
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    statements: Option<u32>,

    /// The oldest release of rustc that must accept every program, such as `1.85`; without it, the release that this tool knows best
    #[arg(long, value_name = "1.N")]
    release: Option<Release>,

    /// The edition that they are written in; without it, 2024, or the latest that the release knows
    #[arg(long, value_name = "YEAR")]
    edition: Option<Edition>,

    /// How they are written
    #[arg(long, value_enum, default_value = "checksum", value_name = "FORM")]
    form: SurfaceForm,
}

/// Library crates that a typechecker must accept, or must reject, derived from typing rules
///
/// Beside each program stands what must become of it: `accept`; `reject`, then the premise that does not hold and the errors that say
/// so; or `same`, then the class whose programs must share one fate. The same seed gives the same program, for ever within a
/// version. Exits with 0, or with 2 when a file cannot be written or there are no such rules.
#[derive(clap::Args)]
struct TypesArgs {
    /// The seed of the first program; the others follow
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,

    /// How many programs, or classes of them
    #[arg(long, default_value_t = 1, value_name = "N")]
    count: u64,

    /// The rule set; without it, all take turns
    #[arg(long, value_name = "SET")]
    rules: Option<String>,

    /// What they are for
    #[arg(long, value_enum, default_value = "well", value_name = "KIND")]
    kind: KindArg,

    /// A folder for the programs and, beside each, what must become of it; without it, one program is printed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum KindArg {
    /// Well-typed: to be accepted
    Well,
    /// Ill-typed in one premise: to be rejected
    Almost,
    /// Classes of programs that share one fate
    Equivalent,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum SurfaceForm {
    /// Prints one number that all observed values are mixed into
    Checksum,
    /// Prints every observed value, too
    Debug,
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
    Directives { edition: Some(edition), flags: Vec::new() }
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
        format!("there is no rule set `{name}`; there are {}", names.join(", "))
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
