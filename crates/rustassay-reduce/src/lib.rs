//! Reduces programs that show a bug.
//!
//! A [`Subject`] is a custom-MIR program and a failure that it showed; [`reduce`] looks for a smaller program
//! that shows the same failure. It works on the model. Every candidate is well-formed, and the machine runs
//! it before a compiler does. So only programs that are free of Undefined Behavior and do the same everywhere
//! cost a compile. The program may do something else on its way: the machine says what each candidate must
//! do.
//!
//! It must stay the same bug. The fault and its signature must be the same, and backends that were right must
//! stay right. Once the guilty pass is known, the program must be right without that pass; where no pass is
//! needed, it must be wrong without any.
//!
//! ```no_run
//! use rustassay_judge::case::Case;
//! use rustassay_judge::engine::Engine;
//! use rustassay_judge::sets::{backends, built_in};
//! use rustassay_judge::verdict::judge;
//! use rustassay_mir::print::{PrintOptions, print};
//! use rustassay_reduce::{Options, Subject, reduce};
//! use rustassay_toolchain::{Cache, Search, discover};
//! use std::sync::Arc;
//!
//! let found = discover(&Search::default(), &Cache::standard()).found;
//! let toolchains: Vec<_> = found.into_iter().map(Arc::new).collect();
//! let backends = backends(&built_in("quick", 0).expect("a built-in set"), &toolchains);
//!
//! let engine = Engine::new()?;
//! let case = Case::from_text("found.rs", std::fs::read_to_string("found.rs")?, None);
//! let verdict = judge(&engine, &case, &backends, 2);
//! assert!(!verdict.findings.is_empty(), "all backends agree");
//!
//! let subject =
//!     Subject { engine: &engine, case: &case, backends: &backends, verdict: &verdict, finding: 0 };
//! let options = Options { jobs: 2, surface: true, until: None, stop: Arc::default() };
//! let reduced = reduce(&subject, &options, &mut |progress| println!("{} left", progress.statements))?;
//! println!("{}", print(&reduced.program, &PrintOptions::default())?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - `trace`, `values`: what the program does, as constants to put in.
//! - `dependence`, `control`, `slice`: what a wrong line depends on.
//! - `kinds`, `change`: the changes; `inline`, `split`, `signature`, `fields`, `variants`, `retype` are the
//!   larger ones; `clean` removes what nothing uses any more, as `mentions` tells.
//! - `rules`, `tester`: what must hold of a candidate.
//! - `search`: the candidates to try, in order.
//! - `names`: the last touch.
//! - `source`: ordinary Rust, on its syntax tree.
//! - `llvm_ir`: the IR of a program that another LLVM gets wrong.

mod change;
mod clean;
mod control;
mod dependence;
mod fields;
mod inline;
mod kinds;
mod llvm_ir;
mod mentions;
mod names;
mod retype;
mod rules;
mod search;
mod signature;
mod slice;
mod source;
mod split;
mod tester;
#[cfg(test)]
mod tests;
mod trace;
mod values;
mod variants;

pub use kinds::ChangeKind;
pub use llvm_ir::{ReducedIr, reduce_ir};
pub use search::size;
pub use source::{ReducedSource, reduce_source};
pub use tester::Tally;

use rules::Rules;
use rustassay_bisect::{EFFORT, Guilty, Suspect, is_well_without, localise, localise_in_depth, same_failure};
use rustassay_judge::answer::Answer;
use rustassay_judge::backend::{Backend, Executor};
use rustassay_judge::case::{Case, CaseSource};
use rustassay_judge::engine::{Engine, Outcome, Trial};
use rustassay_judge::verdict::{Fault, Suspicion, Verdict, suspicion};
use rustassay_mir::model::Program;
use rustassay_mir::surface::Style;
use search::Search;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tester::{Candidate, Language, Tester};

/// A program, and what was found by it.
#[derive(Copy, Clone)]
pub struct Subject<'a> {
    /// What runs programs.
    pub engine: &'a Engine,
    /// The program.
    pub case: &'a Case,
    /// The backends that it was judged by.
    pub backends: &'a [Backend],
    /// What came of it.
    pub verdict: &'a Verdict,
    /// Which of the verdict's findings is meant.
    pub finding: usize,
}

impl Subject<'_> {
    fn finding(&self) -> &Suspicion {
        &self.verdict.findings[self.finding]
    }

    /// Whether a backend did what the program must do.
    fn agreed(&self, at: usize) -> bool {
        let trial = self.verdict.trials.get(at);
        match (trial.map(|trial| &trial.outcome), &self.verdict.answer) {
            (Some(Outcome::Observed(seen)), Answer::Must(expected)) => seen == expected,
            _ => false,
        }
    }
}

/// How to go about it.
pub struct Options {
    /// How many compilers run at once.
    pub jobs: usize,
    /// Whether to look for a translation to surface Rust that shows the bug, too.
    pub surface: bool,
    /// When to stop with what there is.
    pub until: Option<Instant>,
    /// Whether somebody else wants it to stop.
    pub stop: Arc<AtomicBool>,
}

