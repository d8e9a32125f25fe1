//! What a program must do, by the abstract machine.

use crate::case::{Case, CaseSource};
use crate::engine::{FILE, UNCHECKED};
use crate::interpreter::{Interpretable, Interpreter};
use rustassay_frontend::ProgramOptions;
use rustassay_machine::error::Stop;
use rustassay_machine::foreign::World;
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::{Config, Limits, Machine};
use rustassay_metadata::data::SpanLocation;
use rustassay_mir::model::Program;
use rustassay_overlay::{CompileError, SourceFile};
use std::collections::BTreeMap;
use std::path::Path;

/// What a program did that others can see.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Observation {
    /// What it printed.
    pub stdout: Vec<u8>,
    /// How it ended.
    pub end: ProgramEnd,
}

/// How a program ended.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum ProgramEnd {
    /// It exited with a code.
    Code(i32),
    /// A signal killed it.
    Signal(i32),
    TimedOut,
    OutOfMemory,
    OutputTooLong,
    DiskFull,
    TooManyProcesses,
    /// There is no program, or none that the system can run.
    CannotStart,
}

/// What the machine says of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It must do this.
    Must(Observation),
    /// It has Undefined Behavior, so it may do anything: this is what is wrong with it.
    Ub(String),
    /// What it does depends on addresses, layouts or NaN payloads.
    NotDeterministic,
    /// Nothing: why.
    Unknown(String),
}

/// The code that a Rust program exits with after a panic.
const PANIC: i32 = 101;

/// The signal of `abort`.
const SIGABRT: i32 = 6;

/// How far the machine runs before it gives up: some seconds.
const STEPS: u64 = 200_000_000;

/// Other addresses and layouts to run a program with.
const ELSEWHERE: [(u64, Option<u64>); 4] = [(1, None), (2, Some(1)), (3, Some(2)), (4, Some(3))];

/// What a program of custom MIR must do.
///
/// One that only seems to depend on addresses, and does the same wherever the machine tries it, gets no answer: nothing is wrong
/// with it, but nobody can be blamed by it.
pub fn answer(case: &Case) -> Answer {
    let (answer, is_tainted) = answer_at(case, 0, None);
    match is_tainted {
        false => answer,
        true if is_same_elsewhere(case, &answer) => {
            Answer::Unknown("what it does may depend on addresses, layouts or NaN payloads".to_owned())
        }
        true => Answer::NotDeterministic,
    }
}

/// Whether a program gets the same answer at other addresses and with other layouts. Taint should have told already; this is asked
/// before anyone is blamed.
pub fn is_same_elsewhere(case: &Case, answer: &Answer) -> bool {
    ELSEWHERE.into_iter().all(|(seed, layout_seed)| answer_at(case, seed, layout_seed).0 == *answer)
}

/// What a program does, and whether that is tainted.
fn answer_at(case: &Case, seed: u64, layout_seed: Option<u64>) -> (Answer, bool) {
    let CaseSource::Mir(source) = &case.source else {
        return (Answer::Unknown("it runs custom MIR only".to_owned()), false);
    };
    let limits = Limits { steps: STEPS, ..Limits::default() };
    let (answer, is_tainted, _) =
        answer_under(&source.program, Config { seed, layout_seed, limits, ..Config::default() });
    (answer, is_tainted)
}

/// What a program of custom MIR does by the given rules, whether that is tainted, and how many steps it takes.
///
/// One with threads gets an answer if it does the same in other schedules, too.
pub fn answer_under(program: &Program, config: Config) -> (Answer, bool, u64) {
    let mut machine = Machine::new(program.clone(), config.clone());
    let ending = machine.run_main();
    let mut answer = answer_by(&machine, ending);
    if matches!(answer, Answer::Must(_)) && machine.thread_count() > 1 {
        answer = answer_in_other_schedules(program, &config, answer);
    }
    let is_tainted =
        matches!(answer, Answer::Must(_)) && (machine.output_is_tainted() || machine.branch_is_tainted());
    (answer, is_tainted, machine.steps())
}

/// How many of 100 blocks of a program with threads are the last before another thread has its turn, schedule by schedule.
const SCHEDULES: [u64; 8] = [100, 50, 20, 10, 5, 2, 1, 1];

/// In another schedule a program may take so many times as many steps: threads wait in loops.
const WAITING: u64 = 20;

fn answer_in_other_schedules(program: &Program, config: &Config, answer: Answer) -> Answer {
    for (schedule, preemption_percent) in (1..).zip(SCHEDULES) {
        let limits = Limits { steps: config.limits.steps.saturating_mul(WAITING), ..config.limits };
        let seed = config.seed.wrapping_add(schedule);
        let config = Config { seed, preemption_percent, limits, ..config.clone() };
        let mut machine = Machine::new(program.clone(), config);
        let ending = machine.run_main();
        match answer_by(&machine, ending) {
            same if same == answer => {}
            Answer::Must(_) => return Answer::NotDeterministic,
            worse => return worse,
        }
    }
    answer
}

