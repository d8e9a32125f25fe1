//! Makes the standard library of a target from its sources.
//!
//! Cargo builds the package `std` of the sources as it builds any other, for the target, as rustc's own build does (`std_cargo` in
//! `src/bootstrap/src/core/build_steps/compile.rs`): only as an `rlib`, because a shared library would have to be linked. The library's sources
//! are not changed. Where they come with what they depend on (`library/vendor`), the network is not needed.

use super::find::has_core;
use super::made::{MadeSysroot, TargetNotes};
use crate::Toolchain;
use crate::places::on_path;
use crate::probe::{Compiler, excerpt, file_names, succeed};
use rustassay_process::{End, Finished, ResourceLimits, Scratch, Task, run};
use serde_json::Value;
use std::env::consts::EXE_SUFFIX;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What standard library is wanted, and of what it is to be made.
#[derive(Clone, Debug)]
pub struct LibraryOrder<'a> {
    /// The target.
    pub triple: &'a str,
    /// The library's sources, if they are not in the compiler's sysroot: a checkout of rust-lang/rust, or its folder `library`.
    pub sources: Option<&'a Path>,
    /// Where the target's C library is, to be remembered: a folder that packages of Debian were unpacked in.
    pub c_library: Option<&'a Path>,
    /// How long it may take.
    pub timeout: Duration,
}

/// How far it is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum LibraryProgress {
    /// Another process makes the same one.
    Waiting,
    /// Cargo is at work.
    Building,
}

/// Where the library is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AddedLibrary {
    /// It came with the compiler.
    OwnOfCompiler,
    /// It was made earlier, and is in this folder.
    MadeBefore(PathBuf),
    /// It is made, and in this folder.
    Made {
        /// The folder with its files.
        folder: PathBuf,
        /// What it cost.
        cpu: Duration,
    },
}

/// Why there is no standard library. Its `Display` is for people, and says what to do.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum LibraryError {
    /// There is nowhere to keep it.
    NoCache,
    /// The compiler does not know the target: its words.
    UnknownTarget { triple: String, why: String },
    /// The target has no standard library.
    CoreOnly { triple: String },
    /// The compiler came without sources.
    NoSources { toolchain: String, is_rustups: bool, version: String },
    /// These are no sources.
    NotSources { path: PathBuf },
    /// They are of a release whose library is no workspace of its own.
    OldSources { path: PathBuf },
    /// They are of another release.
    OtherRelease { path: PathBuf, theirs: String, wanted: String },
    /// There is no cargo.
    NoCargo,
    /// Cargo failed: why.
    NotBuilt { triple: String, why: String },
    /// A file is in the way.
    File { what: &'static str, path: PathBuf, source: io::Error },
}

impl LibraryError {
    fn file(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> LibraryError {
        let path = path.to_owned();
        move |source| LibraryError::File { what, path, source }
    }
}

impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LibraryError::NoCache => f.write_str(
                "there is no folder for caches to keep the library in; set HOME or XDG_CACHE_HOME",
            ),
            LibraryError::UnknownTarget { triple, why } => {
                write!(f, "the compiler does not know the target `{triple}`: {why}")
            }
            LibraryError::CoreOnly { triple } => write!(
                f,
                "`{triple}` has no standard library, only `core` and `alloc`; programs need one to print, and to allocate memory"
            ),
            LibraryError::NoSources { toolchain, is_rustups, version } => {
                write!(f, "`{toolchain}` has no sources of its standard library; ")?;
                if *is_rustups {
                    write!(f, "get them with `rustup component add rust-src --toolchain {toolchain}`, or ")?;
                }
                write!(f, "name a checkout of rust-lang/rust at {version} with `--sources DIR`")
            }
            LibraryError::NotSources { path } => write!(
                f,
                "`{}` has no sources of a standard library: there is no `library/std/Cargo.toml`",
                path.display()
            ),
            LibraryError::OldSources { path } => write!(
                f,
                "the library in `{}` is older than 1.82, and cannot be built by itself; add the target with rustup, or describe a sysroot in \
                 the configuration (`[[target]]`)",
                path.display()
            ),
            LibraryError::OtherRelease { path, theirs, wanted } => {
                write!(f, "`{}` has the sources of {theirs}, and the compiler is {wanted}", path.display())
            }
            LibraryError::NoCargo => f.write_str(
                "there is no `cargo`, neither beside the compiler nor on `PATH`, to build the library with",
            ),
            LibraryError::NotBuilt { triple, why } => {
                write!(f, "the standard library does not build for `{triple}`: {why}")
            }
            LibraryError::File { what, path, source } => {
                write!(f, "cannot {what} `{}`: {source}", path.display())
            }
        }
    }
}

impl std::error::Error for LibraryError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LibraryError::File { source, .. } => Some(source),
            _ => None,
        }
    }
}

/// What the library is compiled with, as rustc's own build has it: what is not marked as stable is unstable, and there is bitcode for LTO.
const FLAGS: [&str; 2] = ["-Zforce-unstable-if-unmarked", "-Cembed-bitcode=yes"];

