//! `rustassay twins`: do the two macro systems do the same?

use super::Status;
use super::compilers::Compilers;
use super::model::ModelArgs;
use super::output::{complain, say, tell, warn, write_data};
use super::twins_by_model;
use rustassay_corpus::{shipped, unfit};
use rustassay_toolchain::Toolchain;
use rustassay_twins::compile::{Bench, CallFate};
use rustassay_twins::kind::TwinKind;
use rustassay_twins::libraries::Libraries;
use rustassay_twins::plan::{File, Planned, TwinOptions, plan};
use rustassay_twins::run::{Counts, Report, Spelled, TwinDifference, run as expand};
use rustassay_twins::save::save;
use rustassay_twins::source::MacroFile;
use serde_json::json;
use std::fmt::Write;
use std::path::PathBuf;

/// Compare what macros by example and procedural macros expand to
///
/// Takes a part out of each function and turns the rest into a macro by example and into procedural macros, with and
/// without `syn` and `quote`. Expands all of them with the part that was taken out and with other arguments of its
/// kind. Compares the results as HIR, as MIR where they have types, and by running them. Each difference is tried
/// again, and explained if the language accounts for it.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay twins --count 20
  rustassay twins found.rs --seed 7 --json

Exit codes:
  0  there are no unexplained differences
  1  there are
  2  nothing could be compared")]
pub struct Args {
    /// Rust files that compile alone, or folders of such files; by default the programs that ship with Rustassay
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The seed that chooses the parts and the arguments
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,

    /// How many pairs of macros to compare
    #[arg(long, default_value_t = 130, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,

    /// How many arguments to expand each pair with, besides the original part and a default
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    inputs: u32,

    /// Only take out parts of this kind: a fragment specifier such as `expr`
    #[arg(long, value_name = "KIND", value_parser = kind)]
    kind: Option<TwinKind>,

    #[command(flatten)]
    compilers: Compilers,

    /// How many compilers run at once; by default, one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Leave out the procedural macros that use `syn` and `quote`
    #[arg(long)]
    without_syn: bool,

    /// Save each pair in its own folder beneath this one, with the commands that expand it
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    #[command(flatten)]
    model: ModelArgs,

    /// How many pairs the language model is to write, if there is one
    #[arg(long, default_value_t = 10, value_name = "N", requires = "model_url", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    model_pairs: u32,

    /// Write one JSON object for each compiler
    #[arg(long)]
    json: bool,
}

fn kind(text: &str) -> Result<TwinKind, String> {
    let names: Vec<&str> = TwinKind::all().map(TwinKind::name).collect();
    TwinKind::from_name(text).ok_or_else(|| format!("the kinds are {}", names.join(", ")))
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    let Some(files) = read(args) else { return Status::Unusable };
    let options = TwinOptions {
        seed: args.seed,
        pairs: args.count as usize,
        inputs: args.inputs as usize,
        kind: args.kind,
    };
    let Some(toolchains) = args.compilers.find() else { return Status::Unusable };
    let mut worst = Status::Success;
    for toolchain in &toolchains {
        worst = worst.max(by_compiler(args, &files, &options, toolchain).unwrap_or_else(|why| {
            complain(&format!("{}: {why}", toolchain.name));
            Status::Unusable
        }));
    }
    worst
}

/// The compiler is asked about so many files, at most, whether they compile alone.
const MOST_FILES: usize = 2000;

/// Of so many files that are left out it is said why, one by one.
const SHOWN: usize = 10;

fn read(args: &Args) -> Option<Vec<MacroFile>> {
    let sources = match args.files.is_empty() {
        true => shipped(),
        false => super::mutate::sources(&args.files).map_err(|why| complain(&why)).ok()?,
    };
    // Parts of crates are many, and their syntax tells: no compiler is asked about them.
    let count = sources.len();
    let mut sources: Vec<_> = sources.into_iter().filter(|source| unfit(&source.text).is_none()).collect();
    if sources.len() < count {
        let parts = count - sources.len();
        warn(&format!(
            "{parts} of {count} files need others or unfinished features, or are no Rust to the parser, and are left out"
        ));
    }
    if sources.len() > MOST_FILES {
        warn(&format!("{} files may compile alone; {MOST_FILES} of them are tried", sources.len()));
        let all = sources.len();
        sources = (0..MOST_FILES).map(|n| sources[n * all / MOST_FILES].clone()).collect();
    }
    let source = |source: rustassay_corpus::Source| MacroFile {
        name: source.name,
        text: source.text,
        edition: source.edition.name().to_owned(),
        flags: source.flags,
    };
    Some(sources.into_iter().map(source).collect())
}

