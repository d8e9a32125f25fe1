//! The one who writes.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::{io::ErrorKind, time::Duration};

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, named_params, params};
use rustassay_finding::Finding;

use crate::record::{Drawn, NewFinding, NewSighting, Settled, Sighting, SightingState, Unit};
use crate::rows::{self, Bits, Nanoseconds};
use crate::schema::{self, DatabaseKind};
use crate::{Reader, StoreError, lock};

/// How long the database waits for somebody who has it locked, such as a person with the `sqlite3` shell.
pub(crate) const BUSY: Duration = Duration::from_secs(5);

/// A store that this process works on, and no other.
///
/// What a method has written survives the death of the process as soon as the method returns: the system has
/// it by then. It may be lost if the machine goes down within seconds, all but what [`Store::settle`] has
/// written, and never a part of a unit: the database's log is synchronized before it is carried over
/// (`synchronous = NORMAL`, see <https://www.sqlite.org/pragma.html#pragma_synchronous>). What a unit has to
/// say can be computed again.
#[derive(Debug)]
pub struct Store {
    db: Connection,
    folder: PathBuf,
    /// Released last, when the database is closed.
    _lock: File,
}

/// What came of finishing a unit.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedUnit {
    /// Those of the unit's sightings that somebody has to look at, because they are of no finding that is
    /// known by its key.
    pub waiting: Vec<Sighting>,
    /// How many of the behaviours had never been seen.
    pub new_behaviours: u64,
}

