//! What a campaign did and found, in one file that survives anything.
//!
//! A store is a folder with a SQLite database, `campaign.sqlite`. [`Store`] is its one writer, [`Reader`]
//! reads, also while somebody writes. All that belongs together is written in one transaction, so that
//! whatever happens to the process, a unit of work is there with all that it found, or not at all.

pub mod error;
mod lock;
mod reader;
pub mod record;
mod rows;
mod schema;
mod writer;

pub use error::StoreError;
pub use reader::Reader;
pub use writer::{FinishedUnit, Store};
