//! The tables, and how a store of an older version gets them.
//!
//! | table | a row is |
//! | --- | --- |
//! | `campaign` | what all runs have in common: there is one |
//! | `run` | a process that worked on the store; while it is alive, what it has leased is its own |
//! | `seed` | a program that a generator starts from, because a compiler did something new with it |
//! | `drawn` | a piece of work that was drawn and is not finished |
//! | `unit` | a finished piece of work, with its sums |
//! | `feature` | a construct, and how many programs of those that a run looked at have it |
//! | `behaviour` | something that the compiler was seen to do, and the unit that saw it first |
//! | `sighting` | a program that did something else than it must |
//! | `finding` | a cause of sightings |
//! | `shown_by` | how often a finding was seen with a backend |
//! | `artefact` | a file that belongs to a finding |
//! | `known` | what the user knows already: findings with such a key are muted |
//! | `finding_state` | what people have done about a finding |
//!
//! What is known of a finding is one JSON value, [`rustassay_finding::Finding`]; the columns with parts of it are computed.
//!
//! The columns are explained in the statements that make them. SQLite keeps these comments, so that `.schema`
//! in the `sqlite3` shell shows them, too.
//!
//! Times are milliseconds since 1970 by the database's clock, processor times are nanoseconds. Integers have 64 bits
//! with a sign, but seeds have none: a seed from 2^63 on is stored as the negative number with the same bits, which
//! `printf('%llu', seed)` turns back in SQLite. All other numbers are counts; one that does not fit is refused.
//!
//! PostgreSQL takes the same steps as SQLite, in the words of [`for_postgres`]. Its tables are in the schema `rustassay`,
//! with the version in the table `version`; SQLite has the version in the head of its file.

mod typed_findings;

use rusqlite::Connection;

use crate::sql::postgres::SCHEMA;
use crate::sql::{Access, Database, Dialect, SqlError, Transaction, Turns, values};

/// Written to the head of SQLite's file, where it tells our databases from all others.
/// See <https://www.sqlite.org/pragma.html#pragma_application_id>.
const APPLICATION: i32 = i32::from_be_bytes(*b"RAsy");

/// What brings a store from each version to the next: the first makes version 1 of an empty database.
/// What is here once stays as it is, because there are stores that it has made.
const STEPS: &[Step] = &[
    Step::Sql(FIRST),
    Step::Sql(CASES_OWN_PROGRAMS),
    Step::Sql(SEEDS),
    Step::Convert(typed_findings::convert),
    Step::Sql(KNOWN),
    Step::Convert(share),
];

