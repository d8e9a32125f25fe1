//! The whole campaign as one page of HTML.
//!
//! It needs nothing but itself: no network, which its policy forbids, no scripts, no other files. What is long is behind a
//! `details` element, which browsers open without help.

use crate::campaign::CampaignSummary;
use crate::chart::{Chart, ChartForm, ChartMark};
use crate::found::ReportedFinding;
use crate::html::{
    STYLE, constructs, differences, facts_of, figure, figures, sides, sums, table, text, titled,
};
use crate::text::short;
use crate::words::{date, duration, milliseconds, number, percent};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use rustassay_store::record::Run;
use serde_json::Value;
use std::collections::BTreeMap;

/// What the page may load: nothing but itself.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/// The page. `reports` are the reports that were written, as files beside it, by the finding's number.
pub fn page(campaign: &CampaignSummary, reports: &BTreeMap<i64, String>) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                link rel="icon" href="data:,";
                title { "Rustassay campaign" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    (summary(campaign))
                    (findings(campaign, reports))
                    (over_time(campaign))
                    @if !campaign.backends.is_empty() {
                        h2 { "By backend" }
                        (sums("backend", &campaign.backends))
                    }
                    @if !campaign.profiles.is_empty() {
                        h2 { "By profile of programs" }
                        (sums("profile", &campaign.profiles))
                    }
                    (features(campaign))
                    (runs(campaign))
                }
            }
        }
    };
    page.into_string() + "\n"
}

fn summary(campaign: &CampaignSummary) -> Markup {
    let CampaignSummary { totals, .. } = campaign;
    let (from, to) = campaign.span();
    let when = match campaign.runs.is_empty() {
        true => "Nothing was done yet.".to_owned(),
        false => format!(
            "From {} to {} UTC; somebody worked on it for {}.",
            date(from),
            date(to),
            milliseconds(campaign.worked(from, to))
        ),
    };
    let news = campaign.findings.iter().filter(|found| found.is_news()).count();
    let all_cpu = totals.cpu + totals.own_cpu;
    html! {
        h1 { "Rustassay campaign" }
        p { (when) }
        (figures(&[
            ("findings to report", number(news as u64)),
            ("other findings", number((campaign.findings.len() - news) as u64)),
            ("programs", number(totals.programs)),
            ("right", number(totals.agreed)),
            ("wrong", number(totals.wrong)),
            ("statements executed", number(totals.executed)),
            ("processor time", duration(all_cpu)),
            ("of it Rustassay's own", percent(totals.own_cpu.as_secs_f64(), all_cpu.as_secs_f64())),
            ("not examined yet", number(campaign.waiting)),
            ("not reproduced", number(campaign.dismissed)),
            ("behaviours of LLVM", number(campaign.behaviours)),
        ]))
    }
}

fn findings(campaign: &CampaignSummary, reports: &BTreeMap<i64, String>) -> Markup {
    let rows: Vec<Markup> = campaign.findings.iter().map(row).collect();
    let columns = [
        text("#"),
        text("what"),
        text("guilty"),
        figure("times"),
        text("seen with"),
        text("first seen (UTC)"),
    ];
    html! {
        h2 id="findings" { "Findings" }
        @if rows.is_empty() {
            p { "Nothing was found." }
        } @else {
            (table("What was found, the oldest first; a number leads to the program", &columns, &rows))
            h3 { "In full" }
            @for found in &campaign.findings { (in_full(found, reports)) }
        }
    }
}

/// A finding in a line.
fn row(found: &ReportedFinding) -> Markup {
    let finding = &found.finding;
    let id = finding.id;
    html! {
        tr {
            td { a href={ "#program-" (id) } { (id) } }
            td.name {
                (finding.known.fault.name())
                @match (&finding.muted, found.is_news()) {
                    (Some(why), _) => span.quiet { " (known: " (short(why, 80)) ")" },
                    (None, false) if found.fault().is_of_the_test_case() => {
                        span.quiet { " (no compiler's fault)" }
                    },
                    (None, false) => span.quiet { " (" (finding.state.status.name()) ")" },
                    (None, true) => {},
                }
            }
            td.name { (finding.known.cause.as_deref().unwrap_or("-")) }
            td.number { (number(finding.times)) }
            td.name { (short(&found.backends().join(", "), 120)) }
            td.time { (date(finding.first_seen)) }
        }
    }
}

