//! Sets of backends that people write down.
//!
//! ```toml
//! [sets.tonight]
//! extends = "default"          # a built-in set, or another of this file
//!
//! [[sets.tonight.ways]]
//! name = "O3-attributor"
//! kind = "compiled"            # or "cranelift", "gcc", "evaluated", "miri", "checked"; "compiled" if it is left out
//! flags = ["-Copt-level=3", "-Cllvm-args=-attributor-enable=all"]
//! toolchains = ["nightly"]     # by name or version; every compiler if it is left out
//! ```

use crate::backend::{Codegen, Executor};
use crate::sets::{ALL_RELEASES, BackendTemplate, NAMES, built_in};
use rustassay_lang::{ConfigSection, did_you_mean};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Sets of backends, as a file defines them.
#[derive(Clone, Default, Debug)]
pub struct Sets {
    sets: BTreeMap<String, Set>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Set {
    extends: Option<String>,
    #[serde(default)]
    ways: Vec<WayText>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WayText {
    name: String,
    #[serde(default)]
    kind: KindText,
    #[serde(default)]
    flags: Vec<String>,
    #[serde(default)]
    toolchains: Vec<String>,
}

#[derive(Copy, Clone, Default, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum KindText {
    #[default]
    Compiled,
    Cranelift,
    Gcc,
    Evaluated,
    Miri,
    Checked,
}

impl From<KindText> for Executor {
    fn from(kind: KindText) -> Executor {
        match kind {
            KindText::Compiled => Executor::Compiled(Codegen::Llvm),
            KindText::Cranelift => Executor::Compiled(Codegen::Cranelift),
            KindText::Gcc => Executor::Compiled(Codegen::Gcc),
            KindText::Evaluated => Executor::Evaluated,
            KindText::Miri => Executor::Miri,
            KindText::Checked => Executor::Checked,
        }
    }
}

impl Sets {
    /// The sets of a file's text; or what is wrong with it, for people.
    pub fn parse(text: &str) -> Result<Sets, String> {
        let sets = Sets { sets: ConfigSection::Sets.read(text)?.unwrap_or_default() };
        for name in sets.sets.keys() {
            sets.find(name, 0)?;
        }
        Ok(sets)
    }

    /// The set of a name, of the file or built in; or why there is none, for people.
    pub fn find(&self, name: &str, seed: u64) -> Result<Vec<BackendTemplate>, String> {
        self.find_within(name, seed, self.sets.len())
    }

    fn find_within(&self, name: &str, seed: u64, depth: usize) -> Result<Vec<BackendTemplate>, String> {
        let Some(set) = self.sets.get(name) else {
            let known: Vec<&str> = NAMES.into_iter().chain(self.sets.keys().map(|name| &**name)).collect();
            return built_in(name, seed).ok_or_else(|| {
                let (all, meant) = (known.join(", "), did_you_mean(name, known.iter().copied()));
                format!("there is no set of backends `{name}`; there are {all}{meant}")
            });
        };
        let mut ways = match (&set.extends, depth) {
            (None, _) => Vec::new(),
            (Some(_), 0) => return Err(format!("the set `{name}` extends itself")),
            (Some(base), _) => self.find_within(base, seed, depth - 1)?,
        };
        for way in &set.ways {
            // One that the base has already is replaced.
            ways.retain(|other| other.name != way.name);
            ways.push(BackendTemplate {
                name: way.name.clone(),
                kind: way.kind.into(),
                flags: way.flags.clone(),
                toolchains: way.toolchains.clone(),
                since: ALL_RELEASES,
                architectures: &[],
            });
        }
        if ways.is_empty() {
            return Err(format!("the set `{name}` is empty: it needs `extends`, or `[[sets.{name}.ways]]`"));
        }
        Ok(ways)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_extends_another_and_replaces_what_has_the_same_name() {
        let text =
            "[sets.a]\nextends = 'quick'\n[[sets.a.ways]]\nname = 'O3'\nflags = ['-Copt-level=3', '-Clto']\n";
        let ways = Sets::parse(text).unwrap().find("a", 0).unwrap();
        let names: Vec<&str> = ways.iter().map(|way| &*way.name).collect();
        assert_eq!(names, ["O0", "O3"]);
        assert_eq!(ways[1].flags, ["-Copt-level=3", "-Clto"]);
    }

    #[test]
    fn a_set_that_extends_itself_is_an_error() {
        let text = "[sets.a]\nextends = 'b'\n[sets.b]\nextends = 'a'\n";
        assert!(Sets::parse(text).unwrap_err().contains("extends itself"));
    }

    #[test]
    fn an_unknown_set_is_an_error_that_names_those_there_are() {
        let error = Sets::default().find("fast", 0).unwrap_err();
        assert_eq!(
            error,
            "there is no set of backends `fast`; there are quick, default, thorough, llvm, check, check-next-solver, check-polonius, check-threads"
        );
    }

    #[test]
    fn a_misspelt_key_is_an_error() {
        assert!(Sets::parse("[sets.a]\nextend = 'quick'\n").unwrap_err().contains("extend"));
    }
}
