//! Rows of the tables as records.

use std::time::Duration;

use rusqlite::types::{ToSqlOutput, Type};
use rusqlite::{Connection, Row, ToSql};
use rustassay_finding::{Fault, Finding};

use crate::record::{Drawn, NewSighting, Sighting, SightingState, Totals};

/// 64 bits without a sign, as SQLite's integer with the same bits.
pub struct Bits(pub u64);

impl ToSql for Bits {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.cast_signed().into())
    }
}

/// Nanoseconds. More than SQLite's integers hold, three centuries, are refused.
pub struct Nanoseconds(pub Duration);

impl ToSql for Nanoseconds {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        i64::try_from(self.0.as_nanos())
            .map(ToSqlOutput::from)
            .map_err(|why| rusqlite::Error::ToSqlConversionFailure(why.into()))
    }
}

/// Selects what [`sighting`] reads.
pub const SIGHTINGS: &str = "
    SELECT sighting.id, unit, generator, profile, backend, seed, fault, key, summary, program, at, finding, dismissed
    FROM sighting JOIN unit ON unit.number = sighting.unit ";

/// What the sightings that nobody has looked at have in common; in these words the index is used.
pub const WAITING: &str = "finding IS NULL AND dismissed IS NULL";

/// A row of [`SIGHTINGS`].
pub fn sighting(row: &Row<'_>) -> rusqlite::Result<Sighting> {
    let state = match (row.get("finding")?, row.get("dismissed")?) {
        (Some(finding), _) => SightingState::Of(finding),
        (None, Some(why)) => SightingState::Dismissed(why),
        (None, None) => SightingState::Waiting,
    };
    Ok(Sighting {
        id: row.get("id")?,
        unit: row.get("unit")?,
        generator: row.get("generator")?,
        profile: row.get("profile")?,
        backend: row.get("backend")?,
        seen: NewSighting {
            seed: row.get::<_, i64>("seed")?.cast_unsigned(),
            fault: fault(row)?,
            key: row.get("key")?,
            summary: row.get("summary")?,
            program: row.get("program")?,
        },
        at: row.get("at")?,
        state,
    })
}

/// The fault that a row names.
pub fn fault(row: &Row<'_>) -> rusqlite::Result<Fault> {
    let column = row.as_ref().column_index("fault")?;
    let name: String = row.get(column)?;
    name.parse().map_err(|why| unreadable(column, why))
}

/// What is known of the finding of a row.
pub fn known(row: &Row<'_>) -> rusqlite::Result<Finding> {
    let column = row.as_ref().column_index("details")?;
    let json: String = row.get(column)?;
    serde_json::from_str(&json).map_err(|why| unreadable(column, why))
}

/// What is known of a finding, as its row has it.
pub fn json(known: &Finding) -> rusqlite::Result<String> {
    serde_json::to_string(known).map_err(|why| rusqlite::Error::ToSqlConversionFailure(why.into()))
}

fn unreadable(column: usize, why: impl std::error::Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(why))
}

/// A row of the table `drawn`.
pub fn drawn(row: &Row<'_>) -> rusqlite::Result<Drawn> {
    Ok(Drawn {
        number: row.get("number")?,
        generator: row.get("generator")?,
        profile: row.get("profile")?,
        config: row.get("config")?,
        first_seed: row.get::<_, i64>("first_seed")?.cast_unsigned(),
        backend: row.get("backend")?,
        programs: row.get("programs")?,
    })
}

/// The sighting with a number. There must be one.
pub fn sighting_with(db: &Connection, id: i64) -> rusqlite::Result<Sighting> {
    db.prepare_cached(&format!("{SIGHTINGS} WHERE sighting.id = ?1"))?.query_row([id], sighting)
}

/// What [`totals`] reads of the units that are selected.
pub const TOTALS: &str = "
    count(*) AS units,
    coalesce(sum(programs), 0) AS programs,
    coalesce(sum(statements), 0) AS statements,
    coalesce(sum(executed), 0) AS executed,
    coalesce(sum(agreed), 0) AS agreed,
    coalesce(sum(rejected), 0) AS rejected,
    coalesce(sum(known), 0) AS known,
    coalesce(sum(wrong), 0) AS wrong,
    coalesce(sum(skipped), 0) AS skipped,
    coalesce(sum(failed), 0) AS failed,
    coalesce(sum(cpu_ns), 0) AS cpu_ns,
    coalesce(sum(own_cpu_ns), 0) AS own_cpu_ns ";

/// A row that has the columns [`TOTALS`].
pub fn totals(row: &Row<'_>) -> rusqlite::Result<Totals> {
    Ok(Totals {
        units: row.get("units")?,
        programs: row.get("programs")?,
        statements: row.get("statements")?,
        executed: row.get("executed")?,
        agreed: row.get("agreed")?,
        rejected: row.get("rejected")?,
        known: row.get("known")?,
        wrong: row.get("wrong")?,
        skipped: row.get("skipped")?,
        failed: row.get("failed")?,
        cpu: duration(row, "cpu_ns")?,
        own_cpu: duration(row, "own_cpu_ns")?,
    })
}

/// A column of nanoseconds.
pub fn duration(row: &Row<'_>, column: &str) -> rusqlite::Result<Duration> {
    row.get(column).map(Duration::from_nanos)
}
