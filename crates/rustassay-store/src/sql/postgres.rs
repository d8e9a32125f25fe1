//! PostgreSQL: a server that many workers share.
//!
//! A connection may be lost at any moment. Then the call that met it fails with an error that [`is_away`],
//! and the next call connects again. Whether a transaction was done whose answer did not arrive is not known:
//! so the store's methods are such that doing them twice is as good as once.

use std::collections::HashMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use postgres::error::{Severity, SqlState};
use postgres::types::ToSql;
use postgres::{Client, Error, IsolationLevel, Statement};

use super::{Access, Dialect, SqlError, Transaction, Value};
use crate::address::PostgresAddress;

/// The tables are in a schema of their own, so that they are in nobody's way.
pub const SCHEMA: &str = "rustassay";

/// Our advisory locks are numbered from here on: `RAsy` in the upper half.
pub const LOCKS: i64 = (u32::from_be_bytes(*b"RAsy") as i64) << 32;

/// A server that cannot be reached in this time is away.
const CONNECTING: Duration = Duration::from_secs(5);

/// What was sent and not acknowledged in this time is lost, and so is the connection.
const UNACKNOWLEDGED: Duration = Duration::from_secs(20);

/// An idle connection is looked after so often: firewalls forget those of which they hear nothing.
const LOOKED_AFTER: Duration = Duration::from_secs(20);

/// What a session is like.
///
/// A worker that vanishes within a transaction must not keep what it has locked, nor may one that waits wait for
/// ever. No time is so short that a busy server reaches it.
const SESSION: &str = "
    SET search_path = rustassay;
    SET client_min_messages = warning;
    SET lock_timeout = '30s';
    SET statement_timeout = '120s';
    SET idle_in_transaction_session_timeout = '60s';";

/// A transaction that another one was in the way of is done again so often.
const CONFLICTS: usize = 10;

/// A server, and the connection to it while there is one.
pub struct Postgres {
    address: PostgresAddress,
    session: Option<Session>,
}

struct Session {
    client: Client,
    prepared: Prepared,
    /// How far the server's clock is ahead of ours, in milliseconds.
    ahead: i64,
}

impl Postgres {
    /// Connects to a server.
    pub fn open(address: &PostgresAddress) -> Result<Postgres, SqlError> {
        let mut server = Postgres { address: address.clone(), session: None };
        server.session()?;
        Ok(server)
    }

    /// The server's clock, in milliseconds since 1970, as far as it was known when the connection was made.
    pub fn now(&self) -> i64 {
        local_time() + self.session.as_ref().map_or(0, |session| session.ahead)
    }

    /// See [`super::Database::transaction`].
    pub fn transaction<T>(
        &mut self,
        access: Access,
        mut work: impl FnMut(&mut Transaction<'_>) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        let mut tried = 0;
        loop {
            tried += 1;
            let result = self.session()?.transaction(access, &mut work);
            match result {
                Err(SqlError::Postgres(error)) if is_conflict(&error) && tried < CONFLICTS => {}
                Err(SqlError::Postgres(error)) => {
                    if is_away(&error) {
                        self.session = None;
                    }
                    return Err(error.into());
                }
                result => return result,
            }
        }
    }

    /// The connection, which is made if there is none.
    fn session(&mut self) -> Result<&mut Session, SqlError> {
        if self.session.as_ref().is_some_and(|session| session.client.is_closed()) {
            self.session = None;
        }
        if self.session.is_none() {
            let session = Session::open(&self.address).map_err(|error| match error {
                SqlError::Postgres(error) => SqlError::NotConnected(error),
                error => error,
            })?;
            return Ok(self.session.insert(session));
        }
        self.session.as_mut().ok_or(SqlError::NoRow)
    }
}

impl Session {
    fn open(address: &PostgresAddress) -> Result<Session, SqlError> {
        let mut config = address.config();
        config.application_name("rustassay");
        config.connect_timeout(CONNECTING);
        config.tcp_user_timeout(UNACKNOWLEDGED);
        config.keepalives_idle(LOOKED_AFTER);
        config.keepalives_interval(LOOKED_AFTER / 4);
        config.keepalives_retries(4);
        let mut client = address.connect(&config)?;
        client.batch_execute(SESSION)?;
        let asked = local_time();
        let row = client.query_one(&format!("SELECT {} AS now", Dialect::Postgres.now()), &[])?;
        let ahead = row.try_get::<_, i64>("now")? - (asked + local_time()) / 2;
        Ok(Session { client, prepared: Prepared::default(), ahead })
    }

