//! Overlays that were made before, and making one.

use crate::library::{Compilation, Crate, Stock};
use crate::sources::Sources;
use crate::{OverlayError, definitions, flags};
use rustassay_metadata::CrateFiles;
use rustassay_process::Scratch;
use rustassay_toolchain::{Toolchain, fingerprint};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::SystemTime;

/// The library of a compiler as metadata with all bodies.
#[derive(Clone, Debug)]
pub struct Overlay {
    folder: PathBuf,
    /// The folder with the stock library.
    stock: PathBuf,
    manifest: Manifest,
}

/// How far an overlay is that is being made.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum OverlayProgress {
    /// Another process makes the same one.
    Waiting,
    /// So many crates are compiled.
    Compiled {
        /// How many.
        done: usize,
        /// How many there are.
        of: usize,
    },
}

/// Increases whenever an overlay is made in another way.
const FORMAT: u32 = 3;

/// The file that says what an overlay has.
const MANIFEST: &str = "overlay.json";

/// So many overlays are kept.
const MOST_KEPT: usize = 8;

/// What an overlay is of, and what it has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Manifest {
    /// What decides its content.
    identity: String,
    crates: Vec<Entry>,
}

/// A file of an overlay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Entry {
    name: String,
    file: String,
    size: u64,
}

impl Overlay {
    /// The overlay of a compiler: from `cache`, or else made and kept there.
    ///
    /// `cache` is a folder for what can be made again; see [`rustassay_toolchain::cache_folder`].
    pub fn of(
        toolchain: &Toolchain,
        cache: Option<&Path>,
        progress: &mut dyn FnMut(OverlayProgress),
    ) -> Result<Overlay, OverlayError> {
        let base = cache.ok_or(OverlayError::NoCache)?.join("overlays");
        let stock = Stock::of(toolchain)?;
        let identity = identity(toolchain, &stock);
        let place = base.join(format!("{}-{:016x}", toolchain.version, fingerprint(&identity)));
        if let Some(overlay) = Overlay::open(&place, &stock, &identity) {
            return Ok(overlay);
        }
        fs::create_dir_all(&base).map_err(OverlayError::file("make", &base))?;
        let lock_file = place.with_added_extension("lock");
        let lock = File::create(&lock_file).map_err(OverlayError::file("make", &lock_file))?;
        if lock.try_lock().is_err() {
            progress(OverlayProgress::Waiting);
            lock.lock().map_err(OverlayError::file("lock", &lock_file))?;
        }
        // Whoever held the lock has made it, or has failed.
        if let Some(overlay) = Overlay::open(&place, &stock, &identity) {
            return Ok(overlay);
        }
        let scratch = Scratch::new_in(&base.join("unfinished"))
            .map_err(OverlayError::file("write", &base.join("unfinished")))?;
        let finished = make(toolchain, &stock, &identity, scratch.path(), progress)?;
        // What is there is damaged, or of something else with the same fingerprint.
        let _ = fs::remove_dir_all(&place);
        fs::rename(&finished, &place).map_err(OverlayError::file("write", &place))?;
        sync_folder(&base)?;
        forget_old(&base, &place);
        Overlay::open(&place, &stock, &identity).ok_or_else(|| OverlayError::File {
            what: "read",
            path: place,
            source: std::io::Error::other("it was changed while it was made"),
        })
    }

    /// The folder with the metadata: a file `libNAME.rmeta` for each crate.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// All crates of a program: the user's, what it uses (files, or folders with files), and the library.
    pub fn crate_files(&self, program: &Path, dependencies: Vec<PathBuf>) -> CrateFiles {
        CrateFiles {
            root: program.to_owned(),
            dependencies,
            sysroot: Some(self.stock.clone()),
            overlay: vec![self.folder.clone()],
        }
    }

    /// The metadata of a crate of the library, with all bodies, if that crate was compiled anew.
    pub fn metadata(&self, name: &str) -> Option<PathBuf> {
        let entry = self.manifest.crates.iter().find(|entry| entry.name == name)?;
        Some(self.folder.join(&entry.file))
    }

    /// The names of the crates that it has.
    pub fn crates(&self) -> impl Iterator<Item = &str> {
        self.manifest.crates.iter().map(|entry| entry.name.as_str())
    }

