//! Does a smaller program still show the same bug?

use crate::clean::clean;
use crate::rules::Rules;
use crate::{Subject, shows};
use rustassay_judge::answer::{Answer, is_same_elsewhere};
use rustassay_judge::backend::Backend;
use rustassay_judge::batch::try_batch;
use rustassay_judge::case::{Case, CaseSource};
use rustassay_judge::engine::{Engine, Outcome};
use rustassay_judge::verdict::Fault;
use rustassay_lang::Release;
use rustassay_mir::model::*;
use rustassay_mir::print::{Form, PrintOptions, print};
use rustassay_mir::surface::{Style, surface};
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::Mutex;
use std::time::Duration;

/// A program that is free of Undefined Behavior, and what it must do.
#[derive(Clone)]
pub struct Candidate {
    /// The program, as it is read from its text.
    pub case: Case,
    /// What compilers are given: the same, or its translation.
    pub given: Case,
    pub answer: Answer,
}

/// The language in which compilers are given programs.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Language {
    /// Custom MIR.
    Mir,
    /// Surface Rust, in a style.
    Surface(Style),
}

impl Candidate {
    /// The program.
    pub fn program(&self) -> &Program {
        match &self.case.source {
            CaseSource::Mir(source) => &source.program,
            CaseSource::Rust { .. } => unreachable!("only custom MIR becomes a candidate"),
        }
    }
}

/// How much work it was.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Programs that were made.
    pub made: u64,
    /// Those that are well-formed and free of Undefined Behavior, so that they were given to a compiler.
    pub sound: u64,
    /// Those that still showed the bug.
    pub shown: u64,
}

/// Knows the bug.
pub struct Tester<'a> {
    subject: &'a Subject<'a>,
    /// What tries candidates, with little patience: the verdict is asked for with more.
    pub hasty: Engine,
    rules: Rules,
    /// The backend that must show the bug: at first the one that does so at the lowest price.
    pub bad: Backend,
    /// In what language compilers are given candidates.
    pub language: Language,
    /// Backends that must do it right: without them, it might be another bug.
    pub guards: Vec<Backend>,
    /// Backends that must do it wrong, for the same reason.
    pub witnesses: Vec<Backend>,
    /// Texts that were tried.
    seen: FxHashSet<u64>,
    pub tally: Tally,
}

/// How much processor time a program may take that is no more than a candidate: to begin with, and for each step of the machine. They take microseconds, if they
/// come to an end, and those that do not are many where the bug is that they do not.
const BEGINNING: Duration = Duration::from_millis(300);
const A_STEP: Duration = Duration::from_nanos(50);

/// A crate has about so many statements, and at most so many programs: then starting a compiler is no longer most of what it costs.
const CRATE_STATEMENTS: usize = 1_500;
const CRATE_PROGRAMS: usize = 12;

