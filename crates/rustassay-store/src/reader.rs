//! Those who read.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Params, Row};
use tempfile::TempDir;

use crate::record::{By, Run, Sighting, StoredFinding, StoredYield, Stretch, Totals};
use crate::schema::{self, DatabaseKind};
use crate::{StoreError, lock, rows, writer};

/// Somebody who reads a store, and changes nothing in it.
#[derive(Debug)]
pub struct Reader {
    db: Connection,
    folder: PathBuf,
    /// Deleted last, when the database is closed.
    _copy: Option<TempDir>,
}

impl Reader {
    /// Opens the store in `folder` to read it: also while somebody works on it, and also if he was killed.
    ///
    /// To read a database with a log, SQLite has to make an index of the log beside it. Where it may not do
    /// that, as on a read-only disk, and no index was left there, nobody works on the store, and what is read
    /// is a copy. So is what is read of a store of an older version: only who works on a store migrates it.
    pub fn open(folder: &Path) -> Result<Reader, StoreError> {
        let not_a_store = |why: &str| StoreError::NotAStore { folder: folder.to_path_buf(), why: why.into() };
        let of_database = |why| StoreError::of_database(folder, why);
        if !folder.join(schema::FILE).is_file() {
            return Err(not_a_store("there is no file campaign.sqlite in it"));
        }
        let (db, kind, copy) = match connect(folder) {
            Ok((db, kind)) => (db, kind, None),
            Err(why) if needs_to_write(&why) => {
                let copy = copy(folder).map_err(|why| StoreError::of_system(folder, why))?;
                let (db, kind) = connect(copy.path()).map_err(of_database)?;
                (db, kind, Some(copy))
            }
            Err(why) => return Err(of_database(why)),
        };
        match kind {
            DatabaseKind::Foreign => Err(not_a_store("its campaign.sqlite is another program's database")),
            DatabaseKind::Empty => Err(not_a_store("no campaign has written anything to it yet")),
            DatabaseKind::Store(found) if found > schema::VERSION => {
                let folder = folder.to_path_buf();
                Err(StoreError::Newer { folder, found, known: schema::VERSION })
            }
            DatabaseKind::Store(found) if found < schema::VERSION => {
                let copy = TempDir::with_prefix(COPY).map_err(|why| StoreError::of_system(folder, why))?;
                let db = migrated(&db, copy.path(), found).map_err(of_database)?;
                Ok(Reader { db, folder: folder.to_path_buf(), _copy: Some(copy) })
            }
            DatabaseKind::Store(_) => Ok(Reader { db, folder: folder.to_path_buf(), _copy: copy }),
        }
    }

    /// All runs, in the order in which they began.
    pub fn runs(&self) -> Result<Vec<Run>, StoreError> {
        self.list("SELECT id, began, last_heard, why_ended, settings FROM run ORDER BY id", [], |row| {
            Ok(Run {
                id: row.get("id")?,
                began: row.get("began")?,
                last_heard: row.get("last_heard")?,
                end: row.get("why_ended")?,
                settings: row.get("settings")?,
            })
        })
    }

    /// The process that works on the store, if any does; 0 if it cannot be told which.
    pub fn worker(&self) -> Option<u32> {
        lock::holder(&self.folder)
    }

    /// The sums over all units.
    pub fn totals(&self) -> Result<Totals, StoreError> {
        self.one(&format!("SELECT {} FROM unit", rows::TOTALS), [], rows::totals)
    }

    /// The sums over the units of a run.
    pub fn totals_of_run(&self, run: i64) -> Result<Totals, StoreError> {
        self.one(&format!("SELECT {} FROM unit WHERE run = ?1", rows::TOTALS), [run], rows::totals)
    }

    /// The sums over the units of each generator, profile or backend, in the order of their names.
    pub fn totals_by(&self, by: By) -> Result<Vec<(String, Totals)>, StoreError> {
        self.grouped_totals(by, None)
    }

    /// The same, over the units of a run.
    pub fn totals_of_run_by(&self, run: i64, by: By) -> Result<Vec<(String, Totals)>, StoreError> {
        self.grouped_totals(by, Some(run))
    }

    fn grouped_totals(&self, by: By, run: Option<i64>) -> Result<Vec<(String, Totals)>, StoreError> {
        let name = match by {
            By::Generator => "generator",
            By::Profile => "profile",
            By::Backend => "backend",
        };
        let query = format!(
            "SELECT {name}, {} FROM unit WHERE ?1 IS NULL OR run = ?1 GROUP BY {name} ORDER BY {name}",
            rows::TOTALS
        );
        self.list(&query, [run], |row| Ok((row.get(0)?, rows::totals(row)?)))
    }

