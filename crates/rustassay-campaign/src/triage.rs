//! Is it true, and what is the cause?
//!
//! The oracle of a program that seemed wrong judges it again, alone: only what is reproduced is a finding. Then the guilty part of the compiler is looked
//! for, because that is what miscompilations of one cause have in common. The first program of each cause is reduced.

use crate::campaign::activities::UnderWay;
use crate::describe::{self, Localised};
use crate::event::Work;
use crate::locked;
use crate::lot::key_of;
use rustassay_bisect::{
    EFFORT, Guilty, Suspect, difference, is_well_without, localise, same_failure, survey,
};
use rustassay_finding::{Fault, Finding, Opinion, Reduction, Says};
use rustassay_judge::answer::{Answer, Observation};
use rustassay_judge::backend::{Backend, Executor};
use rustassay_judge::case::{Case, CaseSource};
use rustassay_judge::engine::{Engine, Outcome, Trial};
use rustassay_judge::miri;
use rustassay_judge::verdict;
use rustassay_judge::words;
use rustassay_lang::{Edition, Release};
use rustassay_mir::print::{Form, PrintOptions, print};
use rustassay_oracle::specimen::Specimen;
use rustassay_oracle::{Confirmation, Judged, OracleName, Shown, confirm};
use rustassay_reduce::{InSurface, Options, Progress, Subject, reduce, reduce_ir, reduce_source, size};
use rustassay_store::record::{NewFinding, Settled, Sighting, StoredFinding};
use rustassay_toolchain::Toolchain;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What is known to be wrong with passes, to know it again quickly: when one compiler gets every tenth program wrong for the same
/// reason, finding out the reason each time would leave no time for others.
#[derive(Default)]
pub struct Causes {
    known: Mutex<BTreeMap<String, KnownBug>>,
}

struct KnownBug {
    cause: String,
    /// The flags with which the guilty pass does not run.
    disabling: Vec<String>,
    /// How many sightings were held against it.
    compared: u32,
}

/// The eighth sighting, the 64th and so on that seem to have a known cause are still looked at in full: without the pass, another bug may not show either.
const STILL_IN_FULL: u32 = 8;

impl Causes {
    /// What is known of earlier findings.
    pub fn recall(&self, finding: &StoredFinding) {
        let Some(guilty) = &finding.known.guilty else { return };
        let Some(disabling) = guilty.disabling() else { return };
        let compared = u32::try_from(finding.times).unwrap_or(u32::MAX);
        let known = KnownBug { cause: guilty.cause(), disabling: disabling.to_vec(), compared };
        locked(&self.known).entry(finding.key.clone()).or_insert(known);
    }

    /// Learns of a cause that was found out in full.
    fn learn(&self, key: &str, guilty: &Guilty) {
        let Some(disabling) = guilty.disabling() else { return };
        let new = KnownBug { cause: guilty.cause(), disabling: disabling.to_vec(), compared: 0 };
        locked(&self.known).entry(key.to_owned()).or_insert(new);
    }

    /// The known causes to hold a sighting against, each with its key and the flags without its pass.
    fn to_compare(&self) -> Vec<(String, String, Vec<String>)> {
        let mut known = locked(&self.known);
        let mut chosen = Vec::new();
        for (key, known) in known.iter_mut() {
            known.compared = known.compared.saturating_add(1);
            if !is_power_of(STILL_IN_FULL, known.compared) {
                chosen.push((key.clone(), known.cause.clone(), known.disabling.clone()));
            }
        }
        chosen
    }
}

/// Whether a number is `base`, or its square and so on.
fn is_power_of(base: u32, number: u32) -> bool {
    number >= base && base.pow(number.ilog(base)) == number
}

/// Examines sightings with a backend, and all that this needs.
pub struct Triage<'a> {
    pub engine: &'a Engine,
    pub backend: &'a Backend,
    /// All compilers at hand.
    pub toolchains: &'a [Arc<Toolchain>],
    pub causes: &'a Causes,
    /// Set when there is no more time to make a program smaller.
    pub is_over: &'a Arc<AtomicBool>,
    /// Says what it is at.
    pub under_way: &'a UnderWay,
}

