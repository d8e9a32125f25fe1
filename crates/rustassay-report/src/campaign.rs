//! What is in a store.

use crate::found::ReportedFinding;
use rustassay_store::record::{By, Run, StoredFinding, Stretch, Totals};
use rustassay_store::{Reader, StoreError};
use serde::Deserialize;

/// All that a campaign did and found.
#[derive(Clone, Default, Debug)]
pub struct CampaignSummary {
    /// The processes that worked on it, in order.
    pub runs: Vec<Run>,
    /// The sums over all work.
    pub totals: Totals,
    /// The sums for each backend.
    pub backends: Vec<(String, Totals)>,
    /// The sums for each profile of programs.
    pub profiles: Vec<(String, Totals)>,
    /// How long a stretch of time is, in milliseconds.
    pub width: i64,
    /// The work by stretches of time; those in which nothing happened are left out.
    pub stretches: Vec<Stretch>,
    /// How many programs were looked at for what they are made of.
    pub sampled: u64,
    /// The constructs, each with how many of these programs have it.
    pub features: Vec<(String, u64)>,
    /// How many behaviours of LLVM were seen.
    pub behaviours: u64,
    /// How many programs seemed wrong and were not looked at yet.
    pub waiting: u64,
    /// How many programs seemed wrong and were not when they were tried again.
    pub dismissed: u64,
    /// All findings, in the order in which they were made.
    pub findings: Vec<ReportedFinding>,
}

impl CampaignSummary {
    /// Reads a store.
    pub fn read(reader: &Reader) -> Result<CampaignSummary, StoreError> {
        let runs = reader.runs()?;
        let (from, to) = span(&runs);
        let width = stretch_of(to - from);
        let (sampled, features) = reader.features()?;
        let mut findings = Vec::new();
        for finding in reader.findings()? {
            let artefacts = reader.artefacts(finding.id)?;
            let version = version_at(&runs, &finding);
            findings.push(ReportedFinding::new(finding, artefacts, version));
        }
        Ok(CampaignSummary {
            totals: reader.totals()?,
            backends: reader.totals_by(By::Backend)?,
            profiles: reader.totals_by(By::Profile)?,
            width,
            stretches: reader.over_time(width)?,
            sampled,
            features,
            behaviours: reader.behaviours()?,
            waiting: reader.waiting()?,
            dismissed: reader.dismissals()?,
            findings,
            runs,
        })
    }

    /// When it began and when it was heard of last, in milliseconds since 1970.
    pub fn span(&self) -> (i64, i64) {
        span(&self.runs)
    }

    /// How long somebody worked on it within a stretch of time, in milliseconds.
    pub(crate) fn worked(&self, from: i64, to: i64) -> i64 {
        self.runs.iter().map(|run| (run.last_heard.min(to) - run.began.max(from)).max(0)).sum()
    }
}

/// A finding of a store by its number, if there is one, with all that belongs to it.
pub fn finding(reader: &Reader, id: i64) -> Result<Option<ReportedFinding>, StoreError> {
    let Some(finding) = reader.finding(id)? else { return Ok(None) };
    let version = version_at(&reader.runs()?, &finding);
    Ok(Some(ReportedFinding::new(finding, reader.artefacts(id)?, version)))
}

/// When the first of these runs began and when the last of them was heard of, in milliseconds since 1970.
pub fn span(runs: &[Run]) -> (i64, i64) {
    let began = runs.iter().map(|run| run.began).min().unwrap_or(0);
    (began, runs.iter().map(|run| run.last_heard).max().unwrap_or(began))
}

/// Stretches that people think in, in seconds.
const STRETCHES: [i64; 18] = [
    10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800,
    604_800, 2_592_000,
];

/// So many of them are drawn, at most, unless a campaign takes many years.
const MOST_STRETCHES: i64 = 40;

/// The stretches that a campaign of so many milliseconds is shown in, in milliseconds.
pub fn stretch_of(span: i64) -> i64 {
    let fits = |seconds: &&i64| span / 1000 / **seconds < MOST_STRETCHES;
    let longest = STRETCHES[STRETCHES.len() - 1];
    STRETCHES.iter().find(fits).copied().unwrap_or_else(|| longest.max(span / 1000 / MOST_STRETCHES)) * 1000
}

/// The version of Rustassay that made a finding, as its run says.
fn version_at(runs: &[Run], finding: &StoredFinding) -> Option<String> {
    let at = finding.first_seen;
    let run = runs.iter().rev().find(|run| run.began <= at && at <= run.last_heard)?;
    let settings: Settings = serde_json::from_str(&run.settings).ok()?;
    settings.rustassay
}

/// What reports read of the settings of a run.
#[derive(Deserialize)]
struct Settings {
    /// The version of Rustassay.
    rustassay: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_campaign_of_any_length_has_few_stretches() {
        for seconds in [0, 1, 119, 480, 3_599, 28_800, 86_400, 10_000_000, 3_000_000_000_i64] {
            let stretches = seconds * 1000 / stretch_of(seconds * 1000);
            assert!(stretches <= MOST_STRETCHES, "{seconds} s: {stretches}");
        }
        assert_eq!(stretch_of(8 * 60 * 60 * 1000), 900_000);
    }

    #[test]
    fn only_time_that_somebody_worked_counts() {
        let run = |began, last_heard| Run {
            id: 1,
            began,
            last_heard,
            end: None,
            settings: "{}".into(),
            worker: String::new(),
            is_alive: false,
        };
        let campaign = CampaignSummary { runs: vec![run(0, 10), run(50, 90)], ..CampaignSummary::default() };
        assert_eq!((campaign.worked(0, 100), campaign.worked(5, 60), campaign.worked(20, 40)), (50, 15, 0));
    }
}
