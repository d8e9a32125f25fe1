//! What a campaign did and found, in a database that survives anything.
//!
//! A store is a folder with a SQLite database, `campaign.sqlite`, that one process works on; or a PostgreSQL
//! database that any number of workers share, on any number of machines. [`Store`] writes, [`Reader`] reads,
//! also while others write. Both have the same tables and run the same statements, so only [`StoreAddress`]
//! has to know which one it is.
//!
//! ```
//! use rustassay_store::{Reader, Store};
//!
//! let folder = tempfile::tempdir()?;
//! let mut store = Store::open(folder.path())?;
//! let seed = store.join(None, 7, None)?;
//! let run = store.begin_run("{}", "a worker", store.now())?;
//! store.end_run(run, "time is over", store.now())?;
//! drop(store);
//!
//! // The next run continues the campaign with its seed.
//! let mut store = Store::open(folder.path())?;
//! assert_eq!(store.join(None, 8, None)?, seed);
//! drop(store);
//!
//! let runs = Reader::open(folder.path())?.runs()?;
//! assert_eq!(runs[0].end.as_deref(), Some("time is over"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How workers share a store
//!
//! - **A run** is one worker from its start to its end. It says every few seconds that it is alive
//!   ([`Store::keep_alive`]); after a lease without a word, the others take it for dead. The database's clock
//!   decides, so the clocks of workers need not agree.
//! - **The store leases work to a run:** units of programs, sightings to examine and findings to reduce. It
//!   leases what a dead run had to whoever asks next. There is one deadline for all that a run has, so
//!   staying alive costs one small write, however much that is.
//! - **One transaction writes all that belongs together.** So whatever happens to the process, the network or
//!   the server, a unit of work is there with all that it found, or not at all.
//! - **Everything can be written twice.** When the connection is lost while a transaction is committed,
//!   nobody can say whether it was done. A unit is known by its number, a sighting is settled once, and a
//!   finding exists once for its key; the second write changes nothing.
//! - **Findings and seeds are numbered one after the other,** in the order in which others see them. So a
//!   worker that asks for those after the last one it has seen misses none.
//!
//! | who dies | what becomes of it |
//! | --- | --- |
//! | a worker, with units | others do them again, from what the store says of them: the same programs |
//! | a worker that examines a sighting or reduces a finding | another does |
//! | a worker that was only slow | its result counts if it is the first, else it changes nothing |
//! | the server | what it had acknowledged is there; workers keep their results and write them when it is back |
//! | the network | the same, and leases that run out in the meantime go to others |
//!
//! A worker holds no more results back than it has leases, because it gets no new work while the server is
//! away. So the waiting results are bounded, and if the worker dies with them, others do that work again.

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
