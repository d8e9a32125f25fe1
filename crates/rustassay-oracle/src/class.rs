//! A compiler accepts all programs of a class of equivalents, or it rejects all of them; and it does what the rules say that they were derived with.

use crate::fate::Fate;
use crate::opinion::{known_cause, known_disagreement};
use crate::specimen::Specimen;
use crate::{Confirmation, Judged, Judgement, NOT_REPRODUCED, Oracle, OracleName, Shown};
use rustassay_judge::backend::Backend;
use rustassay_judge::case::{Case, Expectation};
use rustassay_judge::checking::{Checked, DisagreementCause, Setting, check_alone, check_many};
use rustassay_judge::engine::Engine;
use rustassay_judge::verdict::{Fault, Suspicion};
use rustassay_judge::words;
use rustassay_lang::Edition;
use rustassay_outcome::Compiled;

/// Programs that must share one fate.
pub struct Class;

/// What a compiler makes of the programs of a class, which is the order of [`members`].
enum ClassFate {
    /// It does what the rules say.
    Right,
    /// It rejects all of them, as the rules do.
    Rejected,
    /// It accepts the program at one place and rejects the one at another.
    Split { accepted: usize, rejected: usize },
    /// It does something wrong with the program at a place, whatever it does with the others.
    Wrong(usize),
    /// Nothing can be said: why.
    Failed(String),
}

/// All programs of a class. The specimen's own is the last.
fn members(specimen: &Specimen) -> impl Iterator<Item = &Case> + Clone {
    specimen.class.iter().chain([&specimen.case])
}

fn fate_of(specimen: &Specimen, checked: &[Checked]) -> ClassFate {
    let place = |is_it: fn(&Checked) -> bool| checked.iter().position(is_it);
    if let Some(why) = checked.iter().find_map(|checked| match checked {
        Checked::Failed(why) => Some(why.clone()),
        _ => None,
    }) {
        return ClassFate::Failed(why);
    }
    if let Some(broken) = place(|checked| matches!(checked, Checked::Crashed { .. } | Checked::Hung)) {
        return ClassFate::Wrong(broken);
    }
    let is_to_be_rejected = specimen.case.expectation == Expectation::Rejected;
    let accepted = place(|checked| matches!(checked, Checked::Accepted));
    let rejected = place(|checked| matches!(checked, Checked::Rejected(_)));
    match (accepted, rejected) {
        (Some(accepted), Some(rejected)) => ClassFate::Split { accepted, rejected },
        (Some(_), None) if is_to_be_rejected => ClassFate::Wrong(checked.len() - 1),
        (None, Some(_)) if !is_to_be_rejected => ClassFate::Wrong(checked.len() - 1),
        (None, Some(_)) => ClassFate::Rejected,
        (_, None) => ClassFate::Right,
    }
}

/// The programs of a class, each alone.
fn check_each(engine: &Engine, specimen: &Specimen, setting: &Setting) -> Vec<Checked> {
    let text = |case: &Case| case.rust_text().map(str::to_owned).unwrap_or_default();
    members(specimen).map(|case| check_alone(engine, &text(case), setting)).collect()
}

/// What is wrong if a compiler rejects one program of a class like this and accepts another.
fn finding(specimen: &Specimen, rejected: &Checked) -> Suspicion {
    let errors = match rejected {
        Checked::Rejected(rejection) => rejection.errors(),
        _ => Vec::new(),
    };
    let is = if specimen.case.expectation == Expectation::Rejected { "invalid" } else { "valid" };
    let rejected = Compiled::Rejected(errors);
    Suspicion {
        fault: Fault::EquivalentsDiffer,
        backends: vec![0],
        signature: rejected.signature().map_or_else(String::new, |signature| signature.to_string()),
        summary: format!(
            "of two equivalent programs, which are both {is}, the compiler accepts one; of the other, it {}",
            words::of_compiler(&rejected)
        ),
    }
}

/// Why it is no news that a compiler is of two minds about a class: it is known of the class, or of one of its programs.
fn known(engine: &Engine, specimen: &Specimen, checked: &[Checked], backend: &Backend) -> Option<String> {
    let origin = specimen.origin.clone().unwrap_or_default();
    let of_class = DisagreementCause::of_class(&origin, checked).and_then(|cause| known_cause(&cause));
    of_class.or_else(|| {
        members(specimen).find_map(|case| {
            let program = (case.rust_text()?, case.edition());
            known_disagreement(engine, program, &origin, Some(Fate::expected(specimen)), backend)
        })
    })
}

