//! How values without a `serde` form of their own are written.

use rustassay_lang::Release;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::path::{Path, PathBuf};

/// A path for readers; what is not UTF-8 is replaced. The cache keeps no such path.
pub fn path<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    path.to_string_lossy().serialize(serializer)
}

/// The same, of a path that need not be.
pub fn optional_path<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    path.as_ref().map(|path| path.to_string_lossy()).serialize(serializer)
}

/// A release, as `"1.95"`.
pub mod release {
    use super::*;

    /// Writes it.
    pub fn serialize<S: Serializer>(release: &Option<Release>, serializer: S) -> Result<S::Ok, S::Error> {
        release.map(|release| release.to_string()).serialize(serializer)
    }

    /// Reads it.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Release>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse()).transpose().map_err(serde::de::Error::custom)
    }
}
