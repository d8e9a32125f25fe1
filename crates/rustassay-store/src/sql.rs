//! One set of statements for two databases.
//!
//! The store's statements are written once, in the SQL that SQLite and PostgreSQL have in common, with
//! parameters `?1`, `?2` and so on. What the databases say differently is a method of [`Dialect`], and
//! [`Transaction`] is all that the rest of the store sees of either.

pub mod postgres;
pub mod sqlite;

use std::error::Error;
use std::fmt;
use std::fmt::Write as _;

use ::postgres::types::{IsNull, Type, to_sql_checked};
use bytes::BytesMut;
use rusqlite::types::ToSqlOutput;

use self::postgres::{Postgres, Prepared};

/// An open database, which may be away for a while.
pub enum Database {
    Sqlite(rusqlite::Connection),
    Postgres(Box<Postgres>),
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Database::Sqlite(_) => "Sqlite",
            Database::Postgres(_) => "Postgres",
        })
    }
}

/// What a transaction is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Access {
    /// It changes nothing, and sees the database as it was at one moment.
    Read,
    /// It is done as a whole or not at all, and survives the death of this process.
    Write,
    /// It also survives the death of the machine. PostgreSQL always promises that; SQLite has to wait for
    /// the disk.
    WriteThrough,
}

impl Database {
    /// The database's time, in milliseconds since 1970, up to what a message takes.
    pub fn now(&self) -> i64 {
        match self {
            Database::Sqlite(_) => postgres::local_time(),
            Database::Postgres(server) => server.now(),
        }
    }

    /// Does `work` in a transaction, as a whole or not at all. It is done again if another transaction was in
    /// its way.
    pub fn transaction<T>(
        &mut self,
        access: Access,
        work: impl FnMut(&mut Transaction<'_>) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        match self {
            Database::Sqlite(db) => sqlite::transaction(db, access, work),
            Database::Postgres(db) => db.transaction(access, work),
        }
    }
}

/// What goes on in one transaction.
pub enum Transaction<'a> {
    Sqlite(rusqlite::Transaction<'a>),
    Postgres(::postgres::Transaction<'a>, &'a mut Prepared),
}