fn by_compiler(
    args: &Args,
    sources: &[MacroFile],
    options: &TwinOptions,
    toolchain: &Toolchain,
) -> Result<Status, String> {
    if !toolchain.capabilities.unstable_flags {
        return Err("it does not print HIR: it takes no `-Z` flags".to_owned());
    }
    let bench = Bench::new(toolchain)?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.map_or(processors, usize::from);
    let (files, refused) = bench.fit(sources, jobs);
    for (name, why) in refused.iter().take(SHOWN) {
        warn(&format!("{name} is left out: {why}"));
    }
    if refused.len() > SHOWN {
        warn(&format!("{} more files do not compile alone", refused.len() - SHOWN));
    }
    let libraries = match args.without_syn {
        true => None,
        false => match rustassay_toolchain::cache_folder() {
            None => Err("there is no folder to keep them in".to_owned()),
            Some(cache) => Libraries::new(toolchain, &cache.join("libraries")),
        }
        .map_err(|why| warn(&format!("{}: no procedural macros with syn and quote: {why}", toolchain.name)))
        .ok(),
    };
    let planned = plan(&files, options);
    if planned.is_empty() {
        return Err("no file has a function to make macros of".to_owned());
    }
    if let Some(folder) = &args.out {
        save(folder, &files, &planned, &toolchain.rustc)?;
    }
    let report = expand(&bench, libraries.as_ref(), &files, &planned, jobs);
    for note in &report.notes {
        warn(note);
    }
    let by_model = match args.model.model() {
        Some(model) => {
            let task = twins_by_model::Task { seed: args.seed, pairs: args.model_pairs, inputs: args.inputs };
            Some(twins_by_model::run(&model, &task, &bench, libraries.as_ref(), &files)?)
        }
        None => None,
    };
    match args.json {
        true => {
            let mut data = data(toolchain, &report, &bench);
            data["by_model"] = by_model.as_ref().map_or(serde_json::Value::Null, |summary| summary.data());
            write_data(&format!("{data}\n"));
        }
        false => {
            say(&table(toolchain, &files, &planned, &report, &bench));
            say(&by_model.map_or_else(String::new, |summary| summary.text()));
        }
    }
    let is_nothing = report.counts.values().all(|counts| counts.expansions == 0);
    Ok(match (report.findings().next(), is_nothing) {
        (Some(_), _) => Status::Found,
        (None, true) => Status::Unusable,
        (None, false) => Status::Success,
    })
}

