//! `rustassay bisect`: which flag, which version and which pass makes a program wrong?

use super::judging::{Bench, CaseForLayout, Judging};
use super::output::{complain, say, tell, write_data};
use super::progress::ProgressLine;
use super::{Status, diff, read_file};
use rustassay_bisect::{
    EFFORT, Guilty, Pass, Shows, Stage, Survey, Suspect, difference, localise_in_depth, same_failure, survey,
};
use rustassay_judge::answer::Answer;
use rustassay_judge::backend::{Backend, Executor};
use rustassay_judge::case::Case;
use rustassay_judge::engine::{Outcome, Trial};
use rustassay_judge::verdict::{Fault, Suspicion, Verdict, judge};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::path::PathBuf;

/// Find the flag, the version and the compiler pass that break a program
///
/// Runs the program as `rustassay diff` does. For each failure, it bisects the flags, the compilers at hand (last good
/// and first bad), and the compiler's passes down to one pass on one function. It then shows what that pass did, as a
/// diff.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay bisect case.rs
  rustassay bisect case.rs --rustc ../rust/build/host/stage1 --toolchain 1.85 --toolchain nightly

Exit codes:
  0  the guilty part is found
  1  a compiler is wrong, but no single part can be blamed
  2  no compiler is wrong, or nothing could be tried")]
pub struct Args {
    /// The program; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    judging: Judging,

    /// Show so many lines of what the guilty pass did
    #[arg(long, default_value_t = 60, value_name = "N")]
    diff_lines: usize,

    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    let Some(text) = read_file(&args.file) else { return Status::Unusable };
    let Some(mut bench) = args.judging.prepare() else { return Status::Unusable };
    let Some(CaseForLayout { case, backends }) = bench.only_case(&args.file, &text, args.judging.edition)
    else {
        return Status::Unusable;
    };
    bench.backends = backends;
    bench.ready_for(&case);
    let progress =
        ProgressLine::busy(&format!("running {} with {} backends", case.name, bench.backends.len()));
    let verdict = judge(&bench.engine, &case, &bench.backends, bench.jobs);
    let found: Vec<Localised> = verdict
        .findings
        .iter()
        .filter_map(|finding| look_at(&bench, &case, &verdict, finding, &progress))
        .collect();
    drop(progress);
    if args.json {
        let mut data = diff::data(&case, &bench.backends, &verdict);
        data["localised"] = found.iter().map(data_of).collect();
        write_data(&format!("{data}\n"));
    }
    if found.is_empty() {
        complain(&format!("there is nothing to bisect: no compiler is wrong about `{}`", case.name));
        if !args.json {
            tell(&diff::table(&case, &bench.backends, &verdict));
        }
        return Status::Unusable;
    }
    if !args.json {
        found.iter().for_each(|localised| say(&words_of(&case, localised, args.diff_lines)));
    }
    match found.iter().all(|localised| is_told(&localised.guilty)) {
        true => Status::Success,
        false => Status::Found,
    }
}

/// Whether it is known which part of the compiler is guilty.
fn is_told(guilty: &Guilty) -> bool {
    !matches!(guilty.stage, Stage::Unknown { .. } | Stage::AtLeast { .. })
}

/// What is known of something that a compiler does wrong.
struct Localised<'a> {
    finding: &'a Suspicion,
    /// Who shows it.
    shown_by: Vec<&'a Backend>,
    /// The one that was looked at, and what it did.
    backend: &'a Backend,
    trial: &'a Trial,
    /// Where nobody knows what the program must do: whose word was taken for it.
    trusted: Option<&'a Backend>,
    guilty: Guilty,
    survey: Survey,
    /// What each guilty pass did; or why that cannot be shown.
    did: Vec<(Pass, Result<String, String>)>,
}

