//! Units of work: from being drawn to being finished.
//!
//! A unit has a number, and what the number stands for is written down when it is drawn, before anybody works on it. From then
//! on, whoever works on that number makes the same programs. It is leased to a run, and stays with it while the run is alive: one
//! write of the run, [`Store::keep_alive`], prolongs all that it has leased. When the run ends, or was not heard of for the time
//! of a lease, its units are given to whoever asks next. If it comes back after all, the first result counts and the second
//! changes nothing.
//!
//! A unit that takes its workers with it must not go round for ever: after [`ATTEMPTS`] runs that died with it
//! nobody is given it any more. It stays in the store, and `status` counts it.

use std::collections::{BTreeMap, BTreeSet};

use crate::record::{Drawn, NewSighting, OpenUnit, Sighting, SightingState, Unit};
use crate::rows::{self, nanoseconds};
use crate::sql::{Dialect, SqlError, Transaction, Turns, Value, places, values};
use crate::store::{hear_of, is_free, numbers};
use crate::{Store, StoreAddress, StoreError};

/// What came of finishing a unit.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedUnit {
    /// Whether it was not finished before, by a run that had it at the same time.
    pub is_first: bool,
    /// Those of the unit's sightings that somebody has to look at, because they are of no finding that is
    /// known by its key.
    pub waiting: Vec<Sighting>,
    /// How many of the behaviours had never been seen.
    pub new_behaviours: u64,
}

/// Which units a run can do.
#[derive(Copy, Clone, Debug)]
pub struct Able<'a> {
    /// By the names of generators.
    pub generators: &'a [&'a str],
    /// By the names of backends.
    pub backends: &'a [&'a str],
    /// Units that it has given back.
    pub declined: &'a BTreeSet<u64>,
}

/// A unit, a sighting or a finding with which so many runs died is given to nobody any more.
pub const ATTEMPTS: i64 = 5;

impl Store {
    /// Leases at most `most` units to a run: first those with which others died and that it can do, then new ones. What a
    /// new number stands for is what `draw` says; `None` if it wants no more.
    pub fn lease_units(
        &mut self,
        run: i64,
        able: Able<'_>,
        most: usize,
        draw: &mut dyn FnMut(u64) -> Option<Drawn>,
    ) -> Result<Vec<Drawn>, StoreError> {
        let (shard, given) = (self.shard, self.given);
        // A transaction may be done again, but what a number stands for is drawn once.
        let mut drawn: BTreeMap<u64, Option<Drawn>> = BTreeMap::new();
        self.write(|db| {
            let mut units = returned(db, run, able, most)?;
            let mut new = Vec::new();
            let mut free = match units.len() < most {
                true => new_numbers(db, most - units.len(), given)?,
                false => Vec::new(),
            };
            if let (Some(shard), Some(&first)) = (shard, free.first()) {
                free = (0..free.len() as u64).map(|n| shard.number(first) + n * shard.of).collect();
            }
            for number in free {
                match drawn.entry(number).or_insert_with(|| draw(number)) {
                    Some(unit) => new.push(unit.clone()),
                    None => break,
                }
            }
            insert_drawn(db, run, &new)?;
            units.extend(new);
            Ok(units)
        })
        .inspect(|units| {
            let last = units.iter().map(|unit| unit.number + 1).max();
            self.given = self.given.max(last.unwrap_or(0));
        })
    }

    /// Gives back a unit that this run cannot do now. Whoever shares the store may be able to; who is alone tries again another
    /// time.
    pub fn give_back(&mut self, run: i64, number: u64) -> Result<(), StoreError> {
        match self.address() {
            StoreAddress::Folder(_) => Ok(()),
            StoreAddress::Postgres(_) => self.write(|db| {
                db.execute(
                    "UPDATE drawn SET run = NULL, attempts = attempts + 1 WHERE number = ?1 AND run = ?2",
                    &values![number, run],
                )
                .map(|_| ())
            }),
        }
    }

    /// Forgets the units of earlier runs that nobody can do any more, and gives them with the reasons. Who is alone knows which;
    /// of a store that others share, nobody does.
    pub fn forget_impossible(
        &mut self,
        why_not: &mut dyn FnMut(&Drawn) -> Option<String>,
    ) -> Result<Vec<(Drawn, String)>, StoreError> {
        if self.address().folder().is_none() {
            return Ok(Vec::new());
        }
        let units = self.open_units()?.into_iter().map(|unit| unit.drawn);
        let impossible: Vec<_> = units.filter_map(|unit| why_not(&unit).map(|why| (unit, why))).collect();
        for (unit, _) in &impossible {
            self.forget(unit.number)?;
        }
        Ok(impossible)
    }

    /// Forgets a unit that was drawn and that nobody can do.
    pub fn forget(&mut self, number: u64) -> Result<(), StoreError> {
        self.write(|db| forget(db, number))
    }

    /// The units that were drawn and are not finished, in order.
    pub fn open_units(&mut self) -> Result<Vec<OpenUnit>, StoreError> {
        self.read(|db| db.list("SELECT * FROM drawn ORDER BY number", &[], rows::open_unit))
    }

