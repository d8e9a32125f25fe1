//! Which Rust compilers are within reach, and what each of them can do.
//!
//! [`discover`] looks where compilers are, asks each what it is, and tries out what it can do, by compiling
//! tiny programs. A compiler is not believed: it may be a build of yesterday that hangs, or a script that
//! wraps another. So each answer is had from a child of [`rustassay_process`], within limits, and what does
//! not work is reported and passed over.
//!
//! # Where compilers are looked for
//!
//! In this order; one that is found twice is listed once, with all its names.
//!
//! 1. [`Search::rustcs`]: files of compilers, scripts that wrap one, or folders with `bin/rustc`. If there
//!    are any, just they are used.
//! 2. The configuration file, [`Search::config`]:
//!
//!    ```toml
//!    [[toolchain]]
//!    name = "mine"
//!    rustc = "build/host/stage1/bin/rustc"    # from where the file is
//!    miri = "build/host/stage1/bin/miri"      # if it is not beside the compiler
//!    miri_sysroot = "build/miri-sysroot"      # if `cargo miri setup` did not make it
//!    ```
//! 3. The variable `RUSTASSAY_TOOLCHAINS`: a list as `PATH` is one, of such files and folders, or of rustup's
//!    names.
//! 4. All of rustup's toolchains, those that `rustup toolchain link` made among them.
//! 5. `rustc` on `PATH`. If that is rustup's proxy, then the compiler that it stands for outside of all
//!    projects.
//!
//! [`Search::names`] selects among them.
//!
//! # What was tried out is remembered
//!
//! Trying out takes about a second a compiler. [`Cache`] keeps what came of it for as long as the compiler's
//! files stay as they are.

mod cache;
mod names;
mod places;
mod probe;
mod text;
mod version;

pub use cache::Cache;
pub use names::Missing;
pub use probe::{cache_folder, compiler_task};
pub use version::{Channel, Version};

use probe::Probed;
use rustassay_lang::Release;
use rustassay_process::{Task, in_parallel};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A compiler that works.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Toolchain {
    /// What to call it: its name in rustup or in the configuration, or else its path.
    pub name: String,
    /// Further names of the same compiler.
    pub aliases: Vec<String>,
    /// The compiler itself, never rustup's proxy, which takes longer to start. The path is free of symbolic
    /// links.
    #[serde(serialize_with = "text::path")]
    pub rustc: PathBuf,
    /// What it says it is.
    pub version: Version,
    /// The version of its LLVM.
    pub llvm: Option<String>,
    /// The target that it runs on.
    pub host: String,
    /// Where its libraries are.
    #[serde(serialize_with = "text::path")]
    pub sysroot: PathBuf,
    /// What it can do.
    pub capabilities: Capabilities,
    /// What it should be able to do and cannot, and why; for people.
    pub notes: Vec<String>,
}

/// What a compiler can do. All of it was tried, but for `lld`, which only has to be there.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Capabilities {
    /// It takes `-Z` flags and `#![feature]`, with `RUSTC_BOOTSTRAP=1` in its environment as
    /// [`Toolchain::task`] has it.
    pub unstable_flags: bool,
    /// The release whose custom MIR it takes; a nightly may still speak as the release before it.
    #[serde(with = "text::release")]
    pub custom_mir: Option<Release>,
    /// It runs custom MIR at compile time (`-Zunleash-the-miri-inside-of-you`), gets the right value, and
    /// notices a wrong one.
    pub evaluates_custom_mir: bool,
    /// It generates code with Cranelift, `-Zcodegen-backend=cranelift`.
    pub cranelift: bool,
    /// It generates code with GCC, `-Zcodegen-backend=gcc`.
    pub gcc: bool,
    /// Its Miri, if that can run a program as things are: with the libraries of `miri_sysroot`, which are never built here.
    #[serde(serialize_with = "text::optional_path")]
    pub miri: Option<PathBuf>,
    /// The libraries that its Miri runs programs with.
    #[serde(default, serialize_with = "text::optional_path")]
    pub miri_sysroot: Option<PathBuf>,
    /// What its Miri says it is.
    #[serde(default)]
    pub miri_version: Option<String>,
    /// Its own linker, `rust-lld`.
    #[serde(serialize_with = "text::optional_path")]
    pub lld: Option<PathBuf>,
    /// It builds programs that run here.
    pub links: bool,
}

impl Toolchain {
    /// The compiler, to be run in `folder` with the environment that it was tried out with.
    pub fn task<'a>(&'a self, folder: &'a Path) -> Task<'a> {
        compiler_task(&self.rustc, folder)
    }