/// How long a program is made smaller, at most.
const REDUCING: Duration = Duration::from_secs(120);

/// How long the IR of a program is made smaller, at most, if another LLVM than the compiler's own gets it wrong.
const REDUCING_IR: Duration = Duration::from_secs(120);

impl Triage<'_> {
    /// What a sighting comes to, and the processor time of the compilers that it took.
    pub fn settle(&self, sighting: &Sighting) -> (Settled, Duration) {
        let engine = &self.engine.with_own_meter();
        let settled = settle(sighting, &Triage { engine, ..*self });
        (settled, engine.spent())
    }

    /// Reduces the program of a finding, and gives the processor time of the compilers that it took.
    pub fn reduce(&self, finding: &StoredFinding) -> (Option<Smaller>, Duration) {
        let engine = &self.engine.with_own_meter();
        let smaller = make_smaller(finding, &Triage { engine, ..*self });
        (smaller, engine.spent())
    }

    /// What Miri says of a smaller program, where that decides who is to blame.
    fn ask_miri(&self, fault: Fault, case: &Case, answer: &Answer) -> Option<Opinion> {
        let is_asked = fault == Fault::Miscompilation;
        is_asked.then(|| miri::ask(self.engine, case, answer, self.toolchains)).flatten()
    }
}

/// The program of a sighting, as the store has it; or why there is none.
fn specimen_of(sighting: &Sighting) -> Result<Specimen, String> {
    match &sighting.seen.program {
        Some(bytes) => Specimen::from_bytes(bytes),
        None => Err("the version of Rustassay that saw it did not keep its program".to_owned()),
    }
}

fn settle(sighting: &Sighting, triage: &Triage) -> Settled {
    let Triage { engine, backend, toolchains, causes, .. } = *triage;
    let specimen = match specimen_of(sighting) {
        Ok(specimen) => specimen,
        Err(why) => return Settled::Dismissed(why),
    };
    let Shown { finding, text, judged, is_of_seed, beside } = match confirm(engine, &specimen, backend) {
        Confirmation::Shown(shown) => *shown,
        Confirmation::Dismissed(why) => return Settled::Dismissed(why),
    };
    // An oracle may have told the compiler more than the backend does.
    let backend = judged.as_ref().and_then(Judged::backend).unwrap_or(backend);
    let triage = &Triage { backend, ..*triage };
    let trial = judged.as_ref().and_then(Judged::trial);
    let answer = judged.as_ref().map(|judged| &judged.answer);
    let miri = match (finding.fault, answer) {
        (Fault::Miscompilation, Some(answer)) => miri::ask(engine, &specimen.case, answer, toolchains),
        _ => None,
    };
    if let Some(blamed) = miri.as_ref().and_then(blames_program) {
        return blamed_on_program(blamed, &specimen, text, backend, trial, miri.as_ref());
    }
    let closer = describe::Evaluation {
        shown: &finding,
        backend,
        trial,
        miri: miri.as_ref(),
        generate: &specimen.command,
    };
    let localised = match (trial, answer) {
        (Some(trial), Some(answer)) if has_a_guilty_part(finding.fault, backend) => {
            let still_bad = same_failure(trial, answer);
            let suspect = Suspect { engine, case: &specimen.case, backend, answer, still_bad: &still_bad };
            triage.under_way.set(Work::Bisecting);
            let known = match finding.fault {
                Fault::Miscompilation => causes.to_compare(),
                _ => Vec::new(),
            };
            for (key, cause, disabling) in known {
                if is_well_without(&suspect, &disabling) == Some(true) {
                    let known = closer.describe(Some(cause), None);
                    return Settled::True(Box::new(NewFinding { key, known, artefacts: Vec::new() }));
                }
            }
            let guilty = localise(&suspect, EFFORT);
            let survey = survey(&suspect, &guilty.settings, toolchains);
            Some(Localised { guilty, survey })
        }
        _ => None,
    };
    let guilty = localised.as_ref().map(|localised| &localised.guilty);
    let cause = guilty.map(Guilty::cause).filter(|cause| cause != "unknown");
    let key = match finding.fault {
        Fault::Miscompilation => {
            // Without a cause, the backend is all that two findings can have in common.
            let cause = cause.clone().unwrap_or_else(|| format!("unknown | {}", backend.name));
            key_of(finding.fault, None, &cause)
        }
        fault => key_of(fault, specimen.about.as_deref(), &finding.signature),
    };
    if let Some(guilty) = guilty {
        causes.learn(&key, guilty);
    }
    let mut artefacts = vec![("program.rs".to_owned(), text.into_bytes())];
    artefacts.extend(beside.map(|(name, text)| (name.to_owned(), text.into_bytes())));
    if let Some(Answer::Must(expected)) = answer {
        artefacts.push(("expected.txt".to_owned(), shown(expected)));
    }
    if let Some(trial) = trial {
        artefacts.push(("actual.txt".to_owned(), what_happened(trial)));
    }
    if let Some(before) = specimen.before.as_ref().and_then(|before| before.rust_text()) {
        let is_compiled_before = specimen.oracle == OracleName::Incremental;
        let names = [("before.rs", is_compiled_before), ("seed.rs", is_of_seed)];
        let names = names.into_iter().filter(|(_, is_there)| *is_there);
        artefacts.extend(names.map(|(name, _)| (name.to_owned(), before.as_bytes().to_vec())));
    }
    artefacts.extend(guilty.into_iter().flat_map(|guilty| differences(triage, &specimen.case, guilty)));
    let known = closer.describe(cause, localised.as_ref());
    Settled::True(Box::new(NewFinding { key, known, artefacts }))
}

