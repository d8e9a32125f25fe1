//! Is it true, and what is the cause?
//!
//! A program that seemed wrong is made again and judged again, alone: by the machine at other addresses and with other layouts, and by the
//! compiler, plainly. Only what comes back is a finding. Then the guilty part of the compiler is looked for, because that is what
//! miscompilations of one cause have in common. When there is time, the first program of a cause is made small.

use crate::details::{Looked, details, with_smaller};
use crate::generator::{Examined, Generator, Made, word_of};
use crate::locked;
use crate::lot::key_of;
use rustassay_bisect::{
    EFFORT, Guilty, Suspect, difference, is_well_without, localise, same_failure, survey,
};
use rustassay_judge::answer::{Answer, Observation};
use rustassay_judge::backend::{Backend, Kind};
use rustassay_judge::case::{Case, Edition, Expectation, Source};
use rustassay_judge::engine::{Engine, Outcome, Trial};
use rustassay_judge::miri::{self, Opinion, Says};
use rustassay_judge::verdict::{self, Fault, Verdict, judge};
use rustassay_judge::words;
use rustassay_mir::print::{Form, Options as PrintOptions, print};
use rustassay_mir::release::Release;
use rustassay_reduce::{InSurface, Options, Subject, reduce, reduce_source};
use rustassay_store::record::{Finding, NewFinding, Settled, Sighting};
use rustassay_toolchain::Toolchain;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What is known to be wrong with passes, to know it again quickly: when one compiler gets every tenth program wrong for the same
/// reason, finding out the reason each time would leave no time for others.
#[derive(Default)]
pub struct Causes {
    known: Mutex<BTreeMap<String, Known>>,
}

struct Known {
    cause: String,
    /// The flags with which the guilty pass does not run.
    disabling: Vec<String>,
    /// How many sightings were found out to have this cause.
    localised: usize,
    /// How many were just held against it.
    compared: usize,
}

/// A cause is well known when it was found out so often.
const WELL_KNOWN: usize = 3;

/// Of so many sightings that seem to have a well known cause, one is still looked at in full: without the pass, another bug may not show either.
const STILL_IN_FULL: usize = 8;

impl Causes {
    /// What is known of earlier findings.
    pub fn recall(&self, finding: &Finding) {
        let details: serde_json::Value = serde_json::from_str(&finding.details).unwrap_or_default();
        let Some(flags) = details["disabling"].as_array() else { return };
        let disabling = flags.iter().filter_map(|flag| flag.as_str().map(str::to_owned)).collect();
        let cause = finding.cause.clone().unwrap_or_default();
        let known = Known { cause, disabling, localised: finding.times as usize, compared: 0 };
        locked(&self.known).insert(finding.key.clone(), known);
    }

    /// Learns of a cause that was found out in full.
    fn learn(&self, key: &str, guilty: &Guilty) {
        let Some(disabling) = guilty.disabling() else { return };
        let new = Known { cause: guilty.cause(), disabling: disabling.to_vec(), localised: 0, compared: 0 };
        locked(&self.known).entry(key.to_owned()).or_insert(new).localised += 1;
    }

    /// The well known causes to hold a sighting against, each with its key and the flags without its pass.
    fn well_known(&self) -> Vec<(String, String, Vec<String>)> {
        let mut known = locked(&self.known);
        let mut chosen = Vec::new();
        for (key, known) in known.iter_mut().filter(|(_, known)| known.localised >= WELL_KNOWN) {
            known.compared += 1;
            if !known.compared.is_multiple_of(STILL_IN_FULL) {
                chosen.push((key.clone(), known.cause.clone(), known.disabling.clone()));
            }
        }
        chosen
    }
}

/// All that a look at a sighting needs.
pub struct Look<'a> {
    pub engine: &'a Engine,
    pub generator: &'a dyn Generator,
    pub backend: &'a Backend,
    /// All compilers at hand.
    pub toolchains: &'a [Arc<Toolchain>],
    pub causes: &'a Causes,
    /// Set when there is no more time to make a program smaller.
    pub is_over: &'a Arc<AtomicBool>,
}

/// How long a program is made smaller, at most.
const REDUCING: Duration = Duration::from_secs(120);