impl Store {
    /// Opens the store in `folder`, and makes both if they are not there. A store of an older version is
    /// brought up to date.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        let of_database = |why| StoreError::of_database(folder, why);
        let not_a_store = |why: &str| StoreError::NotAStore { folder: folder.to_path_buf(), why: why.into() };
        fs::create_dir_all(folder).map_err(|why| match why.kind() {
            ErrorKind::AlreadyExists | ErrorKind::NotADirectory => {
                not_a_store("it, or a folder that it should be in, is a file")
            }
            _ => StoreError::of_system(folder, why),
        })?;
        let lock = lock::take(folder)?;
        let file = folder.join(schema::FILE);
        if file.is_dir() {
            return Err(not_a_store("its campaign.sqlite is a folder"));
        }
        let mut db = Connection::open(file).map_err(of_database)?;
        db.busy_timeout(BUSY).map_err(of_database)?;
        let version = match schema::kind(&db).map_err(of_database)? {
            DatabaseKind::Foreign => {
                return Err(not_a_store("its campaign.sqlite is another program's database"));
            }
            DatabaseKind::Store(found) if found > schema::VERSION => {
                let folder = folder.to_path_buf();
                return Err(StoreError::Newer { folder, found, known: schema::VERSION });
            }
            DatabaseKind::Store(found) => found,
            DatabaseKind::Empty => 0,
        };
        configure(&db).and_then(|()| schema::migrate(&mut db, version)).map_err(of_database)?;
        Ok(Store { db, folder: folder.to_path_buf(), _lock: lock })
    }

    /// Notes that a run begins, and returns its number. `settings` is JSON; `now` is, as everywhere, in
    /// milliseconds since 1970.
    pub fn begin_run(&mut self, settings: &str, now: i64) -> Result<i64, StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO run (began, last_heard, settings) VALUES (?1, ?1, ?2)",
                params![now, settings],
            )?;
            Ok(transaction.last_insert_rowid())
        })
    }

    /// Notes that a run has ended, and why.
    pub fn end_run(&mut self, run: i64, why: &str, now: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            hear_of(transaction, run, now)?;
            transaction.execute("UPDATE run SET why_ended = ?2 WHERE id = ?1", params![run, why])?;
            Ok(())
        })
    }

    /// Writes down what a number stands for, before the work on it begins.
    pub fn draw(&mut self, drawn: &Drawn) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction
                .prepare_cached(
                    "INSERT INTO drawn (number, generator, profile, config, first_seed, backend, programs)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (number) DO NOTHING",
                )?
                .execute(params![
                    drawn.number,
                    drawn.generator,
                    drawn.profile,
                    drawn.config,
                    Bits(drawn.first_seed),
                    drawn.backend,
                    drawn.programs
                ])?;
            Ok(())
        })
    }

    /// The units that were drawn and not finished, because a process that worked on them was stopped, in order; and the first free number.
    pub fn unfinished(&self) -> Result<(Vec<Drawn>, u64), StoreError> {
        self.read(|db| {
            let drawn = db
                .prepare("SELECT * FROM drawn ORDER BY number")?
                .query_map([], rows::drawn)?
                .collect::<rusqlite::Result<Vec<Drawn>>>()?;
            let free = "SELECT 1 + max((SELECT coalesce(max(number), -1) FROM unit),
                                       (SELECT coalesce(max(number), -1) FROM drawn))";
            Ok((drawn, db.query_row(free, [], |row| row.get(0))?))
        })
    }

    /// Forgets a unit that was drawn and can no longer be done.
    pub fn forget(&mut self, number: u64) -> Result<(), StoreError> {
        self.write(|transaction| forget(transaction, number))
    }

    /// Writes down a unit, with all that was seen in it. A sighting with a finding's key is counted there at
    /// once.
    pub fn finish_unit(
        &mut self,
        run: i64,
        unit: &Unit,
        sightings: &[NewSighting],
        now: i64,
    ) -> Result<FinishedUnit, StoreError> {
        self.write(|transaction| {
            hear_of(transaction, run, now)?;
            insert_unit(transaction, run, unit, now)?;
            forget(transaction, unit.number)?;
            add_features(transaction, &unit.features)?;
            add_seeds(transaction, unit)?;
            let new_behaviours = add_behaviours(transaction, unit)?;
            let mut waiting = Vec::new();
            for seen in sightings {
                let id = insert_sighting(transaction, unit.number, seen, now)?;
                match seen.key.as_deref().map(|key| finding_with(transaction, key)).transpose()?.flatten() {
                    Some(finding) => count(transaction, id, finding)?,
                    None => waiting.push(Sighting {
                        id,
                        unit: unit.number,
                        generator: unit.generator.clone(),
                        profile: unit.profile.clone(),
                        backend: unit.backend.clone(),
                        seen: seen.clone(),
                        at: now,
                        state: SightingState::Waiting,
                    }),
                }
            }
            Ok(FinishedUnit { waiting, new_behaviours })
        })
    }

    /// The sightings that nobody has looked at, the oldest first.
    pub fn waiting(&self) -> Result<Vec<Sighting>, StoreError> {
        self.read(|db| {
            db.prepare(&format!("{} WHERE {} ORDER BY sighting.id", rows::SIGHTINGS, rows::WAITING))?
                .query_map([], rows::sighting)?
                .collect()
        })
    }

    /// Writes down what somebody found out about a sighting: returns the number of its finding, and whether
    /// that is new. If it is, all sightings that wait with its key are counted there, too.
    ///
    /// A sighting is settled once. Who comes later, because it was counted with another while he looked at
    /// it, is told what became of it.
    ///
    /// A finding may have cost hours and there are few, so this waits until the disk has it (`synchronous =
    /// FULL`).
    pub fn settle(
        &mut self,
        sighting: i64,
        settled: &Settled,
        now: i64,
    ) -> Result<Option<(i64, bool)>, StoreError> {
        self.synchronous("FULL")?;
        let result = self.write(|transaction| {
            let known = match (rows::sighting_with(transaction, sighting)?.state, settled) {
                (SightingState::Of(finding), _) => return Ok(Some((finding, false))),
                (SightingState::Dismissed(_), _) => return Ok(None),
                (SightingState::Waiting, Settled::Dismissed(why)) => {
                    dismiss(transaction, sighting, why)?;
                    return Ok(None);
                }
                (SightingState::Waiting, Settled::True(known)) => known,
            };
            if let Some(finding) = finding_with(transaction, &known.key)? {
                count(transaction, sighting, finding)?;
                return Ok(Some((finding, false)));
            }
            let finding = insert_finding(transaction, sighting, known, now)?;
            count(transaction, sighting, finding)?;
            for other in waiting_with(transaction, &known.key)? {
                count(transaction, other, finding)?;
            }
            Ok(Some((finding, true)))
        });
        self.synchronous("NORMAL")?;
        result
    }

    /// Writes down what is known of a finding by now, and files that are new or take the place of those with their names.
    pub fn improve(
        &mut self,
        finding: i64,
        known: &Finding,
        artefacts: &[(String, Vec<u8>)],
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            let details = rows::json(known)?;
            transaction
                .execute("UPDATE finding SET details = ?2 WHERE id = ?1", params![finding, details])?;
            insert_artefacts(transaction, finding, artefacts)
        })
    }

    /// Sets what is known already, as keys with the reason beside each: findings with these keys are muted,
    /// those that will be made, too, and no others.
    pub fn mute(&mut self, known: &[(String, String)]) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute("DELETE FROM known", [])?;
            let mut insert =
                transaction.prepare("INSERT INTO known (key, why) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?;
            for (key, why) in known {
                insert.execute([key, why])?;
            }
            Ok(())
        })
    }

    /// Somebody who reads this store, on any thread.
    pub fn reader(&self) -> Result<Reader, StoreError> {
        Reader::open(&self.folder)
    }

    fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        read(&self.db).map_err(|why| StoreError::of_database(&self.folder, why))
    }

    /// Does `write` as a whole, or nothing of it.
    fn write<T>(
        &mut self,
        write: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.db
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .and_then(|transaction| {
                let result = write(&transaction)?;
                transaction.commit()?;
                Ok(result)
            })
            .map_err(|why| StoreError::of_database(&self.folder, why))
    }

    fn synchronous(&self, level: &str) -> Result<(), StoreError> {
        self.read(|db| db.pragma_update(None, "synchronous", level))
    }
}