/// Looks for the cause of a finding; `None` if no compiler is to blame.
fn look_at<'a>(
    bench: &'a Bench,
    case: &Case,
    verdict: &'a Verdict,
    finding: &'a Suspicion,
    progress: &ProgressLine,
) -> Option<Localised<'a>> {
    if finding.fault.is_of_the_test_case() {
        return None;
    }
    let Bench { engine, toolchains, backends, .. } = bench;
    let mut answer = verdict.answer.clone();
    let mut shown_by = finding.backends.clone();
    let mut trusted = None;
    if finding.fault == Fault::Miscompilation && !matches!(answer, Answer::Must(_)) {
        // Sets begin with what changes a program least. Whoever is right, the pass that makes the difference is the same.
        let first = *finding.backends.iter().min()?;
        let Outcome::Observed(did) = &verdict.trials[first].outcome else { return None };
        answer = Answer::Must(did.clone());
        trusted = Some(&backends[first]);
        let is_other =
            |&at: &usize| !matches!(&verdict.trials[at].outcome, Outcome::Observed(it) if it == did);
        shown_by.retain(is_other);
        shown_by.sort_unstable();
    }
    // The newest compiler is the one that bugs are filed for, and it can count more of its passes.
    let preference = |&&at: &&usize| {
        let release = backends[at].toolchain.as_ref().map(|toolchain| toolchain.version.release);
        (matches!(backends[at].kind, Executor::Compiled(_)), release, Reverse(at))
    };
    let at = *shown_by.iter().max_by_key(preference)?;
    let (backend, trial) = (&backends[at], &verdict.trials[at]);
    let still_bad = same_failure(trial, &answer);
    let suspect = Suspect { engine, case, backend, answer: &answer, still_bad: &still_bad };
    progress.set(format!("bisecting the flags and passes of {}", backend.name));
    let guilty = localise_in_depth(&suspect, EFFORT);
    progress.set(format!("trying {} compilers", toolchains.len()));
    let survey = survey(&suspect, &guilty.settings, toolchains);
    progress.set("comparing the program before and after the guilty pass".to_owned());
    let passes = guilty.stage.passes().into_iter();
    let did = passes.map(|pass| (pass.clone(), difference(engine, case, backend, pass))).collect();
    let shown_by = shown_by.iter().map(|&at| &backends[at]).collect();
    Some(Localised { finding, shown_by, backend, trial, trusted, guilty, survey, did })
}

/// What is known, for people.
fn words_of(case: &Case, localised: &Localised, diff_lines: usize) -> String {
    let Localised { finding, shown_by, backend, trial, trusted, guilty, survey, did } = localised;
    let names: Vec<&str> = shown_by.iter().map(|backend| &*backend.name).collect();
    let mut text = format!("{}: {}: {}\n", case.name, finding.fault.name(), finding.summary);
    text.push_str(&format!("  by {}\n", names.join(", ")));
    if let Some(trusted) = trusted {
        let name = &trusted.name;
        text.push_str(&format!("  against {name}: nobody knows what the program must do\n"));
    }
    text.push_str(&format!("  {} was looked at:\n      {}\n", backend.name, trial.command));
    text.push_str(&match guilty.settings.is_empty() {
        true => "  needs no flags\n".to_owned(),
        false => format!("  needs {}\n", guilty.settings.join(" ")),
    });
    text.push_str(&format!("  guilty: {}\n", guilty.stage));
    text.push_str("  with these flags:\n");
    let tried = survey.tried.iter().chain(&survey.wrapped);
    let width = tried.clone().map(|(it, _)| it.full_version().len()).max().unwrap_or(0);
    for (toolchain, shows) in tried {
        let shows = match shows {
            Shows::Yes => "bad".to_owned(),
            Shows::No => "good".to_owned(),
            Shows::Unknown(why) => format!("cannot be told: {why}"),
        };
        let version = toolchain.full_version();
        text.push_str(&format!("      {version:width$}  {shows} ({})\n", toolchain.name));
    }
    text.push_str(&format!("  {}\n", survey.extent()));
    for (pass, did) in did {
        text.push_str(&format!("  what {} did:\n", pass.name));
        text.push_str(&match did {
            Ok(diff) => shown(diff, diff_lines),
            Err(why) => format!("      it cannot be shown: {why}\n"),
        });
    }
    text.push('\n');
    text
}

/// The first lines of a text, indented.
fn shown(text: &str, lines: usize) -> String {
    let mut shown: String = text.lines().take(lines).map(|line| format!("      {line}\n")).collect();
    let all = text.lines().count();
    if all > lines {
        shown.push_str(&format!("      and {} more lines: `--diff-lines {all}` shows them\n", all - lines));
    }
    shown
}

/// What is known, as data.
fn data_of(localised: &Localised) -> Value {
    let Localised { finding, shown_by, backend, trial, trusted, guilty, survey, did } = localised;
    let passes: Vec<Value> = did
        .iter()
        .map(|(pass, did)| {
            let mut data = json!(pass);
            data["difference"] = json!(did.as_ref().ok());
            data
        })
        .collect();
    json!({
        "fault": finding.fault.name(),
        "summary": finding.summary,
        "signature": finding.signature,
        "backends": shown_by.iter().map(|backend| &backend.name).collect::<Vec<_>>(),
        "trusted": trusted.map(|backend| &backend.name),
        "backend": backend.name,
        "command": trial.command,
        "needed_flags": guilty.settings,
        "cause": guilty.cause(),
        "guilty": guilty.stage.to_string(),
        "switched_on_by": guilty.switched_on_by(),
        "passes": passes,
        "compilers": survey.compilers(),
        "extent": survey.extent().to_string(),
        "trials": guilty.trials,
    })
}
