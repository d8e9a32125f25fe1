//! Ordinary Rust, cut on its syntax tree by `treereduce`.
//!
//! Where the machine runs the whole program, it runs each candidate, too: it says what the candidate must do, and rejects one that has Undefined
//! Behavior or does not do the same everywhere. It is asked before any backend, since it needs only the front end of a compiler.
//!
//! What the machine cannot run is compared, as the verdict does. Safe Rust has no Undefined Behavior however it is cut. A program with `unsafe` in it
//! may get some, so Miri has to pass each candidate; without Miri such a program is cut only where it is the compiler that fails, and nothing
//! runs.

use crate::{Options, Subject};
use rustassay_judge::answer::Answer;
use rustassay_judge::backend::{Backend, Executor};
use rustassay_judge::case::{Case, CaseSource, Expectation};
use rustassay_judge::engine::{Engine, Outcome, Trial};
use rustassay_judge::verdict::{Fault, Suspicion, judge, suspicions};
use rustassay_lang::{Architecture, Edition};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};
use treereduce::{Check, Config, NodeTypes, Original, treereduce_multi_pass};

/// A smaller text.
#[derive(Clone, Debug)]
pub struct ReducedSource {
    /// The text.
    pub text: String,
    /// How many texts were tried.
    pub tried: u64,
    /// How many of them showed the bug.
    pub shown: u64,
    /// Whether nothing was left to try.
    pub is_finished: bool,
}

/// Makes a text small. `watch` hears of each that is smaller than all before.
pub fn reduce_source(
    subject: &Subject,
    options: &Options,
    watch: Box<dyn FnMut(&str) + Send>,
) -> Result<ReducedSource, String> {
    let CaseSource::Rust { text, edition } = &subject.case.source else {
        return Err("custom MIR is cut on the model".to_owned());
    };
    let wanted = Wanted::new(subject)?;
    if wanted.judge == Judge::Comparison && has_unsafe(text) && wanted.miri.is_none() {
        return Err("the program has `unsafe` code that the machine cannot run, and without Miri nobody can tell \
                    whether a smaller one is still free of Undefined Behavior: install Miri, and use a set of \
                    backends that has it"
            .to_owned());
    }
    let inner = Inner {
        engine: subject.engine.clone(),
        edition: *edition,
        expectation: subject.case.expectation,
        flags: subject.case.flags.clone(),
        target: subject.case.target,
        wanted,
        until: options.until,
        stop: options.stop.clone(),
        tried: AtomicU64::new(0),
        shown: AtomicU64::new(0),
        best: Mutex::new(Best { text: text.clone(), watch }),
    };
    let interesting = Interesting(Arc::new(inner));
    if !interesting.0.shows(text) {
        return Err("the bug does not show when the backends are asked again".to_owned());
    }
    let language: tree_sitter::Language = tree_sitter_rust::LANGUAGE.into();
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&language).map_err(|error| error.to_string())?;
    let types = NodeTypes::new(tree_sitter_rust::NODE_TYPES).map_err(|error| error.to_string())?;
    let config = Config {
        check: interesting.clone(),
        delete_non_optional: true,
        jobs: options.jobs,
        min_reduction: 1,
        replacements: HashMap::from([("type_identifier", &["()"][..])]),
    };
    let inner = &interesting.0;
    let mut text = text.clone();
    while !options.is_over() {
        let tree = parser.parse(&text, None).ok_or("the text cannot be parsed")?;
        // Where nothing is left to cut, `treereduce` would wait for ever.
        if tree.root_node().byte_range().is_empty() {
            break;
        }
        let original = Original::new(tree, text.clone().into_bytes());
        let Some(_only) = one_at_a_time(options) else { break };
        treereduce_multi_pass(language.clone(), &types, original, &config, Some(1))
            .map_err(|error| error.to_string())?;
        let smaller = locked(&inner.best).text.clone();
        if smaller == text {
            break;
        }
        text = smaller;
    }
    inner.confirm(subject, &text, options.jobs)?;
    Ok(ReducedSource {
        text,
        tried: inner.tried.load(Ordering::Relaxed),
        shown: inner.shown.load(Ordering::Relaxed),
        is_finished: !options.is_over(),
    })
}

