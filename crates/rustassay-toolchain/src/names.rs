//! Names of compilers, and what people mean by them.

use crate::places::Candidate;
use crate::target::find::is_called;
use crate::{LlvmTools, TargetSetup, Toolchain, WantedLlvms, WantedTargets};
use std::fmt;

/// Whether `text` means the toolchain that rustup calls `name`: all of it, or without the host at its end.
pub(crate) fn means(text: &str, name: &str) -> bool {
    let Some(rest) = name.strip_prefix(text) else { return false };
    // A host is `ARCHITECTURE-VENDOR-SYSTEM` and more; a date, which `nightly` does not stand for, begins
    // with a digit.
    let is_host =
        |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphabetic()) && rest.matches('-').count() >= 2;
    rest.is_empty() || !text.is_empty() && rest.strip_prefix('-').is_some_and(is_host)
}

/// The names that were asked for, sorted by what they are.
pub(crate) struct Selection<'a> {
    /// Those that a candidate has.
    names: Vec<&'a str>,
    /// The others: versions, channels, and mistakes.
    versions: Vec<&'a str>,
}

impl<'a> Selection<'a> {
    pub(crate) fn new(asked: &'a [String], candidates: &[Candidate]) -> Selection<'a> {
        let has = |text: &str| candidates.iter().any(|candidate| candidate.is_meant_by(text));
        let (names, versions) = asked.iter().map(String::as_str).partition(|text| has(text));
        Selection { names, versions }
    }

    pub(crate) fn has_name(&self, candidate: &Candidate) -> bool {
        self.names.iter().any(|text| candidate.is_meant_by(text))
    }

    pub(crate) fn needs_versions(&self) -> bool {
        !self.versions.is_empty()
    }

    pub(crate) fn has_version(&self, toolchain: &Toolchain) -> bool {
        self.versions.iter().any(|text| toolchain.version.is_meant_by(text))
    }

    /// What is neither a name nor a version of one of all the toolchains that there are.
    pub(crate) fn missing<'t>(&self, all: impl Iterator<Item = &'t Toolchain>) -> Vec<Missing> {
        let all: Vec<&Toolchain> = all.collect();
        let available = || all.iter().map(|it| format!("{} ({})", it.name, it.version.text)).collect();
        let nobody = |text: &&&str| !all.iter().any(|toolchain| toolchain.version.is_meant_by(text));
        let missing = self.versions.iter().filter(nobody);
        missing.map(|text| Missing { name: (*text).to_owned(), available: available() }).collect()
    }
}

/// A name that no compiler has. Its `Display` is for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// What was asked for.
    pub name: String,
    /// What there is.
    pub available: Vec<String>,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no toolchain `{}`", self.name)?;
        if self.available.is_empty() {
            return f.write_str(", and no other that works; give a compiler's path with `--rustc`");
        }
        f.write_str("; there is")?;
        for available in &self.available {
            write!(f, "\n  {available}")?;
        }
        Ok(())
    }
}

/// A name that no target has which a compiler could build for. Its `Display` is for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissingTarget {
    /// What was asked for.
    pub name: String,
}

impl fmt::Display for MissingTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MissingTarget { name } = self;
        write!(
            f,
            "no compiler at hand has libraries for the target `{name}`; `rustup target add` installs them, a configuration file \
             (`[[target]]`) says where they are, and `rustassay toolchains` lists those that are there"
        )
    }
}

/// The names that are asked for, and that no compiler has as its host or among its targets.
pub(crate) fn missing_targets(
    wanted: &WantedTargets,
    found: &[Toolchain],
    setups: &[(usize, TargetSetup)],
) -> Vec<MissingTarget> {
    let WantedTargets::Named(names) = wanted else { return Vec::new() };
    let has = |name: &str| {
        found.iter().any(|toolchain| is_called(&toolchain.host, name))
            || setups.iter().any(|(_, setup)| is_called(&setup.triple, name))
    };
    let missing = names.iter().filter(|name| !has(name));
    missing.map(|name| MissingTarget { name: name.clone() }).collect()
}

/// A name that no LLVM has. Its `Display` is for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissingLlvm {
    /// What was asked for; nothing if it was any.
    pub name: Option<String>,
}

impl fmt::Display for MissingLlvm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "there is no LLVM `{name}`")?,
            None => f.write_str("there is no LLVM beside those of the compilers")?,
        }
        f.write_str(
            ": `opt` and `llc` are looked for on `PATH`, as `opt-23` too, and in a configuration file (`[[llvm]]`); `rustassay \
             toolchains` lists those that are there",
        )
    }
}

/// The names that are asked for, and that no LLVM has.
pub(crate) fn missing_llvms(wanted: &WantedLlvms, found: &[LlvmTools]) -> Vec<MissingLlvm> {
    match wanted {
        WantedLlvms::Named(names) => {
            let missing = names.iter().filter(|name| !found.iter().any(|tools| tools.is_called(name)));
            missing.map(|name| MissingLlvm { name: Some(name.clone()) }).collect()
        }
        WantedLlvms::Own | WantedLlvms::All => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_go_without_its_host_but_not_without_its_date() {
        for (text, name, meant) in [
            ("nightly", "nightly-x86_64-unknown-linux-gnu", true),
            ("nightly-x86_64-unknown-linux-gnu", "nightly-x86_64-unknown-linux-gnu", true),
            ("nightly-2026-01-01", "nightly-2026-01-01-aarch64-apple-darwin", true),
            ("nightly", "nightly-2026-01-01-x86_64-unknown-linux-gnu", false),
            ("1.95", "1.95.0-x86_64-unknown-linux-gnu", false),
            ("mine", "mine", true),
            ("mine", "mine-stage1", false),
            ("", "x86_64-unknown-linux-gnu", false),
        ] {
            assert_eq!(means(text, name), meant, "{text} {name}");
        }
    }
}