fn configure(db: &Connection) -> rusqlite::Result<()> {
    // A log beside the file: readers see what was committed, and do not stop the writer.
    db.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    db.pragma_update(None, "synchronous", "NORMAL")?;
    // Units change the same pages again and again. A log of up to 16 MiB is carried over seldom.
    db.pragma_update(None, "wal_autocheckpoint", 4_000)?;
    db.pragma_update(None, "foreign_keys", true)
}

/// Moves a run's time. There must be such a run.
fn hear_of(db: &Connection, run: i64, now: i64) -> rusqlite::Result<()> {
    db.prepare_cached("UPDATE run SET last_heard = max(last_heard, ?2) WHERE id = ?1 RETURNING id")?
        .query_row([run, now], |_| Ok(()))
}

fn forget(db: &Connection, number: u64) -> rusqlite::Result<()> {
    db.prepare_cached("DELETE FROM drawn WHERE number = ?1")?.execute([number]).map(|_| ())
}

fn insert_unit(db: &Connection, run: i64, unit: &Unit, now: i64) -> rusqlite::Result<()> {
    db.prepare_cached(
        "INSERT INTO unit (number, run, finished_at, generator, profile, config, first_seed, backend, programs,
                           statements, executed, agreed, rejected, known, wrong, skipped, failed, cpu_ns,
                           own_cpu_ns, sampled)
         VALUES (:number, :run, :finished_at, :generator, :profile, :config, :first_seed, :backend, :programs,
                 :statements, :executed, :agreed, :rejected, :known, :wrong, :skipped, :failed, :cpu_ns,
                 :own_cpu_ns, :sampled)",
    )?
    .execute(named_params! {
        ":number": unit.number,
        ":run": run,
        ":finished_at": now,
        ":generator": unit.generator,
        ":profile": unit.profile,
        ":config": unit.config,
        ":first_seed": Bits(unit.first_seed),
        ":backend": unit.backend,
        ":programs": unit.programs,
        ":statements": unit.statements,
        ":executed": unit.executed,
        ":agreed": unit.agreed,
        ":rejected": unit.rejected,
        ":known": unit.known,
        ":wrong": unit.wrong,
        ":skipped": unit.skipped,
        ":failed": unit.failed,
        ":cpu_ns": Nanoseconds(unit.cpu),
        ":own_cpu_ns": Nanoseconds(unit.own_cpu),
        ":sampled": unit.sampled,
    })?;
    Ok(())
}

