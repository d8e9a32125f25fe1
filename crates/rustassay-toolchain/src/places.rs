//! Where compilers are.

use crate::names::means;
use crate::probe::proxied_sysroot;
use crate::{Search, UnusableCompiler};
use rustassay_lang::ConfigSection;
use serde::Deserialize;
use std::env::consts::EXE_SUFFIX;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What may be a compiler.
pub(crate) struct Candidate {
    /// Its names, if it has any.
    pub(crate) names: Vec<String>,
    /// Its file, free of symbolic links.
    pub(crate) rustc: PathBuf,
    /// Its path is one of [`Search::rustcs`].
    pub(crate) asked_for: bool,
    /// The Miri that the configuration gives it.
    pub(crate) miri: Option<ConfiguredMiri>,
}

/// A Miri that is not where toolchains have theirs.
pub(crate) struct ConfiguredMiri {
    pub(crate) driver: PathBuf,
    /// The libraries that it runs programs with, if they are not where `cargo miri setup` puts them.
    pub(crate) sysroot: Option<PathBuf>,
}

impl Candidate {
    /// What to call it.
    pub(crate) fn name(&self) -> String {
        self.names.first().cloned().unwrap_or_else(|| self.rustc.display().to_string())
    }

    pub(crate) fn is_meant_by(&self, text: &str) -> bool {
        text == self.name() || self.names.iter().any(|name| means(text, name))
    }
}

/// What is found by looking, before anything is run but rustup's proxy.
#[derive(Default)]
pub(crate) struct Places {
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) failed: Vec<UnusableCompiler>,
    rustup: Option<PathBuf>,
    timeout: Duration,
}

/// Looks in all the places that the crate's documentation lists.
pub(crate) fn look(search: &Search) -> Places {
    let rustup = std::env::var_os("RUSTUP_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(std::env::home_dir()?.join(".rustup")))
        .and_then(|home| fs::canonicalize(home.join("toolchains")).ok());
    let mut places = Places { rustup, timeout: search.timeout, ..Places::default() };
    let path = std::env::var_os("PATH").unwrap_or_default();
    for rustc in &search.rustcs {
        let is_bare_name = rustc.components().count() == 1 && !rustc.exists();
        let on_path = if is_bare_name { on_path(rustc.as_os_str(), &path) } else { None };
        places.add(None, on_path.as_ref().unwrap_or(rustc), true);
    }
    if search.rustcs.is_empty() || !search.names.is_empty() {
        if let Some(config) = &search.config {
            places.add_configured(config);
        }
        places.add_listed(&std::env::var_os("RUSTASSAY_TOOLCHAINS").unwrap_or_default());
        places.add_rustups();
        if let Some(rustc) = on_path(OsStr::new("rustc"), &path) {
            places.add(None, &rustc, false);
        }
    }
    places
}

impl Places {
    /// Adds a compiler, or a folder that has one in `bin`.
    fn add(&mut self, name: Option<String>, path: &Path, asked_for: bool) {
        let rustc = match self.resolve(path) {
            Ok(rustc) => rustc,
            Err(why) => return self.fail(path, why),
        };
        let name = name.or_else(|| self.rustup_name(&rustc));
        match self.candidates.iter_mut().find(|candidate| candidate.rustc == rustc) {
            Some(known) => {
                known.asked_for |= asked_for;
                known.names.extend(name.filter(|name| !known.names.contains(name)));
            }
            None => {
                let names = name.into_iter().collect();
                self.candidates.push(Candidate { names, rustc, asked_for, miri: None });
            }
        }
    }

    fn fail(&mut self, path: &Path, why: String) {
        self.failed.push(UnusableCompiler { path: path.to_owned(), why });
    }

    /// The compiler that a path stands for.
    fn resolve(&self, path: &Path) -> Result<PathBuf, String> {
        let canonical = |path: &Path| match fs::canonicalize(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err("there is no such file".to_owned()),
            other => other.map_err(|error| error.to_string()),
        };
        let found = canonical(path)?;
        if found.is_dir() {
            return canonical(&in_sysroot(&found)).map_err(|_| "the folder has no `bin/rustc`".to_owned());
        }
        if !is_rustup(&found) {
            return Ok(found);
        }
        // The proxy knows by its name what it stands for, so it has to be called by this one.
        let proxy = std::path::absolute(path).map_err(|error| error.to_string())?;
        let sysroot = proxied_sysroot(&proxy, self.timeout)
            .map_err(|why| format!("this is rustup's proxy, and does not lead to a compiler: {why}"))?;
        canonical(&in_sysroot(&sysroot))
    }

    /// What rustup calls the compiler, if it is one of its own.
    fn rustup_name(&self, rustc: &Path) -> Option<String> {
        let mut parts = rustc.strip_prefix(self.rustup.as_ref()?).ok()?.iter();
        let name = parts.next()?.to_str()?;
        (parts.next()? == "bin").then(|| name.to_owned())
    }

    /// Adds what the configuration file names.
    fn add_configured(&mut self, file: &Path) {
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) => return self.fail(file, format!("cannot read the configuration: {error}")),
        };
        match ConfigSection::Toolchain.read::<Vec<ConfiguredToolchain>>(&text) {
            Ok(configured) => {
                let base = file.parent().unwrap_or(Path::new(""));
                for entry in configured.into_iter().flatten() {
                    self.add(Some(entry.name.clone()), &base.join(entry.rustc), false);
                    let Some(driver) = entry.miri.map(|miri| base.join(miri)) else { continue };
                    let sysroot = entry.miri_sysroot.map(|sysroot| base.join(sysroot));
                    let named = self.candidates.iter_mut().find(|known| known.names.contains(&entry.name));
                    if let Some(candidate) = named {
                        candidate.miri = Some(ConfiguredMiri { driver, sysroot });
                    }
                }
            }
            Err(error) => self.fail(file, format!("cannot understand the configuration: {error}")),
        }
    }

    /// Adds what a list such as `PATH` has: paths, and names of rustup's.
    fn add_listed(&mut self, list: &OsStr) {
        for entry in std::env::split_paths(list).filter(|entry| !entry.as_os_str().is_empty()) {
            if entry.components().count() > 1 || entry.exists() {
                self.add(None, &entry, false);
                continue;
            }
            let meant = |(name, _): &(String, PathBuf)| entry.to_str().is_some_and(|text| means(text, name));
            match self.rustups().into_iter().find(meant) {
                Some((name, folder)) => self.add(Some(name), &in_sysroot(&folder), false),
                None => self.fail(
                    &entry,
                    "`RUSTASSAY_TOOLCHAINS` names it, but it is neither a path nor a toolchain of rustup's"
                        .to_owned(),
                ),
            }
        }
    }

    fn add_rustups(&mut self) {
        for (name, folder) in self.rustups() {
            self.add(Some(name), &in_sysroot(&folder), false);
        }
    }

    /// rustup's toolchains in order of their names; links come last, so that a compiler's first name is its
    /// own.
    fn rustups(&self) -> Vec<(String, PathBuf)> {
        let entries = self.rustup.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
        let mut found: Vec<(bool, String, PathBuf)> = entries
            .filter(|entry| entry.path().is_dir() || entry.path().is_symlink())
            .filter_map(|entry| {
                Some((entry.path().is_symlink(), entry.file_name().into_string().ok()?, entry.path()))
            })
            .collect();
        found.sort();
        found.into_iter().map(|(_, name, path)| (name, path)).collect()
    }
}

