//! Those who read.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

use tempfile::TempDir;

use crate::address::PostgresAddress;
use crate::record::{
    By, FindingLine, FindingOrder, FindingQuery, FindingStatus, OpenUnit, Pace, Run, Sighting, StoredFinding,
    StoredYield, Stretch, Totals,
};
use crate::schema::{self, DatabaseKind};
use crate::sql::postgres::Postgres;
use crate::sql::{Access, Database, Row, SqlError, Transaction, Value, sqlite, values};
use crate::store::alive;
use crate::{StoreAddress, StoreError, lock, rows};

/// Somebody who reads a store, and changes nothing in it.
#[derive(Debug)]
pub struct Reader {
    db: RefCell<Database>,
    address: StoreAddress,
    /// Deleted last, when the database is closed.
    _copy: Option<TempDir>,
}

impl Reader {
    /// Opens a store to read it: also while somebody works on it, and also if he was killed.
    ///
    /// To read a SQLite database with a log, SQLite has to make an index of the log beside it. Where it may not do
    /// that, as on a read-only disk, and no index was left there, nobody works on the store, and what is read
    /// is a copy. So is what is read of a folder of an older version: only who works on a store migrates it.
    pub fn open(address: impl Into<StoreAddress>) -> Result<Reader, StoreError> {
        match address.into() {
            StoreAddress::Folder(folder) => Reader::open_folder(&folder),
            StoreAddress::Postgres(address) => Reader::open_database(&address),
        }
    }

    fn open_folder(folder: &Path) -> Result<Reader, StoreError> {
        let address = StoreAddress::from(folder);
        let not_a_store = |why: &str| StoreError::NotAStore { store: address.clone(), why: why.into() };
        let of_sqlite = |why: rusqlite::Error| StoreError::of_database(&address, why.into());
        let of_database = |why| StoreError::of_database(&address, why);
        if !folder.join(sqlite::FILE).is_file() {
            return Err(not_a_store("there is no file campaign.sqlite in it"));
        }
        let (db, kind, copy) = match connect(folder) {
            Ok((db, kind)) => (db, kind, None),
            Err(SqlError::Sqlite(why)) if sqlite::needs_to_write(&why) => {
                let copy = sqlite::copy(folder).map_err(|why| StoreError::of_system(&address, why))?;
                let (db, kind) = connect(copy.path()).map_err(of_database)?;
                (db, kind, Some(copy))
            }
            Err(why) => return Err(of_database(why)),
        };
        let reader = |db, copy| Reader { db: RefCell::new(db), address: address.clone(), _copy: copy };
        match (kind, db) {
            (DatabaseKind::Foreign, _) => {
                Err(not_a_store("its campaign.sqlite is another program's database"))
            }
            (DatabaseKind::Empty, _) => Err(not_a_store("no campaign has written anything to it yet")),
            (DatabaseKind::Store(found), _) if found > schema::VERSION => {
                Err(StoreError::Newer { store: address, found, known: schema::VERSION })
            }
            (DatabaseKind::Store(found), Database::Sqlite(old)) if found < schema::VERSION => {
                let (copy, db) = sqlite::copy_of_open(&old).map_err(of_database)?;
                let mut db = Database::Sqlite(db);
                schema::migrate(&mut db, found).map_err(of_database)?;
                if let Database::Sqlite(db) = &db {
                    db.pragma_update(None, "query_only", true).map_err(of_sqlite)?;
                }
                Ok(reader(db, Some(copy)))
            }
            (DatabaseKind::Store(_), db) => Ok(reader(db, copy)),
        }
    }

    fn open_database(server: &PostgresAddress) -> Result<Reader, StoreError> {
        let address = StoreAddress::Postgres(server.clone());
        let of_database = |why| StoreError::of_database(&address, why);
        let not_a_store = |why: &str| StoreError::NotAStore { store: address.clone(), why: why.into() };
        let mut db = Database::Postgres(Box::new(Postgres::open(server).map_err(of_database)?));
        match schema::kind(&mut db).map_err(of_database)? {
            DatabaseKind::Foreign => Err(not_a_store("its schema `rustassay` has tables of another program")),
            DatabaseKind::Empty => Err(not_a_store("no worker has written anything to it yet")),
            DatabaseKind::Store(found) if found > schema::VERSION => {
                Err(StoreError::Newer { store: address, found, known: schema::VERSION })
            }
            DatabaseKind::Store(found) if found < schema::VERSION => {
                Err(StoreError::Older { store: address, found })
            }
            DatabaseKind::Store(_) => Ok(Reader { db: RefCell::new(db), address, _copy: None }),
        }
    }

