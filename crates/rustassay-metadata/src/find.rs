//! Finds the files of the crates that a crate depends on.
//!
//! A crate names its dependencies by name, hash and the end of the file's name (`-6e6df4ffe0af4d15`). The
//! library's crates may be lent by an overlay: the same sources, compiled again so that all bodies are there.
//! Its definitions have the same numbers as the stock ones, so it stands in for them entirely. Only the hash
//! differs, and so a crate of the overlay is found by its name, and only in place of one of the sysroot: the
//! user's own `hashbrown` is another crate than the library's.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use crate::decode::CrateDep;
use crate::krate::Crate;
use crate::{CrateFiles, Result, Types};

/// Where crates may be found.
pub(crate) struct Finder {
    /// Files of the user's dependencies by their stem.
    dependencies: FxHashMap<String, PathBuf>,
    /// Files whose name says nothing about the crate: found by name and hash.
    unnamed: Vec<PathBuf>,
    sysroot: FxHashMap<String, PathBuf>,
    overlay: FxHashMap<String, PathBuf>,
}

/// A crate that was found.
pub(crate) struct Found {
    pub path: PathBuf,
    /// The stock file that an overlay's stands in for.
    pub stock: Option<PathBuf>,
}

impl Finder {
    pub fn new(files: &CrateFiles) -> Finder {
        let mut dependencies = FxHashMap::default();
        let mut unnamed = Vec::new();
        for path in &files.dependencies {
            if path.is_dir() {
                list(path, &mut dependencies);
            } else {
                insert(path.clone(), &mut dependencies);
                unnamed.push(path.clone());
            }
        }
        let mut sysroot = FxHashMap::default();
        if let Some(folder) = &files.sysroot {
            list(folder, &mut sysroot);
        }
        let mut overlay = FxHashMap::default();
        for path in &files.overlay {
            if path.is_dir() {
                list(path, &mut overlay);
            } else {
                insert(path.clone(), &mut overlay);
            }
        }
        Finder { dependencies, unnamed, sysroot, overlay }
    }

    /// The file of a dependency.
    pub fn find(&self, dep: &CrateDep, types: &Types) -> Result<Option<Found>> {
        let stem = format!("lib{}{}", dep.name, dep.extra_filename);
        let has_hash = |path: &Path| -> Result<bool> {
            let krate = Crate::open(path, types)?;
            Ok(krate.name() == &dep.name && krate.root.header.hash == dep.hash)
        };
        if let Some(path) = self.dependencies.get(&stem)
            && has_hash(path)?
        {
            return Ok(Some(Found { path: path.clone(), stock: None }));
        }
        for path in &self.unnamed {
            if has_hash(path)? {
                return Ok(Some(Found { path: path.clone(), stock: None }));
            }
        }
        let lent = self.overlay.get(&format!("lib{}", dep.name));
        Ok(match (self.sysroot.get(&stem), lent) {
            (stock, Some(lent)) => Some(Found { path: lent.clone(), stock: stock.cloned() }),
            (Some(stock), None) => Some(Found { path: stock.clone(), stock: None }),
            (None, None) => None,
        })
    }
}

/// The files with metadata in a folder, by their stem. What cannot be read is not there.
fn list(folder: &Path, files: &mut FxHashMap<String, PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        insert(entry.path(), files);
    }
}

/// Metadata of its own is preferred to that in an archive.
fn insert(path: PathBuf, files: &mut FxHashMap<String, PathBuf>) {
    let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()).map(str::to_string) else { return };
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("rmeta") => {
            files.insert(stem, path);
        }
        Some("rlib") => {
            files.entry(stem).or_insert(path);
        }
        _ => {}
    }
}