    /// Writes down a unit, with all that was seen in it. A sighting with a finding's key is counted there at
    /// once. A unit that is finished already stays as it is.
    pub fn finish_unit(
        &mut self,
        run: i64,
        unit: &Unit,
        sightings: &[NewSighting],
        now: i64,
    ) -> Result<FinishedUnit, StoreError> {
        self.write(|db| {
            hear_of(db, run, now)?;
            forget(db, unit.number)?;
            if !insert_unit(db, run, unit, now)? {
                return Ok(FinishedUnit { is_first: false, waiting: Vec::new(), new_behaviours: 0 });
            }
            let features = unit.features.iter();
            let features: Vec<Value> =
                features.flat_map(|(name, programs)| values![run, name, *programs]).collect();
            db.insert_rows(
                "INSERT INTO feature (run, name, programs)",
                3,
                &features,
                "ON CONFLICT (run, name) DO UPDATE SET programs = feature.programs + excluded.programs",
            )?;
            add_seeds(db, unit)?;
            let new_behaviours = add_behaviours(db, unit)?;
            let waiting = add_sightings(db, unit, sightings, now)?;
            Ok(FinishedUnit { is_first: true, waiting, new_behaviours })
        })
    }
}

/// Whether fewer runs than [`ATTEMPTS`] died with a row, the one that has it now included.
pub fn is_worth_a_try(table: &str, column: &str) -> String {
    format!("{table}.attempts + CASE WHEN {table}.{column} IS NULL THEN 0 ELSE 1 END < {ATTEMPTS}")
}

/// Units with which others died.
fn returned(db: &mut Transaction<'_>, run: i64, able: Able<'_>, most: usize) -> Result<Vec<Drawn>, SqlError> {
    let Able { generators, backends, declined } = able;
    if generators.is_empty() || backends.is_empty() {
        return Ok(Vec::new());
    }
    let is_declined = match declined.is_empty() {
        true => String::new(),
        false => format!("AND number NOT IN ({})", numbers(declined)),
    };
    // The parameters are the run, the generators and the backends.
    let names = |from: usize, count: usize| {
        (from..from + count).map(|n| format!("?{n}")).collect::<Vec<_>>().join(", ")
    };
    let dialect = db.dialect();
    let query = format!(
        "SELECT * FROM drawn
         WHERE {} AND {} {is_declined} AND generator IN ({}) AND backend IN ({})
         ORDER BY number LIMIT {most} {}",
        is_worth_a_try("drawn", "run"),
        is_free(dialect, "drawn.run"),
        names(1, generators.len()),
        names(1 + generators.len(), backends.len()),
        dialect.skip_locked("drawn"),
    );
    let values: Vec<Value> = generators.iter().chain(backends).map(|&name| Value::from(name)).collect();
    let found = db.list(&query, &values, rows::open_unit)?;
    for OpenUnit { drawn, run: last, .. } in &found {
        // Who has given it back did not die of it.
        let died = i64::from(last.is_some());
        db.execute(
            "UPDATE drawn SET run = ?2, attempts = attempts + ?3 WHERE number = ?1",
            &values![drawn.number, run, died],
        )?;
    }
    Ok(found.into_iter().map(|unit| unit.drawn).collect())
}

/// Numbers that no unit has and that were not given before, in order.
fn new_numbers(db: &mut Transaction<'_>, count: usize, given: u64) -> Result<Vec<u64>, SqlError> {
    match db.dialect() {
        Dialect::Sqlite => {
            let free = "SELECT 1 + max((SELECT coalesce(max(number), -1) FROM unit),
                                       (SELECT coalesce(max(number), -1) FROM drawn)) AS free";
            let free = db.one(free, &[], |row| row.count("free"))?;
            Ok((free.max(given)..).take(count).collect())
        }
        Dialect::Postgres => db.list(
            "SELECT nextval('unit_number') AS number FROM generate_series(1, CAST(?1 AS BIGINT))",
            &values![count as i64],
            |row| row.count("number"),
        ),
    }
}

fn insert_drawn(db: &mut Transaction<'_>, run: i64, units: &[Drawn]) -> Result<(), SqlError> {
    let values: Vec<Value> = units
        .iter()
        .flat_map(|drawn| {
            let Drawn { number, generator, profile, config, first_seed, backend, programs } = drawn;
            values![*number, generator, profile, config, first_seed.cast_signed(), backend, *programs, run]
        })
        .collect();
    let before = "INSERT INTO drawn (number, generator, profile, config, first_seed, backend, programs, run)";
    db.insert_rows(before, 8, &values, "ON CONFLICT (number) DO NOTHING").map(|_| ())
}

fn forget(db: &mut Transaction<'_>, number: u64) -> Result<(), SqlError> {
    db.execute("DELETE FROM drawn WHERE number = ?1", &values![number]).map(|_| ())
}

