//! What can be wrong with a store, told so that a person knows what to do.

use std::{error, fmt, io};

use rusqlite::{ErrorCode, ffi};

use crate::StoreAddress;
use crate::sql::{SqlError, postgres};

/// Why a store could not be opened, read or written. What was in it before is still there.
#[derive(Debug)]
pub enum StoreError {
    /// Another process works on it.
    InUse {
        /// The store.
        store: StoreAddress,
        /// That process, if it is known.
        pid: Option<u32>,
    },
    /// No more can be written: the disk is full, or a quota or a limit on the size of files is reached.
    Full {
        /// The store.
        store: StoreAddress,
    },
    /// It may not be written.
    ReadOnly {
        /// The store.
        store: StoreAddress,
    },
    /// It was written by a newer version of this program.
    Newer {
        /// The store.
        store: StoreAddress,
        /// The version of its tables.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// There is no store, or something else in its place, or it is damaged.
    NotAStore {
        /// Where it should be.
        store: StoreAddress,
        /// What is there instead.
        why: String,
    },
    /// A run or a sighting was named that the store does not have.
    NoSuch {
        /// The store.
        store: StoreAddress,
    },
    /// The system refused something for another reason.
    Io {
        /// The store.
        store: StoreAddress,
        /// What the system said.
        source: io::Error,
    },
    /// The server cannot be reached, or will not have anybody now. Whether the last transaction was done is not
    /// known; to do it again does no harm.
    Away {
        /// The store.
        store: StoreAddress,
        /// What was said of it.
        why: String,
    },
    /// The server does not let us in, or not where the store is.
    Refused {
        /// The store.
        store: StoreAddress,
        /// What it said.
        why: String,
    },
    /// It was written by an older version of this program, and can only be read when a worker has brought it
    /// up to date.
    Older {
        /// The store.
        store: StoreAddress,
        /// The version of its tables.
        found: i64,
    },
    /// Workers of an older version work on it.
    OlderWorkers {
        /// The store.
        store: StoreAddress,
        /// How many.
        workers: u64,
    },
    /// It is another part of a campaign, or of another one.
    OtherCampaign {
        /// The store.
        store: StoreAddress,
        /// What is not the same.
        why: String,
    },
    /// The database refused something for another reason.
    Database {
        /// The store.
        store: StoreAddress,
        /// What the database said.
        source: Box<dyn error::Error + Send + Sync>,
    },
}

impl StoreError {
    /// Whether it may be otherwise in a while, without anybody having done anything.
    pub fn is_passing(&self) -> bool {
        matches!(self, StoreError::Away { .. })
    }

    /// What an error of the system means for a store.
    pub(crate) fn of_system(store: &StoreAddress, source: io::Error) -> StoreError {
        use io::ErrorKind::*;
        let store = store.clone();
        match source.kind() {
            StorageFull | QuotaExceeded | FileTooLarge => StoreError::Full { store },
            PermissionDenied | ReadOnlyFilesystem => StoreError::ReadOnly { store },
            _ => StoreError::Io { store, source },
        }
    }

    /// What an error of the database means for a store.
    pub(crate) fn of_database(store: &StoreAddress, error: SqlError) -> StoreError {
        match error {
            SqlError::Sqlite(error) => StoreError::of_sqlite(store.clone(), error),
            SqlError::Postgres(error) => StoreError::of_postgres(store.clone(), error),
            SqlError::NotConnected(error) if !postgres::is_away(&error) => {
                StoreError::Refused { store: store.clone(), why: postgres::explained(&error) }
            }
            SqlError::NotConnected(error) => StoreError::of_postgres(store.clone(), error),
            SqlError::NoRow => StoreError::NoSuch { store: store.clone() },
            SqlError::Value(source) => StoreError::Database { store: store.clone(), source },
        }
    }