impl Look<'_> {
    /// What a look at a sighting shows, and the processor time of the compilers that it took.
    pub fn at(&self, sighting: &Sighting) -> (Settled, Duration) {
        let engine = &self.engine.apart();
        let settled = settle(sighting, &Look { engine, ..*self });
        (settled, engine.spent())
    }

    /// What Miri says of a smaller program, where that decides who is to blame.
    fn ask_miri(&self, finding: &Finding, case: &Case, answer: &Answer) -> Option<Opinion> {
        let is_asked = finding.fault == Fault::Miscompilation.name();
        is_asked.then(|| miri::ask(self.engine, case, answer, self.toolchains)).flatten()
    }

    /// Makes the program of a finding smaller, and gives the processor time of the compilers that it took.
    pub fn at_less(&self, finding: &Finding) -> (Option<Smaller>, Duration) {
        let engine = &self.engine.apart();
        let smaller = make_smaller(finding, &Look { engine, ..*self });
        (smaller, engine.spent())
    }
}

/// What a backend does with a program, beside the backend whose word is taken where no machine knows what is right.
struct Judged {
    /// That of the look is the last.
    backends: Vec<Backend>,
    verdict: Verdict,
    /// What the program must do.
    answer: Answer,
}

impl Judged {
    fn new(look: &Look, case: &Case) -> Judged {
        let is_known = matches!(case.source, Source::Mir(_));
        let reference = look.generator.reference(look.backend).filter(|_| !is_known);
        let backends: Vec<Backend> = reference.into_iter().chain([look.backend.clone()]).collect();
        let verdict = judge(look.engine, case, &backends, 1);
        let word = verdict.trials.first().and_then(|trial| word_of(&trial.outcome));
        let answer = match (&verdict.answer, word) {
            (Answer::Unknown(_), Some(word)) if backends.len() > 1 => word,
            (answer, _) => answer.clone(),
        };
        Judged { backends, verdict, answer }
    }

    /// What is wrong with the backend, or with the program.
    fn findings(&self) -> impl Iterator<Item = &verdict::Finding> {
        let last = self.backends.len() - 1;
        let is_its = move |finding: &&verdict::Finding| {
            finding.backends.contains(&last) || finding.fault.is_of_the_test_case()
        };
        self.verdict.findings.iter().filter(is_its)
    }

    /// What the backend did.
    fn trial(&self) -> Option<&Trial> {
        self.verdict.trials.get(self.backends.len() - 1)
    }
}

fn settle(sighting: &Sighting, look: &Look) -> Settled {
    let Look { engine, generator, backend, toolchains, causes, .. } = *look;
    let made = generator.make(&sighting.profile, sighting.seen.seed, backend);
    if let Some(examined) = generator.examine(engine, &sighting.profile, &[&made], backend) {
        let generate = generator.command(&sighting.profile, sighting.seen.seed, backend);
        return settled_by_itself(examined, &made, backend, &generate);
    }
    let judged = Judged::new(look, &made.case);
    let Some(finding) = judged.findings().next() else {
        return Settled::Dismissed(why_dismissed(judged.trial()));
    };
    if let Some(why) = generator.known(engine, &made, backend) {
        return Settled::Dismissed(format!("it is known: {why}"));
    }
    let trial = judged.trial();
    let generate = generator.command(&sighting.profile, sighting.seen.seed, backend);
    let miri = match finding.fault {
        Fault::Miscompilation => miri::ask(engine, &made.case, &judged.answer, toolchains),
        _ => None,
    };
    if let Some(blamed) = miri.as_ref().and_then(blames_program) {
        return blamed_on_program(blamed, &made, backend, trial, miri.as_ref(), &generate);
    }
    let looked = match trial {
        Some(trial) if has_a_guilty_part(finding.fault, backend) => {
            let (case, answer) = (&made.case, &judged.answer);
            let still_bad = same_failure(trial, answer);
            let suspect = Suspect { engine, case, backend, answer, still_bad: &still_bad };
            let well_known = match finding.fault {
                Fault::Miscompilation => causes.well_known(),
                _ => Vec::new(),
            };
            for (key, cause, disabling) in well_known {
                if is_well_without(&suspect, &disabling) == Some(true) {
                    let found = NewFinding {
                        key,
                        fault: finding.fault.name().to_owned(),
                        summary: finding.summary.clone(),
                        cause: Some(cause),
                        details: details(finding, backend, Some(trial), None, miri.as_ref(), &generate),
                        artefacts: Vec::new(),
                    };
                    return Settled::True(Box::new(found));
                }
            }
            let guilty = localise(&suspect, EFFORT);
            let survey = survey(&suspect, &guilty.settings, toolchains);
            Some(Looked { guilty, survey })
        }
        _ => None,
    };
    let guilty = looked.as_ref().map(|looked| &looked.guilty);
    let cause = guilty.map(Guilty::cause).filter(|cause| cause != "unknown");
    let key = match finding.fault {
        Fault::Miscompilation => {
            // Without a cause, the backend is all that two findings can have in common.
            let cause = cause.clone().unwrap_or_else(|| format!("unknown | {}", backend.name));
            key_of(finding.fault, None, &cause)
        }
        fault => key_of(fault, made.about.as_deref(), &finding.signature),
    };
    if let Some(guilty) = guilty {
        causes.learn(&key, guilty);
    }
    let mut artefacts = Vec::new();
    if let Ok(text) = made.case.file_for(backend.custom_mir()) {
        artefacts.push(("program.rs".to_owned(), text.into_bytes()));
    }
    if let Answer::Must(expected) = &judged.answer {
        artefacts.push(("expected.txt".to_owned(), shown(expected)));
    }
    if let Some(trial) = trial {
        artefacts.push(("actual.txt".to_owned(), what_happened(trial)));
    }
    artefacts.extend(guilty.into_iter().flat_map(|guilty| differences(look, &made.case, guilty)));
    let found = NewFinding {
        key,
        fault: finding.fault.name().to_owned(),
        summary: finding.summary.clone(),
        cause,
        details: details(finding, backend, trial, looked.as_ref(), miri.as_ref(), &generate),
        artefacts,
    };
    Settled::True(Box::new(found))
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
    made: &Made,
    backend: &Backend,
    trial: Option<&Trial>,
    miri: Option<&Opinion>,
    generate: &str,
) -> Settled {
    let finding = verdict::Finding { fault, backends: vec![0], signature: summary.clone(), summary };
    let text = made.case.file_for(backend.custom_mir()).unwrap_or_default();
    Settled::True(Box::new(NewFinding {
        key: key_of(fault, None, &finding.signature),
        fault: fault.name().to_owned(),
        summary: finding.summary.clone(),
        cause: None,
        details: details(&finding, backend, trial, None, miri, generate),
        artefacts: vec![("program.rs".to_owned(), text.into_bytes())],
    }))
}