    /// Where the store is.
    pub fn address(&self) -> &StoreAddress {
        &self.address
    }

    /// See [`crate::Store::now`].
    pub fn now(&self) -> i64 {
        self.db.borrow().now()
    }

    /// All runs, in the order in which they began.
    pub fn runs(&self) -> Result<Vec<Run>, StoreError> {
        // Who has the lock of a folder is alive, whatever the clock says.
        let holder = self.address.folder().map(lock::holder);
        let mut runs = self.read(|db| {
            let query = format!(
                "SELECT id, began, last_heard, why_ended, settings, worker,
                        CAST(CASE WHEN {} THEN 1 ELSE 0 END AS BIGINT) AS alive
                 FROM run ORDER BY id",
                alive(db.dialect())
            );
            db.list(&query, &[], |row| {
                Ok(Run {
                    id: row.get("id")?,
                    began: row.get("began")?,
                    last_heard: row.get("last_heard")?,
                    end: row.get("why_ended")?,
                    settings: row.get("settings")?,
                    worker: row.get("worker")?,
                    is_alive: row.count("alive")? > 0,
                })
            })
        })?;
        if let Some(holder) = holder {
            let last = runs.len();
            for (at, run) in (1..).zip(&mut runs) {
                run.is_alive = holder.is_some() && at == last && run.end.is_none();
            }
        }
        Ok(runs)
    }

    /// The process that has the store's folder to itself, if any has; 0 if it cannot be told which.
    pub fn worker(&self) -> Option<u32> {
        self.address.folder().and_then(lock::holder)
    }

    /// The units that were drawn and are not finished, in order.
    pub fn open_units(&self) -> Result<Vec<OpenUnit>, StoreError> {
        self.list("SELECT * FROM drawn ORDER BY number", &[], rows::open_unit)
    }

    /// The sums over all units.
    pub fn totals(&self) -> Result<Totals, StoreError> {
        self.one(&format!("SELECT {} FROM unit", rows::TOTALS), &[], rows::totals)
    }

    /// The sums over the units of a run.
    pub fn totals_of_run(&self, run: i64) -> Result<Totals, StoreError> {
        self.one(&format!("SELECT {} FROM unit WHERE run = ?1", rows::TOTALS), &values![run], rows::totals)
    }

    /// The sums over the units of each generator, profile, backend or worker, in the order of their names.
    pub fn totals_by(&self, by: By) -> Result<Vec<(String, Totals)>, StoreError> {
        self.grouped_totals(by, None)
    }

    /// The same, over the units of a run.
    pub fn totals_of_run_by(&self, run: i64, by: By) -> Result<Vec<(String, Totals)>, StoreError> {
        self.grouped_totals(by, Some(run))
    }

    fn grouped_totals(&self, by: By, run: Option<i64>) -> Result<Vec<(String, Totals)>, StoreError> {
        let (name, workers) = column(by);
        let filter = if run.is_some() { "WHERE unit.run = ?1" } else { "" };
        let query = format!(
            "SELECT {name} AS name, {} FROM unit {workers} {filter} GROUP BY {name} ORDER BY {name}",
            rows::TOTALS
        );
        let values: Vec<Value> = run.map(Value::from).into_iter().collect();
        self.list(&query, &values, |row| Ok((row.get("name")?, rows::totals(row)?)))
    }

