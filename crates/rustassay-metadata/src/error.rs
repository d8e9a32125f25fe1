//! What can be wrong with metadata, told so that a person knows what to do.

use std::path::PathBuf;
use std::{error, fmt};

/// Why metadata could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MetadataError {
    /// The file could not be opened or read.
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        why: String,
    },
    /// The file is not metadata, or says what its schema does not allow.
    Damaged {
        /// The file or crate.
        krate: String,
        /// Where in it, in bytes from its beginning.
        position: usize,
        /// What is wrong there.
        why: String,
    },
    /// No schema is known for the compiler that wrote the file.
    NoSchema {
        /// The file.
        path: PathBuf,
        /// What the compiler calls itself in it.
        compiler: String,
    },
    /// A crate that another depends on was not among the files.
    MissingCrate {
        /// Its name.
        name: String,
        /// The crate that depends on it.
        wanted_by: String,
    },
    /// The metadata has nothing of this kind about the definition.
    Absent {
        /// The definition's path.
        def: String,
        /// What was asked for: the name of the query.
        what: &'static str,
    },
}

impl fmt::Display for MetadataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MetadataError::Io { path, why } => write!(f, "cannot read {}: {why}", path.display()),
            MetadataError::Damaged { krate, position, why } => {
                write!(f, "the metadata of {krate} is damaged at byte {position}: {why}")
            }
            MetadataError::NoSchema { path, compiler } => write!(
                f,
                "{}: no schema is known for the metadata of {compiler}; \
                 `rustassay toolchains schema --sources DIR` makes one from that compiler's sources \
                 (the rustc-dev component ships them)",
                path.display()
            ),
            MetadataError::MissingCrate { name, wanted_by } => {
                write!(f, "the metadata of crate `{name}` is missing, which `{wanted_by}` depends on")
            }
            MetadataError::Absent { def, what } => write!(f, "the metadata has no {what} of `{def}`"),
        }
    }
}

impl error::Error for MetadataError {}
