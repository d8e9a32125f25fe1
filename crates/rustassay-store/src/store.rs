//! Those who work on a store.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use crate::address::PostgresAddress;
use crate::record::{FindingState, FindingStatus, Shard, StoredFinding, StoredYield};
use crate::schema::{self, DatabaseKind};
use crate::sql::postgres::Postgres;
use crate::sql::{Access, Database, Dialect, SqlError, Transaction, Value, sqlite, values};
use crate::{Reader, StoreAddress, StoreError, lock, rows};

/// A store that this process works on: alone if it is a folder, with any number of others if it is a database.
///
/// What a method has written survives the death of the process as soon as the method returns. In a folder it
/// may be lost if the machine goes down within seconds, all but what [`Store::settle`] has written, and never a
/// part of a unit: SQLite's log is synchronized before it is carried over (`synchronous = NORMAL`, see
/// <https://www.sqlite.org/pragma.html#pragma_synchronous>). What a unit has to say can be computed again.
/// PostgreSQL answers when its disk has it.
///
/// A method that fails with [`StoreError::Away`] can be called again, and if it was done all the same, the second
/// time changes nothing.
#[derive(Debug)]
pub struct Store {
    pub(crate) db: Database,
    address: StoreAddress,
    pub(crate) lease: Duration,
    pub(crate) shard: Option<Shard>,
    /// Units of this number and above were not drawn yet: one that was forgotten does not come again.
    pub(crate) given: u64,
    /// Released last, when the database is closed.
    _lock: Option<File>,
}

/// A worker that was not heard of for so long is taken for dead.
pub const LEASE: Duration = Duration::from_secs(120);

impl Store {
    /// Opens a store, and makes it if it is not there. One of an older version is brought up to date.
    pub fn open(address: impl Into<StoreAddress>) -> Result<Store, StoreError> {
        match address.into() {
            StoreAddress::Folder(folder) => Store::open_folder(&folder),
            StoreAddress::Postgres(address) => Store::open_database(&address),
        }
    }