/// What Miri has against a program, if anything.
fn blames_program(opinion: &Opinion) -> Option<(Fault, String)> {
    match &opinion.says {
        Says::UndefinedBehavior(ub) => {
            Some((Fault::UbInTestCase, format!("{} finds Undefined Behavior: {ub}", opinion.version)))
        }
        Says::OtherOutput => Some((
            Fault::NondeterministicTestCase,
            format!("in {} the program does something else", opinion.version),
        )),
        Says::NoUndefinedBehavior | Says::CannotRun(_) => None,
    }
}

/// A finding that is no compiler's fault, by Miri's word.
fn blamed_on_program(
    (fault, summary): (Fault, String),
    specimen: &Specimen,
    text: String,
    backend: &Backend,
    trial: Option<&Trial>,
    miri: Option<&Opinion>,
) -> Settled {
    let shown = verdict::Suspicion { fault, backends: vec![0], signature: summary.clone(), summary };
    let closer = describe::Evaluation { shown: &shown, backend, trial, miri, generate: &specimen.command };
    Settled::True(Box::new(NewFinding {
        key: key_of(fault, None, &shown.signature),
        known: closer.describe(None, None),
        artefacts: vec![("program.rs".to_owned(), text.into_bytes())],
    }))
}

/// Whether a part of the compiler can be looked for: not where the test case is at fault, and not where the front end is of another opinion, which
/// has no passes.
fn has_a_guilty_part(fault: Fault, backend: &Backend) -> bool {
    let is_opinion = matches!(
        fault,
        Fault::RejectedValid
            | Fault::AcceptedInvalid
            | Fault::UnexpectedError
            | Fault::EquivalentsDiffer
            | Fault::Disagreement
            | Fault::ErrorWithoutPlace
    );
    let is_of_the_front_end = is_opinion && backend.kind == Executor::Checked;
    !fault.is_of_the_test_case() && !is_of_the_front_end
}

/// What the guilty passes did to a program, as artefacts.
fn differences(triage: &Triage, case: &Case, guilty: &Guilty) -> Vec<(String, Vec<u8>)> {
    let passes = guilty.stage.passes().into_iter().enumerate();
    let differences = passes.filter_map(|(n, pass)| {
        let changed = difference(triage.engine, case, triage.backend, pass).ok()?;
        let name = if n == 0 { "pass.diff".to_owned() } else { format!("pass-{}.diff", n + 1) };
        Some((name, changed.into_bytes()))
    });
    differences.collect()
}

