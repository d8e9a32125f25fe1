//! Makes a schema from the sources of a compiler.
//!
//! The format follows from the types: nearly all of it is derived by `#[derive(..Encodable)]`. So a schema is
//! those types, from the root of the metadata on, with generics filled in. What is written by hand in rustc is
//! written by hand here as well, in [`known`]; it changes rarely, and a schema that does not fit fails at once.

mod install;
mod known;
mod macros;
mod shapes;
mod sources;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{error, fmt};

pub use install::{InstalledSchema, SchemaError, install_schema};
use shapes::Shapes;
use sources::Sources;

/// Why no schema could be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExtractError {
    /// There are no compiler's sources in the folder.
    NoSources {
        /// The folder.
        folder: PathBuf,
    },
    /// A file could not be read or parsed.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The sources are not as this program knows them.
    Unknown {
        /// What was looked for, and where.
        what: String,
    },
}

impl fmt::Display for ExtractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExtractError::NoSources { folder } => write!(
                f,
                "{} has no sources of a compiler: name a checkout of rust-lang/rust, or a toolchain with the \
                 rustc-dev component",
                folder.display()
            ),
            ExtractError::Unreadable { path, why } => write!(f, "cannot read {}: {why}", path.display()),
            ExtractError::Unknown { what } => write!(f, "these sources are not as expected: {what}"),
        }
    }
}

impl error::Error for ExtractError {}

type Extracted<T> = Result<T, ExtractError>;

fn unknown<T>(what: impl Into<String>) -> Extracted<T> {
    Err(ExtractError::Unknown { what: what.into() })
}

/// The types that the decoder asks for by name, beside what it finds from the root on.
const ENTRIES: &[(&str, &str)] = &[
    ("rustc_metadata::rmeta", "CrateRoot"),
    ("rustc_middle::ty", "TyKind<'tcx>"),
    ("rustc_middle::ty", "PredicateKind<'tcx>"),
    ("rustc_middle::ty", "BoundVariableKind<'tcx>"),
    ("rustc_middle::ty", "Instance<'tcx>"),
    ("rustc_middle::mir::interpret", "AllocDiscriminant"),
    ("rustc_middle::mir::interpret::allocation::init_mask", "InitMask"),
];

/// The text of the schema of the compiler whose sources are in a folder: a checkout of rust-lang/rust, its
/// `compiler` folder, or a toolchain with the rustc-dev component. `release` is what the text's first line says.
pub fn extract(folder: &Path, release: &str) -> Result<String, ExtractError> {
    let places = ["", "compiler", "lib/rustlib/rustc-src/rust/compiler"].map(|place| folder.join(place));
    let Some(compiler) = places.into_iter().find(|place| place.join("rustc_metadata/src").is_dir()) else {
        return Err(ExtractError::NoSources { folder: folder.into() });
    };
    let sources = Sources::read(&compiler)?;
    let mut shapes = Shapes::new(&sources)?;
    for (module, ty) in ENTRIES {
        shapes.entry(module, ty)?;
    }
    let mut lines: BTreeMap<String, String> = shapes.finish()?;
    for (name, line) in macros::rows(&sources)? {
        lines.insert(format!("~{name}"), line);
    }
    let mut text = format!("rustc {release}\n");
    for line in lines.values() {
        text.push_str(line);
        text.push('\n');
    }
    text.push_str(&format!("symbols {}\n", macros::symbols(&compiler)?.join(" ")));
    Ok(text)
}
