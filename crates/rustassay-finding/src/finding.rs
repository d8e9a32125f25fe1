//! A finding, whole.

use crate::compiler::{Compiler, TriedCompiler};
use crate::evidence::Evidence;
use crate::fault::Fault;
use crate::guilty::Guilty;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What is known of something that a compiler does wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// The version of this type's serde form.
    pub version: FormatVersion,
    /// What is wrong.
    pub fault: Fault,
    /// What failures of the same cause have in common. There are no names of the program in it.
    pub signature: String,
    /// A sentence for people.
    pub summary: String,
    /// The guilty part of the compiler by its key, such as `mir:GVN`, if it is known.
    pub cause: Option<String>,
    /// The backend that it was made with, by name.
    pub backend: String,
    /// What that backend does with a program; `None` if nobody wrote it down.
    pub kind: Option<BackendKind>,
    /// The flags that the backend gives to the compiler.
    pub flags: Vec<String>,
    /// The compiler of the backend, if it has one.
    pub compiler: Option<Compiler>,
    /// How to see it.
    pub commands: Commands,
    /// Which flags the failure needs, and which part of the compiler is guilty, if somebody has looked for it.
    pub guilty: Option<Guilty>,
    /// The program that `guilty` was found with.
    pub localised_in: LocalisedIn,
    /// What all compilers at hand do with the program, in the order of their versions.
    pub compilers: Vec<TriedCompiler>,
    /// Since when it is there, in words.
    pub extent: Option<String>,
    /// What the compiler said, and Miri.
    pub evidence: Evidence,
    /// How far the program is reduced.
    pub reduction: Reduction,
}

/// The commands that show a finding. The program is in `case.rs`.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Commands {
    /// Writes the program to standard output.
    pub generate: Option<String>,
    /// Compiles it.
    pub compile: Option<String>,
}

/// What a backend does with a program.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BackendKind {
    /// Runs it on the abstract machine.
    Machine,
    /// Compiles and runs it.
    Compiled,
    /// Lets rustc evaluate it as a constant.
    Evaluated,
    /// Runs it with Miri.
    Miri,
    /// Has rustc check it as a library.
    Checked,
}

/// The program of a finding that the guilty part was found with.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LocalisedIn {
    /// The program as it was made.
    Original,
    /// The reduced program.
    Reduced,
}

/// How far the program of a finding is reduced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reduction {
    /// The program is as it was made.
    Whole,
    /// The reducer had nothing left to try.
    Reduced,
    /// The reducer did not get through: why. There may be a smaller program nevertheless.
    Unfinished(String),
}

impl Finding {
    /// A finding of which no more is known than this.
    pub fn new(fault: Fault, signature: impl Into<String>, summary: impl Into<String>) -> Finding {
        Finding {
            version: FormatVersion,
            fault,
            signature: signature.into(),
            summary: summary.into(),
            cause: None,
            backend: String::new(),
            kind: None,
            flags: Vec::new(),
            compiler: None,
            commands: Commands::default(),
            guilty: None,
            localised_in: LocalisedIn::Original,
            compilers: Vec::new(),
            extent: None,
            evidence: Evidence::default(),
            reduction: Reduction::Whole,
        }
    }
}

/// The version of a [`Finding`]'s serde form. There is one value, because one version can be read: a store of an older version is
/// migrated, and one of a newer version is refused.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(into = "u32", try_from = "u32")]
pub struct FormatVersion;

/// Version 1 was JSON without a type and without a version. A change that serde's defaults do not cover makes a new version, and so
/// does a new variant of an enum: an older Rustassay must not misread it.
const FORMAT: u32 = 2;

impl From<FormatVersion> for u32 {
    fn from(_: FormatVersion) -> u32 {
        FORMAT
    }
}

impl TryFrom<u32> for FormatVersion {
    type Error = UnknownVersion;

    fn try_from(version: u32) -> Result<FormatVersion, UnknownVersion> {
        match version {
            FORMAT => Ok(FormatVersion),
            other => Err(UnknownVersion(other)),
        }
    }
}

