//! What was made and noted here for targets of a compiler: standard libraries, and where C libraries are.
//!
//! All of it is in one folder for each compiler, which is a sysroot: the compiler takes it with `--sysroot`. Only whole libraries are in it,
//! since they are built elsewhere and renamed into their place.

use super::find::has_core;
use crate::probe::{file_names, user_cache};
use crate::{Channel, Toolchain};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Increases whenever libraries are made in another way.
const FORMAT: u32 = 1;

/// The file beside a library that says what it is of.
const MANIFEST: &str = "made.json";

/// The folder of what is made for a compiler.
#[derive(Clone, Debug)]
pub(crate) struct MadeSysroot {
    pub(crate) folder: PathBuf,
    identity: String,
}

/// What a library was made with.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Manifest {
    identity: String,
}

/// What a user said of a target.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct TargetNotes {
    /// The folder below which its C library is.
    pub(crate) c_library: Option<PathBuf>,
}

impl MadeSysroot {
    /// That of a compiler in the user's cache.
    pub(crate) fn standard(toolchain: &Toolchain) -> Option<MadeSysroot> {
        Some(MadeSysroot::new(&user_cache()?.join("rustassay"), toolchain))
    }

    /// That of a compiler in a folder for what can be made again.
    pub(crate) fn new(cache: &Path, toolchain: &Toolchain) -> MadeSysroot {
        let identity = identity(toolchain);
        let name = format!("{}-{:016x}", toolchain.version, fingerprint(&identity));
        MadeSysroot { folder: cache.join("sysroots").join(name), identity }
    }

    /// The folder of a target.
    pub(crate) fn of_target(&self, triple: &str) -> PathBuf {
        self.folder.join("lib/rustlib").join(triple)
    }

    /// The targets that have a library.
    pub(crate) fn triples(&self) -> Vec<String> {
        let mut triples = file_names(&self.folder.join("lib/rustlib"));
        triples.retain(|triple| self.has(triple));
        triples
    }

    /// Whether there is a library for a target, of this compiler.
    pub(crate) fn has(&self, triple: &str) -> bool {
        let manifest = fs::read(self.of_target(triple).join(MANIFEST)).ok();
        let manifest = manifest.and_then(|text| serde_json::from_slice::<Manifest>(&text).ok());
        manifest.is_some_and(|manifest| manifest.identity == self.identity) && has_core(&self.folder, triple)
    }

    /// Puts a library in its place: a folder with nothing but `lib`, which is whole and on the same file system.
    pub(crate) fn install(&self, triple: &str, finished: &Path) -> io::Result<()> {
        let text = serde_json::to_vec_pretty(&Manifest { identity: self.identity.clone() })?;
        write_synced(&finished.join(MANIFEST), &text)?;
        let place = self.of_target(triple);
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder)?;
        }
        // What is there is damaged, or of something else with the same fingerprint.
        let _ = fs::remove_dir_all(&place);
        fs::rename(finished, &place)
    }

    fn notes_file(&self, triple: &str) -> PathBuf {
        self.folder.join(format!("{triple}.json"))
    }

    /// What a user said of a target earlier; nothing is as good as a file that cannot be read.
    pub(crate) fn notes(&self, triple: &str) -> TargetNotes {
        let text = fs::read(self.notes_file(triple)).ok();
        text.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default()
    }

    /// Keeps what a user said of a target.
    pub(crate) fn note(&self, triple: &str, notes: &TargetNotes) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let file = self.notes_file(triple);
        let new = file.with_added_extension(std::process::id().to_string());
        write_synced(&new, &serde_json::to_vec_pretty(notes)?)?;
        fs::rename(&new, &file)
    }
}

fn write_synced(file: &Path, text: &[u8]) -> io::Result<()> {
    let mut file = File::create(file)?;
    file.write_all(text)?;
    file.sync_all()
}

/// All that decides whether a compiler takes a library: rustc refuses those of another version by its text, with the commit
/// (`CrateError::IncompatibleRustc`). Builds of one's own may have the same text and be different.
fn identity(toolchain: &Toolchain) -> String {
    let mut identity = format!("{FORMAT}\n{}", toolchain.verbose_version());
    if toolchain.version.commit.is_none() || toolchain.version.channel == Channel::Dev {
        let changed = fs::metadata(&toolchain.rustc).and_then(|data| data.modified()).ok();
        identity.push_str(&format!("\n{}\n{changed:?}", toolchain.rustc.display()));
    }
    identity
}

/// FNV-1a, for a name that is short; whoever uses it keeps the whole text, too.
pub fn fingerprint(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