/// The library's features.
const FEATURES: &str = "panic-unwind,backtrace";

/// What cargo is given of our environment, beside what compilers are given: how it gets at packages.
const INHERITED: [&str; 12] = [
    "PATH",
    "HOME",
    "RUSTUP_HOME",
    "CARGO_HOME",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "CARGO_HTTP_CAINFO",
];

/// Sees to it that a compiler has the standard library of a target: its own, one that was made earlier, or a new one in `cache`.
pub fn add_library(
    toolchain: &Toolchain,
    order: &LibraryOrder<'_>,
    cache: Option<&Path>,
    progress: &mut dyn FnMut(LibraryProgress),
) -> Result<AddedLibrary, LibraryError> {
    let made = MadeSysroot::new(cache.ok_or(LibraryError::NoCache)?, toolchain);
    let triple = order.triple;
    if let Some(root) = order.c_library {
        let root = fs::canonicalize(root).map_err(LibraryError::file("find", root))?;
        let notes = TargetNotes { c_library: Some(root) };
        made.note(triple, &notes).map_err(LibraryError::file("write", &made.folder))?;
    }
    if has_core(&toolchain.sysroot, triple) {
        return Ok(AddedLibrary::OwnOfCompiler);
    }
    let folder = made.of_target(triple);
    if made.has(triple) {
        return Ok(AddedLibrary::MadeBefore(folder));
    }
    check_target(toolchain, order)?;
    let library = Library::find(toolchain, order.sources)?;
    let cargo = cargo(toolchain).ok_or(LibraryError::NoCargo)?;

    let base = made.folder.parent().unwrap_or(&made.folder);
    fs::create_dir_all(&made.folder).map_err(LibraryError::file("make", &made.folder))?;
    let lock_file = made.folder.join(format!("{triple}.lock"));
    let lock = File::create(&lock_file).map_err(LibraryError::file("make", &lock_file))?;
    if lock.try_lock().is_err() {
        progress(LibraryProgress::Waiting);
        lock.lock().map_err(LibraryError::file("lock", &lock_file))?;
    }
    // Whoever held the lock has made it, or has failed.
    if made.has(triple) {
        return Ok(AddedLibrary::MadeBefore(folder));
    }
    let unfinished = base.join("unfinished");
    let scratch = Scratch::new_in(&unfinished).map_err(LibraryError::file("write", &unfinished))?;
    progress(LibraryProgress::Building);
    let cpu = build(toolchain, order, &library, &cargo, scratch.path())?;
    let finished = collect(triple, scratch.path())?;
    made.install(triple, &finished).map_err(LibraryError::file("write", &folder))?;
    Ok(AddedLibrary::Made { folder, cpu })
}

/// Whether the compiler knows the target, and it has a standard library.
fn check_target(toolchain: &Toolchain, order: &LibraryOrder<'_>) -> Result<(), LibraryError> {
    let triple = order.triple;
    let unknown = |why| LibraryError::UnknownTarget { triple: triple.to_owned(), why };
    let compiler = Compiler::new(&toolchain.rustc, order.timeout).map_err(unknown)?;
    let task = compiler
        .task()
        .args(["-Zunstable-options", "--print", "target-spec-json"])
        .arg(format!("--target={triple}"));
    let told = succeed(&task).map_err(unknown)?;
    // Old compilers say nothing of it.
    let spec: Value = serde_json::from_slice(&told.stdout).unwrap_or_default();
    match spec["metadata"]["std"] {
        Value::Bool(false) => Err(LibraryError::CoreOnly { triple: triple.to_owned() }),
        _ => Ok(()),
    }
}

/// The sources of the standard library.
#[derive(Debug)]
struct Library {
    folder: PathBuf,
}

impl Library {
    /// Those that are named, or else those that came with the compiler.
    fn find(toolchain: &Toolchain, named: Option<&Path>) -> Result<Library, LibraryError> {
        let path = match named {
            Some(named) => fs::canonicalize(named).map_err(LibraryError::file("find", named))?,
            None => toolchain.sysroot.join("lib/rustlib/src/rust"),
        };
        let has_std = |folder: &PathBuf| folder.join("std/Cargo.toml").is_file();
        let places = [path.join("library"), path.clone(), path.join("lib/rustlib/src/rust/library")];
        let Some(folder) = places.into_iter().find(has_std) else {
            return Err(match named {
                Some(_) => LibraryError::NotSources { path },
                None => LibraryError::NoSources {
                    toolchain: toolchain.name.clone(),
                    is_rustups: toolchain.rustc.to_string_lossy().contains("/toolchains/"),
                    version: toolchain.version.to_string(),
                },
            });
        };
        if !folder.join("Cargo.toml").is_file() {
            return Err(LibraryError::OldSources { path: folder });
        }
        let version = fs::read_to_string(folder.with_file_name("src").join("version")).ok();
        let (major, minor, patch) = toolchain.version.release;
        let wanted = format!("{major}.{minor}.{patch}");
        match version.as_deref().map(str::trim) {
            Some(theirs) if theirs != wanted => {
                Err(LibraryError::OtherRelease { path: folder, theirs: theirs.to_owned(), wanted })
            }
            _ => Ok(Library { folder }),
        }
    }

