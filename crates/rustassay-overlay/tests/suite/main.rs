//! All integration tests of this crate, in one binary.

#[cfg(unix)]
mod cache;
mod library;
mod source_file;