fn table(
    toolchain: &Toolchain,
    files: &[File],
    planned: &[Planned],
    report: &Report,
    bench: &Bench<'_>,
) -> String {
    let mut text = format!("{}: {} pairs of {} files\n", toolchain.name, planned.len(), files.len());
    let _ = writeln!(
        text,
        "  {:<9}{:>7}{:>11}{:>12}{:>8}{:>10}{:>8}{:>8}{:>8}{:>10}",
        "kind", "pairs", "invalid", "expansions", "same", "rejected", "MIR", "ran", "known", "findings"
    );
    let mut sum = Counts::default();
    let mut row = |name: &str, counts: &Counts| {
        let _ = writeln!(
            text,
            "  {name:<9}{:>7}{:>11}{:>12}{:>8}{:>10}{:>8}{:>8}{:>8}{:>10}",
            counts.pairs,
            counts.invalid,
            counts.expansions,
            counts.same,
            counts.rejected,
            counts.mir,
            counts.ran,
            counts.known,
            counts.findings
        );
    };
    for (kind, counts) in &report.counts {
        row(kind.name(), counts);
        sum += *counts;
    }
    row("all", &sum);
    let share = 100.0 * sum.invalid as f64 / sum.pairs.max(1) as f64;
    let _ = writeln!(text, "  {share:.1}% of the pairs are invalid");
    for (twin, Spelled { invalid, expansions, known, findings }) in &report.spelled {
        let _ = writeln!(
            text,
            "  {:<22}{invalid:>5} invalid, {expansions} expansions, {known} known differences, {findings} findings",
            twin.name()
        );
    }
    for (_, why) in &report.invalid {
        let _ = writeln!(text, "  invalid: {}", shortened(why));
    }
    for known in rustassay_twins::known::ROWS {
        let of_it: Vec<&TwinDifference> =
            report.differences.iter().filter(|difference| difference.known == Some(known.known)).collect();
        if let Some(first) = of_it.first() {
            let _ = writeln!(text, "  known: {} ({} times): {}", known.name, of_it.len(), known.reason);
            let _ = writeln!(text, "      such as {}", headline(first));
        }
    }
    for finding in report.findings() {
        let _ = writeln!(text, "  finding: {} differs: {}", finding.what, headline(finding));
        let _ = writeln!(text, "      by example: {}", shortened(&finding.by_example.words()));
        let _ = writeln!(text, "      {}: {}", finding.twin.name(), shortened(&finding.procedural.words()));
    }
    let seconds = bench.spent().as_secs_f64();
    tell(&format!(
        "{}: {:.1} CPU-seconds of {} compiler runs: {:.1} pairs and {:.1} expansions a CPU-second\n",
        toolchain.name,
        seconds,
        bench.runs(),
        sum.pairs as f64 / seconds,
        sum.expansions as f64 / seconds
    ));
    text
}

fn headline(difference: &TwinDifference) -> String {
    shortened(&format!(
        "pair {}, {} `{}` in `{}` of {}, {}",
        difference.pair,
        difference.kind.name(),
        difference.argument,
        difference.function,
        difference.file,
        difference.twin.name()
    ))
}

fn shortened(text: &str) -> String {
    const SHOWN: usize = 400;
    let mut short: String = text.chars().take(SHOWN).collect();
    if short.len() < text.len() {
        short.push_str(" ...");
    }
    short
}

fn data(toolchain: &Toolchain, report: &Report, bench: &Bench<'_>) -> serde_json::Value {
    let counts: serde_json::Map<String, serde_json::Value> = report
        .counts
        .iter()
        .map(|(kind, counts)| {
            let value = json!({
                "pairs": counts.pairs, "invalid": counts.invalid, "expansions": counts.expansions,
                "same": counts.same, "rejected": counts.rejected, "mir": counts.mir, "ran": counts.ran,
                "known": counts.known, "findings": counts.findings,
            });
            (kind.name().to_owned(), value)
        })
        .collect();
    let spelled = report.spelled.iter().map(|(twin, counts)| {
        let value = json!({
            "invalid": counts.invalid, "expansions": counts.expansions,
            "known": counts.known, "findings": counts.findings,
        });
        (twin.name().to_owned(), value)
    });
    let spelled: serde_json::Map<String, serde_json::Value> = spelled.collect();
    let state = |state: &CallFate| state.words();
    let differences: Vec<_> = report
        .differences
        .iter()
        .map(|difference| {
            json!({
                "pair": difference.pair, "kind": difference.kind.name(), "file": difference.file,
                "function": difference.function, "argument": difference.argument, "twin": difference.twin.name(),
                "compared": difference.what, "by_example": state(&difference.by_example),
                "procedural": state(&difference.procedural),
                "known": difference.known.map(|known| known.row().name),
            })
        })
        .collect();
    json!({
        "toolchain": toolchain.name, "kinds": counts, "implementations": spelled, "differences": differences,
        "invalid": report.invalid.iter().map(|(_, why)| why).collect::<Vec<_>>(),
        "notes": report.notes, "cpu_seconds": bench.spent().as_secs_f64(),
    })
}