    /// The stretches of this width in which a unit was finished or a finding made, in order. They begin at
    /// multiples of the width.
    pub fn over_time(&self, width_ms: i64) -> Result<Vec<Stretch>, StoreError> {
        let width = usable(width_ms);
        let units =
            format!("SELECT {} AS start, {} FROM unit GROUP BY 1", start("finished_at"), rows::TOTALS);
        let findings =
            format!("SELECT {} AS start, count(*) AS findings FROM finding GROUP BY 1", start("found_at"));
        self.read(|db| {
            let read = |row: &Row<'_>| {
                let from = row.get("start")?;
                Ok((from, Stretch { from, totals: rows::totals(row)?, findings: 0 }))
            };
            let mut stretches: BTreeMap<i64, Stretch> =
                db.list(&units, &values![width], read)?.into_iter().collect();
            let read = |row: &Row<'_>| Ok((row.get("start")?, row.count("findings")?));
            for (from, count) in db.list(&findings, &values![width], read)? {
                let nothing = Stretch { from, totals: Totals::default(), findings: 0 };
                stretches.entry(from).or_insert(nothing).findings = count;
            }
            Ok(stretches.into_values().collect())
        })
    }

    /// The programs that were tried in each stretch of this width since a time, by name and in the order of time. What was finished before
    /// is not looked at.
    pub fn pace(&self, by: By, since: i64, width_ms: i64) -> Result<Vec<Pace>, StoreError> {
        let (name, workers) = column(by);
        let query = format!(
            "SELECT {} AS start, {name} AS name, CAST(sum(programs) AS BIGINT) AS programs
             FROM unit {workers} WHERE finished_at >= ?2 GROUP BY 1, {name} ORDER BY 1, {name}",
            start("finished_at")
        );
        self.list(&query, &values![usable(width_ms), since], |row| {
            Ok(Pace { from: row.get("start")?, name: row.get("name")?, programs: row.count("programs")? })
        })
    }

    /// All findings, in the order in which they were made.
    pub fn findings(&self) -> Result<Vec<StoredFinding>, StoreError> {
        self.read(|db| rows::findings(db, "finding.id > 0", &[]))
    }

    /// The finding with a number, if there is one.
    pub fn finding(&self, id: i64) -> Result<Option<StoredFinding>, StoreError> {
        self.read(|db| rows::finding_with(db, id))
    }

    /// The findings that somebody wants to see, and how many there are of them.
    pub fn search(&self, query: &FindingQuery) -> Result<(u64, Vec<FindingLine>), StoreError> {
        self.read(|db| search(db, query))
    }

    /// How many findings there are of each status; those that are muted are ignored.
    pub fn findings_by_status(&self) -> Result<Vec<(FindingStatus, u64)>, StoreError> {
        let query = format!(
            "SELECT {STATUS} AS status, count(*) AS findings
             FROM finding LEFT JOIN known ON known.key = finding.key
             LEFT JOIN finding_state ON finding_state.key = finding.key GROUP BY 1"
        );
        let found = self.list(&query, &[], |row| {
            let name: String = row.get("status")?;
            Ok((FindingStatus::of_name(&name), row.count("findings")?))
        })?;
        let of = |status| found.iter().filter(|(other, _)| *other == Some(status)).map(|(_, n)| n).sum();
        Ok(FindingStatus::ALL.map(|status| (status, of(status))).to_vec())
    }

    /// The names of faults that findings have, each with how many.
    pub fn findings_by_fault(&self) -> Result<Vec<(String, u64)>, StoreError> {
        let query = "SELECT fault, count(*) AS findings FROM finding GROUP BY fault ORDER BY fault";
        self.list(query, &[], |row| Ok((row.get("fault")?, row.count("findings")?)))
    }

    /// The sightings of a finding, the oldest first.
    pub fn sightings(&self, finding: i64) -> Result<Vec<Sighting>, StoreError> {
        self.sightings_where("WHERE sighting.finding = ?1", &values![finding])
    }

    /// The first sightings of a finding.
    pub fn first_sightings(&self, finding: i64, most: u64) -> Result<Vec<Sighting>, StoreError> {
        let query = format!("{} WHERE sighting.finding = ?1 ORDER BY sighting.id LIMIT ?2", rows::SIGHTINGS);
        self.list(&query, &values![finding, most], rows::sighting)
    }

    /// The sighting with a number, if there is one.
    pub fn sighting(&self, id: i64) -> Result<Option<Sighting>, StoreError> {
        self.read(|db| {
            db.optional(&format!("{} WHERE sighting.id = ?1", rows::SIGHTINGS), &values![id], rows::sighting)
        })
    }

    fn sightings_where(&self, filter: &str, values: &[Value<'_>]) -> Result<Vec<Sighting>, StoreError> {
        self.list(&format!("{} {filter} ORDER BY sighting.id", rows::SIGHTINGS), values, rows::sighting)
    }

    /// The files that belong to a finding, by name, in the order in which they were given.
    pub fn artefacts(&self, finding: i64) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        let query = "SELECT name, content FROM artefact WHERE finding = ?1 ORDER BY id";
        self.list(query, &values![finding], |row| Ok((row.get("name")?, row.get("content")?)))
    }

    /// How many sightings nobody has looked at.
    pub fn waiting(&self) -> Result<u64, StoreError> {
        let query = format!("SELECT count(*) AS sightings FROM sighting WHERE {}", rows::WAITING);
        self.one(&query, &[], |row| row.count("sightings"))
    }

    /// The sightings that nobody has looked at, the oldest first.
    pub fn waiting_sightings(&self) -> Result<Vec<Sighting>, StoreError> {
        let filter = rows::WAITING.replace("AND ", "AND sighting.");
        self.sightings_where(&format!("WHERE sighting.{filter}"), &[])
    }

    /// How many sightings are no findings.
    pub fn dismissals(&self) -> Result<u64, StoreError> {
        let query = "SELECT count(*) AS sightings FROM sighting WHERE dismissed IS NOT NULL";
        self.one(query, &[], |row| row.count("sightings"))
    }

    /// The sightings that are no findings, the oldest first.
    pub fn dismissed(&self) -> Result<Vec<Sighting>, StoreError> {
        self.sightings_where("WHERE dismissed IS NOT NULL", &[])
    }

    /// How many programs were looked at for what they are made of; and the constructs, in the order of their
    /// names, each with how many of those programs have it.
    pub fn features(&self) -> Result<(u64, Vec<(String, u64)>), StoreError> {
        self.read(|db| {
            let sampled = "SELECT CAST(coalesce(sum(sampled), 0) AS BIGINT) AS sampled FROM unit";
            let sampled = db.one(sampled, &[], |row| row.count("sampled"))?;
            let features = "SELECT name, CAST(sum(programs) AS BIGINT) AS programs FROM feature
                            GROUP BY name ORDER BY name";
            let read = |row: &Row<'_>| Ok((row.get("name")?, row.count("programs")?));
            Ok((sampled, db.list(features, &[], read)?))
        })
    }

    /// How many behaviours of the compiler were seen.
    pub fn behaviours(&self) -> Result<u64, StoreError> {
        self.one("SELECT count(*) AS behaviours FROM behaviour", &[], |row| row.count("behaviours"))
    }

    /// The behaviours of the compiler that were seen, by name, each with the number of the unit that saw it first and when.
    pub fn behaviour_list(&self) -> Result<Vec<(String, u64, i64)>, StoreError> {
        let query = "SELECT name, unit, finished_at FROM behaviour JOIN unit ON number = unit ORDER BY name";
        self.list(query, &[], |row| Ok((row.get("name")?, row.count("unit")?, row.get("finished_at")?)))
    }

    /// The programs that a generator has taken to start from, in the order in which it took them.
    pub fn seeds(&self, generator: &str) -> Result<Vec<Vec<u8>>, StoreError> {
        let query = "SELECT program FROM seed WHERE generator = ?1 ORDER BY id";
        self.list(query, &values![generator], |row| row.get("program"))
    }

    /// What came of the work of each kind, so that more is done of what yields most; in the order of
    /// generators, profiles and backends.
    pub fn yields(&self) -> Result<Vec<StoredYield>, StoreError> {
        self.read(rows::yields)
    }

    /// Reads from a store that does not change in between.
    pub(crate) fn read<T>(
        &self,
        read: impl FnMut(&mut Transaction<'_>) -> Result<T, SqlError>,
    ) -> Result<T, StoreError> {
        let result = self.db.borrow_mut().transaction(Access::Read, read);
        result.map_err(|why| StoreError::of_database(&self.address, why))
    }

    fn list<T>(
        &self,
        query: &str,
        values: &[Value<'_>],
        mut read: impl FnMut(&Row<'_>) -> Result<T, SqlError>,
    ) -> Result<Vec<T>, StoreError> {
        self.read(|db| db.list(query, values, &mut read))
    }

    fn one<T>(
        &self,
        query: &str,
        values: &[Value<'_>],
        mut read: impl FnMut(&Row<'_>) -> Result<T, SqlError>,
    ) -> Result<T, StoreError> {
        self.read(|db| db.one(query, values, &mut read))
    }
}

/// Where the start of a stretch of width `?1` is that has a time. The databases' division rounds towards zero.
fn start(time: &str) -> String {
    format!("{time} - (({time} % ?1) + ?1) % ?1")
}

/// Twice the width must be a number of the database's.
fn usable(width_ms: i64) -> i64 {
    width_ms.clamp(1, i64::MAX / 2)
}

/// The column that has the name of what units are told apart by, and the table that it is in if that is another one.
fn column(by: By) -> (&'static str, &'static str) {
    match by {
        By::Generator => ("unit.generator", ""),
        By::Profile => ("unit.profile", ""),
        By::Backend => ("unit.backend", ""),
        By::Worker => (
            "CASE WHEN worker = '' THEN 'run ' || CAST(run.id AS TEXT) ELSE worker END",
            "JOIN run ON run.id = unit.run",
        ),
    }
}

/// What people have done about a finding that is joined with `known` and `finding_state`.
const STATUS: &str =
    "CASE WHEN state IS NOT NULL THEN state WHEN why IS NOT NULL THEN 'ignored' ELSE 'new' END";

fn search(db: &mut Transaction<'_>, query: &FindingQuery) -> Result<(u64, Vec<FindingLine>), SqlError> {
    let FindingQuery { text, fault, status, backend, generator, order, after, most } = query;
    // What means something in a pattern is escaped.
    let escaped = |text: &String| {
        let escaped = text.to_lowercase().replace('!', "!!").replace('%', "!%").replace('_', "!_");
        format!("%{escaped}%")
    };
    let pattern = text.as_ref().map(escaped);
    let mut filter = vec!["finding.id > 0".to_owned()];
    let mut values: Vec<Value> = Vec::new();
    let mut add = |value, condition: &str| {
        values.push(value);
        filter.push(condition.replace("?0", &format!("?{}", values.len())));
    };
    if let Some(pattern) = &pattern {
        let columns = ["finding.key", "summary", "coalesce(cause, '')"];
        let any = columns.map(|column| format!("lower({column}) LIKE ?0 ESCAPE '!'")).join(" OR ");
        add(Value::from(pattern), &format!("({any})"));
    }
    if let Some(fault) = fault {
        add(Value::from(fault), "fault = ?0");
    }
    if let Some(status) = status {
        add(Value::from(status.name()), &format!("{STATUS} = ?0"));
    }
    if let Some(backend) = backend {
        add(
            Value::from(backend),
            "EXISTS (SELECT 1 FROM shown_by WHERE finding = finding.id AND backend = ?0)",
        );
    }
    if let Some(generator) = generator {
        add(
            Value::from(generator),
            "EXISTS (SELECT 1 FROM sighting JOIN unit ON unit.number = sighting.unit
                     WHERE sighting.id = first_sighting AND generator = ?0)",
        );
    }
    let filter = filter.join(" AND ");
    let joined = "LEFT JOIN known ON known.key = finding.key
                  LEFT JOIN finding_state ON finding_state.key = finding.key";
    let all = format!("SELECT count(*) AS findings FROM finding {joined} WHERE {filter}");
    let all = db.one(&all, &values, |row| row.count("findings"))?;
    let order = match order {
        FindingOrder::Newest => "finding.id DESC",
        FindingOrder::Oldest => "finding.id",
        FindingOrder::Times => "times DESC, finding.id DESC",
        FindingOrder::LastSeen => "last_seen DESC, finding.id DESC",
    };
    let lines = format!(
        "SELECT finding.id, finding.key, fault, summary, cause, reduction, why, state, note,
                finding_state.at AS state_at, shown.times, shown.first_seen, shown.last_seen
         FROM finding {joined}
         JOIN (SELECT finding AS id, CAST(sum(times) AS BIGINT) AS times, min(first_seen) AS first_seen,
                      max(last_seen) AS last_seen
               FROM shown_by GROUP BY finding) AS shown ON shown.id = finding.id
         WHERE {filter} ORDER BY {order} LIMIT {most} OFFSET {after}"
    );
    let mut lines = db.list(&lines, &values, |row| {
        Ok(FindingLine {
            id: row.get("id")?,
            key: row.get("key")?,
            fault: row.get("fault")?,
            summary: row.get("summary")?,
            cause: row.get("cause")?,
            times: row.count("times")?,
            first_seen: row.get("first_seen")?,
            last_seen: row.get("last_seen")?,
            backends: Vec::new(),
            is_reduced: row.get::<String>("reduction")? == "reduced",
            muted: row.get("why")?,
            state: rows::state(row)?,
        })
    })?;
    for line in &mut lines {
        let query = "SELECT backend FROM shown_by WHERE finding = ?1 ORDER BY backend";
        line.backends = db.list(query, &values![line.id], |row| row.get("backend"))?;
    }
    Ok((all, lines))
}

/// Opens the database in `folder`, and looks at it, so that whatever keeps it from being read is known now.
fn connect(folder: &Path) -> Result<(Database, DatabaseKind), SqlError> {
    let mut db = Database::Sqlite(sqlite::open_to_read(folder)?);
    let kind = schema::kind(&mut db)?;
    Ok((db, kind))
}
