//! Who is wrong: from what each backend did to what there is to report.
//!
//! The machine knows the right answer, so a verdict is no vote. Where it has none, differences are reported as groups and nobody
//! is blamed. A program with Undefined Behavior, or one that does not do the same each time, is our own mistake and never
//! anyone else's.

use crate::answer::{Answer, Observation};
use crate::backend::{Backend, Executor};
use crate::case::{Case, CaseSource, Expectation};
use crate::engine::{Engine, Outcome, Trial};
use crate::words;
pub use rustassay_finding::Fault;
use rustassay_outcome::Compiled;
use rustassay_process::in_parallel;
use std::collections::BTreeMap;

/// What is wrong, and with whom.
#[derive(Clone, Debug)]
pub struct Suspicion {
    /// What is wrong.
    pub fault: Fault,
    /// The backends that show it, as places in the list of trials.
    pub backends: Vec<usize>,
    /// What this is by: findings of one cause have the same.
    pub signature: String,
    /// A sentence for people.
    pub summary: String,
}

/// What came of a program.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// What the compilers should have made of it.
    pub expectation: Expectation,
    /// What the machine says.
    pub answer: Answer,
    /// What each backend did, in the order of the backends.
    pub trials: Vec<Trial>,
    /// What is wrong; nothing if all agree.
    pub findings: Vec<Suspicion>,
}

impl Verdict {
    /// Whether enough was tried to say that all agree: at least two ran the program; or had a look at it, if
    /// it is only checked.
    pub fn is_meaningful(&self) -> bool {
        let says_something = |trial: &&Trial| match &trial.outcome {
            Outcome::Observed(_) | Outcome::Ub(_) | Outcome::Differs(_) => true,
            Outcome::Accepted => true,
            Outcome::NotBuilt(Compiled::Rejected(_)) => self.expectation.is_only_checked(),
            Outcome::NotBuilt(_) | Outcome::NotApplicable(_) | Outcome::Failed(_) => false,
        };
        self.trials.iter().filter(says_something).count() >= 2
    }
}

/// Runs a program by all backends, in `jobs` threads, and judges.
pub fn judge(engine: &Engine, case: &Case, backends: &[Backend], jobs: usize) -> Verdict {
    let expectation = case.expectation;
    let answer = engine.answer(case);
    // Nothing that compilers do with such a program is wrong.
    let own_fault = match &answer {
        Answer::Ub(ub) => Some(finding(
            Fault::UbInTestCase,
            vec![0],
            ub.clone(),
            format!("the program has Undefined Behavior: {ub}"),
        )),
        Answer::NotDeterministic => Some(finding(
            Fault::NondeterministicTestCase,
            vec![0],
            "taint",
            "what the program does depends on addresses, layouts or NaN payloads",
        )),
        Answer::Must(_) | Answer::Unknown(_) => None,
    };
    let Some(own_fault) = own_fault else {
        let trials = try_all(engine, case, backends, &answer, jobs);
        let findings =
            confirmed(engine, &Judged { case, answer: &answer, backends, trials: &trials }, |_| true);
        return Verdict { expectation, answer, trials, findings };
    };
    // Whatever such a program does, no compiler may break on it. What is custom MIR was made by us, and is not tried.
    let (trials, broken) = match &case.source {
        CaseSource::Mir(_) => (Vec::new(), Vec::new()),
        CaseSource::Rust { .. } => {
            let trials = try_all(engine, case, backends, &answer, jobs);
            let judged = Judged { case, answer: &answer, backends, trials: &trials };
            let broken = confirmed(engine, &judged, |fault| {
                fault != Fault::Miscompilation && !fault.is_of_the_test_case()
            });
            if broken.is_empty() { (Vec::new(), broken) } else { (trials, broken) }
        }
    };
    Verdict { expectation, answer, trials, findings: [vec![own_fault], broken].concat() }
}

/// The findings with faults that count, as far as they show again.
fn confirmed(engine: &Engine, judged: &Judged, counts: impl Fn(Fault) -> bool) -> Vec<Suspicion> {
    let findings = judged.findings().into_iter().filter(|found| counts(found.fault));
    findings.filter_map(|found| judged.confirm(engine, found)).collect()
}

