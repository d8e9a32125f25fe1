//! Where LLVM's tools are. They are only asked for their version and the names of their passes.

use super::{LlvmTools, WantedLlvms};
use crate::UnusableCompiler;
use crate::places::{configured_program, on_path};
use crate::probe::{compiler_task, file_names, succeed};
use rustassay_lang::ConfigSection;
use rustassay_process::{ResourceLimits, Scratch};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// An LLVM that the configuration file describes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ConfiguredLlvm {
    name: Option<String>,
    opt: PathBuf,
    llc: PathBuf,
    llvm_reduce: Option<PathBuf>,
}

/// Files that may be the tools of an LLVM.
struct Candidate {
    name: Option<String>,
    opt: PathBuf,
    llc: PathBuf,
    llvm_reduce: Option<PathBuf>,
}

/// The LLVMs of a configuration file and on `PATH` that are wanted, the oldest first, and what should be one and is none that works.
pub(crate) fn look(
    config: Option<&Path>,
    wanted: &WantedLlvms,
    timeout: Duration,
) -> (Vec<LlvmTools>, Vec<UnusableCompiler>) {
    let (mut found, mut failed): (Vec<LlvmTools>, Vec<UnusableCompiler>) = (Vec::new(), Vec::new());
    if *wanted == WantedLlvms::Own {
        return (found, failed);
    }
    let configured = config.map_or(Ok(Vec::new()), read_config).unwrap_or_else(|failure| {
        failed.push(failure);
        Vec::new()
    });
    let path = std::env::var_os("PATH").unwrap_or_default();
    for (is_configured, candidate) in
        configured.into_iter().map(|it| (true, it)).chain(listed(&path).into_iter().map(|it| (false, it)))
    {
        let opt = candidate.opt.clone();
        match ask(candidate, timeout) {
            Ok(tools)
                if found.iter().any(|known| known.name == tools.name || is_same(&known.opt, &tools.opt)) => {}
            Ok(tools) if wanted.has(&tools) => found.push(tools),
            Ok(_) => {}
            // Whatever is called `opt` need not be LLVM's.
            Err(why) if is_configured => failed.push(UnusableCompiler { path: opt, why }),
            Err(_) => {}
        }
    }
    found.sort_by_key(LlvmTools::age);
    (found, failed)
}

/// Whether two paths lead to one file. A link is kept as it is: a program may be told by its name what to do.
fn is_same(one: &Path, other: &Path) -> bool {
    let resolved = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    resolved(one) == resolved(other)
}

/// The LLVMs that a configuration file describes.
fn read_config(file: &Path) -> Result<Vec<Candidate>, UnusableCompiler> {
    let failure = |why| UnusableCompiler { path: file.to_owned(), why };
    let text = fs::read_to_string(file)
        .map_err(|error| failure(format!("cannot read the configuration: {error}")))?;
    let configured: Option<Vec<ConfiguredLlvm>> = ConfigSection::Llvm
        .read(&text)
        .map_err(|error| failure(format!("cannot understand the configuration: {error}")))?;
    // Tools run in folders of their own.
    let file = std::path::absolute(file).map_err(|error| failure(error.to_string()))?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let program = |named: &PathBuf| configured_program(named, folder);
    let candidates = configured.unwrap_or_default().into_iter().map(|llvm| Candidate {
        name: llvm.name,
        opt: program(&llvm.opt),
        llc: program(&llvm.llc),
        llvm_reduce: llvm.llvm_reduce.as_ref().map(program),
    });
    Ok(candidates.collect())
}

/// The pairs of `opt` and `llc` on `PATH`: with a version in their names, `opt-23`, the newest first, and then without.
fn listed(path: &OsStr) -> Vec<Candidate> {
    let mut versions: Vec<u32> = std::env::split_paths(path)
        .filter(|folder| folder.is_absolute())
        .flat_map(|folder| file_names(&folder))
        .filter_map(|name| name.strip_prefix("opt-")?.parse().ok())
        .collect();
    versions.sort_unstable_by(|a, b| b.cmp(a));
    versions.dedup();
    let suffixes = versions.iter().map(|version| format!("-{version}")).chain([String::new()]);
    let pair = |suffix: String| {
        let tool = |name: &str| on_path(OsStr::new(&format!("{name}{suffix}")), path);
        let (opt, llc) = (tool("opt")?, tool("llc")?);
        Some(Candidate { name: None, opt, llc, llvm_reduce: tool("llvm-reduce") })
    };
    suffixes.filter_map(pair).collect()
}

/// What tools say they are; or why they cannot be used.
fn ask(candidate: Candidate, timeout: Duration) -> Result<LlvmTools, String> {
    let folder = Scratch::new().map_err(|error| error.to_string())?;
    let limits = || ResourceLimits { wall: timeout, cpu: timeout, ..ResourceLimits::default() };
    let says = |tool: &Path, arg: &str| {
        let finished = succeed(&compiler_task(tool, folder.path()).arg(arg).limits(limits()));
        finished.map(|finished| String::from_utf8_lossy(&finished.stdout).into_owned())
    };
    let version_of = |tool: &Path| {
        let text = says(tool, "--version")?;
        version(&text).ok_or_else(|| format!("`{}` does not say its version", tool.display()))
    };
    let found = version_of(&candidate.opt)?;
    let of_llc = version_of(&candidate.llc)?;
    if found != of_llc {
        return Err(format!("`opt` is of version {found}, and `llc` of {of_llc}"));
    }
    let passes = names_of_passes(&says(&candidate.opt, "--print-passes").unwrap_or_default());
    let major = found.split('.').next().unwrap_or(&found);
    let name = candidate.name.unwrap_or_else(|| format!("llvm-{major}"));
    Ok(LlvmTools {
        name,
        version: found,
        opt: candidate.opt,
        llc: candidate.llc,
        llvm_reduce: candidate.llvm_reduce,
        passes,
    })
}

/// The version in what a tool says: `LLVM version 23.1.4`, after the name of who built it.
fn version(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("LLVM version ")?;
    let word = rest.split_whitespace().next()?;
    word.starts_with(|c: char| c.is_ascii_digit()).then(|| word.to_owned())
}

/// The names in a list of passes: those lines that are indented, without parameters.
fn names_of_passes(text: &str) -> BTreeSet<String> {
    let names = text.lines().filter(|line| line.starts_with(' '));
    let names = names.filter_map(|line| line.trim().split('<').next());
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_read_whoever_built_it() {
        assert_eq!(version("Debian LLVM version 23.1.4\n  Optimized build.\n").as_deref(), Some("23.1.4"));
        assert_eq!(
            version("LLVM (http://llvm.org/):\n  LLVM version 24.0.0git\n").as_deref(),
            Some("24.0.0git")
        );
        assert_eq!(version("opt 1.0\n"), None);
    }

    #[test]
    fn passes_are_known_by_their_names_without_parameters() {
        let text = "Module passes:\n  globalopt\nFunction passes with params:\n  early-cse<memssa>\n";
        assert_eq!(names_of_passes(text), ["early-cse", "globalopt"].map(str::to_owned).into());
    }
}