/// Waits until nobody else in this process cuts a text; `None` if it is over before. Threads of `treereduce` 0.4 tell each other by a static which of them
/// are idle, so those of two calls would end each other.
fn one_at_a_time(options: &Options) -> Option<MutexGuard<'static, ()>> {
    static ONLY: Mutex<()> = Mutex::new(());
    loop {
        match ONLY.try_lock() {
            Ok(only) => return Some(only),
            Err(TryLockError::Poisoned(only)) => return Some(only.into_inner()),
            Err(TryLockError::WouldBlock) if options.is_over() => return None,
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(20)),
        }
    }
}

/// Whether a text has the word.
fn has_unsafe(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "unsafe")
}

/// What a text must show.
struct Wanted {
    /// A few of the backends, which show the same as all: one that is wrong and one that is right, or one of each that did something else.
    backends: Vec<Backend>,
    finding: Suspicion,
    judge: Judge,
    miri: Option<Backend>,
}

/// Who says that a candidate does something wrong.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Judge {
    /// The machine, which knows what it must do.
    Machine,
    /// Nobody: backends do different things.
    Comparison,
    /// The compiler itself, which fails.
    Compiler,
}

impl Wanted {
    fn new(subject: &Subject) -> Result<Wanted, String> {
        let verdict = subject.verdict;
        let finding = subject.finding();
        let cost = |at: &usize| verdict.trials[*at].cpu;
        let judge = match (finding.fault, &verdict.answer) {
            (Fault::Miscompilation, Answer::Must(_)) => Judge::Machine,
            (Fault::Miscompilation, _) => Judge::Comparison,
            _ => Judge::Compiler,
        };
        let mut chosen: Vec<usize> = match finding.fault {
            Fault::Miscompilation if judge == Judge::Machine => {
                let bad = finding.backends.iter().copied().min_by_key(cost);
                let is_good = |at: &usize| subject.agreed(*at) && subject.backends[*at].toolchain.is_some();
                bad.into_iter().chain((0..verdict.trials.len()).filter(is_good).min_by_key(cost)).collect()
            }
            Fault::Miscompilation | Fault::Disagreement => {
                let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
                for &at in &finding.backends {
                    groups.entry(format!("{:?}", verdict.trials[at].outcome)).or_default().push(at);
                }
                groups.into_values().filter_map(|group| group.into_iter().min_by_key(cost)).collect()
            }
            _ => {
                let bad = finding.backends.iter().copied().min_by_key(cost);
                let is_good = |at: &usize| matches!(verdict.trials[*at].outcome, Outcome::Observed(_));
                bad.into_iter().chain((0..verdict.trials.len()).filter(is_good).min_by_key(cost)).collect()
            }
        };
        chosen.sort_unstable();
        let backends: Vec<Backend> = chosen.iter().map(|&at| subject.backends[at].clone()).collect();
        let trials: Vec<Trial> = chosen.iter().map(|&at| verdict.trials[at].clone()).collect();
        let findings = suspicions(subject.case, &backends, &verdict.answer, &trials);
        let same = findings.into_iter().find(|found| found.fault == finding.fault);
        Ok(Wanted {
            finding: same.ok_or("a few of the backends do not show what all of them show")?,
            judge,
            miri: subject.backends.iter().find(|backend| backend.kind == Executor::Miri).cloned(),
            backends,
        })
    }

    fn is(&self, found: &Suspicion) -> bool {
        let wanted = &self.finding;
        // The summary of a difference says who did the same as whom.
        let is_same_difference = self.judge == Judge::Compiler || found.summary == wanted.summary;
        (found.fault, &found.signature, &found.backends)
            == (wanted.fault, &wanted.signature, &wanted.backends)
            && is_same_difference
    }
}

/// The smallest text so far, and who wants to hear of it.
struct Best {
    text: String,
    watch: Box<dyn FnMut(&str) + Send>,
}

struct Inner {
    engine: Engine,
    edition: Edition,
    expectation: Expectation,
    flags: Vec<String>,
    target: &'static Architecture,
    wanted: Wanted,
    until: Option<Instant>,
    stop: Arc<AtomicBool>,
    tried: AtomicU64,
    shown: AtomicU64,
    best: Mutex<Best>,
}

