//! Programs for the typechecker, and classes of them. The rules that they are derived from know whether a compiler must accept them; nothing is run.

use super::{Generator, Made, digest};
use rustassay_gen_types::{RequiredFate, RuleSet, TypesKind, TypesProgram, sets};
use rustassay_judge::answer::Answer;
use rustassay_judge::backend::{Backend, Executor};
use rustassay_judge::case::{Case, Expectation};
use rustassay_judge::checking::Origin;
use rustassay_lang::Edition;
use rustassay_oracle::OracleName;
use rustassay_oracle::specimen::Specimen;

/// Programs of rule sets.
pub struct Types {
    profiles: Vec<String>,
    /// What programs are made by, by profile.
    kinds: Vec<(&'static RuleSet, TypesKind)>,
}

/// The profile of a set and a kind.
fn profile_of(set: &RuleSet, kind: TypesKind) -> String {
    format!("{}-{}", set.name(), kind.name())
}

impl Types {
    /// Programs of all rule sets and kinds.
    pub fn all() -> Types {
        let kinds = sets().iter().flat_map(|set| TypesKind::ALL.map(|kind| (set, kind)));
        Types::of_kinds(kinds.collect())
    }

    /// Programs of these rule sets (`borrows`) or of one kind of them (`borrows-almost`); of all, if there are no names. Names of nothing are ignored.
    pub fn of_names(names: &[String]) -> Types {
        let Types { mut kinds, .. } = Types::all();
        let is_meant = |set: &RuleSet, kind, name: &str| name == set.name() || name == profile_of(set, kind);
        kinds.retain(|&(set, kind)| names.is_empty() || names.iter().any(|name| is_meant(set, kind, name)));
        Types::of_kinds(kinds)
    }

    fn of_kinds(kinds: Vec<(&'static RuleSet, TypesKind)>) -> Types {
        Types { profiles: kinds.iter().map(|&(set, kind)| profile_of(set, kind)).collect(), kinds }
    }

    fn kind(&self, profile: &str) -> Option<(&'static RuleSet, TypesKind)> {
        let at = self.profiles.iter().position(|name| name == profile)?;
        self.kinds.get(at).copied()
    }
}

/// So many programs are in a lot.
const LOT: u64 = 50;

impl Generator for Types {
    fn name(&self) -> &'static str {
        "types"
    }

    fn profiles(&self) -> &[String] {
        &self.profiles
    }

    fn config(&self, profile: &str) -> Option<String> {
        // The rules come with the program.
        self.kind(profile).map(|_| digest(&[env!("CARGO_PKG_VERSION"), profile]))
    }

    fn lot(&self, _profile: &str) -> u64 {
        LOT
    }

    fn suits(&self, backend: &Backend) -> bool {
        let knows_edition = |release: (u32, u32, u32)| release >= (1, 85, 0);
        backend.kind == Executor::Checked
            && backend.toolchain.as_ref().is_some_and(|toolchain| knows_edition(toolchain.version.release))
    }

    fn make(&self, profile: &str, _config: &str, seed: u64, _backend: &Backend) -> Option<Made> {
        let (set, kind) = self.kind(profile)?;
        // Without a derivation there is nothing to check.
        let (programs, fate) = set.with_fate(seed, kind)?;
        let statements = programs.iter().map(|program| program.text.lines().count() as u64).sum();
        let mut rules: Vec<&'static str> =
            programs.iter().flat_map(|program| &program.rules).copied().collect();
        rules.sort_unstable();
        rules.dedup();
        let (premise, codes) = match fate {
            RequiredFate::Reject { premise, codes } => (Some(premise), codes),
            RequiredFate::Accept | RequiredFate::Same => (None, Vec::new()),
        };
        let expectation = match premise {
            Some(_) => Expectation::Rejected,
            None => Expectation::Accepted,
        };
        let case = |TypesProgram { name, text, .. }| Case {
            expectation,
            ..Case::from_text(name, text, Some(Edition::E2024))
        };
        let mut class: Vec<Case> = programs.into_iter().map(case).collect();
        let case = class.pop()?;
        let about = premise
            .as_ref()
            .map_or_else(|| set.name().to_owned(), |premise| format!("{} {premise}", set.name()));
        let origin = Origin {
            set: set.name().to_owned(),
            premise,
            rules: rules.iter().map(ToString::to_string).collect(),
            // Programs of a class are invalid for one reason, and may say so in different ways.
            codes: if kind == TypesKind::Equivalent { Vec::new() } else { codes },
        };
        let command =
            format!("rustassay generate types --rules {} --kind {} --seed {seed}", set.name(), kind.name());
        let specimen = Specimen {
            seed,
            profile: profile.to_owned(),
            case,
            oracle: if kind == TypesKind::Equivalent { OracleName::Class } else { OracleName::Fate },
            answer: Answer::Unknown("it is checked and not run".to_owned()),
            about: Some(about),
            origin: Some(origin),
            command,
            before: None,
            class,
        };
        Some(Made { specimen, statements, executed: 0, features: rules })
    }
}
