//! Settings for the processes that cargo starts in place of a program or of rustdoc.

use crate::CargoError;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// The variable of the environment that holds them.
const VARIABLE: &str = "RUSTASSAY_RUNNER";

/// What holds for all programs of a project.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunnerSettings {
    /// The compiler's file.
    pub rustc: PathBuf,
    /// The folder of the stock library.
    pub stock: Option<PathBuf>,
    /// Folders of the library with all bodies.
    pub overlay: Vec<PathBuf>,
    /// The folder that paths of source files start in, as the compiler writes them.
    pub sources: PathBuf,
    /// The project's crates, whose functions are the user's code.
    pub users_crates: Vec<String>,
    /// Options of `rustassay run`.
    pub machine_flags: Vec<String>,
    /// How much processor time a program may take.
    pub timeout: Option<Duration>,
    /// A folder for a profile of each program.
    pub profiles: Option<PathBuf>,
}

impl RunnerSettings {
    /// The name and the value of the variable.
    pub fn variable(&self) -> Result<(&'static str, String), CargoError> {
        serde_json::to_string(self).map(|value| (VARIABLE, value)).map_err(CargoError::Setting)
    }

    /// The settings of this process, if cargo started it.
    pub fn from_environment() -> Option<RunnerSettings> {
        serde_json::from_str(&std::env::var(VARIABLE).ok()?).ok()
    }

    /// Whether `cargo rustassay` sets a variable for its own use. Programs do not see such variables.
    pub fn is_own_variable(name: &str) -> bool {
        [VARIABLE, crate::wrapper::VARIABLE, "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER", "RUSTDOC"]
            .contains(&name)
    }
}