/// What a smaller program brings to a finding.
pub struct Smaller {
    /// All that is known of the finding then.
    pub known: Finding,
    /// The program, in surface Rust as well where that shows it, with what it must do and does, and what the guilty pass did to it.
    pub artefacts: Vec<(String, Vec<u8>)>,
}

/// Makes the program of a finding smaller. `None` if the finding does not show any more.
fn make_smaller(finding: &StoredFinding, triage: &Triage) -> Option<Smaller> {
    let Triage { engine, backend, is_over, .. } = *triage;
    let StoredFinding { known, first, .. } = finding;
    // What cannot be made smaller is not tried again.
    let as_it_is = |why: String| {
        let known = describe::reduced(known, Reduction::Unfinished(why), None);
        Some(Smaller { known, artefacts: Vec::new() })
    };
    let specimen = match specimen_of(first) {
        Ok(specimen) => specimen,
        Err(why) => return as_it_is(why),
    };
    let oracle = specimen.oracle.oracle();
    let judge_part = |part: &Case| oracle.judge_part(engine, part, backend);
    let Some(judged) = &judge_part(&specimen.case) else {
        return as_it_is("its oracle does not judge parts of programs".to_owned());
    };
    let Judged { backends, verdict, .. } = judged;
    // An oracle may have told the compiler more than the backend does.
    let triage = &Triage { backend: judged.backend().unwrap_or(backend), ..*triage };
    let is_it = |found: &verdict::Suspicion| found.fault == known.fault;
    let at = verdict.findings.iter().position(is_it)?;
    let subject = Subject { engine, case: &specimen.case, backends, verdict, finding: at };
    let until = Some(Instant::now() + REDUCING);
    let options = Options { jobs: 1, surface: true, until, stop: is_over.clone() };
    if let CaseSource::Rust { edition, .. } = specimen.case.source {
        let (id, set) = (finding.id, triage.under_way.setter());
        let lines = |text: &str| text.lines().count();
        let from = specimen.case.rust_text().map_or(0, lines);
        let watch = move |text: &str| set(Work::Reducing { finding: id, from, to: lines(text) });
        let reduced = match reduce_source(&subject, &options, Box::new(watch)) {
            Ok(reduced) => reduced,
            Err(why) => return as_it_is(why),
        };
        let mut case = Case::from_text("reduced.rs", reduced.text, Some(edition));
        case.expectation = specimen.case.expectation;
        case.flags = specimen.case.flags.clone();
        let reduction = reduction(reduced.is_finished);
        let Some(answer) = judge_part(&case).map(|judged| judged.answer) else {
            return as_it_is("its oracle does not judge the smaller program".to_owned());
        };
        let opinion = triage.ask_miri(known.fault, &case, &answer);
        if opinion.as_ref().and_then(blames_program).is_some() {
            return as_it_is(NEEDED.to_owned());
        }
        let trial = engine.try_case(&case, triage.backend, &answer);
        let mut artefacts = what_shows(triage, "reduced", &case, &answer, &trial).unwrap_or_default();
        artefacts.extend(known.guilty.as_ref().and_then(|guilty| ir(triage, &case, &answer, &trial, guilty)));
        let known = describe::reduced(known, reduction, opinion);
        return Some(Smaller { known, artefacts });
    }
    let from = match &specimen.case.source {
        CaseSource::Mir(source) => size(&source.program),
        CaseSource::Rust { .. } => 0,
    };
    let mut watch = |step: &Progress| {
        triage.under_way.set(Work::Reducing { finding: finding.id, from, to: step.statements });
    };
    let reduced = match reduce(&subject, &options, &mut watch) {
        Ok(reduced) => reduced,
        Err(why) => return as_it_is(why),
    };
    let release = backend.custom_mir().unwrap_or(Release::REFERENCE);
    let text = print(&reduced.program, &PrintOptions { form: Form::People, release }).ok()?;
    let text = specimen.case.directives().complete(text);
    let case = Case::from_text("reduced.rs", text, None);
    let opinion = triage.ask_miri(known.fault, &case, &reduced.answer);
    if opinion.as_ref().and_then(blames_program).is_some() {
        return as_it_is(NEEDED.to_owned());
    }
    let answer = &reduced.answer;
    let trial = engine.try_case(&case, triage.backend, answer);
    let mut artefacts = what_shows(triage, "reduced", &case, answer, &trial)?;
    if let Some(InSurface { text, answer, .. }) = reduced.surface {
        let case = Case::from_text("reduced-surface.rs", text, Some(Edition::E2021));
        let trial = engine.try_case(&case, triage.backend, &answer);
        artefacts.extend(what_shows(triage, "reduced-surface", &case, &answer, &trial)?);
    }
    // The pass did the same in the smaller program, where people can see it.
    let guilty = reduced.guilty.filter(|guilty| Some(guilty.cause()) == known.cause);
    let mut known = describe::reduced(known, reduction(reduced.is_finished), opinion);
    if let Some(guilty) = guilty {
        artefacts.extend(differences(triage, &case, &guilty));
        artefacts.extend(ir(triage, &case, answer, &trial, &guilty));
        // More compilers take it than the program as it was made.
        let still_bad = same_failure(&trial, answer);
        let suspect = Suspect { engine, case: &case, backend: triage.backend, answer, still_bad: &still_bad };
        let survey = survey(&suspect, &guilty.settings, triage.toolchains);
        known = describe::localised_in_reduced(known, Localised { guilty, survey }, &trial);
    }
    Some(Smaller { known, artefacts })
}

