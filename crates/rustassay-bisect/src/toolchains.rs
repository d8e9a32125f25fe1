//! Which compilers show a failure.

use crate::localise::Suspect;
use crate::trials::{Told, Trials};
use rustassay_finding::{Shows, TriedCompiler};
use rustassay_judge::backend::Backend;
use rustassay_toolchain::{Channel, Toolchain};
use std::fmt;
use std::sync::Arc;

/// What each compiler at hand does with a program and the flags that matter.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The compilers in the order of their versions, each with what it does.
    pub tried: Vec<(Arc<Toolchain>, Shows)>,
    /// The compiler that the suspect's wraps, if it wraps one that nobody named, with what that does. It is no version of its own.
    pub wrapped: Option<(Arc<Toolchain>, Shows)>,
}

/// Since when a failure is there, as far as the compilers at hand can tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Every one of them shows it.
    Everywhere,
    /// None of them shows it.
    Nowhere,
    /// It came with some version: the last that is right and the first that is wrong.
    #[allow(missing_docs)]
    Began { last_good: Arc<Toolchain>, first_bad: Arc<Toolchain> },
    /// It went with some version: the last that is wrong and the first that is right.
    #[allow(missing_docs)]
    Ended { last_bad: Arc<Toolchain>, first_good: Arc<Toolchain> },
    /// It came and went, or compilers of one version do not agree, so that no version is the first.
    Unordered,
}

/// Tries a program with the flags that matter by every compiler; and by the one that the suspect's compiler wraps, if it wraps one.
///
/// The flags are those of one compiler. Another may need more of them to go wrong: a pass that always ran may run only with optimization
/// today. So whoever is right with these flags is also tried with all flags of the backend.
pub fn survey(suspect: &Suspect, flags: &[String], toolchains: &[Arc<Toolchain>]) -> Survey {
    let mut sorted = toolchains.to_vec();
    sorted.sort_by_key(|toolchain| age(toolchain));
    let wrapped = suspect.backend.toolchain.as_ref().and_then(|toolchain| toolchain.wrapped());
    let wrapped = wrapped.filter(|it| toolchains.iter().all(|other| other.rustc != it.rustc));
    let ask = |toolchain: Arc<Toolchain>| {
        let backend = Backend { toolchain: Some(toolchain.clone()), ..suspect.backend.clone() };
        let suspect = Suspect { backend: &backend, ..*suspect };
        let mut trials = Trials::new(&suspect, 2);
        let mut told = trials.tell(flags);
        if matches!(told, Told::Good) && backend.flags != flags {
            told = trials.tell(&backend.flags);
        }
        let shows = match told {
            Told::Bad => Shows::Yes,
            Told::Good => Shows::No,
            Told::Nothing(why) => Shows::Unknown(why),
        };
        (toolchain, shows)
    };
    Survey {
        tried: sorted.into_iter().map(ask).collect(),
        wrapped: wrapped.map(|toolchain| ask(Arc::new(toolchain))),
    }
}

/// What compilers are ordered by: a nightly comes before the release of its number.
fn age(toolchain: &Toolchain) -> impl Ord + use<> {
    let version = &toolchain.version;
    let channel = match version.channel {
        Channel::Nightly => 0,
        Channel::Dev => 1,
        Channel::Beta => 2,
        Channel::Stable => 3,
    };
    let llvm = toolchain.llvm_backend.as_ref().map(|backend| backend.tools.age());
    (version.release, channel, version.date.clone(), llvm, toolchain.name.clone())
}

impl Survey {
    /// Since when it is there. Compilers of which it cannot be told do not count.
    pub fn extent(&self) -> Extent {
        let told: Vec<(&Arc<Toolchain>, bool)> = self
            .tried
            .iter()
            .filter_map(|(toolchain, shows)| match shows {
                Shows::Yes => Some((toolchain, true)),
                Shows::No => Some((toolchain, false)),
                Shows::Unknown(_) => None,
            })
            .collect();
        let mut changes = told.windows(2).filter(|pair| pair[0].1 != pair[1].1);
        match (changes.next(), changes.next()) {
            (None, _) if told.first().is_some_and(|(_, is_bad)| *is_bad) => Extent::Everywhere,
            (None, _) => Extent::Nowhere,
            (Some([(before, was_bad), (after, _)]), None)
                if before.full_version() != after.full_version() =>
            {
                let (before, after) = ((*before).clone(), (*after).clone());
                match was_bad {
                    false => Extent::Began { last_good: before, first_bad: after },
                    true => Extent::Ended { last_bad: before, first_good: after },
                }
            }
            _ => Extent::Unordered,
        }
    }

