//! Twins that a language model writes. Equal or not, nobody knows: what differs is for a person to judge, and is no finding.

use rustassay_language_model::{LanguageModel, ModelError, prompts};
use rustassay_random::{Random, mix};
use rustassay_twins::by_model::{Assessed, Candidate, Written, assess, kind_of};
use rustassay_twins::compile::Bench;
use rustassay_twins::inputs::arguments;
use rustassay_twins::libraries::Libraries;
use rustassay_twins::plan::File;
use rustassay_twins::source::Place;
use serde_json::{Value, json};
use std::fmt::Write;

/// What the model is to do.
pub struct Task {
    pub seed: u64,
    pub pairs: u32,
    pub inputs: u32,
}

/// What came of it.
#[derive(Default)]
pub struct Summary {
    model: String,
    pairs: usize,
    invalid: Vec<String>,
    expansions: usize,
    /// With the function, and its file.
    candidates: Vec<(String, Candidate)>,
}

/// The largest macro that is taken from a model.
const LARGEST: usize = 32 << 10;

/// Has the model write pairs, and compares each. A model that does not answer is an error; an answer of no use is an invalid pair.
pub fn run(
    model: &LanguageModel,
    task: &Task,
    bench: &Bench<'_>,
    libraries: Option<&Libraries>,
    files: &[File],
) -> Result<Summary, String> {
    let mut places: Vec<(usize, usize)> = Vec::new();
    for (at, file) in files.iter().enumerate() {
        let functions = file.parsed.functions.iter().enumerate();
        places.extend(functions.filter(|(_, it)| it.place == Place::Module).map(|(number, _)| (at, number)));
    }
    let mut summary = Summary { model: model.endpoint.model.clone(), ..Summary::default() };
    for number in 0..task.pairs {
        let mut random = Random::new(mix(task.seed, u64::from(number)));
        let Some(&(at, number)) = random.pick(&places) else { break };
        let (file, function) = (&files[at], &files[at].parsed.functions[number]);
        summary.pairs += 1;
        let place = format!("`{}` of {}", function.name, file.source.name);
        let written = match write(model, &file.source.text[function.range.clone()]) {
            Ok(written) => written,
            Err(error) if error.is_of_the_answer() => {
                summary.invalid.push(format!("{place}: {error}"));
                continue;
            }
            Err(error) => return Err(error.to_string()),
        };
        let inputs = match kind_of(&written.by_example) {
            Some(kind) => arguments(kind, task.inputs as usize, &mut random),
            None => Vec::new(),
        };
        match assess(bench, libraries, (file, number), &written, &inputs)? {
            Assessed::Invalid(why) => summary.invalid.push(format!("{place}: {why}")),
            Assessed::Compared { expansions, candidates } => {
                summary.expansions += expansions;
                summary.candidates.extend(candidates.into_iter().map(|it| (place.clone(), it)));
            }
        }
    }
    Ok(summary)
}

fn write(model: &LanguageModel, function: &str) -> Result<Written, ModelError> {
    let by_example = model.code(&prompts::macro_by_example(function), LARGEST)?;
    let procedural = model.code(&prompts::procedural_macro(&by_example), LARGEST)?;
    Ok(Written { name: prompts::MACRO.to_owned(), by_example, procedural })
}

impl Summary {
    /// For people.
    pub fn text(&self) -> String {
        let grouping = self.candidates.iter().filter(|(_, candidate)| candidate.is_grouping).count();
        let mut text = format!(
            "  by the model {}: {} pairs, {} invalid, {} expansions, {grouping} explained by lost grouping\n",
            self.model,
            self.pairs,
            self.invalid.len(),
            self.expansions
        );
        for why in &self.invalid {
            let _ = writeln!(text, "  invalid: {}", why.replace('\n', " "));
        }
        for (place, candidate) in self.candidates.iter().filter(|(_, candidate)| !candidate.is_grouping) {
            let _ = writeln!(
                text,
                "  the model's macros differ, whoever is wrong: {place} with `{}`\n      by example: {}\n      procedural: {}",
                candidate.argument,
                candidate.by_example.words(),
                candidate.procedural.words()
            );
        }
        text
    }

    /// As data.
    pub fn data(&self) -> Value {
        let candidates = self.candidates.iter().map(|(place, candidate)| {
            json!({
                "place": place, "argument": candidate.argument, "lost_grouping": candidate.is_grouping,
                "by_example": candidate.by_example.words(), "procedural": candidate.procedural.words(),
            })
        });
        json!({
            "model": self.model, "pairs": self.pairs, "invalid": self.invalid, "expansions": self.expansions,
            "candidates": candidates.collect::<Vec<_>>(),
        })
    }
}
