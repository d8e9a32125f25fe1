//! Many programs at the price of one.
//!
//! The programs become modules of one crate (`packer`). It is compiled once, and runs them all in one process; a program that ends it is
//! run again by itself. When the crate is not built, it is split until the guilty program stands alone. Whatever disagrees with
//! the machine is tried again alone, so that an outcome is always that of the program itself.

use crate::answer::{Answer, Observation, ProgramEnd};
use crate::backend::{Backend, Executor};
use crate::case::{Case, CaseSource, Expectation};
use crate::checking::{Checked, Setting, check_many};
use crate::engine::{Binary, Build, Engine, ONLY, Outcome, Trial, all_flags};
use crate::packer::{PackPurpose, Packed, PackedProgram, RUN};
use rustassay_lang::Edition;
use rustassay_mir::print::{Form, PrintOptions, print};
use rustassay_outcome::Compiled;
use rustassay_toolchain::Toolchain;
use std::collections::BTreeSet;
use std::time::Duration;

/// After so many programs with which a compiler does not end, the rest of a batch is not tried.
const HANGS: u32 = 3;

/// Stands before what each program prints, with its number.
const MARK: char = '\u{1e}';

/// Tries many programs by a backend. `answers` are what the machine said of each. Gives what came of each.
pub fn try_batch(engine: &Engine, cases: &[&Case], backend: &Backend, answers: &[&Answer]) -> Vec<Trial> {
    let alone = |at: usize| engine.try_case(cases[at], backend, answers[at]);
    if backend.kind == Executor::Checked {
        let checked = check_batch(engine, cases, backend).into_iter().enumerate();
        return checked.map(|(at, trial)| trial.unwrap_or_else(|| alone(at))).collect();
    }
    let (Executor::Compiled(codegen), Some(toolchain)) = (backend.kind, &backend.toolchain) else {
        return (0..cases.len()).map(alone).collect();
    };
    let members = cases.iter().map(|case| member_of(case, backend, toolchain));
    let members: Vec<Option<PackedProgram>> = members.collect();
    let mut trials: Vec<Option<Trial>> = vec![None; cases.len()];
    // A crate has one edition, and one set of flags.
    let is_rust = |at: usize| matches!(cases[at].source, CaseSource::Rust { .. });
    let kinds: BTreeSet<(bool, Edition)> =
        (0..cases.len()).map(|at| (is_rust(at), cases[at].edition())).collect();
    for kind in kinds {
        let is_of_kind = |at: &usize| members[*at].is_some() && (is_rust(*at), cases[*at].edition()) == kind;
        let together: Vec<usize> = (0..cases.len()).filter(is_of_kind).collect();
        let Some(&first) = together.first() else { continue };
        let flags = all_flags(cases[first], codegen, &backend.flags);
        let batch = Batch { engine, flags: &flags, edition: kind.1, toolchain, members: &members };
        batch.run(&together, &mut trials);
    }
    let mut hangs = 0;
    let settled = trials.into_iter().enumerate().map(|(at, trial)| match trial {
        // Alone, it is certain whose outcome it is.
        Some(trial) if is_settled(&trial.outcome, answers[at]) => trial,
        // Nobody learns more from the next one.
        _ if hangs == HANGS => Trial {
            outcome: Outcome::Failed(format!("{} did not end with {HANGS} programs before", backend.name)),
            ..Trial::default()
        },
        _ => {
            let trial = alone(at);
            hangs += u32::from(matches!(trial.outcome, Outcome::NotBuilt(Compiled::TimedOut { .. })));
            trial
        }
    });
    settled.collect()
}

/// Has many libraries checked. Gives what came of those whose fate is the expected one; the others must say it alone.
fn check_batch(engine: &Engine, cases: &[&Case], backend: &Backend) -> Vec<Option<Trial>> {
    let mut trials: Vec<Option<Trial>> = vec![None; cases.len()];
    for edition in Edition::ALL {
        let places: Vec<usize> = (0..cases.len())
            .filter(|&at| cases[at].edition() == edition && cases[at].flags.is_empty())
            .collect();
        let texts: Vec<&str> = places.iter().filter_map(|&at| cases[at].rust_text()).collect();
        if texts.is_empty() || texts.len() < places.len() {
            continue;
        }
        let Some(setting) = Setting::of(backend, edition) else { continue };
        let before = engine.spent();
        let checked = check_many(engine, &texts, &setting);
        let cpu = engine.spent().saturating_sub(before) / texts.len() as u32;
        for (&at, checked) in places.iter().zip(checked) {
            let outcome = match (checked, cases[at].expectation) {
                (Checked::Accepted, Expectation::Accepted | Expectation::Either) => Outcome::Accepted,
                (Checked::Rejected(rejection), Expectation::Rejected | Expectation::Either) => {
                    Outcome::NotBuilt(Compiled::Rejected(rejection.errors()))
                }
                _ => continue,
            };
            trials[at] = Some(Trial { outcome, cpu, ..Trial::default() });
        }
    }
    trials
}

