//! A program that seemed wrong, and the commands to try it.

use super::Page;
use crate::reply::Reply;
use maud::{Markup, html};
use rustassay_oracle::specimen::Specimen;
use rustassay_report::SourceLanguage;
use rustassay_report::html::{facts, source};
use rustassay_report::text::printable;
use rustassay_report::words::date;
use rustassay_store::StoreError;
use rustassay_store::record::{Sighting, SightingState, StoredFinding};
use serde_json::json;

/// The program of a sighting as text.
fn text_of(sighting: &Sighting) -> Option<String> {
    let specimen = Specimen::from_bytes(sighting.seen.program.as_ref()?).ok()?;
    let text = specimen.case.file_for(None).ok()?;
    Some(printable(text.as_bytes()))
}

/// The page; `None` if there is no such program.
pub fn show(page: &Page<'_>, id: i64) -> Result<Option<Reply>, StoreError> {
    let read = page.site.stores.read(|reader| {
        let Some(sighting) = reader.sighting(id)? else { return Ok(None) };
        let finding = match sighting.state {
            SightingState::Of(finding) => reader.finding(finding)?,
            _ => None,
        };
        Ok(Some((sighting, finding)))
    })?;
    let Some((sighting, finding)) = read else { return Ok(None) };
    let program = text_of(&sighting);
    let commands = commands(&sighting, finding.as_ref(), program.is_some());
    let content = content(&sighting, program.as_deref(), &commands);
    Ok(Some(page.answer(&format!("Program {id}"), content, || {
        json!({
            "id": id, "unit": sighting.unit, "generator": sighting.generator, "profile": sighting.profile,
            "seed": sighting.seen.seed, "backend": sighting.backend, "fault": sighting.seen.fault.name(),
            "summary": sighting.seen.summary, "at": sighting.at, "became": became(&sighting.state),
            "program": program, "commands": commands,
        })
    })))
}

/// The program as a file.
pub fn file(page: &Page<'_>, id: i64) -> Result<Option<Reply>, StoreError> {
    let sighting = page.site.stores.read(|reader| reader.sighting(id))?;
    let text = sighting.as_ref().and_then(text_of);
    Ok(text.map(|text| Reply::file("case.rs", text.into_bytes())))
}

fn became(state: &SightingState) -> String {
    match state {
        SightingState::Waiting => "nobody has examined it yet".to_owned(),
        SightingState::Of(finding) => format!("it is counted with finding {finding}"),
        SightingState::Dismissed(why) => format!("not reproduced: {why}"),
    }
}

/// What to type. How a program is made again is known of those that a finding was made with.
fn commands(sighting: &Sighting, finding: Option<&StoredFinding>, is_kept: bool) -> Vec<String> {
    let mut commands = Vec::new();
    if let Some(finding) = finding.filter(|finding| finding.first.id == sighting.id) {
        let known = &finding.known.commands;
        commands.extend(known.generate.iter().map(|command| format!("{command} > case.rs")));
        commands.extend(known.compile.clone());
    }
    if is_kept {
        commands.extend(["rustassay run case.rs", "rustassay diff case.rs"].map(str::to_owned));
    }
    commands
}

fn content(sighting: &Sighting, program: Option<&str>, commands: &[String]) -> Markup {
    html! {
        h1 { "Program " (sighting.id) }
        div.facts {
            (facts(&[
                ("what", Some(sighting.seen.summary.clone())),
                ("fault", Some(sighting.seen.fault.to_string())),
                ("became", Some(became(&sighting.state))),
                ("made by", Some(format!("{}, profile {}, seed {}", sighting.generator, sighting.profile, sighting.seen.seed))),
                ("tried by", Some(sighting.backend.clone())),
                ("in unit", Some(sighting.unit.to_string())),
                ("seen", Some(format!("{} UTC", date(sighting.at)))),
            ]))
        }
        @if let SightingState::Of(finding) = sighting.state { p { a href={ "/findings/" (finding) } { "Finding " (finding) } } }
        @if !commands.is_empty() {
            h2 { "Commands" }
            (source("Commands", &(commands.join("\n") + "\n"), SourceLanguage::Text))
        }
        h2 { "Program" }
        @match program {
            Some(program) => {
                p { a href={ "/programs/" (sighting.id) "/file" } { "Save as case.rs" } }
                (source("Program", program, SourceLanguage::Rust))
            },
            None => p {
                @match sighting.state {
                    SightingState::Of(finding) => { a href={ "/findings/" (finding) "#program" } { "Finding " (finding) } " has a program that shows it." }
                    _ => "The program is not kept: the store keeps those that wait and one for each finding.",
                }
            },
        }
    }
}
