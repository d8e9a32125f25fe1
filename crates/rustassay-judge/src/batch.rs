//! Many programs at the price of one: starting a compiler and linking are most of what a small program costs.
//!
//! The programs become modules of one crate. It is compiled once, and runs them all in one process; a program that ends it is
//! run again by itself. When the crate is not built, it is split until the guilty program stands alone. Whatever disagrees with
//! the machine is tried again alone, so that an outcome is always that of the program itself.

use crate::answer::{Answer, Observation, ProgramEnd};
use crate::backend::{Backend, Kind};
use crate::case::{Case, Edition, Expectation, MirSource, Source};
use crate::checking::{Checked, Setting, check_many};
use crate::directives::DEFAULT_EDITION;
use crate::engine::{Binary, Build, Engine, Outcome, Trial};
use rustassay_mir::print::{Form, Options, print};
use rustassay_mir::release::Release;
use rustassay_outcome::Compiled;
use rustassay_toolchain::Toolchain;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

/// Stands before what each program prints, with its number.
const MARK: char = '\u{1e}';

/// Tries many programs by a backend. `answers` are what the machine said of each. Gives what came of each.
pub fn try_batch(engine: &Engine, cases: &[&Case], backend: &Backend, answers: &[&Answer]) -> Vec<Trial> {
    let alone = |at: usize| engine.try_case(cases[at], backend, answers[at]);
    if backend.kind == Kind::Checked {
        let checked = check_batch(engine, cases, backend).into_iter().enumerate();
        return checked.map(|(at, trial)| trial.unwrap_or_else(|| alone(at))).collect();
    }
    let (Kind::Compiled(_), Some(toolchain)) = (backend.kind, &backend.toolchain) else {
        return (0..cases.len()).map(alone).collect();
    };
    let modules = cases.iter().map(|case| module_of(case, backend, toolchain));
    let modules: Vec<Option<Module>> = modules.collect();
    let together: Vec<usize> = (0..cases.len()).filter(|&at| modules[at].is_some()).collect();
    let mut trials: Vec<Option<Trial>> = vec![None; cases.len()];
    let batch = Batch { engine, backend, toolchain, modules: &modules };
    batch.run(&together, &mut trials);
    let settled = trials.into_iter().enumerate().map(|(at, trial)| match trial {
        // Alone, it is certain whose outcome it is.
        Some(trial) if agrees(&trial.outcome, answers[at]) => trial,
        _ => alone(at),
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

/// Whether a program did what it must.
fn agrees(outcome: &Outcome, answer: &Answer) -> bool {
    matches!((outcome, answer), (Outcome::Observed(observed), Answer::Must(expected)) if observed == expected)
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
    let Source::Mir(source) = &case.source else { return None };
    if backend.cannot_run(case).is_some() || case.edition() != DEFAULT_EDITION || !case.flags.is_empty() {
        return None;
    }
    Module::new(source, toolchain.capabilities.custom_mir?)
}

impl Module {
    fn new(source: &MirSource, release: Release) -> Option<Module> {
        let text = print(&source.program, &Options { form: Form::Fast, release }).ok()?;
        // Names that are the whole crate's.
        const GLOBAL: [&str; 5] = ["no_mangle", "export_name", "crate::", "global_asm!", "macro_export"];
        if GLOBAL.iter().any(|word| text.contains(word)) {
            return None;
        }
        let is_attribute = |line: &&str| line.starts_with("#![") || line.trim().is_empty();
        let head: Vec<&str> = text.lines().take_while(is_attribute).collect();
        let items = text.lines().skip(head.len()).fold(String::new(), |text, line| text + line + "\n");
        let mut module = Module { features: Vec::new(), attributes: Vec::new(), items };
        for line in head.into_iter().filter(|line| !line.trim().is_empty()) {
            let feature =
                line.strip_prefix("#![feature(").and_then(|rest| rest.trim_end().strip_suffix(")]"));
            match feature {
                Some(names) => module.features.extend(names.split(',').map(|name| name.trim().to_owned())),
                None => module.attributes.push(line.to_owned()),
            }
        }
        Some(module)
    }
}

/// One crate for the programs, which runs the one that its argument says, or all.
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
        let _ = writeln!(text, "mod p{n} {{\n{}pub fn run_this_program() {{ main() }}\n}}", module.items);
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
    match std::env::args().nth(1).and_then(|program| program.parse().ok()) {{
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
    backend: &'a Backend,
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
        let build =
            Build { edition: "2021", flags: &self.backend.flags, only_check: false, share_library: true };
        let mut whole = Trial::default();
        match self.engine.build(&crate_of(&modules), self.toolchain, &build, &mut whole) {
            Ok((binary, Compiled::Built)) => self.run_all(&binary, programs, whole.cpu, trials),
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
        let outputs = match self.engine.execute(binary, &[], &mut whole) {
            Ok(Observation { stdout, end: ProgramEnd::Code(0) }) => outputs(&stdout, programs.len()),
            _ => None,
        };
        for (n, &at) in programs.iter().enumerate() {
            let mut trial = Trial { cpu: (compiling + whole.cpu) / count, ..Trial::default() };
            trial.outcome = match &outputs {
                Some(outputs) => {
                    Outcome::Observed(Observation { stdout: outputs[n].clone(), end: ProgramEnd::Code(0) })
                }
                None => match self.engine.execute(binary, &[&n.to_string()], &mut trial) {
                    Ok(observation) => Outcome::Observed(observation),
                    Err(why) => Outcome::Failed(why),
                },
            };
            trials[at] = Some(trial);
        }
    }
}
