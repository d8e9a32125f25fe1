//! A user's crate as metadata.

use crate::flags;
use rustassay_lang::Edition;
use rustassay_process::{End, ResourceLimits, Scratch, StartError, run};
use rustassay_toolchain::Toolchain;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A Rust file that is the root of a crate, and how to compile it.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The file; `-` for a text from standard input, which is [`text`](SourceFile::text).
    pub path: PathBuf,
    /// What the compiler reads if the path is `-`.
    pub text: String,
    /// Its edition.
    pub edition: Edition,
    /// `--cfg`
    pub cfgs: Vec<String>,
    /// `--extern`: `NAME` or `NAME=PATH`.
    pub externs: Vec<String>,
    /// `-L`: `PATH` or `KIND=PATH`.
    pub search_paths: Vec<String>,
    /// Whatever else the compiler is to be told.
    pub flags: Vec<String>,
    /// Diagnostics are drawn in colour.
    pub has_color: bool,
}

/// The metadata of a user's crate. The file is gone when this is dropped.
#[derive(Debug)]
pub struct Metadata {
    /// What the crate is called.
    pub crate_name: String,
    path: PathBuf,
    _scratch: Scratch,
}

impl Metadata {
    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Why there is no metadata of a user's crate.
#[derive(Debug)]
pub enum CompileError {
    /// The compiler rejects the crate, and says this, for people.
    Rejected(String),
    /// The compiler was stopped before it ended, having said this.
    Stopped {
        /// How it ended.
        end: End,
        /// What it said until then.
        said: String,
    },
    /// The compiler could not be started.
    Start(StartError),
    /// There is no place for the metadata.
    NoFolder(io::Error),
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::Rejected(said) => f.write_str(said),
            CompileError::Stopped { end, said } => write!(f, "{said}\nthe compiler: {end}"),
            CompileError::Start(error) => error.fmt(f),
            CompileError::NoFolder(error) => {
                write!(f, "there is no place for the compiler's output: {error}")
            }
        }
    }
}

impl std::error::Error for CompileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            CompileError::Start(error) => Some(error),
            CompileError::NoFolder(error) => Some(error),
            CompileError::Rejected(_) | CompileError::Stopped { .. } => None,
        }
    }
}

/// Enough for a crate that somebody wrote.
fn limits() -> ResourceLimits {
    ResourceLimits {
        wall: Duration::from_secs(600),
        cpu: Duration::from_secs(300),
        ..ResourceLimits::default()
    }
}

impl SourceFile {
    /// A file, in the edition of files that ask for none.
    pub fn new(path: &Path) -> SourceFile {
        SourceFile {
            path: path.to_owned(),
            text: String::new(),
            edition: rustassay_lang::DEFAULT_EDITION,
            cfgs: Vec::new(),
            externs: Vec::new(),
            search_paths: Vec::new(),
            flags: Vec::new(),
            has_color: false,
        }
    }

    /// Compiles it, as a library, to metadata with all bodies.
    pub fn compile(&self, toolchain: &Toolchain) -> Result<Metadata, CompileError> {
        let scratch = Scratch::new().map_err(CompileError::NoFolder)?;
        let here = std::env::current_dir().map_err(CompileError::NoFolder)?;
        let crate_name = crate_name(&self.path);
        let path = scratch.path().join(format!("lib{crate_name}.rmeta"));
        let mut task = toolchain.task(scratch.path()).limits(limits());
        task = task.args(flags::USER).arg("--edition").arg(self.edition.name());
        task = task.args(["--emit=metadata", "--crate-name", &crate_name]).arg("-o").arg(&path);
        // The compiler works in another folder. With this, it names files as if it were in ours.
        task = task.arg("--remap-path-prefix").arg(format!("{}=", here.display()));
        task = task.args(["--color", if self.has_color { "always" } else { "never" }]);
        task = task.args(self.cfgs.iter().flat_map(|cfg| ["--cfg", cfg]));
        for name in &self.externs {
            task = task.arg("--extern").arg(absolute(name, &here));
        }
        for folder in &self.search_paths {
            let folder = match folder.contains('=') {
                true => absolute(folder, &here),
                false => here.join(folder).display().to_string(),
            };
            task = task.arg("-L").arg(folder);
        }
        // The last of two flags holds: what is run is never optimized.
        task = task.args(&self.flags).args(flags::MIR);
        let is_text = self.path.as_os_str() == "-";
        task = if is_text { task.arg("-") } else { task.arg(here.join(&self.path)) };
        task.stdin = self.text.as_bytes();
        let finished = run(&task).map_err(CompileError::Start)?;
        let said = legible(&String::from_utf8_lossy(&finished.stderr));
        match finished.end {
            End::Exited(0) => Ok(Metadata { crate_name, path, _scratch: scratch }),
            End::Exited(1) => Err(CompileError::Rejected(said)),
            end => Err(CompileError::Stopped { end, said }),
        }
    }
}

/// So much of what a compiler says is for people: a line with a long literal in it may have megabytes.
const LONGEST_LINE: usize = 500;
const MOST_LINES: usize = 1_000;

/// What a compiler says, as far as somebody will read it.
fn legible(said: &str) -> String {
    let mut text = String::new();
    for line in said.lines().take(MOST_LINES) {
        let end = line.char_indices().nth(LONGEST_LINE).map(|(at, _)| at);
        text.push_str(&line[..end.unwrap_or(line.len())]);
        text.push_str(if end.is_some() { " ..\n" } else { "\n" });
    }
    let rest = said.lines().skip(MOST_LINES).count();
    if rest > 0 {
        text.push_str(&format!(".. and {rest} more lines\n"));
    }
    text
}

/// `NAME=PATH` with an absolute path, since the compiler works in another folder; anything else as it is.
fn absolute(assignment: &str, here: &Path) -> String {
    match assignment.split_once('=') {
        Some((name, path)) => format!("{name}={}", here.join(path).display()),
        None => assignment.to_owned(),
    }
}

/// What rustc calls a crate that is made from a file: its name, as an identifier.
fn crate_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    match name.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => name,
        _ => format!("crate_{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_is_named_for_its_file() {
        for (path, name) in [
            ("a/use-after-free.rs", "use_after_free"),
            ("1.rs", "crate_1"),
            ("-", "crate__"),
            ("größe.rs", "gr__e"),
        ] {
            assert_eq!(crate_name(Path::new(path)), name, "{path}");
        }
    }

    #[test]
    fn long_lines_and_long_lists_are_cut() {
        assert_eq!(legible("error: no\n  --> a.rs\n"), "error: no\n  --> a.rs\n");
        let said = format!("{}\n{}", "ä".repeat(2_000), "b\n".repeat(1_500));
        let text = legible(&said);
        assert!(text.starts_with(&format!("{} ..\nb\n", "ä".repeat(500))));
        assert!(text.ends_with("b\n.. and 501 more lines\n"));
    }

    #[test]
    fn paths_of_options_are_absolute() {
        let here = Path::new("/home/me");
        assert_eq!(absolute("serde=deps/libserde.rmeta", here), "serde=/home/me/deps/libserde.rmeta");
        assert_eq!(absolute("dependency=/deps", here), "dependency=/deps");
        assert_eq!(absolute("serde", here), "serde");
    }
}
