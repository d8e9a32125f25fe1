//! Twin macros of functions that others wrote.

use super::{Generator, Made, digest};
use crate::plan::STRIDE;
use rustassay_corpus::Source;
use rustassay_judge::answer::Answer;
use rustassay_judge::backend::{Backend, Executor};
use rustassay_judge::case::{Case, Expectation};
use rustassay_lang::Edition;
use rustassay_lang::quoted;
use rustassay_oracle::specimen::Specimen;
use rustassay_oracle::{OracleName, pair_of};
use rustassay_random::{Random, mix};
use rustassay_twins::kind::TwinKind;
use rustassay_twins::plan::File;
use rustassay_twins::source::MacroFile;

/// Twins of a corpus. A profile is the kind of what is taken out.
pub struct Twins {
    profiles: Vec<String>,
    files: Vec<File>,
}

impl Twins {
    /// Twins of these programs, which compile alone; or why there are none, for people. Programs that ask for flags of their own are left out.
    pub fn of_corpus(sources: Vec<Source>, kinds: &[String]) -> Result<Twins, String> {
        let names: Vec<&str> = TwinKind::all().map(TwinKind::name).collect();
        if let Some(unknown) = kinds.iter().find(|kind| !names.contains(&kind.as_str())) {
            return Err(format!("there is no kind `{unknown}` of twins: there are {}", names.join(", ")));
        }
        let plain = sources.into_iter().filter(|source| source.flags.is_empty());
        let files = plain.filter_map(|source| {
            let edition = source.edition.name().to_owned();
            File::new(MacroFile { name: source.name, text: source.text, edition, flags: source.flags }).ok()
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

    /// The file of a seed, and that there is a pair in it. Those of one unit of work are of one file, if it has enough: they are expanded together.
    fn find(&self, profile: &str, seed: u64) -> Option<&File> {
        let mut random = Random::new(mix(seed / STRIDE, 4));
        (0..TRIES).find_map(|_| {
            let file = &self.files[random.below(self.files.len())];
            pair_of(file, profile, seed).map(|_| file)
        })
    }
}

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

    fn config(&self, profile: &str) -> Option<String> {
        self.profiles.iter().find(|name| *name == profile)?;
        let texts = self.files.iter().flat_map(|file| [&*file.source.name, &*file.source.text]);
        Some(digest(&[profile].into_iter().chain(texts).collect::<Vec<_>>()))
    }

    fn lot(&self, _profile: &str) -> u64 {
        LOT
    }

    fn suits(&self, backend: &Backend) -> bool {
        let has_hir =
            backend.toolchain.as_ref().is_some_and(|toolchain| toolchain.capabilities.unstable_flags);
        backend.kind == Executor::Checked && backend.flags.is_empty() && has_hir
    }

    fn make(&self, profile: &str, _config: &str, seed: u64, backend: &Backend) -> Option<Made> {
        let MacroFile { name, text, edition, .. } = &self.find(profile, seed)?.source;
        let toolchain =
            backend.toolchain.as_ref().map_or_else(String::new, |toolchain| toolchain.name.clone());
        let command = format!(
            "rustassay twins {} --kind {profile} --seed {seed} --count 1 --without-syn --toolchain {}",
            quoted(name),
            quoted(&toolchain)
        );
        let mut case = Case::from_text(name.clone(), text.clone(), Edition::from_name(edition));
        case.expectation = Expectation::Either;
        let specimen = Specimen {
            seed,
            profile: profile.to_owned(),
            case,
            oracle: OracleName::Twins,
            answer: Answer::Unknown("twins are compared with each other".to_owned()),
            about: None,
            origin: None,
            command,
            before: None,
            class: Vec::new(),
        };
        let statements = text.lines().count() as u64;
        Some(Made { specimen, statements, executed: 0, features: Vec::new() })
    }
}