    fn transaction<T>(
        &mut self,
        access: Access,
        work: &mut impl FnMut(&mut Transaction<'_>) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        let builder = self.client.build_transaction();
        let builder = match access {
            Access::Read => builder.read_only(true).isolation_level(IsolationLevel::RepeatableRead),
            Access::Write | Access::WriteThrough => builder,
        };
        let mut transaction = Transaction::Postgres(builder.start()?, &mut self.prepared);
        let result = work(&mut transaction)?;
        match transaction {
            Transaction::Postgres(transaction, _) => transaction.commit()?,
            Transaction::Sqlite(_) => unreachable!("it was just made of PostgreSQL's"),
        }
        Ok(result)
    }
}

/// Milliseconds since 1970.
pub fn local_time() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// The statements that the server has read already.
#[derive(Default)]
pub struct Prepared(HashMap<String, Statement>);

/// So many are kept. There are more only where many statements insert different numbers of rows.
const MOST_PREPARED: usize = 400;

impl Prepared {
    /// The statement of a text, in which parameters are called as SQLite calls them.
    pub fn get(&mut self, db: &mut postgres::Transaction<'_>, sql: &str) -> Result<Statement, Error> {
        if let Some(statement) = self.0.get(sql) {
            return Ok(statement.clone());
        }
        if self.0.len() >= MOST_PREPARED {
            self.0.clear();
        }
        let statement = db.prepare(&sql.replace('?', "$"))?;
        self.0.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

pub fn parameters<'a>(values: &'a [Value<'a>]) -> Vec<&'a (dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

/// Whether a transaction may succeed if it is done again at once.
fn is_conflict(error: &Error) -> bool {
    let conflicts = [&SqlState::T_R_SERIALIZATION_FAILURE, &SqlState::T_R_DEADLOCK_DETECTED];
    error.code().is_some_and(|code| conflicts.contains(&code))
}

/// Whether the server cannot be reached, or will not have us now: later it may. See the table of codes,
/// <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
pub fn is_away(error: &Error) -> bool {
    let Some(refusal) = error.as_db_error() else {
        // The server did not answer, or not to the end. What we said wrongly ourselves is no such error.
        let is_of_io = |error: &Error| {
            let mut cause = std::error::Error::source(error);
            while let Some(inner) = cause {
                if inner.is::<std::io::Error>() {
                    return true;
                }
                cause = inner.source();
            }
            false
        };
        return error.is_closed() || is_of_io(error) || error.to_string().contains("timeout");
    };
    let code = refusal.code().code();
    // 08: the connection; 53: no memory, no disk, no more connections; 57P: the server is stopped or begins.
    let is_passing = ["08", "53", "57P"].iter().any(|class| code.starts_with(class));
    let times_out = [SqlState::LOCK_NOT_AVAILABLE, SqlState::QUERY_CANCELED].contains(refusal.code());
    let ends_session = refusal.parsed_severity() == Some(Severity::Panic);
    is_passing
        || times_out
        || ends_session
        || refusal.code() == &SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT
}

/// What an error says, with what the server says of it.
pub fn explained(error: &Error) -> String {
    match error.as_db_error() {
        Some(refusal) => {
            let more = [refusal.detail(), refusal.hint()].into_iter().flatten();
            let more: String = more.map(|text| format!("; {text}")).collect();
            format!("{} ({}){more}", refusal.message(), refusal.code().code())
        }
        None => {
            let mut text = error.to_string();
            let mut cause = std::error::Error::source(error);
            while let Some(inner) = cause {
                let inner_text = inner.to_string();
                if !text.contains(&inner_text) {
                    text += &format!(": {inner_text}");
                }
                cause = inner.source();
            }
            text
        }
    }
}
