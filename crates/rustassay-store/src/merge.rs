//! Stores of the parts of a campaign become one.
//!
//! What is merged is known again: a run by its token, a unit by its number, a sighting by its unit and seed, a finding by its key. So to
//! merge a store a second time changes nothing, and to merge it again when more was done adds what is new. All of a store is merged
//! in one transaction.

use std::collections::BTreeMap;
use std::{error, fmt};

use rustassay_finding::Reduction;

use crate::record::{NewFinding, SightingState, StoredFinding, Unit};
use crate::rows::{self, sighting};
use crate::sql::{Access, Dialect, Row, SqlError, Transaction, Turns, Value, values};
use crate::store::set_state;
use crate::triage::{count, dismiss, insert_artefacts, insert_finding};
use crate::units::{finding_of_key, insert_unit};
use crate::{Reader, Store, StoreError};

/// What was new in a store that was merged.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
#[allow(missing_docs)]
pub struct Merged {
    pub units: u64,
    pub sightings: u64,
    pub findings: u64,
    /// Findings that were known, of which the other store knows more.
    pub improved: u64,
}

/// A number that stands for one unit here and for another one there.
#[derive(Debug)]
struct OtherUnit(u64);

impl fmt::Display for OtherUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "its unit {} is another one than that of the store it is merged into: they are no parts of one campaign, \
             which `--shard` makes",
            self.0
        )
    }
}

impl error::Error for OtherUnit {}

impl Store {
    /// Adds what another store has.
    pub fn merge(&mut self, other: &Reader) -> Result<Merged, StoreError> {
        let address = self.address().clone();
        let mut merged = None;
        other.read(|from| {
            let result = self.db.transaction(Access::Write, |to| merge(from, to));
            merged = Some(result);
            Ok(())
        })?;
        match merged {
            Some(Ok(merged)) => Ok(merged),
            Some(Err(SqlError::Value(why))) if why.is::<OtherUnit>() => {
                Err(StoreError::OtherCampaign { store: other.address().clone(), why: why.to_string() })
            }
            Some(Err(why)) => Err(StoreError::of_database(&address, why)),
            None => Ok(Merged::default()),
        }
    }
}

fn merge(from: &mut Transaction<'_>, to: &mut Transaction<'_>) -> Result<Merged, SqlError> {
    to.take_turns(Turns::Findings)?;
    to.take_turns(Turns::Seeds)?;
    let mut merged = Merged::default();
    merge_campaign(from, to)?;
    let runs = merge_runs(from, to)?;
    let mut sightings = BTreeMap::new();
    let mut next = 0;
    loop {
        let units = units(from, next)?;
        let Some((last, ..)) = units.last() else { break };
        next = last.number + 1;
        for (unit, run, finished_at) in &units {
            let run = *runs.get(run).ok_or(SqlError::NoRow)?;
            if merge_unit(from, to, unit, run, *finished_at)? {
                merged.units += 1;
            }
            merged.sightings += merge_sightings(from, to, unit.number, &mut sightings)?;
        }
    }
    let findings = merge_findings(from, to, &sightings, &mut merged)?;
    settle(from, to, &sightings, &findings)?;
    merge_what_people_say(from, to)?;
    if to.dialect() == Dialect::Postgres {
        // Numbers are given from a place of their own.
        to.list(
            "SELECT setval('unit_number', (SELECT coalesce(max(number), -1) + 1 FROM unit), false)
             WHERE (SELECT coalesce(max(number), -1) FROM unit) >= (SELECT last_value FROM unit_number)",
            &[],
            |_| Ok(()),
        )?;
    }
    Ok(merged)
}

/// The seed of the first store is the campaign's, which is a whole now.
fn merge_campaign(from: &mut Transaction<'_>, to: &mut Transaction<'_>) -> Result<(), SqlError> {
    for seed in from.list("SELECT seed FROM campaign", &[], |row| row.get::<i64>("seed"))? {
        to.execute(
            "INSERT INTO campaign (one, seed) VALUES (1, ?1) ON CONFLICT (one) DO NOTHING",
            &values![seed],
        )?;
    }
    Ok(())
}