/// What one trial of a program by one backend seems to show, before anyone has tried again.
pub fn suspicion(case: &Case, backend: &Backend, answer: &Answer, trial: &Trial) -> Option<Suspicion> {
    let (backends, trials) = (std::slice::from_ref(backend), std::slice::from_ref(trial));
    suspicions(case, backends, answer, trials).into_iter().next()
}

/// What trials of a program seem to show, each by one backend, before anyone has tried again.
pub fn suspicions(case: &Case, backends: &[Backend], answer: &Answer, trials: &[Trial]) -> Vec<Suspicion> {
    Judged { case, answer, backends, trials }.findings()
}

/// Runs a program by all backends, in `jobs` threads.
fn try_all(engine: &Engine, case: &Case, backends: &[Backend], answer: &Answer, jobs: usize) -> Vec<Trial> {
    in_parallel(backends, jobs, |backend| engine.try_case(case, backend, answer))
}

fn finding(
    fault: Fault,
    backends: Vec<usize>,
    signature: impl Into<String>,
    summary: impl Into<String>,
) -> Suspicion {
    Suspicion { fault, backends, signature: signature.into(), summary: summary.into() }
}

/// What was tried, to be judged.
struct Judged<'a> {
    case: &'a Case,
    answer: &'a Answer,
    backends: &'a [Backend],
    trials: &'a [Trial],
}

/// How often something must come back in two more tries: at least once.
const MORE_TRIES: usize = 2;

