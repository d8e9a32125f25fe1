//! Twin macros of functions that others wrote. Each is several crates, so it is tried here: nobody knows what a compiler must make of them, but it must make
//! the same of both.

use super::{Examined, Generator, Made};
use crate::plan::STRIDE;
use rustassay_corpus::Source;
use rustassay_judge::answer::Answer;
use rustassay_judge::backend::{Backend, Kind as BackendKind};
use rustassay_judge::case::{Case, Expectation};
use rustassay_judge::engine::Engine;
use rustassay_judge::verdict::{Fault, Finding};
use rustassay_mutate::workshop::quoted;
use rustassay_random::{Random, mix};
use rustassay_twins::compile::{Bench, Call, State, function_name, user_crate};
use rustassay_twins::kind::Kind;
use rustassay_twins::plan::{File, Options, Planned, plan};
use rustassay_twins::run::{Difference, run};
use rustassay_twins::source::Source as TwinSource;
use rustassay_twins::write::{Matcher, by_example, macro_name};

/// Twins of a corpus. A profile is the kind of what is taken out.
pub struct Twins {
    profiles: Vec<String>,
    files: Vec<File>,
}

impl Twins {
    /// Twins of these programs, which compile alone; or why there are none, for people. Programs that ask for flags of their own are left out.
    pub fn of_corpus(sources: Vec<Source>, kinds: &[String]) -> Result<Twins, String> {
        let names: Vec<&str> = Kind::all().map(Kind::name).collect();
        if let Some(unknown) = kinds.iter().find(|kind| !names.contains(&kind.as_str())) {
            return Err(format!("there is no kind `{unknown}` of twins: there are {}", names.join(", ")));
        }
        let plain = sources.into_iter().filter(|source| source.flags.is_empty());
        let files = plain.filter_map(|source| {
            let edition = source.edition.name().to_owned();
            File::new(TwinSource { name: source.name, text: source.text, edition, flags: source.flags }).ok()
        });
        let files: Vec<File> = files.filter(|file| !file.parsed.functions.is_empty()).collect();
        if files.is_empty() {
            return Err(
                "no file of the corpus that compiles alone has a function to make macros of".to_owned()
            );
        }
        let is_chosen = |name: &&str| kinds.is_empty() || kinds.iter().any(|kind| kind == name);
        let profiles = names.into_iter().filter(is_chosen).map(str::to_owned).collect();
        Ok(Twins { profiles, files })
    }

    /// The pair of a seed. Those of one unit of work are of one file, if it has enough: they are expanded together.
    fn find(&self, profile: &str, seed: u64) -> Option<Planned> {
        let mut random = Random::new(mix(seed / STRIDE, 4));
        let options = Options { seed, pairs: 1, inputs: INPUTS, kind: Kind::from_name(profile) };
        (0..TRIES).find_map(|_| {
            let at = random.below(self.files.len());
            let planned = plan(std::slice::from_ref(&self.files[at]), &options).pop()?;
            Some(Planned { file: at, ..planned })
        })
    }

    /// The program that calls the macro by example, for people.
    fn text(&self, planned: &Planned) -> String {
        let file = &self.files[planned.file];
        let name = macro_name(planned.number);
        let header = by_example(&planned.pair, &name, Matcher::Fragment);
        let call = |(id, argument): (usize, &String)| {
            let text = planned.pair.invocation(&name, &function_name(id), argument);
            Call { id, function: planned.function, text }
        };
        let calls: Vec<Call> = planned.inputs.iter().enumerate().map(call).collect();
        user_crate(&file.source, &file.parsed, &header, &calls).0
    }
}

/// So many arguments are tried, besides that of the function itself: as many as `rustassay twins` tries.
const INPUTS: usize = 8;

/// So many files are looked at for a part of a kind.
const TRIES: usize = 12;

/// So many pairs are in a lot.
const LOT: u64 = 16;