/// A compiler that the configuration file names.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfiguredToolchain {
    name: String,
    rustc: PathBuf,
    miri: Option<PathBuf>,
    miri_sysroot: Option<PathBuf>,
}

/// The compiler of a toolchain.
fn in_sysroot(sysroot: &Path) -> PathBuf {
    sysroot.join("bin").join(format!("rustc{EXE_SUFFIX}"))
}

/// Whether a file, free of symbolic links, is rustup. Where rustup could not make symbolic links, the proxies
/// are its twins.
fn is_rustup(file: &Path) -> bool {
    let facts = |path: &Path| fs::metadata(path).and_then(|data| Ok((data.len(), data.modified()?))).ok();
    let is_twin = || {
        facts(&file.with_file_name(format!("rustup{EXE_SUFFIX}")))
            .is_some_and(|rustup| Some(rustup) == facts(file))
    };
    file.file_stem() == Some(OsStr::new("rustup")) || is_twin()
}

/// A program as the configuration names it: from where the file is, or a bare name on `PATH`.
pub(crate) fn configured_program(named: &Path, folder: &Path) -> PathBuf {
    match named.components().count() {
        1 => on_path(named.as_os_str(), &std::env::var_os("PATH").unwrap_or_default())
            .unwrap_or_else(|| named.to_owned()),
        _ => folder.join(named),
    }
}

/// The first file on `PATH` with this name.
pub(crate) fn on_path(name: &OsStr, path: &OsStr) -> Option<PathBuf> {
    let mut file = OsString::from(name);
    file.push(EXE_SUFFIX);
    std::env::split_paths(path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(&file))
        .find(|file| file.is_file())
}