impl Options {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// A step on the way.
#[derive(Debug)]
pub struct Progress<'a> {
    /// The smallest program so far.
    pub program: &'a Program,
    /// How large it is.
    pub statements: usize,
    /// What was changed.
    pub kind: ChangeKind,
    /// How much work it was so far.
    pub tally: Tally,
}

/// A smaller program.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The program.
    pub program: Program,
    /// What it must do.
    pub answer: Answer,
    /// The same bug in surface Rust, if a translation shows it.
    pub surface: Option<InSurface>,
    /// The part of the compiler that gets it wrong, if it was looked for; in this program, unless there was no time for that. With its settings
    /// the program in surface Rust shows it, too.
    pub guilty: Option<Guilty>,
    /// How much work it was.
    pub tally: Tally,
    /// Whether nothing was left to try.
    pub is_finished: bool,
}

/// A program in surface Rust that shows the bug, made as small as it gets: the search goes on, and compilers are given translations.
#[derive(Clone, Debug)]
pub struct InSurface {
    /// How it is written.
    pub style: Style,
    /// The text.
    pub text: String,
    /// What it must do.
    pub answer: Answer,
}

/// How long a compiler and a program may take.
const COMPILING: Duration = Duration::from_secs(60);
const RUNNING: Duration = Duration::from_secs(10);
/// How much processor time a program may take: those that have no end any more are many, and they are all busy.
const PROGRAM_TIME: Duration = Duration::from_secs(3);

/// Makes a program small. It must be custom MIR, and its finding a compiler's fault; else this says why it cannot be done.
pub fn reduce(
    subject: &Subject,
    options: &Options,
    watch: &mut dyn FnMut(&Progress),
) -> Result<Reduced, String> {
    let CaseSource::Mir(source) = &subject.case.source else {
        return Err("only custom MIR can be cut on the model".to_owned());
    };
    let rules = Rules::of(&source.program)
        .map_err(|answer| format!("the machine does not say what the program must do: {}", words(&answer)))?;
    let engine = subject.engine.clone().with_timeouts(COMPILING, RUNNING).program_time(PROGRAM_TIME);
    let subject = &Subject { engine: &engine, ..*subject };
    let mut tester = Tester::new(subject, rules);
    let whole = [without_const(&source.program), source.program.clone()].into_iter().find_map(|program| {
        let whole = tester.prepare(program)?;
        (tester.test(&[&whole], search::size(whole.program()), 1) == [true]).then_some(whole)
    });
    let whole = whole.ok_or("the bug does not show any more when unused items are left out")?;
    let mut search = Search::new(tester, whole.clone(), options, watch);
    search.cut();
    let mut ways = vec![search.best.clone()];
    let mut guilty = None;
    let has_passes = matches!(search.tester.bad.kind, Executor::Compiled(_));
    if subject.finding().fault == Fault::Miscompilation && has_passes && !options.is_over() {
        guilty = Some(guard(&mut search, &whole));
    }
    let kept = search.best.clone();
    search.finish();
    // In the smallest program it is best to see what the pass does.
    if has_passes && !options.is_over() {
        let found = localised(&search.tester, &search.best, localise_in_depth);
        match &guilty {
            // What could not be guarded against has happened: it has become another bug.
            Some(known) if known.cause() != found.cause() && found.cause() != "unknown" => {
                search.restart(kept)
            }
            Some(known) if known.cause() != found.cause() => {}
            _ => guilty = Some(found),
        }
    }
    let program = search.best.program().clone();
    let answer = search.best.answer.clone();
    ways.push(search.best.clone());
    // A translation of the smallest program may not show it where that of a larger one does.
    let backends = all_bad(subject, &search.tester.bad, guilty.as_ref());
    let mut ways = ways.iter().rev().filter(|_| options.surface);
    let surface = ways.find_map(|candidate| in_surface(&mut search, candidate.program(), &backends));
    if let (Some(guilty), Some(_)) = (&mut guilty, &surface) {
        guilty.settings = search.tester.bad.flags.clone();
    }
    Ok(Reduced {
        program,
        answer,
        surface,
        guilty,
        tally: search.tester.tally,
        is_finished: !options.is_over(),
    })
}

/// The backends that may show the bug in surface Rust: first with the flags that it needs, then with all of them, then the others that show it. Which of them
/// do is another question than for custom MIR.
fn all_bad(subject: &Subject, bad: &Backend, guilty: Option<&Guilty>) -> Vec<Backend> {
    let needed = guilty.map(|guilty| Backend { flags: guilty.settings.clone(), ..bad.clone() });
    let others = subject.finding().backends.iter().map(|&at| subject.backends[at].clone());
    let mut backends: Vec<Backend> = Vec::new();
    for backend in needed.into_iter().chain([bad.clone()]).chain(others) {
        let is_same = |other: &Backend| (&other.name, &other.flags) == (&backend.name, &backend.flags);
        if !backends.iter().any(is_same) {
            backends.push(backend);
        }
    }
    backends
}

