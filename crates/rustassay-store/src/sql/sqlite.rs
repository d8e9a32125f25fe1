//! SQLite: a file in the store's folder.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};
use tempfile::TempDir;

use super::{Access, SqlError, Transaction};

/// The database's file in a store's folder.
pub const FILE: &str = "campaign.sqlite";

/// How long the database waits for somebody who has it locked, such as a person with the `sqlite3` shell.
const BUSY: Duration = Duration::from_secs(5);

/// So many statements are kept ready.
const PREPARED: usize = 64;

/// Opens the database in `folder` to write it. It may be anything yet.
pub fn open(folder: &Path) -> rusqlite::Result<Connection> {
    let db = Connection::open(folder.join(FILE))?;
    db.busy_timeout(BUSY)?;
    db.set_prepared_statement_cache_capacity(PREPARED);
    Ok(db)
}

/// Opens the database in `folder` to read it.
pub fn open_to_read(folder: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(folder.join(FILE), flags)?;
    db.busy_timeout(BUSY)?;
    db.set_prepared_statement_cache_capacity(PREPARED);
    Ok(db)
}

/// Opens the database in `folder`, which must be there, to change something in it.
pub fn open_to_change(folder: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(folder.join(FILE), flags)?;
    db.busy_timeout(BUSY)?;
    Ok(db)
}

/// How a store's database is written.
pub fn configure(db: &Connection) -> rusqlite::Result<()> {
    // A log beside the file: readers see what was committed, and do not stop the writer.
    db.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    db.pragma_update(None, "synchronous", "NORMAL")?;
    // Units change the same pages again and again. A log of up to 16 MiB is carried over seldom.
    db.pragma_update(None, "wal_autocheckpoint", 4_000)?;
    db.pragma_update(None, "foreign_keys", true)
}

/// See [`super::Database::transaction`].
pub fn transaction<T>(
    db: &mut Connection,
    access: Access,
    mut work: impl FnMut(&mut Transaction<'_>) -> Result<T, SqlError>,
) -> Result<T, SqlError> {
    if access == Access::WriteThrough {
        db.pragma_update(None, "synchronous", "FULL")?;
    }
    let behavior = match access {
        Access::Read => TransactionBehavior::Deferred,
        Access::Write | Access::WriteThrough => TransactionBehavior::Immediate,
    };
    let result = db.transaction_with_behavior(behavior).map_err(SqlError::from).and_then(|transaction| {
        let mut transaction = Transaction::Sqlite(transaction);
        let result = work(&mut transaction)?;
        match transaction {
            Transaction::Sqlite(transaction) => transaction.commit()?,
            Transaction::Postgres(..) => unreachable!("it was just made of SQLite's"),
        }
        Ok(result)
    });
    if access == Access::WriteThrough {
        db.pragma_update(None, "synchronous", "NORMAL")?;
    }
    result
}

/// Whether a database could not be read because something could not be made or changed beside it. See
/// <https://www.sqlite.org/wal.html#read_only_databases>.
pub fn needs_to_write(why: &rusqlite::Error) -> bool {
    use ErrorCode::*;
    matches!(why.sqlite_error_code(), Some(CannotOpen | ReadOnly | SystemIoFailure | DiskFull))
}

/// How the names of folders with copies begin.
const COPY: &str = "rustassay-store-";

/// The database in `folder` and its log, elsewhere.
pub fn copy(folder: &Path) -> std::io::Result<TempDir> {
    let copy = TempDir::with_prefix(COPY)?;
    let log = format!("{FILE}-wal");
    fs::copy(folder.join(FILE), copy.path().join(FILE))?;
    if folder.join(&log).exists() {
        fs::copy(folder.join(&log), copy.path().join(&log))?;
    }
    Ok(copy)
}

/// A copy of an open database in one file, elsewhere.
pub fn copy_of_open(db: &Connection) -> Result<(TempDir, Connection), SqlError> {
    let copy = TempDir::with_prefix(COPY).map_err(SqlError::unreadable)?;
    let file = copy.path().join(FILE);
    db.execute("VACUUM INTO ?1", [file.to_string_lossy()])?;
    let db = Connection::open(file)?;
    Ok((copy, db))
}
