//! `rustassay report`: what a campaign has found, as issues to file and as a page to read.

use super::Status;
use super::output::{complain, say, write_file_into};
use rustassay_report::{CampaignSummary, ReportedFinding, markdown, page, tracker};
use rustassay_store::{Reader, StoreAddress};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Write a bug report for each finding, and a page about the campaign
///
/// Each report is a Markdown file that can be filed as it is: where the bug belongs, a title, the program, expected and
/// actual output, versions and flags, the guilty pass and what it did, and the commands that reproduce it. Without
/// numbers, `report` writes all findings that are a compiler's fault and not yet known.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay report
  rustassay report 3 5 --out reports

Exit codes:
  0  everything is written
  2  there is no such store or finding, or a file cannot be written")]
pub struct Args {
    /// The numbers of the findings to report
    #[arg(value_name = "FINDING")]
    findings: Vec<i64>,

    /// The folder of the campaign, or `postgres://USER@HOST/DATABASE`
    #[arg(long, default_value = "rustassay-store", value_name = "STORE", env = super::STORE, hide_env_values = true)]
    store: StoreAddress,

    /// The folder for `index.html`, each report (`finding-1.md`) and its files (`finding-1/`)
    #[arg(long, default_value = "rustassay-report", value_name = "DIR")]
    out: PathBuf,
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    match write(args) {
        Ok(told) => {
            say(&told);
            Status::Success
        }
        Err(why) => {
            complain(&why);
            Status::Unusable
        }
    }
}

/// Writes everything, and says what.
fn write(args: &Args) -> Result<String, String> {
    let campaign = Reader::open(&args.store)
        .and_then(|reader| CampaignSummary::read(&reader))
        .map_err(|error| error.to_string())?;
    let chosen = chosen(args, &campaign)?;
    let mut told = String::new();
    let mut reports = BTreeMap::new();
    for found in chosen {
        let name = format!("finding-{}", found.finding.id);
        let file = format!("{name}.md");
        write_file_into(&args.out, &file, markdown::issue(found, &name).as_bytes())?;
        for (artefact, bytes) in &found.artefacts {
            write_file_into(&args.out.join(&name), artefact, bytes)?;
        }
        told.push_str(&format!("{}: {}\n", args.out.join(&file).display(), tracker::title(found)));
        reports.insert(found.finding.id, file);
    }
    write_file_into(&args.out, "index.html", page::page(&campaign, &reports).as_bytes())?;
    told.push_str(&format!("{}: the campaign\n", args.out.join("index.html").display()));
    Ok(told)
}

/// The findings that the user names; else those that somebody should hear of.
fn chosen<'a>(args: &Args, campaign: &'a CampaignSummary) -> Result<Vec<&'a ReportedFinding>, String> {
    if args.findings.is_empty() {
        return Ok(campaign.findings.iter().filter(|found| found.is_news()).collect());
    }
    let find = |id: &i64| {
        campaign.findings.iter().find(|found| found.finding.id == *id).ok_or_else(|| {
            let known: Vec<String> =
                campaign.findings.iter().map(|found| found.finding.id.to_string()).collect();
            let there = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            format!("there is no finding {id} in `{}`; there are: {there}", args.store)
        })
    };
    args.findings.iter().map(find).collect()
}