    fn open_folder(folder: &Path) -> Result<Store, StoreError> {
        let address = StoreAddress::from(folder);
        let not_a_store = |why: &str| StoreError::NotAStore { store: address.clone(), why: why.into() };
        fs::create_dir_all(folder).map_err(|why| match why.kind() {
            ErrorKind::AlreadyExists | ErrorKind::NotADirectory => {
                not_a_store("it, or a folder that it should be in, is a file")
            }
            _ => StoreError::of_system(&address, why),
        })?;
        let lock = lock::take(folder)?;
        if folder.join(sqlite::FILE).is_dir() {
            return Err(not_a_store("its campaign.sqlite is a folder"));
        }
        let of_database = |why| StoreError::of_database(&address, why);
        let mut db = Database::Sqlite(sqlite::open(folder).map_err(SqlError::from).map_err(of_database)?);
        let version = match schema::kind(&mut db).map_err(of_database)? {
            DatabaseKind::Foreign => {
                return Err(not_a_store("its campaign.sqlite is another program's database"));
            }
            DatabaseKind::Store(found) if found > schema::VERSION => {
                return Err(StoreError::Newer { store: address, found, known: schema::VERSION });
            }
            DatabaseKind::Store(found) => found,
            DatabaseKind::Empty => 0,
        };
        if let Database::Sqlite(db) = &db {
            sqlite::configure(db).map_err(SqlError::from).map_err(of_database)?;
        }
        schema::migrate(&mut db, version).map_err(of_database)?;
        // Who has the lock knows that nobody else is alive.
        let bury = |db: &mut Transaction<'_>| {
            db.execute("UPDATE run SET alive_until = 0 WHERE alive_until <> 0", &[])
        };
        db.transaction(Access::Write, bury).map_err(of_database)?;
        Ok(Store { db, address, lease: LEASE, shard: None, given: 0, _lock: Some(lock) })
    }

    fn open_database(server: &PostgresAddress) -> Result<Store, StoreError> {
        let address = StoreAddress::Postgres(server.clone());
        let of_database = |why| StoreError::of_database(&address, why);
        let mut db = Database::Postgres(Box::new(Postgres::open(server).map_err(of_database)?));
        let version = match schema::kind(&mut db).map_err(of_database)? {
            DatabaseKind::Foreign => {
                let why = "its schema `rustassay` has tables of another program".to_owned();
                return Err(StoreError::NotAStore { store: address, why });
            }
            DatabaseKind::Store(found) if found > schema::VERSION => {
                return Err(StoreError::Newer { store: address, found, known: schema::VERSION });
            }
            DatabaseKind::Store(found) => found,
            DatabaseKind::Empty => 0,
        };
        if version > 0 && version < schema::VERSION {
            let workers = db.transaction(Access::Read, |db| {
                let alive = alive(db.dialect());
                let query = format!("SELECT count(*) AS runs FROM run WHERE {alive}");
                db.one(&query, &[], |row| row.count("runs"))
            });
            match workers.map_err(of_database)? {
                0 => {}
                workers => return Err(StoreError::OlderWorkers { store: address, workers }),
            }
        }
        schema::migrate(&mut db, version).map_err(of_database)?;
        Ok(Store { db, address, lease: LEASE, shard: None, given: 0, _lock: None })
    }

    /// The same, where a worker is taken for dead that was not heard of for so long.
    pub fn with_lease(self, lease: Duration) -> Store {
        Store { lease, ..self }
    }

    /// How long a worker may not be heard of.
    pub fn lease(&self) -> Duration {
        self.lease
    }

    /// Where it is.
    pub fn address(&self) -> &StoreAddress {
        &self.address
    }

    /// The store's time, in milliseconds since 1970: the same for all workers, up to what a message takes.
    pub fn now(&self) -> i64 {
        self.db.now()
    }

    /// Joins the campaign of this store, which begins if there is none: gives the seed that all of its work is drawn
    /// from. `seed` is the user's, from now on for all; `fresh` is for a campaign that has none.
    ///
    /// A store of a part has the units of that part only, whoever works on it.
    pub fn join(&mut self, seed: Option<u64>, fresh: u64, shard: Option<Shard>) -> Result<u64, StoreError> {
        if let (StoreAddress::Postgres(_), Some(_)) = (&self.address, shard) {
            let why = "a database needs no parts: all workers share it, so leave `--shard` out".to_owned();
            return Err(StoreError::OtherCampaign { store: self.address.clone(), why });
        }
        let (kept, part) = self.write(|db| {
            let units = db.one("SELECT count(*) AS units FROM unit", &[], |row| row.count("units"))?;
            // What was begun as a whole stays one.
            let part = shard.filter(|_| units == 0);
            db.execute(
                "INSERT INTO campaign (one, seed, shard, shards) VALUES (1, ?1, ?2, ?3) ON CONFLICT (one) DO NOTHING",
                &values![
                    seed.unwrap_or(fresh).cast_signed(),
                    part.map(|part| part.index),
                    part.map(|part| part.of)
                ],
            )?;
            if let Some(seed) = seed {
                db.execute("UPDATE campaign SET seed = ?1", &values![seed.cast_signed()])?;
            }
            db.one("SELECT seed, coalesce(shard, 0) AS shard, coalesce(shards, 0) AS shards FROM campaign", &[], |row| {
                let part = Shard { index: row.count("shard")?, of: row.count("shards")? };
                Ok((row.get::<i64>("seed")?.cast_unsigned(), Some(part).filter(|part| part.of > 0)))
            })
        })?;
        if part != shard {
            let name = |part: Option<Shard>| {
                part.map_or("a whole campaign".to_owned(), |part| format!("part {part} of a campaign"))
            };
            let why = format!("it has {}, and {} was asked for", name(part), name(shard));
            return Err(StoreError::OtherCampaign { store: self.address.clone(), why });
        }
        self.shard = shard;
        Ok(kept)
    }

    /// Notes that a run begins, and returns its number. `settings` is JSON; `worker` is the machine and the process;
    /// `now` is, as everywhere, in milliseconds since 1970.
    pub fn begin_run(&mut self, settings: &str, worker: &str, now: i64) -> Result<i64, StoreError> {
        // It tells this run from those of other stores, and decides nothing.
        let [high, low] = [(); 2].map(|()| RandomState::new().hash_one(std::process::id()));
        let token = format!("{high:016x}{low:016x}");
        let lease = self.lease_ms();
        self.write(|db| {
            let query = format!(
                "INSERT INTO run (began, last_heard, settings, worker, token, alive_until)
                 VALUES (?1, ?1, ?2, ?3, ?4, {} + ?5) RETURNING id",
                db.dialect().now()
            );
            db.one(&query, &values![now, settings, worker, &token, lease], |row| row.get("id"))
        })
    }

    /// Says that a run is still alive. All that it has leased is its own for another while.
    pub fn keep_alive(&mut self, run: i64) -> Result<(), StoreError> {
        let lease = self.lease_ms();
        self.write(|db| {
            let query = format!("UPDATE run SET alive_until = {} + ?2 WHERE id = ?1", db.dialect().now());
            db.execute(&query, &values![run, lease]).map(|_| ())
        })
    }

    /// Notes that a run has ended, and why. What it had leased and not done is anybody's.
    pub fn end_run(&mut self, run: i64, why: &str, now: i64) -> Result<(), StoreError> {
        self.write(|db| {
            hear_of(db, run, now)?;
            db.execute("UPDATE run SET why_ended = ?2, alive_until = 0 WHERE id = ?1", &values![run, why])?;
            release(db, run, &BTreeSet::new(), &BTreeSet::new(), &BTreeSet::new())
        })
    }

    /// Gives back all that a run has leased but for these units, sightings and findings: after the connection was lost, the
    /// store may have leased it something of which it never heard.
    pub fn keep_only(
        &mut self,
        run: i64,
        units: &BTreeSet<u64>,
        sightings: &BTreeSet<i64>,
        findings: &BTreeSet<i64>,
    ) -> Result<(), StoreError> {
        self.write(|db| release(db, run, units, sightings, findings))
    }

    /// Sets what is known already, as keys with the reason beside each: findings with these keys are muted,
    /// those that will be made, too, and no others.
    pub fn mute(&mut self, known: &[(String, String)]) -> Result<(), StoreError> {
        self.write(|db| {
            db.execute("DELETE FROM known", &[])?;
            let values: Vec<Value> = known.iter().flat_map(|(key, why)| values![key, why]).collect();
            db.insert_rows("INSERT INTO known (key, why)", 2, &values, "ON CONFLICT DO NOTHING").map(|_| ())
        })
    }

    /// The finding with a number, if there is one.
    pub fn finding(&mut self, id: i64) -> Result<Option<StoredFinding>, StoreError> {
        self.read(|db| rows::finding_with(db, id))
    }

    /// How many sightings nobody has looked at.
    pub fn waiting(&mut self) -> Result<u64, StoreError> {
        let query = format!("SELECT count(*) AS sightings FROM sighting WHERE {}", rows::WAITING);
        self.read(|db| db.one(&query, &[], |row| row.count("sightings")))
    }

    /// The findings with numbers above this one, in order. A later finding never has a smaller number.
    pub fn findings_after(&mut self, id: i64) -> Result<Vec<StoredFinding>, StoreError> {
        self.read(|db| rows::findings(db, "finding.id > ?1", &values![id]))
    }

    /// The programs that a generator has taken to start from after this one, in the order in which it took them, each with
    /// its number.
    pub fn seeds_after(&mut self, generator: &str, id: i64) -> Result<Vec<(i64, Vec<u8>)>, StoreError> {
        let query = "SELECT id, program FROM seed WHERE generator = ?1 AND id > ?2 ORDER BY id";
        self.read(|db| {
            db.list(query, &values![generator, id], |row| Ok((row.get("id")?, row.get("program")?)))
        })
    }

    /// See [`Reader::yields`].
    pub fn yields(&mut self) -> Result<Vec<StoredYield>, StoreError> {
        self.read(rows::yields)
    }

    /// Somebody who reads this store, on any thread.
    pub fn reader(&self) -> Result<Reader, StoreError> {
        Reader::open(&self.address)
    }

    pub(crate) fn lease_ms(&self) -> i64 {
        i64::try_from(self.lease.as_millis()).unwrap_or(i64::MAX / 4)
    }

    pub(crate) fn read<T>(
        &mut self,
        read: impl FnMut(&mut Transaction<'_>) -> Result<T, SqlError>,
    ) -> Result<T, StoreError> {
        self.do_in(Access::Read, read)
    }

    /// Does `write` as a whole, or nothing of it.
    pub(crate) fn write<T>(
        &mut self,
        write: impl FnMut(&mut Transaction<'_>) -> Result<T, SqlError>,
    ) -> Result<T, StoreError> {
        self.do_in(Access::Write, write)
    }

    pub(crate) fn do_in<T>(
        &mut self,
        access: Access,
        work: impl FnMut(&mut Transaction<'_>) -> Result<T, SqlError>,
    ) -> Result<T, StoreError> {
        self.db.transaction(access, work).map_err(|why| StoreError::of_database(&self.address, why))
    }
}

/// Whether a row of `run` is of a worker that is alive.
pub fn alive(dialect: Dialect) -> String {
    format!("run.alive_until > {}", dialect.now())
}

/// Whether nobody works on a row that has its run in a column: nobody ever did, or who did is dead.
pub fn is_free(dialect: Dialect, column: &str) -> String {
    format!(
        "({column} IS NULL OR NOT EXISTS (SELECT 1 FROM run WHERE run.id = {column} AND {}))",
        alive(dialect)
    )
}

/// Moves a run's time. There must be such a run.
pub fn hear_of(db: &mut Transaction<'_>, run: i64, now: i64) -> Result<(), SqlError> {
    let query =
        "UPDATE run SET last_heard = CASE WHEN last_heard < ?2 THEN ?2 ELSE last_heard END WHERE id = ?1";
    match db.execute(query, &values![run, now])? {
        0 => Err(SqlError::NoRow),
        _ => Ok(()),
    }
}

/// Gives back all that a run has leased but for these.
fn release(
    db: &mut Transaction<'_>,
    run: i64,
    units: &BTreeSet<u64>,
    sightings: &BTreeSet<i64>,
    findings: &BTreeSet<i64>,
) -> Result<(), SqlError> {
    let mut give_back = |table: &str, column: &str, number: &str, kept: String| {
        let kept = if kept.is_empty() { String::new() } else { format!("AND {number} NOT IN ({kept})") };
        db.execute(&format!("UPDATE {table} SET {column} = NULL WHERE {column} = ?1 {kept}"), &values![run])
    };
    give_back("drawn", "run", "number", numbers(units))?;
    give_back("sighting", "run", "id", numbers(sightings))?;
    give_back("finding", "reducer", "id", numbers(findings))?;
    Ok(())
}

/// `1, 2, 3`, for a statement.
pub fn numbers<N: ToString>(numbers: &BTreeSet<N>) -> String {
    numbers.iter().map(N::to_string).collect::<Vec<_>>().join(", ")
}

pub fn set_state(db: &mut Transaction<'_>, key: &str, state: &FindingState) -> Result<(), SqlError> {
    let FindingState { status, note, at } = state;
    match status {
        FindingStatus::New => db.execute("DELETE FROM finding_state WHERE key = ?1", &values![key]),
        _ => db.execute(
            "INSERT INTO finding_state (key, state, note, at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (key) DO UPDATE SET state = excluded.state, note = excluded.note, at = excluded.at",
            &values![key, status.name(), note, *at],
        ),
    }
    .map(|_| ())
}