/// One program of a class, to be judged by itself.
fn alone(specimen: &Specimen, place: usize) -> Specimen {
    let case = members(specimen).nth(place).unwrap_or(&specimen.case).clone();
    Specimen { case, class: Vec::new(), oracle: OracleName::Fate, ..specimen.clone() }
}

/// Judges a class by what each of its programs is alone.
fn judge_alone(engine: &Engine, specimen: &Specimen, backend: &Backend, setting: &Setting) -> Judgement {
    let checked = check_each(engine, specimen, setting);
    match fate_of(specimen, &checked) {
        ClassFate::Right => Judgement::Right,
        ClassFate::Rejected => Judgement::Rejected,
        ClassFate::Failed(why) => Judgement::Failed(why),
        ClassFate::Wrong(place) => {
            let judged = Fate.judge(engine, &[&alone(specimen, place)], backend).pop();
            judged.unwrap_or(Judgement::NotApplicable)
        }
        ClassFate::Split { rejected, .. } => match known(engine, specimen, &checked, backend) {
            Some(_) => Judgement::Known,
            None => Judgement::Wrong(finding(specimen, &checked[rejected])),
        },
    }
}

impl Oracle for Class {
    fn judge(&self, engine: &Engine, specimens: &[&Specimen], backend: &Backend) -> Vec<Judgement> {
        let mut judgements: Vec<Judgement> =
            specimens.iter().map(|_| Judgement::Failed("there is no compiler".to_owned())).collect();
        for edition in Edition::ALL {
            let Some(setting) = &Setting::of(backend, edition) else { continue };
            let is_of = |at: &usize| specimens[*at].case.edition() == edition;
            let places: Vec<usize> = (0..specimens.len()).filter(is_of).collect();
            let programs = places.iter().flat_map(|&at| members(specimens[at]));
            let texts: Vec<&str> = programs.map(|case| case.rust_text().unwrap_or_default()).collect();
            let mut checked = check_many(engine, &texts, setting).into_iter();
            for at in places {
                let specimen = specimens[at];
                let together: Vec<Checked> = checked.by_ref().take(members(specimen).count()).collect();
                judgements[at] = match fate_of(specimen, &together) {
                    ClassFate::Right => Judgement::Right,
                    ClassFate::Rejected => Judgement::Rejected,
                    ClassFate::Failed(why) => Judgement::Failed(why),
                    // Among others a program may be seen otherwise than alone.
                    ClassFate::Wrong(_) | ClassFate::Split { .. } => {
                        judge_alone(engine, specimen, backend, setting)
                    }
                };
            }
        }
        judgements
    }

    fn confirm(&self, engine: &Engine, specimen: &Specimen, backend: &Backend) -> Confirmation {
        let Some(setting) = &Setting::of(backend, specimen.case.edition()) else {
            return Confirmation::Dismissed("there is no compiler".to_owned());
        };
        let [checked, again] = [(); 2].map(|()| check_each(engine, specimen, setting));
        match (fate_of(specimen, &checked), fate_of(specimen, &again)) {
            (ClassFate::Wrong(place), _) => Fate.confirm(engine, &alone(specimen, place), backend),
            (ClassFate::Split { accepted, rejected }, ClassFate::Split { .. }) if checked == again => {
                if let Some(why) = known(engine, specimen, &checked, backend) {
                    return Confirmation::Dismissed(format!("it is known: {why}"));
                }
                let text = |place: usize| {
                    let case = members(specimen).nth(place).unwrap_or(&specimen.case);
                    case.file_for(backend.custom_mir()).unwrap_or_default()
                };
                let mut shown = Shown::new(finding(specimen, &checked[rejected]), text(rejected), None);
                shown.beside = Some(("equivalent.rs", text(accepted)));
                Confirmation::Shown(shown)
            }
            (ClassFate::Failed(why), _) | (_, ClassFate::Failed(why)) => {
                Confirmation::Dismissed(format!("it could not be tried again: {why}"))
            }
            _ => Confirmation::Dismissed(NOT_REPRODUCED.to_owned()),
        }
    }

    /// A part of a program is not equivalent to a part of another.
    fn judge_part(&self, _: &Engine, _: &Case, _: &Backend) -> Option<Judged> {
        None
    }
}
