//! What findings of one cause have in common.

use super::{CheckFate, CheckRejection, Checked, Difference, Setting};
use crate::verdict::Fault;
use rustassay_outcome::{RejectionStage, RustcDiagnostic};

/// What a generator says of a program, for its findings to be told apart by cause and not by program.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The set of rules that it was derived with.
    pub set: String,
    /// The premise that was negated, `RULE/PREMISE`; nothing if none was.
    pub premise: Option<String>,
    /// The rules that it was derived with.
    pub rules: Vec<String>,
    /// The errors that the negated premise explains: their codes or, of an error without a code, its headline. Any error if there are none.
    pub codes: Vec<String>,
}

impl Origin {
    /// The first error of a rejected program, if the negated premise explains none of its errors. Beside one that it does explain, others follow from
    /// that one: a compiler may say what it likes there. Errors without a code do not count beside others, either: they are mostly notes on these.
    pub fn unexplained<'a>(&self, errors: &'a [RustcDiagnostic]) -> Option<&'a RustcDiagnostic> {
        let is_explained = |error: &RustcDiagnostic| match &error.code {
            Some(code) => self.codes.contains(code),
            None => self.codes.iter().any(|headline| error.message.contains(headline)),
        };
        let first = errors.iter().find(|error| error.code.is_some()).or(errors.first())?;
        let is_named = self.codes.is_empty() || errors.iter().any(is_explained);
        (!is_named).then_some(first)
    }
}

/// Why a compiler and our rules, or two settings of a compiler, are of different minds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DisagreementCause {
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

impl DisagreementCause {
    /// What is wrong with what a compiler thinks of a program that our rules accept or reject, and with the errors that it gives; `None` if nothing is.
    pub fn of(origin: &Origin, expected: CheckFate, checked: &Checked) -> Option<DisagreementCause> {
        let cause = |fault| DisagreementCause {
            fault,
            origin: origin.clone(),
            codes: Vec::new(),
            stage: None,
            words: String::new(),
            settings: Vec::new(),
        };
        match checked {
            Checked::Accepted if expected == CheckFate::Rejected => Some(cause(Fault::AcceptedInvalid)),
            Checked::Rejected(rejection) if expected == CheckFate::Accepted => {
                Some(cause(Fault::RejectedValid).said(rejection))
            }
            Checked::Rejected(rejection) if origin.unexplained(&rejection.errors()).is_some() => {
                Some(cause(Fault::UnexpectedError).said(rejection))
            }
            Checked::Crashed { signature, .. } => {
                Some(DisagreementCause { words: signature.clone(), ..cause(Fault::CompilerCrash) })
            }
            Checked::Hung => Some(cause(Fault::CompilerHang)),
            Checked::Accepted | Checked::Rejected(_) | Checked::Failed(_) => None,
        }
    }

    /// Why programs of one class, which must share one fate, do not.
    pub fn of_class(origin: &Origin, class: &[Checked]) -> Option<DisagreementCause> {
        let is_accepted = class.iter().any(|checked| matches!(checked, Checked::Accepted));
        let mut rejections = class.iter().filter_map(rejection);
        let first = rejections.next().filter(|_| is_accepted)?;
        Some(
            DisagreementCause::of(origin, CheckFate::Rejected, &Checked::Accepted)?
                .by(Fault::EquivalentsDiffer)
                .said(first),
        )
    }

    /// Why settings are not of one mind. Those that differ from the first are named.
    pub fn of_difference(
        origin: &Origin,
        settings: &[Setting],
        difference: &Difference,
    ) -> Option<DisagreementCause> {
        let plain = difference.checked.first()?.fate();
        let others = settings.iter().zip(&difference.checked).skip(1);
        let alone = others.filter(|(_, checked)| checked.fate().is_some() && checked.fate() != plain);
        let short = |setting: &Setting| setting.name.rsplit('/').next().unwrap_or_default().to_owned();
        let settings: Vec<String> = alone.map(|(setting, _)| short(setting)).collect();
        let broken = difference.checked.iter().find_map(|checked| match checked {
            Checked::Crashed { .. } | Checked::Hung => {
                DisagreementCause::of(origin, CheckFate::Accepted, checked)
            }
            _ => None,
        });
        if let Some(broken) = broken {
            return Some(DisagreementCause { settings, ..broken });
        }
        let first = difference.checked.iter().find_map(rejection)?;
        let cause = DisagreementCause::of(origin, CheckFate::Rejected, &Checked::Accepted)?;
        Some(DisagreementCause { settings, ..cause.by(Fault::Disagreement).said(first) })
    }

