//! A finding.

use super::{Page, badge};
use crate::reply::Reply;
use hyper::StatusCode;
use maud::{Markup, html};
use rustassay_finding::{Shows, TriedCompiler};
use rustassay_report::ReportedFinding;
use rustassay_report::campaign::finding;
use rustassay_report::html::{differences, facts, facts_of, sides, table, text};
use rustassay_report::markdown::issue;
use rustassay_report::text::short;
use rustassay_report::tracker::title;
use rustassay_report::words::{count, date, number};
use rustassay_store::record::{FindingState, FindingStatus, Sighting};
use rustassay_store::{StoreError, annotate};
use serde_json::json;

/// So many programs that show it are named.
const PROGRAMS: u64 = 20;

/// A link or a reason is no longer, in characters.
const NOTE: usize = 2_000;

/// The page, with what was wrong with the form that was sent; `None` if there is no such finding.
pub fn show(page: &Page<'_>, id: i64, wrong: Option<&str>) -> Result<Option<Reply>, StoreError> {
    let read = page.site.stores.read(|reader| {
        Ok(match finding(reader, id)? {
            Some(found) => Some((found, reader.first_sightings(id, PROGRAMS)?)),
            None => None,
        })
    })?;
    let Some((found, sightings)) = read else { return Ok(None) };
    let markdown = issue(&found, &format!("finding-{id}"));
    let content = content(page, &found, &sightings, &markdown, wrong);
    let answer = page
        .answer(&format!("Finding {id}: {}", found.fault()), content, || data(&found, &sightings, &markdown));
    Ok(Some(match wrong {
        Some(_) => Reply { status: StatusCode::BAD_REQUEST, ..answer },
        None => answer,
    }))
}

fn content(
    page: &Page<'_>,
    found: &ReportedFinding,
    sightings: &[Sighting],
    markdown: &str,
    wrong: Option<&str>,
) -> Markup {
    let stored = &found.finding;
    let rows: Vec<Markup> = found.known().compilers.iter().map(compiler).collect();
    html! {
        h1 { "Finding " (stored.id) ": " (found.fault()) }
        p { (badge(shown_status(found))) " " (title(found)) }
        div.facts {
            (facts_of(found))
            (facts(&[
                ("seen", Some(format!("{}, first {} and last {} UTC", count(stored.times as usize, "time"), date(stored.first_seen), date(stored.last_seen)))),
                ("with", Some(found.backends().join(", "))),
                ("key", Some(stored.key.clone())),
                ("known", stored.muted.clone()),
            ]))
        }
        (state(page, found, wrong))
        h2 id="program" { "Program" }
        (sides(found, "shown"))
        @if !found.differences().is_empty() {
            h2 id="pass" { "Guilty pass" }
            (differences(found, true))
        }
        @if !rows.is_empty() {
            h2 id="compilers" { "Compilers" }
            (table("What other compilers do with the program", &[text("compiler"), text("version"), text("shows it")], &rows))
        }
        h2 id="report" { "Report" }
        p { "File what stands below the line. " button type="button" data-copies="markdown" hidden { "Copy" } }
        textarea id="markdown" rows="16" readonly aria-label="The report as Markdown" { "\n" (markdown) }
        h2 id="files" { "Files" }
        ul {
            @for (name, content) in &found.artefacts {
                li { a href=(file_address(stored.id, name)) { (name) } span.quiet { " (" (number(content.len() as u64)) " bytes)" } }
            }
        }
        h2 id="programs" { "Programs that show it" }
        p.quiet { "The first of " (count(stored.times as usize, "sighting")) "." }
        ul {
            @for seen in sightings {
                li {
                    a href={ "/programs/" (seen.id) } { (seen.generator) "-" (seen.profile) "-" (seen.seen.seed) }
                    " by " (short(&seen.backend, 60)) ", " (date(seen.at)) " UTC"
                }
            }
        }
    }
}

fn shown_status(found: &ReportedFinding) -> FindingStatus {
    match (found.finding.state.status, &found.finding.muted) {
        (FindingStatus::New, Some(_)) => FindingStatus::Ignored,
        (status, _) => status,
    }
}

fn compiler(tried: &TriedCompiler) -> Markup {
    html! {
        tr {
            td.name { (tried.name) }
            td.name { (tried.title()) }
            td.name {
                @match &tried.shows {
                    Shows::Yes => "yes",
                    Shows::No => "no",
                    Shows::Unknown(why) => span.quiet { "not known: " (short(why, 200)) },
                }
            }
        }
    }
}

