//! What a program must do, by the abstract machine.

use crate::case::{Case, Source};
use rustassay_machine::error::Stop;
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::{Config, Limits, Machine};

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

/// What a program must do.
pub fn answer(case: &Case) -> Answer {
    answer_at(case, 0, None)
}

/// Whether a program gets the same answer at other addresses and with other layouts. Taint should have told already; this is asked
/// before anyone is blamed.
pub fn is_steady(case: &Case, answer: &Answer) -> bool {
    [(1, None), (2, Some(1)), (3, Some(2)), (4, Some(3))]
        .into_iter()
        .all(|(seed, layout_seed)| answer_at(case, seed, layout_seed) == *answer)
}

fn answer_at(case: &Case, seed: u64, layout_seed: Option<u64>) -> Answer {
    let Source::Mir(source) = &case.source else {
        return Answer::Unknown("the machine runs custom MIR only".to_owned());
    };
    let limits = Limits { steps: STEPS, ..Limits::default() };
    let config = Config { seed, layout_seed, limits, ..Config::default() };
    let mut machine = Machine::new(source.program.clone(), config);
    let end = match machine.run_main() {
        Ok(Ending::Finished) => ProgramEnd::Code(0),
        Ok(Ending::Panicked) => ProgramEnd::Code(PANIC),
        Err(stop) => match *stop {
            Stop::Abort(_) => ProgramEnd::Signal(SIGABRT),
            Stop::Ub(ub) => return Answer::Ub(ub.to_string()),
            Stop::Unsupported(what) => return Answer::Unknown(format!("the machine does not know {what}")),
            Stop::Budget(_) => return Answer::Unknown("it needs more than the machine may use".to_owned()),
        },
    };
    if machine.output_is_tainted() || machine.branch_is_tainted() {
        return Answer::NotDeterministic;
    }
    Answer::Must(Observation { stdout: machine.output().to_vec(), end })
}
