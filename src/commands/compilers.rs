//! Which compilers a command is about: the options that commands share, and what they find.

use super::output::{complain, warn};
use rustassay_toolchain::{Cache, Discovery, Search, Toolchain, discover};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Compilers that are named on the command line.
#[derive(clap::Args, Clone)]
pub struct Compilers {
    /// A compiler, a script that wraps one, or a folder with `bin/rustc`; then only those named are used
    #[arg(long, value_name = "PATH")]
    rustc: Vec<PathBuf>,

    /// Use only this: a name in rustup or in the configuration, a version such as `1.85`, or a channel
    #[arg(long, value_name = "NAME")]
    toolchain: Vec<String>,

    /// A file that names compilers (`[[toolchain]]`) and sets of backends (`[sets.NAME]`)
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// The compiler that is this file; what is wrong with it is said to the user here.
pub fn the_one(rustc: &Path) -> Option<Toolchain> {
    let named = Compilers { rustc: vec![rustc.to_owned()], toolchain: Vec::new(), config: None };
    named.find()?.into_iter().next()
}

impl Compilers {
    /// Whether the user says which.
    pub fn are_named(&self) -> bool {
        !self.rustc.is_empty() || !self.toolchain.is_empty() || self.config.is_some()
    }

    /// Where to look.
    pub fn search(&self) -> Search {
        Search {
            rustcs: self.rustc.clone(),
            names: self.toolchain.clone(),
            config: self.config.clone(),
            ..Search::default()
        }
    }

    /// The text of the configuration file, if there is one; or why it cannot be read.
    pub fn config_text(&self) -> Result<Option<String>, String> {
        let Some(path) = &self.config else { return Ok(None) };
        super::read_text(path).map(Some)
    }

    /// The compilers; `None` if there are none, or one that was asked for is missing, which is said to the user here.
    pub fn find(&self) -> Option<Vec<Toolchain>> {
        self.find_within(Search::default().timeout)
    }

    /// The same, where no compiler may take longer to answer what it can do.
    pub fn find_within(&self, timeout: Duration) -> Option<Vec<Toolchain>> {
        let discovery = discover(&Search { timeout, ..self.search() }, &Cache::standard());
        self.suffice(&discovery).then_some(discovery.found)
    }

    /// Says what is wrong with the compilers that were found, and whether they are enough: there is one, and all that were asked
    /// for work.
    pub fn suffice(&self, discovery: &Discovery) -> bool {
        let are_named = self.are_named();
        for failure in &discovery.failed {
            match are_named {
                true => complain(&failure.to_string()),
                false => warn(&failure.to_string()),
            }
        }
        for missing in &discovery.missing {
            complain(&missing.to_string());
        }
        let is_lacking = are_named && !discovery.failed.is_empty() || !discovery.missing.is_empty();
        if discovery.found.is_empty() && !is_lacking {
            complain(
                "there is no Rust compiler that works; install one with rustup, or name one with `--rustc`",
            );
        }
        !is_lacking && !discovery.found.is_empty()
    }
}
