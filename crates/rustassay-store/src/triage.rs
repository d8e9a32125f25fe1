//! Sightings and findings: from what seems wrong to what is known.
//!
//! What waits is leased as units are, to whoever has time: a sighting to be examined, a finding whose program is to be made smaller. A
//! sighting is settled once and a finding exists once for its key, whoever comes first.

use rustassay_finding::{Fault, Finding};

use crate::record::{NewFinding, Settled, Sighting, SightingState, StoredFinding};
use crate::rows;
use crate::sql::{Access, SqlError, Transaction, Turns, Value, values};
use crate::store::is_free;
use crate::units::{count_shown, finding_of_key, is_worth_a_try};
use crate::{Store, StoreError};

impl Store {
    /// Leases a sighting that waits to a run: of the first of these backends that has one. Of those with one key, one at a time is
    /// enough, because the others are counted when it is settled.
    pub fn take_sighting(&mut self, run: i64, backends: &[&str]) -> Result<Option<Sighting>, StoreError> {
        let waiting = format!("SELECT DISTINCT backend FROM sighting WHERE {}", rows::WAITING);
        self.write(|db| {
            let waiting: Vec<String> = db.list(&waiting, &[], |row| row.get("backend"))?;
            for backend in backends.iter().filter(|&&backend| waiting.iter().any(|it| it == backend)) {
                while let Some((id, last)) = next_sighting(db, backend)? {
                    let sighting = rows::sighting_with(db, id)?;
                    let key = sighting.seen.key.as_deref();
                    // Somebody may have settled one like it while this one was written.
                    if let Some(finding) = key.map(|key| finding_of_key(db, key)).transpose()?.flatten() {
                        count(db, id, finding)?;
                        continue;
                    }
                    db.execute(
                        "UPDATE sighting SET run = ?2, attempts = attempts + ?3 WHERE id = ?1",
                        &values![id, run, i64::from(last.is_some())],
                    )?;
                    return Ok(Some(sighting));
                }
            }
            Ok(None)
        })
    }

    /// Leases a finding to a run whose program is still as it was made, is worth the time to make it smaller, and was seen first with one of
    /// these backends.
    pub fn take_finding(&mut self, run: i64, backends: &[&str]) -> Result<Option<StoredFinding>, StoreError> {
        if backends.is_empty() {
            return Ok(None);
        }
        let names = (1..=backends.len()).map(|n| format!("?{n}")).collect::<Vec<_>>().join(", ");
        let values: Vec<Value> = backends.iter().map(|&name| Value::from(name)).collect();
        let ours = Fault::ALL.iter().filter(|fault| fault.is_of_the_test_case());
        let ours = ours.map(|fault| format!("'{}'", fault.name())).collect::<Vec<_>>().join(", ");
        self.write(|db| {
            let dialect = db.dialect();
            let query = format!(
                "SELECT finding.id, finding.reducer FROM finding
                 JOIN sighting ON sighting.id = finding.first_sighting
                 WHERE finding.reduction = 'whole' AND {} AND {}
                   AND sighting.backend IN ({names}) AND finding.fault NOT IN ({ours})
                   AND NOT EXISTS (SELECT 1 FROM known WHERE known.key = finding.key)
                   AND NOT EXISTS (SELECT 1 FROM finding_state WHERE finding_state.key = finding.key)
                 ORDER BY finding.attempts, finding.id LIMIT 1 {}",
                is_worth_a_try("finding", "reducer"),
                is_free(dialect, "finding.reducer"),
                dialect.skip_locked("finding"),
            );
            let next = db.optional(&query, &values, |row| {
                Ok((row.get::<i64>("id")?, row.get::<Option<i64>>("reducer")?))
            })?;
            let Some((id, last)) = next else { return Ok(None) };
            db.execute(
                "UPDATE finding SET reducer = ?2, attempts = attempts + ?3 WHERE id = ?1",
                &values![id, run, i64::from(last.is_some())],
            )?;
            rows::finding_with(db, id)
        })
    }

    /// Writes down what somebody found out about a sighting: returns the number of its finding, and whether
    /// that is new. If it is, all sightings that wait with its key are counted there, too.
    ///
    /// A sighting is settled once. Who comes later, because it was counted with another while he looked at
    /// it, is told what became of it.
    ///
    /// A finding may have cost hours and there are few, so this waits until the disk has it.
    pub fn settle(
        &mut self,
        run: i64,
        sighting: i64,
        settled: &Settled,
        now: i64,
    ) -> Result<Option<(i64, bool)>, StoreError> {
        self.do_in(Access::WriteThrough, |db| {
            if let Settled::True(_) = settled {
                db.take_turns(Turns::Findings)?;
            }
            let known = match (locked_state(db, sighting)?, settled) {
                (SightingState::Of(finding), _) => return Ok(Some((finding, false))),
                (SightingState::Dismissed(_), _) => return Ok(None),
                (SightingState::Waiting, Settled::Dismissed(why)) => {
                    dismiss(db, sighting, why)?;
                    return Ok(None);
                }
                (SightingState::Waiting, Settled::True(known)) => known,
            };
            if let Some(finding) = finding_of_key(db, &known.key)? {
                count(db, sighting, finding)?;
                return Ok(Some((finding, false)));
            }
            let finding = insert_finding(db, Some(run), sighting, known, now)?;
            count(db, sighting, finding)?;
            for other in waiting_with(db, &known.key)? {
                count(db, other, finding)?;
            }
            Ok(Some((finding, true)))
        })
    }

