//! The Rust compilers within reach, and what each of them can do.
//!
//! [`discover`] looks for compilers, asks each what it is, and compiles tiny programs to find out what it can
//! do. It believes no compiler: one may be a build of yesterday that hangs, or a script that wraps another.
//! So [`rustassay_process`] runs each of them within limits, and [`Discovery`] lists those that do not work,
//! each with the reason.
//!
//! ```no_run
//! use rustassay_toolchain::{Cache, Search, discover};
//!
//! let search = Search { names: vec!["nightly".to_owned(), "1.85".to_owned()], ..Search::default() };
//! let discovery = discover(&search, &Cache::standard());
//! for compiler in &discovery.found {
//!     let custom_mir = compiler.capabilities.custom_mir.is_some();
//!     println!("{} {}: custom MIR {custom_mir}", compiler.name, compiler.version);
//! }
//! for failure in &discovery.failed {
//!     eprintln!("{failure}");
//! }
//! ```
//!
//! # Where it looks for compilers
//!
//! In this order. If it finds a compiler twice, it lists that once, with all its names.
//!
//! 1. [`Search::rustcs`]: files of compilers, scripts that wrap one, or folders with `bin/rustc`. If there
//!    are any, it takes only these and what [`Search::names`] asks for.
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
//! # Targets
//!
//! [`Search::targets`] asks for other targets than the one that a compiler runs on: those whose libraries are
//! in its sysroot, as `rustup target add` puts them there, and those that the configuration file describes.
//! [`discover`] finds GNU's cross compilers (`aarch64-linux-gnu-gcc`) and qemu's emulators (`qemu-aarch64`)
//! on `PATH` by their names, and the libraries that [`add_library`] made. The file describes the rest:
//!
//! ```toml
//! [[target]]
//! triple = "aarch64-unknown-linux-gnu"
//! toolchains = ["1.95"]                    # by name or version; every compiler if it is left out
//! sysroot = "sysroots/aarch64"             # if its libraries are not among the compiler's own
//! linker = "aarch64-linux-gnu-gcc"
//! c_library = "unpacked"                   # where packages with its C library were unpacked, if nothing else links
//! flags = ["-Ctarget-feature=+crt-static"] # what the compiler is told besides
//! runner = ["qemu-aarch64", "-cpu", "max"] # starts a program; an empty list if programs run here by themselves
//! second_runner = ["other/qemu-aarch64"]   # must agree with the first that a program does something wrong
//! ```
//!
//! # LLVMs
//!
//! Another LLVM may take the place of the one that a compiler carries ([`Search::llvms`]): `opt` and `llc` on
//! `PATH`, with a version in their names (`opt-23`) or without, or of the configuration file:
//!
//! ```toml
//! [[llvm]]
//! name = "mine"                            # `llvm-` and the first part of its version if it is left out
//! opt = "llvm/build/bin/opt"               # from where the file is; a bare name is looked for on `PATH`
//! llc = "llvm/build/bin/llc"
//! llvm-reduce = "llvm/build/bin/llvm-reduce"
//! ```
//!
//! # It remembers the answers
//!
//! All questions to a compiler take about a second. [`Cache`] keeps the answers for as long as the compiler's
//! files stay as they are.

mod cache;
mod llvm;
mod names;
mod places;
mod probe;
mod target;
mod text;
mod version;

