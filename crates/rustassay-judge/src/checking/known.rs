//! Disagreements between our rules and Rust that are known, and accepted or filed.
//!
//! ```toml
//! [[accepted]]
//! fault = "settings-disagree"          # each of these may be left out, but not all
//! set = "g2"
//! premise = "call/*"                   # a `*` at the end stands for anything
//! rules = ["bound_twice"]              # all of them were used
//! code = "E0499"                       # one of the errors
//! stage = "borrows"
//! setting = "polonius"                 # one of the settings that are alone
//! reason = "NLL keeps a borrow alive in the branch that does not return it"
//! reference = "rust-lang/rust#54663"
//! ```

use super::DisagreementCause;
use rustassay_finding::Fault;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    accepted: Vec<Accepted>,
}

/// A known disagreement, which nobody reports again. A part that is left out matches anything.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accepted {
    /// What is wrong, as data calls it.
    pub fault: Option<Fault>,
    /// The set of rules.
    pub set: Option<String>,
    /// The negated premise; a `*` at the end stands for anything.
    pub premise: Option<String>,
    /// Rules that the program was derived with.
    #[serde(default)]
    pub rules: Vec<String>,
    /// One of the errors' codes.
    pub code: Option<String>,
    /// The part of the compiler.
    pub stage: Option<String>,
    /// One of the settings that are alone.
    pub setting: Option<String>,
    /// Why it is as it is.
    pub reason: String,
    /// Where that is written.
    pub reference: String,
}

/// What a file says; or what is wrong with it, for people.
pub fn parse(text: &str) -> Result<Vec<Accepted>, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    for (n, accepted) in file.accepted.iter().enumerate() {
        let place = format!("entry {} ({:?})", n + 1, accepted.reason);
        if accepted.says_nothing() {
            return Err(format!("{place} has no condition, so that it would be every disagreement"));
        }
        if accepted.reason.trim().is_empty() || accepted.reference.trim().is_empty() {
            return Err(format!("{place} needs a reason and a reference"));
        }
    }
    Ok(file.accepted)
}

/// The first entry that a disagreement is an instance of.
pub fn find<'a>(known: &'a [Accepted], cause: &DisagreementCause) -> Option<&'a Accepted> {
    known.iter().find(|accepted| accepted.covers(cause))
}

impl Accepted {
    fn says_nothing(&self) -> bool {
        let words = [&self.set, &self.premise, &self.code, &self.stage, &self.setting];
        self.fault.is_none() && words.iter().all(|word| word.is_none()) && self.rules.is_empty()
    }

    fn covers(&self, cause: &DisagreementCause) -> bool {
        let is =
            |wanted: &Option<String>, found: &str| wanted.as_deref().is_none_or(|wanted| wanted == found);
        let has = |wanted: &Option<String>, found: &[String]| {
            wanted.as_ref().is_none_or(|wanted| found.contains(wanted))
        };
        let premise = cause.origin.premise.as_deref().unwrap_or_default();
        self.fault.is_none_or(|fault| fault == cause.fault)
            && is(&self.set, &cause.origin.set)
            && self.premise.as_deref().is_none_or(|pattern| fits(pattern, premise))
            && self.rules.iter().all(|rule| cause.origin.rules.contains(rule))
            && has(&self.code, &cause.codes)
            && is(&self.stage, cause.stage.map_or("", |stage| stage.name()))
            && has(&self.setting, &cause.settings)
    }
}

/// Whether a name is one that a pattern stands for.
fn fits(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => pattern == name,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Origin;
    use super::*;

    fn cause() -> DisagreementCause {
        let rules = vec!["call".to_owned(), "bound".to_owned()];
        let premise = Some("call/argument".to_owned());
        DisagreementCause {
            fault: Fault::Disagreement,
            origin: Origin { set: "g2".to_owned(), premise, rules, codes: Vec::new() },
            codes: vec!["E0277".to_owned(), "E0499".to_owned()],
            stage: Some(rustassay_outcome::RejectionStage::Borrows),
            words: String::new(),
            settings: vec!["polonius".to_owned()],
        }
    }

    fn is_known(conditions: &str) -> bool {
        let text = format!("[[accepted]]\n{conditions}\nreason = 'it is so'\nreference = 'RFC 2094'");
        find(&parse(&text).unwrap(), &cause()).is_some()
    }

    #[test]
    fn every_condition_must_hold() {
        assert!(is_known("set = 'g2'\npremise = 'call/*'\ncode = 'E0499'\nrules = ['bound']"));
        assert!(is_known("fault = 'settings-disagree'\nstage = 'borrows'\nsetting = 'polonius'"));
        for other in [
            "set = 'g1'",
            "premise = 'call/result'",
            "code = 'E0308'",
            "rules = ['bound', 'loop']",
            "fault = 'compiler-crash'",
            "stage = 'types'",
            "setting = 'next-solver'",
        ] {
            assert!(!is_known(other), "{other}");
        }
    }

    #[test]
    fn an_entry_without_a_condition_a_reason_or_a_reference_is_an_error() {
        let wrong = |text: &str| parse(&format!("[[accepted]]\n{text}")).unwrap_err();
        assert!(wrong("reason = 'x'\nreference = 'y'").contains("no condition"));
        assert!(wrong("code = 'E0499'\nreason = ''\nreference = 'y'").contains("needs a reason"));
        assert!(wrong("code = 'E0499'\nreason = 'x'").contains("reference"));
        assert!(wrong("fault = 'odd'\nreason = 'x'\nreference = 'y'").contains("no fault `odd`"));
        assert!(wrong("cod = 'E0499'\nreason = 'x'\nreference = 'y'").contains("cod"));
    }
}
