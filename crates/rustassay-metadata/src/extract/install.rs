//! Makes the schema of a compiler from its sources, tries it on that compiler's own library, and keeps it.

use std::path::{Path, PathBuf};
use std::{error, fmt, fs, io};

use super::{ExtractError, extract};
use crate::blob::Blob;
use crate::schema::{installed_path, use_schema};
use crate::{CrateFiles, Crates, MetadataError};

/// The crates of the library that a schema is tried on.
const TRIED: [&str; 3] = ["core", "alloc", "std"];

/// A schema that fits.
#[derive(Clone, Debug)]
pub struct InstalledSchema {
    /// What the compiler calls itself.
    pub compiler: String,
    /// Where the schema is kept.
    pub path: PathBuf,
    /// How many answers of the library were decoded with it, all without an error.
    pub answers: u64,
}

/// Why no schema was kept.
#[derive(Debug)]
pub enum SchemaError {
    /// The sources could not be read.
    Sources(ExtractError),
    /// The library's metadata is not there, or cannot be read.
    Library(MetadataError),
    /// The library is not as the sources say: they are those of another compiler, or something that rustc
    /// encodes by hand has changed.
    DoesNotFit {
        /// What the compiler calls itself.
        compiler: String,
        /// How many errors there were.
        errors: u64,
        /// The first.
        first: String,
    },
    /// The schema could not be written.
    Write {
        /// Where to.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// There is no folder for the user's caches.
    NoCache,
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SchemaError::Sources(error) => error.fmt(f),
            SchemaError::Library(error) => error.fmt(f),
            SchemaError::DoesNotFit { compiler, errors, first } => write!(
                f,
                "the sources do not fit the library of {compiler}: {errors} errors, the first is: {first}; \
                 name the sources of exactly this compiler"
            ),
            SchemaError::Write { path, source } => write!(f, "cannot write {}: {source}", path.display()),
            SchemaError::NoCache => f.write_str("neither XDG_CACHE_HOME nor HOME is set"),
        }
    }
}

impl error::Error for SchemaError {}

/// Makes a schema from the sources of a compiler, and keeps it in the user's cache. `library` is the folder
/// `lib/rustlib/TARGET/lib` of that compiler, whose crates must decode without an error.
pub fn install_schema(sources: &Path, library: &Path) -> Result<InstalledSchema, SchemaError> {
    let crates = TRIED.map(|name| find(library, name));
    let core = crates[0].as_ref().ok_or_else(|| {
        SchemaError::Library(MetadataError::MissingCrate {
            name: TRIED[0].to_string(),
            wanted_by: library.display().to_string(),
        })
    })?;
    let compiler = Blob::open(core).map_err(SchemaError::Library)?.version;
    let release = compiler.strip_prefix("rustc ").unwrap_or(&compiler);
    let text = extract(sources, release).map_err(SchemaError::Sources)?;
    let does_not_fit = |errors, first| SchemaError::DoesNotFit { compiler: compiler.clone(), errors, first };
    use_schema(&compiler, &text).map_err(|why| does_not_fit(1, why))?;
    let mut answers = 0;
    for root in crates.iter().flatten() {
        let files = CrateFiles { root: root.clone(), sysroot: Some(library.into()), ..CrateFiles::default() };
        let crates = Crates::open(&files).map_err(|error| does_not_fit(1, error.to_string()))?;
        let sweep = crates.sweep(crates.root());
        if let Some((query, error)) = sweep.errors.first() {
            return Err(does_not_fit(sweep.error_count, format!("{query}: {error}")));
        }
        answers += sweep.answers.values().sum::<u64>();
    }
    let path = installed_path(&compiler).ok_or(SchemaError::NoCache)?;
    write(&path, &text).map_err(|source| SchemaError::Write { path: path.clone(), source })?;
    Ok(InstalledSchema { compiler, path, answers })
}

/// The metadata of a crate in the library's folder.
fn find(library: &Path, name: &str) -> Option<PathBuf> {
    let entries = fs::read_dir(library).ok()?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let prefix = format!("lib{name}-");
    let is = |path: &PathBuf, extension: &str| {
        path.extension().is_some_and(|found| found == extension)
            && path.file_name().is_some_and(|file| file.to_string_lossy().starts_with(&prefix))
    };
    let of = |extension: &str| files.iter().find(|path| is(path, extension)).cloned();
    of("rmeta").or_else(|| of("rlib"))
}

/// A file is there as a whole or not at all.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let temporary = path.with_extension(format!("{}.tmp", std::process::id()));
    fs::write(&temporary, text)?;
    fs::rename(&temporary, path)
}
