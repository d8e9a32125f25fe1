//! The bytes of a crate's metadata, mapped from its file.

use std::fs::File;
use std::ops::Range;
use std::path::Path;

use memmap2::Mmap;

use crate::{MetadataError, Result};

/// How metadata begins: `rust`, three zeros and the version of the format, 10 since rustc 1.90.
const HEADER: &[u8] = b"rust\0\0\0\x0a";

/// Where the position of the root is.
const ROOT: Range<usize> = 8..16;

/// What begins an archive.
const ARCHIVE: &[u8] = b"!<arch>\n";

/// The size of the header of a file in an archive.
const MEMBER_HEADER: usize = 60;

/// The metadata in a file.
#[derive(Debug)]
pub(crate) struct Blob {
    map: Mmap,
    /// The part of the file that is the metadata.
    range: Range<usize>,
    /// Where the crate's root is.
    pub root: usize,
    /// What the compiler that wrote it calls itself.
    pub version: String,
}

impl Blob {
    /// Opens a `.rmeta` file, or a `.rlib` that has one in it.
    pub fn open(path: &Path) -> Result<Blob> {
        let io = |error: std::io::Error| MetadataError::Io { path: path.into(), why: error.to_string() };
        let map = map(&File::open(path).map_err(io)?).map_err(io)?;
        let damaged = |position, why: &str| MetadataError::Damaged {
            krate: path.display().to_string(),
            position,
            why: why.to_string(),
        };
        let range = if map.starts_with(ARCHIVE) {
            in_archive(&map).ok_or_else(|| damaged(0, "the archive has no metadata"))?
        } else {
            0..map.len()
        };
        let bytes = &map[range.clone()];
        if !bytes.starts_with(HEADER) {
            return Err(damaged(range.start, "this is not metadata of rustc 1.90 or later"));
        }
        let root = bytes.get(ROOT).and_then(|bytes| bytes.try_into().ok()).map(u64::from_le_bytes);
        let root = root.and_then(|root| usize::try_from(root).ok()).filter(|root| *root < bytes.len());
        let root = root.ok_or_else(|| damaged(ROOT.start, "the crate's root is not in the file"))?;
        let version = crate::bytes::Reader::at(bytes, ROOT.end).str().map(str::to_string);
        let version = version.map_err(|_| damaged(ROOT.end, "the compiler's version is missing"))?;
        Ok(Blob { map, range, root, version })
    }

    pub fn bytes(&self) -> &[u8] {
        &self.map[self.range.clone()]
    }
}

/// Where the metadata is in an archive: in a member `lib.rmeta`, which may wrap it in an object file.
fn in_archive(archive: &[u8]) -> Option<Range<usize>> {
    let mut position = ARCHIVE.len();
    while let Some(header) = archive.get(position..position + MEMBER_HEADER) {
        let start = position + MEMBER_HEADER;
        let size: usize = std::str::from_utf8(&header[48..58]).ok()?.trim().parse().ok()?;
        let end = start.checked_add(size).filter(|end| *end <= archive.len())?;
        if header.starts_with(b"lib.rmeta/") {
            let offset = archive[start..end].windows(HEADER.len()).position(|window| window == HEADER)?;
            return Some(start + offset..end);
        }
        position = end + size % 2;
    }
    None
}

/// Maps a file. The library's metadata is 80 MB, of which a program needs one or two.
#[allow(unsafe_code)]
fn map(file: &File) -> std::io::Result<Mmap> {
    // SAFETY: what is mapped is only read, as bytes. The files are outputs of a compiler, which writes a new
    // file and renames it, and does not change one in place; whoever does so all the same gets what `Mmap`
    // documents: other bytes, which the decoder takes as damaged, or a signal if the file is cut.
    unsafe { Mmap::map(file) }
}