/// The numbers that runs have, by those that they had.
fn merge_runs(from: &mut Transaction<'_>, to: &mut Transaction<'_>) -> Result<BTreeMap<i64, i64>, SqlError> {
    let query = "SELECT id, began, last_heard, why_ended, settings, worker, token FROM run ORDER BY id";
    type Text = Option<String>;
    let read = |row: &Row<'_>| {
        let times: (i64, i64) = (row.get("began")?, row.get("last_heard")?);
        let texts: (Text, String, String, Text) =
            (row.get("why_ended")?, row.get("settings")?, row.get("worker")?, row.get("token")?);
        Ok((row.get::<i64>("id")?, times, texts))
    };
    let mut numbers = BTreeMap::new();
    for (id, (began, last_heard), (end, settings, worker, token)) in from.list(query, &[], read)? {
        let number = to.one(
            "INSERT INTO run (began, last_heard, why_ended, settings, worker, token)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (token) DO UPDATE SET last_heard = excluded.last_heard, why_ended = excluded.why_ended
             RETURNING id",
            &values![began, last_heard, end.as_ref(), &settings, &worker, token.as_ref()],
            |row| row.get("id"),
        )?;
        let read = |row: &Row<'_>| Ok((row.get::<String>("name")?, row.count("programs")?));
        let features = from.list("SELECT name, programs FROM feature WHERE run = ?1", &values![id], read)?;
        let values: Vec<Value> =
            features.iter().flat_map(|(name, programs)| values![number, name, *programs]).collect();
        to.insert_rows(
            "INSERT INTO feature (run, name, programs)",
            3,
            &values,
            "ON CONFLICT (run, name) DO UPDATE SET programs = excluded.programs",
        )?;
        numbers.insert(id, number);
    }
    Ok(numbers)
}

/// So many units are read at once.
const UNITS: usize = 500;

/// Some units from a number on, each with its run and when it was finished.
fn units(from: &mut Transaction<'_>, next: u64) -> Result<Vec<(Unit, i64, i64)>, SqlError> {
    let query = format!("SELECT * FROM unit WHERE number >= ?1 ORDER BY number LIMIT {UNITS}");
    from.list(&query, &values![next], |row| Ok((rows::unit(row)?, row.get("run")?, row.get("finished_at")?)))
}

/// Whether the unit is new.
fn merge_unit(
    from: &mut Transaction<'_>,
    to: &mut Transaction<'_>,
    unit: &Unit,
    run: i64,
    finished_at: i64,
) -> Result<bool, SqlError> {
    let number = unit.number;
    if !insert_unit(to, run, unit, finished_at)? {
        let there = to.one("SELECT * FROM unit WHERE number = ?1", &values![number], rows::unit)?;
        let stands_for = |unit: &Unit| {
            let Unit { generator, profile, config, first_seed, backend, programs, .. } = unit.clone();
            (generator, profile, config, first_seed, backend, programs)
        };
        return match stands_for(&there) == stands_for(unit) {
            true => Ok(false),
            false => Err(SqlError::unreadable(OtherUnit(number))),
        };
    }
    to.execute("DELETE FROM drawn WHERE number = ?1", &values![number])?;
    let names = "SELECT name FROM behaviour WHERE unit = ?1 ORDER BY name";
    let names: Vec<String> = from.list(names, &values![number], |row| row.get("name"))?;
    let behaviours: Vec<Value> = names.iter().flat_map(|name| values![name, number]).collect();
    to.insert_rows("INSERT INTO behaviour (name, unit)", 2, &behaviours, "ON CONFLICT (name) DO NOTHING")?;
    let seeds = "SELECT program FROM seed WHERE unit = ?1 ORDER BY id";
    let seeds: Vec<Vec<u8>> = from.list(seeds, &values![number], |row| row.get("program"))?;
    let seeds: Vec<Value> =
        seeds.iter().flat_map(|program| values![number, &unit.generator, program]).collect();
    to.insert_rows("INSERT INTO seed (unit, generator, program)", 3, &seeds, "")?;
    Ok(true)
}

/// Adds the sightings of a unit, all of which wait at first, and their numbers by those that they had. Gives how many are new.
fn merge_sightings(
    from: &mut Transaction<'_>,
    to: &mut Transaction<'_>,
    unit: u64,
    numbers: &mut BTreeMap<i64, i64>,
) -> Result<u64, SqlError> {
    let query = format!("{} WHERE sighting.unit = ?1 ORDER BY sighting.id", rows::SIGHTINGS);
    let mut new = 0;
    for sighting in from.list(&query, &values![unit], sighting)? {
        let seen = &sighting.seen;
        let seed = seen.seed.cast_signed();
        let there = "SELECT id FROM sighting WHERE unit = ?1 AND seed = ?2";
        let number = match to.optional(there, &values![unit, seed], |row| row.get("id"))? {
            Some(number) => number,
            None => {
                new += 1;
                to.one(
                    "INSERT INTO sighting (unit, backend, seed, fault, key, summary, program, at)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) RETURNING id",
                    &values![
                        unit,
                        &sighting.backend,
                        seed,
                        seen.fault.name(),
                        seen.key.as_ref(),
                        &seen.summary,
                        seen.program.as_ref(),
                        sighting.at
                    ],
                    |row| row.get("id"),
                )?
            }
        };
        numbers.insert(sighting.id, number);
    }
    Ok(new)
}

/// How much is known of a finding: of two with one key, the one with more stays, or the older one.
fn worth(finding: &StoredFinding, found_at: i64) -> (u8, i64) {
    let reduced = match finding.known.reduction {
        Reduction::Whole => 0,
        Reduction::Unfinished(_) => 1,
        Reduction::Reduced => 2,
    };
    (reduced, found_at.saturating_neg())
}

