//! What most oracles have in common: they try a program with a backend, and with another one where no machine knows what is right.

use crate::specimen::Specimen;
use crate::{Confirmation, Judgement, NOT_REPRODUCED, Oracle, Shown};
use rustassay_judge::answer::{Answer, ProgramEnd};
use rustassay_judge::backend::Backend;
use rustassay_judge::batch::try_batch;
use rustassay_judge::case::{Case, CaseSource, Expectation};
use rustassay_judge::engine::{Engine, Outcome, Trial};
use rustassay_judge::verdict::{self, Fault, Suspicion, Verdict, judge, suspicion, suspicions};
use rustassay_outcome::{Compiled, RustcDiagnostic};

/// An oracle that tries programs with backends.
pub trait ByTrials: Sync {
    /// What programs are tried with, for a backend: the same with more flags, for some. `None` if its compiler cannot be asked that.
    fn under_test(&self, backend: &Backend) -> Option<Backend> {
        Some(backend.clone())
    }

    /// Whether this can be held against a compiler.
    fn counts(&self, _fault: Fault) -> bool {
        true
    }

    /// The backend whose word is taken for what a program must do, where no machine knows; of a program that is only checked, whether it is accepted.
    fn reference(&self, _backend: &Backend) -> Option<Backend> {
        None
    }

    /// What is wrong with the errors that a backend rejects a program with, where nothing else is. `answer` is what the program must do.
    fn wrong_errors(
        &self,
        _specimen: &Specimen,
        _backend: &Backend,
        _answer: &Answer,
        _errors: &[RustcDiagnostic],
    ) -> Option<Suspicion> {
        None
    }

    /// Why what seems wrong is not news: a known disagreement between our rules, or an unfinished part of a compiler, and Rust as it is.
    fn known(&self, _engine: &Engine, _specimen: &Specimen, _backend: &Backend) -> Option<String> {
        None
    }

    /// Whether what is known of a program holds for its parts as well.
    fn judges_parts(&self) -> bool {
        true
    }
}

impl<T: ByTrials> Oracle for T {
    fn judge(&self, engine: &Engine, specimens: &[&Specimen], backend: &Backend) -> Vec<Judgement> {
        let Some(backend) = &self.under_test(backend) else {
            return specimens.iter().map(|_| Judgement::NotApplicable).collect();
        };
        let answers = answers(self, engine, specimens, backend);
        // A program that does not do the same each time, or panics, is not for compilers: that is our own bug.
        let is_sound = |answer: &Answer| matches!(answer, Answer::Must(_) | Answer::Unknown(_));
        let sound: Vec<usize> = (0..specimens.len()).filter(|&at| is_sound(&answers[at])).collect();
        let cases: Vec<&Case> = sound.iter().map(|&at| &specimens[at].case).collect();
        let sound_answers: Vec<&Answer> = sound.iter().map(|&at| &answers[at]).collect();
        let trials = try_batch(engine, &cases, backend, &sound_answers);
        let reference = Reference::of(self, engine, backend, &cases, &sound_answers);
        let mut judgements: Vec<Judgement> =
            specimens.iter().map(|_| Judgement::Wrong(broken_promise())).collect();
        for (n, mut trial) in trials.into_iter().enumerate() {
            let (specimen, case, answer) = (specimens[sound[n]], cases[n], sound_answers[n]);
            let mut suspicion = match &reference {
                Some(reference) => reference.suspicion(n, case, backend, answer, &trial),
                None => suspicion(case, backend, answer, &trial),
            };
            if suspicion.is_none() && wrong_errors(self, specimen, backend, answer, &trial).is_some() {
                // Among others a program may have other errors than alone.
                trial = engine.try_case(case, backend, answer);
                suspicion = verdict::suspicion(case, backend, answer, &trial)
                    .or_else(|| wrong_errors(self, specimen, backend, answer, &trial));
            }
            let suspicion = suspicion.filter(|found| self.counts(found.fault));
            // What is known is nobody's news, however often it comes.
            let is_known = suspicion.is_some() && self.known(engine, specimen, backend).is_some();
            judgements[sound[n]] = match (&trial.outcome, suspicion) {
                (_, Some(_)) if is_known => Judgement::Known,
                (_, Some(found)) => Judgement::Wrong(found),
                (Outcome::Observed(_), None) => Judgement::Right,
                (Outcome::NotBuilt(Compiled::Rejected(_)), None) if case.expectation.is_only_checked() => {
                    Judgement::Rejected
                }
                (Outcome::Accepted, None) => Judgement::Right,
                (Outcome::Failed(why), None) => Judgement::Failed(why.clone()),
                _ => Judgement::NotApplicable,
            };
        }
        judgements
    }

