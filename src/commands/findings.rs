//! `rustassay findings`: what a campaign has found.

use super::Status;
use super::output::{complain, say, write_data, write_file_into};
use rustassay_finding::Finding;
use rustassay_report::ReportedFinding;
use rustassay_store::record::{FindingStatus, SightingState, StoredFinding};
use rustassay_store::{Reader, StoreAddress, StoreError};
use serde::Serialize;
use serde_json::json;
use std::path::PathBuf;

/// List the findings of a campaign, or show one in full
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay findings
  rustassay findings 3
  rustassay findings 3 --save finding-3

Exit codes:
  0  the findings are shown
  2  there is no such store or finding")]
pub struct Args {
    /// The number of the finding to show in full
    #[arg(value_name = "NUMBER")]
    finding: Option<i64>,

    /// The folder of the campaign, or `postgres://USER@HOST/DATABASE`
    #[arg(long, default_value = "rustassay-store", value_name = "STORE", env = super::STORE, hide_env_values = true)]
    store: StoreAddress,

    /// Include findings that are known, filed, fixed or ignored
    #[arg(long)]
    all: bool,

    /// Save the finding's files in this folder: the original and the reduced program, the expected output, and what the guilty pass did
    #[arg(long, value_name = "DIR", requires = "finding")]
    save: Option<PathBuf>,

    /// Write an array with one JSON object for each finding
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    match show(args) {
        Ok(()) => Status::Success,
        Err(why) => {
            complain(&why);
            Status::Unusable
        }
    }
}

fn show(args: &Args) -> Result<(), String> {
    let text = |error: StoreError| error.to_string();
    let reader = Reader::open(&args.store).map_err(text)?;
    let mut findings = match args.finding {
        None => reader.findings().map_err(text)?,
        Some(id) => match reader.finding(id).map_err(text)? {
            Some(finding) => vec![finding],
            None => return Err(format!("there is no finding {id} in `{}`", args.store)),
        },
    };
    if !args.all && args.finding.is_none() {
        findings.retain(StoredFinding::is_new);
    }
    if let (Some(folder), Some(id)) = (&args.save, args.finding) {
        let artefacts = reader.artefacts(id).map_err(text)?;
        let artefacts = match findings.first() {
            Some(finding) => ReportedFinding::new(finding.clone(), artefacts, None).artefacts,
            None => artefacts,
        };
        for (name, bytes) in &artefacts {
            write_file_into(folder, name, bytes)?;
        }
    }
    if args.json {
        let list: Vec<Listed> = findings.iter().map(Listed::new).collect();
        write_data(&format!("{}\n", json!(list)));
    } else if let (Some(id), [finding]) = (args.finding, &findings[..]) {
        say(&in_full(&reader, finding, id).map_err(text)?);
    } else if findings.is_empty() {
        say("Nothing was found.\n");
    } else {
        findings.iter().for_each(|finding| say(&line_of(finding)));
    }
    Ok(())
}

/// A finding in a few lines.
pub fn line_of(finding: &StoredFinding) -> String {
    let times = if finding.times == 1 { "once".to_owned() } else { format!("{} times", finding.times) };
    let cause = finding.known.cause.as_ref().map_or_else(String::new, |cause| format!(" [{cause}]"));
    let muted = finding.muted.as_ref().map_or_else(String::new, |why| format!(" (known: {why})"));
    let state = match (finding.state.status, &*finding.state.note) {
        (FindingStatus::New, _) => String::new(),
        (FindingStatus::Fixed, _) if finding.is_back() => " (fixed, and seen again since)".to_owned(),
        (status, "") => format!(" ({})", status.name()),
        (status, note) => format!(" ({}: {note})", status.name()),
    };
    format!(
        "#{} {}{cause}, seen {times}, by {}{muted}{state}\n    {}\n",
        finding.id,
        finding.known.fault,
        finding.backends.join(", "),
        finding.known.summary
    )
}

/// All that is known of a finding.
fn in_full(reader: &Reader, finding: &StoredFinding, id: i64) -> Result<String, StoreError> {
    let Finding { compiler, guilty, commands, .. } = &finding.known;
    let mut text = line_of(finding);
    text.push_str(&format!("    key: {}\n", finding.key));
    let facts = [
        ("compiler", compiler.as_ref().map(|compiler| compiler.version.clone())),
        ("LLVM", compiler.as_ref().and_then(|compiler| compiler.llvm.clone())),
        ("guilty", guilty.as_ref().map(ToString::to_string)),
    ];
    for (name, value) in facts {
        if let Some(value) = value {
            text.push_str(&format!("    {name}: {value}\n"));
        }
    }
    let generate = commands.generate.as_ref().map(|command| format!("{command} > case.rs"));
    let commands = [generate, commands.compile.clone()];
    if commands.iter().any(Option::is_some) {
        text.push_str("    to see it:\n");
        commands.into_iter().flatten().for_each(|command| text.push_str(&format!("        {command}\n")));
    }
    for (name, bytes) in reader.artefacts(id)? {
        let content = String::from_utf8_lossy(&bytes);
        match name.ends_with(".txt") {
            true => text.push_str(&format!("    {name}:\n{}", indented(&content))),
            false => text.push_str(&format!(
                "    {name}: {} lines (`--save DIR` writes it)\n",
                content.lines().count()
            )),
        }
    }
    let seen = reader.sightings(id)?;
    let programs = seen.iter().filter(|sighting| matches!(sighting.state, SightingState::Of(_)));
    let programs: Vec<String> = programs
        .take(10)
        .map(|sighting| format!("{}-{}-{}", sighting.generator, sighting.profile, sighting.seen.seed))
        .collect();
    text.push_str(&format!("    seen with: {}\n", programs.join(", ")));
    Ok(text)
}

/// How much of a text is shown.
const SHOWN_LINES: usize = 20;

fn indented(text: &str) -> String {
    text.lines().take(SHOWN_LINES).map(|line| format!("        {line}\n")).collect()
}

/// A finding as data: what is known of it, and how often it was seen.
#[derive(Serialize)]
pub struct Listed<'a> {
    id: i64,
    key: &'a str,
    #[serde(flatten)]
    known: &'a Finding,
    times: u64,
    first_seen: i64,
    last_seen: i64,
    backends: &'a [String],
    muted: Option<&'a str>,
    state: &'static str,
    note: &'a str,
    first: First<'a>,
}

/// The first program that showed a finding.
#[derive(Serialize)]
struct First<'a> {
    generator: &'a str,
    profile: &'a str,
    seed: u64,
    backend: &'a str,
}

impl<'a> Listed<'a> {
    /// A finding of a store.
    pub fn new(finding: &'a StoredFinding) -> Listed<'a> {
        let first = &finding.first;
        Listed {
            id: finding.id,
            key: &finding.key,
            known: &finding.known,
            times: finding.times,
            first_seen: finding.first_seen,
            last_seen: finding.last_seen,
            backends: &finding.backends,
            muted: finding.muted.as_deref(),
            state: finding.state.status.name(),
            note: &finding.state.note,
            first: First {
                generator: &first.generator,
                profile: &first.profile,
                seed: first.seen.seed,
                backend: &first.backend,
            },
        }
    }
}