fn found_at(db: &mut Transaction<'_>, finding: i64) -> Result<i64, SqlError> {
    db.one("SELECT found_at FROM finding WHERE id = ?1", &values![finding], |row| row.get("found_at"))
}

/// The numbers that findings have, by those that they had.
fn merge_findings(
    from: &mut Transaction<'_>,
    to: &mut Transaction<'_>,
    sightings: &BTreeMap<i64, i64>,
    merged: &mut Merged,
) -> Result<BTreeMap<i64, i64>, SqlError> {
    let mut numbers = BTreeMap::new();
    for finding in rows::findings(from, "finding.id > 0", &[])? {
        let first = *sightings.get(&finding.first.id).ok_or(SqlError::NoRow)?;
        let at = found_at(from, finding.id)?;
        let number = match finding_of_key(to, &finding.key)? {
            None => {
                merged.findings += 1;
                let new = NewFinding {
                    key: finding.key.clone(),
                    known: finding.known.clone(),
                    artefacts: artefacts(from, finding.id)?,
                };
                insert_finding(to, None, first, &new, at)?
            }
            Some(number) => {
                let there = rows::finding_with(to, number)?.ok_or(SqlError::NoRow)?;
                let there_at = found_at(to, number)?;
                if worth(&finding, at) > worth(&there, there_at) {
                    merged.improved += 1;
                    replace(from, to, number, first, &finding, at)?;
                }
                number
            }
        };
        numbers.insert(finding.id, number);
    }
    Ok(numbers)
}

fn artefacts(from: &mut Transaction<'_>, finding: i64) -> Result<Vec<(String, Vec<u8>)>, SqlError> {
    let query = "SELECT name, content FROM artefact WHERE finding = ?1 ORDER BY id";
    from.list(query, &values![finding], |row| Ok((row.get("name")?, row.get("content")?)))
}

/// Puts what one store knows of a finding in the place of what the other knows.
fn replace(
    from: &mut Transaction<'_>,
    to: &mut Transaction<'_>,
    number: i64,
    first: i64,
    finding: &StoredFinding,
    found_at: i64,
) -> Result<(), SqlError> {
    to.execute("DELETE FROM artefact WHERE finding = ?1", &values![number])?;
    insert_artefacts(to, number, &artefacts(from, finding.id)?)?;
    to.execute(
        "UPDATE sighting SET program = NULL WHERE id = (SELECT first_sighting FROM finding WHERE id = ?1)",
        &values![number],
    )?;
    to.execute(
        "UPDATE sighting SET program = ?2 WHERE id = ?1",
        &values![first, finding.first.seen.program.as_ref()],
    )?;
    to.execute(
        "UPDATE finding SET details = ?2, first_sighting = ?3, found_at = ?4, reducer = NULL WHERE id = ?1",
        &values![number, &rows::json(&finding.known)?, first, found_at],
    )
    .map(|_| ())
}

/// Notes of sightings that wait what became of them in the other store.
fn settle(
    from: &mut Transaction<'_>,
    to: &mut Transaction<'_>,
    sightings: &BTreeMap<i64, i64>,
    findings: &BTreeMap<i64, i64>,
) -> Result<(), SqlError> {
    for (there, number) in sightings {
        let waits = format!("SELECT id FROM sighting WHERE id = ?1 AND {}", rows::WAITING);
        if to.optional(&waits, &values![*number], |_| Ok(()))?.is_none() {
            continue;
        }
        match rows::sighting_with(from, *there)?.state {
            SightingState::Waiting => {}
            SightingState::Dismissed(why) => dismiss(to, *number, &why)?,
            SightingState::Of(finding) => {
                count(to, *number, *findings.get(&finding).ok_or(SqlError::NoRow)?)?;
            }
        }
    }
    Ok(())
}

/// What is muted in either store is; of what people have done about a finding, the last word counts.
fn merge_what_people_say(from: &mut Transaction<'_>, to: &mut Transaction<'_>) -> Result<(), SqlError> {
    let read = |row: &Row<'_>| Ok((row.get::<String>("key")?, row.get::<String>("why")?));
    for (key, why) in from.list("SELECT key, why FROM known ORDER BY key", &[], read)? {
        let insert = "INSERT INTO known (key, why) VALUES (?1, ?2) ON CONFLICT (key) DO NOTHING";
        to.execute(insert, &values![&key, &why])?;
    }
    let query = "SELECT key, state, note, at AS state_at FROM finding_state ORDER BY key";
    for (key, state) in from.list(query, &[], |row| Ok((row.get::<String>("key")?, rows::state(row)?)))? {
        let at = "SELECT at FROM finding_state WHERE key = ?1";
        let there = to.optional(at, &values![&key], |row| row.get::<i64>("at"))?;
        if there.is_none_or(|there| there < state.at) {
            set_state(to, &key, &state)?;
        }
    }
    Ok(())
}
