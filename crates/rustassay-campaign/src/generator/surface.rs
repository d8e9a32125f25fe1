//! Safe Rust.

use super::{Generator, Made, OWN_PROFILE, digest};
use rustassay_gen_surface::config::{Config, EDITIONS, Profile, drawn_statements};
use rustassay_gen_surface::{ObservationForm, generate};
use rustassay_judge::answer::Answer;
use rustassay_judge::backend::{Backend, Executor};
use rustassay_judge::case::Case;
use rustassay_oracle::OracleName;
use rustassay_oracle::specimen::Specimen;

/// Programs of surface Rust.
pub struct Surface {
    profiles: Vec<String>,
    /// How programs are, by profile.
    configs: Vec<Config>,
}

impl Surface {
    /// Programs of these profiles; of all, if there are none.
    pub fn of_profiles(profiles: &[Profile]) -> Surface {
        let profiles = if profiles.is_empty() { &Profile::ALL[..] } else { profiles };
        Surface {
            profiles: profiles.iter().map(|profile| profile.name().to_owned()).collect(),
            configs: profiles.iter().map(|profile| profile.config()).collect(),
        }
    }

    /// Programs as the user describes them.
    pub fn of_config(config: Config) -> Surface {
        Surface { profiles: vec![OWN_PROFILE.to_owned()], configs: vec![config] }
    }

    /// How programs of a profile are.
    fn of_profile(&self, profile: &str) -> Option<&Config> {
        self.configs.get(self.profiles.iter().position(|name| name == profile)?)
    }

    /// What programs are for a backend: those that its compiler knows all of.
    fn for_backend(&self, profile: &str, backend: &Backend) -> Option<Config> {
        let config = self.of_profile(profile)?.clone();
        let release = backend.release().map_or(config.release, |release| release.min(config.release));
        let known = EDITIONS.into_iter().rev().find(|edition| edition.since() <= release)?;
        let edition = known.min(config.edition);
        config.for_compilers(edition, release).ok()
    }
}

/// Whether a panic ends the program: those that catch some are nothing for such a backend.
fn aborts(backend: &Backend) -> bool {
    backend.flags.iter().any(|flag| flag == "-Cpanic=abort")
}

/// So many programs are in a lot. Most are small ([`drawn_statements`]).
const LOT: u64 = 50;

/// So many programs are in a lot of those whose size the user has chosen.
const OWN_LOT: u64 = 8;

impl Generator for Surface {
    fn name(&self) -> &'static str {
        "surface"
    }

    fn profiles(&self) -> &[String] {
        &self.profiles
    }

    fn config(&self, profile: &str) -> Option<String> {
        Some(digest(&[&format!("{:?}", self.of_profile(profile)?)]))
    }

    fn lot(&self, profile: &str) -> u64 {
        if profile == OWN_PROFILE { OWN_LOT } else { LOT }
    }

    fn suits(&self, backend: &Backend) -> bool {
        let is_able = matches!(backend.kind, Executor::Compiled(_)) && !aborts(backend);
        // Programs are full of `usize`, in values that 32 bits do not hold.
        let is_wide = backend.architecture().is_none_or(|own| own.layout.pointer_bits >= 64);
        is_able && is_wide && self.profiles.iter().all(|profile| self.for_backend(profile, backend).is_some())
    }

    fn make(&self, profile: &str, _config: &str, seed: u64, backend: &Backend) -> Option<Made> {
        let config = self.for_backend(profile, backend)?;
        let statements = (profile != OWN_PROFILE).then(|| drawn_statements(seed));
        let config = statements.map_or(config.clone(), |statements| config.with_statements(statements));
        let generated = generate(seed, &config);
        let text = generated.text(ObservationForm::Checksum);
        let lines = text.lines().count() as u64;
        let case = Case::from_text(format!("surface-{profile}-{seed}"), text, Some(config.edition));
        let answer = Answer::Unknown("the machine runs custom MIR only".to_owned());
        let specimen = Specimen {
            seed,
            profile: profile.to_owned(),
            case,
            oracle: OracleName::Settings,
            answer,
            about: None,
            origin: None,
            command: command(profile, seed, statements, &config),
            before: None,
            class: Vec::new(),
        };
        Some(Made { specimen, statements: lines, executed: 0, features: generated.features })
    }
}

/// What a person types to have a program again.
fn command(profile: &str, seed: u64, statements: Option<usize>, config: &Config) -> String {
    let profile = match profile {
        OWN_PROFILE => "--config FILE".to_owned(),
        profile => format!("--profile {profile}"),
    };
    let statements = statements.map_or_else(String::new, |statements| format!(" --statements {statements}"));
    let (release, edition) = (config.release, config.edition.name());
    format!(
        "rustassay generate surface --seed {seed} {profile}{statements} --release {release} --edition {edition}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustassay_judge::answer::Answer;
    use rustassay_judge::backend::Codegen;

    fn backend(flags: &[&str]) -> Backend {
        Backend {
            name: "own/O0".to_owned(),
            kind: Executor::Compiled(Codegen::Llvm),
            toolchain: None,
            flags: flags.iter().map(|&flag| flag.to_owned()).collect(),
        }
    }

    #[test]
    fn programs_say_what_they_are_made_of() {
        let surface = Surface::of_profiles(&[Profile::Default]);
        let made = surface.make("default", "", 1, &backend(&[])).unwrap();
        assert!(matches!(made.specimen.answer, Answer::Unknown(_)));
        let features = surface.features(&made);
        assert!(!features.is_empty());
        assert!(features.is_sorted(), "{features:?}");
    }

    #[test]
    fn a_backend_that_aborts_is_known_by_its_flag() {
        assert!(aborts(&backend(&["-Copt-level=3", "-Cpanic=abort"])));
        assert!(!aborts(&backend(&["-Copt-level=3"])));
    }
}
