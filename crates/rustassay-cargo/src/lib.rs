//! Cargo projects as rustc's metadata, with the MIR of every function, and their tests.
//!
//! Cargo compiles a project, runs its programs, and lets rustdoc run its doc tests. Rustassay takes the place
//! of rustc, of the programs' runner and of rustdoc. So no machine code is made, and the machine runs
//! everything, while cargo still decides what to compile, what to run, and what is fresh.
//!
//! ```
//! use rustassay_cargo::Cargo;
//!
//! // The project of the current folder; options are those of `cargo metadata`.
//! let cargo = Cargo::new(vec!["--offline".into()]);
//! let names = cargo.project()?.crate_names();
//! assert!(names.contains(&"rustassay_cargo".to_owned()));
//! # Ok::<(), rustassay_cargo::CargoError>(())
//! ```
//!
//! - [`Cargo`], [`Project`]: what cargo knows of a project, and how to start cargo so that it starts us.
//! - [`act_as_compiler`]: the place of rustc. It writes [`CompiledProgram`]s.
//! - [`DocTests`]: the place of rustdoc.
//! - [`TestCase`]: the tests of a compiled crate.
//! - [`TestHarness`]: runs tests, and reports them as libtest does.

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
pub use report::{ReportOptions, TestFormat, TestOutcome, TestReport, TestSummary};
pub use runner::RunnerSettings;
pub use test_case::{TestCase, TestLocation, TestMode};
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
    /// Cargo or rustc failed, and printed why.
    Failed {
        /// Which of them.
        program: PathBuf,
    },
    /// Cargo or rustc could not be started, or its output could not be read.
    Program {
        /// Which of them.
        program: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Cargo's description of the project cannot be read.
    Answer(serde_json::Error),
    /// A path that another process has to know is not text.
    Setting(serde_json::Error),
    /// The compiler could not be started.
    Start(StartError),
    /// The compiler does not compile the macros that mark tests.
    Macros {
        /// How it ended.
        end: End,
        /// What it printed.
        output: String,
    },
    /// A file could not be read or written.
    File {
        /// A verb: "read", say.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
}

impl CargoError {
    /// For `map_err`: an error about a file.
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
                f.write_str("there is no folder for what is compiled once: set `XDG_CACHE_HOME` or `HOME`")
            }
            CargoError::Failed { program } => write!(f, "`{}` failed", program.display()),
            CargoError::Program { program, source } => {
                write!(f, "cannot run `{}`: {source}", program.display())
            }
            CargoError::Answer(error) => {
                write!(f, "cannot read cargo's description of this project: {error}")
            }
            CargoError::Setting(error) => write!(f, "cannot hand settings to cargo: {error}"),
            CargoError::Start(error) => error.fmt(f),
            CargoError::Macros { end, output } => {
                write!(f, "the compiler does not compile the macros that mark tests ({end}):\n{output}")
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
            CargoError::Answer(error) | CargoError::Setting(error) => Some(error),
            CargoError::Start(error) => Some(error),
            _ => None,
        }
    }
}
