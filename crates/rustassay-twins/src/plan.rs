//! Which pairs to make of files: a pure function of the files and a seed.

use crate::inputs::{Collected, inputs};
use crate::kind::TwinKind;
use crate::pair::Pair;
use crate::sites::{How, Site};
use crate::source::{MacroFile, ParsedFile, parse};
use rustassay_random::{Random, mix};

/// What to make.
#[derive(Clone, Debug)]
pub struct TwinOptions {
    /// Decides all that is left open.
    pub seed: u64,
    /// How many pairs.
    pub pairs: usize,
    /// How many arguments each is expanded with, besides that of the function itself and the paper's default.
    pub inputs: usize,
    /// Only pairs whose parameter is of this kind.
    pub kind: Option<TwinKind>,
}

/// A file that was read.
pub struct File {
    /// The file.
    pub source: MacroFile,
    /// What is in it.
    pub parsed: ParsedFile,
}

impl File {
    /// Reads a file; or says why it cannot be read.
    pub fn new(source: MacroFile) -> Result<File, String> {
        let parsed = parse(&source.text)?;
        Ok(File { source, parsed })
    }
}

/// A pair, where it comes from, and what it is expanded with.
#[derive(Clone, Debug)]
pub struct Planned {
    /// Its number among all.
    pub number: usize,
    /// The file's number.
    pub file: usize,
    /// The function's number in the file.
    pub function: usize,
    /// The pair.
    pub pair: Pair,
    /// The arguments. The first gives back the function, the second is the paper's default if it is another.
    pub inputs: Vec<String>,
}

/// How often another function is tried when one has nothing of a kind.
const TRIES: usize = 40;

/// Makes pairs, kind after kind, of functions chosen at random.
pub fn plan(files: &[File], options: &TwinOptions) -> Vec<Planned> {
    let collected = Collected::new(files.iter().map(|file| (&file.source, &file.parsed)));
    let with_functions: Vec<usize> =
        (0..files.len()).filter(|&file| !files[file].parsed.functions.is_empty()).collect();
    let kinds: Vec<TwinKind> =
        TwinKind::all().filter(|kind| options.kind.is_none_or(|only| only == *kind)).collect();
    let mut planned = Vec::new();
    for number in 0..options.pairs {
        let mut random = Random::new(mix(options.seed, number as u64));
        let kind = kinds[number % kinds.len()];
        for _ in 0..TRIES {
            let Some(&file) = random.pick(&with_functions) else { break };
            let function = random.below(files[file].parsed.functions.len());
            if let Some(pair) = choose(&files[file], function, kind, &mut random) {
                let inputs = inputs(&pair, options.inputs, &collected, &mut random);
                planned.push(Planned { number, file, function, pair, inputs });
                break;
            }
        }
    }
    planned
}

/// A pair of a kind from a function, if it has a site for one.
fn choose(file: &File, number: usize, kind: TwinKind, random: &mut Random) -> Option<Pair> {
    let function = &file.parsed.functions[number];
    let of_kind: Vec<&Site> = function.sites.iter().filter(|site| site.kind == kind).collect();
    let first = *random.pick(&of_kind)?;
    let text = &file.source.text;
    let mut chosen = vec![first.clone()];
    // The parameter may stand for more places with the same text.
    if matches!(first.how, How::Replace | How::ReplaceStatement { .. }) && !first.range.is_empty() {
        for &site in &of_kind {
            let is_same = text[site.range.clone()] == text[first.range.clone()];
            let is_apart = chosen
                .iter()
                .all(|other| site.range.end <= other.range.start || other.range.end <= site.range.start);
            if is_same && is_apart && random.chance(50) {
                chosen.push(site.clone());
            }
        }
    }
    Pair::new(text, function, &chosen)
}
