//! The whole campaign as one page of HTML.
//!
//! It needs nothing but itself: no network, which its policy forbids, no scripts, no other files. What is long is behind a
//! `details` element, which browsers open without help.

use crate::campaign::CampaignSummary;
use crate::chart::{Chart, Form, Mark};
use crate::found::{ReportedFinding, without_folders};
use crate::text::{Cut, escaped, short};
use crate::words::{date, duration, milliseconds, number, percent};
use rustassay_store::record::{Run, Totals};
use serde_json::Value;
use std::collections::BTreeMap;

/// So much of a file is on the page, in bytes: a browser should open it at once.
const SHOWN: usize = 100_000;

/// The page. `reports` are the reports that were written, as files beside it, by the finding's number.
pub fn page(campaign: &CampaignSummary, reports: &BTreeMap<i64, String>) -> String {
    let sections = [
        head(),
        summary(campaign),
        findings(campaign, reports),
        over_time(campaign),
        sums("By backend", "backend", &campaign.backends),
        sums("By profile of programs", "profile", &campaign.profiles),
        features(campaign),
        runs(campaign),
        "</main>\n</body>\n</html>\n".to_owned(),
    ];
    sections.concat()
}

fn head() -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
         <link rel=\"icon\" href=\"data:,\">\n\
         <title>Rustassay campaign</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n",
        include_str!("page.css")
    )
}

fn summary(campaign: &CampaignSummary) -> String {
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
    let figures = [
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
    ];
    let figures: String =
        figures.iter().map(|(name, value)| format!("<div><dt>{name}</dt><dd>{value}</dd></div>\n")).collect();
    format!("<h1>Rustassay campaign</h1>\n<p>{when}</p>\n<dl class=\"figures\">\n{figures}</dl>\n")
}

fn findings(campaign: &CampaignSummary, reports: &BTreeMap<i64, String>) -> String {
    let title = "<h2 id=\"findings\">Findings</h2>\n";
    if campaign.findings.is_empty() {
        return format!("{title}<p>Nothing was found.</p>\n");
    }
    let rows: String = campaign.findings.iter().map(row).collect();
    let all: String = campaign.findings.iter().map(|found| in_full(found, reports)).collect();
    format!(
        "{title}{}<h3>In full</h3>\n{all}",
        table(
            "What was found, the oldest first; a number leads to the program",
            &["#", "what", "guilty", "times", "seen with", "first seen (UTC)"],
            &rows
        )
    )
}

/// A table that scrolls by itself where it is too wide.
fn table(caption: &str, header: &[&str], rows: &str) -> String {
    let is_number = |name: &str| NUMBERS.contains(&name);
    let cell = |name: &&str| {
        let class = if is_number(name) { " class=\"number\"" } else { "" };
        format!("<th scope=\"col\"{class}>{name}</th>")
    };
    let header: String = header.iter().map(cell).collect();
    format!(
        "<p class=\"quiet\">{caption}</p>\n<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\">\n<table>\n\
         <thead><tr>{header}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n"
    )
}

/// Columns of numbers.
const NUMBERS: [&str; 10] = [
    "times",
    "programs",
    "programs a second",
    "new findings",
    "right",
    "wrong",
    "skipped",
    "failed",
    "processor time",
    "lasted",
];

/// A finding in a line.
fn row(found: &ReportedFinding) -> String {
    let finding = &found.finding;
    let why = match (&finding.muted, found.is_news()) {
        (Some(why), _) => format!(" <span class=\"quiet\">(known: {})</span>", escaped(&short(why, 80))),
        (None, false) => " <span class=\"quiet\">(no compiler's fault)</span>".to_owned(),
        (None, true) => String::new(),
    };
    format!(
        "<tr><td><a href=\"#program-{id}\">{id}</a></td><td class=\"name\">{}{why}</td><td class=\"name\">{}</td>\
         <td class=\"number\">{}</td><td class=\"name\">{}</td><td class=\"time\">{}</td></tr>\n",
        escaped(finding.known.fault.name()),
        escaped(finding.known.cause.as_deref().unwrap_or("-")),
        number(finding.times),
        escaped(&short(&found.backends().join(", "), 120)),
        date(finding.first_seen),
        id = finding.id,
    )
}

/// A finding with its program, what it must do and what it does.
fn in_full(found: &ReportedFinding, reports: &BTreeMap<i64, String>) -> String {
    let (finding, known) = (&found.finding, found.known());
    let id = finding.id;
    let cause = known.cause.as_ref().map_or_else(String::new, |cause| format!(" [{}]", escaped(cause)));
    let facts = [
        ("what", Some(known.summary.clone())),
        ("compiler", found.compiler_version().map(str::to_owned)),
        ("guilty", known.guilty.as_ref().map(ToString::to_string)),
        ("since", known.extent.clone()),
        ("command", found.command()),
        ("made by", known.commands.generate.clone()),
    ];
    let facts: String = facts
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .map(|(name, value)| {
            format!("<dt>{name}</dt><dd><code>{}</code></dd>\n", escaped(&short(&value, 2_000)))
        })
        .collect();
    let report = reports.get(&id).map_or_else(String::new, |file| {
        format!("<p><a href=\"{}\">The report to file</a></p>\n", escaped(file))
    });
    let (file, program) = match found.program() {
        Some(program) => (program.file, program.text),
        None => ("Program", "(not kept)".to_owned()),
    };
    let expected = found.expected().map_or_else(|| "(not known)".to_owned(), |(_, text)| text);
    let happened = found.happened().map_or_else(|| "(not kept)".to_owned(), |(_, text)| text);
    let differences: String = found
        .differences()
        .iter()
        .map(|(_, text)| {
            format!("<details><summary>What the pass did</summary>\n{}</details>\n", pre("Difference", text))
        })
        .collect();
    format!(
        "<details class=\"finding\">\n<summary>#{id} {}{cause}</summary>\n{report}<dl>\n{facts}</dl>\n\
         <div class=\"sides\">\n<div id=\"program-{id}\">\n<h3>{file}</h3>\n{}</div>\n\
         <div>\n<h3>Expected</h3>\n{}<h3>Actual</h3>\n{}</div>\n</div>\n{differences}</details>\n",
        escaped(known.fault.name()),
        pre("Program", &program),
        pre("Expected output", &expected),
        pre("Actual output", &happened),
    )
}