    fn confirm(&self, engine: &Engine, specimen: &Specimen, backend: &Backend) -> Confirmation {
        let Some(backend) = &self.under_test(backend) else {
            return Confirmation::Dismissed("its compiler does not take the flags".to_owned());
        };
        let judged = Judged::new(self, engine, &specimen.case, backend);
        let finding = judged.findings().find(|finding| self.counts(finding.fault)).cloned();
        let Some(finding) = finding.or_else(|| judged.wrong_errors(self, engine, specimen)) else {
            return Confirmation::Dismissed(why_dismissed(judged.trial()));
        };
        if let Some(why) = self.known(engine, specimen, backend) {
            return Confirmation::Dismissed(format!("it is known: {why}"));
        }
        let text = specimen.case.file_for(backend.custom_mir()).unwrap_or_default();
        Confirmation::Shown(Shown::new(finding, text, Some(judged)))
    }

    fn judge_part(&self, engine: &Engine, part: &Case, backend: &Backend) -> Option<Judged> {
        let backend = self.under_test(backend).filter(|_| self.judges_parts())?;
        Some(Judged::new(self, engine, part, &backend))
    }
}

/// What is wrong with the errors of a trial, if it was a rejection.
fn wrong_errors(
    oracle: &impl ByTrials,
    specimen: &Specimen,
    backend: &Backend,
    answer: &Answer,
    trial: &Trial,
) -> Option<Suspicion> {
    match &trial.outcome {
        Outcome::NotBuilt(Compiled::Rejected(errors)) => {
            oracle.wrong_errors(specimen, backend, answer, errors)
        }
        _ => None,
    }
}

/// What programs must do: by the machine, or by the word of another backend.
fn answers(
    oracle: &impl ByTrials,
    engine: &Engine,
    specimens: &[&Specimen],
    backend: &Backend,
) -> Vec<Answer> {
    let mut answers: Vec<Answer> = specimens.iter().map(|specimen| specimen.answer.clone()).collect();
    let Some(reference) = oracle.reference(backend) else { return answers };
    let is_open = |at: &usize| {
        let specimen = specimens[*at];
        !specimen.case.expectation.is_only_checked() && matches!(specimen.answer, Answer::Unknown(_))
    };
    let open: Vec<usize> = (0..specimens.len()).filter(is_open).collect();
    let cases: Vec<&Case> = open.iter().map(|&at| &specimens[at].case).collect();
    let unknown: Vec<&Answer> = open.iter().map(|&at| &specimens[at].answer).collect();
    let trials = try_batch(engine, &cases, &reference, &unknown);
    for (at, trial) in open.into_iter().zip(trials) {
        if let Some(word) = word_of(&trial.outcome) {
            answers[at] = word;
        }
    }
    answers
}

/// What a program must do that did this with the backend whose word is taken. Generated programs end well, or else they are not what was promised.
fn word_of(outcome: &Outcome) -> Option<Answer> {
    match outcome {
        Outcome::Observed(seen) if seen.end == ProgramEnd::Code(0) => Some(Answer::Must(seen.clone())),
        Outcome::Observed(_) => Some(Answer::NotDeterministic),
        _ => None,
    }
}

/// A program that is not what its generator promised.
fn broken_promise() -> Suspicion {
    Suspicion {
        fault: Fault::NondeterministicTestCase,
        backends: vec![0],
        signature: "generator".to_owned(),
        summary: "the program does not do what its generator promised: this is a bug of Rustassay".to_owned(),
    }
}