    fn by(self, fault: Fault) -> DisagreementCause {
        DisagreementCause { fault, ..self }
    }

    fn said(self, rejection: &CheckRejection) -> DisagreementCause {
        let words = without_names(&rejection.message);
        DisagreementCause { codes: rejection.codes.clone(), stage: Some(rejection.stage), words, ..self }
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

fn rejection(checked: &Checked) -> Option<&CheckRejection> {
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
        Checked::Rejected(CheckRejection { codes, stage: RejectionStage::Types, message: message.to_owned() })
    }

    fn origin(premise: Option<&str>) -> Origin {
        Origin { set: "g2".to_owned(), premise: premise.map(str::to_owned), ..Origin::default() }
    }

    #[test]
    fn programs_with_other_names_have_one_cause() {
        let key = |message| {
            DisagreementCause::of(&origin(None), CheckFate::Accepted, &rejected(message))
                .map(|cause| cause.key())
        };
        assert_eq!(
            key("the trait bound `A: B` is not satisfied"),
            key("the trait bound `C: D` is not satisfied")
        );
        let told = "rejected-valid-program | g2 | types | E0277 | the trait bound _ is not satisfied";
        assert_eq!(key("the trait bound `A: B` is not satisfied").as_deref(), Some(told));
    }

    #[test]
    fn what_is_accepted_is_told_apart_by_the_premise() {
        let cause =
            DisagreementCause::of(&origin(Some("call/bound")), CheckFate::Rejected, &Checked::Accepted);
        let told = "accepted-invalid-program | g2 | call/bound";
        assert_eq!(cause.map(|cause| cause.key()).as_deref(), Some(told));
    }

    #[test]
    fn what_is_as_expected_has_no_cause() {
        assert_eq!(DisagreementCause::of(&origin(None), CheckFate::Accepted, &Checked::Accepted), None);
        assert_eq!(DisagreementCause::of(&origin(None), CheckFate::Rejected, &rejected("")), None);
        assert_eq!(DisagreementCause::of_class(&origin(None), &[rejected("a"), rejected("b")]), None);
    }

    #[test]
    fn a_class_that_is_split_has_a_cause() {
        let cause = DisagreementCause::of_class(&origin(None), &[Checked::Accepted, rejected("no `x`")]);
        let told = "equivalents-differ | g2 | types | E0277 | no _";
        assert_eq!(cause.map(|cause| cause.key()).as_deref(), Some(told));
    }

    #[test]
    fn a_rejection_with_another_code_than_the_premise_names_has_a_cause() {
        let cause = |codes: &[&str]| {
            let codes = codes.iter().map(|&code| code.to_owned()).collect();
            DisagreementCause::of(
                &Origin { codes, ..origin(Some("call/bound")) },
                CheckFate::Rejected,
                &rejected("no `x`"),
            )
        };
        assert_eq!(cause(&["E0308", "E0277"]), None);
        let told = "unexpected-error | g2 | call/bound | types | E0277 | no _";
        assert_eq!(cause(&["E0308"]).map(|cause| cause.key()).as_deref(), Some(told));
        // A headline explains errors that have no code.
        assert_eq!(cause(&["no `x`"]).map(|cause| cause.fault), Some(Fault::UnexpectedError));
    }

    #[test]
    fn one_error_that_the_premise_names_explains_the_others() {
        let error = |code: Option<&str>, message: &str| RustcDiagnostic {
            level: rustassay_outcome::Level::Error,
            code: code.map(str::to_owned),
            message: message.to_owned(),
            span: None,
            rendered: String::new(),
        };
        let origin = Origin { codes: vec!["E0277".to_owned(), "live long".to_owned()], ..Origin::default() };
        let [coded, other] = ["E0277", "E0308"].map(|code| error(Some(code), "no"));
        let [bare, odd] = ["it may not live long enough", "odd"].map(|message| error(None, message));
        assert_eq!(origin.unexplained(std::slice::from_ref(&bare)), None);
        assert_eq!(origin.unexplained(std::slice::from_ref(&odd)), Some(&odd));
        assert_eq!(origin.unexplained(&[odd.clone(), coded.clone()]), None);
        assert_eq!(origin.unexplained(&[other.clone(), coded]), None);
        assert_eq!(origin.unexplained(&[odd, other.clone()]), Some(&other));
        assert_eq!(Origin::default().unexplained(&[other]), None);
    }
}
