//! Programs for the typechecker. The rules that they are derived from know whether a compiler must accept them; nothing is run.

use super::{Generator, Made, digest};
use rustassay_gen_types::{Fate, RuleSet, TypesKind, TypesProgram, sets};
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

/// The program of a seed, with a fate of its own: of a class of equivalents, the one that was changed last, which has the fate of the first.
fn program(set: &RuleSet, kind: TypesKind, seed: u64) -> Option<TypesProgram> {
    match kind {
        TypesKind::Well | TypesKind::Almost => set.generate(seed, kind).into_iter().next(),
        TypesKind::Equivalent => set.equivalent(seed),
    }
}

impl Types {
    /// Programs of these rule sets; of all, if there are none. Or which name is none, for people.
    pub fn of_sets(names: &[String]) -> Result<Types, String> {
        let all = || sets().iter().map(RuleSet::name).collect::<Vec<_>>().join(", ");
        if let Some(unknown) = names.iter().find(|name| !sets().iter().any(|set| set.name() == **name)) {
            return Err(format!("there is no rule set `{unknown}`: there are {}", all()));
        }
        let is_chosen = |set: &&RuleSet| names.is_empty() || names.iter().any(|name| *name == set.name());
        let chosen = sets().iter().filter(is_chosen);
        let kinds: Vec<_> = chosen.flat_map(|set| TypesKind::ALL.map(|kind| (set, kind))).collect();
        let profiles = kinds.iter().map(|(set, kind)| format!("{}-{}", set.name(), kind.name())).collect();
        Ok(Types { profiles, kinds })
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
        let TypesProgram { name, text, fate, rules } = program(set, kind, seed)?;
        let statements = text.lines().count() as u64;
        let mut case = Case::from_text(name, text, Some(Edition::E2024));
        let premise = match fate {
            Fate::Reject { premise, .. } => Some(premise),
            Fate::Accept | Fate::Same => None,
        };
        case.expectation = match premise {
            Some(_) => Expectation::Rejected,
            None => Expectation::Accepted,
        };
        let about = premise
            .as_ref()
            .map_or_else(|| set.name().to_owned(), |premise| format!("{} {premise}", set.name()));
        let origin = Origin {
            set: set.name().to_owned(),
            premise,
            rules: rules.iter().map(ToString::to_string).collect(),
        };
        let command =
            format!("rustassay generate types --rules {} --kind {} --seed {seed}", set.name(), kind.name());
        let specimen = Specimen {
            seed,
            profile: profile.to_owned(),
            case,
            oracle: OracleName::Fate,
            answer: Answer::Unknown("it is checked and not run".to_owned()),
            about: Some(about),
            origin: Some(origin),
            command,
            before: None,
        };
        Some(Made { specimen, statements, executed: 0, features: rules })
    }
}
