//! How much a folder holds.

use std::fs;
use std::path::Path;

/// An entry costs this much at least, so that a flood of empty files is one too.
const ENTRY: u64 = 1024;

/// The bytes that everything in a folder takes on disk, or a number above `enough`. What cannot be read counts for little.
pub(crate) fn disk_use(folder: &Path, enough: u64) -> u64 {
    let mut total = 0;
    let mut pending = vec![folder.to_owned()];
    while let Some(folder) = pending.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            // Of a link itself, not of what it points to.
            let Ok(metadata) = entry.metadata() else { continue };
            total += allocated(&metadata).max(ENTRY);
            if total > enough {
                return total;
            }
            if metadata.is_dir() {
                pending.push(entry.path());
            }
        }
    }
    total
}

#[cfg(unix)]
fn allocated(metadata: &fs::Metadata) -> u64 {
    // POSIX leaves the unit open; everywhere it is 512 bytes.
    std::os::unix::fs::MetadataExt::blocks(metadata) * 512
}

#[cfg(not(unix))]
fn allocated(metadata: &fs::Metadata) -> u64 {
    metadata.len()
}
