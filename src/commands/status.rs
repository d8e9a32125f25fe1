//! `rustassay status`: how a campaign stands, while it runs or afterwards.

use super::Status;
use super::output::{complain, say, write_data};
use rustassay_report::words::{count, duration, number, percent};
use rustassay_store::record::{By, FindingStatus, Run, Stretch, Totals};
use rustassay_store::{ATTEMPTS, Reader, StoreAddress, StoreError};
use serde_json::{Value, json};
use std::time::Duration;

/// Show the state of a campaign, during or after the run
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay status
  rustassay status --store rustassay-store --json

Exit codes:
  0  the state is shown
  2  there is no such store")]
pub struct Args {
    /// The folder of the campaign, or `postgres://USER@HOST/DATABASE`
    #[arg(long, default_value = "rustassay-store", value_name = "STORE", env = super::STORE, hide_env_values = true)]
    store: StoreAddress,

    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    let told = Reader::open(&args.store).and_then(|reader| match args.json {
        true => data(&reader).map(|data| write_data(&format!("{data}\n"))),
        false => words(&reader).map(|words| say(&words)),
    });
    match told {
        Ok(()) => Status::Success,
        Err(error) => {
            complain(&error.to_string());
            Status::Unusable
        }
    }
}

/// So many workers are named.
const SHOWN_WORKERS: usize = 8;

/// How many stretches of time a person wants to see.
const STRETCHES: i64 = 12;

/// No stretch is shorter, in milliseconds: a minute.
const SHORTEST: i64 = 60_000;

/// The work over time, in about a dozen stretches.
fn over_time(reader: &Reader, runs: &[Run]) -> Result<(i64, Vec<Stretch>), StoreError> {
    let span = match (runs.first(), runs.last()) {
        (Some(first), Some(last)) => (last.last_heard - first.began).max(0),
        _ => 0,
    };
    let width = (span / STRETCHES).max(SHORTEST);
    Ok((width, reader.over_time(width)?))
}

fn words(reader: &Reader) -> Result<String, StoreError> {
    let runs = reader.runs()?;
    let totals = reader.totals()?;
    let alive: Vec<&Run> = runs.iter().filter(|run| run.is_alive).collect();
    let mut text = match (reader.worker(), &alive[..], runs.last()) {
        (_, _, None) => "Nothing was done yet.\n".to_owned(),
        (Some(pid), _, Some(run)) => {
            let time = Duration::from_millis((run.last_heard - run.began).max(0) as u64);
            format!("Running (process {pid}), for {} when it was heard of last.\n", duration(time))
        }
        (None, [], Some(run)) => match &run.end {
            Some(why) => format!("Ended: {why}. {}.\n", count(runs.len(), "run")),
            None => format!("Not running; the last run was killed. {}.\n", count(runs.len(), "run")),
        },
        (None, alive, Some(_)) => {
            let names: Vec<String> = alive.iter().take(SHOWN_WORKERS).map(|run| run.name()).collect();
            let more = if alive.len() > names.len() { ", .." } else { "" };
            format!("Running: {} ({}{more}).\n", count(alive.len(), "worker"), names.join(", "))
        }
    };
    text.push_str(&format!(
        "{} programs: {} right, {} wrong, {} known to be wrong, {} that the compiler does not support, {} not tried. \
         They executed {} statements.\n",
        number(totals.programs),
        number(totals.agreed),
        number(totals.wrong),
        number(totals.known),
        number(totals.skipped),
        number(totals.failed),
        number(totals.executed),
    ));
    let all = (totals.cpu + totals.own_cpu).as_secs_f64();
    text.push_str(&format!(
        "{} of processor time, {} of it Rustassay's own.\n",
        duration(totals.cpu + totals.own_cpu),
        percent(totals.own_cpu.as_secs_f64(), all)
    ));
    let findings = reader.findings_by_status()?;
    let all: u64 = findings.iter().map(|(_, count)| count).sum();
    let new: u64 = findings.iter().filter(|(status, _)| *status == FindingStatus::New).map(|it| it.1).sum();
    text.push_str(&format!(
        "{}, {} of them known; {} waiting to be examined; {} not reproduced.\n",
        count(all as usize, "finding"),
        all - new,
        reader.waiting()?,
        reader.dismissals()?
    ));
    let given_up = reader.open_units()?.iter().filter(|unit| unit.attempts >= ATTEMPTS as u64).count();
    if given_up > 0 {
        text.push_str(&format!("{} given up: {ATTEMPTS} workers died with them.\n", count(given_up, "unit")));
    }
    let (sampled, features) = reader.features()?;
    text.push_str(&format!(
        "{} constructs were executed in a sample of {} programs; {} behaviours of LLVM were seen.\n",
        features.len(),
        number(sampled),
        reader.behaviours()?
    ));
    for (title, by) in [("backend", By::Backend), ("profile", By::Profile), ("generator", By::Generator)] {
        text.push_str(&table(title, &reader.totals_by(by)?));
    }
    let (width, stretches) = over_time(reader, &runs)?;
    if let Some(first) = stretches.first() {
        text.push_str(&format!("\n{:>10} {:>12} {:>10}\n", "after", "programs/s", "findings"));
        for stretch in &stretches {
            let after = Duration::from_millis((stretch.from - first.from).max(0) as u64);
            let rate = stretch.totals.programs as f64 / (width as f64 / 1000.0);
            text.push_str(&format!("{:>10} {rate:>12.1} {:>10}\n", duration(after), stretch.findings));
        }
    }
    Ok(text)
}