impl Transaction<'_> {
    pub fn dialect(&self) -> Dialect {
        match self {
            Transaction::Sqlite(_) => Dialect::Sqlite,
            Transaction::Postgres(..) => Dialect::Postgres,
        }
    }

    /// Runs a statement, and gives the number of rows that it changed.
    pub fn execute(&mut self, sql: &str, values: &[Value<'_>]) -> Result<u64, SqlError> {
        match self {
            Transaction::Sqlite(db) => {
                let changed = db.prepare_cached(sql)?.execute(rusqlite::params_from_iter(values))?;
                Ok(changed as u64)
            }
            Transaction::Postgres(db, prepared) => {
                let statement = prepared.get(db, sql)?;
                Ok(db.execute(&statement, &postgres::parameters(values))?)
            }
        }
    }

    /// Reads all rows of a query.
    pub fn list<T>(
        &mut self,
        sql: &str,
        values: &[Value<'_>],
        mut read: impl FnMut(&Row<'_>) -> Result<T, SqlError>,
    ) -> Result<Vec<T>, SqlError> {
        match self {
            Transaction::Sqlite(db) => {
                let mut statement = db.prepare_cached(sql)?;
                let mut rows = statement.query(rusqlite::params_from_iter(values))?;
                let mut list = Vec::new();
                while let Some(row) = rows.next()? {
                    list.push(read(&Row::Sqlite(row))?);
                }
                Ok(list)
            }
            Transaction::Postgres(db, prepared) => {
                let statement = prepared.get(db, sql)?;
                let rows = db.query(&statement, &postgres::parameters(values))?;
                rows.iter().map(|row| read(&Row::Postgres(row))).collect()
            }
        }
    }

    /// Reads the first row of a query, if there is one.
    pub fn optional<T>(
        &mut self,
        sql: &str,
        values: &[Value<'_>],
        read: impl FnMut(&Row<'_>) -> Result<T, SqlError>,
    ) -> Result<Option<T>, SqlError> {
        Ok(self.list(sql, values, read)?.into_iter().next())
    }

    /// Reads the first row of a query. There must be one.
    pub fn one<T>(
        &mut self,
        sql: &str,
        values: &[Value<'_>],
        read: impl FnMut(&Row<'_>) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        self.optional(sql, values, read)?.ok_or(SqlError::NoRow)
    }

    /// Runs `before VALUES (..), (..) after` with so many values in a row, in as few statements as may be: to
    /// a database on another machine each one is a journey. Gives the number of rows that were changed.
    pub fn insert_rows(
        &mut self,
        before: &str,
        width: usize,
        values: &[Value<'_>],
        after: &str,
    ) -> Result<u64, SqlError> {
        let mut changed = 0;
        for some in values.chunks(width * MOST_ROWS) {
            let rows = places(some.len() / width, width);
            changed += self.execute(&format!("{before} VALUES {rows} {after}"), some)?;
        }
        Ok(changed)
    }

    /// Runs several statements without parameters.
    pub fn batch(&mut self, sql: &str) -> Result<(), SqlError> {
        match self {
            Transaction::Sqlite(db) => Ok(db.execute_batch(sql)?),
            Transaction::Postgres(db, _) => Ok(db.batch_execute(sql)?),
        }
    }

    /// Lets one transaction after the other go on from here, until each has ended. SQLite lets only one write
    /// anyway.
    pub fn take_turns(&mut self, at: Turns) -> Result<(), SqlError> {
        match self {
            Transaction::Sqlite(_) => Ok(()),
            Transaction::Postgres(..) => self
                .list("SELECT pg_advisory_xact_lock(?1)", &values![postgres::LOCKS + at as i64], |_| Ok(()))
                .map(|_| ()),
        }
    }
}

/// What no two transactions do at once.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Turns {
    /// Bringing the tables up to date.
    Migrating = 0,
    /// Numbering findings, so that a later one never has a smaller number and no number is missing.
    Findings = 1,
    /// Numbering seeds, for the same reason.
    Seeds = 2,
}

/// No statement inserts more rows.
const MOST_ROWS: usize = 200;

/// `(?1, ?2), (?3, ?4)`
pub fn places(rows: usize, width: usize) -> String {
    let mut text = String::new();
    for row in 0..rows {
        text.push_str(if row == 0 { "(" } else { ", (" });
        for column in 1..=width {
            let comma = if column == 1 { "" } else { ", " };
            let _ = write!(text, "{comma}?{}", row * width + column);
        }
        text.push(')');
    }
    text
}

/// What the databases say differently.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// The database's clock, in milliseconds since 1970. It decides when a worker is taken for dead, so that
    /// the clocks of workers need not agree.
    pub const fn now(self) -> &'static str {
        match self {
            Dialect::Sqlite => "CAST(unixepoch('subsec') * 1000 AS BIGINT)",
            Dialect::Postgres => "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
        }
    }

    /// Has a query lock the rows of a table that it finds, and pass by those that another transaction has locked.
    pub fn skip_locked(self, table: &str) -> String {
        match self {
            Dialect::Sqlite => String::new(),
            Dialect::Postgres => format!("FOR UPDATE OF {table} SKIP LOCKED"),
        }
    }

    /// Has a query lock the rows that it finds, and wait for those that another transaction has locked.
    pub const fn lock(self) -> &'static str {
        match self {
            Dialect::Sqlite => "",
            Dialect::Postgres => "FOR UPDATE",
        }
    }
}

/// A value to be given to a statement.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Value<'a> {
    Null,
    Integer(i64),
    /// One that does not fit into 64 bits with a sign is refused.
    Count(u64),
    Text(&'a str),
    Bytes(&'a [u8]),
}

/// Values for a statement, each of whatever type.
macro_rules! values {
    ($($value:expr),* $(,)?) => { [$($crate::sql::Value::from($value)),*] };
}
pub(crate) use values;

impl From<i64> for Value<'_> {
    fn from(value: i64) -> Self {
        Value::Integer(value)
    }
}

impl From<u64> for Value<'_> {
    fn from(value: u64) -> Self {
        Value::Count(value)
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(value: &'a str) -> Self {
        Value::Text(value)
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(value: &'a String) -> Self {
        Value::Text(value)
    }
}

impl<'a> From<&'a Vec<u8>> for Value<'a> {
    fn from(value: &'a Vec<u8>) -> Self {
        Value::Bytes(value)
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}

impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Value::Null => Ok(rusqlite::types::Null.into()),
            Value::Integer(number) => Ok((*number).into()),
            Value::Count(number) => number.to_sql(),
            Value::Text(text) => text.to_sql(),
            Value::Bytes(bytes) => bytes.to_sql(),
        }
    }
}

impl ::postgres::types::ToSql for Value<'_> {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Integer(number) => number.to_sql(kind, out),
            Value::Count(number) => i64::try_from(*number)?.to_sql(kind, out),
            // PostgreSQL has no text with a NUL.
            Value::Text(text) if text.contains('\0') => text.replace('\0', "\u{fffd}").to_sql(kind, out),
            Value::Text(text) => text.to_sql(kind, out),
            Value::Bytes(bytes) => bytes.to_sql(kind, out),
        }
    }

    fn accepts(kind: &Type) -> bool {
        [Type::INT8, Type::TEXT, Type::BYTEA].contains(kind)
    }

    to_sql_checked!();
}

