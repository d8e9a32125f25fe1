//! The pages, one module each, and what they share.

pub mod coverage;
pub mod finding;
pub mod findings;
pub mod login;
pub mod overview;
pub mod program;

use crate::access::{FORM, Visitor};
use crate::reply::Reply;
use crate::request::Request;
use crate::site::StoreSite;
use hyper::StatusCode;
use maud::{DOCTYPE, Markup, html};
use rustassay_report::html::{TableColumn, figure, text};
use rustassay_report::text::short;
use rustassay_report::words::{date, number};
use rustassay_store::record::{FindingLine, FindingStatus};
use serde_json::{Value, json};

/// A page that is asked for, and who asks.
#[derive(Copy, Clone)]
pub struct Page<'a> {
    pub site: &'a StoreSite,
    pub visitor: Visitor,
    pub request: &'a Request,
}

/// What the navigation names.
const PLACES: [(&str, &str); 3] = [("/", "Overview"), ("/findings", "Findings"), ("/coverage", "Coverage")];

impl Page<'_> {
    /// The answer in the form that is asked for.
    fn answer(&self, title: &str, content: Markup, data: impl FnOnce() -> Value) -> Reply {
        match self.request.wants_json {
            true => Reply::json(StatusCode::OK, &data()),
            false => Reply::page(StatusCode::OK, self.whole(title, content)),
        }
    }

    /// Says something instead of what is asked for.
    pub fn message(&self, status: StatusCode, title: &str, why: &str) -> Reply {
        match self.request.wants_json {
            true => Reply::json(status, &json!({ "error": why })),
            false => Reply::page(status, self.whole(title, html! { h1 { (title) } p { (why) } })),
        }
    }

    fn whole(&self, title: &str, content: Markup) -> Markup {
        let here = &*self.request.path;
        let navigation = html! {
            @for (path, name) in PLACES {
                a href=(path) aria-current=[(here == path).then_some("page")] { (name) }
            }
            @match self.visitor {
                Visitor::User => form method="post" action="/logout" { (self.secret()) button { "Log out" } },
                Visitor::Reader => a href={ "/login?next=" (here) } { "Log in" },
                Visitor::Program => {},
            }
        };
        whole(title, &self.site.stores.address().to_string(), navigation, content)
    }

    /// The field without which no form changes anything.
    fn secret(&self) -> Markup {
        html! { input type="hidden" name=(FORM) value=(self.site.access.form()); }
    }
}

/// A page with all that is around it.
fn whole(title: &str, store: &str, navigation: Markup, content: Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                link rel="icon" href="data:,";
                link rel="stylesheet" href="/style.css";
                script src="/live.js" defer {}
                title { (title) " - Rustassay" }
            }
            body {
                a.skip href="#content" { "To the content" }
                header { nav aria-label="Pages" { b { "Rustassay " span.quiet { (store) } } (navigation) } }
                main id="content" { (content) }
            }
        }
    }
}

/// The columns of [`row`].
fn columns() -> [TableColumn; 8] {
    [
        text("#"),
        text("state"),
        text("what"),
        text("summary"),
        text("guilty"),
        figure("times"),
        text("seen with"),
        text("last seen (UTC)"),
    ]
}

/// A finding in a line of a table.
fn row(line: &FindingLine) -> Markup {
    html! {
        tr {
            td { a href={ "/findings/" (line.id) } { (line.id) } }
            td { (badge(status(line))) }
            td.name { (line.fault) }
            td.summary { (short(&line.summary, 120)) }
            td.name { (line.cause.as_deref().map_or_else(|| "-".to_owned(), |cause| short(cause, 60))) }
            td.number { (number(line.times)) }
            td.name { (seen_with(&line.backends)) }
            td.time { (date(line.last_seen)) }
        }
    }
}

/// So many backends are named in a line.
const NAMED: usize = 2;

fn seen_with(backends: &[String]) -> String {
    let named: Vec<String> = backends.iter().take(NAMED).map(|name| short(name, 40)).collect();
    match backends.len() - named.len() {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

/// The state that a finding is shown with: what the user muted is ignored.
fn status(line: &FindingLine) -> FindingStatus {
    match (line.state.status, &line.muted) {
        (FindingStatus::New, Some(_)) => FindingStatus::Ignored,
        (status, _) => status,
    }
}

fn badge(status: FindingStatus) -> Markup {
    html! { span class={ "state " (status.name()) } { (status.name()) } }
}

/// A finding of a list as data.
fn line_data(line: &FindingLine) -> Value {
    json!({
        "id": line.id, "key": line.key, "fault": line.fault, "summary": line.summary, "cause": line.cause,
        "times": line.times, "first_seen": line.first_seen, "last_seen": line.last_seen,
        "backends": line.backends, "reduced": line.is_reduced, "muted": line.muted,
        "state": status(line).name(), "note": line.state.note,
    })
}
