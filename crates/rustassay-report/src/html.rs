//! Parts of pages, which the static page of a campaign and the pages of `rustassay serve` share.
//!
//! Programs, compilers' output and names in a store may have been written to harm whoever reads them. A part is [`Markup`], and
//! text becomes part of it by maud's `html!` only, which escapes it: between tags and in attributes alike.

use crate::chart::Chart;
use crate::found::{ReportedFinding, without_folders};
use crate::highlight::{SourceLanguage, highlighted};
use crate::text::{Cut, short};
use crate::words::{date, duration, number, percent};
use maud::{Markup, html};
use rustassay_store::record::Totals;

/// How the pages look.
pub const STYLE: &str = include_str!("page.css");

/// So much of a file is on a page, in bytes: a browser should open it at once.
const SHOWN: usize = 40_000;

/// A column of a table.
#[derive(Copy, Clone, Debug)]
pub struct TableColumn {
    name: &'static str,
    is_number: bool,
}

/// A column of text.
pub const fn text(name: &'static str) -> TableColumn {
    TableColumn { name, is_number: false }
}

/// A column of numbers.
pub const fn figure(name: &'static str) -> TableColumn {
    TableColumn { name, is_number: true }
}

/// A table that scrolls by itself where it is too wide.
pub fn table(caption: &str, columns: &[TableColumn], rows: &[Markup]) -> Markup {
    html! {
        p.quiet { (caption) }
        div.wide role="region" tabindex="0" aria-label=(caption) {
            table {
                thead {
                    tr {
                        @for column in columns {
                            th scope="col" class=[column.is_number.then_some("number")] { (column.name) }
                        }
                    }
                }
                tbody { @for row in rows { (row) } }
            }
        }
    }
}

/// Numbers that are seen first, each with its name.
pub fn figures(figures: &[(&str, String)]) -> Markup {
    html! {
        dl.figures {
            @for (name, value) in figures {
                div { dt { (name) } dd { (value) } }
            }
        }
    }
}

/// Facts, each with its name; those without a value are left out.
pub fn facts(facts: &[(&str, Option<String>)]) -> Markup {
    html! {
        dl {
            @for (name, value) in facts {
                @if let Some(value) = value {
                    dt { (name) }
                    dd { code { (short(value, 2_000)) } }
                }
            }
        }
    }
}

/// A text as it is, which scrolls by itself, for a keyboard, too.
pub fn source(name: &str, text: &str, language: SourceLanguage) -> Markup {
    let cut = Cut::new(text, SHOWN);
    html! {
        // A browser drops a newline right after the tag, and the text may begin with one.
        pre role="region" tabindex="0" aria-label=(name) { "\n" (highlighted(cut.text, language)) }
        @if cut.is_cut(text) {
            p.quiet { (cut.lines) " of " (cut.of) " lines; the store has all." }
        }
    }
}

/// A chart with its title.
pub fn titled(title: &str, chart: &Chart) -> Markup {
    html! {
        figure { figcaption { (title) } (chart.html()) }
    }
}

/// What became of the programs, by backend or whatever else the names are.
pub fn sums(what: &'static str, rows: &[(String, Totals)]) -> Markup {
    let row = |(name, totals): &(String, Totals)| {
        html! {
            tr {
                td.name { (without_folders(name, 2)) }
                td.number { (number(totals.programs)) }
                td.number { (number(totals.agreed)) }
                td.number.alarm[totals.wrong > 0] { (number(totals.wrong)) }
                td.number { (number(totals.skipped)) }
                td.number { (number(totals.failed)) }
                td.number { (duration(totals.cpu)) }
            }
        }
    };
    let rows: Vec<Markup> = rows.iter().map(row).collect();
    let columns = [
        text(what),
        figure("programs"),
        figure("right"),
        figure("wrong"),
        figure("skipped"),
        figure("failed"),
        figure("processor time"),
    ];
    table("What became of the programs", &columns, &rows)
}

/// Constructs, each with a bar for the part of `sampled` programs that have it.
pub fn constructs(constructs: &[(String, u64)], sampled: u64) -> Markup {
    let share = |programs: u64| percent(programs.min(sampled) as f64, sampled as f64);
    html! {
        ul.features {
            @for (name, programs) in constructs {
                li {
                    // A style in the page is what the policy of the server forbids.
                    svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" {
                        rect width=(share(*programs)) height="1" {}
                    }
                    span { (name) }
                    // What was executed once is not what was never executed.
                    span { @if share(*programs) == "0%" { "<1%" } @else { (share(*programs)) } }
                }
            }
        }
    }
}

/// A finding's program, what it must do and what it does.
pub fn sides(found: &ReportedFinding, id: &str) -> Markup {
    let (file, program) = match found.program() {
        Some(program) => (program.file, program.text),
        None => ("Program", "(not kept)".to_owned()),
    };
    let expected = found.expected().map_or_else(|| "(not known)".to_owned(), |(_, text)| text);
    let happened = found.happened().map_or_else(|| "(not kept)".to_owned(), |(_, text)| text);
    html! {
        div.sides {
            div id=(id) { h3 { (file) } (source("Program", &program, SourceLanguage::Rust)) }
            div {
                h3 { "Expected" }
                (source("Expected output", &expected, SourceLanguage::Text))
                h3 { "Actual" }
                (source("Actual output", &happened, SourceLanguage::Text))
            }
        }
    }
}

/// What the guilty passes did, shown at once or when somebody asks.
pub fn differences(found: &ReportedFinding, is_open: bool) -> Markup {
    html! {
        @for (name, text) in found.differences() {
            details open[is_open] { summary { "What the pass did (" (name) ")" } (source("Difference", &text, SourceLanguage::Diff)) }
        }
    }
}

/// What is known of a finding in a line each.
pub fn facts_of(found: &ReportedFinding) -> Markup {
    let known = found.known();
    facts(&[
        ("what", Some(known.summary.clone())),
        ("compiler", found.compiler_version().map(str::to_owned)),
        ("guilty", known.guilty.as_ref().map(ToString::to_string)),
        ("since", known.extent.clone()),
        ("command", found.command()),
        ("made by", known.commands.generate.clone()),
    ])
}

/// When something happened.
pub fn time(at: i64) -> Markup {
    html! { time { (date(at)) } }
}