    /// An overlay that is whole, and of what it should be of.
    fn open(place: &Path, stock: &Stock, identity: &str) -> Option<Overlay> {
        let path = place.join(MANIFEST);
        let manifest: Manifest = serde_json::from_slice(&fs::read(&path).ok()?).ok()?;
        let is_there =
            |entry: &Entry| fs::metadata(place.join(&entry.file)).is_ok_and(|file| file.len() == entry.size);
        if manifest.identity != identity || !manifest.crates.iter().all(is_there) {
            return None;
        }
        // Which one was used last; nothing depends on it but which are kept.
        let _ = File::options().append(true).open(path).and_then(|file| file.set_modified(SystemTime::now()));
        Some(Overlay { folder: place.to_owned(), stock: stock.folder().to_owned(), manifest })
    }
}

/// All that decides what an overlay has.
fn identity(toolchain: &Toolchain, stock: &Stock) -> String {
    let flags = [&flags::MIR[..], &flags::LIBRARY[..]].concat().join(" ");
    format!("{FORMAT}\n{}\n{flags}\n{}", toolchain.verbose_version(), stock.fingerprint())
}

/// Makes an overlay in a folder of its own, and returns the folder with what is to be kept.
fn make(
    toolchain: &Toolchain,
    stock: &Stock,
    identity: &str,
    scratch: &Path,
    progress: &mut dyn FnMut(OverlayProgress),
) -> Result<PathBuf, OverlayError> {
    let finished = scratch.join("finished");
    fs::create_dir(&finished).map_err(OverlayError::file("make", &finished))?;
    let sources = Sources::find(toolchain, &scratch.join("sources"))?;
    let is_cancelled = &AtomicBool::new(false);
    let compilation = &Compilation { toolchain, stock, sources: &sources, folder: &finished, is_cancelled };
    let of = Crate::ALL.len();
    progress(OverlayProgress::Compiled { done: 0, of });
    let mut compiled = Vec::new();
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for krate in Crate::ALL {
            let sender = sender.clone();
            // Who does not listen any more has heard of another crate's failure.
            scope.spawn(move || sender.send((krate, compilation.compile(krate))));
        }
        drop(sender);
        for (done, (krate, result)) in receiver.iter().enumerate() {
            let is_there = result.inspect_err(|_| is_cancelled.store(true, Ordering::Relaxed))?;
            if is_there {
                compiled.push(krate);
            }
            progress(OverlayProgress::Compiled { done: done + 1, of });
        }
        Ok(())
    })?;
    let mut crates = Vec::new();
    for krate in Crate::ALL.into_iter().filter(|krate| compiled.contains(krate)) {
        let path = finished.join(krate.file_name());
        if let Some(difference) =
            definitions::difference(stock.metadata(krate.name())?, &path).map_err(OverlayError::Metadata)?
        {
            if krate.is_optional() {
                fs::remove_file(&path).map_err(OverlayError::file("remove", &path))?;
                continue;
            }
            return Err(OverlayError::OtherDefinitions { name: krate.name(), difference });
        }
        let file = File::open(&path).map_err(OverlayError::file("read", &path))?;
        file.sync_all().map_err(OverlayError::file("write", &path))?;
        let size = file.metadata().map_err(OverlayError::file("read", &path))?.len();
        crates.push(Entry { name: krate.name().to_owned(), file: krate.file_name(), size });
    }
    let manifest = Manifest { identity: identity.to_owned(), crates };
    let path = finished.join(MANIFEST);
    let text = serde_json::to_vec_pretty(&manifest).expect("a manifest is strings and numbers");
    let write = |mut file: File| file.write_all(&text).and_then(|()| file.sync_all());
    File::create(&path).and_then(write).map_err(OverlayError::file("write", &path))?;
    sync_folder(&finished)?;
    Ok(finished)
}

/// Sees to it that what was done to a folder's entries is on disk.
fn sync_folder(folder: &Path) -> Result<(), OverlayError> {
    match cfg!(unix) {
        true => File::open(folder).and_then(|it| it.sync_all()).map_err(OverlayError::file("write", folder)),
        // Elsewhere a folder cannot be opened as a file.
        false => Ok(()),
    }
}

/// Removes those overlays that were used least recently, but for this one, if there are many.
fn forget_old(base: &Path, current: &Path) {
    let entries = fs::read_dir(base).into_iter().flatten().flatten().map(|entry| entry.path());
    let last_use =
        |folder: PathBuf| Some((fs::metadata(folder.join(MANIFEST)).ok()?.modified().ok()?, folder));
    let mut others: Vec<(SystemTime, PathBuf)> =
        entries.filter(|path| path != current).filter_map(last_use).collect();
    others.sort();
    let surplus = (others.len() + 1).saturating_sub(MOST_KEPT);
    for (_, folder) in others.into_iter().take(surplus) {
        // The manifest first: without it, the rest is not taken for an overlay.
        let _ = fs::remove_file(folder.join(MANIFEST)).and_then(|()| fs::remove_dir_all(&folder));
    }
}