impl Judged<'_> {
    fn findings(&self) -> Vec<Suspicion> {
        let mut findings = self.broken_compilers();
        findings.extend(match self.case.expectation {
            Expectation::Runs | Expectation::Accepted => self.rejections(),
            Expectation::Rejected => self.acceptances(),
            Expectation::Either => self.disagreements(),
        });
        let with_ub: Vec<usize> = self.which(|outcome| matches!(outcome, Outcome::Ub(_)));
        if let Some(&first) = with_ub.first()
            && let Outcome::Ub(ub) = &self.trials[first].outcome
        {
            let summary = format!("{} finds Undefined Behavior: {ub}", self.backends[first].name);
            findings.push(finding(Fault::UbInTestCase, with_ub, ub.clone(), summary));
            // Whatever the program did elsewhere, nobody is to blame for it.
            return findings;
        }
        findings.extend(match self.answer {
            Answer::Must(expected) => self.wrong(expected),
            _ => self.groups(),
        });
        findings
    }

    /// The trials with such an outcome.
    fn which(&self, is_it: impl Fn(&Outcome) -> bool) -> Vec<usize> {
        let trials = self.trials.iter().enumerate();
        trials.filter(|(_, trial)| is_it(&trial.outcome)).map(|(at, _)| at).collect()
    }

    /// Compilers that broke or did not end, by cause.
    fn broken_compilers(&self) -> Vec<Suspicion> {
        let mut causes: BTreeMap<(Fault, String), Vec<usize>> = BTreeMap::new();
        for (at, trial) in self.trials.iter().enumerate() {
            let Outcome::NotBuilt(compiled) = &trial.outcome else { continue };
            if let Some(fault) = fault_of(compiled) {
                causes.entry((fault, signature(compiled))).or_default().push(at);
            }
        }
        let found = causes.into_iter().map(|((fault, signature), backends)| {
            let Outcome::NotBuilt(compiled) = &self.trials[backends[0]].outcome else {
                unreachable!("that is how it got here")
            };
            let summary = format!("the compiler {}", words::of_compiler(compiled));
            finding(fault, backends, signature, summary)
        });
        found.collect()
    }

    /// Rejections of a program that is valid: where our checker has passed it, or where the same compiler accepts it in
    /// another setting. A compiler that never accepts it may just be too old for it. One that fails without a word has rejected it, too: the engine has
    /// seen that it takes the flags.
    fn rejections(&self) -> Vec<Suspicion> {
        let mut causes: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for at in self.which(|outcome| {
            matches!(
                outcome,
                Outcome::NotBuilt(
                    Compiled::Rejected(_) | Compiled::LinkFailed(_) | Compiled::Unexplained { .. }
                )
            )
        }) {
            if let Outcome::NotBuilt(compiled) = &self.trials[at].outcome
                && (self.is_accepted_elsewhere(at) || (self.is_checked() && !is_unknown_name(compiled)))
            {
                causes.entry(signature(compiled)).or_default().push(at);
            }
        }
        let found = causes.into_iter().map(|(signature, backends)| {
            let summary = match &self.trials[backends[0]].outcome {
                Outcome::NotBuilt(compiled) => format!("the compiler {}", words::of_compiler(compiled)),
                _ => String::new(),
            };
            finding(Fault::RejectedValid, backends, signature, summary)
        });
        found.collect()
    }

    /// Whether the compiler of this trial accepts the program in another setting.
    fn is_accepted_elsewhere(&self, at: usize) -> bool {
        let path = |at: usize| self.backends[at].toolchain.as_ref().map(|toolchain| &toolchain.rustc);
        let is_built = |trial: &Trial| matches!(trial.outcome, Outcome::Observed(_) | Outcome::Accepted);
        let is_compiled =
            |at: usize| matches!(self.backends[at].kind, Executor::Compiled(_) | Executor::Checked);
        (0..self.trials.len())
            .any(|other| path(other) == path(at) && is_compiled(other) && is_built(&self.trials[other]))
    }

    /// Whether our own checker has passed the program, or our own rules have made it.
    fn is_checked(&self) -> bool {
        matches!(self.case.source, CaseSource::Mir(_)) || self.case.expectation == Expectation::Accepted
    }

    /// Compilers that accept what they should not.
    fn acceptances(&self) -> Vec<Suspicion> {
        let accepted = self.which(|outcome| matches!(outcome, Outcome::Accepted));
        match accepted.is_empty() {
            true => Vec::new(),
            false => vec![finding(
                Fault::AcceptedInvalid,
                accepted,
                "accepted",
                "the compiler accepts a program that is not valid",
            )],
        }
    }

    /// Compilers that accept a program in one setting and reject it in another.
    fn disagreements(&self) -> Vec<Suspicion> {
        let mut compilers: BTreeMap<_, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for (at, trial) in self.trials.iter().enumerate() {
            let Some(toolchain) = &self.backends[at].toolchain else { continue };
            let (accepting, rejecting) = compilers.entry(&toolchain.rustc).or_default();
            match &trial.outcome {
                Outcome::Accepted => accepting.push(at),
                Outcome::NotBuilt(Compiled::Rejected(_)) => rejecting.push(at),
                _ => {}
            }
        }
        let split = compilers
            .into_values()
            .filter(|(accepting, rejecting)| !accepting.is_empty() && !rejecting.is_empty());
        let found = split.map(|(accepting, rejecting)| {
            let Outcome::NotBuilt(compiled) = &self.trials[rejecting[0]].outcome else {
                unreachable!("that is how it got here")
            };
            let summary = format!(
                "{} accepts a program that {} rejects: {}",
                self.backends[accepting[0]].name,
                self.backends[rejecting[0]].name,
                words::of_compiler(compiled)
            );
            finding(Fault::Disagreement, [accepting, rejecting].concat(), signature(compiled), summary)
        });
        found.collect()
    }

    /// Who did something else than the program must do, by what they did.
    fn wrong(&self, expected: &Observation) -> Vec<Suspicion> {
        let mut wrong: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, trial) in self.trials.iter().enumerate() {
            let how = match &trial.outcome {
                Outcome::Observed(observed) if observed != expected => difference(expected, observed),
                Outcome::Differs(how) => how.clone(),
                _ => continue,
            };
            wrong.entry(how).or_default().push(at);
        }
        let found = wrong.into_iter();
        found.map(|(how, backends)| finding(Fault::Miscompilation, backends, how.clone(), how)).collect()
    }

    /// The groups of those who did the same, where nobody knows what is right.
    fn groups(&self) -> Vec<Suspicion> {
        let mut groups: BTreeMap<&Observation, Vec<usize>> = BTreeMap::new();
        for (at, trial) in self.trials.iter().enumerate() {
            if let Outcome::Observed(observed) = &trial.outcome {
                groups.entry(observed).or_default().push(at);
            }
        }
        if groups.len() <= 1 {
            return Vec::new();
        }
        let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
        groups.sort_by_key(|group| (std::cmp::Reverse(group.len()), group[0]));
        let names = |group: &[usize]| -> String {
            let names: Vec<&str> = group.iter().map(|&at| &*self.backends[at].name).collect();
            names.join(", ")
        };
        let texts: Vec<String> = groups.iter().map(|group| names(group)).collect();
        let summary = format!("the program does not do the same everywhere: {}", texts.join(" against "));
        let all = groups.concat();
        vec![finding(Fault::Miscompilation, all, format!("{} groups", groups.len()), summary)]
    }

    /// A finding with the backends that show it again, if there are any. One wrong report costs more than ten missed bugs.
    fn confirm(&self, engine: &Engine, found: Suspicion) -> Option<Suspicion> {
        if found.fault.is_of_the_test_case() {
            return Some(found);
        }
        if found.fault == Fault::Miscompilation
            && matches!(self.answer, Answer::Must(_))
            && !engine.is_same_elsewhere(self.case, self.answer)
        {
            return Some(finding(
                Fault::NondeterministicTestCase,
                found.backends,
                "unsteady on the machine",
                "what the program does depends on addresses or layouts",
            ));
        }
        let shows_it =
            |at: usize, retried: Trial| is_as_bad(&self.trials[at].outcome, &retried.outcome, self.answer);
        // Without the machine's word, a program that changes its mind is to blame itself.
        if found.fault == Fault::Miscompilation && !matches!(self.answer, Answer::Must(_)) {
            let is_same_elsewhere = found.backends.iter().all(|&at| {
                let before = &self.trials[at].outcome;
                shows_it(at, engine.try_repeatedly(self.case, &self.backends[at], self.answer, before))
            });
            return Some(match is_same_elsewhere {
                true => found,
                false => finding(
                    Fault::NondeterministicTestCase,
                    found.backends,
                    "unsteady",
                    "the program does not do the same each time it runs",
                ),
            });
        }
        let again = |at: usize| shows_it(at, engine.try_plainly(self.case, &self.backends[at], self.answer));
        let shown: Vec<usize> =
            found.backends.iter().copied().filter(|&at| (0..MORE_TRIES).any(|_| again(at))).collect();
        // It takes two to disagree.
        if found.fault == Fault::Disagreement && shown.len() < found.backends.len() {
            return None;
        }
        (!shown.is_empty()).then_some(Suspicion { backends: shown, ..found })
    }
}