/// What a machine says that has run a program.
fn answer_by(machine: &Machine, ending: Result<Ending, Box<Stop>>) -> Answer {
    let end = match ending {
        Ok(Ending::Finished) => ProgramEnd::Code(0),
        Ok(Ending::Panicked) => ProgramEnd::Code(PANIC),
        Err(stop) => match *stop {
            Stop::Exit(code) => ProgramEnd::Code(code),
            Stop::Abort(_) => ProgramEnd::Signal(SIGABRT),
            Stop::Ub(ub) => return Answer::Ub(ub.to_string()),
            Stop::Unsupported(what) => return Answer::Unknown(format!("the machine does not know {what}")),
            Stop::Rejected(why) => return Answer::Unknown(format!("compilers reject it: {why}")),
            Stop::Refused { call, wanted } => return Answer::Unknown(format!("`{call}` {wanted}")),
            Stop::Deadlock => return Answer::Unknown("its threads wait for each other".to_owned()),
            Stop::Budget(_) => return Answer::Unknown("it needs more than the machine may use".to_owned()),
        },
    };
    Answer::Must(Observation { stdout: machine.output().to_vec(), end })
}

/// Ordinary Rust that the machine is asked about.
///
/// The library looks at addresses wherever it pleases, so that taint says nothing here. Instead, a program gets an answer if it does
/// the same at other addresses and in another world: at another time, in another folder, with another environment.
pub(crate) struct Ordinary {
    program: Interpretable,
}

impl Ordinary {
    /// Compiles a program, in a folder of its own; or says why the machine cannot run it.
    pub(crate) fn new(interpreter: &Interpreter, case: &Case, folder: &Path) -> Result<Ordinary, String> {
        let Some(text) = case.rust_text() else { return Err("it is custom MIR".to_owned()) };
        let path = folder.join(FILE);
        std::fs::write(&path, text).map_err(|error| format!("cannot write the program: {error}"))?;
        let mut flags = case.flags.clone();
        // As it is compiled elsewhere: its checks are part of what it does, and so is its file's name.
        flags.extend(UNCHECKED.map(str::to_owned));
        flags.push(format!("--remap-path-prefix={}/=", folder.display()));
        let source = SourceFile { edition: case.edition(), flags, ..SourceFile::new(&path) };
        match interpreter.compile(&source, Vec::new()) {
            Ok(program) => Ok(Ordinary { program }),
            Err(CompileError::Rejected(_)) => Err("the compiler rejects it".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// What the program must do.
    pub(crate) fn answer(&self) -> Answer {
        let answer = self.answer_at(0);
        match &answer {
            Answer::Must(_) if self.answer_at(1) != answer => Answer::NotDeterministic,
            _ => answer,
        }
    }

    /// Whether the program gets the same answer elsewhere. This is asked before anyone is blamed.
    pub(crate) fn is_same_elsewhere(&self, answer: &Answer) -> bool {
        (2..6).all(|seed| self.answer_at(seed) == *answer)
    }

    fn answer_at(&self, seed: u64) -> Answer {
        let limits = Limits { steps: STEPS, ..Limits::default() };
        let config = Config { seed, limits, ..Config::default() };
        let options = ProgramOptions { args: vec![format!("/world-{seed}/case")], checks_overflow: false };
        match self.program.load(config, &options, world(seed)) {
            Ok(mut loaded) => match (loaded.run(), loaded.users_place()) {
                (Err(stop), place) if is_told_with_place(&stop) => told(*stop, place),
                (ending, _) => answer_by(&loaded.machine, ending),
            },
            Err(stop) => told(*stop, None),
        }
    }
}

fn is_told_with_place(stop: &Stop) -> bool {
    matches!(stop, Stop::Ub(_) | Stop::Unsupported(_) | Stop::Refused { .. })
}

/// What a stop says of a program that stopped somewhere in its own code.
fn told(stop: Stop, place: Option<SpanLocation>) -> Answer {
    let place = place
        .map_or_else(String::new, |place| format!(" (at {}:{}:{})", place.path, place.line, place.column));
    match stop {
        Stop::Ub(ub) => Answer::Ub(format!("{ub}{place}")),
        Stop::Unsupported(what) => Answer::Unknown(format!("unsupported operation: {what}{place}")),
        Stop::Refused { call, wanted } => {
            Answer::Unknown(format!("unsupported operation: `{call}` {wanted}{place}"))
        }
        other => Answer::Unknown(format!("it cannot begin: {other:?}")),
    }
}

/// A world in which everything is different from what it is in others.
fn world(seed: u64) -> World {
    let defaults = World::default();
    let mut variables = BTreeMap::from([(b"RUST_BACKTRACE".to_vec(), b"0".to_vec())]);
    variables.insert(b"LD_LIBRARY_PATH".to_vec(), format!("/world-{seed}/lib").into_bytes());
    World {
        variables,
        time: defaults.time + seed * 100_000_007,
        folder: format!("/world-{seed}").into_bytes(),
        process: defaults.process + seed as i32,
        processors: 1 + seed as u32,
        reach: defaults.reach,
    }
}