    /// The compilers as data, the wrapped one last.
    pub fn compilers(&self) -> Vec<TriedCompiler> {
        let compiler = |(toolchain, shows): &(Arc<Toolchain>, Shows)| TriedCompiler {
            name: toolchain.name.clone(),
            version: toolchain.full_version(),
            verbose_version: Some(toolchain.verbose_version()),
            rustc: Some(toolchain.rustc.display().to_string()),
            shows: shows.clone(),
        };
        self.tried.iter().chain(&self.wrapped).map(compiler).collect()
    }
}

/// A version, with its day where there is one each night.
fn of_day(toolchain: &Toolchain) -> String {
    let version = &toolchain.version;
    match (version.channel, &version.date) {
        (Channel::Nightly, Some(date)) if toolchain.llvm_backend.is_none() => format!("{version} of {date}"),
        _ => toolchain.full_version(),
    }
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Extent::Everywhere => f.write_str("every compiler that could be tried shows it"),
            Extent::Nowhere => f.write_str("no compiler that could be tried shows it"),
            Extent::Began { last_good, first_bad } => {
                write!(f, "last good: {}; first bad: {}", of_day(last_good), of_day(first_bad))
            }
            Extent::Ended { last_bad, first_good } => {
                write!(f, "last bad: {}; first good: {}", of_day(last_bad), of_day(first_good))
            }
            Extent::Unordered => f.write_str("it does not follow the versions"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustassay_toolchain::{Capabilities, Version};

    fn toolchain(minor: u32, channel: Channel) -> Arc<Toolchain> {
        let version =
            Version { release: (1, minor, 0), channel, commit: None, date: None, text: String::new() };
        Arc::new(Toolchain {
            name: format!("{version}"),
            aliases: Vec::new(),
            rustc: "rustc".into(),
            version,
            llvm: None,
            host: "any".to_owned(),
            sysroot: "any".into(),
            capabilities: Capabilities::default(),
            notes: Vec::new(),
            target: None,
            llvm_backend: None,
        })
    }

    /// The extent where the versions from 1.80 on do this: `y`es, `n`o, or something `else`.
    fn extent(shown: &str) -> String {
        let tried = shown.chars().zip(80..).map(|(shows, minor)| {
            let shows = match shows {
                'y' => Shows::Yes,
                'n' => Shows::No,
                _ => Shows::Unknown("it does not know a flag".to_owned()),
            };
            (toolchain(minor, Channel::Stable), shows)
        });
        Survey { tried: tried.collect(), wrapped: None }.extent().to_string()
    }

    #[test]
    fn a_failure_begins_between_the_last_good_and_the_first_bad() {
        assert_eq!(extent("nny"), "last good: 1.81.0; first bad: 1.82.0");
        assert_eq!(extent("n?y?"), "last good: 1.80.0; first bad: 1.82.0");
    }

    #[test]
    fn a_failure_that_is_gone_has_an_end() {
        assert_eq!(extent("yn"), "last bad: 1.80.0; first good: 1.81.0");
    }

    #[test]
    fn what_all_show_has_no_beginning() {
        assert_eq!(extent("?yy"), "every compiler that could be tried shows it");
        assert_eq!(extent("??n"), "no compiler that could be tried shows it");
        assert_eq!(extent(""), "no compiler that could be tried shows it");
    }

    #[test]
    fn what_comes_and_goes_has_no_first_version() {
        assert_eq!(extent("nyn"), "it does not follow the versions");
    }

    #[test]
    fn compilers_of_one_version_that_do_not_agree_have_no_order() {
        let same = || toolchain(95, Channel::Stable);
        let survey = Survey { tried: vec![(same(), Shows::No), (same(), Shows::Yes)], wrapped: None };
        assert_eq!(survey.extent(), Extent::Unordered);
    }

    #[test]
    fn a_nightly_comes_before_its_release_and_after_the_one_before() {
        let mut versions = [
            toolchain(97, Channel::Stable),
            toolchain(97, Channel::Nightly),
            toolchain(97, Channel::Beta),
            toolchain(96, Channel::Stable),
        ];
        versions.sort_by_key(|toolchain| age(toolchain));
        let names = versions.map(|toolchain| toolchain.version.to_string());
        assert_eq!(names, ["1.96.0", "1.97.0-nightly", "1.97.0-beta", "1.97.0"]);
    }
}
