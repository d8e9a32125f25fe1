//! Many programs at the price of one: starting a compiler and linking are most of what a small program costs.
//!
//! The programs become modules of one crate. It is compiled once, and runs them all in one process; a program that ends it is
//! run again by itself. When the crate is not built, it is split until the guilty program stands alone. Whatever disagrees with
//! the machine is tried again alone, so that an outcome is always that of the program itself.

use crate::answer::{Answer, Observation, ProgramEnd};
use crate::backend::{Backend, Kind};
use crate::case::{Case, Edition, Expectation, MirSource, Source};
use crate::checking::{Checked, Setting, check_many};
use crate::engine::{Binary, Build, Engine, ONLY, Outcome, Trial, all_flags};
use rustassay_mir::print::{Form, Options, print};
use rustassay_mir::release::Release;
use rustassay_outcome::Compiled;
use rustassay_toolchain::Toolchain;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

/// After so many programs with which a compiler does not end, the rest of a batch is not tried.
const HANGS: u32 = 3;

/// Stands before what each program prints, with its number.
const MARK: char = '\u{1e}';

/// Tries many programs by a backend. `answers` are what the machine said of each. Gives what came of each.
pub fn try_batch(engine: &Engine, cases: &[&Case], backend: &Backend, answers: &[&Answer]) -> Vec<Trial> {
    let alone = |at: usize| engine.try_case(cases[at], backend, answers[at]);
    if backend.kind == Kind::Checked {
        let checked = check_batch(engine, cases, backend).into_iter().enumerate();
        return checked.map(|(at, trial)| trial.unwrap_or_else(|| alone(at))).collect();
    }
    let (Kind::Compiled(codegen), Some(toolchain)) = (backend.kind, &backend.toolchain) else {
        return (0..cases.len()).map(alone).collect();
    };
    let modules = cases.iter().map(|case| module_of(case, backend, toolchain));
    let modules: Vec<Option<Module>> = modules.collect();
    let mut trials: Vec<Option<Trial>> = vec![None; cases.len()];
    // A crate has one edition, and one set of flags.
    let is_rust = |at: usize| matches!(cases[at].source, Source::Rust { .. });
    let kinds: BTreeSet<(bool, Edition)> =
        (0..cases.len()).map(|at| (is_rust(at), cases[at].edition())).collect();
    for kind in kinds {
        let is_of_kind = |at: &usize| modules[*at].is_some() && (is_rust(*at), cases[*at].edition()) == kind;
        let together: Vec<usize> = (0..cases.len()).filter(is_of_kind).collect();
        let Some(&first) = together.first() else { continue };
        let flags = all_flags(cases[first], codegen, &backend.flags);
        let batch = Batch { engine, flags: &flags, edition: kind.1, toolchain, modules: &modules };
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
                (Checked::Accepted, Expectation::Accepted | Expectation::Either) => Compiled::Built,
                (Checked::Rejected(rejection), Expectation::Rejected | Expectation::Either) => {
                    Compiled::Rejected(rejection.errors())
                }
                _ => continue,
            };
            trials[at] = Some(Trial { outcome: Outcome::NotBuilt(outcome), cpu, ..Trial::default() });
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

/// A program as a part of a crate.
struct Module {
    /// What its `#![feature]`s name.
    features: Vec<String>,
    /// The other attributes of the crate.
    attributes: Vec<String>,
    items: String,
}

/// A program as a module; `None` for what must be a crate of its own.
fn module_of(case: &Case, backend: &Backend, toolchain: &Toolchain) -> Option<Module> {
    if backend.cannot_run(case).is_some() || case.expectation.is_only_checked() || !case.flags.is_empty() {
        return None;
    }
    match &case.source {
        Source::Mir(source) => Module::of_mir(source, toolchain.capabilities.custom_mir?),
        Source::Rust { text, .. } => Module::of_rust(text),
    }
}

/// Words of programs that say something of a whole crate.
const OF_THE_CRATE: [&str; 8] = [
    "no_mangle",
    "export_name",
    "global_asm!",
    "macro_export",
    "macro_use",
    "extern crate",
    "$crate",
    "std::process::exit",
];

/// The one `extern crate` that may stand in a module. Every printed MIR program has it.
const CORE_IN_SCOPE: &str = "extern crate core;";

impl Module {
    fn of_mir(source: &MirSource, release: Release) -> Option<Module> {
        let text = print(&source.program, &Options { form: Form::Fast, release }).ok()?;
        match text.contains("crate::") {
            true => None,
            false => Module::new(&text),
        }
    }

    /// Other Rust: `main` must be a plain function, and no text may have a root in it that is not one.
    fn of_rust(text: &str) -> Option<Module> {
        let has_plain_main = text.contains("\nfn main() {") && !text.contains("async fn main");
        has_plain_main.then(|| Module::new(text)).flatten()
    }

    fn new(text: &str) -> Option<Module> {
        let is_of_the_crate =
            |line: &str| line != CORE_IN_SCOPE && OF_THE_CRATE.iter().any(|word| line.contains(word));
        if text.lines().any(is_of_the_crate) {
            return None;
        }
        let is_head =
            |line: &&str| line.starts_with("#![") || line.starts_with("//") || line.trim().is_empty();
        let head: Vec<&str> = text.lines().take_while(is_head).collect();
        let items = text.lines().skip(head.len()).fold(String::new(), |text, line| text + line + "\n");
        let mut module = Module { features: Vec::new(), attributes: Vec::new(), items };
        for line in head.into_iter().filter(|line| line.starts_with("#![")) {
            let feature =
                line.strip_prefix("#![feature(").and_then(|rest| rest.trim_end().strip_suffix(")]"));
            match feature {
                Some(names) => module.features.extend(names.split(',').map(|name| name.trim().to_owned())),
                // One that goes on in the next line.
                None if !line.trim_end().ends_with(']') => return None,
                None => module.attributes.push(line.to_owned()),
            }
        }
        Some(module)
    }
}

/// One crate for the programs, which runs the one that a variable says, or all.
fn crate_of(modules: &[&Module]) -> String {
    let mut text = String::new();
    let features: BTreeSet<&String> = modules.iter().flat_map(|module| &module.features).collect();
    for feature in features.into_iter().filter(|feature| !feature.is_empty()) {
        let _ = writeln!(text, "#![feature({feature})]");
    }
    let attributes: BTreeSet<&String> = modules.iter().flat_map(|module| &module.attributes).collect();
    for attribute in attributes {
        let _ = writeln!(text, "{attribute}");
    }
    let mut arms = String::new();
    for (n, module) in modules.iter().enumerate() {
        // The root of a program is its module now.
        let items = module.items.replace("crate::", &format!("crate::p{n}::"));
        let _ = writeln!(text, "mod p{n} {{\n{items}pub fn run_this_program() {{ main() }}\n}}");
        let _ = writeln!(arms, "        {n} => p{n}::run_this_program(),");
    }
    let count = modules.len();
    let _ = write!(
        text,
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
}}
"
    );
    text
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
    modules: &'a [Option<Module>],
}

impl Batch<'_> {
    /// Tries the programs at these places, and leaves what came of those that ran.
    fn run(&self, programs: &[usize], trials: &mut [Option<Trial>]) {
        // One alone is tried as it is.
        if programs.len() < 2 {
            return;
        }
        let modules: Vec<&Module> = programs.iter().filter_map(|&at| self.modules[at].as_ref()).collect();
        let edition = self.edition.name();
        let build = Build { edition, flags: self.flags, only_check: false, share_library: true };
        let mut whole = Trial::default();
        match self.engine.build(&crate_of(&modules), self.toolchain, &build, &mut whole) {
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
