//! A macro by example and a procedural macro that are written alike expand alike. Nobody knows what a compiler must make of them, but it must make the
//! same of both. A pair is several crates, so it is not tried as other programs are.
//!
//! The specimen's text is the file that the pair is made of; the pair follows from the file, the kind of what is taken out (the profile) and the seed.

use crate::specimen::Specimen;
use crate::{Confirmation, Judged, Judgement, NOT_REPRODUCED, Oracle, Shown};
use rustassay_judge::backend::Backend;
use rustassay_judge::case::Case;
use rustassay_judge::engine::Engine;
use rustassay_judge::verdict::{Fault, Suspicion};
use rustassay_twins::compile::{Bench, Call, CallFate, function_name, user_crate};
use rustassay_twins::kind::TwinKind;
use rustassay_twins::plan::{File, Planned, TwinOptions, plan};
use rustassay_twins::run::{TwinDifference, run};
use rustassay_twins::source::MacroFile;
use rustassay_twins::write::{Matcher, by_example, macro_name};

/// Pairs of macros.
pub struct Twins;

/// So many arguments are tried, besides that of the function itself: as many as `rustassay twins` tries.
const INPUTS: usize = 8;

/// The pair of a file, for a kind and a seed, if the file has a part of that kind.
pub fn pair_of(file: &File, kind: &str, seed: u64) -> Option<Planned> {
    let options = TwinOptions { seed, pairs: 1, inputs: INPUTS, kind: TwinKind::from_name(kind) };
    plan(std::slice::from_ref(file), &options).pop()
}

/// The files of specimens, each once, and the pair of each specimen.
struct Pairs {
    files: Vec<File>,
    planned: Vec<Planned>,
}

impl Pairs {
    fn of(specimens: &[&Specimen]) -> Pairs {
        let mut pairs = Pairs { files: Vec::new(), planned: Vec::new() };
        for (number, specimen) in specimens.iter().enumerate() {
            let Some(at) = pairs.file_of(specimen) else { continue };
            let planned = pair_of(&pairs.files[at], &specimen.profile, specimen.seed);
            pairs.planned.extend(planned.map(|planned| Planned { number, file: at, ..planned }));
        }
        pairs
    }

    fn file_of(&mut self, specimen: &Specimen) -> Option<usize> {
        let text = specimen.case.rust_text()?;
        let known = self.files.iter().position(|file| file.source.text == text);
        if known.is_some() {
            return known;
        }
        let edition = specimen.case.edition().name().to_owned();
        let (name, flags) = (specimen.case.name.clone(), specimen.case.flags.clone());
        let source = MacroFile { name, text: text.to_owned(), edition, flags };
        self.files.push(File::new(source).ok()?);
        Some(self.files.len() - 1)
    }

    /// The program that calls the macro by example of a specimen, for people.
    fn text(&self, number: usize) -> Option<String> {
        let planned = self.planned.iter().find(|planned| planned.number == number)?;
        let file = &self.files[planned.file];
        let name = macro_name(planned.number);
        let header = by_example(&planned.pair, &name, Matcher::Fragment);
        let call = |(id, argument): (usize, &String)| {
            let text = planned.pair.invocation(&name, &function_name(id), argument);
            Call { id, function: planned.function, text }
        };
        let calls: Vec<Call> = planned.inputs.iter().enumerate().map(call).collect();
        Some(user_crate(&file.source, &file.parsed, &header, &calls).0)
    }

    fn judge(&self, engine: &Engine, count: usize, backend: &Backend) -> Vec<Judgement> {
        let failed = |why: String| (0..count).map(|_| Judgement::Failed(why.clone())).collect();
        let Some(toolchain) = &backend.toolchain else { return failed("there is no compiler".to_owned()) };
        let bench = match Bench::new(toolchain) {
            Ok(bench) => bench.cancelled_by(engine.cancellation().clone()),
            Err(why) => return failed(why),
        };
        let report = run(&bench, None, &self.files, &self.planned, 1);
        engine.charge(bench.spent());
        let judgements = (0..count).map(|number| {
            let file =
                self.planned.iter().find(|planned| planned.number == number).map(|planned| planned.file);
            let Some(file) = file else { return Judgement::NotApplicable };
            let start = format!("{}: ", self.files[file].source.name);
            let wrong = report.findings().find(|difference| difference.pair == number);
            let is_tried = report.counts.values().any(|counts| counts.expansions > 0);
            match wrong {
                Some(difference) => Judgement::Wrong(finding(difference)),
                None if report.invalid.iter().any(|(pair, _)| *pair == number) => Judgement::NotApplicable,
                None if is_tried => Judgement::Right,
                None => {
                    let note = report.notes.iter().find(|note| note.starts_with(&start));
                    Judgement::Failed(note.cloned().unwrap_or_default())
                }
            }
        });
        judgements.collect()
    }
}

impl Oracle for Twins {
    fn judge(&self, engine: &Engine, specimens: &[&Specimen], backend: &Backend) -> Vec<Judgement> {
        Pairs::of(specimens).judge(engine, specimens.len(), backend)
    }

    fn confirm(&self, engine: &Engine, specimen: &Specimen, backend: &Backend) -> Confirmation {
        let pairs = Pairs::of(&[specimen]);
        match pairs.judge(engine, 1, backend).pop() {
            Some(Judgement::Wrong(finding)) => {
                let text = pairs.text(0).unwrap_or_default();
                Confirmation::Shown(Shown::new(finding, text, None))
            }
            Some(Judgement::Failed(why)) => {
                Confirmation::Dismissed(format!("it could not be tried again: {why}"))
            }
            _ => Confirmation::Dismissed(NOT_REPRODUCED.to_owned()),
        }
    }

    fn judge_part(&self, _: &Engine, _: &Case, _: &Backend) -> Option<Judged> {
        None
    }
}

/// A difference that nothing explains, as a finding of the compiler.
fn finding(difference: &TwinDifference) -> Suspicion {
    let TwinDifference { kind, what, twin, argument, function, file, .. } = difference;
    let crash = [&difference.by_example, &difference.procedural].into_iter().find_map(|state| match state {
        CallFate::Crashed(signature) => Some(signature.clone()),
        _ => None,
    });
    let place = format!("{} `{argument}` in `{function}` of {file}", kind.name());
    let backends = vec![0];
    match crash {
        Some(signature) => {
            let summary = format!("the compiler breaks when it expands a macro with {place}");
            Suspicion { fault: Fault::CompilerCrash, backends, signature, summary }
        }
        None => {
            let signature = format!("{} | {what} | {}", kind.name(), twin.name());
            let summary = format!(
                "a macro by example and its procedural twin ({}) do not give the same {what} with {place}",
                twin.name()
            );
            Suspicion { fault: Fault::TwinsDiffer, backends, signature, summary }
        }
    }
}
