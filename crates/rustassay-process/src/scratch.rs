//! Folders for temporary files that are gone afterwards, whatever happens to us.
//!
//! A folder `NAME` lies beside a file `NAME.lock`, on which its owner holds a lock for as long as it lives.
//! The system lets go of the lock when the owner dies, in whatever way; so a lock that can be taken says that
//! nobody owns the folder any more. The lock file is made first and removed last, and only by who holds the
//! lock: there is never a folder without one.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A folder for temporary files. It is removed when this is dropped; if we crash or are killed, then when the
/// next process makes its first one in the same place. That never touches the folders of processes that live.
#[derive(Debug)]
pub struct Scratch {
    folder: PathBuf,
    lock_file: PathBuf,
    /// Holds the lock.
    _owner: File,
}

impl Scratch {
    /// A new folder in the system's place for temporary files (`TMPDIR`), for nobody else to read.
    pub fn new() -> io::Result<Scratch> {
        Scratch::new_in(&own_base()?)
    }

    /// A new folder in `base`, which should hold nothing else and is made if need be.
    pub fn new_in(base: &Path) -> io::Result<Scratch> {
        fs::create_dir_all(base).map_err(|error| explain(error, "cannot make", base))?;
        // A relative path would change its meaning for a program with another current folder.
        let base = fs::canonicalize(base).map_err(|error| explain(error, "cannot find", base))?;
        sweep_once(&base);
        static NEXT: AtomicU64 = AtomicU64::new(0);
        loop {
            let name = format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
            let folder = base.join(&name);
            let lock_file = base.join(name + LOCK_SUFFIX);
            let owner = match OpenOptions::new().write(true).create_new(true).open(&lock_file) {
                Ok(file) => file,
                // Of an earlier process with our number, or of one in another container.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(explain(error, "cannot make", &lock_file)),
            };
            owner.lock().map_err(|error| explain(error, "cannot lock", &lock_file))?;
            if !is_at(&owner, &lock_file) {
                // Somebody swept between the two calls, and took it for a dead one's.
                continue;
            }
            let scratch = Scratch { folder, lock_file, _owner: owner };
            make_private(&scratch.folder).map_err(|error| explain(error, "cannot make", &scratch.folder))?;
            owned().insert(scratch.folder.clone());
            return Ok(scratch);
        }
    }

    /// The folder. Its path is absolute.
    pub fn path(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        owned().remove(&self.folder);
        // What cannot be removed now stays with its lock file, for a later sweep.
        let _ = remove(&self.folder, &self.lock_file);
    }
}

/// The folders of this process.
fn owned() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    static OWNED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    OWNED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How often a folder is tried to be removed, in which some thread may be about to make a file.
const TRIES: usize = 20;

/// Removes the folders of this process, which is about to exit. What cannot be removed stays for a later sweep.
pub(crate) fn remove_all() {
    for folder in std::mem::take(&mut *owned()) {
        let mut lock_file = folder.as_os_str().to_owned();
        lock_file.push(LOCK_SUFFIX);
        let is_gone = |_: &usize| remove(&folder, Path::new(&lock_file)).is_ok();
        (0..TRIES).find(is_gone);
    }
}

const LOCK_SUFFIX: &str = ".lock";

/// Removes what dead owners left in `base`, the first time that this process uses it.
fn sweep_once(base: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let first = SWEPT.lock().unwrap_or_else(PoisonError::into_inner).insert(base.to_owned());
    if !first {
        return;
    }
    for entry in fs::read_dir(base).into_iter().flatten().flatten() {
        let lock_file = entry.path();
        if lock_file.extension() == Some(OsStr::new(&LOCK_SUFFIX[1..])) {
            sweep(&lock_file);
        }
    }
}

fn sweep(lock_file: &Path) {
    let Ok(file) = OpenOptions::new().write(true).open(lock_file) else { return };
    if file.try_lock().is_ok() && is_at(&file, lock_file) {
        // What somebody else's permissions keep from us is theirs to sweep.
        let _ = remove(&lock_file.with_extension(""), lock_file);
    }
}

/// Removes a folder and then its lock file, on which we hold the lock.
fn remove(folder: &Path, lock_file: &Path) -> io::Result<()> {
    let gone = |result: io::Result<()>| match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    };
    if gone(fs::remove_dir_all(folder)).is_err() {
        // A program may have taken the permission to look into its own folders.
        make_accessible(folder);
        gone(fs::remove_dir_all(folder))?;
    }
    gone(fs::remove_file(lock_file))
}

fn explain(error: io::Error, what: &str, path: &Path) -> io::Error {
    io::Error::new(error.kind(), format!("{what} `{}`: {error}", path.display()))
}

#[cfg(unix)]
use unix::{is_at, make_accessible, make_private, own_base};

#[cfg(unix)]
mod unix {
    use std::fs::{self, DirBuilder, File, Permissions};
    use std::io;
    use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
    use std::path::{Path, PathBuf};

    use super::explain;

    const PRIVATE: u32 = 0o700;

    /// Whether a path is still that of an open file.
    pub(super) fn is_at(file: &File, path: &Path) -> bool {
        let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
        match (file.metadata(), fs::symlink_metadata(path)) {
            (Ok(file), Ok(path)) => identity(file) == identity(path),
            _ => false,
        }
    }

    pub(super) fn make_private(folder: &Path) -> io::Result<()> {
        DirBuilder::new().mode(PRIVATE).create(folder)
    }

    /// Gives us back all permissions for a folder and the folders in it.
    pub(super) fn make_accessible(folder: &Path) {
        let mut pending = vec![folder.to_owned()];
        while let Some(folder) = pending.pop() {
            let _ = fs::set_permissions(&folder, Permissions::from_mode(PRIVATE));
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    pending.push(entry.path());
                }
            }
        }
    }

    /// A folder in the place for temporary files, which all users share: it has to be ours.
    pub(super) fn own_base() -> io::Result<PathBuf> {
        let user = rustix::process::geteuid().as_raw();
        let base = std::env::temp_dir().join(format!("rustassay-{user}"));
        match make_private(&base) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(explain(error, "cannot make", &base));
            }
            _ => {}
        }
        let metadata =
            fs::symlink_metadata(&base).map_err(|error| explain(error, "cannot look at", &base))?;
        if !metadata.is_dir() || metadata.uid() != user || metadata.mode() & 0o077 != 0 {
            let message = format!(
                "`{}` is not a private folder of yours; remove it, or set `TMPDIR` to another place",
                base.display()
            );
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
        Ok(base)
    }
}

#[cfg(not(unix))]
use elsewhere::{is_at, make_accessible, make_private, own_base};

#[cfg(not(unix))]
mod elsewhere {
    use std::fs::{self, File};
    use std::io;
    use std::path::{Path, PathBuf};

    pub(super) fn is_at(_file: &File, path: &Path) -> bool {
        path.exists()
    }

    pub(super) fn make_private(folder: &Path) -> io::Result<()> {
        fs::create_dir(folder)
    }

    pub(super) fn make_accessible(_folder: &Path) {}

    pub(super) fn own_base() -> io::Result<PathBuf> {
        Ok(std::env::temp_dir().join("rustassay"))
    }
}
