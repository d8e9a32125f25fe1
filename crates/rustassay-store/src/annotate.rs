//! What people have done about findings, noted while others work on the store.

use crate::record::FindingState;
use crate::schema::{self, DatabaseKind};
use crate::sql::postgres::Postgres;
use crate::sql::{Access, Database, SqlError, sqlite, values};
use crate::store::set_state;
use crate::{StoreAddress, StoreError};

/// Notes what somebody has done about a finding, by its number; returns whether there is such a finding.
///
/// The folder of a campaign that runs is its worker's alone but for this: one row that no worker writes. SQLite lets one after the other
/// write.
pub fn annotate(address: &StoreAddress, finding: i64, state: &FindingState) -> Result<bool, StoreError> {
    let of_database = |why| StoreError::of_database(address, why);
    let mut db = match address {
        StoreAddress::Folder(folder) => {
            let db = sqlite::open_to_change(folder).map_err(SqlError::from).map_err(of_database)?;
            Database::Sqlite(db)
        }
        StoreAddress::Postgres(server) => {
            Database::Postgres(Box::new(Postgres::open(server).map_err(of_database)?))
        }
    };
    match schema::kind(&mut db).map_err(of_database)? {
        DatabaseKind::Store(schema::VERSION) => {}
        DatabaseKind::Store(found) if found > schema::VERSION => {
            return Err(StoreError::Newer { store: address.clone(), found, known: schema::VERSION });
        }
        DatabaseKind::Store(found) => return Err(StoreError::Older { store: address.clone(), found }),
        DatabaseKind::Empty | DatabaseKind::Foreign => {
            let why = "there are no tables of a campaign in it".to_owned();
            return Err(StoreError::NotAStore { store: address.clone(), why });
        }
    }
    let noted = db.transaction(Access::Write, |db| {
        let key = "SELECT key FROM finding WHERE id = ?1";
        let Some(key) = db.optional(key, &values![finding], |row| row.get::<String>("key"))? else {
            return Ok(false);
        };
        set_state(db, &key, state)?;
        Ok(true)
    });
    noted.map_err(of_database)
}
