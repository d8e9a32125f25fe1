//! What programs are made of, and what the compiler was seen to do.

use super::Page;
use crate::reply::Reply;
use maud::{Markup, html};
use rustassay_report::html::constructs;
use rustassay_report::words::{count, number};
use rustassay_store::StoreError;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// So many names of a kind are on the page.
const MOST: usize = 2_000;

/// The page.
pub fn show(page: &Page<'_>) -> Result<Reply, StoreError> {
    let (sampled, features, behaviours) = page.site.stores.read(|reader| {
        let (sampled, features) = reader.features()?;
        Ok((sampled, features, reader.behaviour_list()?))
    })?;
    let wanted = page.request.asked("text").unwrap_or_default().to_lowercase();
    let is_wanted = |name: &str| name.to_lowercase().contains(&wanted);
    let features: Vec<(String, u64)> = features.into_iter().filter(|(name, _)| is_wanted(name)).collect();
    let behaviours: Vec<(String, u64, i64)> =
        behaviours.into_iter().filter(|(name, ..)| is_wanted(name)).collect();
    let content = html! {
        h1 { "Coverage" }
        form.filter method="get" action="/coverage" role="search" {
            label { "Search" input type="search" name="text" maxlength="200" value=(page.request.asked("text").unwrap_or_default()); }
            button { "Show" }
        }
        h2 id="constructs" { "Constructs" }
        p {
            (count(features.len(), "construct")) " that were executed, and in how many of "
            (number(sampled)) " programs that were looked at."
        }
        (constructs(&features[..features.len().min(MOST)], sampled))
        h2 id="behaviours" { "Behaviours of LLVM" }
        p { (count(behaviours.len(), "remark")) " that LLVM's passes have made, by pass." }
        (by_pass(&behaviours[..behaviours.len().min(MOST)]))
        @if features.len().max(behaviours.len()) > MOST {
            p.quiet { "No more than " (number(MOST as u64)) " of a kind are shown; the search finds the others, and the JSON of this page has all." }
        }
    };
    Ok(page.answer("Coverage", content, || {
        let constructs = features.iter().map(|(name, programs)| (name.clone(), json!(programs)));
        let behaviours =
            behaviours.iter().map(|(name, unit, at)| json!({ "name": name, "unit": unit, "at": at }));
        json!({
            "sampled": sampled, "constructs": Value::Object(constructs.collect()),
            "behaviours": behaviours.collect::<Vec<_>>(),
        })
    }))
}

fn by_pass(behaviours: &[(String, u64, i64)]) -> Markup {
    let mut passes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, ..) in behaviours {
        let (pass, remark) = name.split_once(':').unwrap_or((name, ""));
        passes.entry(pass).or_default().push(remark);
    }
    html! {
        @for (pass, remarks) in passes {
            details {
                summary { (pass) span.quiet { " (" (number(remarks.len() as u64)) ")" } }
                ul.names { @for remark in remarks { li { (remark) } } }
            }
        }
    }
}