fn table(title: &str, rows: &[(String, Totals)]) -> String {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(title.len());
    let mut text = format!(
        "\n{title:width$} {:>10} {:>10} {:>10} {:>8} {:>8} {:>8} {:>8} {:>10}\n",
        "programs", "right", "rejected", "known", "wrong", "skipped", "failed", "time"
    );
    for (name, totals) in rows {
        text.push_str(&format!(
            "{name:width$} {:>10} {:>10} {:>10} {:>8} {:>8} {:>8} {:>8} {:>10}\n",
            number(totals.programs),
            number(totals.agreed),
            number(totals.rejected),
            number(totals.known),
            number(totals.wrong),
            number(totals.skipped),
            number(totals.failed),
            duration(totals.cpu)
        ));
    }
    text
}

fn data(reader: &Reader) -> Result<Value, StoreError> {
    let runs = reader.runs()?;
    let sums = |totals: &Totals| {
        json!({
            "units": totals.units, "programs": totals.programs, "statements": totals.statements,
            "executed": totals.executed, "agreed": totals.agreed, "rejected": totals.rejected,
            "known": totals.known, "wrong": totals.wrong, "skipped": totals.skipped, "failed": totals.failed,
            "cpu_seconds": totals.cpu.as_secs_f64(), "own_cpu_seconds": totals.own_cpu.as_secs_f64(),
        })
    };
    let by = |by: By| -> Result<Value, StoreError> {
        let rows = reader.totals_by(by)?;
        Ok(rows
            .iter()
            .map(|(name, totals)| (name.clone(), sums(totals)))
            .collect::<serde_json::Map<_, _>>()
            .into())
    };
    let (width, stretches) = over_time(reader, &runs)?;
    let (sampled, features) = reader.features()?;
    let run = |run: &Run| {
        json!({
            "worker": run.worker, "began": run.began, "last_heard": run.last_heard, "end": run.end,
            "alive": run.is_alive,
            "settings": serde_json::from_str::<Value>(&run.settings).unwrap_or_default(),
        })
    };
    Ok(json!({
        "process": reader.worker(),
        "runs": runs.iter().map(run).collect::<Vec<_>>(),
        "totals": sums(&reader.totals()?),
        "workers": by(By::Worker)?,
        "backends": by(By::Backend)?,
        "profiles": by(By::Profile)?,
        "generators": by(By::Generator)?,
        "findings": reader.findings_by_status()?.iter().map(|(_, count)| count).sum::<u64>(),
        "waiting": reader.waiting()?,
        "dismissed": reader.dismissals()?,
        "open_units": reader.open_units()?.len(),
        "behaviours": reader.behaviours()?,
        "features": { "sampled": sampled, "programs": features.into_iter().collect::<std::collections::BTreeMap<_, _>>() },
        "over_time": {
            "seconds": width as f64 / 1000.0,
            "stretches": stretches.iter().map(|stretch| {
                json!({ "from": stretch.from, "programs": stretch.totals.programs, "executed": stretch.totals.executed,
                        "cpu_seconds": stretch.totals.cpu.as_secs_f64(), "findings": stretch.findings })
            }).collect::<Vec<_>>(),
        },
    }))
}