impl<'a> Tester<'a> {
    pub fn new(subject: &'a Subject<'a>, rules: Rules) -> Tester<'a> {
        let cost = |at: &usize| subject.verdict.trials[*at].cpu;
        let cheapest = |places: &mut dyn Iterator<Item = usize>| places.min_by_key(cost);
        let finding = subject.finding();
        let bad = cheapest(&mut finding.backends.iter().copied()).unwrap_or(0);
        let bad = subject.backends[bad].clone();
        let compiler =
            |backend: &Backend| backend.toolchain.as_ref().map(|toolchain| toolchain.rustc.clone());
        let good = cheapest(&mut (0..subject.backends.len()).filter(|&at| {
            let backend = &subject.backends[at];
            subject.agreed(at) && backend.toolchain.is_some() && compiler(backend) == compiler(&bad)
        }));
        let guards = good.map(|at| subject.backends[at].clone()).into_iter().collect();
        Tester {
            subject,
            hasty: subject.engine.clone().program_time(BEGINNING + A_STEP * rules.steps()),
            rules,
            bad,
            language: Language::Mir,
            guards,
            witnesses: Vec::new(),
            seen: FxHashSet::default(),
            tally: Tally::default(),
        }
    }

    /// The candidate that a program is, if it keeps to the rules and was not tried before.
    pub fn prepare(&mut self, program: Program) -> Option<Candidate> {
        let text = self.text(program)?;
        let mut hasher = FxHasher::default();
        text.hash(&mut hasher);
        self.seen.insert(hasher.finish()).then(|| self.candidate(text))?
    }

    /// The candidate that a program is, if it keeps to the rules, whether or not it was tried before.
    pub fn prepare_again(&mut self, program: Program) -> Option<Candidate> {
        let text = self.text(program)?;
        self.candidate(text)
    }

    fn text(&mut self, mut program: Program) -> Option<String> {
        self.tally.made += 1;
        clean(&mut program);
        // What only the compiler with the bug knows must be printable, too.
        let release = self.bad.custom_mir().map_or(Release::REFERENCE, |known| known.max(Release::REFERENCE));
        print(&program, &PrintOptions { form: Form::Fast, release }).ok()
    }

    fn candidate(&mut self, text: String) -> Option<Candidate> {
        let flags = self.subject.case.flags.clone();
        let case = Case {
            flags,
            ..Case::from_text(&self.subject.case.name, text, Some(self.subject.case.edition()))
        };
        let CaseSource::Mir(source) = &case.source else { return None };
        let answer = self.rules.answer(&source.program)?;
        let given = match self.language {
            Language::Mir => case.clone(),
            Language::Surface(style) => {
                let text = surface(&source.program, &style).ok()?;
                let source = CaseSource::Rust { text, edition: case.edition() };
                Case { source, ..case.clone() }
            }
        };
        self.tally.sound += 1;
        Some(Candidate { case, given, answer })
    }

    /// The first line that a program prints wrong, if it shows the bug.
    pub fn first_wrong_line(&self, candidate: &Candidate) -> Option<usize> {
        let trial = self.subject.engine.try_case(&candidate.given, &self.bad, &candidate.answer);
        if !shows(self.subject, candidate, &self.bad, &trial) {
            return None;
        }
        let (Outcome::Observed(seen), Answer::Must(expected)) = (&trial.outcome, &candidate.answer) else {
            return None;
        };
        let mut lines =
            seen.stdout.split(|&byte| byte == b'\n').zip(expected.stdout.split(|&byte| byte == b'\n'));
        // Where one of them ends early, the next line is the one.
        let alike = lines.clone().count();
        Some(lines.position(|(seen, expected)| seen != expected).unwrap_or(alike))
    }

    /// Forgets which programs were tried: others may be wanted now.
    pub fn forget(&mut self) {
        self.seen.clear();
    }

    /// Gives compilers candidates in another language from now on.
    pub fn speak(&mut self, language: Language) {
        self.language = language;
        self.forget();
    }

    /// How many candidates of a size are tried at once.
    pub fn at_once(&self, statements: usize, jobs: usize) -> usize {
        jobs * self.crate_size(statements)
    }

    fn crate_size(&self, statements: usize) -> usize {
        match (self.subject.finding().fault, self.language) {
            (Fault::Miscompilation, Language::Mir) => {
                (CRATE_STATEMENTS / statements.max(1)).clamp(1, CRATE_PROGRAMS)
            }
            // One that breaks the compiler would take the others with it, and surface Rust has a `main` of its own.
            _ => 1,
        }
    }

    /// Which candidates still show the bug.
    pub fn test(&mut self, candidates: &[&Candidate], statements: usize, jobs: usize) -> Vec<bool> {
        let groups: Vec<&[&Candidate]> = candidates.chunks(self.crate_size(statements)).collect();
        let next = Mutex::new(0..groups.len());
        let shown = Mutex::new(vec![Vec::new(); groups.len()]);
        let this = &*self;
        std::thread::scope(|scope| {
            for _ in 0..jobs.clamp(1, groups.len().max(1)) {
                scope.spawn(|| {
                    loop {
                        let Some(group) = locked(&next).next() else { break };
                        let found = this.test_group(groups[group]);
                        locked(&shown)[group] = found;
                    }
                });
            }
        });
        let shown = std::mem::take(&mut *locked(&shown)).concat();
        self.tally.shown += shown.iter().filter(|&&shows| shows).count() as u64;
        shown
    }

    fn test_group(&self, group: &[&Candidate]) -> Vec<bool> {
        let cases: Vec<&Case> = group.iter().map(|candidate| &candidate.given).collect();
        let answers: Vec<&Answer> = group.iter().map(|candidate| &candidate.answer).collect();
        let trials = try_batch(&self.hasty, &cases, &self.bad, &answers);
        let shown = group.iter().zip(&trials);
        shown
            .map(|(candidate, trial)| {
                shows(self.subject, candidate, &self.bad, trial)
                    && is_same_elsewhere(&candidate.case, &candidate.answer)
                    && self.guards.iter().all(|guard| is_right(&self.hasty, candidate, guard))
                    && self.witnesses.iter().all(|witness| self.is_wrong(candidate, witness))
            })
            .collect()
    }

    /// Whether a backend shows the bug.
    fn is_wrong(&self, candidate: &Candidate, backend: &Backend) -> bool {
        let trial = self.hasty.try_case(&candidate.given, backend, &candidate.answer);
        shows(self.subject, candidate, backend, &trial)
    }

    /// Whether the verdict is the same as the whole program's: all that showed the bug still do, and all that were right still are. Of a translation
    /// it is not asked that all of them show it: what custom MIR says directly, some make out of surface Rust and others do not.
    pub fn has_same_verdict(&self, candidate: &Candidate, jobs: usize) -> bool {
        let backends = self.subject.backends;
        let next = Mutex::new(0..backends.len());
        let is_same = Mutex::new(true);
        std::thread::scope(|scope| {
            for _ in 0..jobs.max(1) {
                scope.spawn(|| {
                    loop {
                        let Some(at) = locked(&next).next().filter(|_| *locked(&is_same)) else { break };
                        if !self.is_as_before(candidate, at) {
                            *locked(&is_same) = false;
                        }
                    }
                });
            }
        });
        *locked(&is_same)
    }

    fn is_as_before(&self, candidate: &Candidate, at: usize) -> bool {
        let backend = &self.subject.backends[at];
        if self.subject.finding().backends.contains(&at) {
            let trial = || self.subject.engine.try_case(&candidate.given, backend, &candidate.answer);
            return self.language != Language::Mir || shows(self.subject, candidate, backend, &trial());
        }
        !self.subject.agreed(at) || is_right(self.subject.engine, candidate, backend)
    }
}

/// Whether a backend does what the program must do. One that only takes custom MIR has nothing to say of a translation.
fn is_right(engine: &Engine, candidate: &Candidate, backend: &Backend) -> bool {
    let is_translated = matches!(candidate.given.source, CaseSource::Rust { .. });
    if is_translated && backend.cannot_run(&candidate.given).is_some() {
        return true;
    }
    let trial = engine.try_case(&candidate.given, backend, &candidate.answer);
    matches!((&trial.outcome, &candidate.answer), (Outcome::Observed(seen), Answer::Must(expected)) if seen == expected)
}

/// What a lock guards, also when a thread has died that had it.
fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