pub use cache::Cache;
pub use llvm::probe::{UNLINKED, Unlinked};
pub use llvm::{LlvmBackend, LlvmTools, WantedLlvms};
pub use names::{Missing, MissingLlvm, MissingTarget};
pub use probe::{cache_folder, compiler_task};
pub use target::find::{WantedTargets, is_called};
pub use target::made::fingerprint;
pub use target::make::{AddedLibrary, LibraryError, LibraryOrder, LibraryProgress, add_library};
pub use target::{Runner, Target, TargetFacts, TargetProblem, TargetSetup};
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
    /// What it builds programs for; nothing if that is what it runs on.
    #[serde(default)]
    pub target: Option<Target>,
    /// The LLVM that makes machine code of its bitcode; nothing if that is its own.
    #[serde(default)]
    pub llvm_backend: Option<LlvmBackend>,
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

    /// The same compiler, building programs for a target. Other code generators and Miri were not tried for it.
    pub fn for_target(&self, target: Target) -> Toolchain {
        let compiler = self.name.strip_suffix(&*self.host).and_then(|name| name.strip_suffix('-'));
        let mut toolchain = self.clone();
        toolchain.name = format!("{}@{}", compiler.unwrap_or(&self.name), target.setup.triple);
        toolchain.aliases.clear();
        toolchain.capabilities = Capabilities {
            cranelift: false,
            gcc: false,
            miri: None,
            miri_sysroot: None,
            miri_version: None,
            links: target.runs,
            ..toolchain.capabilities
        };
        toolchain.notes.clone_from(&target.notes);
        toolchain.target = Some(target);
        toolchain
    }

    /// What it builds programs for.
    pub fn triple(&self) -> &str {
        self.target.as_ref().map_or(&self.host, |target| &target.setup.triple)
    }

    /// What it is told beside a program and the flags of a backend: what to build for, and how to link that.
    pub fn target_flags(&self) -> Vec<String> {
        self.target.as_ref().map_or_else(Vec::new, |target| target.setup.compiler_flags())
    }

    /// What runs the programs that it builds, if they do not run here by themselves.
    pub fn runner(&self) -> Option<&Runner> {
        self.target.as_ref().and_then(|target| target.setup.runner.as_ref())
    }

    /// What runs them a second time, to confirm what they do.
    pub fn second_runner(&self) -> Option<&Runner> {
        let target = self.target.as_ref().filter(|target| target.runs_twice)?;
        target.setup.second_runner.as_ref()
    }

    /// What its programs run under, for people: the names and arguments of the runners, and what they say they are.
    pub fn run_under(&self) -> Option<String> {
        let target = self.target.as_ref()?;
        let told = |runner: &Runner, version: &Option<String>| {
            let version = version.as_ref().map_or_else(String::new, |version| format!(" ({version})"));
            format!("{runner}{version}")
        };
        let runner = told(target.setup.runner.as_ref()?, &target.runner_version);
        let second = self.second_runner().map(|second| told(second, &target.second_runner_version));
        Some(second.map_or(runner.clone(), |second| format!("{runner}, and {second}")))
    }

    /// Its version, with that of the LLVM behind it if that is not its own.
    pub fn full_version(&self) -> String {
        match &self.llvm_backend {
            None => self.version.to_string(),
            Some(backend) => format!("{} with LLVM {}", self.version, backend.tools.version),
        }
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
    /// The targets to try with each compiler, beside what it runs on.
    pub targets: WantedTargets,
    /// The LLVMs to try with each compiler, beside its own.
    pub llvms: WantedLlvms,
    /// How long each compiler may take to answer all questions, and as long again for each target and each LLVM.
    pub timeout: Duration,
}

