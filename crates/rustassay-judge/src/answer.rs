//! What a program must do, by the abstract machine.

use crate::case::{Case, CaseSource};
use rustassay_machine::error::Stop;
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::{Config, Limits, Machine};
use rustassay_mir::model::Program;

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

/// What a program must do.
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
        return (Answer::Unknown("the machine runs custom MIR only".to_owned()), false);
    };
    let limits = Limits { steps: STEPS, ..Limits::default() };
    let (answer, is_tainted, _) =
        answer_under(&source.program, Config { seed, layout_seed, limits, ..Config::default() });
    (answer, is_tainted)
}

/// What a program does by the given rules, whether that is tainted, and how many steps it takes.
pub fn answer_under(program: &Program, config: Config) -> (Answer, bool, u64) {
    let mut machine = Machine::new(program.clone(), config);
    let end = match machine.run_main() {
        Ok(Ending::Finished) => Ok(ProgramEnd::Code(0)),
        Ok(Ending::Panicked) => Ok(ProgramEnd::Code(PANIC)),
        Err(stop) => match *stop {
            Stop::Exit(code) => Ok(ProgramEnd::Code(code)),
            Stop::Abort(_) => Ok(ProgramEnd::Signal(SIGABRT)),
            Stop::Ub(ub) => Err(Answer::Ub(ub.to_string())),
            Stop::Unsupported(what) => Err(Answer::Unknown(format!("the machine does not know {what}"))),
            Stop::Budget(_) => Err(Answer::Unknown("it needs more than the machine may use".to_owned())),
        },
    };
    match end {
        Err(answer) => (answer, false, machine.steps()),
        Ok(end) => {
            let is_tainted = machine.output_is_tainted() || machine.branch_is_tainted();
            let answer = Answer::Must(Observation { stdout: machine.output().to_vec(), end });
            (answer, is_tainted, machine.steps())
        }
    }
}