    /// Writes down what is known of a finding by now, and files that are new or take the place of those with their names. Gives
    /// whether it did: what was leased to somebody else in the meantime is left to him.
    pub fn improve(
        &mut self,
        run: i64,
        finding: i64,
        known: &Finding,
        artefacts: &[(String, Vec<u8>)],
    ) -> Result<bool, StoreError> {
        self.write(|db| {
            let details = rows::json(known)?;
            let query = format!(
                "UPDATE finding SET details = ?2, reducer = NULL WHERE id = ?1 AND (reducer = ?3 OR {})",
                is_free(db.dialect(), "finding.reducer")
            );
            if db.execute(&query, &values![finding, &details, run])? == 0 {
                return Ok(false);
            }
            insert_artefacts(db, finding, artefacts)?;
            Ok(true)
        })
    }
}

/// The next sighting of a backend that waits and that nobody examines, and who died with it.
fn next_sighting(db: &mut Transaction<'_>, backend: &str) -> Result<Option<(i64, Option<i64>)>, SqlError> {
    let dialect = db.dialect();
    let query = format!(
        "SELECT sighting.id, sighting.run FROM sighting
         WHERE sighting.backend = ?1 AND sighting.{} AND {} AND {}
           AND NOT EXISTS (
               SELECT 1 FROM sighting AS other
               WHERE other.key = sighting.key AND other.id <> sighting.id AND other.{} AND NOT {}
           )
         ORDER BY sighting.attempts, sighting.id LIMIT 1 {}",
        rows::WAITING.replace("AND ", "AND sighting."),
        is_worth_a_try("sighting", "run"),
        is_free(dialect, "sighting.run"),
        rows::WAITING.replace("AND ", "AND other."),
        is_free(dialect, "other.run"),
        dialect.skip_locked("sighting"),
    );
    db.optional(&query, &values![backend], |row| Ok((row.get("id")?, row.get("run")?)))
}

/// What became of a sighting, which nobody else changes until the transaction ends. There must be one.
fn locked_state(db: &mut Transaction<'_>, sighting: i64) -> Result<SightingState, SqlError> {
    let query = format!("SELECT finding, dismissed FROM sighting WHERE id = ?1 {}", db.dialect().lock());
    db.one(&query, &values![sighting], |row| {
        Ok(match (row.get("finding")?, row.get("dismissed")?) {
            (Some(finding), _) => SightingState::Of(finding),
            (None, Some(why)) => SightingState::Dismissed(why),
            (None, None) => SightingState::Waiting,
        })
    })
}

/// Findings have the next number, whatever numbers were given to those that came to nothing.
pub fn insert_finding(
    db: &mut Transaction<'_>,
    run: Option<i64>,
    first: i64,
    new: &NewFinding,
    now: i64,
) -> Result<i64, SqlError> {
    let finding = db.one(
        "INSERT INTO finding (id, key, found_at, details, first_sighting, run)
         SELECT 1 + coalesce(max(id), 0), ?1, ?2, ?3, ?4, ?5 FROM finding RETURNING id",
        &values![&new.key, now, &rows::json(&new.known)?, first, run],
        |row| row.get("id"),
    )?;
    insert_artefacts(db, finding, &new.artefacts)?;
    Ok(finding)
}

pub fn insert_artefacts(
    db: &mut Transaction<'_>,
    finding: i64,
    artefacts: &[(String, Vec<u8>)],
) -> Result<(), SqlError> {
    for (name, content) in artefacts {
        db.execute(
            "INSERT INTO artefact (finding, name, content) VALUES (?1, ?2, ?3)
             ON CONFLICT (finding, name) DO UPDATE SET content = excluded.content",
            &values![finding, name, content],
        )?;
    }
    Ok(())
}

fn waiting_with(db: &mut Transaction<'_>, key: &str) -> Result<Vec<i64>, SqlError> {
    let query = format!(
        "SELECT id FROM sighting WHERE key = ?1 AND {} ORDER BY id {}",
        rows::WAITING,
        db.dialect().lock()
    );
    db.list(&query, &values![key], |row| row.get("id"))
}

pub fn dismiss(db: &mut Transaction<'_>, sighting: i64, why: &str) -> Result<(), SqlError> {
    db.execute(
        "UPDATE sighting SET dismissed = ?2, program = NULL, run = NULL WHERE id = ?1",
        &values![sighting, why],
    )
    .map(|_| ())
}

/// Makes a sighting that waits one of a finding.
pub fn count(db: &mut Transaction<'_>, sighting: i64, finding: i64) -> Result<(), SqlError> {
    // Only the first of a finding keeps its program: a cause may have a million sightings.
    let (backend, at) = db.one(
        "UPDATE sighting SET finding = ?2, run = NULL, program = CASE
             WHEN id = (SELECT first_sighting FROM finding WHERE finding.id = ?2) THEN program END
         WHERE id = ?1 RETURNING backend, at",
        &values![sighting, finding],
        |row| Ok((row.get::<String>("backend")?, row.get("at")?)),
    )?;
    count_shown(db, finding, &backend, 1, at)
}