/// What a look at a program shows that its generator has tried.
fn settled_by_itself(examined: Vec<Examined>, made: &Made, backend: &Backend, generate: &str) -> Settled {
    let finding = match examined.into_iter().next() {
        Some(Examined::Wrong(finding)) => finding,
        Some(Examined::Failed(why)) => {
            return Settled::Dismissed(format!("it could not be tried again: {why}"));
        }
        _ => return Settled::Dismissed(why_dismissed(None)),
    };
    let text = made.case.rust_text().unwrap_or_default();
    Settled::True(Box::new(NewFinding {
        key: key_of(finding.fault, made.about.as_deref(), &finding.signature),
        fault: finding.fault.name().to_owned(),
        summary: finding.summary.clone(),
        cause: None,
        details: details(&finding, backend, None, None, None, generate),
        artefacts: vec![("program.rs".to_owned(), text.as_bytes().to_vec())],
    }))
}

/// Whether a part of the compiler can be looked for: not where the test case is at fault, and not where the front end is of another opinion, which
/// has no passes.
fn has_a_guilty_part(fault: Fault, backend: &Backend) -> bool {
    let is_opinion = matches!(fault, Fault::RejectedValid | Fault::AcceptedInvalid | Fault::Disagreement);
    let is_of_the_front_end = is_opinion && backend.kind == Kind::Checked;
    !fault.is_of_the_test_case() && !is_of_the_front_end
}

/// What the guilty passes did to a program, as artefacts.
fn differences(look: &Look, case: &Case, guilty: &Guilty) -> Vec<(String, Vec<u8>)> {
    let passes = guilty.stage.passes().into_iter().enumerate();
    let differences = passes.filter_map(|(n, pass)| {
        let changed = difference(look.engine, case, look.backend, pass).ok()?;
        let name = if n == 0 { "pass.diff".to_owned() } else { format!("pass-{}.diff", n + 1) };
        Some((name, changed.into_bytes()))
    });
    differences.collect()
}

/// What a smaller program brings to a finding.
pub struct Smaller {
    /// All that is known of the finding then, as JSON.
    pub details: String,
    /// The program, in surface Rust as well where that shows it, with what it must do and does, and what the guilty pass did to it.
    pub artefacts: Vec<(String, Vec<u8>)>,
}