/// A row that a query has found.
pub enum Row<'a> {
    Sqlite(&'a rusqlite::Row<'a>),
    Postgres(&'a ::postgres::Row),
}

/// What a column may have: integers, text and bytes, each of which may be missing.
pub trait Column: rusqlite::types::FromSql + for<'r> ::postgres::types::FromSql<'r> {}

impl<T: rusqlite::types::FromSql + for<'r> ::postgres::types::FromSql<'r>> Column for T {}

impl Row<'_> {
    pub fn get<T: Column>(&self, column: &str) -> Result<T, SqlError> {
        match self {
            Row::Sqlite(row) => Ok(row.get(column)?),
            Row::Postgres(row) => Ok(row.try_get(column)?),
        }
    }

    /// A column with a number that is never negative.
    pub fn count(&self, column: &str) -> Result<u64, SqlError> {
        u64::try_from(self.get::<i64>(column)?).map_err(SqlError::unreadable)
    }
}

/// Why a statement failed.
#[derive(Debug)]
pub enum SqlError {
    Sqlite(rusqlite::Error),
    Postgres(::postgres::Error),
    /// No connection was made.
    NotConnected(::postgres::Error),
    /// There is no such row.
    NoRow,
    /// The database has a value that means nothing, or was given one that it cannot keep.
    Value(Box<dyn Error + Send + Sync>),
}

impl SqlError {
    pub fn unreadable(why: impl Into<Box<dyn Error + Send + Sync>>) -> SqlError {
        SqlError::Value(why.into())
    }
}

impl From<rusqlite::Error> for SqlError {
    fn from(error: rusqlite::Error) -> SqlError {
        SqlError::Sqlite(error)
    }
}

impl From<::postgres::Error> for SqlError {
    fn from(error: ::postgres::Error) -> SqlError {
        SqlError::Postgres(error)
    }
}

impl fmt::Display for SqlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SqlError::Sqlite(error) => write!(f, "{error}"),
            SqlError::Postgres(error) | SqlError::NotConnected(error) => {
                f.write_str(&postgres::explained(error))
            }
            SqlError::NoRow => f.write_str("there is no such row"),
            SqlError::Value(why) => write!(f, "{why}"),
        }
    }
}

impl Error for SqlError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_numbered_through() {
        assert_eq!(places(2, 2), "(?1, ?2), (?3, ?4)");
        assert_eq!(places(1, 1), "(?1)");
    }
}