/// A version of a finding that this Rustassay cannot read.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct UnknownVersion(u32);

impl fmt::Display for UnknownVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the finding is written in version {}, and this Rustassay reads version {FORMAT}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Failure, Layer, Opinion, Pass, Says, Shows, Stage};
    use rustassay_outcome::Part;

    fn pass(layer: Layer, name: &str) -> Pass {
        let flags = |text: &str| vec![text.to_owned()];
        Pass {
            layer,
            name: name.to_owned(),
            on: Some("case::main".to_owned()),
            index: 7,
            is_confirmed: Some(true),
            disabling: flags("-Zmir-enable-passes=-GVN"),
            without: flags("-Zmir-opt-bisect-limit=6"),
            with: flags("-Zmir-opt-bisect-limit=7"),
            needs: flags("Inline"),
        }
    }

    fn full(stage: Stage) -> Finding {
        let tried = |shows| TriedCompiler {
            name: "stable".to_owned(),
            version: "1.95.0".to_owned(),
            verbose_version: None,
            rustc: Some("/usr/bin/rustc".to_owned()),
            shows,
        };
        Finding {
            cause: Some("mir:GVN".to_owned()),
            backend: "stable/O2".to_owned(),
            kind: Some(BackendKind::Compiled),
            flags: vec!["-O".to_owned()],
            compiler: Some(Compiler { rustc: "/usr/bin/rustc".to_owned(), ..Compiler::default() }),
            commands: Commands { generate: Some("rustassay generate mir".to_owned()), compile: None },
            guilty: Some(Guilty { settings: vec!["-O".to_owned()], stage, trials: 9 }),
            localised_in: LocalisedIn::Reduced,
            compilers: vec![tried(Shows::Yes), tried(Shows::No), tried(Shows::Unknown("no flag".to_owned()))],
            extent: Some("everywhere".to_owned()),
            evidence: Evidence {
                failure: Some(Failure::Ice),
                message: Some("no".to_owned()),
                location: Some("compiler/a.rs:1:2".to_owned()),
                queries: vec!["[typeck] f".to_owned()],
                backtrace: vec!["g".to_owned()],
                miri: Some(Opinion {
                    version: "miri 0.1".to_owned(),
                    flags: vec![vec![]],
                    says: Says::CannotRun("x".to_owned()),
                }),
            },
            reduction: Reduction::Unfinished("time is over".to_owned()),
            ..Finding::new(Fault::Miscompilation, "any", "prints 1")
        }
    }

    #[test]
    fn what_is_written_is_what_is_read() {
        let (mir, llvm) = (pass(Layer::Mir, "GVN"), pass(Layer::Llvm, "gvn"));
        let stages = [
            Stage::Mir(mir.clone()),
            Stage::Llvm(llvm.clone()),
            Stage::MirAndLlvm { mir: mir.clone(), llvm: llvm.clone() },
            Stage::AtLeast { pass: mir.clone(), why: "LLVM does not count".to_owned() },
            Stage::SwitchedOn { pass: mir, flag: "-Cx".to_owned(), shown_by: llvm },
            Stage::NoPass { part: Part::Codegen, without_passes: vec!["-Zx".to_owned()] },
            Stage::Unknown { why: "it hangs".to_owned() },
        ];
        let findings = stages.map(full).into_iter().chain([Finding::new(Fault::CompilerHang, "s", "t")]);
        for finding in findings {
            let text = serde_json::to_string(&finding).unwrap();
            assert_eq!(serde_json::from_str::<Finding>(&text).unwrap(), finding, "{text}");
        }
    }

    #[test]
    fn another_version_is_refused() {
        let text = serde_json::to_string(&Finding::new(Fault::CompilerHang, "s", "t")).unwrap();
        let newer = text.replace("\"version\":2", "\"version\":3");
        let why = serde_json::from_str::<Finding>(&newer).unwrap_err().to_string();
        assert!(why.contains("written in version 3"), "{why}");
    }
}
