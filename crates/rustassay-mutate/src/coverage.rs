//! Real coverage: which of its counters a compiler has reached that was itself built with `-Cinstrument-coverage` (or Clang's `-fprofile-instr-generate`).
//!
//! At its end such a compiler writes what it has counted, a file for each of its libraries, to where `LLVM_PROFILE_FILE` says. The layout is that of LLVM's
//! `llvm/ProfileData/InstrProfData.inc` (`INSTR_PROF_RAW_HEADER`): a header of 64-bit numbers, identifiers of the binary, a record for each function, counters.
//! Only the counters are read. They are in the same order whenever the same compiler runs, so that a counter is known by its file and its place there.

use rustassay_random::mix;
use std::fmt;
use std::path::Path;

/// What files of counters end with.
const EXTENSION: &str = "profraw";

/// `\xFFlprofr\x81`, as a number of a machine with 64 bits and the least byte first.
const MAGIC: u64 = 0xff6c_7072_6f66_7281;

/// In a version, all but this says what is counted besides, and how.
const VERSION_BITS: u64 = 0xff_ffff;

/// A counter is a byte, and 0 when it was reached.
const ONE_BYTE: u64 = 1 << 60;

/// Why a file of counters cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unreadable {
    /// It is something else.
    NoProfile,
    /// It is of a version that nobody has told us about.
    Version(u64),
    /// It ends too early.
    Short,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::NoProfile => {
                f.write_str("it is no raw profile of a machine with 64 bits and the least byte first")
            }
            Unreadable::Version(version) => {
                write!(f, "it is of version {version}; 8 (LLVM 14) to 10 (LLVM 19 to 22) can be read")
            }
            Unreadable::Short => f.write_str("it ends too early"),
        }
    }
}

/// The counters that a compiler has reached that ran in a folder, in order; none if it does not count.
pub fn reached(folder: &Path) -> Result<Vec<u64>, String> {
    let files = folder.read_dir().map_err(|error| format!("cannot read a folder: {error}"))?;
    let mut all = Vec::new();
    for path in files.flatten().map(|file| file.path()) {
        if path.extension().is_none_or(|extension| extension != EXTENSION) {
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let unreadable =
            |why: &dyn fmt::Display| format!("the compiler's coverage (`{name}`) cannot be read: {why}");
        let raw = std::fs::read(&path).map_err(|error| unreadable(&error))?;
        let library = name.bytes().fold(0, |sum, byte| mix(sum, u64::from(byte)));
        all.extend(counters(&raw).map_err(|why| unreadable(&why))?.into_iter().map(|at| mix(library, at)));
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

/// The places of the counters that were reached.
fn counters(raw: &[u8]) -> Result<Vec<u64>, Unreadable> {
    let (words, _) = raw.as_chunks::<8>();
    let word = |at: usize| words.get(at).copied().map(u64::from_le_bytes).ok_or(Unreadable::Short);
    if word(0)? != MAGIC {
        return Err(Unreadable::NoProfile);
    }
    // Bitmaps came with version 9, tables of virtual functions with version 10.
    let (header_words, record_bytes) = match word(1)? & VERSION_BITS {
        8 => (11, 48),
        9 => (14, 64),
        10 => (16, 64),
        other => return Err(Unreadable::Version(other)),
    };
    let is_one_byte = word(1)? & ONE_BYTE != 0;
    let (identifiers, records, padding, count) = (word(2)?, word(3)?, word(4)?, word(5)?);
    let start = [header_words * 8, identifiers, records.saturating_mul(record_bytes), padding];
    let start = start.into_iter().fold(0, u64::saturating_add);
    let width = if is_one_byte { 1 } else { 8 };
    let end = start.saturating_add(count.saturating_mul(width));
    let at = |place| usize::try_from(place).map_err(|_| Unreadable::Short);
    let bytes = raw.get(at(start)?..at(end)?).ok_or(Unreadable::Short)?;
    let is_reached = |counter: &[u8]| match is_one_byte {
        true => counter == [0],
        false => counter != [0; 8],
    };
    let reached = bytes.chunks(at(width)?).zip(0..).filter(|(counter, _)| is_reached(counter));
    Ok(reached.map(|(_, at)| at).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A profile with two records for functions and some counters.
    fn profile(
        version: u64,
        header_words: usize,
        record_bytes: usize,
        counters: &[u8],
        count: u64,
    ) -> Vec<u8> {
        let mut header = vec![0; header_words];
        header[..6].copy_from_slice(&[MAGIC, version, 8, 2, 16, count]);
        let mut raw: Vec<u8> = header.into_iter().flat_map(u64::to_le_bytes).collect();
        raw.extend(vec![0xff; 8 + 2 * record_bytes + 16]);
        raw.extend(counters);
        raw.extend(*b"names");
        raw
    }

    fn wide(counters: &[u64]) -> Vec<u8> {
        counters.iter().flat_map(|counter| counter.to_le_bytes()).collect()
    }

    #[test]
    fn counters_that_are_not_zero_were_reached_in_every_version() {
        for (version, header_words, record_bytes) in [(8, 11, 48), (9, 14, 64), (10, 16, 64)] {
            let raw = profile(version, header_words, record_bytes, &wide(&[0, 7, 0, 1 << 40]), 4);
            assert_eq!(counters(&raw), Ok(vec![1, 3]), "version {version}");
        }
    }

    #[test]
    fn counters_of_one_byte_are_reached_when_they_are_zero() {
        let raw = profile(10 | ONE_BYTE, 16, 64, &[0xff, 0, 0xff, 0], 4);
        assert_eq!(counters(&raw), Ok(vec![1, 3]));
    }

    #[test]
    fn what_is_damaged_or_unknown_is_said() {
        assert_eq!(counters(b"no profile, and not long"), Err(Unreadable::NoProfile));
        assert_eq!(counters(b""), Err(Unreadable::Short));
        assert_eq!(counters(&profile(99, 16, 64, &[], 0)), Err(Unreadable::Version(99)));
        let whole = profile(10, 16, 64, &wide(&[1, 2, 3]), 3);
        assert_eq!(counters(&whole[..whole.len() - 9]), Err(Unreadable::Short));
        assert_eq!(counters(&profile(10, 16, 64, &wide(&[1]), u64::MAX)), Err(Unreadable::Short));
    }
}
