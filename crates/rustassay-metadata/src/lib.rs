//! Reads what rustc writes into its `.rmeta` files: types, impls, bodies, evaluated statics.
//!
//! [`Crates`] opens a user's crate with everything that it depends on, and answers questions about
//! definitions. The questions have the names of rustc's queries; the answers are the plain values of
//! [`data`].
//!
//! ```no_run
//! use rustassay_metadata::{CrateFiles, Crates};
//!
//! // RUSTC_BOOTSTRAP=1 rustc --crate-type lib --emit=metadata -Zalways-encode-mir small.rs
//! let files = CrateFiles { root: "libsmall.rmeta".into(), ..CrateFiles::default() };
//! let crates = Crates::open(&files)?;
//! let add = crates.def_by_path(&["small", "add"])?.expect("`small` has a function `add`");
//! let body = crates.optimized_mir(add)?.expect("a function has a body");
//! println!("{} has {} blocks", crates.def_path_str(add), body.basic_blocks.len());
//! # Ok::<(), rustassay_metadata::MetadataError>(())
//! ```

pub mod data;

mod blob;
mod bytes;
mod crates;
mod decode;
mod error;
mod extract;
mod find;
mod krate;
mod print;
mod queries;
mod rows;
mod schema;
mod sweep;
mod table;
mod types;
mod well_formed;

pub use crates::{CrateFiles, Crates};
pub use error::MetadataError;
pub use extract::{ExtractError, InstalledSchema, SchemaError, extract, install_schema};
pub use sweep::Sweep;
pub use types::Types;

/// What was read, or why it could not be.
pub type Result<T> = std::result::Result<T, MetadataError>;
