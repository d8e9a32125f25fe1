//! How the campaign stands, and how fast it goes.

use super::{Page, columns, line_data, row};
use crate::reply::Reply;
use maud::{Markup, html};
use rustassay_report::campaign::{span, stretch_of};
use rustassay_report::chart::{Chart, ChartForm, ChartMark};
use rustassay_report::html::{figure, figures, table, text, titled};
use rustassay_report::text::short;
use rustassay_report::words::{count, date, duration, milliseconds, number};
use rustassay_store::record::{By, FindingLine, FindingQuery, FindingStatus, Pace, Run, Totals};
use rustassay_store::{Reader, StoreError};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// How far a user may look back, in hours.
const SPANS: [(&str, Option<i64>); 5] =
    [("1h", Some(1)), ("6h", Some(6)), ("1d", Some(24)), ("7d", Some(168)), ("all", None)];

/// How far he looks back unless he asks for something else.
const SPAN: (&str, Option<i64>) = SPANS[1];

/// So many names of a kind have a line each.
const LINES: usize = 20;

/// So many findings are on the page.
const NEWEST: u64 = 10;

/// By what the pace is told apart.
const KINDS: [(By, &str); 3] =
    [(By::Generator, "generator"), (By::Backend, "backend"), (By::Worker, "worker")];

/// What the page shows.
struct Overview {
    runs: Vec<Run>,
    totals: Totals,
    statuses: Vec<(FindingStatus, u64)>,
    waiting: u64,
    dismissed: u64,
    behaviours: u64,
    newest: Vec<FindingLine>,
    /// The time that is shown, and how long a stretch of it is, in milliseconds.
    time: (i64, i64),
    width: i64,
    paces: Vec<Vec<Pace>>,
}

/// The page.
pub fn show(page: &Page<'_>) -> Result<Reply, StoreError> {
    let asked = page.request.asked("span").unwrap_or(SPAN.0);
    let (name, hours) = SPANS.into_iter().find(|(name, _)| *name == asked).unwrap_or(SPAN);
    let overview = page.site.stores.read(|reader| Overview::read(reader, hours))?;
    Ok(page.answer("Overview", overview.page(name), || overview.data()))
}

impl Overview {
    fn read(reader: &Reader, hours: Option<i64>) -> Result<Overview, StoreError> {
        let runs = reader.runs()?;
        let (began, end) = span(&runs);
        // A campaign that ended is shown up to its end.
        let from = hours.map_or(began, |hours| began.max(end - hours * 3_600_000));
        let width = stretch_of(end - from);
        let from = from.div_euclid(width) * width;
        let paces = KINDS.map(|(by, _)| reader.pace(by, from, width));
        let newest = FindingQuery { most: NEWEST, ..FindingQuery::default() };
        Ok(Overview {
            totals: reader.totals()?,
            statuses: reader.findings_by_status()?,
            waiting: reader.waiting()?,
            dismissed: reader.dismissals()?,
            behaviours: reader.behaviours()?,
            newest: reader.search(&newest)?.1,
            time: (from, (end.div_euclid(width) + 1) * width),
            width,
            paces: paces.into_iter().collect::<Result<_, _>>()?,
            runs,
        })
    }

    fn page(&self, span: &str) -> Markup {
        let Overview { totals, .. } = self;
        let all_cpu = totals.cpu + totals.own_cpu;
        let mut shown: Vec<(&str, String)> =
            self.statuses.iter().map(|(status, count)| (named(*status), number(*count))).collect();
        shown.extend([
            ("programs", number(totals.programs)),
            ("right", number(totals.agreed)),
            ("wrong", number(totals.wrong)),
            ("not examined yet", number(self.waiting)),
            ("not reproduced", number(self.dismissed)),
            ("behaviours of LLVM", number(self.behaviours)),
            ("processor time", duration(all_cpu)),
        ]);
        let rows: Vec<Markup> = self.newest.iter().map(row).collect();
        html! {
            h1 { "Overview" }
            div id="live" data-live {
                p { (self.state()) }
                (figures(&shown))
                h2 { "Newest findings" }
                @if rows.is_empty() {
                    p { "Nothing was found yet." }
                } @else {
                    (table("The last ones first", &columns(), &rows))
                    p { a href="/findings" { "All findings" } }
                }
                h2 id="pace" { "Programs over time" }
                p.spans {
                    @for (name, _) in SPANS {
                        a href={ "/?span=" (name) "#pace" } aria-current=[(name == span).then_some("true")] { (name) }
                    }
                }
                p.quiet {
                    "From " (date(self.time.0)) " to " (date(self.time.1)) " UTC, in stretches of "
                    (milliseconds(self.width)) "."
                }
                (self.whole_pace())
                @for ((_, what), paces) in KINDS.iter().zip(&self.paces) {
                    h3 { "By " (what) }
                    (self.pace(what, paces))
                }
            }
        }
    }