    /// SQLite says `SQLITE_FULL` when the system says `ENOSPC` to a write. A quota (`EDQUOT`) or a limit on
    /// the size of files (`EFBIG`) is `SQLITE_IOERR_WRITE`, and no room for the index of the log is
    /// `SQLITE_IOERR_SHMSIZE`. `SQLITE_CANTOPEN` is what comes of a folder in which the log cannot be made.
    fn of_sqlite(store: StoreAddress, source: rusqlite::Error) -> StoreError {
        let Some(&ffi::Error { code, extended_code }) = source.sqlite_error() else {
            return StoreError::Database { store, source: source.into() };
        };
        match (code, extended_code) {
            (ErrorCode::DiskFull, _) => StoreError::Full { store },
            (_, ffi::SQLITE_IOERR_WRITE | ffi::SQLITE_IOERR_SHMSIZE) => StoreError::Full { store },
            (ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied, _) => {
                StoreError::ReadOnly { store }
            }
            (ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked, _) => {
                StoreError::InUse { store, pid: None }
            }
            (ErrorCode::NotADatabase, _) => {
                StoreError::NotAStore { store, why: "its campaign.sqlite is no database".into() }
            }
            (ErrorCode::DatabaseCorrupt, _) => StoreError::NotAStore {
                store,
                why: "its campaign.sqlite is damaged; `sqlite3 campaign.sqlite .recover` may save some of it"
                    .into(),
            },
            _ => StoreError::Database { store, source: source.into() },
        }
    }

    /// See <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
    fn of_postgres(store: StoreAddress, error: ::postgres::Error) -> StoreError {
        let why = postgres::explained(&error);
        if postgres::is_away(&error) {
            return StoreError::Away { store, why };
        }
        let code = error.code().map_or("", |code| code.code());
        match code {
            // The schema, a table or a right is missing; who writes makes the first two.
            "42501" | "25006" => StoreError::ReadOnly { store },
            "42P01" | "3F000" => StoreError::NotAStore { store, why },
            _ => StoreError::Database { store, source: SqlError::Postgres(error).into() },
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::InUse { store, pid } => {
                let who = pid.map_or("another process".to_string(), |pid| format!("process {pid}"));
                write!(f, "{who} works on the store {store}: wait until it ends, or choose another folder")
            }
            StoreError::Full { store } => write!(
                f,
                "no room for more in the store {store}: the disk is full, or a quota or a limit on the size of \
                 files is reached; make room and start again, nothing that was finished is lost"
            ),
            StoreError::ReadOnly { store: store @ StoreAddress::Folder(_) } => write!(
                f,
                "the store {store} may not be written: check the permissions of the folder and of the files in \
                 it, or choose another folder"
            ),
            StoreError::ReadOnly { store: store @ StoreAddress::Postgres(_) } => write!(
                f,
                "the user of {store} may not do this: a worker needs all rights on the schema `rustassay`, or \
                 the right to make it; who reads needs SELECT on its tables"
            ),
            StoreError::Newer { store, found, known } => write!(
                f,
                "the store {store} was written by a newer version of this program (its tables have version \
                 {found}, known are those up to {known}): use that version, or choose another store"
            ),
            StoreError::Older { store, found } => write!(
                f,
                "the store {store} was written by an older version of this program (its tables have version \
                 {found}): the next worker that is started brings it up to date"
            ),
            StoreError::OlderWorkers { store, workers } => write!(
                f,
                "{workers} workers of an older version of this program work on {store}: stop them first, \
                 because its tables have to change"
            ),
            StoreError::NotAStore { store, why } => {
                write!(f, "{store} is not a store that can be used: {why}")
            }
            StoreError::NoSuch { store } => {
                write!(f, "the store {store} has no run, sighting or finding of that number")
            }
            StoreError::Away { store, why } => write!(f, "the store {store} cannot be reached: {why}"),
            StoreError::Refused { store, why } => {
                write!(f, "the store {store} cannot be opened: {why}")
            }
            StoreError::OtherCampaign { store, why } => write!(f, "the store {store}: {why}"),
            StoreError::Io { store, source } => write!(f, "the store {store}: {source}"),
            StoreError::Database { store, source } => {
                write!(f, "the database of the store {store}: {source}")
            }
        }
    }
}

impl error::Error for StoreError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            StoreError::Io { source, .. } => Some(source),
            StoreError::Database { source, .. } => Some(&**source),
            _ => None,
        }
    }
}