impl Default for Search {
    fn default() -> Search {
        Search {
            rustcs: Vec::new(),
            names: Vec::new(),
            config: None,
            targets: WantedTargets::Host,
            llvms: WantedLlvms::Own,
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
    /// The same compilers for the targets that were asked for, in their order and that of the triples; also for targets that do not work.
    pub for_targets: Vec<Toolchain>,
    /// The compilers of both lists with the LLVMs that were asked for, in their order and that of the LLVMs' versions; also with LLVMs that do not work.
    pub with_llvms: Vec<Toolchain>,
    /// What should be a compiler and is none that works.
    pub failed: Vec<UnusableCompiler>,
    /// The names of [`Search::names`] that nothing has.
    pub missing: Vec<Missing>,
    /// The names of [`Search::targets`] that nothing has.
    pub missing_targets: Vec<MissingTarget>,
    /// The names of [`Search::llvms`] that nothing has.
    pub missing_llvms: Vec<MissingLlvm>,
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

/// Finds the compilers that the search asks for, and tries the targets.
///
/// The result has the same order each time, however many are tried out at once.
pub fn discover(search: &Search, cache: &Cache) -> Discovery {
    let mut discovery = compilers(search, cache);
    let configured = target::find::read_config(search.config.as_deref());
    let configured = configured.unwrap_or_else(|failure| {
        // The section of compilers may have told already what is wrong with the file.
        let is_known = discovery.failed.iter().any(|known| known.path == failure.path);
        discovery.failed.extend((!is_known).then_some(failure));
        Vec::new()
    });
    let setups: Vec<(usize, TargetSetup)> = discovery
        .found
        .iter()
        .enumerate()
        .flat_map(|(at, toolchain)| {
            let setups = target::find::setups(toolchain, &configured, &search.targets);
            setups.into_iter().map(move |setup| (at, setup))
        })
        .collect();
    discovery.missing_targets = names::missing_targets(&search.targets, &discovery.found, &setups);
    let known = cache.load_targets();
    let tried = in_parallel(&setups, processors(), |(at, setup)| {
        let toolchain = &discovery.found[*at];
        match known.get(toolchain, setup) {
            Some(target) => Ok(target.clone()),
            None => target::probe::probe(toolchain, setup.clone(), search.timeout),
        }
    });
    let mut targets = Vec::new();
    for ((at, setup), tried) in setups.iter().zip(tried) {
        let toolchain = &discovery.found[*at];
        match tried {
            Ok(target) => targets.push(toolchain.for_target(target)),
            Err(why) => {
                let why = format!("for `{}`: {why}", setup.triple);
                discovery.failed.push(UnusableCompiler { path: toolchain.rustc.clone(), why });
            }
        }
    }
    cache.store_targets(&targets);
    discovery.for_targets = targets;
    add_llvms(&mut discovery, search, cache);
    discovery
}

/// Tries the LLVMs that the search asks for with the compilers that were found.
fn add_llvms(discovery: &mut Discovery, search: &Search, cache: &Cache) {
    let (llvms, failed) = llvm::find::look(search.config.as_deref(), &search.llvms, search.timeout);
    let is_known = |new: &UnusableCompiler| discovery.failed.iter().any(|known| known.path == new.path);
    let failed: Vec<UnusableCompiler> = failed.into_iter().filter(|new| !is_known(new)).collect();
    discovery.failed.extend(failed);
    discovery.missing_llvms = names::missing_llvms(&search.llvms, &llvms);
    let usable = discovery.for_targets.iter().filter(|toolchain| toolchain.capabilities.links);
    let compilers = discovery.found.iter().chain(usable);
    let compilers: Vec<&Toolchain> = compilers.filter(|it| it.capabilities.unstable_flags).collect();
    let pairs: Vec<(&Toolchain, &LlvmTools)> =
        compilers.iter().flat_map(|&compiler| llvms.iter().map(move |tools| (compiler, tools))).collect();
    let known = cache.load_llvms();
    let tried = in_parallel(&pairs, processors(), |&(toolchain, tools)| match known.get(toolchain, tools) {
        Some((backend, notes)) => Ok((backend, notes)),
        None => llvm::probe::probe(toolchain, tools, search.timeout),
    });
    let (mut with_llvms, mut failed) = (Vec::new(), Vec::new());
    for ((toolchain, tools), tried) in pairs.into_iter().zip(tried) {
        match tried {
            Ok((backend, notes)) => with_llvms.push(toolchain.with_llvm(backend, notes)),
            Err(why) => {
                let why = format!("with `{}`: {why}", tools.name);
                failed.push(UnusableCompiler { path: toolchain.rustc.clone(), why });
            }
        }
    }
    cache.store_llvms(&with_llvms);
    discovery.with_llvms = with_llvms;
    discovery.failed.extend(failed);
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Finds the compilers that the search asks for.
fn compilers(search: &Search, cache: &Cache) -> Discovery {
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
    let answers = in_parallel(&tried, processors(), |&index| {
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