    /// The stretches of this width in which a unit was finished or a finding made, in order. They begin at
    /// multiples of the width.
    pub fn over_time(&self, width_ms: i64) -> Result<Vec<Stretch>, StoreError> {
        // Twice the width must be a number of SQLite's: the division that it has rounds towards zero.
        let width = width_ms.clamp(1, i64::MAX / 2);
        let start = |time| format!("{time} - (({time} % ?1) + ?1) % ?1 AS start");
        let units = format!("SELECT {}, {} FROM unit GROUP BY start", start("finished_at"), rows::TOTALS);
        let findings = format!("SELECT {}, count(*) FROM finding GROUP BY start", start("found_at"));
        self.at_once(|db| {
            let mut stretches = list(db, &units, [width], |row| {
                let from = row.get("start")?;
                Ok((from, Stretch { from, totals: rows::totals(row)?, findings: 0 }))
            })?
            .into_iter()
            .collect::<BTreeMap<i64, Stretch>>();
            for (from, count) in list(db, &findings, [width], |row| Ok((row.get(0)?, row.get(1)?)))? {
                let nothing = Stretch { from, totals: Totals::default(), findings: 0 };
                stretches.entry(from).or_insert(nothing).findings = count;
            }
            Ok(stretches.into_values().collect())
        })
    }

    /// All findings, in the order in which they were made.
    pub fn findings(&self) -> Result<Vec<StoredFinding>, StoreError> {
        self.at_once(|db| {
            list(db, "SELECT id FROM finding ORDER BY id", [], |row| row.get(0))?
                .into_iter()
                .map(|id| finding(db, id))
                .collect()
        })
    }

    /// The finding with a number, if there is one.
    pub fn finding(&self, id: i64) -> Result<Option<StoredFinding>, StoreError> {
        self.at_once(|db| finding(db, id).optional())
    }

    /// The sightings of a finding, the oldest first.
    pub fn sightings(&self, finding: i64) -> Result<Vec<Sighting>, StoreError> {
        let query = format!("{} WHERE finding = ?1 ORDER BY sighting.id", rows::SIGHTINGS);
        self.list(&query, [finding], rows::sighting)
    }

    /// The files that belong to a finding, by name, in the order in which they were given.
    pub fn artefacts(&self, finding: i64) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        let query = "SELECT name, content FROM artefact WHERE finding = ?1 ORDER BY id";
        self.list(query, [finding], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// How many sightings nobody has looked at.
    pub fn waiting(&self) -> Result<u64, StoreError> {
        self.one(&format!("SELECT count(*) FROM sighting WHERE {}", rows::WAITING), [], |row| row.get(0))
    }

    /// The sightings that are no findings, the oldest first.
    pub fn dismissed(&self) -> Result<Vec<Sighting>, StoreError> {
        let query = format!("{} WHERE dismissed IS NOT NULL ORDER BY sighting.id", rows::SIGHTINGS);
        self.list(&query, [], rows::sighting)
    }

    /// How many programs were looked at for what they are made of; and the constructs, in the order of their
    /// names, each with how many of those programs have it.
    pub fn features(&self) -> Result<(u64, Vec<(String, u64)>), StoreError> {
        self.at_once(|db| {
            let sampled = db.query_row("SELECT coalesce(sum(sampled), 0) FROM unit", [], |row| row.get(0))?;
            let features = "SELECT name, programs FROM feature ORDER BY name";
            Ok((sampled, list(db, features, [], |row| Ok((row.get(0)?, row.get(1)?)))?))
        })
    }

    /// How many behaviours of the compiler were seen.
    pub fn behaviours(&self) -> Result<u64, StoreError> {
        self.one("SELECT count(*) FROM behaviour", [], |row| row.get(0))
    }

    /// The programs that a generator has taken to start from, in the order in which it took them.
    pub fn seeds(&self, generator: &str) -> Result<Vec<Vec<u8>>, StoreError> {
        self.list("SELECT program FROM seed WHERE generator = ?1 ORDER BY id", [generator], |row| row.get(0))
    }

    /// What came of the work of each kind, so that more is done of what yields most; in the order of
    /// generators, profiles and backends.
    pub fn yields(&self) -> Result<Vec<StoredYield>, StoreError> {
        let query = "
            WITH found AS (
                SELECT generator, profile, backend, count(*) AS findings
                FROM finding JOIN sighting ON sighting.id = first_sighting JOIN unit ON number = unit
                GROUP BY generator, profile, backend
            ), seen AS (
                SELECT generator, profile, backend, count(*) AS behaviours
                FROM behaviour JOIN unit ON number = unit
                GROUP BY generator, profile, backend
            ), done AS (
                SELECT generator, profile, backend, sum(programs) AS programs, sum(cpu_ns) AS cpu_ns
                FROM unit
                GROUP BY generator, profile, backend
            )
            SELECT generator, profile, backend, programs, cpu_ns,
                   coalesce(findings, 0) AS findings, coalesce(behaviours, 0) AS behaviours
            FROM done
            LEFT JOIN found USING (generator, profile, backend)
            LEFT JOIN seen USING (generator, profile, backend)
            ORDER BY generator, profile, backend";
        self.list(query, [], |row| {
            Ok(StoredYield {
                generator: row.get("generator")?,
                profile: row.get("profile")?,
                backend: row.get("backend")?,
                programs: row.get("programs")?,
                cpu: rows::duration(row, "cpu_ns")?,
                findings: row.get("findings")?,
                behaviours: row.get("behaviours")?,
            })
        })
    }

    /// Reads more than once, from a store that does not change in between.
    fn at_once<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        self.db
            .unchecked_transaction()
            .and_then(|transaction| read(&transaction))
            .map_err(|why| StoreError::of_database(&self.folder, why))
    }

