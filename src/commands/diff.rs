//! `rustassay diff`: do all compilers and settings do the same with a program, and the right thing?

use super::compilers::Compilers;
use super::{Status, complain, read_file, write_out};
use rustassay_judge::answer::{Answer, Observation, ProgramEnd};
use rustassay_judge::backend::Backend;
use rustassay_judge::case::{Case, Edition};
use rustassay_judge::config::Sets;
use rustassay_judge::engine::{Engine, Outcome, Trial};
use rustassay_judge::sets::backends;
use rustassay_judge::verdict::{Fault, Finding, Verdict, judge};
use rustassay_judge::words;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Run programs through compilers and settings, and say who is wrong
///
/// Takes custom-MIR files, whose right output the abstract machine knows, and any other Rust files, whose outputs are compared.
/// Exits with 0 when all agree, with 1 when something is wrong with a compiler or a program, and with 2 when nothing could be
/// compared.
#[derive(clap::Args)]
pub struct Args {
    /// The programs
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The set of backends: quick, default, thorough, or one of the config file
    #[arg(long, default_value = "default", value_name = "SET")]
    backends: String,

    #[command(flatten)]
    compilers: Compilers,

    /// The edition of files that are not custom MIR and do not say theirs (`//@ edition: 2024`)
    #[arg(long, value_name = "YEAR", value_parser = edition)]
    edition: Option<Edition>,

    /// Decides what the set `thorough` tries at random
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,

    /// How many compilers run at once; as many as there are processors if it is left out
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,

    /// How long a compiler may take, in seconds
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = seconds())]
    compile_timeout: u64,

    /// How long a program may take, in seconds
    #[arg(long, default_value_t = 10, value_name = "SECONDS", value_parser = seconds())]
    run_timeout: u64,

    /// Write one JSON object for each file
    #[arg(long)]
    json: bool,
}

/// Up to a day.
fn seconds() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(1..=24 * 60 * 60)
}

fn edition(text: &str) -> Result<Edition, String> {
    Edition::from_name(text).ok_or_else(|| "the editions are 2015, 2018, 2021 and 2024".to_owned())
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    let ways = match args.compilers.config_text().and_then(|text| {
        let sets = text.as_deref().map_or(Ok(Sets::default()), Sets::parse)?;
        sets.find(&args.backends, args.seed)
    }) {
        Ok(ways) => ways,
        Err(why) => {
            complain(&why);
            return Status::Unusable;
        }
    };
    let Some(toolchains) = args.compilers.find() else { return Status::Unusable };
    let toolchains: Vec<_> = toolchains.into_iter().map(Arc::new).collect();
    let backends = backends(&ways, &toolchains);
    let engine = match Engine::new() {
        Ok(engine) => {
            engine.patience(Duration::from_secs(args.compile_timeout), Duration::from_secs(args.run_timeout))
        }
        Err(error) => {
            complain(&format!("cannot make a folder for temporary files: {error}"));
            return Status::Unusable;
        }
    };
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.unwrap_or(processors);
    let mut worst = Status::Success;
    for file in &args.files {
        let Some(text) = read_file(file) else {
            worst = worst.max(Status::Unusable);
            continue;
        };
        let case = Case::from_text(file.display().to_string(), text, args.edition);
        let verdict = judge(&engine, &case, &backends, jobs);
        let status = status(&verdict);
        match args.json {
            true => write_out(&format!("{}\n", data(&case, &backends, &verdict))),
            false => write_out(&table(&case, &backends, &verdict)),
        }
        worst = worst.max(status);
    }
    worst
}

fn status(verdict: &Verdict) -> Status {
    match (verdict.findings.is_empty(), verdict.is_meaningful()) {
        (false, _) => Status::Found,
        (true, true) => Status::Success,
        (true, false) => Status::Unusable,
    }
}

/// What each backend did, for people.
pub(super) fn table(case: &Case, backends: &[Backend], verdict: &Verdict) -> String {
    let mut text = format!("{}: {}\n", case.name, headline(verdict));
    let rows: Vec<(&str, String)> = backends
        .iter()
        .zip(&verdict.trials)
        .map(|(backend, trial)| (&*backend.name, what_happened(trial)))
        .collect();
    // Backends that did the same share a row.
    let mut shown: Vec<(Vec<&str>, &str)> = Vec::new();
    for (name, what) in &rows {
        match shown.iter_mut().find(|(_, other)| other == what) {
            Some((names, _)) => names.push(name),
            None => shown.push((vec![name], what)),
        }
    }
    for (names, what) in shown {
        let mut lines = what.lines();
        text.push_str(&format!("  {}\n      {}\n", names.join(", "), lines.next().unwrap_or("")));
        lines.for_each(|line| text.push_str(&format!("      {line}\n")));
    }
    for finding in &verdict.findings {
        text.push_str(&describe(finding, backends, verdict));
    }
    text.push('\n');
    text
}

fn headline(verdict: &Verdict) -> String {
    match (&verdict.findings[..], verdict.is_meaningful()) {
        ([], true) => "all agree".to_owned(),
        ([], false) => "nothing to compare: fewer than two backends can say what it does".to_owned(),
        ([one], _) => format!("found: {}", one.fault.name()),
        (several, _) => {
            let names: Vec<&str> = several.iter().map(|finding| finding.fault.name()).collect();
            format!("found: {}", names.join(", "))
        }
    }
}