/// What brings a store to the next version.
enum Step {
    Sql(&'static str),
    /// What is not said in the same words in both databases.
    Convert(fn(&mut Transaction<'_>) -> Result<(), SqlError>),
}

/// The newest version of the tables.
pub const VERSION: i64 = STEPS.len() as i64;

const FIRST: &str = "
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    began INTEGER NOT NULL,
    last_heard INTEGER NOT NULL,        -- when it ended, or when its last unit was finished
    why_ended TEXT,                     -- null while it runs, or if it was killed
    settings TEXT NOT NULL              -- JSON: the program's version, what it was told, what it had
) STRICT;

CREATE TABLE unit (
    number INTEGER PRIMARY KEY,         -- from 0; one that is missing below the last was not finished
    run INTEGER NOT NULL REFERENCES run,
    finished_at INTEGER NOT NULL,
    generator TEXT NOT NULL,
    profile TEXT NOT NULL,
    first_seed INTEGER NOT NULL,        -- the programs have the seeds from here on; 64 bits without a sign
    backend TEXT NOT NULL,
    programs INTEGER NOT NULL,
    statements INTEGER NOT NULL,        -- in the programs' text
    executed INTEGER NOT NULL,          -- statements, as often as they ran
    agreed INTEGER NOT NULL,            -- programs that did what they must
    wrong INTEGER NOT NULL,             -- programs that did not
    skipped INTEGER NOT NULL,           -- programs that the backend has nothing to say about
    failed INTEGER NOT NULL,            -- programs that could not be tried
    cpu_ns INTEGER NOT NULL,            -- processor time of compilers and programs
    own_cpu_ns INTEGER NOT NULL,        -- processor time of the harness
    sampled INTEGER NOT NULL            -- programs that were looked at for the table feature
) STRICT;
CREATE INDEX unit_of_run ON unit (run);

CREATE TABLE feature (
    name TEXT PRIMARY KEY,
    programs INTEGER NOT NULL           -- of all that were sampled, those that have it
) STRICT, WITHOUT ROWID;

CREATE TABLE behaviour (
    name TEXT PRIMARY KEY,
    unit INTEGER NOT NULL REFERENCES unit -- that saw it first
) STRICT, WITHOUT ROWID;

CREATE TABLE sighting (
    id INTEGER PRIMARY KEY,
    unit INTEGER NOT NULL REFERENCES unit,
    seed INTEGER NOT NULL,              -- of the program; 64 bits without a sign
    fault TEXT NOT NULL,                -- what seems to be wrong, such as miscompilation
    key TEXT,                           -- what sightings of one cause share, if that could be told at once
    summary TEXT NOT NULL,
    at INTEGER NOT NULL,
    finding INTEGER REFERENCES finding, -- whose it is
    dismissed TEXT,                     -- why it is no finding's; if both are null it waits
    CHECK (finding IS NULL OR dismissed IS NULL)
) STRICT;
CREATE INDEX sighting_waiting ON sighting (id) WHERE finding IS NULL AND dismissed IS NULL;
CREATE INDEX sighting_waiting_with_key ON sighting (key) WHERE finding IS NULL AND dismissed IS NULL;
CREATE INDEX sighting_of_finding ON sighting (finding) WHERE finding IS NOT NULL;
CREATE INDEX sighting_dismissed ON sighting (id) WHERE dismissed IS NOT NULL;

CREATE TABLE finding (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,           -- what its sightings have in common
    found_at INTEGER NOT NULL,          -- when it was settled that it is one
    fault TEXT NOT NULL,
    summary TEXT NOT NULL,
    cause TEXT,                         -- the guilty part of the compiler, such as mir:GVN
    details TEXT NOT NULL,              -- JSON
    first_sighting INTEGER NOT NULL REFERENCES sighting -- the one that all of the above is about
) STRICT;

CREATE TABLE shown_by (
    -- What a finding's sightings add up to: one that was seen a million times is shown as fast as any other.
    finding INTEGER NOT NULL REFERENCES finding,
    backend TEXT NOT NULL,
    times INTEGER NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    PRIMARY KEY (finding, backend)
) STRICT, WITHOUT ROWID;

CREATE TABLE artefact (
    id INTEGER PRIMARY KEY,             -- in the order in which they were given
    finding INTEGER NOT NULL REFERENCES finding,
    name TEXT NOT NULL,
    content BLOB NOT NULL,
    UNIQUE (finding, name)
) STRICT;

CREATE TABLE known (
    key TEXT PRIMARY KEY,               -- a finding's, whether it was found already or not
    why TEXT NOT NULL
) STRICT, WITHOUT ROWID;
";

const CASES_OWN_PROGRAMS: &str = "
ALTER TABLE unit ADD COLUMN config TEXT NOT NULL DEFAULT ''; -- digest of what the profile stood for
ALTER TABLE sighting ADD COLUMN program BLOB; -- of those that wait and of a finding's first; null in stores of version 1

CREATE TABLE drawn (
    -- Units that were drawn and are not finished.
    number INTEGER PRIMARY KEY,
    generator TEXT NOT NULL,
    profile TEXT NOT NULL,
    config TEXT NOT NULL,
    first_seed INTEGER NOT NULL,        -- 64 bits without a sign
    backend TEXT NOT NULL,
    programs INTEGER NOT NULL
) STRICT;
";

const SEEDS: &str = "
ALTER TABLE unit ADD COLUMN rejected INTEGER NOT NULL DEFAULT 0; -- of those that agreed, programs that the compiler rejected

CREATE TABLE seed (
    id INTEGER PRIMARY KEY,             -- in the order in which they were taken
    unit INTEGER NOT NULL REFERENCES unit,
    generator TEXT NOT NULL,
    program BLOB NOT NULL               -- as the generator keeps it
) STRICT;
";

const KNOWN: &str = "
ALTER TABLE unit ADD COLUMN known INTEGER NOT NULL DEFAULT 0; -- programs with which the compiler is wrong for a reason that is known
";

const SHARED: &str = "
CREATE TABLE campaign (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    seed INTEGER NOT NULL,              -- what work is drawn from; 64 bits without a sign
    shard INTEGER,                      -- the part that this store has, from 1; null if it has the whole
    shards INTEGER                      -- how many parts there are
) STRICT;

ALTER TABLE run ADD COLUMN token TEXT;  -- the same in every store that this run is merged into
ALTER TABLE run ADD COLUMN worker TEXT NOT NULL DEFAULT ''; -- machine and process
ALTER TABLE run ADD COLUMN alive_until INTEGER NOT NULL DEFAULT 0; -- then its work is taken over, unless it is heard of before
UPDATE run SET token = CAST(began AS TEXT) || '/' || CAST(id AS TEXT);
CREATE UNIQUE INDEX run_of_token ON run (token);

ALTER TABLE drawn ADD COLUMN run INTEGER REFERENCES run; -- who works on it; null if nobody does
ALTER TABLE drawn ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0; -- runs that died with it
CREATE INDEX drawn_by ON drawn (run);

ALTER TABLE sighting ADD COLUMN backend TEXT NOT NULL DEFAULT ''; -- of its unit
ALTER TABLE sighting ADD COLUMN run INTEGER REFERENCES run; -- who examines it
ALTER TABLE sighting ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
UPDATE sighting SET backend = (SELECT backend FROM unit WHERE unit.number = sighting.unit);
DROP INDEX sighting_waiting;
CREATE INDEX sighting_waiting ON sighting (backend, attempts, id) WHERE finding IS NULL AND dismissed IS NULL;
CREATE INDEX sighting_examined ON sighting (run) WHERE run IS NOT NULL;
CREATE INDEX sighting_of_unit ON sighting (unit);

ALTER TABLE finding ADD COLUMN run INTEGER REFERENCES run; -- who made it; null in older stores
ALTER TABLE finding ADD COLUMN reducer INTEGER REFERENCES run; -- who makes its program smaller
ALTER TABLE finding ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;

ALTER TABLE feature RENAME TO feature_of_all;
CREATE TABLE feature (
    run INTEGER NOT NULL REFERENCES run,
    name TEXT NOT NULL,
    programs INTEGER NOT NULL,          -- of all that the run sampled, those that have it
    PRIMARY KEY (run, name)
) STRICT, WITHOUT ROWID;
INSERT INTO feature SELECT (SELECT min(id) FROM run), name, programs FROM feature_of_all;
DROP TABLE feature_of_all;

CREATE TABLE finding_state (
    key TEXT PRIMARY KEY,               -- a finding's; one without a row is new
    state TEXT NOT NULL,                -- filed, fixed or ignored
    note TEXT NOT NULL,                 -- a link, or why
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX unit_over_time ON unit (finished_at);
";

/// Many workers share a store.
fn share(transaction: &mut Transaction<'_>) -> Result<(), SqlError> {
    let dialect = transaction.dialect();
    transaction.batch(&words(dialect, SHARED))?;
    transaction.batch(&match dialect {
        Dialect::Sqlite => [REDUCTION.replace("STORED", "VIRTUAL"), WHOLE.to_owned()].concat(),
        // Numbers are given without anybody waiting for anybody.
        Dialect::Postgres => {
            let reduction = REDUCTION.replace("details", "CAST(details AS jsonb)").replace("$.", "");
            [&reduction, WHOLE, "CREATE SEQUENCE unit_number MINVALUE 0 START 0;"].concat()
        }
    })
}

const REDUCTION: &str =
    "ALTER TABLE finding ADD COLUMN reduction TEXT GENERATED ALWAYS AS (details ->> '$.reduction') STORED;";

const WHOLE: &str = "CREATE INDEX finding_whole ON finding (id) WHERE reduction = 'whole';";

/// Statements that make tables, as a database has them.
fn words(dialect: Dialect, sql: &str) -> String {
    match dialect {
        Dialect::Sqlite => sql.to_owned(),
        Dialect::Postgres => for_postgres(sql),
    }
}

/// The statements in PostgreSQL's words: other names of types, numbers that the database gives, and no table that is referred to
/// before it is made.
fn for_postgres(sql: &str) -> String {
    let same = sql
        .replace("id INTEGER PRIMARY KEY", "id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY")
        .replace("INTEGER", "BIGINT")
        .replace("BLOB", "BYTEA")
        .replace(") STRICT, WITHOUT ROWID;", ");")
        .replace(") STRICT;", ");");
    match same.contains("finding BIGINT REFERENCES finding,") {
        true => {
            let later = "ALTER TABLE sighting ADD FOREIGN KEY (finding) REFERENCES finding;";
            same.replace("finding BIGINT REFERENCES finding,", "finding BIGINT,") + later
        }
        false => same,
    }
}

/// What a database is to us.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum DatabaseKind {
    /// There is nothing in it.
    Empty,
    /// A store whose tables have this version.
    Store(i64),
    /// Somebody else's.
    Foreign,
}

/// Looks at a database, which may be any.
pub fn kind(db: &mut Database) -> Result<DatabaseKind, SqlError> {
    match db {
        Database::Sqlite(db) => Ok(kind_of_file(db)?),
        Database::Postgres(_) => db.transaction(Access::Read, kind_of_schema),
    }
}

fn kind_of_file(db: &Connection) -> rusqlite::Result<DatabaseKind> {
    let at_once = db.unchecked_transaction()?;
    let pragma = |name| at_once.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let tables: u64 = at_once.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(match (pragma("application_id")?, tables) {
        (0, 0) => DatabaseKind::Empty,
        (application, _) if application == i64::from(APPLICATION) => {
            DatabaseKind::Store(pragma("user_version")?)
        }
        _ => DatabaseKind::Foreign,
    })
}

fn kind_of_schema(transaction: &mut Transaction<'_>) -> Result<DatabaseKind, SqlError> {
    let tables = transaction.list(
        "SELECT CAST(relname AS text) AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
         WHERE nspname = CAST(?1 AS text) AND relkind = 'r'",
        &values![SCHEMA],
        |row| row.get::<String>("name"),
    )?;
    if tables.is_empty() {
        return Ok(DatabaseKind::Empty);
    }
    if !tables.iter().any(|name| name == "version") {
        return Ok(DatabaseKind::Foreign);
    }
    let version = transaction.optional("SELECT version FROM version", &[], |row| row.get("version"))?;
    Ok(version.map_or(DatabaseKind::Foreign, DatabaseKind::Store))
}

/// Takes the steps from version `from` to the newest, all or none: who opens the store meanwhile sees no version in between, with some of the tables.
pub fn migrate(db: &mut Database, from: i64) -> Result<(), SqlError> {
    migrate_to(db, from, VERSION)
}

fn migrate_to(db: &mut Database, from: i64, to: i64) -> Result<(), SqlError> {
    if from >= to {
        return Ok(());
    }
    db.transaction(Access::Write, |transaction| {
        // Another worker may have taken them meanwhile.
        let from = begin(transaction)?;
        for (version, step) in (1..).zip(STEPS).filter(|&(version, _)| version > from && version <= to) {
            match step {
                Step::Sql(sql) => transaction.batch(&words(transaction.dialect(), sql))?,
                Step::Convert(convert) => convert(transaction)?,
            }
            end_step(transaction, version)?;
        }
        Ok(())
    })
}

/// The version that a database has, with the right to change it until the transaction ends.
fn begin(transaction: &mut Transaction<'_>) -> Result<i64, SqlError> {
    match transaction {
        Transaction::Sqlite(db) => Ok(db.pragma_query_value(None, "user_version", |row| row.get(0))?),
        Transaction::Postgres(..) => {
            transaction.take_turns(Turns::Migrating)?;
            transaction.batch(&format!(
                "CREATE SCHEMA IF NOT EXISTS {SCHEMA};
                 CREATE TABLE IF NOT EXISTS version (version BIGINT NOT NULL)"
            ))?;
            let version =
                transaction.optional("SELECT version FROM version", &[], |row| row.get("version"))?;
            if version.is_none() {
                transaction.batch("INSERT INTO version VALUES (0)")?;
            }
            Ok(version.unwrap_or(0))
        }
    }
}

fn end_step(transaction: &mut Transaction<'_>, version: i64) -> Result<(), SqlError> {
    match transaction {
        Transaction::Sqlite(db) => {
            db.pragma_update(None, "application_id", APPLICATION)?;
            db.pragma_update(None, "user_version", version)?;
        }
        Transaction::Postgres(..) => {
            transaction.execute("UPDATE version SET version = ?1", &values![version])?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sql::sqlite::FILE;
    use crate::{Reader, Store};
    use rustassay_finding::{Failure, Fault, Finding, Reduction};
    use std::path::Path;

    /// A store as Rustassay made it before version 3, with one finding.
    fn older(folder: &Path) {
        let mut db = Database::Sqlite(Connection::open(folder.join(FILE)).unwrap());
        migrate_to(&mut db, 0, 2).unwrap();
        Connection::open(folder.join(FILE))
            .unwrap()
            .execute_batch(
            r#"INSERT INTO run VALUES (1, 0, 0, NULL, '{}');
            INSERT INTO unit (number, run, finished_at, generator, profile, first_seed, backend, programs, statements, executed,
                              agreed, wrong, skipped, failed, cpu_ns, own_cpu_ns, sampled)
            VALUES (0, 1, 0, 'mir', 'swarm', 0, 'stable/O2', 1, 1, 1, 0, 1, 0, 0, 0, 0, 0);
            INSERT INTO sighting (id, unit, seed, fault, key, summary, at, finding)
            VALUES (1, 0, 7, 'compiler-crash', 'k', 'it crashes', 0, NULL);
            INSERT INTO finding VALUES (1, 'k', 0, 'compiler-crash', 'it crashes', NULL,
                '{"signature":"rustc panic | no","reduced":true,"said":"no\nat a.rs:1:2"}', 1);
            UPDATE sighting SET finding = 1;
            INSERT INTO shown_by VALUES (1, 'stable/O2', 1, 0, 0);"#,
        )
        .unwrap();
    }

    fn assert_is_typed(known: &Finding) {
        assert_eq!((known.fault, &*known.summary), (Fault::CompilerCrash, "it crashes"));
        assert_eq!(known.evidence.failure, Some(Failure::Ice));
        assert_eq!(known.evidence.said().as_deref(), Some("no\nat a.rs:1:2"));
        assert_eq!(known.reduction, Reduction::Reduced);
    }

    #[test]
    fn who_reads_an_older_store_leaves_it_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        older(folder.path());
        let before = std::fs::read(folder.path().join(FILE)).unwrap();
        assert_is_typed(&Reader::open(folder.path()).unwrap().finding(1).unwrap().unwrap().known);
        assert_eq!(std::fs::read(folder.path().join(FILE)).unwrap(), before);
    }

    #[test]
    fn who_works_on_an_older_store_migrates_it() {
        let folder = tempfile::tempdir().unwrap();
        older(folder.path());
        drop(Store::open(folder.path()).unwrap());
        assert_is_typed(&Reader::open(folder.path()).unwrap().finding(1).unwrap().unwrap().known);
        let db = Connection::open(folder.path().join(FILE)).unwrap();
        let columns = db.query_row("SELECT fault, summary, cause FROM finding", [], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        });
        let expected: (String, String, Option<String>) = ("compiler-crash".into(), "it crashes".into(), None);
        assert_eq!(columns, Ok(expected));
    }
}
