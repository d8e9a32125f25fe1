//! Programs for the typechecker. The rules that they are derived from know whether a compiler must accept them; nothing is run.

use super::opinion::known_disagreement;
use super::{Generator, Made};
use rustassay_gen_types::{Fate, Kind, RuleSet, TypesProgram, sets};
use rustassay_judge::answer::Answer;
use rustassay_judge::backend::{Backend, Kind as BackendKind};
use rustassay_judge::case::{Case, Edition, Expectation};
use rustassay_judge::checking::{self, Origin};
use rustassay_judge::engine::Engine;

/// Programs of rule sets.
pub struct Types {
    profiles: Vec<String>,
    /// What programs are made by, by profile.
    kinds: Vec<(&'static RuleSet, Kind)>,
}

/// The program of a seed, with a fate of its own: of a class of equivalents, the one that was changed last, which has the fate of the first.
fn program(set: &RuleSet, kind: Kind, seed: u64) -> Option<TypesProgram> {
    match kind {
        Kind::Well | Kind::Almost => set.generate(seed, kind).into_iter().next(),
        Kind::Equivalent => set.equivalent(seed),
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
        let kinds: Vec<_> = chosen.flat_map(|set| Kind::ALL.map(|kind| (set, kind))).collect();
        let profiles = kinds.iter().map(|(set, kind)| format!("{}-{}", set.name(), kind.name())).collect();
        Ok(Types { profiles, kinds })
    }

    /// The program once more, with all that its rule set says of it.
    fn program_of(&self, made: &Made) -> Option<TypesProgram> {
        let at =
            self.profiles.iter().position(|profile| made.case.name == format!("{profile}-{}", made.seed))?;
        let (set, kind) = self.kinds[at];
        program(set, kind, made.seed)
    }

    fn kind(&self, profile: &str) -> (&'static RuleSet, Kind) {
        let at = self.profiles.iter().position(|name| name == profile).unwrap_or(0);
        self.kinds[at]
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

    fn lot(&self, _profile: &str) -> u64 {
        LOT
    }

    fn suits(&self, backend: &Backend) -> bool {
        let knows_edition = |release: (u32, u32, u32)| release >= (1, 85, 0);
        backend.kind == BackendKind::Checked
            && backend.toolchain.as_ref().is_some_and(|toolchain| knows_edition(toolchain.version.release))
    }

    fn make(&self, profile: &str, seed: u64, _backend: &Backend) -> Made {
        let (set, kind) = self.kind(profile);
        let made = program(set, kind, seed);
        // Without a derivation there is nothing to check.
        let nothing = || TypesProgram {
            name: format!("{profile}-{seed}"),
            text: String::new(),
            fate: Fate::Accept,
            rules: Vec::new(),
        };
        let TypesProgram { name, text, fate, rules } = made.unwrap_or_else(nothing);
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
        let about =
            premise.map_or_else(|| set.name().to_owned(), |premise| format!("{} {premise}", set.name()));
        let answer = Answer::Unknown("it is checked and not run".to_owned());
        Made { seed, case, answer, statements, executed: 0, about: Some(about), features: rules }
    }

    fn known(&self, engine: &Engine, made: &Made, backend: &Backend) -> Option<String> {
        let text = made.case.rust_text()?;
        let program = self.program_of(made)?;
        let (premise, expected) = match program.fate {
            Fate::Reject { premise, .. } => (Some(premise), checking::Fate::Rejected),
            Fate::Accept | Fate::Same => (None, checking::Fate::Accepted),
        };
        let set = program.name.split('-').next().unwrap_or_default().to_owned();
        let origin = Origin { set, premise, rules: program.rules.iter().map(ToString::to_string).collect() };
        known_disagreement(engine, (text, made.case.edition()), &origin, Some(expected), backend)
    }

    fn command(&self, profile: &str, seed: u64, _backend: &Backend) -> String {
        let (set, kind) = self.kind(profile);
        format!("rustassay generate types --rules {} --kind {} --seed {seed}", set.name(), kind.name())
    }
}
