//! What a process that cargo starts in place of a program, or of rustdoc, is told beside its command line.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The variable that says it.
const VARIABLE: &str = "RUSTASSAY_RUNNER";

/// What holds for all programs of a project.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunnerSettings {
    /// The compiler's file.
    pub rustc: PathBuf,
    /// The folder with the stock library.
    pub stock: Option<PathBuf>,
    /// Folders with the library that has all bodies.
    pub overlay: Vec<PathBuf>,
    /// The folder from which the compiler names source files.
    pub sources: PathBuf,
    /// The project's crates, whose frames are the user's.
    pub users_crates: Vec<String>,
    /// What the machine is told.
    pub machine_flags: Vec<String>,
    /// How many seconds of a processor a test may take.
    pub timeout: u64,
    /// A folder that gets a profile of each test.
    pub profiles: Option<PathBuf>,
}

impl RunnerSettings {
    /// As a variable of the environment.
    pub fn variable(&self) -> (&'static str, String) {
        (VARIABLE, serde_json::to_string(self).expect("paths and flags are text"))
    }

    /// What this process was told.
    pub fn from_environment() -> Option<RunnerSettings> {
        serde_json::from_str(&std::env::var(VARIABLE).ok()?).ok()
    }
}