impl Inner {
    fn case(&self, text: &str) -> Case {
        let source = CaseSource::Rust { text: text.to_owned(), edition: self.edition };
        let (expectation, flags) = (self.expectation, self.flags.clone());
        Case { name: "case.rs".to_owned(), source, expectation, flags, target: self.target }
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Whether a text shows the same.
    fn shows(&self, text: &str) -> bool {
        if self.is_over() {
            return false;
        }
        self.tried.fetch_add(1, Ordering::Relaxed);
        let case = self.case(text);
        let answer = match self.wanted.judge {
            Judge::Machine => self.engine.answer(&case),
            Judge::Comparison | Judge::Compiler => Answer::Unknown(String::new()),
        };
        if self.wanted.judge == Judge::Machine && !matches!(answer, Answer::Must(_)) {
            return false;
        }
        let mut trials: Vec<Trial> = Vec::new();
        for backend in &self.wanted.backends {
            let trial = self.engine.try_case(&case, backend, &answer);
            // Where nothing runs, there is nothing to compare.
            if self.wanted.judge != Judge::Compiler && !matches!(trial.outcome, Outcome::Observed(_)) {
                return false;
            }
            trials.push(trial);
        }
        let found = suspicions(&case, &self.wanted.backends, &answer, &trials);
        let is_it = found.iter().any(|found| self.wanted.is(found)) && self.is_sound(&case, &answer, &trials);
        if is_it {
            self.shown.fetch_add(1, Ordering::Relaxed);
            let mut best = locked(&self.best);
            if text.len() < best.text.len() {
                best.text = text.to_owned();
                (best.watch)(text);
            }
        }
        is_it
    }

    /// Whether a program does the same each time, and is free of Undefined Behavior.
    fn is_sound(&self, case: &Case, answer: &Answer, trials: &[Trial]) -> bool {
        let CaseSource::Rust { text, .. } = &case.source else { return false };
        match self.wanted.judge {
            Judge::Compiler => return true,
            Judge::Machine => return self.engine.is_same_elsewhere(case, answer),
            Judge::Comparison => {}
        }
        let is_steady = self.wanted.backends.iter().zip(trials).all(|(backend, trial)| {
            let again = self.engine.try_repeatedly(case, backend, answer, &trial.outcome);
            match (&again.outcome, &trial.outcome) {
                (Outcome::Observed(again), Outcome::Observed(before)) => again == before,
                _ => false,
            }
        });
        let is_free_of_ub = || match (&self.wanted.miri, has_unsafe(text)) {
            (_, false) => true,
            (Some(miri), true) => {
                matches!(self.engine.try_case(case, miri, answer).outcome, Outcome::Observed(_))
            }
            (None, true) => false,
        };
        is_steady && is_free_of_ub()
    }

    /// Makes sure that all backends together say the same of the result as of the whole program.
    fn confirm(&self, subject: &Subject, text: &str, jobs: usize) -> Result<(), String> {
        let verdict = judge(&self.engine, &self.case(text), subject.backends, jobs);
        let wanted = subject.finding();
        match verdict
            .findings
            .iter()
            .any(|found| (found.fault, &found.signature) == (wanted.fault, &wanted.signature))
        {
            true => Ok(()),
            false => {
                Err("the smallest program does not show the same with all backends; try fewer of them"
                    .to_owned())
            }
        }
    }
}

/// The same, as `treereduce` wants it.
#[derive(Clone)]
struct Interesting(Arc<Inner>);

impl fmt::Debug for Interesting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Interesting")
    }
}

impl Check for Interesting {
    type State = Vec<u8>;

    fn start(&self, text: &[u8]) -> io::Result<Vec<u8>> {
        Ok(text.to_vec())
    }

    fn cancel(&self, _: Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    fn try_wait(&self, text: &mut Vec<u8>) -> io::Result<Option<bool>> {
        self.wait(std::mem::take(text)).map(Some)
    }

    fn wait(&self, text: Vec<u8>) -> io::Result<bool> {
        // When it is over, whatever is cut off is well: then nothing is left to try, however large the text is. What counts is the best text.
        Ok(self.0.is_over() || std::str::from_utf8(&text).is_ok_and(|text| self.0.shows(text)))
    }
}

/// What a lock guards, also when a thread has died that had it.
fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