    /// Who works.
    fn state(&self) -> String {
        let alive: Vec<String> = self.runs.iter().filter(|run| run.is_alive).map(Run::name).collect();
        match (&alive[..], self.runs.last()) {
            (_, None) => "Nothing was done yet.".to_owned(),
            ([], Some(run)) => {
                let why = run.end.as_deref().unwrap_or("it was killed");
                format!("Nobody works on it now. The last run ended at {} UTC: {why}.", date(run.last_heard))
            }
            (alive, Some(_)) => {
                let names: Vec<String> = alive.iter().take(LINES).map(|name| short(name, 60)).collect();
                let more = if alive.len() > names.len() { ", .." } else { "" };
                format!("{}: {}{more}.", count(alive.len(), "worker"), names.join(", "))
            }
        }
    }

    /// All programs of each stretch, whoever made and tried them.
    fn whole_pace(&self) -> Markup {
        let mut stretches: BTreeMap<i64, u64> = BTreeMap::new();
        self.paces[0].iter().for_each(|pace| *stretches.entry(pace.from).or_default() += pace.programs);
        let marks = stretches.into_iter().map(|(from, programs)| self.mark(from, programs)).collect();
        titled("Programs a second", &self.chart("all generators", marks))
    }

    /// A line with a small chart for each name, the busiest first.
    fn pace(&self, what: &'static str, paces: &[Pace]) -> Markup {
        let names = by_name(paces);
        let seconds = (self.time.1 - self.time.0) as f64 / 1000.0;
        let row = |(name, marks): &(&str, Vec<&Pace>)| {
            let programs: u64 = marks.iter().map(|pace| pace.programs).sum();
            let bars = marks.iter().map(|pace| self.mark(pace.from, pace.programs)).collect();
            html! {
                tr {
                    td.name { (short(name, 80)) }
                    td { (self.chart(name, bars).small()) }
                    td.number { (number(programs)) }
                    td.number { (format!("{:.2}", programs as f64 / seconds.max(0.001))) }
                }
            }
        };
        let rows: Vec<Markup> = names.iter().take(LINES).map(row).collect();
        let columns = [text(what), text("over time"), figure("programs"), figure("a second")];
        html! {
            @if rows.is_empty() {
                p { "Nothing was finished in this time." }
            } @else {
                (table(&format!("Programs by {what}, the busiest first"), &columns, &rows))
                @if names.len() > LINES {
                    p.quiet { "And " (count(names.len() - LINES, what)) " more, which the JSON of this page names." }
                }
            }
        }
    }

    /// The programs of a stretch as a rate.
    fn mark(&self, from: i64, programs: u64) -> ChartMark {
        let rate = programs as f64 / (self.width as f64 / 1000.0);
        let words = format!("{}: {rate:.1} programs a second", date(from));
        ChartMark { from, to: from + self.width, value: rate, words }
    }

    fn chart(&self, name: &str, marks: Vec<ChartMark>) -> Chart {
        Chart {
            name: format!("Programs a second of {name}"),
            span: self.time,
            ends: (date(self.time.0), date(self.time.1)),
            marks,
            form: ChartForm::Bars,
        }
    }

    fn data(&self) -> Value {
        let Overview { totals, .. } = self;
        let statuses = self.statuses.iter().map(|(status, count)| (status.name().to_owned(), json!(count)));
        let paces = KINDS.iter().zip(&self.paces).map(|((_, what), paces)| {
            let names = by_name(paces).into_iter().map(|(name, paces)| {
                let marks: Vec<Value> = paces.iter().map(|pace| json!([pace.from, pace.programs])).collect();
                (name.to_owned(), json!(marks))
            });
            ((*what).to_owned(), Value::Object(names.collect()))
        });
        let run = |run: &Run| json!({ "worker": run.name(), "began": run.began, "last_heard": run.last_heard, "end": run.end });
        json!({
            "findings": Value::Object(statuses.collect()),
            "newest": self.newest.iter().map(line_data).collect::<Vec<_>>(),
            "workers": self.runs.iter().filter(|run| run.is_alive).map(run).collect::<Vec<_>>(),
            "runs": self.runs.len(),
            "programs": totals.programs, "executed": totals.executed, "agreed": totals.agreed,
            "rejected": totals.rejected, "known": totals.known, "wrong": totals.wrong,
            "skipped": totals.skipped, "failed": totals.failed,
            "cpu_seconds": totals.cpu.as_secs_f64(), "own_cpu_seconds": totals.own_cpu.as_secs_f64(),
            "waiting": self.waiting, "dismissed": self.dismissed, "behaviours": self.behaviours,
            "pace": {
                "from": self.time.0, "to": self.time.1, "stretch_ms": self.width,
                "programs": Value::Object(paces.collect()),
            },
        })
    }
}

const fn named(status: FindingStatus) -> &'static str {
    match status {
        FindingStatus::New => "new findings",
        FindingStatus::Filed => "filed",
        FindingStatus::Fixed => "fixed",
        FindingStatus::Ignored => "ignored",
    }
}

/// What was done under each name, the busiest first.
fn by_name(paces: &[Pace]) -> Vec<(&str, Vec<&Pace>)> {
    let mut names: BTreeMap<&str, Vec<&Pace>> = BTreeMap::new();
    paces.iter().for_each(|pace| names.entry(&pace.name).or_default().push(pace));
    let mut names: Vec<_> = names.into_iter().collect();
    names.sort_by_key(|(_, paces)| std::cmp::Reverse(paces.iter().map(|pace| pace.programs).sum::<u64>()));
    names
}