/// What people have done about it, and a form for those who may say so.
fn state(page: &Page<'_>, found: &ReportedFinding, wrong: Option<&str>) -> Markup {
    let (id, state) = (found.finding.id, &found.finding.state);
    html! {
        section aria-labelledby="state" {
            h2 id="state" { "State" }
            p {
                (state.status.name())
                @if state.status != FindingStatus::New { " since " (date(state.at)) " UTC" }
                @if !state.note.is_empty() {
                    ": "
                    @if is_link(&state.note) { a href=(state.note) rel="noopener noreferrer" { (state.note) } } @else { (state.note) }
                }
                @if found.finding.is_back() { strong.alarm { " It was seen again since." } }
            }
            @if let Some(wrong) = wrong { p.alarm role="alert" { (wrong) } }
            @if page.visitor.may_write() {
                form.filter method="post" action={ "/findings/" (id) "/state" } {
                    (page.secret())
                    label {
                        "State"
                        select name="status" {
                            @for status in FindingStatus::ALL { option selected[status == state.status] { (status.name()) } }
                        }
                    }
                    label { "Link or reason" input type="text" name="note" maxlength=(NOTE) size="40" value=(state.note); }
                    button { "Save" }
                }
            } @else {
                p.quiet { a href={ "/login?next=/findings/" (id) } { "Log in" } " to change it." }
            }
        }
    }
}

/// Whether a browser may follow it: a `javascript:` link would be a script of whoever wrote it.
fn is_link(note: &str) -> bool {
    ["https://", "http://"].iter().any(|scheme| note.starts_with(scheme))
        && !note.contains(char::is_whitespace)
}

fn file_address(id: i64, name: &str) -> String {
    let query = form_urlencoded::Serializer::new(String::new()).append_pair("name", name).finish();
    format!("/findings/{id}/file?{query}")
}

fn data(found: &ReportedFinding, sightings: &[Sighting], markdown: &str) -> serde_json::Value {
    let stored = &found.finding;
    let programs = sightings.iter().map(|seen| {
        json!({
            "id": seen.id, "generator": seen.generator, "profile": seen.profile, "seed": seen.seen.seed,
            "backend": seen.backend, "at": seen.at,
        })
    });
    let text = |file: Option<(&'static str, String)>| file.map(|(_, text)| text);
    json!({
        "id": stored.id, "key": stored.key, "known": found.known(), "title": title(found),
        "times": stored.times, "first_seen": stored.first_seen, "last_seen": stored.last_seen,
        "backends": stored.backends, "muted": stored.muted, "command": found.command(),
        "state": { "status": shown_status(found).name(), "note": stored.state.note, "at": stored.state.at },
        "program": found.program().map(|program| program.text),
        "expected": text(found.expected()), "actual": text(found.happened()),
        "files": found.artefacts.iter().map(|(name, _)| name).collect::<Vec<_>>(),
        "programs": programs.collect::<Vec<_>>(),
        "markdown": markdown,
    })
}

/// A file of a finding. Its name is looked for among the finding's files, so it leads nowhere else.
pub fn file(page: &Page<'_>, id: i64) -> Result<Option<Reply>, StoreError> {
    let Some(name) = page.request.asked("name") else { return Ok(None) };
    let found = page.site.stores.read(|reader| finding(reader, id))?;
    let file = found.and_then(|found| found.artefacts.into_iter().find(|(other, _)| other == name));
    Ok(file.map(|(name, content)| Reply::file(&name, content)))
}

/// Notes what a form says.
pub fn set_state(page: &Page<'_>, id: i64) -> Result<Option<Reply>, StoreError> {
    let note = page.request.field("note").unwrap_or_default().trim();
    let status = page.request.field("status").and_then(FindingStatus::of_name);
    let wrong = match status {
        None => Some("There is no such state: there are new, filed, fixed and ignored."),
        Some(_) if note.chars().count() > NOTE => Some("The link or reason is longer than 2,000 characters."),
        Some(_) if note.chars().any(char::is_control) => Some("The link or reason must be one line of text."),
        Some(FindingStatus::Filed) if !is_link(note) => {
            Some("Where it is filed is said with a link that begins with https:// or http://.")
        }
        Some(_) => None,
    };
    let (Some(status), None) = (status, wrong) else {
        return match page.request.wants_json {
            true => Ok(Some(page.message(StatusCode::BAD_REQUEST, "Wrong", wrong.unwrap_or_default()))),
            false => show(page, id, wrong),
        };
    };
    let at = page.site.stores.read(|reader| Ok(reader.now()))?;
    let state = FindingState { status, note: note.to_owned(), at };
    if !annotate(page.site.stores.address(), id, &state)? {
        return Ok(None);
    }
    Ok(Some(match page.request.wants_json {
        true => Reply::json(
            StatusCode::OK,
            &json!({ "id": id, "status": state.status.name(), "note": state.note, "at": state.at }),
        ),
        false => Reply::see(&format!("/findings/{id}#state")),
    }))
}
