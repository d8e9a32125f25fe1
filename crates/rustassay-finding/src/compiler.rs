//! The compiler that shows a finding, and what others do.

use serde::{Deserialize, Serialize};

/// The compiler that a finding was made with.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Compiler {
    /// Its path.
    pub rustc: String,
    /// The path of the compiler that it calls, if it is a wrapper.
    pub wraps: Option<String>,
    /// Its version, such as `1.95.0`.
    pub version: String,
    /// What `rustc --version --verbose` prints.
    pub verbose_version: Option<String>,
    /// The target that it runs on.
    pub host: Option<String>,
    /// The target that it built the program for, if that is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// What ran the program, if it did not run by itself: an emulator and its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runner: Option<String>,
    /// The version of its LLVM.
    pub llvm: Option<String>,
    /// The LLVM that made machine code of its bitcode, if that is not its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_llvm: Option<OtherLlvm>,
    /// The release whose custom MIR it takes.
    pub custom_mir: Option<String>,
}

/// An LLVM in the place of the one that a compiler carries.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct OtherLlvm {
    /// Its version, such as `23.1.4`.
    pub version: String,
    /// The path of its `opt`.
    pub opt: String,
    /// The path of its `llc`.
    pub llc: String,
}

/// What a compiler does with the program of a finding and the flags that the failure needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TriedCompiler {
    /// What people call it.
    pub name: String,
    /// Its version, such as `1.95.0`.
    pub version: String,
    /// What `rustc --version --verbose` prints.
    pub verbose_version: Option<String>,
    /// Its path.
    pub rustc: Option<String>,
    /// Whether it shows the failure, too.
    pub shows: Shows,
}

/// Whether a compiler shows a failure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shows {
    /// It does.
    Yes,
    /// It gets the program right.
    No,
    /// It cannot be told: why. The compiler may not know a flag, or fail in another way.
    Unknown(String),
}

impl TriedCompiler {
    /// What `rustc --version` prints.
    pub fn title(&self) -> &str {
        self.verbose_version.as_ref().and_then(|text| text.lines().next()).unwrap_or(&self.version)
    }
}
