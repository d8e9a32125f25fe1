//! What can be wrong with a store, told so that a person knows what to do.

use std::path::{Path, PathBuf};
use std::{error, fmt, io};

use rusqlite::{ErrorCode, ffi};

/// Why a store could not be opened, read or written. What was in it before is still there.
#[derive(Debug)]
pub enum StoreError {
    /// Another process works on it.
    InUse {
        /// The store.
        folder: PathBuf,
        /// That process, if it is known.
        pid: Option<u32>,
    },
    /// No more can be written: the disk is full, or a quota or a limit on the size of files is reached.
    Full {
        /// The store.
        folder: PathBuf,
    },
    /// It may not be written.
    ReadOnly {
        /// The store.
        folder: PathBuf,
    },
    /// It was written by a newer version of this program.
    Newer {
        /// The store.
        folder: PathBuf,
        /// The version of its tables.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// There is no store, or something else in its place, or it is damaged.
    NotAStore {
        /// Where it should be.
        folder: PathBuf,
        /// What is there instead.
        why: String,
    },
    /// A run or a sighting was named that the store does not have.
    NoSuch {
        /// The store.
        folder: PathBuf,
    },
    /// The system refused something for another reason.
    Io {
        /// The store.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The database refused something for another reason.
    Database {
        /// The store.
        folder: PathBuf,
        /// What the database said.
        source: rusqlite::Error,
    },
}

impl StoreError {
    /// What an error of the system means for the store in `folder`.
    pub(crate) fn of_system(folder: &Path, source: io::Error) -> StoreError {
        use io::ErrorKind::*;
        let folder = folder.to_path_buf();
        match source.kind() {
            StorageFull | QuotaExceeded | FileTooLarge => StoreError::Full { folder },
            PermissionDenied | ReadOnlyFilesystem => StoreError::ReadOnly { folder },
            _ => StoreError::Io { folder, source },
        }
    }

    /// What an error of the database means for the store in `folder`.
    ///
    /// SQLite says `SQLITE_FULL` when the system says `ENOSPC` to a write. A quota (`EDQUOT`) or a limit on
    /// the size of files (`EFBIG`) is `SQLITE_IOERR_WRITE`, and no room for the index of the log is
    /// `SQLITE_IOERR_SHMSIZE`. `SQLITE_CANTOPEN` is what comes of a folder in which the log cannot be made.
    pub(crate) fn of_database(folder: &Path, source: rusqlite::Error) -> StoreError {
        let folder = folder.to_path_buf();
        if let rusqlite::Error::QueryReturnedNoRows = source {
            return StoreError::NoSuch { folder };
        }
        let Some(&ffi::Error { code, extended_code }) = source.sqlite_error() else {
            return StoreError::Database { folder, source };
        };
        match (code, extended_code) {
            (ErrorCode::DiskFull, _) => StoreError::Full { folder },
            (_, ffi::SQLITE_IOERR_WRITE | ffi::SQLITE_IOERR_SHMSIZE) => StoreError::Full { folder },
            (ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied, _) => {
                StoreError::ReadOnly { folder }
            }
            (ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked, _) => {
                StoreError::InUse { folder, pid: None }
            }
            (ErrorCode::NotADatabase, _) => {
                StoreError::NotAStore { folder, why: "its campaign.sqlite is no database".into() }
            }
            (ErrorCode::DatabaseCorrupt, _) => StoreError::NotAStore {
                folder,
                why: "its campaign.sqlite is damaged; `sqlite3 campaign.sqlite .recover` may save some of it"
                    .into(),
            },
            _ => StoreError::Database { folder, source },
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::InUse { folder, pid } => {
                let who = pid.map_or("another process".to_string(), |pid| format!("process {pid}"));
                let folder = folder.display();
                write!(f, "{who} works on the store {folder}: wait until it ends, or choose another folder")
            }
            StoreError::Full { folder } => write!(
                f,
                "no room for more in the store {}: the disk is full, or a quota or a limit on the size of \
                 files is reached; make room and start again, nothing that was finished is lost",
                folder.display()
            ),
            StoreError::ReadOnly { folder } => write!(
                f,
                "the store {} may not be written: check the permissions of the folder and of the files in \
                 it, or choose another folder",
                folder.display()
            ),
            StoreError::Newer { folder, found, known } => write!(
                f,
                "the store {} was written by a newer version of this program (its tables have version \
                 {found}, known are those up to {known}): use that version, or choose another folder",
                folder.display()
            ),
            StoreError::NotAStore { folder, why } => {
                write!(f, "{} is not a store that can be used: {why}", folder.display())
            }
            StoreError::NoSuch { folder } => {
                write!(f, "the store {} has no run or sighting of that number", folder.display())
            }
            StoreError::Io { folder, source } => write!(f, "the store {}: {source}", folder.display()),
            StoreError::Database { folder, source } => {
                write!(f, "the database of the store {}: {source}", folder.display())
            }
        }
    }
}

impl error::Error for StoreError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            StoreError::Io { source, .. } => Some(source),
            StoreError::Database { source, .. } => Some(source),
            _ => None,
        }
    }
}
