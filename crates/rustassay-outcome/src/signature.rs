//! The key to deduplicate by.

use std::fmt;

/// What bad outcomes of one cause have in common, for people to read and for a database to compare.
///
/// It is the same on every machine and in every run: there are no paths, line numbers, addresses, hashes,
/// numbers or names of the program in it. The same bug can have two signatures where it shows in two ways or
/// in two releases, or with and without a backtrace (`RUST_BACKTRACE=0`). Two bugs rarely share one.
///
/// Where a program makes several threads of a compiler fail, the first to fail is chance. `-Ccodegen-units=1`
/// leaves one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature(String);

impl Signature {
    /// A signature of its parts; empty ones are left out.
    pub(crate) fn of<S: AsRef<str>>(parts: impl IntoIterator<Item = S>) -> Signature {
        let mut text = String::new();
        for part in parts {
            let part = part.as_ref();
            if !part.is_empty() {
                text.push_str(if text.is_empty() { "" } else { " | " });
                text.push_str(part);
            }
        }
        Signature(text)
    }

    /// Its text: one line.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