/// A finding with its program, what it must do and what it does.
fn in_full(found: &ReportedFinding, reports: &BTreeMap<i64, String>) -> Markup {
    let (id, known) = (found.finding.id, found.known());
    html! {
        details.finding {
            summary {
                "#" (id) " " (known.fault.name())
                @if let Some(cause) = &known.cause { " [" (cause) "]" }
            }
            @if let Some(file) = reports.get(&id) {
                p { a href=(file) { "The report to file" } }
            }
            (facts_of(found))
            (sides(found, &format!("program-{id}")))
            (differences(found, false))
        }
    }
}

fn over_time(campaign: &CampaignSummary) -> Markup {
    let (Some(first), Some(last)) = (campaign.stretches.first(), campaign.stretches.last()) else {
        return html! {};
    };
    let width = campaign.width.max(1);
    let span = (first.from, last.from + width);
    let ends = || (date(span.0), format!("{} UTC", date(span.1)));
    let mut rates = Vec::new();
    let mut counts = Vec::new();
    let mut rows = Vec::new();
    let mut found = 0;
    for stretch in &campaign.stretches {
        let (from, to) = (stretch.from, stretch.from + width);
        let worked = match campaign.worked(from, to) {
            0 => width,
            worked => worked,
        };
        let rate = stretch.totals.programs as f64 / (worked as f64 / 1000.0);
        found += stretch.findings;
        let words = format!("{}: {rate:.1} programs a second", date(from));
        rates.push(ChartMark { from, to, value: rate, words });
        counts.push(ChartMark { from, to, value: found as f64, words: String::new() });
        rows.push(html! {
            tr {
                td.time { (date(from)) }
                td.number { (number(stretch.totals.programs)) }
                td.number { (format!("{rate:.1}")) }
                td.number { (number(stretch.findings)) }
            }
        });
    }
    let chart = |name: &str, marks, form| Chart { name: name.to_owned(), span, ends: ends(), marks, form };
    let columns =
        [text("from (UTC)"), figure("programs"), figure("programs a second"), figure("new findings")];
    html! {
        h2 id="time" { "Over time" }
        div.charts {
            (titled("Programs a second", &chart("Programs a second over time", rates, ChartForm::Bars)))
            (titled("Findings so far", &chart("Findings over time", counts, ChartForm::Steps)))
        }
        details {
            summary { "The same in numbers, by " (milliseconds(width)) }
            (table("Work over time", &columns, &rows))
        }
    }
}

fn features(campaign: &CampaignSummary) -> Markup {
    html! {
        @if campaign.sampled > 0 {
            h2 id="features" { "What programs are made of" }
            p {
                (number(campaign.features.len() as u64)) " constructs that were executed, and in how many of "
                (number(campaign.sampled)) " programs that were looked at."
            }
            (constructs(&campaign.features, campaign.sampled))
        }
    }
}

fn runs(campaign: &CampaignSummary) -> Markup {
    let row = |run: &Run| {
        let settings: Value = serde_json::from_str(&run.settings).unwrap_or_default();
        let told = |name: &str| match &settings[name] {
            Value::Null => "-".to_owned(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        html! {
            tr {
                td.time { (date(run.began)) }
                td.number { (milliseconds(run.last_heard - run.began)) }
                td.name { (run.end.as_deref().unwrap_or("has not said why")) }
                td { (told("seed")) }
                td { (told("jobs")) }
                td { (told("rustassay")) }
            }
        }
    };
    let rows: Vec<Markup> = campaign.runs.iter().map(row).collect();
    let columns =
        [text("began (UTC)"), figure("lasted"), text("ended"), text("seed"), text("jobs"), text("version")];
    html! {
        @if !rows.is_empty() {
            h2 { "Runs" }
            (table("The processes that worked on it", &columns, &rows))
        }
    }
}