    /// What it prints for `--version --verbose`, which bug reports ask for.
    pub fn verbose_version(&self) -> String {
        self.version.verbose(&self.host, self.llvm.as_deref())
    }

    /// The compiler in the same sysroot that this one calls, if this one is a script or another program that wraps it. A bug that it does not
    /// show is the wrapper's.
    pub fn wrapped(&self) -> Option<Toolchain> {
        let file = format!("rustc{}", std::env::consts::EXE_SUFFIX);
        let rustc = self.sysroot.join("bin").join(file).canonicalize().ok()?;
        (rustc != self.rustc).then(|| {
            let name = rustc.display().to_string();
            Toolchain { name, aliases: Vec::new(), rustc, ..self.clone() }
        })
    }
}

/// Where to look for compilers, besides where they are always looked for, and which to take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Search {
    /// Compilers, scripts that wrap one, or folders with `bin/rustc`. If there are any, only they and what
    /// [`names`](Search::names) selects are taken.
    pub rustcs: Vec<PathBuf>,
    /// Takes only compilers with these names: as the configuration or rustup calls them, where `nightly` is
    /// short for `nightly-x86_64-unknown-linux-gnu`; or else all of a version, `1.85`, or of a channel.
    pub names: Vec<String>,
    /// A configuration file.
    pub config: Option<PathBuf>,
    /// How long each compiler may take to answer all questions.
    pub timeout: Duration,
}

impl Default for Search {
    fn default() -> Search {
        Search {
            rustcs: Vec::new(),
            names: Vec::new(),
            config: None,
            // All answers take a second; but on a busy machine, and of a compiler with assertions, much more.
            timeout: Duration::from_secs(60),
        }
    }
}

/// What came of a search.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Discovery {
    /// The compilers that work, in the order of the places.
    pub found: Vec<Toolchain>,
    /// What should be a compiler and is none that works.
    pub failed: Vec<UnusableCompiler>,
    /// The names of [`Search::names`] that nothing has.
    pub missing: Vec<Missing>,
}

/// What should be a compiler, and why it is none that works.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct UnusableCompiler {
    /// The compiler, or the place where it should be.
    #[serde(serialize_with = "text::path")]
    pub path: PathBuf,
    /// What happened; for people.
    pub why: String,
}

impl fmt::Display for UnusableCompiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.path.display(), self.why)
    }
}

/// Finds the compilers that the search asks for.
///
/// The result has the same order each time, however many are tried out at once.
pub fn discover(search: &Search, cache: &Cache) -> Discovery {
    let places = places::look(search);
    let selection = names::Selection::new(&search.names, &places.candidates);
    let only_named = !search.rustcs.is_empty() || !search.names.is_empty();
    let wanted_by_name = |index: usize| {
        let candidate = &places.candidates[index];
        !only_named || candidate.asked_for || selection.has_name(candidate)
    };
    // Versions are known only after asking; so a name that may be a version asks everybody.
    let tried: Vec<usize> = (0..places.candidates.len())
        .filter(|&index| wanted_by_name(index) || selection.needs_versions())
        .collect();
    let known = cache.load();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let answers = in_parallel(&tried, processors, |&index| {
        let candidate = &places.candidates[index];
        let mut answer = match known.get(&candidate.rustc) {
            Some(toolchain) => Probed { toolchain: toolchain.clone(), news: None },
            None => probe::probe(&candidate.rustc, search.timeout)?,
        };
        if let Some(miri) = &candidate.miri {
            probe::try_configured_miri(miri, &mut answer.toolchain, search.timeout)?;
        }
        answer.toolchain.name = candidate.name();
        answer.toolchain.aliases = candidate.names.iter().skip(1).cloned().collect();
        Ok(answer)
    });
    cache.store(answers.iter().flatten());

    let mut discovery = Discovery { failed: places.failed, ..Discovery::default() };
    discovery.missing = selection.missing(answers.iter().flatten().map(|answer| &answer.toolchain));
    for (index, answer) in tried.into_iter().zip(answers) {
        match answer {
            Ok(Probed { toolchain, .. }) if wanted_by_name(index) || selection.has_version(&toolchain) => {
                discovery.found.push(toolchain);
            }
            Err(why) if wanted_by_name(index) => {
                discovery.failed.push(UnusableCompiler { path: places.candidates[index].rustc.clone(), why });
            }
            _ => {}
        }
    }
    discovery
}
