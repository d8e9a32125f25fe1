//! Rows of the tables as records.

use std::collections::BTreeMap;
use std::time::Duration;

use rustassay_finding::{Fault, Finding};

use crate::record::{
    Drawn, FindingState, FindingStatus, NewSighting, OpenUnit, Sighting, SightingState, StoredFinding,
    StoredYield, Totals, Unit,
};
use crate::sql::{Row, SqlError, Transaction, Value, values};

/// Nanoseconds. More than the databases' integers hold, three centuries, are refused.
pub fn nanoseconds(time: Duration) -> Result<i64, SqlError> {
    i64::try_from(time.as_nanos()).map_err(SqlError::unreadable)
}

/// Selects what [`sighting`] reads.
pub const SIGHTINGS: &str = "
    SELECT sighting.id, sighting.unit, unit.generator, unit.profile, unit.backend, sighting.seed, sighting.fault,
           sighting.key, sighting.summary, sighting.program, sighting.at, sighting.finding, sighting.dismissed
    FROM sighting JOIN unit ON unit.number = sighting.unit ";

/// What the sightings that nobody has looked at have in common; in these words the index is used.
pub const WAITING: &str = "finding IS NULL AND dismissed IS NULL";

/// A row of [`SIGHTINGS`].
pub fn sighting(row: &Row<'_>) -> Result<Sighting, SqlError> {
    let state = match (row.get("finding")?, row.get("dismissed")?) {
        (Some(finding), _) => SightingState::Of(finding),
        (None, Some(why)) => SightingState::Dismissed(why),
        (None, None) => SightingState::Waiting,
    };
    Ok(Sighting {
        id: row.get("id")?,
        unit: row.count("unit")?,
        generator: row.get("generator")?,
        profile: row.get("profile")?,
        backend: row.get("backend")?,
        seen: NewSighting {
            seed: row.get::<i64>("seed")?.cast_unsigned(),
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
pub fn fault(row: &Row<'_>) -> Result<Fault, SqlError> {
    row.get::<String>("fault")?.parse::<Fault>().map_err(SqlError::unreadable)
}

/// What is known of the finding of a row.
pub fn known(row: &Row<'_>) -> Result<Finding, SqlError> {
    serde_json::from_str(&row.get::<String>("details")?).map_err(SqlError::unreadable)
}

/// What is known of a finding, as its row has it.
pub fn json(known: &Finding) -> Result<String, SqlError> {
    serde_json::to_string(known).map_err(SqlError::unreadable)
}

/// What people have done about the finding of a row that is joined with `finding_state`.
pub fn state(row: &Row<'_>) -> Result<FindingState, SqlError> {
    let Some(name) = row.get::<Option<String>>("state")? else { return Ok(FindingState::default()) };
    let status = FindingStatus::of_name(&name);
    let status = status.ok_or_else(|| SqlError::unreadable(format!("`{name}` is no state of a finding")))?;
    Ok(FindingState { status, note: row.get("note")?, at: row.get("state_at")? })
}

/// A row of the table `drawn`.
pub fn drawn(row: &Row<'_>) -> Result<Drawn, SqlError> {
    Ok(Drawn {
        number: row.count("number")?,
        generator: row.get("generator")?,
        profile: row.get("profile")?,
        config: row.get("config")?,
        first_seed: row.get::<i64>("first_seed")?.cast_unsigned(),
        backend: row.get("backend")?,
        programs: row.count("programs")?,
    })
}

/// The same, with who works on it.
pub fn open_unit(row: &Row<'_>) -> Result<OpenUnit, SqlError> {
    Ok(OpenUnit { drawn: drawn(row)?, run: row.get("run")?, attempts: row.count("attempts")? })
}

/// A row of the table `unit`, without what other tables have of it.
pub fn unit(row: &Row<'_>) -> Result<Unit, SqlError> {
    Ok(Unit {
        number: row.count("number")?,
        generator: row.get("generator")?,
        profile: row.get("profile")?,
        config: row.get("config")?,
        first_seed: row.get::<i64>("first_seed")?.cast_unsigned(),
        backend: row.get("backend")?,
        programs: row.count("programs")?,
        statements: row.count("statements")?,
        executed: row.count("executed")?,
        agreed: row.count("agreed")?,
        rejected: row.count("rejected")?,
        known: row.count("known")?,
        wrong: row.count("wrong")?,
        skipped: row.count("skipped")?,
        failed: row.count("failed")?,
        cpu: duration(row, "cpu_ns")?,
        own_cpu: duration(row, "own_cpu_ns")?,
        features: Vec::new(),
        sampled: row.count("sampled")?,
        behaviours: Vec::new(),
        seeds: Vec::new(),
    })
}

/// The sighting with a number. There must be one.
pub fn sighting_with(db: &mut Transaction<'_>, id: i64) -> Result<Sighting, SqlError> {
    db.one(&format!("{SIGHTINGS} WHERE sighting.id = ?1"), &values![id], sighting)
}

/// The findings of which `filter` is true, in the order of their numbers.
pub fn findings(
    db: &mut Transaction<'_>,
    filter: &str,
    values: &[Value<'_>],
) -> Result<Vec<StoredFinding>, SqlError> {
    let mut backends: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    let query = format!(
        "SELECT shown_by.finding, shown_by.backend FROM shown_by JOIN finding ON finding.id = shown_by.finding
         WHERE {filter} ORDER BY shown_by.finding, shown_by.backend"
    );
    for (finding, backend) in db.list(&query, values, |row| Ok((row.get("finding")?, row.get("backend")?)))? {
        backends.entry(finding).or_default().push(backend);
    }
    let query = format!("{SIGHTINGS} JOIN finding ON finding.first_sighting = sighting.id WHERE {filter}");
    let firsts = db.list(&query, values, |row| Ok((row.get("id")?, sighting(row)?)))?;
    let mut firsts: BTreeMap<i64, Sighting> = firsts.into_iter().collect();
    let query = format!(
        "SELECT finding.id, finding.key, details, first_sighting, why, state, note, finding_state.at AS state_at,
                CAST(sum(times) AS BIGINT) AS times, min(first_seen) AS first_seen, max(last_seen) AS last_seen
         FROM finding JOIN shown_by ON shown_by.finding = finding.id
         LEFT JOIN known ON known.key = finding.key
         LEFT JOIN finding_state ON finding_state.key = finding.key
         WHERE {filter}
         GROUP BY finding.id, finding.key, details, first_sighting, why, state, note, finding_state.at
         ORDER BY finding.id"
    );
    db.list(&query, values, |row| {
        let id = row.get("id")?;
        Ok(StoredFinding {
            id,
            key: row.get("key")?,
            known: known(row)?,
            times: row.count("times")?,
            first_seen: row.get("first_seen")?,
            last_seen: row.get("last_seen")?,
            first: firsts.remove(&row.get::<i64>("first_sighting")?).ok_or(SqlError::NoRow)?,
            backends: backends.remove(&id).unwrap_or_default(),
            muted: row.get("why")?,
            state: state(row)?,
        })
    })
}

/// The finding with a number, if there is one.
pub fn finding_with(db: &mut Transaction<'_>, id: i64) -> Result<Option<StoredFinding>, SqlError> {
    Ok(findings(db, "finding.id = ?1", &values![id])?.pop())
}

/// What [`totals`] reads of the units that are selected.
pub const TOTALS: &str = "
    count(*) AS units,
    CAST(coalesce(sum(programs), 0) AS BIGINT) AS programs,
    CAST(coalesce(sum(statements), 0) AS BIGINT) AS statements,
    CAST(coalesce(sum(executed), 0) AS BIGINT) AS executed,
    CAST(coalesce(sum(agreed), 0) AS BIGINT) AS agreed,
    CAST(coalesce(sum(rejected), 0) AS BIGINT) AS rejected,
    CAST(coalesce(sum(known), 0) AS BIGINT) AS known,
    CAST(coalesce(sum(wrong), 0) AS BIGINT) AS wrong,
    CAST(coalesce(sum(skipped), 0) AS BIGINT) AS skipped,
    CAST(coalesce(sum(failed), 0) AS BIGINT) AS failed,
    CAST(coalesce(sum(cpu_ns), 0) AS BIGINT) AS cpu_ns,
    CAST(coalesce(sum(own_cpu_ns), 0) AS BIGINT) AS own_cpu_ns ";

/// A row that has the columns [`TOTALS`].
pub fn totals(row: &Row<'_>) -> Result<Totals, SqlError> {
    Ok(Totals {
        units: row.count("units")?,
        programs: row.count("programs")?,
        statements: row.count("statements")?,
        executed: row.count("executed")?,
        agreed: row.count("agreed")?,
        rejected: row.count("rejected")?,
        known: row.count("known")?,
        wrong: row.count("wrong")?,
        skipped: row.count("skipped")?,
        failed: row.count("failed")?,
        cpu: duration(row, "cpu_ns")?,
        own_cpu: duration(row, "own_cpu_ns")?,
    })
}

/// A column of nanoseconds.
fn duration(row: &Row<'_>, column: &str) -> Result<Duration, SqlError> {
    row.count(column).map(Duration::from_nanos)
}

/// What came of the work of each kind.
pub fn yields(db: &mut Transaction<'_>) -> Result<Vec<StoredYield>, SqlError> {
    let query = "
        WITH found AS (
            SELECT generator, profile, unit.backend, count(*) AS findings
            FROM finding JOIN sighting ON sighting.id = first_sighting JOIN unit ON number = unit
            GROUP BY generator, profile, unit.backend
        ), seen AS (
            SELECT generator, profile, backend, count(*) AS behaviours
            FROM behaviour JOIN unit ON number = unit
            GROUP BY generator, profile, backend
        ), done AS (
            SELECT generator, profile, backend, CAST(sum(programs) AS BIGINT) AS programs,
                   CAST(sum(cpu_ns) AS BIGINT) AS cpu_ns
            FROM unit
            GROUP BY generator, profile, backend
        )
        SELECT generator, profile, backend, programs, cpu_ns,
               coalesce(findings, 0) AS findings, coalesce(behaviours, 0) AS behaviours
        FROM done
        LEFT JOIN found USING (generator, profile, backend)
        LEFT JOIN seen USING (generator, profile, backend)
        ORDER BY generator, profile, backend";
    db.list(query, &[], |row| {
        Ok(StoredYield {
            generator: row.get("generator")?,
            profile: row.get("profile")?,
            backend: row.get("backend")?,
            programs: row.count("programs")?,
            cpu: duration(row, "cpu_ns")?,
            findings: row.count("findings")?,
            behaviours: row.count("behaviours")?,
        })
    })
}
