//! Safe Rust. No machine knows what it must do, so a program is compiled in two ways.

use super::{Generator, Made, OWN_PROFILE};
use rustassay_gen_surface::config::{Config, Edition, Profile};
use rustassay_gen_surface::{Form, generate};
use rustassay_judge::answer::Answer;
use rustassay_judge::backend::{Backend, Codegen, Kind};
use rustassay_judge::case::{Case, Edition as CaseEdition};
use rustassay_mir::release::Release;

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

    /// What programs are for a backend: those that its compiler knows all of.
    fn config(&self, profile: &str, backend: &Backend) -> Option<Config> {
        let at = self.profiles.iter().position(|name| name == profile).unwrap_or(0);
        let config = self.configs[at].clone();
        let release = release(backend)?.min(config.release);
        let known = Edition::ALL.into_iter().rev().find(|edition| edition.since() <= release)?;
        let edition = known.min(config.edition);
        config.for_compilers(edition, release).ok()
    }
}

fn release(backend: &Backend) -> Option<Release> {
    let (_, minor, _) = backend.toolchain.as_ref()?.version.release;
    u16::try_from(minor).ok().map(Release::new)
}

/// Whether a panic ends the program: those that catch some are nothing for such a backend.
fn aborts(backend: &Backend) -> bool {
    backend.flags.iter().any(|flag| flag == "-Cpanic=abort")
}

/// So many programs are in a lot: each is a crate of its own.
const LOT: u64 = 8;

impl Generator for Surface {
    fn name(&self) -> &'static str {
        "surface"
    }

    fn profiles(&self) -> &[String] {
        &self.profiles
    }

    fn lot(&self, _profile: &str) -> u64 {
        LOT
    }

    fn suits(&self, backend: &Backend) -> bool {
        let is_able = matches!(backend.kind, Kind::Compiled(_)) && !aborts(backend);
        is_able && self.profiles.iter().all(|profile| self.config(profile, backend).is_some())
    }

    fn make(&self, profile: &str, seed: u64, backend: &Backend) -> Made {
        let config = self.config(profile, backend).unwrap_or_else(|| Profile::Default.config());
        let generated = generate(seed, &config);
        let text = generated.text(Form::Checksum);
        let statements = text.lines().count() as u64;
        let edition = CaseEdition::from_name(config.edition.name());
        let case = Case::from_text(format!("surface-{profile}-{seed}"), text, edition);
        let answer = Answer::Unknown("the machine runs custom MIR only".to_owned());
        Made { seed, case, answer, statements, executed: 0, about: None, features: generated.features }
    }

    fn reference(&self, backend: &Backend) -> Option<Backend> {
        // Without optimization, most of what can go wrong does not run.
        let [plain, other] = ["-Copt-level=0", "-Copt-level=2"].map(|flag| vec![flag.to_owned()]);
        let (name, flags) = match backend.flags == plain {
            true => ("O2", other),
            false => ("O0", plain),
        };
        let compiler = backend.name.rsplit_once('/').map_or(&*backend.name, |(compiler, _)| compiler);
        Some(Backend {
            name: format!("{compiler}/{name}"),
            kind: Kind::Compiled(Codegen::Llvm),
            toolchain: backend.toolchain.clone(),
            flags,
        })
    }

    fn command(&self, profile: &str, seed: u64, backend: &Backend) -> String {
        let mut command = format!("rustassay generate surface --seed {seed}");
        match profile {
            OWN_PROFILE => command.push_str(" --config FILE"),
            profile => command.push_str(&format!(" --profile {profile}")),
        }
        if let Some(config) = self.config(profile, backend) {
            let (release, edition) = (config.release, config.edition.name());
            command.push_str(&format!(" --release {release} --edition {edition}"));
        }
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustassay_judge::answer::Answer;

    fn backend(flags: &[&str]) -> Backend {
        Backend {
            name: "own/O0".to_owned(),
            kind: Kind::Compiled(Codegen::Llvm),
            toolchain: None,
            flags: flags.iter().map(|&flag| flag.to_owned()).collect(),
        }
    }

    #[test]
    fn programs_say_what_they_are_made_of() {
        let surface = Surface::of_profiles(&[Profile::Default]);
        let made = surface.make("default", 1, &backend(&[]));
        assert!(matches!(made.answer, Answer::Unknown(_)));
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