/// Makes the program of a finding smaller. `None` if the finding does not show any more.
fn make_smaller(finding: &Finding, look: &Look) -> Option<Smaller> {
    let Look { engine, generator, backend, is_over, .. } = *look;
    // What is more than one crate is not made smaller.
    if generator.examine(engine, &finding.first.profile, &[], backend).is_some() {
        return Some(Smaller {
            details: with_smaller(&finding.details, None, None, true),
            artefacts: Vec::new(),
        });
    }
    let made = generator.make(&finding.first.profile, finding.first.seen.seed, backend);
    let Judged { backends, verdict, .. } = &Judged::new(look, &made.case);
    let is_it = |found: &verdict::Finding| found.fault.name() == finding.fault;
    let at = verdict.findings.iter().position(is_it)?;
    let subject = Subject { engine, case: &made.case, backends, verdict, finding: at };
    let until = Some(Instant::now() + REDUCING);
    let options = Options { jobs: 1, surface: true, until, stop: is_over.clone() };
    // What was broken off is done again when there is more time.
    let is_done = || !is_over.load(Ordering::Relaxed);
    // What our rules say of a program, they do not say of parts of it.
    if matches!(made.case.expectation, Expectation::Accepted | Expectation::Rejected) {
        return Some(Smaller {
            details: with_smaller(&finding.details, None, None, true),
            artefacts: Vec::new(),
        });
    }
    if let Source::Rust { edition, .. } = made.case.source {
        let reduced = reduce_source(&subject, &options, Box::new(|_| {})).ok();
        let mut opinion = None;
        let artefacts = reduced.and_then(|reduced| {
            let mut case = Case::from_text("reduced.rs", reduced.text, Some(edition));
            case.expectation = made.case.expectation;
            case.flags = made.case.flags.clone();
            let answer = Judged::new(look, &case).answer;
            opinion = look.ask_miri(finding, &case, &answer);
            if opinion.as_ref().and_then(blames_program).is_some() {
                return None;
            }
            what_shows(look, "reduced", &case, &answer)
        });
        let opinion = opinion.filter(|opinion| blames_program(opinion).is_none());
        let details = with_smaller(&finding.details, None, opinion.as_ref(), is_done());
        return Some(Smaller { details, artefacts: artefacts.unwrap_or_default() });
    }
    let Ok(reduced) = reduce(&subject, &options, &mut |_| {}) else {
        // Another time it would be the same.
        let details = with_smaller(&finding.details, None, None, true);
        return Some(Smaller { details, artefacts: Vec::new() });
    };
    let release = backend.custom_mir().unwrap_or(Release::REFERENCE);
    let text = print(&reduced.program, &PrintOptions { form: Form::People, release }).ok()?;
    let text = made.case.directives().complete(text);
    let case = Case::from_text("reduced.rs", text, None);
    let opinion = look.ask_miri(finding, &case, &reduced.answer);
    if opinion.as_ref().and_then(blames_program).is_some() {
        // What was cut off was needed after all.
        let details = with_smaller(&finding.details, None, None, true);
        return Some(Smaller { details, artefacts: Vec::new() });
    }
    let mut artefacts = what_shows(look, "reduced", &case, &reduced.answer)?;
    if let Some(InSurface { text, answer, .. }) = reduced.surface {
        let case = Case::from_text("reduced-surface.rs", text, Some(Edition::E2021));
        artefacts.extend(what_shows(look, "reduced-surface", &case, &answer)?);
    }
    // The pass did the same in the smaller program, where people can see it.
    let guilty = reduced.guilty.filter(|guilty| Some(guilty.cause()) == finding.cause);
    artefacts.extend(guilty.iter().flat_map(|guilty| differences(look, &case, guilty)));
    let details = with_smaller(&finding.details, guilty.as_ref(), opinion.as_ref(), is_done());
    Some(Smaller { details, artefacts })
}

/// A program, what it must do and what it does, as artefacts.
fn what_shows(look: &Look, name: &str, case: &Case, answer: &Answer) -> Option<Vec<(String, Vec<u8>)>> {
    let text = case.file_for(look.backend.custom_mir()).ok()?;
    let trial = look.engine.try_case(case, look.backend, answer);
    let mut artefacts = vec![
        (format!("{name}.rs"), text.into_bytes()),
        (format!("{name}-actual.txt"), what_happened(&trial)),
    ];
    if let Answer::Must(expected) = answer {
        artefacts.push((format!("{name}-expected.txt"), shown(expected)));
    }
    Some(artefacts)
}

fn why_dismissed(trial: Option<&Trial>) -> String {
    match trial.map(|trial| &trial.outcome) {
        Some(Outcome::Failed(why)) => format!("it could not be tried again: {why}"),
        _ => "it did not come back when it was tried again, alone".to_owned(),
    }
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
        Outcome::NotBuilt(compiled) => {
            let headline = format!("the compiler {}\n", words::of_compiler(compiled));
            let more = compiled.signature().map_or_else(String::new, |signature| format!("{signature}\n"));
            (headline + &more).into_bytes()
        }
        Outcome::Ub(what) | Outcome::Differs(what) => what.clone().into_bytes(),
        Outcome::NotApplicable(why) | Outcome::Failed(why) => why.clone().into_bytes(),
    }
}