/// Whether a second outcome shows what the first one did, where a program must do what the answer says.
pub fn is_as_bad(first: &Outcome, second: &Outcome, answer: &Answer) -> bool {
    match (first, second, answer) {
        (Outcome::Observed(_), Outcome::Observed(second), Answer::Must(expected)) => second != expected,
        (Outcome::Observed(first), Outcome::Observed(second), _) => first == second,
        (Outcome::Accepted, Outcome::Accepted, _) => true,
        (Outcome::NotBuilt(first), Outcome::NotBuilt(second), _) => signature(first) == signature(second),
        (Outcome::Differs(first), Outcome::Differs(second), _) => first == second,
        _ => false,
    }
}

/// What is wrong with a compiler that ended like this; `None` if it only has an opinion on the program.
fn fault_of(compiled: &Compiled) -> Option<Fault> {
    match compiled {
        // What fails without a word has rejected the program.
        Compiled::Built | Compiled::Rejected(_) | Compiled::LinkFailed(_) | Compiled::Unexplained { .. } => {
            None
        }
        Compiled::TimedOut { .. } => Some(Fault::CompilerHang),
        _ => Some(Fault::CompilerCrash),
    }
}

/// What is the same of all failures of one cause.
fn signature(compiled: &Compiled) -> String {
    compiled.signature().map_or_else(String::new, |signature| signature.to_string())
}

/// Whether a program was rejected because of a name or a feature that the compiler does not have yet, or has no more.
fn is_unknown_name(compiled: &Compiled) -> bool {
    const UNKNOWN: [&str; 8] = ["E0425", "E0432", "E0433", "E0412", "E0635", "E0557", "E0658", "E0554"];
    match compiled {
        Compiled::Rejected(diagnostics) => diagnostics
            .iter()
            .any(|diagnostic| diagnostic.code.as_deref().is_some_and(|code| UNKNOWN.contains(&code))),
        _ => false,
    }
}

/// How a program did something else than it must, in words.
fn difference(expected: &Observation, observed: &Observation) -> String {
    match (expected.end, observed.end) {
        (wanted, found) if wanted != found => {
            format!("expected that the program {}, but it {}", words::of_end(wanted), words::of_end(found))
        }
        _ => "the program prints the wrong output".to_owned(),
    }
}