/// A text as it is, which scrolls by itself, for a keyboard, too.
fn pre(name: &str, text: &str) -> String {
    let cut = Cut::new(text, SHOWN);
    let rest = match cut.is_cut(text) {
        true => format!("<p class=\"quiet\">{} of {} lines; the store has all.</p>\n", cut.lines, cut.of),
        false => String::new(),
    };
    // A newline right after the tag is not part of the text.
    format!("<pre role=\"region\" tabindex=\"0\" aria-label=\"{name}\">\n{}</pre>\n{rest}", escaped(cut.text))
}

fn over_time(campaign: &CampaignSummary) -> String {
    let (Some(first), Some(last)) = (campaign.stretches.first(), campaign.stretches.last()) else {
        return String::new();
    };
    let width = campaign.width.max(1);
    let span = (first.from, last.from + width);
    let ends = || (date(span.0), format!("{} UTC", date(span.1)));
    let mut rates = Vec::new();
    let mut counts = Vec::new();
    let mut rows = String::new();
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
        rates.push(Mark { from, to, value: rate, words });
        counts.push(Mark { from, to, value: found as f64, words: String::new() });
        rows.push_str(&format!(
            "<tr><td class=\"time\">{}</td><td class=\"number\">{}</td><td class=\"number\">{rate:.1}</td><td class=\"number\">{}</td></tr>\n",
            date(from),
            number(stretch.totals.programs),
            number(stretch.findings),
        ));
    }
    let programs =
        Chart { name: "Programs a second over time", span, ends: ends(), marks: rates, form: Form::Bars };
    let findings = Chart { name: "Findings over time", span, ends: ends(), marks: counts, form: Form::Steps };
    format!(
        "<h2 id=\"time\">Over time</h2>\n<div class=\"charts\">\n<figure><figcaption>Programs a second</figcaption>\n{}</figure>\n\
         <figure><figcaption>Findings so far</figcaption>\n{}</figure>\n</div>\n\
         <details><summary>The same in numbers, by {}</summary>\n{}</details>\n",
        programs.html(),
        findings.html(),
        milliseconds(width),
        table("Work over time", &["from (UTC)", "programs", "programs a second", "new findings"], &rows)
    )
}

fn sums(title: &str, what: &str, rows: &[(String, Totals)]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let row = |(name, totals): &(String, Totals)| {
        let wrong = if totals.wrong > 0 { "number alarm" } else { "number" };
        format!(
            "<tr><td class=\"name\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"{wrong}\">{}</td>\
             <td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td></tr>\n",
            escaped(&without_folders(name, 2)),
            number(totals.programs),
            number(totals.agreed),
            number(totals.wrong),
            number(totals.skipped),
            number(totals.failed),
            duration(totals.cpu)
        )
    };
    let rows: String = rows.iter().map(row).collect();
    let header = [what, "programs", "right", "wrong", "skipped", "failed", "processor time"];
    format!("<h2>{title}</h2>\n{}", table("What became of the programs", &header, &rows))
}

fn features(campaign: &CampaignSummary) -> String {
    if campaign.sampled == 0 {
        return String::new();
    }
    let share = |programs: u64| percent(programs as f64, campaign.sampled as f64);
    let item = |(name, programs): &(String, u64)| {
        let share = share((*programs).min(campaign.sampled));
        format!("<li style=\"--part: {share}\"><span>{}</span><span>{share}</span></li>\n", escaped(name))
    };
    let items: String = campaign.features.iter().map(item).collect();
    format!(
        "<h2 id=\"features\">What programs are made of</h2>\n<p>{} constructs that were executed, and in how many of {} programs \
         that were looked at.</p>\n<ul class=\"features\">\n{items}</ul>\n",
        number(campaign.features.len() as u64),
        number(campaign.sampled)
    )
}

fn runs(campaign: &CampaignSummary) -> String {
    if campaign.runs.is_empty() {
        return String::new();
    }
    let row = |run: &Run| {
        let settings: Value = serde_json::from_str(&run.settings).unwrap_or_default();
        let told = |name: &str| match &settings[name] {
            Value::Null => "-".to_owned(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        format!(
            "<tr><td class=\"time\">{}</td><td class=\"number\">{}</td><td class=\"name\">{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            date(run.began),
            milliseconds(run.last_heard - run.began),
            escaped(run.end.as_deref().unwrap_or("has not said why")),
            escaped(&told("seed")),
            escaped(&told("jobs")),
            escaped(&told("rustassay")),
        )
    };
    let rows: String = campaign.runs.iter().map(row).collect();
    let header = ["began (UTC)", "lasted", "ended", "seed", "jobs", "version"];
    format!("<h2>Runs</h2>\n{}", table("The processes that worked on it", &header, &rows))
}
