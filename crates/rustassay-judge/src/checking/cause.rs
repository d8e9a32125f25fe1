//! What findings of one cause have in common.

use super::{Checked, Difference, Fate, Rejection, Setting};
use crate::verdict::Fault;
use rustassay_outcome::RejectionStage;

/// What a generator says of a program, for its findings to be told apart by cause and not by program.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The set of rules that it was derived with.
    pub set: String,
    /// The premise that was negated, `RULE/PREMISE`; nothing if none was.
    pub premise: Option<String>,
    /// The rules that it was derived with.
    pub rules: Vec<String>,
}

/// Why a compiler and our rules, or two settings of a compiler, are of different minds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cause {
    /// What is wrong.
    pub fault: Fault,
    /// Where the program is from.
    pub origin: Origin,
    /// The codes of the compiler's errors, if there are some.
    pub codes: Vec<String>,
    /// The part of the compiler that said no, if one did.
    pub stage: Option<RejectionStage>,
    /// What the errors, or the crash, say, without the names of the program.
    pub words: String,
    /// The settings that are alone with what they think; none if the rules are.
    pub settings: Vec<String>,
}

impl Cause {
    /// What is wrong with what a compiler thinks of a program that our rules accept or reject; `None` if nothing is.
    pub fn of(origin: &Origin, expected: Fate, checked: &Checked) -> Option<Cause> {
        let cause = |fault| Cause {
            fault,
            origin: origin.clone(),
            codes: Vec::new(),
            stage: None,
            words: String::new(),
            settings: Vec::new(),
        };
        match checked {
            Checked::Accepted if expected == Fate::Rejected => Some(cause(Fault::AcceptedInvalid)),
            Checked::Rejected(rejection) if expected == Fate::Accepted => {
                Some(cause(Fault::RejectedValid).said(rejection))
            }
            Checked::Crashed { signature, .. } => {
                Some(Cause { words: signature.clone(), ..cause(Fault::CompilerCrash) })
            }
            Checked::Hung => Some(cause(Fault::CompilerHang)),
            Checked::Accepted | Checked::Rejected(_) | Checked::Failed(_) => None,
        }
    }

    /// Why programs of one class, which must share one fate, do not.
    pub fn of_class(origin: &Origin, class: &[Checked]) -> Option<Cause> {
        let is_accepted = class.iter().any(|checked| matches!(checked, Checked::Accepted));
        let mut rejections = class.iter().filter_map(rejection);
        let first = rejections.next().filter(|_| is_accepted)?;
        Some(Cause::of(origin, Fate::Rejected, &Checked::Accepted)?.by(Fault::Disagreement).said(first))
    }

    /// Why settings are not of one mind. Those that differ from the first are named.
    pub fn of_difference(origin: &Origin, settings: &[Setting], difference: &Difference) -> Option<Cause> {
        let plain = difference.checked.first()?.fate();
        let others = settings.iter().zip(&difference.checked).skip(1);
        let alone = others.filter(|(_, checked)| checked.fate().is_some() && checked.fate() != plain);
        let short = |setting: &Setting| setting.name.rsplit('/').next().unwrap_or_default().to_owned();
        let settings: Vec<String> = alone.map(|(setting, _)| short(setting)).collect();
        let broken = difference.checked.iter().find_map(|checked| match checked {
            Checked::Crashed { .. } | Checked::Hung => Cause::of(origin, Fate::Accepted, checked),
            _ => None,
        });
        if let Some(broken) = broken {
            return Some(Cause { settings, ..broken });
        }
        let first = difference.checked.iter().find_map(rejection)?;
        let cause = Cause::of(origin, Fate::Rejected, &Checked::Accepted)?;
        Some(Cause { settings, ..cause.by(Fault::Disagreement).said(first) })
    }

    fn by(self, fault: Fault) -> Cause {
        Cause { fault, ..self }
    }

    fn said(self, rejection: &Rejection) -> Cause {
        let words = without_names(&rejection.message);
        Cause { codes: rejection.codes.clone(), stage: Some(rejection.stage), words, ..self }
    }

    /// The key to deduplicate by. The same on every machine and in every run.
    pub fn key(&self) -> String {
        let mut parts = vec![self.fault.name().to_owned(), self.origin.set.clone()];
        parts.extend(self.origin.premise.clone());
        parts.extend(self.stage.map(|stage| stage.to_string()));
        parts.push(self.codes.join(" "));
        parts.push(self.words.clone());
        parts.push(self.settings.join(" "));
        parts.retain(|part| !part.is_empty());
        parts.join(" | ")
    }
}

fn rejection(checked: &Checked) -> Option<&Rejection> {
    match checked {
        Checked::Rejected(rejection) => Some(rejection),
        _ => None,
    }
}

/// A headline in which every quoted piece of the program is `_`.
fn without_names(message: &str) -> String {
    let parts = message.split('`').enumerate();
    parts.map(|(n, part)| if n % 2 == 0 { part } else { "_" }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rejected(message: &str) -> Checked {
        let codes = vec!["E0277".to_owned()];
        Checked::Rejected(Rejection { codes, stage: RejectionStage::Types, message: message.to_owned() })
    }

    fn origin(premise: Option<&str>) -> Origin {
        Origin { set: "g2".to_owned(), premise: premise.map(str::to_owned), rules: Vec::new() }
    }

    #[test]
    fn programs_with_other_names_have_one_cause() {
        let key =
            |message| Cause::of(&origin(None), Fate::Accepted, &rejected(message)).map(|cause| cause.key());
        assert_eq!(
            key("the trait bound `A: B` is not satisfied"),
            key("the trait bound `C: D` is not satisfied")
        );
        let told = "rejected-valid-program | g2 | types | E0277 | the trait bound _ is not satisfied";
        assert_eq!(key("the trait bound `A: B` is not satisfied").as_deref(), Some(told));
    }

    #[test]
    fn what_is_accepted_is_told_apart_by_the_premise() {
        let cause = Cause::of(&origin(Some("call/bound")), Fate::Rejected, &Checked::Accepted);
        let told = "accepted-invalid-program | g2 | call/bound";
        assert_eq!(cause.map(|cause| cause.key()).as_deref(), Some(told));
    }

    #[test]
    fn what_is_as_expected_has_no_cause() {
        assert_eq!(Cause::of(&origin(None), Fate::Accepted, &Checked::Accepted), None);
        assert_eq!(Cause::of(&origin(None), Fate::Rejected, &rejected("")), None);
        assert_eq!(Cause::of_class(&origin(None), &[rejected("a"), rejected("b")]), None);
    }

    #[test]
    fn a_class_that_is_split_has_a_cause() {
        let cause = Cause::of_class(&origin(None), &[Checked::Accepted, rejected("no `x`")]);
        let told = "settings-disagree | g2 | types | E0277 | no _";
        assert_eq!(cause.map(|cause| cause.key()).as_deref(), Some(told));
    }
}