/// The first translation of a program that shows the bug, made small.
fn in_surface(search: &mut Search, program: &Program, backends: &[Backend]) -> Option<InSurface> {
    let mut ways = backends.iter().flat_map(|backend| Style::ALL.map(|style| (backend, style)));
    ways.find_map(|(backend, style)| {
        if search.is_over() {
            return None;
        }
        search.tester.bad = backend.clone();
        search.tester.speak(Language::Surface(style));
        let start = search.tester.prepare(program.clone())?;
        if search.tester.test(&[&start], search::size(program), 1) != [true] {
            return None;
        }
        search.restart(start);
        search.finish();
        search.drop_lines();
        let CaseSource::Rust { text, .. } = &search.best.given.source else { return None };
        Some(InSurface { style, text: text.clone(), answer: search.best.answer.clone() })
    })
}

/// The same program with no `const fn`, which could not call what is none.
fn without_const(program: &Program) -> Program {
    let mut program = program.clone();
    program.functions.iter_mut().for_each(|function| function.is_const = false);
    program
}

/// Finds the guilty part of the compiler, and makes sure that it stays the guilty one. If the whole program has another, the search begins
/// again.
fn guard(search: &mut Search, whole: &Candidate) -> Guilty {
    let found = localised(&search.tester, &search.best, localise);
    if is_cause_of(&search.tester, whole, &found) {
        keep_to(&mut search.tester, &found);
        return found;
    }
    let found = localised(&search.tester, whole, localise);
    keep_to(&mut search.tester, &found);
    search.restart(whole.clone());
    search.cut();
    if localised(&search.tester, &search.best, localise).cause() != found.cause() {
        search.restart(whole.clone());
    }
    found
}

/// Whether what gets one program wrong gets another wrong, too: it is right without the guilty pass, or wrong without any pass.
fn is_cause_of(tester: &Tester, candidate: &Candidate, guilty: &Guilty) -> bool {
    let trial = tester.hasty.try_case(&candidate.given, &tester.bad, &candidate.answer);
    let still_bad = same_failure(&trial, &candidate.answer);
    let is_well = |flags: &[String]| is_well_without(&suspect(tester, candidate, &still_bad), flags);
    match (guilty.disabling(), guilty.without_passes()) {
        (Some(disabling), _) => is_well(disabling) == Some(true),
        (None, Some(without_passes)) => is_well(without_passes) == Some(false),
        (None, None) => localised(tester, candidate, localise).cause() == guilty.cause(),
    }
}

/// Lets candidates have no other cause, as far as one trial can tell.
fn keep_to(tester: &mut Tester, guilty: &Guilty) {
    if let Some(disabling) = guilty.disabling() {
        tester.guards = vec![with_flags(&tester.bad, disabling)];
    }
    if let Some(without_passes) = guilty.without_passes() {
        tester.witnesses = vec![with_flags(&tester.bad, without_passes)];
    }
}

/// The part of the compiler that gets a candidate wrong. Whatever else it does than it must with fewer passes is wrong, too: only while programs
/// are made smaller must they go wrong in the same way.
fn localised(tester: &Tester, candidate: &Candidate, by: fn(&Suspect, usize) -> Guilty) -> Guilty {
    let trial = tester.hasty.try_case(&candidate.given, &tester.bad, &candidate.answer);
    let still_bad = same_failure(&trial, &candidate.answer);
    by(&suspect(tester, candidate, &still_bad), EFFORT)
}

fn suspect<'a>(
    tester: &'a Tester,
    candidate: &'a Candidate,
    still_bad: &'a dyn Fn(&Trial) -> bool,
) -> Suspect<'a> {
    let Tester { hasty: engine, bad: backend, .. } = tester;
    Suspect { engine, case: &candidate.given, backend, answer: &candidate.answer, still_bad }
}

/// Whether a trial shows what was found.
fn shows(subject: &Subject, candidate: &Candidate, backend: &Backend, trial: &Trial) -> bool {
    let wanted = subject.finding();
    let found = suspicion(&candidate.given, backend, &candidate.answer, trial);
    found.is_some_and(|found| (found.fault, &found.signature) == (wanted.fault, &wanted.signature))
}

/// A backend with some more flags.
fn with_flags(backend: &Backend, flags: &[String]) -> Backend {
    Backend { flags: [&backend.flags, flags].concat(), ..backend.clone() }
}

fn words(answer: &Answer) -> String {
    match answer {
        Answer::Ub(ub) => format!("it has Undefined Behavior: {ub}"),
        Answer::Unknown(why) => why.clone(),
        Answer::NotDeterministic | Answer::Must(_) => {
            "what it does depends on addresses, layouts or NaN payloads".to_owned()
        }
    }
}
