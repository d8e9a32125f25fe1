//! Cargo projects as rustc's own metadata, with the MIR of every function in it, and the tests in them.
//!
//! Cargo compiles a project, runs its programs and has rustdoc run its doc tests. With us in the place of rustc, of the runner of
//! programs and of rustdoc, no code is made, and the machine runs it all. Cargo itself decides what is to be compiled and run, and
//! what is still fresh.
//!
//! - [`Cargo`], [`Project`]: what cargo says of a project, and how to start it so that this comes about.
//! - [`act_as_compiler`]: rustc's place. It leaves [`CompiledProgram`]s.
//! - [`DocTests`]: rustdoc's place.
//! - [`TestCase`]: the tests of a compiled crate.
//! - [`TestHarness`]: runs tests, and tells of them in libtest's words.

mod command_line;
mod doc_tests;
mod facade;
mod harness;
mod program;
mod project;
mod report;
mod runner;
mod test_case;
mod wrapper;

pub use doc_tests::{CompiledDocTest, DocTestBuild, DocTests};
pub use harness::{IgnoredTests, TestHarness, TestScreen, TestSelection};
pub use program::CompiledProgram;
pub use project::{Cargo, Project};
pub use report::{TestFormat, TestOutcome, TestReport, TestSummary};
pub use runner::RunnerSettings;
pub use test_case::{TestCase, TestMode};
pub use wrapper::act_as_compiler;

use rustassay_process::{End, StartError};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a project cannot be run.
#[derive(Debug)]
pub enum CargoError {
    /// There is neither a cache folder nor a home.
    NoCache,
    /// Cargo or rustc failed, and has said why.
    Failed {
        /// Which of them.
        program: PathBuf,
    },
    /// Cargo or rustc could not be started, or was not heard.
    Program {
        /// Which of them.
        program: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Cargo says something that is not understood.
    Answer(serde_json::Error),
    /// The compiler could not be started.
    Start(StartError),
    /// The compiler does not compile the macros that mark tests.
    Macros {
        /// How it ended.
        end: End,
        /// What it said.
        said: String,
    },
    /// A file could not be read or written.
    File {
        /// What was tried.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
}

impl CargoError {
    /// For `map_err`: an error with what was tried, and on which file.
    fn file(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> CargoError {
        move |source| CargoError::File { what, path: path.to_owned(), source }
    }

    /// For `map_err`: an error about a program that did not start.
    fn start(program: &Path) -> impl FnOnce(io::Error) -> CargoError {
        move |source| CargoError::Program { program: program.to_owned(), source }
    }
}

impl fmt::Display for CargoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CargoError::NoCache => {
                f.write_str("there is no place to keep what is compiled once: set `XDG_CACHE_HOME` or `HOME`")
            }
            CargoError::Failed { program } => write!(f, "`{}` failed", program.display()),
            CargoError::Program { program, source } => {
                write!(f, "cannot run `{}`: {source}", program.display())
            }
            CargoError::Answer(error) => write!(f, "cannot read what cargo says of this project: {error}"),
            CargoError::Start(error) => error.fmt(f),
            CargoError::Macros { end, said } => {
                write!(f, "the compiler does not compile the macros that mark tests ({end}):\n{said}")
            }
            CargoError::File { what, path, source } => {
                write!(f, "cannot {what} `{}`: {source}", path.display())
            }
        }
    }
}

impl std::error::Error for CargoError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            CargoError::Program { source, .. } | CargoError::File { source, .. } => Some(source),
            CargoError::Answer(error) => Some(error),
            CargoError::Start(error) => Some(error),
            _ => None,
        }
    }
}