/// The IR that another LLVM than the compiler's own gets wrong, reduced, as an artefact.
fn ir(
    triage: &Triage,
    case: &Case,
    answer: &Answer,
    trial: &Trial,
    guilty: &Guilty,
) -> Option<(String, Vec<u8>)> {
    let Triage { engine, backend, .. } = *triage;
    backend.toolchain.as_ref()?.llvm_backend.as_ref()?;
    let still_bad = same_failure(trial, answer);
    let suspect = Suspect { engine, case, backend, answer, still_bad: &still_bad };
    let reduced = reduce_ir(&suspect, guilty, REDUCING_IR).ok()?;
    Some(("reduced.ll".to_owned(), reduced.text.into_bytes()))
}

/// Why a smaller program is not kept that Miri has something against.
const NEEDED: &str = "Miri blames the smaller program, so what was cut off was needed";

fn reduction(is_finished: bool) -> Reduction {
    match is_finished {
        true => Reduction::Reduced,
        false => Reduction::Unfinished("the time for it was over".to_owned()),
    }
}

/// A program, what it must do and what it does, as artefacts.
fn what_shows(
    triage: &Triage,
    name: &str,
    case: &Case,
    answer: &Answer,
    trial: &Trial,
) -> Option<Vec<(String, Vec<u8>)>> {
    let text = case.file_for(triage.backend.custom_mir()).ok()?;
    let mut artefacts =
        vec![(format!("{name}.rs"), text.into_bytes()), (format!("{name}-actual.txt"), what_happened(trial))];
    if let Answer::Must(expected) = answer {
        artefacts.push((format!("{name}-expected.txt"), shown(expected)));
    }
    Some(artefacts)
}

/// What a program did, as bytes for a file.
fn shown(observation: &Observation) -> Vec<u8> {
    let mut text = observation.stdout.clone();
    text.extend(format!("({})\n", words::of_end(observation.end)).into_bytes());
    text
}

fn what_happened(trial: &Trial) -> Vec<u8> {
    match &trial.outcome {
        Outcome::Observed(observation) => shown(observation),
        Outcome::Accepted => b"the compiler accepts it\n".to_vec(),
        Outcome::NotBuilt(compiled) => {
            let headline = format!("the compiler {}\n", words::of_compiler(compiled));
            let more = compiled.signature().map_or_else(String::new, |signature| format!("{signature}\n"));
            (headline + &more).into_bytes()
        }
        Outcome::Ub(what) | Outcome::Differs(what) => what.clone().into_bytes(),
        Outcome::NotApplicable(why) | Outcome::Failed(why) => why.clone().into_bytes(),
    }
}