impl Generator for Twins {
    fn name(&self) -> &'static str {
        "twins"
    }

    fn profiles(&self) -> &[String] {
        &self.profiles
    }

    fn lot(&self, _profile: &str) -> u64 {
        LOT
    }

    fn suits(&self, backend: &Backend) -> bool {
        let has_hir =
            backend.toolchain.as_ref().is_some_and(|toolchain| toolchain.capabilities.unstable_flags);
        backend.kind == BackendKind::Checked && backend.flags.is_empty() && has_hir
    }

    fn make(&self, profile: &str, seed: u64, _backend: &Backend) -> Made {
        let found = self.find(profile, seed);
        let text = found.as_ref().map_or_else(String::new, |planned| self.text(planned));
        let statements = text.lines().count() as u64;
        let edition = found.and_then(|planned| {
            rustassay_judge::case::Edition::from_name(&self.files[planned.file].source.edition)
        });
        let mut case = Case::from_text(format!("twins-{profile}-{seed}"), text, edition);
        case.expectation = Expectation::Either;
        let answer = Answer::Unknown("twins are compared with each other".to_owned());
        Made { seed, case, answer, statements, executed: 0, about: None, features: Vec::new() }
    }

    fn examine(
        &self,
        engine: &Engine,
        profile: &str,
        made: &[&Made],
        backend: &Backend,
    ) -> Option<Vec<Examined>> {
        let failed = |why: String| Some(made.iter().map(|_| Examined::Failed(why.clone())).collect());
        let Some(toolchain) = &backend.toolchain else { return failed("there is no compiler".to_owned()) };
        let bench = match Bench::new(toolchain) {
            Ok(bench) => bench,
            Err(why) => return failed(why),
        };
        let found = made.iter().map(|made| self.find(profile, made.seed)).enumerate();
        let planned: Vec<Planned> =
            found.filter_map(|(number, planned)| Some(Planned { number, ..planned? })).collect();
        let report = run(&bench, None, &self.files, &planned, 1);
        engine.charge(bench.spent());
        let examined = (0..made.len()).map(|number| {
            let file = planned.iter().find(|planned| planned.number == number).map(|planned| planned.file);
            let Some(file) = file else { return Examined::Skipped };
            let start = format!("{}: ", self.files[file].source.name);
            let wrong = report.findings().find(|difference| difference.pair == number);
            let is_tried = report.counts.values().any(|counts| counts.expansions > 0);
            match wrong {
                Some(difference) => Examined::Wrong(finding(difference)),
                None if report.stillborn.iter().any(|(pair, _)| *pair == number) => Examined::Skipped,
                None if is_tried => Examined::Fine,
                None => {
                    let note = report.notes.iter().find(|note| note.starts_with(&start));
                    Examined::Failed(note.cloned().unwrap_or_default())
                }
            }
        });
        Some(examined.collect())
    }

    fn command(&self, profile: &str, seed: u64, backend: &Backend) -> String {
        let Some(planned) = self.find(profile, seed) else { return String::new() };
        let file = quoted(&self.files[planned.file].source.name);
        let toolchain =
            backend.toolchain.as_ref().map_or_else(String::new, |toolchain| toolchain.name.clone());
        format!(
            "rustassay twins {file} --kind {profile} --seed {seed} --count 1 --without-syn --toolchain {}",
            quoted(&toolchain)
        )
    }
}

/// A difference that nothing explains, as a finding of the compiler.
fn finding(difference: &Difference) -> Finding {
    let Difference { kind, what, twin, argument, function, file, .. } = difference;
    let crash = [&difference.by_example, &difference.procedural].into_iter().find_map(|state| match state {
        State::Crashed(signature) => Some(signature.clone()),
        _ => None,
    });
    let place = format!("{} `{argument}` in `{function}` of {file}", kind.name());
    let backends = vec![0];
    match crash {
        Some(signature) => {
            let summary = format!("the compiler breaks when it expands a macro with {place}");
            Finding { fault: Fault::CompilerCrash, backends, signature, summary }
        }
        None => {
            let signature = format!("twins | {} | {what} | {}", kind.name(), twin.name());
            let summary = format!(
                "a macro by example and its twin ({}) do not give the same {what} with {place}",
                twin.name()
            );
            Finding { fault: Fault::Disagreement, backends, signature, summary }
        }
    }
}
