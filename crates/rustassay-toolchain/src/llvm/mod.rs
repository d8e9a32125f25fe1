//! LLVMs other than the one that a compiler carries.
//!
//! rustc writes the bitcode of a program, `opt` and `llc` of another LLVM make its machine code. [`find`] looks for these tools, [`probe`] tries them
//! with a compiler: an LLVM that is older than the bitcode cannot read it.

pub(crate) mod find;
pub(crate) mod probe;

use crate::{Capabilities, Toolchain, text};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The tools of one LLVM.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LlvmTools {
    /// What people call it: `llvm-23`, or as the configuration file has it.
    pub name: String,
    /// What it says it is, such as `23.1.4`.
    pub version: String,
    /// Runs passes over bitcode.
    #[serde(serialize_with = "text::path")]
    pub opt: PathBuf,
    /// Makes an object of bitcode.
    #[serde(serialize_with = "text::path")]
    pub llc: PathBuf,
    /// Reduces IR; nothing if it is not beside the others.
    #[serde(default, serialize_with = "text::optional_path")]
    pub llvm_reduce: Option<PathBuf>,
    /// The names of its passes, as `opt -print-passes` has them.
    #[serde(default)]
    pub passes: BTreeSet<String>,
}

/// An LLVM in the place of the one that a compiler carries. All of it was tried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LlvmBackend {
    /// The tools.
    pub tools: LlvmTools,
    /// What `llc` has to be told of the target, which rustc tells its own LLVM by other ways than the bitcode.
    pub llc_args: Vec<String>,
    /// `opt` reads the compiler's bitcode.
    pub reads: bool,
    /// The programs of it run.
    pub runs: bool,
    /// A panic can be caught in them.
    pub unwinds: bool,
}

/// The LLVMs that a search is about.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub enum WantedLlvms {
    /// What compilers carry, and no other.
    #[default]
    Own,
    /// All that are found.
    All,
    /// Those of these names or versions: `llvm-23`, `23`, `23.1`.
    Named(Vec<String>),
}

impl LlvmTools {
    /// Whether a name means it: its own, or the first parts of its version.
    pub fn is_called(&self, name: &str) -> bool {
        let version = name.strip_prefix("llvm-").unwrap_or(name);
        let is_version =
            self.version.strip_prefix(version).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.name == name || is_version && !version.is_empty()
    }

    /// What orders LLVMs by age.
    pub fn age(&self) -> Vec<u32> {
        self.version.split(|c: char| !c.is_ascii_digit()).map_while(|part| part.parse().ok()).collect()
    }
}

impl WantedLlvms {
    /// Whether this LLVM is one of them.
    pub fn has(&self, tools: &LlvmTools) -> bool {
        match self {
            WantedLlvms::Own => false,
            WantedLlvms::All => true,
            WantedLlvms::Named(names) => names.iter().any(|name| tools.is_called(name)),
        }
    }
}

impl Toolchain {
    /// The same compiler with another LLVM behind it. What does not need LLVM is left to the compiler without.
    pub fn with_llvm(&self, backend: LlvmBackend, notes: Vec<String>) -> Toolchain {
        let compiler = self.name.strip_suffix(&*self.host).and_then(|name| name.strip_suffix('-'));
        let mut toolchain = self.clone();
        toolchain.name = format!("{}+{}", compiler.unwrap_or(&self.name), backend.tools.name);
        toolchain.aliases.clear();
        toolchain.capabilities = Capabilities {
            evaluates_custom_mir: false,
            cranelift: false,
            gcc: false,
            miri: None,
            miri_sysroot: None,
            miri_version: None,
            links: backend.runs,
            ..toolchain.capabilities
        };
        toolchain.notes = notes;
        toolchain.llvm_backend = Some(backend);
        toolchain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tools(name: &str, version: &str) -> LlvmTools {
        let (opt, llc) = ("opt".into(), "llc".into());
        let (name, version) = (name.to_owned(), version.to_owned());
        LlvmTools { name, version, opt, llc, llvm_reduce: None, passes: BTreeSet::new() }
    }

    #[test]
    fn an_llvm_is_meant_by_its_name_or_the_first_parts_of_its_version() {
        let it = tools("mine", "23.1.4");
        for (name, meant) in [
            ("mine", true),
            ("23", true),
            ("23.1", true),
            ("llvm-23", true),
            ("2", false),
            ("24", false),
            ("llvm-", false),
            ("", false),
        ] {
            assert_eq!(it.is_called(name), meant, "{name}");
        }
    }

    #[test]
    fn versions_are_ordered_as_numbers() {
        assert!(tools("a", "9.0.1").age() < tools("b", "24.0.0git").age());
    }
}