/// Says whether it was not there.
pub fn insert_unit(db: &mut Transaction<'_>, run: i64, unit: &Unit, now: i64) -> Result<bool, SqlError> {
    let columns =
        "number, run, finished_at, generator, profile, config, first_seed, backend, programs, statements,
                   executed, agreed, rejected, known, wrong, skipped, failed, cpu_ns, own_cpu_ns, sampled";
    let values = values![
        unit.number,
        run,
        now,
        &unit.generator,
        &unit.profile,
        &unit.config,
        unit.first_seed.cast_signed(),
        &unit.backend,
        unit.programs,
        unit.statements,
        unit.executed,
        unit.agreed,
        unit.rejected,
        unit.known,
        unit.wrong,
        unit.skipped,
        unit.failed,
        nanoseconds(unit.cpu)?,
        nanoseconds(unit.own_cpu)?,
        unit.sampled,
    ];
    let query = format!(
        "INSERT INTO unit ({columns}) VALUES {} ON CONFLICT (number) DO NOTHING",
        places(1, values.len())
    );
    Ok(db.execute(&query, &values)? > 0)
}

fn add_seeds(db: &mut Transaction<'_>, unit: &Unit) -> Result<(), SqlError> {
    if unit.seeds.is_empty() {
        return Ok(());
    }
    // Every worker takes them in the order of their numbers, and none may come late to a place in the middle.
    db.take_turns(Turns::Seeds)?;
    let seeds = unit.seeds.iter();
    let values: Vec<Value> =
        seeds.flat_map(|program| values![unit.number, &unit.generator, program]).collect();
    db.insert_rows("INSERT INTO seed (unit, generator, program)", 3, &values, "").map(|_| ())
}

/// Returns how many were new.
fn add_behaviours(db: &mut Transaction<'_>, unit: &Unit) -> Result<u64, SqlError> {
    // In one order, so that no two workers wait for each other.
    let names: BTreeSet<&str> = unit.behaviours.iter().map(String::as_str).collect();
    let values: Vec<Value> = names.into_iter().flat_map(|name| values![name, unit.number]).collect();
    db.insert_rows("INSERT INTO behaviour (name, unit)", 2, &values, "ON CONFLICT (name) DO NOTHING")
}

/// Returns those that wait.
fn add_sightings(
    db: &mut Transaction<'_>,
    unit: &Unit,
    sightings: &[NewSighting],
    now: i64,
) -> Result<Vec<Sighting>, SqlError> {
    let mut findings: BTreeMap<&str, Option<i64>> = BTreeMap::new();
    for key in sightings.iter().filter_map(|seen| seen.key.as_deref()) {
        if let std::collections::btree_map::Entry::Vacant(place) = findings.entry(key) {
            place.insert(finding_of_key(db, key)?);
        }
    }
    let mut waiting = Vec::new();
    let mut counts: BTreeMap<i64, i64> = BTreeMap::new();
    for seen in sightings {
        let finding = seen.key.as_deref().and_then(|key| findings[key]);
        let id = insert_sighting(db, unit, seen, finding, now)?;
        match finding {
            Some(finding) => *counts.entry(finding).or_default() += 1,
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
    // Last, because other workers wait for these rows.
    for (finding, times) in counts {
        count_shown(db, finding, &unit.backend, times, now)?;
    }
    Ok(waiting)
}

/// A sighting that is counted with a finding at once keeps no program: a cause may have a million.
fn insert_sighting(
    db: &mut Transaction<'_>,
    unit: &Unit,
    seen: &NewSighting,
    finding: Option<i64>,
    now: i64,
) -> Result<i64, SqlError> {
    let program = seen.program.as_ref().filter(|_| finding.is_none());
    db.one(
        "INSERT INTO sighting (unit, backend, seed, fault, key, summary, program, at, finding)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) RETURNING id",
        &values![
            unit.number,
            &unit.backend,
            seen.seed.cast_signed(),
            seen.fault.name(),
            seen.key.as_ref(),
            &seen.summary,
            program,
            now,
            finding
        ],
        |row| row.get("id"),
    )
}

pub fn finding_of_key(db: &mut Transaction<'_>, key: &str) -> Result<Option<i64>, SqlError> {
    db.optional("SELECT id FROM finding WHERE key = ?1", &values![key], |row| row.get("id"))
}

/// Counts sightings of a finding with a backend.
pub fn count_shown(
    db: &mut Transaction<'_>,
    finding: i64,
    backend: &str,
    times: i64,
    at: i64,
) -> Result<(), SqlError> {
    db.execute(
        "INSERT INTO shown_by (finding, backend, times, first_seen, last_seen) VALUES (?1, ?2, ?3, ?4, ?4)
         ON CONFLICT (finding, backend) DO UPDATE SET
             times = shown_by.times + excluded.times,
             first_seen = CASE WHEN excluded.first_seen < shown_by.first_seen
                               THEN excluded.first_seen ELSE shown_by.first_seen END,
             last_seen = CASE WHEN excluded.last_seen > shown_by.last_seen
                              THEN excluded.last_seen ELSE shown_by.last_seen END",
        &values![finding, backend, times, at],
    )
    .map(|_| ())
}
