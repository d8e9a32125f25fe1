//! `rustassay report`: what a campaign has found, as issues to file and as a page to read.

use super::Status;
use super::output::{complain, say, write_file_into};
use rustassay_report::{CampaignSummary, ReportedFinding, markdown, page, tracker};
use rustassay_store::Reader;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Write what a campaign has found: a bug report for each finding, and a page about the campaign
///
/// Without numbers, all findings are reported that are a compiler's fault and not known already. Exits with 0 when all is written, and with 2 when
/// there is no such store or finding, or something cannot be written.
#[derive(clap::Args)]
pub struct Args {
    /// The numbers of findings
    #[arg(value_name = "FINDING")]
    findings: Vec<i64>,

    /// The folder of the campaign
    #[arg(long, default_value = "rustassay-store", value_name = "DIR", value_parser = super::store_folder)]
    store: PathBuf,

    /// Where to write: `finding-1.md`, its files in `finding-1`, and so on, and `index.html`
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
            format!("there is no finding {id} in `{}`; there are: {there}", args.store.display())
        })
    };
    args.findings.iter().map(find).collect()
}