/// What another setting of the compiler makes of programs of which nobody knows whether they are to be accepted.
struct Reference {
    backend: Backend,
    trials: Vec<Trial>,
}

impl Reference {
    fn of(
        oracle: &impl ByTrials,
        engine: &Engine,
        backend: &Backend,
        cases: &[&Case],
        answers: &[&Answer],
    ) -> Option<Reference> {
        let is_open = cases.iter().any(|case| case.expectation == Expectation::Either);
        let reference = oracle.reference(backend).filter(|_| is_open)?;
        let trials = try_batch(engine, cases, &reference, answers);
        Some(Reference { backend: reference, trials })
    }

    /// What the backend seems to do wrong with the program at a place.
    fn suspicion(
        &self,
        at: usize,
        case: &Case,
        backend: &Backend,
        answer: &Answer,
        trial: &Trial,
    ) -> Option<Suspicion> {
        let backends = [self.backend.clone(), backend.clone()];
        let trials = [self.trials[at].clone(), trial.clone()];
        let found = suspicions(case, &backends, answer, &trials);
        found.into_iter().find(|finding| finding.backends.contains(&1))
    }
}

/// What a backend does with a program, beside the backend whose word is taken where no machine knows what is right.
pub struct Judged {
    /// The one that is judged is the last.
    pub backends: Vec<Backend>,
    #[allow(missing_docs)]
    pub verdict: Verdict,
    /// What the program must do.
    pub answer: Answer,
}

impl Judged {
    fn new(oracle: &impl ByTrials, engine: &Engine, case: &Case, backend: &Backend) -> Judged {
        let is_known = matches!(case.source, CaseSource::Mir(_));
        let reference = oracle.reference(backend).filter(|_| !is_known);
        let backends: Vec<Backend> = reference.into_iter().chain([backend.clone()]).collect();
        let verdict = judge(engine, case, &backends, 1);
        let word = verdict.trials.first().and_then(|trial| word_of(&trial.outcome));
        let answer = match (&verdict.answer, word) {
            (Answer::Unknown(_), Some(word)) if backends.len() > 1 => word,
            (answer, _) => answer.clone(),
        };
        Judged { backends, verdict, answer }
    }

    /// What is wrong with the backend, or with the program.
    fn findings(&self) -> impl Iterator<Item = &verdict::Suspicion> {
        let last = self.backends.len() - 1;
        let is_its = move |finding: &&verdict::Suspicion| {
            finding.backends.contains(&last) || finding.fault.is_of_the_test_case()
        };
        self.verdict.findings.iter().filter(is_its)
    }

    /// What is wrong with the errors of the backend, if they are the same a second time.
    fn wrong_errors(
        &self,
        oracle: &impl ByTrials,
        engine: &Engine,
        specimen: &Specimen,
    ) -> Option<verdict::Suspicion> {
        let backend = self.backend()?;
        // Whether a compiler should have built it is for its other setting to say: the machine has only asked a front end.
        let unbuilt = Answer::Unknown("the other setting does not build it".to_owned());
        let is_built = self.backends.len() < 2
            || matches!(self.verdict.trials.first().map(|trial| &trial.outcome), Some(Outcome::Observed(_)));
        let answer = if is_built { &self.answer } else { &unbuilt };
        let found = wrong_errors(oracle, specimen, backend, answer, self.trial()?)?;
        let again = engine.try_plainly(&specimen.case, backend, answer);
        let again = wrong_errors(oracle, specimen, backend, answer, &again)?;
        ((found.fault, &found.signature) == (again.fault, &again.signature)).then_some(found)
    }

    /// The one that is judged.
    pub fn backend(&self) -> Option<&Backend> {
        self.backends.last()
    }

    /// What the backend did.
    pub fn trial(&self) -> Option<&Trial> {
        self.verdict.trials.get(self.backends.len() - 1)
    }
}

fn why_dismissed(trial: Option<&Trial>) -> String {
    match trial.map(|trial| &trial.outcome) {
        Some(Outcome::Failed(why)) => format!("it could not be tried again: {why}"),
        _ => NOT_REPRODUCED.to_owned(),
    }
}
