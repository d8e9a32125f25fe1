//! `rustassay diff`: do all compilers and settings do the same with a program, and the right thing?

use super::judging::{CaseForLayout, Judging};
use super::output::{say, write_data};
use super::progress::ProgressLine;
use super::{Status, read_file, some_rust_files};
use rustassay_judge::answer::{Answer, Observation, ProgramEnd};
use rustassay_judge::backend::Backend;
use rustassay_judge::case::Case;
use rustassay_judge::engine::{Outcome, Trial};
use rustassay_judge::verdict::{Fault, Suspicion, Verdict, judge};
use rustassay_judge::words;
use rustassay_lang::Architecture;
use serde_json::json;
use std::path::PathBuf;

/// Run programs through compilers and settings, and report which are wrong
///
/// Takes custom MIR and ordinary Rust. The abstract machine computes what each program must do. Where it cannot, the
/// outputs of the compilers are compared with each other.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay diff found.rs
  rustassay diff case.rs found.rs --backends quick --json

Exit codes:
  0  all agree
  1  a compiler or a program is wrong
  2  nothing could be compared")]
pub struct Args {
    /// The programs, or folders of them; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    judging: Judging,

    /// Write one JSON object for each file
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    let Some(files) = some_rust_files(&args.files) else { return Status::Unusable };
    let Some(mut bench) = args.judging.prepare() else { return Status::Unusable };
    let mut worst = Status::Success;
    let progress = ProgressLine::counted("", files.len());
    for (at, file) in files.iter().enumerate() {
        progress.set_done(at);
        progress.set(format!("running {}", file.display()));
        let Some(text) = read_file(file) else {
            worst = worst.max(Status::Unusable);
            continue;
        };
        for CaseForLayout { case, backends } in bench.cases(file, &text, args.judging.edition) {
            bench.ready_for(&case);
            let verdict = judge(&bench.engine, &case, &backends, bench.jobs);
            match args.json {
                true => write_data(&format!("{}\n", data(&case, &backends, &verdict))),
                false => say(&table(&case, &backends, &verdict)),
            }
            worst = worst.max(status(&verdict));
        }
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
pub fn table(case: &Case, backends: &[Backend], verdict: &Verdict) -> String {
    let target = match case.target == Architecture::DEFAULT {
        true => String::new(),
        false => format!(" for {}", case.target.name),
    };
    let mut text = format!("{}{target}: {}\n", case.name, headline(verdict));
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

fn describe(finding: &Suspicion, backends: &[Backend], verdict: &Verdict) -> String {
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
        Outcome::Accepted => "the compiler accepts it".to_owned(),
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
pub fn data(case: &Case, backends: &[Backend], verdict: &Verdict) -> serde_json::Value {
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
                Outcome::Accepted => ("accepted", json!("accepts it")),
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
        "file": case.name, "target": case.target.name, "verdict": name, "expected": expected, "findings": findings, "trials": trials,
    })
}
