//! The list of findings.

use super::{Page, columns, line_data, row};
use crate::reply::Reply;
use maud::{Markup, html};
use rustassay_report::html::table;
use rustassay_report::words::count;
use rustassay_store::StoreError;
use rustassay_store::record::{By, FindingOrder, FindingQuery, FindingStatus};
use serde_json::json;

/// So many findings are on a page.
const PAGE: u64 = 50;

/// No search is longer, in characters.
const LONGEST: usize = 200;

const ORDERS: [(&str, &str, FindingOrder); 4] = [
    ("newest", "newest first", FindingOrder::Newest),
    ("oldest", "oldest first", FindingOrder::Oldest),
    ("times", "most often seen", FindingOrder::Times),
    ("seen", "last seen", FindingOrder::LastSeen),
];

/// What can be chosen.
struct Choices {
    faults: Vec<String>,
    backends: Vec<String>,
    generators: Vec<String>,
}

/// The page.
pub fn show(page: &Page<'_>) -> Result<Reply, StoreError> {
    let asked =
        |name: &str| page.request.asked(name).map(|text| text.chars().take(LONGEST).collect::<String>());
    let number = asked("page").and_then(|page| page.parse::<u64>().ok()).unwrap_or(1).clamp(1, 1_000_000);
    let order = asked("order");
    let order = ORDERS.into_iter().find(|(name, ..)| Some(*name) == order.as_deref()).unwrap_or(ORDERS[0]);
    let query = FindingQuery {
        text: asked("text"),
        fault: asked("fault"),
        status: asked("status").and_then(|name| FindingStatus::of_name(&name)),
        backend: asked("backend"),
        generator: asked("generator"),
        order: order.2,
        after: (number - 1) * PAGE,
        most: PAGE,
    };
    let (all, lines, choices) = page.site.stores.read(|reader| {
        let (all, lines) = reader.search(&query)?;
        let names = |by| Ok(reader.totals_by(by)?.into_iter().map(|(name, _)| name).collect());
        let faults = reader.findings_by_fault()?.into_iter().map(|(name, _)| name).collect();
        Ok((all, lines, Choices { faults, backends: names(By::Backend)?, generators: names(By::Generator)? }))
    })?;
    let last = all.div_ceil(PAGE).max(1);
    let rows: Vec<Markup> = lines.iter().map(row).collect();
    let content = html! {
        h1 { "Findings" }
        (filter(&query, order.0, &choices))
        div id="live" data-live {
            p { (count(all as usize, "finding")) @if last > 1 { ", page " (number) " of " (last) } }
            @if rows.is_empty() {
                p { "None is like this." }
            } @else {
                (table("A number leads to the finding", &columns(), &rows))
            }
            nav.pages aria-label="Pages of findings" {
                @if number > 1 { a rel="prev" href=(address(&query, order.0, number.min(last + 1) - 1)) { "Previous" } }
                @if number < last { a rel="next" href=(address(&query, order.0, number + 1)) { "Next" } }
            }
        }
    };
    Ok(page.answer("Findings", content, || {
        json!({
            "findings": lines.iter().map(line_data).collect::<Vec<_>>(),
            "all": all, "page": number, "pages": last,
        })
    }))
}

/// The form. It is sent by GET, so that an address can be kept and sent to others.
fn filter(query: &FindingQuery, order: &str, choices: &Choices) -> Markup {
    let statuses: Vec<String> = FindingStatus::ALL.map(|status| status.name().to_owned()).to_vec();
    html! {
        form.filter method="get" action="/findings" role="search" {
            label { "Search" input type="search" name="text" maxlength=(LONGEST) value=(query.text.as_deref().unwrap_or_default()); }
            (choice("State", "status", query.status.map(FindingStatus::name), &statuses))
            (choice("What", "fault", query.fault.as_deref(), &choices.faults))
            (choice("Backend", "backend", query.backend.as_deref(), &choices.backends))
            (choice("Generator", "generator", query.generator.as_deref(), &choices.generators))
            label {
                "Order"
                select name="order" {
                    @for (name, words, _) in ORDERS { option value=(name) selected[name == order] { (words) } }
                }
            }
            button { "Show" }
        }
    }
}

/// So many backends can be chosen from a list; a search finds the others.
const MOST_CHOICES: usize = 200;

fn choice(title: &str, name: &str, chosen: Option<&str>, choices: &[String]) -> Markup {
    html! {
        label {
            (title)
            select name=(name) {
                option value="" { "all" }
                @for choice in choices.iter().take(MOST_CHOICES) {
                    option selected[Some(choice.as_str()) == chosen] { (choice) }
                }
            }
        }
    }
}

/// The address of a page of the list.
fn address(query: &FindingQuery, order: &str, page: u64) -> String {
    let FindingQuery { text, fault, status, backend, generator, .. } = query;
    let mut address = form_urlencoded::Serializer::new("/findings?".to_owned());
    let status = status.map(FindingStatus::name);
    let parts = [
        ("text", text.as_deref()),
        ("fault", fault.as_deref()),
        ("status", status),
        ("backend", backend.as_deref()),
        ("generator", generator.as_deref()),
        ("order", Some(order)),
    ];
    for (name, value) in parts {
        value.iter().for_each(|value| _ = address.append_pair(name, value));
    }
    address.append_pair("page", &page.to_string()).finish()
}