/// Whether nobody has to try a program again alone: it did what it must, or nobody knows what that is and it ended well.
fn is_settled(outcome: &Outcome, answer: &Answer) -> bool {
    match (outcome, answer) {
        (Outcome::Observed(observed), Answer::Must(expected)) => observed == expected,
        (Outcome::Observed(observed), Answer::Unknown(_)) => observed.end == ProgramEnd::Code(0),
        _ => false,
    }
}

/// A program as a module; `None` for what must be a crate of its own.
fn member_of(case: &Case, backend: &Backend, toolchain: &Toolchain) -> Option<PackedProgram> {
    if backend.cannot_run(case).is_some() || case.expectation.is_only_checked() || !case.flags.is_empty() {
        return None;
    }
    match &case.source {
        CaseSource::Mir(source) => {
            let options = PrintOptions { form: Form::Fast, release: toolchain.capabilities.custom_mir? };
            let text = print(&source.program, &options).ok()?;
            PackedProgram::new(&text, PackPurpose::RunMir).ok()
        }
        CaseSource::Rust { text, .. } => PackedProgram::new(text, PackPurpose::RunRust).ok(),
    }
}

/// The items of a crate that run the program that a variable says, or all.
fn driver(packed: &Packed, count: usize) -> String {
    let arms: String = (0..count).map(|n| format!("        {n} => {}::{RUN}(),\n", packed.path(n))).collect();
    format!(
        "fn run(program: usize) {{
    match program {{
{arms}        _ => {{}}
    }}
}}
fn main() {{
    match std::env::var(\"{ONLY}\").ok().and_then(|program| program.parse().ok()) {{
        Some(program) => run(program),
        None => (0..{count}).for_each(|program| {{
            println!(\"\\u{{1e}}{{program}}\");
            run(program)
        }}),
    }}
}}"
    )
}

/// What the programs printed, one after the other, if all of them came to their end.
fn outputs(stdout: &[u8], count: usize) -> Option<Vec<Vec<u8>>> {
    let text = String::from_utf8(stdout.to_vec()).ok()?;
    let mut parts = text.split(MARK);
    let nothing_before = parts.next()?.is_empty();
    let outputs: Option<Vec<Vec<u8>>> = parts
        .enumerate()
        .map(|(n, part)| Some(part.strip_prefix(&format!("{n}\n"))?.as_bytes().to_vec()))
        .collect();
    outputs.filter(|outputs| nothing_before && outputs.len() == count)
}

struct Batch<'a> {
    engine: &'a Engine,
    /// All that the compiler is told.
    flags: &'a [String],
    edition: Edition,
    toolchain: &'a Toolchain,
    members: &'a [Option<PackedProgram>],
}

impl Batch<'_> {
    /// Tries the programs at these places, and leaves what came of those that ran.
    fn run(&self, programs: &[usize], trials: &mut [Option<Trial>]) {
        // One alone is tried as it is.
        if programs.len() < 2 {
            return;
        }
        let members: Vec<&PackedProgram> =
            programs.iter().filter_map(|&at| self.members[at].as_ref()).collect();
        let mut packed = Packed::new(&members);
        packed.push_items(&driver(&packed, members.len()));
        let edition = self.edition.name();
        let build = Build { edition, flags: self.flags, only_check: false, share_library: true };
        let mut whole = Trial::default();
        match self.engine.build(packed.text(), self.toolchain, &build, &mut whole) {
            Ok((binary, Compiled::Built)) => self.run_all(&binary, programs, whole.cpu, trials),
            // Halves would take as long again. Alone, all but the guilty ones are soon done.
            Ok((_, Compiled::TimedOut { .. })) => {}
            // The guilty one may be in either half.
            Ok(_) => {
                let (left, right) = programs.split_at(programs.len() / 2);
                self.run(left, trials);
                self.run(right, trials);
            }
            // Nothing can be run, so each will say why.
            Err(_) => {}
        }
    }

    fn run_all(
        &self,
        binary: &Binary,
        programs: &[usize],
        compiling: Duration,
        trials: &mut [Option<Trial>],
    ) {
        let mut whole = Trial::default();
        let count = programs.len() as u32;
        let outputs = match self.engine.execute(binary, &mut whole) {
            Ok(Observation { stdout, end: ProgramEnd::Code(0) }) => outputs(&stdout, programs.len()),
            _ => None,
        };
        for (n, &at) in programs.iter().enumerate() {
            let mut trial = Trial { cpu: (compiling + whole.cpu) / count, ..Trial::default() };
            trial.outcome = match &outputs {
                Some(outputs) => {
                    Outcome::Observed(Observation { stdout: outputs[n].clone(), end: ProgramEnd::Code(0) })
                }
                None => match self.engine.execute_one(binary, n, &mut trial) {
                    Ok(observation) => Outcome::Observed(observation),
                    Err(why) => Outcome::Failed(why),
                },
            };
            trials[at] = Some(trial);
        }
    }
}