fn add_features(db: &Connection, features: &[(String, u64)]) -> rusqlite::Result<()> {
    let mut add = db.prepare_cached(
        "INSERT INTO feature (name, programs) VALUES (?1, ?2)
         ON CONFLICT (name) DO UPDATE SET programs = programs + excluded.programs",
    )?;
    for (name, programs) in features {
        add.execute(params![name, programs])?;
    }
    Ok(())
}

fn add_seeds(db: &Connection, unit: &Unit) -> rusqlite::Result<()> {
    let mut add = db.prepare_cached("INSERT INTO seed (unit, generator, program) VALUES (?1, ?2, ?3)")?;
    for program in &unit.seeds {
        add.execute(params![unit.number, unit.generator, program])?;
    }
    Ok(())
}

/// Returns how many were new.
fn add_behaviours(db: &Connection, unit: &Unit) -> rusqlite::Result<u64> {
    let mut add = db
        .prepare_cached("INSERT INTO behaviour (name, unit) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING")?;
    let mut new = 0;
    for name in &unit.behaviours {
        new += add.execute(params![name, unit.number])? as u64;
    }
    Ok(new)
}

fn insert_sighting(db: &Connection, unit: u64, seen: &NewSighting, now: i64) -> rusqlite::Result<i64> {
    db.prepare_cached(
        "INSERT INTO sighting (unit, seed, fault, key, summary, program, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .insert(params![unit, Bits(seen.seed), seen.fault.name(), seen.key, seen.summary, seen.program, now])
}

fn insert_finding(db: &Connection, first: i64, new: &NewFinding, now: i64) -> rusqlite::Result<i64> {
    db.execute(
        "INSERT INTO finding (key, found_at, details, first_sighting) VALUES (?1, ?2, ?3, ?4)",
        params![new.key, now, rows::json(&new.known)?, first],
    )?;
    let finding = db.last_insert_rowid();
    insert_artefacts(db, finding, &new.artefacts)?;
    Ok(finding)
}

fn insert_artefacts(db: &Connection, finding: i64, artefacts: &[(String, Vec<u8>)]) -> rusqlite::Result<()> {
    let mut insert = db.prepare(
        "INSERT INTO artefact (finding, name, content) VALUES (?1, ?2, ?3)
         ON CONFLICT (finding, name) DO UPDATE SET content = excluded.content",
    )?;
    for (name, content) in artefacts {
        insert.execute(params![finding, name, content])?;
    }
    Ok(())
}

fn finding_with(db: &Connection, key: &str) -> rusqlite::Result<Option<i64>> {
    db.prepare_cached("SELECT id FROM finding WHERE key = ?1")?.query_row([key], |row| row.get(0)).optional()
}

fn waiting_with(db: &Connection, key: &str) -> rusqlite::Result<Vec<i64>> {
    db.prepare(&format!("SELECT id FROM sighting WHERE key = ?1 AND {} ORDER BY id", rows::WAITING))?
        .query_map([key], |row| row.get(0))?
        .collect()
}

fn dismiss(db: &Connection, sighting: i64, why: &str) -> rusqlite::Result<()> {
    db.execute("UPDATE sighting SET dismissed = ?2, program = NULL WHERE id = ?1", params![sighting, why])?;
    Ok(())
}

/// Makes a sighting one of a finding.
fn count(db: &Connection, sighting: i64, finding: i64) -> rusqlite::Result<()> {
    // Only the first of a finding keeps its program: a cause may have a million sightings.
    db.prepare_cached(
        "UPDATE sighting SET finding = ?2, program = CASE
             WHEN id = (SELECT first_sighting FROM finding WHERE finding.id = ?2) THEN program END
         WHERE id = ?1",
    )?
    .execute([sighting, finding])?;
    db.prepare_cached(
        "INSERT INTO shown_by (finding, backend, times, first_seen, last_seen)
         SELECT finding, backend, 1, at, at FROM sighting JOIN unit ON unit.number = sighting.unit
         WHERE sighting.id = ?1
         ON CONFLICT (finding, backend) DO UPDATE SET
             times = times + 1,
             first_seen = min(first_seen, excluded.first_seen),
             last_seen = max(last_seen, excluded.last_seen)",
    )?
    .execute([sighting])?;
    Ok(())
}