fn describe(finding: &Finding, backends: &[Backend], verdict: &Verdict) -> String {
    let mut text = format!("  {}: {}\n", finding.fault.name(), finding.summary);
    // Where nobody knows what is right, it takes two to show a difference, and neither is to blame.
    let is_of_groups = finding.fault == Fault::Miscompilation && !matches!(verdict.answer, Answer::Must(_));
    if !finding.fault.is_of_the_test_case() && !is_of_groups {
        let names: Vec<&str> = finding.backends.iter().map(|&at| &*backends[at].name).collect();
        text.push_str(&format!("      by {}\n", names.join(", ")));
    }
    let mut shown: Vec<String> = Vec::new();
    for trial in finding.backends.iter().filter_map(|&at| verdict.trials.get(at)) {
        let what = what_happened(trial);
        let is_new = shown.is_empty() || is_of_groups && !shown.contains(&what);
        if is_new && !trial.command.is_empty() {
            text.push_str(&format!("      {}\n", trial.command));
            shown.push(what);
        }
    }
    text
}

/// How much of an output a table shows.
const SHOWN_LINES: usize = 8;
const SHOWN_COLUMNS: usize = 100;

fn what_happened(trial: &Trial) -> String {
    match &trial.outcome {
        Outcome::Observed(observation) => observed(observation),
        Outcome::NotBuilt(compiled) => format!("the compiler {}", words::of_compiler(compiled)),
        Outcome::Ub(ub) => format!("Undefined Behavior: {ub}"),
        Outcome::Differs(how) => how.clone(),
        Outcome::NotApplicable(why) => format!("does not apply: {why}"),
        Outcome::Failed(why) => format!("could not be tried: {why}"),
    }
}

fn observed(observation: &Observation) -> String {
    let end = match observation.end {
        ProgramEnd::Code(0) => String::new(),
        end => words::of_end(end),
    };
    let output = String::from_utf8_lossy(&observation.stdout);
    let cut = |line: &str| line.chars().take(SHOWN_COLUMNS).collect::<String>();
    let mut lines: Vec<String> = output.lines().take(SHOWN_LINES).map(cut).collect();
    let more = output.lines().count().saturating_sub(SHOWN_LINES);
    if more > 0 {
        lines.push(format!("and {more} more lines"));
    }
    if !end.is_empty() {
        lines.push(end);
    }
    match lines.is_empty() {
        true => "prints nothing".to_owned(),
        false => lines.join("\n"),
    }
}

/// How a program ended, as data: a code, a signal, or why it was stopped.
fn end(end: ProgramEnd) -> serde_json::Value {
    match end {
        ProgramEnd::Code(code) => json!({ "code": code }),
        ProgramEnd::Signal(signal) => json!({ "signal": signal }),
        ProgramEnd::TimedOut => json!({ "stopped": "time" }),
        ProgramEnd::OutOfMemory => json!({ "stopped": "memory" }),
        ProgramEnd::OutputTooLong => json!({ "stopped": "output" }),
        ProgramEnd::DiskFull => json!({ "stopped": "disk" }),
        ProgramEnd::TooManyProcesses => json!({ "stopped": "processes" }),
        ProgramEnd::CannotStart => json!({ "stopped": "cannot-start" }),
    }
}

/// The same as data.
fn data(case: &Case, backends: &[Backend], verdict: &Verdict) -> serde_json::Value {
    let observation = |observation: &Observation| {
        json!({
            "stdout": String::from_utf8_lossy(&observation.stdout),
            "end": end(observation.end),
        })
    };
    let expected = match &verdict.answer {
        Answer::Must(expected) => observation(expected),
        _ => serde_json::Value::Null,
    };
    let trials: Vec<_> = backends
        .iter()
        .zip(&verdict.trials)
        .map(|(backend, trial)| {
            let (kind, detail) = match &trial.outcome {
                Outcome::Observed(observed) => ("ran", observation(observed)),
                Outcome::NotBuilt(compiled) => ("not-built", json!(words::of_compiler(compiled))),
                Outcome::Ub(ub) => ("undefined-behavior", json!(ub)),
                Outcome::Differs(how) => ("differs", json!(how)),
                Outcome::NotApplicable(why) => ("does-not-apply", json!(why)),
                Outcome::Failed(why) => ("failed", json!(why)),
            };
            json!({
                "backend": backend.name, "outcome": kind, "detail": detail,
                "command": trial.command, "cpu_seconds": trial.cpu.as_secs_f64(),
            })
        })
        .collect();
    let findings: Vec<_> = verdict
        .findings
        .iter()
        .map(|finding| {
            let names: Vec<&str> = finding.backends.iter().map(|&at| &*backends[at].name).collect();
            json!({
                "fault": finding.fault.name(), "summary": finding.summary,
                "signature": finding.signature, "backends": names,
            })
        })
        .collect();
    let name = match status(verdict) {
        Status::Success => "agree",
        Status::Found => "found",
        _ => "nothing-to-compare",
    };
    json!({
        "file": case.name, "verdict": name, "expected": expected, "findings": findings, "trials": trials,
    })
}