    fn list<T>(
        &self,
        query: &str,
        params: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        list(&self.db, query, params, read).map_err(|why| StoreError::of_database(&self.folder, why))
    }

    fn one<T>(
        &self,
        query: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.db.query_row(query, params, read).map_err(|why| StoreError::of_database(&self.folder, why))
    }
}

fn list<T>(
    db: &Connection,
    query: &str,
    params: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    db.prepare_cached(query)?.query_map(params, read)?.collect()
}

fn finding(db: &Connection, id: i64) -> rusqlite::Result<StoredFinding> {
    let backends =
        list(db, "SELECT backend FROM shown_by WHERE finding = ?1 ORDER BY backend", [id], |row| row.get(0))?;
    db.prepare_cached(
        "SELECT id, finding.key, details, first_sighting, why,
                sum(times) AS times, min(first_seen) AS first_seen, max(last_seen) AS last_seen
         FROM finding JOIN shown_by ON shown_by.finding = id LEFT JOIN known ON known.key = finding.key
         WHERE id = ?1 GROUP BY id",
    )?
    .query_row([id], |row| {
        Ok(StoredFinding {
            id: row.get("id")?,
            key: row.get("key")?,
            known: rows::known(row)?,
            times: row.get("times")?,
            first_seen: row.get("first_seen")?,
            last_seen: row.get("last_seen")?,
            first: rows::sighting_with(db, row.get("first_sighting")?)?,
            backends,
            muted: row.get("why")?,
        })
    })
}

/// Opens the database in `folder`, and looks at it, so that whatever keeps it from being read is known now.
fn connect(folder: &Path) -> rusqlite::Result<(Connection, DatabaseKind)> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(folder.join(schema::FILE), flags)?;
    db.busy_timeout(writer::BUSY)?;
    let kind = schema::kind(&db)?;
    Ok((db, kind))
}

/// Whether a database could not be read because something could not be made or changed beside it. See
/// <https://www.sqlite.org/wal.html#read_only_databases>.
fn needs_to_write(why: &rusqlite::Error) -> bool {
    use ErrorCode::*;
    matches!(why.sqlite_error_code(), Some(CannotOpen | ReadOnly | SystemIoFailure | DiskFull))
}

/// How the names of folders with copies begin.
const COPY: &str = "rustassay-store-";

/// A copy of a database of an older version, in the newest.
fn migrated(db: &Connection, folder: &Path, from: i64) -> rusqlite::Result<Connection> {
    let file = folder.join(schema::FILE);
    db.execute("VACUUM INTO ?1", [file.to_string_lossy()])?;
    let mut copy = Connection::open(file)?;
    schema::migrate(&mut copy, from)?;
    Ok(copy)
}

/// The database in `folder` and its log, elsewhere.
fn copy(folder: &Path) -> std::io::Result<TempDir> {
    let copy = TempDir::with_prefix(COPY)?;
    let log = format!("{}-wal", schema::FILE);
    fs::copy(folder.join(schema::FILE), copy.path().join(schema::FILE))?;
    if folder.join(&log).exists() {
        fs::copy(folder.join(&log), copy.path().join(&log))?;
    }
    Ok(copy)
}
