//! What a campaign did and found, in a database that survives anything.
//!
//! A store is a folder with a SQLite database, `campaign.sqlite`, that one process works on; or a PostgreSQL
//! database that any number of workers share, on any number of machines. [`Store`] writes, [`Reader`] reads,
//! also while others write. Both have the same tables and run the same statements, so nobody but
//! [`StoreAddress`] has to know which one it is.
//!
//! # How workers share a store
//!
//! - **A run** is one worker from its start to its end. It says that it is alive every few seconds
//!   ([`Store::keep_alive`]); when it was not heard of for the time of a lease, it is taken for dead. The
//!   database's clock decides, so the clocks of workers need not agree.
//! - **Work is leased to a run:** units of programs, sightings to examine and findings to reduce. What a dead run had is given to whoever asks next. There is one deadline for all that a run
//!   has, so staying alive costs one small write, however much that is.
//! - **All that belongs together is written in one transaction,** so that whatever happens to the process, the
//!   network or the server, a unit of work is there with all that it found, or not at all.
//! - **Everything can be written twice.** When the connection is lost while a transaction is committed, nobody
//!   can say whether it was done. A unit is known by its number, a sighting is settled once, and a finding
//!   exists once for its key; what comes second changes nothing.
//! - **Findings and seeds are numbered one after the other,** in the order in which others see them, so that a
//!   worker that asks for those after the last one it has seen misses none.
//!
//! | who dies | what becomes of it |
//! | --- | --- |
//! | a worker, with units | they are done again, from what was written when they were drawn: the same programs |
//! | a worker that examines a sighting or reduces a finding | somebody else does |
//! | a worker that was only slow | its result counts if it is the first, else it changes nothing |
//! | the server | what it had acknowledged is there; workers keep their results and write them when it is back |
//! | the network | the same, and leases that run out in the meantime go to others |
//!
//! A worker holds no more results back than it has leases, because it is given nothing new while the server is
//! away; so what waits is bounded, and what a worker takes with it when it dies then is done again.

mod address;
mod annotate;
pub mod error;
mod lock;
mod merge;
mod reader;
pub mod record;
mod rows;
mod schema;
mod sql;
mod store;
#[cfg(feature = "tls")]
mod tls;
mod triage;
mod units;

pub use address::{PostgresAddress, StoreAddress};
pub use annotate::annotate;
pub use error::StoreError;
pub use merge::Merged;
pub use reader::Reader;
pub use store::{LEASE, Store};
pub use units::{ATTEMPTS, Able, FinishedUnit};