    /// What tells cargo that all packages are here, if they are.
    fn vendored(&self) -> Option<[String; 2]> {
        let folder = Some(self.folder.join("vendor")).filter(|folder| folder.is_dir())?;
        // JSON's strings are TOML's, too.
        let folder = Value::from(folder.to_string_lossy());
        Some([
            "source.crates-io.replace-with=\"vendored-sources\"".to_owned(),
            format!("source.vendored-sources.directory={folder}"),
        ])
    }
}

/// The compiler's own cargo, or else the one on `PATH`.
fn cargo(toolchain: &Toolchain) -> Option<PathBuf> {
    let own = toolchain.sysroot.join("bin").join(format!("cargo{EXE_SUFFIX}"));
    let path = || std::env::var_os("PATH").unwrap_or_default();
    Some(own).filter(|own| own.is_file()).or_else(|| on_path(OsStr::new("cargo"), &path()))
}

/// Has cargo build the library in a folder; says what that cost.
fn build(
    toolchain: &Toolchain,
    order: &LibraryOrder<'_>,
    library: &Library,
    cargo: &Path,
    scratch: &Path,
) -> Result<Duration, LibraryError> {
    let not_built = |why| LibraryError::NotBuilt { triple: order.triple.to_owned(), why };
    // Cargo gets packages, so it is not kept from the network, nor from its own folder.
    let mut task = Task::trusted(cargo, scratch).limits(ResourceLimits {
        wall: order.timeout,
        // Several threads share the time on the clock.
        cpu: order.timeout * 4,
        memory: 8 << 30,
        reservation: None,
        file_size: 2 << 30,
        disk: 4 << 30,
        processes: 1024,
        output: 4 << 20,
    });
    for name in INHERITED {
        if let Some(value) = std::env::var_os(name) {
            task = task.env(name, value);
        }
    }
    task = task.env("RUSTC_BOOTSTRAP", "1").env("RUSTC", &toolchain.rustc);
    // Empty: what a user wraps compilers in has no part in this.
    task = task.env("RUSTC_WRAPPER", "").env("RUSTC_WORKSPACE_WRAPPER", "");
    task = task.env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\u{1f}"));
    task = task.env("CARGO_TERM_COLOR", "never").env("CARGO_INCREMENTAL", "0");
    task = task.args(["rustc", "--release", "--locked", "--lib", "--crate-type=rlib"]);
    task = task.args([format!("--features={FEATURES}"), format!("--target={}", order.triple)]);
    task = task.arg("--manifest-path").arg(library.folder.join("std/Cargo.toml"));
    task = task.arg("--target-dir").arg(target_folder(scratch));
    for setting in library.vendored().iter().flatten() {
        task = task.arg("--config").arg(setting);
    }
    let finished = run(&task).map_err(|error| not_built(error.to_string()))?;
    match finished.end {
        End::Exited(0) => Ok(finished.cpu),
        End::TimedOut => {
            let seconds = order.timeout.as_secs();
            Err(not_built(format!("it takes longer than {seconds} seconds; give it more with `--timeout`")))
        }
        end => Err(not_built(format!("cargo {end}, saying {}", first_errors(&finished)))),
    }
}

/// What cargo says first that is an error, and what it says after it.
fn first_errors(finished: &Finished) -> String {
    const MOST: usize = 8;
    let stderr = String::from_utf8_lossy(&finished.stderr);
    let errors: Vec<&str> = stderr.lines().skip_while(|line| !line.starts_with("error")).take(MOST).collect();
    match errors.is_empty() {
        true => excerpt(&finished.stderr),
        false => errors.join("\n"),
    }
}

fn target_folder(scratch: &Path) -> PathBuf {
    scratch.join("target")
}

/// Puts the files of a library that was built into a folder of their own, written to disk.
fn collect(triple: &str, scratch: &Path) -> Result<PathBuf, LibraryError> {
    let built = target_folder(scratch).join(triple).join("release/deps");
    let finished = scratch.join("finished");
    let place = finished.join("lib");
    fs::create_dir_all(&place).map_err(LibraryError::file("make", &place))?;
    let files: Vec<OsString> =
        file_names(&built).into_iter().filter(|name| name.ends_with(".rlib")).map(OsString::from).collect();
    if files.is_empty() {
        let why = "cargo says that all is well, and has built nothing".to_owned();
        return Err(LibraryError::NotBuilt { triple: triple.to_owned(), why });
    }
    for name in files {
        let (from, to) = (built.join(&name), place.join(&name));
        fs::rename(&from, &to).map_err(LibraryError::file("move", &from))?;
        File::open(&to).and_then(|file| file.sync_all()).map_err(LibraryError::file("write", &to))?;
    }
    Ok(finished)
}
