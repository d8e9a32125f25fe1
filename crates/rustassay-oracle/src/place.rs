//! Every error says where it is. Mutants are seldom rejected, so the oracle `fate`, whose programs often are, holds compilers to this as well.

use crate::specimen::Specimen;
use crate::{Confirmation, Judged, Judgement, NOT_REPRODUCED, Oracle, Shown};
use rustassay_judge::answer::Answer;
use rustassay_judge::backend::Backend;
use rustassay_judge::case::Case;
use rustassay_judge::engine::{Engine, Outcome, Trial};
use rustassay_judge::verdict::{Fault, Suspicion, Verdict, suspicion};
use rustassay_outcome::{Compiled, RustcDiagnostic};

/// Programs whose errors have a place.
pub struct Place;

/// The first error that has no place, if there is one.
pub fn error_without_place(compiled: &Compiled) -> Option<&RustcDiagnostic> {
    let Compiled::Rejected(errors) = compiled else { return None };
    // A crate without `main`, and one in an edition that the compiler does not know, have no place to point to.
    let is_of_crate = |error: &RustcDiagnostic| {
        error.code.as_deref() == Some("E0601") || error.message.starts_with("the crate requires edition")
    };
    errors.iter().find(|error| error.span.is_none() && !is_of_crate(error))
}

/// What errors of one cause have in common.
fn signature(error: &RustcDiagnostic) -> String {
    let alone = Compiled::Rejected(vec![error.clone()]).signature();
    alone.map_or_else(String::new, |signature| signature.to_string())
}

/// What is wrong with errors of which one has no place.
pub fn without_place(errors: &Compiled) -> Option<Suspicion> {
    error_without_place(errors).map(|error| Suspicion {
        fault: Fault::ErrorWithoutPlace,
        backends: vec![0],
        signature: signature(error),
        summary: format!("the compiler rejects the program and does not say where: {}", error.message),
    })
}

/// What a compiler does with a program as far as its MIR, and what is wrong with that.
fn look(engine: &Engine, case: &Case, backend: &Backend) -> (Trial, Option<Suspicion>) {
    let answer = Answer::Unknown("it is checked and not run".to_owned());
    let trial = engine.try_case(case, backend, &answer);
    let placeless = match &trial.outcome {
        Outcome::NotBuilt(compiled) => without_place(compiled),
        _ => None,
    };
    let found = suspicion(case, backend, &answer, &trial).or(placeless);
    (trial, found)
}

fn under_test(backend: &Backend) -> Backend {
    backend.with_flags("mir", &["--emit=mir"])
}

impl Oracle for Place {
    fn judge(&self, engine: &Engine, specimens: &[&Specimen], backend: &Backend) -> Vec<Judgement> {
        let backend = under_test(backend);
        let judgements = specimens.iter().map(|specimen| match look(engine, &specimen.case, &backend) {
            (_, Some(found)) => Judgement::Wrong(found),
            (trial, None) => match trial.outcome {
                Outcome::Accepted => Judgement::Right,
                Outcome::NotBuilt(Compiled::Rejected(_)) => Judgement::Rejected,
                Outcome::Failed(why) => Judgement::Failed(why),
                _ => Judgement::NotApplicable,
            },
        });
        judgements.collect()
    }

    fn confirm(&self, engine: &Engine, specimen: &Specimen, backend: &Backend) -> Confirmation {
        let (backend, case) = (under_test(backend), &specimen.case);
        let [(trial, found), (_, again)] = [(); 2].map(|()| look(engine, case, &backend));
        let Some((finding, again)) = found.zip(again) else {
            return Confirmation::Dismissed(NOT_REPRODUCED.to_owned());
        };
        if (finding.fault, &finding.signature) != (again.fault, &again.signature) {
            return Confirmation::Dismissed(NOT_REPRODUCED.to_owned());
        }
        let text = case.file_for(backend.custom_mir()).unwrap_or_default();
        let answer = Answer::Unknown("it is checked and not run".to_owned());
        let verdict = Verdict {
            expectation: case.expectation,
            answer: answer.clone(),
            trials: vec![trial],
            findings: vec![finding.clone()],
        };
        let judged = Some(Judged { backends: vec![backend], verdict, answer });
        Confirmation::Shown(Shown::new(finding, text, judged))
    }

    /// A part of a program that is wrong has other errors.
    fn judge_part(&self, _: &Engine, _: &Case, _: &Backend) -> Option<Judged> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustassay_outcome::{Level, RustcSpan};

    fn error(message: &str, span: Option<RustcSpan>) -> Compiled {
        let (message, rendered) = (message.to_owned(), String::new());
        Compiled::Rejected(vec![RustcDiagnostic { level: Level::Error, code: None, message, span, rendered }])
    }

    #[test]
    fn an_error_without_a_place_is_wrong_and_one_with_a_place_is_not() {
        let place = RustcSpan { file: "case.rs".to_owned(), line: 1, column: 1 };
        assert!(error_without_place(&error("something", None)).is_some());
        assert_eq!(error_without_place(&error("something", Some(place))), None);
        assert_eq!(error_without_place(&Compiled::Built), None);
    }

    #[test]
    fn errors_without_a_place_are_one_finding_whatever_they_name() {
        let of = |name: &str| {
            let message = format!("reached the recursion limit finding the struct tail for `{name}`");
            error_without_place(&error(&message, None)).map(signature)
        };
        assert!(of("S").is_some());
        assert_eq!(of("S"), of("Bar<'_>"));
    }
}
