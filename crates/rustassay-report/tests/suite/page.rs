//! The page about a campaign.

use crate::common::{crash, miscompilation};
use rustassay_report::CampaignSummary;
use rustassay_report::page::page;
use rustassay_store::record::{Run, Stretch, Totals};
use std::collections::BTreeMap;
use std::time::Duration;

fn totals(programs: u64) -> Totals {
    Totals { units: 1, programs, agreed: programs, cpu: Duration::from_secs(90), ..Totals::default() }
}

fn campaign() -> CampaignSummary {
    let stretch = |from, programs, findings| Stretch { from, totals: totals(programs), findings };
    let mut crash = crash();
    crash.finding.id = 4;
    let settings = r#"{"rustassay":"0.1.0","seed":77,"jobs":2}"#.to_owned();
    CampaignSummary {
        runs: vec![Run {
            id: 1,
            began: 5_000,
            last_heard: 25_000,
            end: Some("time is over".into()),
            settings,
            worker: String::new(),
            is_alive: false,
        }],
        totals: totals(300),
        backends: vec![("stable/<O1>".into(), totals(300))],
        width: 10_000,
        stretches: vec![stretch(0, 50, 0), stretch(10_000, 150, 1), stretch(20_000, 100, 1)],
        sampled: 4,
        features: vec![("operator <".into(), 3)],
        findings: vec![miscompilation(), crash],
        ..CampaignSummary::default()
    }
}

#[test]
fn a_campaign_without_findings_has_a_page() {
    let text = page(&CampaignSummary::default(), &BTreeMap::new());
    assert!(text.contains("<p>Nothing was found.</p>") && text.contains("Nothing was done yet."), "{text}");
    assert!(text.ends_with("</html>\n"));
}

#[test]
fn everything_is_escaped() {
    let mut campaign = campaign();
    let nasty = b"</pre><script>alert(1)</script>\xff\x1b&amp;";
    for found in &mut campaign.findings {
        found.artefacts.iter_mut().for_each(|file| file.1 = nasty.to_vec());
        found.finding.muted = Some("<b>".into());
        let known = &mut found.finding.known;
        known.summary = "<b>".into();
        known.cause = Some("<b>".into());
        known.evidence.message = Some("<b>".into());
    }
    campaign.features.push(("<b>".into(), 1));
    campaign.profiles.push(("<b>".into(), totals(1)));
    campaign.runs[0].end = Some("<b>".into());
    campaign.runs[0].settings = r#"{"seed":"<b>"}"#.into();
    let text = page(&campaign, &BTreeMap::from([(3, "\"<b>".to_owned())]));
    assert!(!text.contains("<b>") && !text.contains("<script"), "{text}");
    let shown = "&lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt;\\xff\\x1b&amp;amp;</pre>";
    assert!(text.contains(shown), "{text}");
}

#[test]
fn the_same_campaign_gives_the_same_page() {
    assert_eq!(page(&campaign(), &BTreeMap::new()), page(&campaign(), &BTreeMap::new()));
}

#[test]
fn a_page_asks_for_nothing_from_elsewhere() {
    let text = page(&campaign(), &BTreeMap::new());
    for word in ["http://", "https://", "src=", "<script", "@import", "url("] {
        assert!(!text.contains(word), "{word}");
    }
    assert!(text.contains("default-src 'none'"));
}

#[test]
fn a_rate_counts_only_the_time_that_somebody_worked() {
    let text = page(&campaign(), &BTreeMap::new());
    for rate in ["1970-01-01 00:00: 10.0 programs", "15.0 programs", "20.0 programs"] {
        assert!(text.contains(rate), "{rate}: {text}");
    }
}

#[test]
fn a_finding_leads_to_its_report_if_there_is_one() {
    let text = page(&campaign(), &BTreeMap::from([(3, "finding-3.md".to_owned())]));
    assert!(text.contains("<a href=\"finding-3.md\">The report to file</a>"));
    assert!(!page(&campaign(), &BTreeMap::new()).contains("finding-3.md"));
}

#[test]
fn a_long_program_is_cut() {
    let mut campaign = campaign();
    campaign.findings[0].artefacts[0].1 = "fn f() {}\n".repeat(100_000).into_bytes();
    let text = page(&campaign, &BTreeMap::new());
    assert!(text.len() < 300_000 && text.contains(" of 100000 lines; the store has all."), "{}", text.len());
}
